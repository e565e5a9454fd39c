"""Pieces of work: files or parts of files, whose names travel to the process that reads them, and the pages in them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from io import BufferedReader, RawIOBase
from itertools import pairwise
from typing import TYPE_CHECKING, Any, cast

from weblode.batches import stores
from weblode.batches.tasks import TaskOptions
from weblode.errors import LimitError, SourceError, require
from weblode.pages.page import Page, Unread, printable, unread_page
from weblode.sources.archives import ARCHIVE_SUFFIXES, archive_pages, record_offsets
from weblode.sources.arguments import ADDRESS, pages, path_and_url, stream_pages

if TYPE_CHECKING:
    import pyarrow

CHARSET = "charset"  # the column with the charset of each page's HTTP header, if a RuledBatch has one
PARQUET = (".parquet", ".pq")
_ROWS = 64  # pages of a Parquet file that are read at a time


@dataclass(frozen=True)
class RuledPage(Page):
    """A page with the rules of its site, as texts (`site_rules.SiteRule`)."""

    rules: tuple[str, ...] = ()


@dataclass(frozen=True)
class RuledBatch:
    """Pages of one site in a record batch, and the rules of the site as texts."""

    rules: tuple[str, ...]
    batch: pyarrow.RecordBatch

    def __reduce__(self) -> tuple[Any, ...]:
        # A slice of a record batch would be pickled with all that it is a slice of.
        import pyarrow as pa

        sink = pa.BufferOutputStream()
        with pa.ipc.new_stream(sink, self.batch.schema) as stream:
            stream.write_batch(self.batch)
        return _ruled_batch, (self.rules, sink.getvalue().to_pybytes())


def _ruled_batch(rules: tuple[str, ...], data: bytes) -> RuledBatch:
    import pyarrow as pa

    return RuledBatch(rules, pa.ipc.open_stream(data).read_next_batch())


@dataclass(frozen=True)
class Shard:
    """Files, or a part of one: bytes of an archive from record to record, row groups of a Parquet file.

    The whole file if `end` is -1.
    """

    paths: tuple[str, ...]
    start: int = 0
    end: int = -1

    @property
    def name(self) -> str:
        """The shard in a few words, for messages."""
        more = f" and {len(self.paths) - 1} more" if len(self.paths) > 1 else ""
        return f"{printable(self.paths[0])}{more}" + (f" [{self.start}:{self.end}]" if self.end >= 0 else "")


def shards_of(path: str, size: int) -> list[Shard]:
    """A file as shards of about `size` bytes: an archive that is packed record by record and a Parquet file are cut.

    To cut an archive is to read it once, which takes a small part of what it takes to parse its pages. A file that
    cannot be read or cut is one shard: who reads it says why.
    """
    bounds = [0, -1]
    if is_parquet(path):
        bounds = _group_bounds(path, size)
    elif path.lower().endswith(ARCHIVE_SUFFIXES):
        bounds = _archive_bounds(path, size)
    return [Shard((path,), a, b) for a, b in pairwise(bounds)] if len(bounds) > 2 else [Shard((path,))]


def is_parquet(path: str) -> bool:
    """Whether a file is a Parquet file, by its name."""
    return path.lower().endswith(PARQUET)


def _archive_bounds(path: str, size: int) -> list[int]:
    bounds = [0]
    try:
        with _open_part(path) as stream:
            whole = stream.seek(0, os.SEEK_END)
            stream.seek(0)
            for offset in record_offsets(stream):
                if offset - bounds[-1] >= size:
                    bounds.append(offset)
    except OSError:
        return [0, -1]
    return [*bounds, whole]


@contextmanager
def _open_part(path: str, start: int = 0, end: int = -1) -> Iterator[BufferedReader]:
    """A context with the bytes of a file between two positions, on a disk or in an object store, as a stream."""
    if stores.is_store(path):
        with stores.open_file(path, start, end) as file:
            yield BufferedReader(file, stores.PIECE)
    else:
        with open(path, "rb") as stream:
            yield stream if end < 0 else BufferedReader(cast("Any", _FilePart(stream, start, end)))


def parquet_file(path: str) -> AbstractContextManager[Any]:
    """A context with what pyarrow opens: the path of a file, or a file in an object store."""
    return stores.open_file(path) if stores.is_store(path) else nullcontext(path)


def _group_bounds(path: str, size: int) -> list[int]:
    require("pyarrow", "weblode[arrow]")
    import pyarrow as pa
    from pyarrow import parquet

    try:
        with parquet_file(path) as source, parquet.ParquetFile(source) as file:
            sizes = [file.metadata.row_group(i).total_byte_size for i in range(file.num_row_groups)]
    except (pa.ArrowException, OSError):
        return [0, -1]
    bounds, total = [0], 0
    for i, each in enumerate(sizes):
        total += each
        if total >= size:
            bounds.append(i + 1)
            total = 0
    return bounds if bounds[-1] == len(sizes) else [*bounds, len(sizes)]


def source_pages(source: Iterable[Any], options: TaskOptions) -> Iterator[Page | Unread]:
    """The pages of paths, shards and record batches, one at a time."""
    for item in source:
        if isinstance(item, Page | Unread):
            yield item
        elif isinstance(item, RuledBatch):
            for page in _batch_pages(item.batch, options, charset_column=CHARSET):
                if isinstance(page, Page):
                    page = RuledPage(page.name, page.data, page.url, page.charset, item.rules)
                yield page
        elif isinstance(item, Shard):
            yield from _shard_pages(item, options)
        elif isinstance(item, str | os.PathLike):
            yield from _shard_pages(Shard((os.fspath(item),)), options)
        elif hasattr(item, "schema"):
            yield from _batch_pages(item, options)
        else:
            raise SourceError(f"a {type(item).__name__} is no path, shard or record batch")


def _shard_pages(shard: Shard, options: TaskOptions) -> Iterator[Page | Unread]:
    for path in shard.paths:
        try:
            if ADDRESS.match(path) and not stores.is_store(path):
                raise SourceError("is an address, not a file; fetch it first, with weblode mine or a crawler")
            if is_parquet(path):
                yield from _parquet_pages(path, shard, options)
            elif shard.end >= 0:
                with _open_part(path, shard.start, shard.end) as stream:
                    yield from archive_pages(path, stream, options.limits, xml=options.xml, part=True)
            elif stores.is_store(path):
                name, url = path_and_url(path)
                with stores.open_file(name) as file:
                    stream = BufferedReader(file, stores.PIECE)
                    yield from stream_pages(name, url, stream, options.limits, size=file.size, xml=options.xml)
            else:
                yield from pages([path], limits=options.limits, xml=options.xml)
        except (OSError, LimitError) as error:
            yield unread_page(path, error)


class _FilePart(RawIOBase):
    """The bytes of a file between two positions, as a stream."""

    def __init__(self, stream: BufferedReader, start: int, end: int) -> None:
        stream.seek(start)
        self._stream, self._left = stream, end - start

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        data = self._stream.read(min(len(buffer), self._left))
        buffer[: len(data)] = data
        self._left -= len(data)
        return len(data)


def _parquet_pages(path: str, shard: Shard, options: TaskOptions) -> Iterator[Page | Unread]:
    require("pyarrow", "weblode[arrow]")
    import pyarrow as pa
    from pyarrow import parquet

    try:
        with parquet_file(path) as source, parquet.ParquetFile(source) as file:
            groups = range(shard.start, file.num_row_groups if shard.end < 0 else shard.end)
            columns = [name for name in (options.url_column, options.html_column) if name in file.schema_arrow.names]
            for batch in file.iter_batches(_ROWS, row_groups=list(groups), columns=columns):
                yield from _batch_pages(batch, options, f"{printable(path)}#")
    except pa.ArrowException as error:
        yield unread_page(path, SourceError(f"cannot be read as a Parquet file ({error})"))


def _batch_pages(
    batch: pyarrow.RecordBatch, options: TaskOptions, prefix: str = "", charset_column: str = ""
) -> Iterator[Page | Unread]:
    """The pages in a record batch, or in the files that it names."""
    names = batch.schema.names
    if options.html_column in names:
        urls = batch.column(options.url_column) if options.url_column in names else [None] * len(batch)
        charsets = batch.column(charset_column).to_pylist() if charset_column in names else [None] * len(batch)
        for url, html, charset in zip(urls, batch.column(options.html_column), charsets, strict=True):
            address = url.as_py() if url is not None else None
            data = html.as_py()
            name = f"{prefix}{address or ''}"
            if data is None:
                yield unread_page(name, SourceError("has no contents: its html is null"))
            elif isinstance(data, str):
                yield Page(name, data.encode(errors="replace"), address, "utf-8")
            else:
                yield Page(name, data, address, charset)
    elif "path" in names:
        for row in batch.to_pylist():
            end = row.get("end")
            yield from _shard_pages(Shard((row["path"],), row.get("start") or 0, -1 if end is None else end), options)
    else:
        raise SourceError(
            f"the columns {', '.join(names)} have neither {options.html_column!r} nor 'path'; name the column of pages"
        )
