"""Formats that need the types of the columns before the first row: Parquet and SQLite."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from datetime import date, datetime
from pathlib import Path
from typing import Any, NamedTuple

from weblode.errors import TableError
from weblode.formats.columns import from_columns, transposed
from weblode.table import Table, concat

_GROUP_ROWS = 65_536
_RECORDS = "records"  # the table of an SQLite file


def _store_parquet(path: Path, batches: Iterable[Table], types: Mapping[str, str]) -> None:
    """Write the batches to a Parquet file."""
    import pyarrow as pa
    from pyarrow import parquet

    plain = {"str": pa.string(), "int": pa.int64(), "float": pa.float64(), "bool": pa.bool_()}
    arrow_types = plain | {"date": pa.date32(), "datetime": pa.timestamp("us")}
    schema = pa.schema([(name, arrow_types[kind]) for name, kind in types.items()])
    with path.open("wb") as stream, parquet.ParquetWriter(stream, schema) as out:
        for table in _grouped(batches):
            arrays = [pa.array(table[column.name], column.type) for column in schema]
            out.write_table(pa.table(arrays, schema=schema))


def _grouped(batches: Iterable[Table]) -> Iterator[Table]:
    """The same rows in larger tables: a Parquet file of many small row groups is slow to read."""
    group: list[Table] = []
    n = 0
    for batch in batches:
        group.append(batch)
        n += len(batch)
        if n >= _GROUP_ROWS:
            yield concat(group)
            group, n = [], 0
    if group:
        yield concat(group)


def _load_parquet(path: Path, _child: str = "") -> Table:
    """The table in a Parquet file."""
    import pyarrow as pa
    from pyarrow import parquet

    with path.open("rb") as stream:
        try:
            arrow = parquet.ParquetFile(stream).read()
            columns = [column.to_pylist() for column in arrow.columns]
        except (pa.ArrowException, ValueError) as error:
            raise TableError(f"{error}; give a Parquet file of text, dates, numbers and bools") from error
    return from_columns(arrow.column_names, columns)


_DECLARED = {
    "str": "TEXT",
    "int": "INTEGER",
    "float": "REAL",
    "bool": "BOOLEAN",
    "date": "DATE",  # as text of ISO 8601, which SQLite's own functions read
    "datetime": "TIMESTAMP",
}
_DATES: dict[str, Callable[[str], date]] = {"DATE": date.fromisoformat, "TIMESTAMP": datetime.fromisoformat}


def _store_sqlite(path: Path, batches: Iterable[Table], types: Mapping[str, str]) -> None:
    """Write the batches to the table "records" of an SQLite file."""
    with _unjournaled(path) as connection:
        _create(connection, _RECORDS, batches, types)


def append_child(path: Path, name: str, parent: str, batches: Iterable[Table], types: Mapping[str, str]) -> None:
    """Write the batches to a further table of an SQLite file, with a foreign key to the table of the parent.

    The key is left out if the parent has two rows with the same key, as it has if a page was read twice.
    """
    with _unjournaled(path) as connection:
        above = _child_table(parent)
        unique = _quoted(f"{above} key")
        reference = f"FOREIGN KEY (page, region, parent) REFERENCES {_quoted(above)} (page, region, record)"
        try:
            connection.execute(f"CREATE UNIQUE INDEX IF NOT EXISTS {unique} ON {_quoted(above)} (page, region, record)")
        except sqlite3.IntegrityError:
            reference = ""
        _create(connection, _child_table(name), batches, types, *filter(None, [reference]))


def _child_table(name: str) -> str:
    """The name of a child table in SQLite, of the main one for "": "offers.comments" is in records_offers__comments."""
    return f"{_RECORDS}_{name.replace('.', '__')}" if name else _RECORDS


def _quoted(name: str) -> str:
    return f'"{name.replace(chr(34), chr(34) * 2)}"'


@contextmanager
def _unjournaled(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection in one transaction; the file is thrown away if this fails, so it needs no journal."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = OFF")
        connection.execute("BEGIN")
        yield connection
        connection.execute("COMMIT")


def _create(
    connection: sqlite3.Connection, name: str, batches: Iterable[Table], types: Mapping[str, str], *more: str
) -> None:
    """Make a table with these columns and further clauses, and insert the batches."""
    for column in types:
        if "\0" in column:
            raise TableError(f"SQLite has no NUL in column names, as in {column!r}: rename it")
    columns = [f"{_quoted(column)} {_DECLARED[kind]}" for column, kind in types.items()]
    connection.execute(f"CREATE TABLE {_quoted(name)} ({', '.join([*columns, *more])})")
    insert = f"INSERT INTO {_quoted(name)} VALUES ({', '.join('?' * len(types))})"
    for table in batches:
        cells = [
            list(map(_sqlite_text, values)) if types[column] in ("date", "datetime") else values
            for column, values in table.columns.items()
        ]
        connection.executemany(insert, zip(*cells, strict=True))


def _sqlite_text(value: Any) -> str | None:
    """A date or time as SQLite writes it; None stays."""
    if value is None:
        return None
    return value.isoformat(sep=" ") if isinstance(value, datetime) else str(value)


def _load_sqlite(path: Path, child: str = "") -> Table:
    """The table "records" of an SQLite file, or the table of a child."""
    name = _child_table(child)
    # Read-only, as SQLite would otherwise make the file that is not there.
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
        declared = dict(connection.execute("SELECT name, type FROM pragma_table_info(?)", [name]))
        if not declared:
            raise TableError(f"it has no table {name!r}: rename the one that holds them")
        # In the order written; ORDER BY rowid would mean a column of that name if there is one.
        cursor = connection.execute(f"SELECT * FROM {_quoted(name)}")
        names = [column[0] for column in cursor.description]
        columns = transposed(cursor.fetchall(), len(names))
    kinds = [declared.get(name, "") for name in names]
    return from_columns(names, list(map(_sqlite_values, kinds, columns)))


def _sqlite_values(declared: str, values: Sequence[Any]) -> Sequence[Any]:
    """A column, with 0 and 1 as bools and ISO texts as dates if it was declared so, and if all are such."""
    if declared.upper() == "BOOLEAN":
        return [bool(value) if value in (0, 1) else value for value in values]
    parse = _DATES.get(declared.upper())
    try:
        return [value if value is None else parse(value) for value in values] if parse else values
    except (TypeError, ValueError):
        return values


class TableStore(NamedTuple):
    """A format that needs the types before the first row."""

    store: Callable[[Path, Iterable[Table], Mapping[str, str]], None]
    load: Callable[[Path, str], Table]  # the second argument is a child table, for formats that hold several


FORMATS = {
    "parquet": TableStore(_store_parquet, _load_parquet),
    "sqlite": TableStore(_store_sqlite, _load_sqlite),
}
