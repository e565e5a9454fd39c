"""Which certificates of servers are trusted.

A server needs a certificate for its name from a trusted authority: those in SSL_CERT_FILE or SSL_CERT_DIR if the
environment has them, else those of certifi, which are Mozilla's. The same holds for single pages and for crawls.
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
    """The environment that makes OpenSSL trust the same authorities. Raises SourceError if it names a missing path."""
    if certificate_paths():
        return os.environ
    import certifi

    return {**os.environ, "SSL_CERT_FILE": certifi.where()}


def certificate_paths() -> dict[str, str]:
    """The paths of certificates in the environment, by variable. Raises SourceError if a path does not exist."""
    paths = {name: path for name in _PLACES if (path := os.environ.get(name))}
    for name, path in paths.items():
        folders = name == "SSL_CERT_DIR"  # which may be several
        if not (any(map(os.path.isdir, path.split(os.pathsep))) if folders else os.path.isfile(path)):
            raise SourceError(f"{name} names {path}, which is not there")
    return paths


def ssl_context(*, insecure: bool) -> ssl.SSLContext:
    """The SSL context for httpx; it checks nothing if insecure. Raises SourceError if it cannot be created."""
    import httpx

    if insecure:
        return httpx.create_ssl_context(verify=False)
    certificate_paths()
    try:
        return httpx.create_ssl_context()
    except OSError as error:  # ssl.SSLError is one
        raise SourceError(f"SSL_CERT_FILE or SSL_CERT_DIR cannot be read ({error})") from error


def untrusted(reason: str) -> SourceError:
    """The error for a server whose certificate is not trusted."""
    return SourceError(
        f"the server's certificate is not trusted ({reason}); "
        "name who vouches for it in SSL_CERT_FILE, or allow any with --insecure"
    )
