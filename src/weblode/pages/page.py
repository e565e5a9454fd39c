"""A page as bytes, and a page that could not be read."""

from __future__ import annotations

import os
from dataclasses import dataclass

from weblode.errors import LimitError, SourceError, WeblodeError


@dataclass(frozen=True)
class Page:
    """A page as bytes, not yet parsed."""

    name: str  # the path or address as given; "archive.warc.gz#address" in an archive
    data: bytes
    url: str | None = None  # where it lives, if known
    charset: str | None = None  # from the HTTP header, if there was one


@dataclass(frozen=True)
class Unread:
    """A page that could not be fetched or read; the message of the error begins with the name."""

    name: str
    error: WeblodeError


def printable(name: str) -> str:
    """The name of a file with bytes that are no text escaped as \\udcff, so that it fits into any output."""
    return name.encode(errors="backslashreplace").decode()


def unread_page(name: str, error: Exception) -> Unread:
    """An Unread for the page of that name, with the reason.

    Its error is a new one: the caught error keeps references to the frames it went through, and to the bytes in them.
    """
    kind = LimitError if isinstance(error, LimitError) else SourceError
    return Unread(printable(name), kind(f"{printable(name)}: {_reason(name, error)}"))


def _reason(name: str, error: Exception) -> str:
    if isinstance(error, FileNotFoundError) and os.path.islink(name):
        return "is a link that leads nowhere"
    if isinstance(error, FileNotFoundError):
        return "no such file or folder; an address begins with http:// or https://"
    return getattr(error, "strerror", None) or str(error)
