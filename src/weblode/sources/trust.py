"""Whom we take for the server that they say they are.

A server shows a certificate for its name from somebody whom we trust: those in SSL_CERT_FILE or SSL_CERT_DIR where the
environment names them, else certifi's, which are Mozilla's. The same holds for single pages and for crawls.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING

from weblode.errors import SourceError

if TYPE_CHECKING:
    import ssl

UNCHECKED = "the certificates of servers are not checked: anybody on the way can change pages"
_PLACES = ("SSL_CERT_FILE", "SSL_CERT_DIR")


def environment() -> Mapping[str, str]:
    """The environment in which OpenSSL trusts whom we do. Raises SourceError if it names what is not there."""
    if named():
        return os.environ
    import certifi

    return {**os.environ, "SSL_CERT_FILE": certifi.where()}


def named() -> dict[str, str]:
    """Where the environment says that certificates are. Raises SourceError if they are not."""
    found = {name: path for name in _PLACES if (path := os.environ.get(name))}
    for name, path in found.items():
        folders = name == "SSL_CERT_DIR"  # which may be several
        if not (any(map(os.path.isdir, path.split(os.pathsep))) if folders else os.path.isfile(path)):
            raise SourceError(f"{name} names {path}, which is not there")
    return found


def context(*, insecure: bool) -> ssl.SSLContext:
    """What httpx checks servers with; nothing if insecure. Raises SourceError if it cannot be made."""
    import httpx

    if insecure:
        return httpx.create_ssl_context(verify=False)
    named()
    try:
        return httpx.create_ssl_context()
    except OSError as error:  # ssl.SSLError is one
        raise SourceError(f"SSL_CERT_FILE or SSL_CERT_DIR cannot be read ({error})") from error


def untrusted(reason: str) -> SourceError:
    """The error for a server whose certificate we do not take."""
    return SourceError(
        f"the server's certificate is not trusted ({reason}); "
        "name who vouches for it in SSL_CERT_FILE, or allow any with --insecure"
    )
