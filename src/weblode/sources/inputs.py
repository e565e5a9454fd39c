"""A page from whatever holds one: a name, bytes, a text, a file object, a response, a tree of another parser.

Objects of other libraries are recognised by what they have, so none of them is imported.

| what | taken from it |
| --- | --- |
| responses of Scrapy, requests, httpx, aiohttp, urllib3 | the body, the address, the charset of the header |
| file objects, answers of urllib | what `read` returns; name or address |
| trees of BeautifulSoup, lxml, parsel, selectolax | the tree as HTML (`parsed_trees`) |
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from inspect import isawaitable
from typing import Any, TypeGuard

from weblode.caches import regex
from weblode.errors import LimitError, SourceError
from weblode.limits import Limits
from weblode.pages.encodings import BYTE_ORDER_MARK
from weblode.pages.page import Page, printable
from weblode.pages.unpacking import PIECE, too_large
from weblode.sources.arguments import ADDRESS, path_and_url
from weblode.sources.fetch import content_type
from weblode.sources.parsed_trees import address_of, markup_of

_TAG = regex(r"<[a-zA-Z!/?]")
_PASSWORD = regex(r"([a-z][a-z0-9+.-]*://)[^/?#]*@", re.IGNORECASE)
_SURROGATE = regex("[\ud800-\udfff]")
_LONGEST = 4096  # characters of a path
_LONGEST_SHOWN = 255  # characters of a name in an error: a longer text is no file name


def name_of(source: object) -> str | None:
    """The path or address that a source names; None if the source is the page itself. Raises SourceError.

    A text is a name if a file of that name is there, if it is an address, or if it has no tag and may be a name.
    """
    if isinstance(source, os.PathLike):
        name = os.fspath(source)
        return name if isinstance(name, str) else os.fsdecode(name)
    if not isinstance(source, str) or source.lstrip("\ufeff \t\r\n\f").startswith("<"):
        return None
    if len(source) <= _LONGEST and (source == "-" or ADDRESS.match(source) or os.path.exists(path_and_url(source)[0])):
        return source
    if _TAG.search(source):
        return None
    if len(source) > _LONGEST_SHOWN:
        raise SourceError(
            f"a text of {len(source):,} characters that is neither HTML nor the name of a file; "
            "give a page without tags as bytes"
        )
    if not source:
        raise SourceError("an empty text: neither HTML nor the name of a file")
    return source


def page_of(source: object, limits: Limits) -> Page:
    """The page in an object that is no name (see `name_of`). Raises SourceError if there is none in it."""
    if isinstance(source, Page):
        return source
    if isinstance(source, bytes | bytearray | memoryview):
        return Page("", bytes(source))
    if isinstance(source, str):
        return Page("", _encode(source))
    if isawaitable(source):
        raise SourceError(f"a {type(source).__name__} that is not awaited; give what `await` returns")
    text = markup_of(source)
    if text is not None:
        address = without_password(address_of(source))
        return Page(address or "", _encode(text), address)
    page = _response_page(source) or _stream_page(source, limits)
    if page is None:
        raise SourceError(_refusal(source))
    return page


def are_several(pages: object) -> TypeGuard[Iterable[Any]]:
    """Whether these are several pages: a list, a tuple or a generator, and neither a file nor parsel's selectors."""
    return isinstance(pages, list | tuple | Iterator) and not hasattr(pages, "read") and not hasattr(pages, "getall")


def without_password(address: str | None) -> str | None:
    """An address without user and password, which must not reach the results."""
    return None if address is None else _PASSWORD.sub(r"\1", address, count=1)


def _encode(text: str) -> bytes:
    """A decoded page as UTF-8; the mark says so, whatever encoding the page declares."""
    return BYTE_ORDER_MARK + _SURROGATE.sub("\ufffd", text).removeprefix("\ufeff").encode()


def _refusal(source: object) -> str:
    if isinstance(source, list | tuple | set | dict):
        return f"a {type(source).__name__} is no page; read several pages with weblode.trees"
    return (
        f"a {type(source).__name__} is no page; give a path, an address, bytes, HTML as str, a file object, "
        "a response, or a tree of BeautifulSoup, lxml, parsel or selectolax"
    )


# ---------------------------------------------------------------- responses
def _response_page(source: object) -> Page | None:
    """The page of a response; None if the object is no response."""
    data = _body(source)
    if data is None:
        return None
    address = without_password(_address(source))
    # Scrapy and httpx keep here the encoding that their user has set.
    charset = _text(getattr(source, "_encoding", None)) or _header_charset(source)
    return Page(address or "", data, address, charset)


def _body(source: object) -> bytes | None:
    """The bytes of a response, by the names that the libraries have for them."""
    kind = type(source).__name__
    for name in ("content", "body", "data", "_body"):
        try:
            data = getattr(source, name, None)
        except RuntimeError as error:  # httpx: the response is a stream that was not read, or is closed
            raise SourceError(f"a {kind} that has not been read; call its read() first") from error
        if isinstance(data, bytes | bytearray):
            return bytes(data)
    if hasattr(source, "_body") and hasattr(source, "headers"):  # aiohttp
        raise SourceError(f"a {kind} that has not been read; `await` its read() first")
    return None


def _address(source: object) -> str | None:
    address = getattr(source, "url", None)
    if address is None and callable(geturl := getattr(source, "geturl", None)):
        address = geturl()
    return str(address) if address and not callable(address) else None


def _header_charset(source: object) -> str | None:
    """The charset of a response's Content-Type; None without one."""
    get = getattr(getattr(source, "headers", None), "get", None)
    header = (get("content-type") or get("Content-Type")) if callable(get) else None
    return content_type(_text(header) or "")[1]


def _text(value: object) -> str | None:
    """A text, also from Latin-1 bytes, as Scrapy's headers are."""
    if isinstance(value, bytes):
        return value.decode("latin-1")
    return value if isinstance(value, str) else None


# ---------------------------------------------------------------- file objects
def _stream_page(source: object, limits: Limits) -> Page | None:
    """The page that a file object holds, from where it stands to its end; None if the object has no `read`."""
    read = getattr(source, "read", None)
    if not callable(read):
        return None
    name, address = getattr(source, "name", None), without_password(_address(source))
    label = address or (printable(name) if isinstance(name, str) else "")
    try:
        data = _read(read, limits.size)
    except (OSError, ValueError) as error:  # ValueError: it is closed, or its text cannot be decoded
        prefix = f"{label}: " if label else ""
        if isinstance(error, LimitError):
            raise LimitError(f"{prefix}{error}") from error
        raise SourceError(f"{prefix}cannot be read ({error})") from error
    return Page(label, data, address, _header_charset(source))


def _read(read: Callable[..., Any], limit: int) -> bytes:
    """All that a read function of bytes or text returns. Raises LimitError as soon as that is more than the limit."""
    pieces: list[Any] = []
    size = 0
    while piece := read(PIECE):
        if not isinstance(piece, bytes | str):
            if isawaitable(piece) and hasattr(piece, "close"):
                piece.close()  # or Python warns that nobody awaits it
            raise SourceError(f"its read() returns a {type(piece).__name__}, neither bytes nor text")
        size += len(piece)
        pieces.append(piece)
        if size > limit:
            raise too_large(limit)
    if pieces and isinstance(pieces[0], str):
        return _encode("".join(pieces))
    return b"".join(pieces)
