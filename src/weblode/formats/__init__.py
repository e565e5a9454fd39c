"""Tables in files: CSV, TSV, JSON lines, Parquet and SQLite, which read back as an equal table; Markdown and Excel.

    with writer("books.csv") as out:
        for page in pages:
            out.add(records(page))
    books = read("books.csv")

A file appears, or replaces the one before it, only when its writer closes without an error. Memory does not
grow with the number of batches.
"""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import IO, Any

from weblode.errors import TableError
from weblode.files import replacement
from weblode.formats import text
from weblode.formats.column_kinds import NOTHING, STORED_KINDS, kind_of, kinds_of, meet
from weblode.formats.columns import NamedBatches, ReadyRows
from weblode.table import Table, agreeing, check_same_names, concat, merged

Target = str | os.PathLike[str] | IO[Any]

SUFFIXES = {
    ".csv": "csv",
    ".tsv": "tsv",
    ".md": "md",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".parquet": "parquet",
    ".sqlite": "sqlite",
    ".sqlite3": "sqlite",
    ".db": "sqlite",
    ".xlsx": "xlsx",
}
_STORED = {"parquet": False, "sqlite": True, "xlsx": True}  # the formats of `stored`: whether a file holds child tables
_SPOOL_BYTES = 64 * 1024 * 1024
_LINES = 100  # that are written at once


def read(
    path: str | os.PathLike[str],
    format: str | None = None,  # noqa: A002
    *,
    child: str = "",
    name: str = "records",
) -> Table:
    """The table in a file, or with `child` the child table of that name; the format is guessed from the suffix.

    `name` is that of the main table in SQLite.

    CSV and JSON lines of other tools are read too, if they have the columns `page` and `node`. An empty JSON
    lines file is a table of just these two, without rows.
    """
    chosen = _format_name(path, format)
    if child and not _holds_several(chosen):
        path, child = child_path(path, child), ""
    with _named_errors("read", path):
        if chosen in text.FORMATS:
            return text.FORMATS[chosen].parse(Path(path).read_bytes().decode("utf-8-sig"))
        from weblode.formats import stored

        return stored.FORMATS[chosen].load(Path(path), child, name)


def write(
    table: Table,
    path: Target,
    format: str | None = None,  # noqa: A002
    *,
    csv_safe: bool = False,
    name: str = "records",
) -> None:
    """Write a table to a file. See `writer`."""
    with writer(path, format, csv_safe=csv_safe, name=name) as out:
        out.add(table)


@contextmanager
def writer(
    path: Target,
    format: str | None = None,  # noqa: A002
    *,
    csv_safe: bool = False,
    name: str = "records",
    before_child: Callable[[Path], object] | None = None,
) -> Iterator[Writer]:
    """A context manager whose `add(table)` appends to a file; the format is guessed from the suffix.

    CSV, TSV, JSON lines and Markdown may also go to an open stream, binary (as UTF-8) or text, which stays open. If
    nothing was added, the file is a table without rows. JSON lines cannot hold the names of a table without rows: it
    is an empty file there; nor dates, which are text of ISO 8601. SQLite's REAL keeps -0.0 as 0.0, which is equal.

    A file that exists is replaced; of an SQLite database only our tables are (see `sqlite`), and the writer's `note`
    says what was done. `name` is that of the table in SQLite, and of the first sheet in Excel.

    `child(name)` gives the writer of a child table: another file beside this one (`child_path`), or a further table of
    the same SQLite database or Excel workbook. `before_child` is called with the path of each such file, and may raise.

    With `csv_safe`, for CSV and TSV, a text that a spreadsheet would take for a formula has a single quote before it.
    It reads back with that quote.
    """
    chosen = _format_name(path, format)
    if csv_safe and chosen not in text.SAFE:
        raise TableError(f"only CSV and TSV are made safe for spreadsheets, not {chosen}: leave csv_safe out")
    with ExitStack() as stack:
        if isinstance(path, str | os.PathLike):
            out = _open_file(stack, Path(path), chosen, name, csv_safe=csv_safe)
            if not _holds_several(chosen):
                out.open_child = partial(
                    _open_child, stack, Path(path), chosen, before_child or (lambda _: None), csv_safe=csv_safe
                )
        else:
            out = _TextWriter(path, (text.SAFE if csv_safe else text.FORMATS)[chosen])
        yield out
        with _named_errors("write", path):
            for each in out.children.values():
                each.finish()
            out.finish()


def child_path(path: str | os.PathLike[str], name: str) -> Path:
    """The file of a child table: `records.comments.csv` beside `records.csv`."""
    whole = Path(path)
    return whole.with_name(f"{whole.stem}.{name}{whole.suffix}")


def _holds_several(chosen: str) -> bool:
    """Whether a file of this format holds its child tables too."""
    return _STORED.get(chosen, False)


def _open_file(stack: ExitStack, path: Path, chosen: str, main: str, *, csv_safe: bool) -> Writer:
    """The writer of a file, which replaces the one before it, or adds to it if it is a database."""
    if chosen == "sqlite":
        from weblode.formats import sqlite

        if sqlite.is_database(path):
            sqlite.own_tables(path, main)  # raises if one of that name is not ours, before any work is done
            return _spooled(stack, path.parent, partial(sqlite.store_beside, path, main=main))
    temporary = stack.enter_context(replacement(path, error=TableError))
    if chosen in text.FORMATS:
        stream = stack.enter_context(temporary.open("wb"))
        return _TextWriter(stream, (text.SAFE if csv_safe else text.FORMATS)[chosen])
    return _spooled(stack, temporary.parent, partial(_store, chosen, temporary, main))


def _open_child(
    stack: ExitStack,
    path: Path,
    chosen: str,
    before: Callable[[Path], object],
    name: str,
    _parent: str,
    *,
    csv_safe: bool,
) -> Writer:
    """The writer of a child table in a file of its own beside the one at `path`."""
    beside = child_path(path, name)
    before(beside)
    return _open_file(stack, beside, chosen, name, csv_safe=csv_safe)


def _store(chosen: str, path: Path, main: str, tables: Sequence[NamedBatches]) -> None:
    """Write tables to an empty file in a format that needs their types first."""
    from weblode.formats import stored

    stored.FORMATS[chosen].store(path, tables, main)


def _spooled(stack: ExitStack, folder: Path, store: Callable[[Sequence[NamedBatches]], str | None]) -> Writer:
    """A writer that keeps its batches in memory, or in a folder if they are many, and stores them at the end."""
    import tempfile

    def open_part(name: str = "", parent: str = "") -> _StoredWriter:
        spool = stack.enter_context(tempfile.SpooledTemporaryFile(_SPOOL_BYTES, dir=str(folder)))  # noqa: SIM115
        return _StoredWriter(spool, name, parent)

    out = open_part()
    out.store, out.open_child = store, open_part
    return out


class Writer:
    """Appends tables to a file. All must have the same names, and types that fit together.

    A column of only None fits any type, and int fits float.
    """

    def __init__(self) -> None:
        self._kinds: dict[str, str] = {}
        self.children: dict[str, Writer] = {}
        self.open_child: Callable[[str, str], Writer] | None = None
        self.note = ""  # what was done to a database that was there before

    def child(self, name: str, parent: str = "") -> Writer:
        """The writer of a child table; `parent` is the child table whose rows its rows belong to, "" for the main one.

        Both have the columns `page`, `region` and `record`, the key of a row; `parent` is the `record` of the other.
        The main one needs no `region` if it has one list of a page.
        """
        if name not in self.children:
            if self.open_child is None:
                raise TableError(f"a stream holds one table: write to a file for the child table {name!r}")
            self.children[name] = self.open_child(name, parent)
        return self.children[name]

    def add(self, table: Table) -> None:
        """Append the rows of a table."""
        self.add_ready(ReadyRows(table.names, kinds_of(table), self._body(table)))

    def ready(self, table: Table) -> ReadyRows:
        """The rows of a table as `add_ready` takes them; another process may prepare them."""
        return ReadyRows(table.names, kinds_of(table), table)

    def add_ready(self, rows: ReadyRows) -> None:
        """Append rows that are ready."""
        before = self._kinds or dict.fromkeys(rows.names, NOTHING)
        check_same_names(tuple(before), rows.names)
        kinds = before | {name: meet(name, before[name], kind) for name, kind in rows.kinds.items()}
        self._append(rows)
        self._kinds = kinds

    def add_part(self, table: Table, places: Mapping[str, int]) -> None:
        """Append the rows of a table that lacks some columns; `places` has all of them, with their numbers from 0."""
        self.add(table.widened(places))

    def add_merged(self, tables: Sequence[Table]) -> None:
        """Append the rows of all tables, with the columns of all: these are all that the file has."""
        self.add(merged(tables))

    def finish(self) -> None:
        """Complete the file; `writer` calls this."""
        if not self._kinds:
            self.add(concat([]))

    def _body(self, table: Table) -> Table | Iterable[Any]:
        """What is written of a table."""
        return table

    def _append(self, rows: ReadyRows) -> None:
        raise NotImplementedError


class _TextWriter(Writer):
    """Writes each batch at once."""

    def __init__(self, stream: IO[Any], form: text.LineWriter) -> None:
        super().__init__()
        self._stream = stream
        self._form = form
        self._binary = not _takes_text(stream)

    def add_part(self, table: Table, places: Mapping[str, int]) -> None:
        if self._form.part_lines is None:
            super().add_part(table, places)
            return
        self._add_parts([table], places, self._form.part_lines)

    def add_merged(self, tables: Sequence[Table]) -> None:
        if self._form.part_lines is None or not tables:
            super().add_merged(tables)
            return
        names = Table(dict.fromkeys((name for table in tables for name in table.names), ())).names
        places = {name: i for i, name in enumerate(names)}
        # Each has few of the columns: to make one table of all takes far longer.
        self._add_parts(list(agreeing(tables)), places, self._form.part_lines)

    def _add_parts(self, tables: Sequence[Table], places: Mapping[str, int], lines: text.PartLines) -> None:
        """Append the rows of tables that lack some columns; the kinds of all are known before anything is written."""
        kinds = self._kinds or dict.fromkeys(places, NOTHING)
        for table in tables:
            for name in table.filled:
                kind = kind_of(table, name)
                if kinds[name] != kind:
                    kinds[name] = meet(name, kinds[name], kind)
        header = () if self._kinds else self._form.header(tuple(places))
        self._write(chain(header, chain.from_iterable(lines(table, places) for table in tables)))
        self._kinds = kinds

    def ready(self, table: Table) -> ReadyRows:
        return ReadyRows(table.names, kinds_of(table), list(self._body(table)))

    def _body(self, table: Table) -> Iterator[Any]:
        return self._several(iter(self._form.lines(table)))

    def _append(self, rows: ReadyRows) -> None:
        head = iter(() if self._kinds else self._form.header(rows.names))
        pieces = chain(self._several(head), rows.body)
        first = list(islice(pieces, 2))
        for several in chain([first[0] + first[1]] if len(first) > 1 else first, pieces):
            self._stream.write(several)

    def _write(self, lines: Iterator[str | bytes]) -> None:
        for several in self._several(lines):
            self._stream.write(several)

    def _several(self, lines: Iterator[str | bytes]) -> Iterator[Any]:
        """The lines, many at a time, as the stream takes them."""
        while some := list(islice(lines, _LINES)):
            several = b"".join([each if isinstance(each, bytes) else each.encode() for each in some])
            yield several if self._binary else several.decode()


class _StoredWriter(Writer):
    """Keeps the batches, on disk when they are many: a column's type is known only after the last one.

    The main one of a file has `store`, which writes it and its child tables.
    """

    def __init__(self, spool: IO[bytes], name: str, parent: str) -> None:
        super().__init__()
        self._spool, self._name, self._parent = spool, name, parent
        self._n = 0
        self.store: Callable[[Sequence[NamedBatches]], str | None] | None = None

    def _append(self, rows: ReadyRows) -> None:
        pickle.dump(rows.body, self._spool)
        self._n += 1

    def finish(self) -> None:
        super().finish()
        if self.store:
            children = (each for each in self.children.values() if isinstance(each, _StoredWriter) and not each.store)
            self.note = self.store([each._batches() for each in (self, *children)]) or ""

    def _batches(self) -> NamedBatches:
        """All that was added, from the beginning."""
        types = {name: STORED_KINDS.get(kind, kind) for name, kind in self._kinds.items()} | {"node": "int"}
        self._spool.seek(0)
        return NamedBatches((pickle.load(self._spool) for _ in range(self._n)), types, self._name, self._parent)


def _takes_text(stream: IO[Any]) -> bool:
    """Whether the stream is one of text; asked by trying, as wrapped streams share no base class."""
    try:
        stream.write("")
    except TypeError:
        return False
    return True


def _format_name(path: Target, name: str | None) -> str:
    """The name of the format asked for, or the one that fits the suffix."""
    is_path = isinstance(path, str | os.PathLike)
    if is_path and name is None:
        name = SUFFIXES.get(Path(path).suffix.lower())  # type: ignore[arg-type]
    formats = [*text.FORMATS, *_STORED] if is_path else [*text.FORMATS]
    if name not in formats:
        kind = "file" if is_path else "stream"
        raise TableError(
            f"no known format for {kind} {path}: pass format= one of {', '.join(formats)}, "
            f"or a file name that ends in {', '.join(SUFFIXES)}"
        )
    return name


@contextmanager
def _named_errors(verb: str, path: object) -> Iterator[None]:
    """A context that turns errors of a file into a TableError with its name."""
    try:
        yield
    except _file_errors() as error:
        why = getattr(error, "strerror", None) or error
        raise TableError(f"cannot {verb} {path}: {why}") from error


def _file_errors() -> tuple[type[Exception], ...]:
    """What reading and writing a file may raise; asked only when something was raised."""
    import sqlite3

    return TableError, OSError, sqlite3.Error, UnicodeDecodeError
