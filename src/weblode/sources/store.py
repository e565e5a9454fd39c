"""The archive of a crawl: pages in a WARC file, and an index beside it that says what became of each address.

A page is written to the archive first (`pages.warc.gz`, one gzip member a record), then its line to the index
(`pages.index.jsonl`), and both are on the disk before anybody hears of it. So after a crash the index ends at a page
that is whole, but for a torn last line, and what the archive has beyond it belongs to no page: `repair` cuts both.
"""

from __future__ import annotations

import json
import os
import sys
import zlib
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from http import HTTPStatus
from io import BytesIO
from pathlib import Path

from weblode import limits as bounds
from weblode.errors import LimitError, SourceError
from weblode.files import open_file, read_file, sync
from weblode.limits import Limits
from weblode.pages.page import Page, Unread, unread
from weblode.pages.unpacking import member, too_large
from weblode.sources.archives import first_page

ARCHIVE = "pages.warc.gz"
INDEX = "pages.index.jsonl"
HEADERS = 2**20  # bytes of a record that are not the page: its own headers and those of the answer


@dataclass(frozen=True)
class IndexEntry:
    """What became of an address: a line of the index."""

    address: str  # as asked for
    time: str  # when it was answered, in UTC
    status: int | None = None  # of the last answer, if there was one
    final: str = ""  # the address after redirects, "" if there was no answer
    offset: int = -1  # of the page in the archive; -1 for a failure
    length: int = 0
    end: int = 0  # of the archive after this
    reason: str = ""  # of a failure
    limit: bool = False  # whether it was a limit of ours

    def line(self) -> bytes:
        """The line of the index."""
        return json.dumps(asdict(self)).encode() + b"\n"


@dataclass(frozen=True)
class Exchange:
    """A request and its answer, as the archive keeps them."""

    url: str
    request: tuple[tuple[str, str], ...]  # headers
    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes = b""


class PageStore:
    """The archive and the index of a directory, open for appending. Only one process may: see `files.acquire_lock`."""

    def __init__(self, directory: str) -> None:
        from warcio.warcwriter import WARCWriter

        self._archive = open(os.path.join(directory, ARCHIVE), "ab")  # noqa: SIM115
        self._index = open(os.path.join(directory, INDEX), "ab")  # noqa: SIM115
        self._writer = WARCWriter(self._archive, gzip=True)
        sync(directory)  # which has the names of both from now on

    def add(self, entry: IndexEntry, exchanges: Iterable[Exchange] = ()) -> IndexEntry:
        """The entry with the place of its page: the last of the exchanges, if it has none. It is safe after `sync`."""
        place = (-1, 0)
        for exchange in exchanges:
            place = self._write(exchange)
        offset, length = place if entry.offset < 0 else (entry.offset, entry.length)
        placed = replace(entry, offset=offset, length=length, end=self._archive.tell())
        self._archive.flush()
        self._index.write(placed.line())
        self._index.flush()
        return placed

    def sync(self) -> None:
        """Wait until all that was added is on the disk."""
        for stream in (self._archive, self._index):
            os.fsync(stream.fileno())

    def close(self) -> None:
        self.sync()
        self._archive.close()
        self._index.close()

    def _write(self, exchange: Exchange) -> tuple[int, int]:
        """Where the answer of an exchange begins in the archive, after its request, and how long it is there."""
        request, response = self._records(exchange)
        self._writer.write_record(request)
        offset = self._archive.tell()
        self._writer.write_record(response)
        return offset, self._archive.tell() - offset

    def _records(self, exchange: Exchange) -> tuple[object, object]:
        from warcio.statusandheaders import StatusAndHeaders

        host, path = _host_and_path(exchange.url)
        asked = StatusAndHeaders(f"GET {path} HTTP/1.1", [("Host", host), *exchange.request], is_http_request=True)
        status = f"{exchange.status} {phrase(exchange.status)}".rstrip()
        answered = StatusAndHeaders(status, list(exchange.headers), protocol="HTTP/1.1")
        make = self._writer.create_warc_record  # without a length it would copy the body to a file to learn it
        body = BytesIO(exchange.body)
        response = make(exchange.url, "response", body, len(exchange.body), http_headers=answered)
        told = {"WARC-Concurrent-To": response.rec_headers.get_header("WARC-Record-ID")}
        request = make(exchange.url, "request", BytesIO(), 0, http_headers=asked, warc_headers_dict=told)
        return request, response


def _host_and_path(url: str) -> tuple[str, str]:
    host, slash, path = url.partition("://")[2].partition("/")
    return host, slash + path


def phrase(status: int) -> str:
    """What a status is called, "" if it has no name."""
    return HTTPStatus(status).phrase if status in HTTPStatus._value2member_map_ else ""


def stored(directory: str, entry: IndexEntry, limits: Limits) -> Page | Unread:
    """The page of an entry, read back from the archive, under the address it was asked for; or why there is none."""
    if entry.reason:
        kind = LimitError if entry.limit else SourceError
        return unread(entry.address, kind(entry.reason))
    try:
        page = first_page(_member(directory, entry, limits), limits)
    except (OSError, EOFError, LimitError, zlib.error) as error:
        return unread(entry.address, SourceError(f"cannot be read back from {directory}/{ARCHIVE} ({error})"))
    return Page(entry.address, page.data, entry.address, page.charset)


def _member(directory: str, entry: IndexEntry, limits: Limits) -> bytes:
    """The WARC record of an entry. Raises LimitError, zlib.error if it is damaged and EOFError if it is cut off."""
    with open_file(os.path.join(directory, ARCHIVE)) as stream:
        stream.seek(entry.offset)
        try:
            return member(stream, entry.length, limit=limits.size + HEADERS)
        except LimitError as error:
            raise too_large(limits.size) from error


def times(directory: str | os.PathLike[str]) -> dict[str, str]:
    """When each page that a directory has was fetched, by its address; nothing if nothing was."""
    return {entry.address: entry.time for entry in indexed(directory).values() if not entry.reason}


def indexed(directory: str | os.PathLike[str]) -> dict[str, IndexEntry]:
    """What the index of a directory says of each address, by its last line; nothing is repaired or changed."""
    index = Path(directory, INDEX)
    return {entry.address: entry for entry in _lines(index, sys.maxsize)[0]} if index.exists() else {}


def repair(directory: str) -> tuple[dict[str, IndexEntry], str]:
    """What the index of a directory says of each address, and what had to be cut off the files first, if anything.

    The last line of an address holds. Lines whose page is not whole in the archive are cut off with all after them.
    """
    archive, index = Path(directory, ARCHIVE), Path(directory, INDEX)
    archive.touch()
    index.touch()
    entries, good = _lines(index, archive.stat().st_size)
    while entries and not _is_whole(directory, entries[-1]):
        good -= len(entries.pop().line())
    cut = [_cut(index, good), _cut(archive, entries[-1].end if entries else 0)]
    return {entry.address: entry for entry in entries}, "; ".join(filter(None, cut))


def _lines(index: Path, size: int) -> tuple[list[IndexEntry], int]:
    """The entries of an index up to one that is torn or leads beyond the archive, and where they end."""
    entries: list[IndexEntry] = []
    good = 0
    lines = read_file(index).splitlines(keepends=True)
    for number, line in enumerate(lines, 1):
        entry = _entry(line)
        if entry is None and number < len(lines):
            raise SourceError(f"{index}: line {number} is not of an index; move it and {ARCHIVE} away to begin anew")
        if entry is None or entry.end > size:
            break
        entries.append(entry)
        good += len(line)
    return entries, good


def _entry(line: bytes) -> IndexEntry | None:
    """The entry of a line, None if it is torn."""
    try:
        return IndexEntry(**json.loads(line)) if line.endswith(b"\n") else None
    except (ValueError, TypeError):
        return None


def _is_whole(directory: str, entry: IndexEntry) -> bool:
    try:
        return entry.offset < 0 or bool(_member(directory, entry, bounds.DEFAULT))
    except (EOFError, zlib.error):
        return False
    except LimitError:
        return True  # so far it is, and who reads it knows how large it may be


def _cut(path: Path, end: int) -> str:
    """What was cut off a file that has to end there, "" if nothing."""
    size = path.stat().st_size
    if size == end:
        return ""
    os.truncate(path, end)
    return f"{path}: cut off {size - end:,} bytes of a page that was not finished"
