"""The archive of a crawl: pages in a WARC file, and an index beside it with the outcome of each address.

A page is written to the archive first (`pages.warc.gz`, one gzip member a record), then its line to the index
(`pages.index.jsonl`), and both are on disk before the page is reported. So after a crash the index ends with a complete
page, but for a torn last line, and what the archive has after that page belongs to no page: `repair` truncates both.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import zlib
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from io import BytesIO
from pathlib import Path

from weblode import limits as bounds
from weblode.errors import LimitError, SourceError, require
from weblode.files import open_file, read_file, replacing, sync
from weblode.limits import Limits
from weblode.pages.page import Page, Unread, unread_page
from weblode.pages.unpacking import read_member, too_large
from weblode.sources.archives import first_page, status_phrase

ARCHIVE = "pages.warc.gz"
INDEX = "pages.index.jsonl"
HEADERS = 2**20  # bytes of a record that are not the page: its own headers and those of the answer


@dataclass(frozen=True)
class IndexEntry:
    """The outcome of an address: a line of the index."""

    address: str  # as asked for
    time: str  # when it was answered, in UTC
    status: int | None = None  # of the last answer, if there was one
    final: str = ""  # the address after redirects; "" if there was no answer
    offset: int = -1  # of the page in the archive; -1 for a failure
    length: int = 0
    end: int = 0  # of the archive after this
    reason: str = ""  # of a failure
    limit: bool = False  # whether it was a limit of ours

    def line(self) -> bytes:
        """The entry as a line of the index."""
        return json.dumps(asdict(self)).encode() + b"\n"


@dataclass(frozen=True)
class Exchange:
    """A request and its answer, as stored in the archive."""

    url: str
    request: tuple[tuple[str, str], ...]  # headers
    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes = b""


class PageStore:
    """The archive and the index of a directory, open to append, by one process at a time (see `files.acquire_lock`)."""

    def __init__(self, directory: str) -> None:
        require("warcio", "weblode[crawl]")
        from warcio.warcwriter import WARCWriter

        self._archive = open(os.path.join(directory, ARCHIVE), "ab")  # noqa: SIM115
        self._index = open(os.path.join(directory, INDEX), "ab")  # noqa: SIM115
        self._writer = WARCWriter(self._archive, gzip=True)
        sync(directory)  # so that the new files survive a crash

    def add(self, entry: IndexEntry, exchanges: Iterable[Exchange] = ()) -> IndexEntry:
        """Write the exchanges and the entry, which are on disk after `sync`.

        Returns the entry with the place of its page, the last exchange unless it has one; a failure has none.
        """
        place = (-1, 0)
        for exchange in exchanges:
            place = self._write(exchange)
        offset, length = place if entry.offset < 0 and not entry.reason else (entry.offset, entry.length)
        placed = replace(entry, offset=offset, length=length, end=self._archive.tell())
        self._archive.flush()
        self._index.write(placed.line())
        self._index.flush()
        return placed

    def sync(self) -> None:
        """Wait until everything that was added is on disk."""
        for stream in (self._archive, self._index):
            os.fsync(stream.fileno())

    def close(self) -> None:
        self.sync()
        self._archive.close()
        self._index.close()

    def _write(self, exchange: Exchange) -> tuple[int, int]:
        """Write a request and its answer to the archive; returns offset and length of the answer."""
        request, response = self._records(exchange)
        self._writer.write_record(request)
        offset = self._archive.tell()
        self._writer.write_record(response)
        return offset, self._archive.tell() - offset

    def _records(self, exchange: Exchange) -> tuple[object, object]:
        from warcio.statusandheaders import StatusAndHeaders

        host, path = _host_and_path(exchange.url)
        request_head = StatusAndHeaders(
            f"GET {path} HTTP/1.1", [("Host", host), *exchange.request], is_http_request=True
        )
        status = f"{exchange.status} {status_phrase(exchange.status)}".rstrip()
        response_head = StatusAndHeaders(status, list(exchange.headers), protocol="HTTP/1.1")
        make = self._writer.create_warc_record  # given the length, or it would copy the body to a file to measure it
        body = BytesIO(exchange.body)
        response = make(exchange.url, "response", body, len(exchange.body), http_headers=response_head)
        concurrent = {"WARC-Concurrent-To": response.rec_headers.get_header("WARC-Record-ID")}
        request = make(exchange.url, "request", BytesIO(), 0, http_headers=request_head, warc_headers_dict=concurrent)
        return request, response


def _host_and_path(url: str) -> tuple[str, str]:
    host, slash, path = url.partition("://")[2].partition("/")
    return host, slash + path


def load_page(directory: str, entry: IndexEntry, limits: Limits) -> Page | Unread:
    """The page of an entry, read from the archive, with the requested address; an Unread if there is none."""
    if entry.reason:
        kind = LimitError if entry.limit else SourceError
        return unread_page(entry.address, kind(entry.reason))
    try:
        page = first_page(_read_record(directory, entry, limits), limits)
    except (OSError, EOFError, LimitError, zlib.error) as error:
        return unread_page(entry.address, SourceError(f"cannot be read back from {directory}/{ARCHIVE} ({error})"))
    return Page(entry.address, page.data, entry.address, page.charset)


def load_exchange(directory: str, entry: IndexEntry, limits: Limits) -> Exchange | None:
    """The answer of an entry, with its headers and its body as they were sent; None if it cannot be read back."""
    require("warcio", "weblode[crawl]")
    from warcio.archiveiterator import ArchiveIterator
    from warcio.exceptions import ArchiveLoadFailed

    try:
        record = next(iter(ArchiveIterator(BytesIO(_read_record(directory, entry, limits)))), None)
        if record is None or record.http_headers is None:
            return None
        headers = tuple((str(name), str(value)) for name, value in record.http_headers.headers)
        status = int(record.http_headers.get_statuscode())
        return Exchange(record.rec_headers.get_header("WARC-Target-URI"), (), status, headers, record.raw_stream.read())
    except (OSError, EOFError, LimitError, ValueError, zlib.error, ArchiveLoadFailed):
        return None


def _read_record(directory: str, entry: IndexEntry, limits: Limits) -> bytes:
    """The WARC record of an entry. Raises LimitError, zlib.error if it is damaged, EOFError if it is cut off."""
    with open_file(os.path.join(directory, ARCHIVE)) as stream:
        stream.seek(entry.offset)
        try:
            return read_member(stream, entry.length, limit=limits.size + HEADERS)
        except LimitError as error:
            raise too_large(limits.size) from error


def copy_archive(directory: str, target: str) -> None:
    """Copy the archive of a crawl's directory to a file. Raises SourceError if nothing was fetched."""
    archive = Path(directory, ARCHIVE)
    if not archive.is_file() or not archive.stat().st_size:
        raise SourceError(f"{target}: no page was fetched from the web, so there is nothing to keep")
    with open_file(archive) as source, replacing(target, error=SourceError) as out:
        shutil.copyfileobj(source, out)


def fetch_times(directory: str | os.PathLike[str]) -> dict[str, str]:
    """When each page in a directory was fetched, by its address; empty without an index."""
    return {entry.address: entry.time for entry in read_index(directory).values() if not entry.reason}


def read_index(directory: str | os.PathLike[str]) -> dict[str, IndexEntry]:
    """The entry of each address in the index of a directory, by its last line; the files are not changed."""
    index = Path(directory, INDEX)
    return {entry.address: entry for entry in _read_entries(index, sys.maxsize)[0]} if index.exists() else {}


def repair(directory: str) -> tuple[dict[str, IndexEntry], str]:
    """The entry of each address in the index of a directory, after a repair; and what was cut off the files, in words.

    The last line of an address counts. Lines whose page is incomplete in the archive are cut off with all after them.
    """
    archive, index = Path(directory, ARCHIVE), Path(directory, INDEX)
    archive.touch()
    index.touch()
    entries, good = _read_entries(index, archive.stat().st_size)
    while entries and not _is_whole(directory, entries[-1]):
        good -= len(entries.pop().line())
    repairs = [_truncate(index, good), _truncate(archive, entries[-1].end if entries else 0)]
    return {entry.address: entry for entry in entries}, "; ".join(filter(None, repairs))


def _read_entries(index: Path, size: int) -> tuple[list[IndexEntry], int]:
    """The entries of an index up to one that is torn or points beyond the archive, and where they end."""
    entries: list[IndexEntry] = []
    good = 0
    lines = read_file(index).splitlines(keepends=True)
    for number, line in enumerate(lines, 1):
        entry = _parse_entry(line)
        if entry is None and number < len(lines):
            raise SourceError(f"{index}: line {number} is not of an index; move it and {ARCHIVE} away to begin anew")
        if entry is None or entry.end > size:
            break
        entries.append(entry)
        good += len(line)
    return entries, good


def _parse_entry(line: bytes) -> IndexEntry | None:
    """The entry of a line, None if it is torn."""
    try:
        return IndexEntry(**json.loads(line)) if line.endswith(b"\n") else None
    except (ValueError, TypeError):
        return None


def _is_whole(directory: str, entry: IndexEntry) -> bool:
    try:
        return entry.offset < 0 or bool(_read_record(directory, entry, bounds.DEFAULT))
    except (EOFError, zlib.error):
        return False
    except LimitError:
        return True  # complete as far as it was read; the reader applies its own limit


def _truncate(path: Path, end: int) -> str:
    """Cut off a file at `end`; returns what was cut off, in words, or ""."""
    size = path.stat().st_size
    if size == end:
        return ""
    os.truncate(path, end)
    return f"{path}: cut off {size - end:,} bytes of a page that was not finished"
