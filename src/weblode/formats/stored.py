"""Formats that need the types of the columns before the first row: Parquet and SQLite."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

from weblode.errors import TableError
from weblode.formats.columns import from_columns, transposed
from weblode.table import Table, concat

_GROUP_ROWS = 65_536


def _store_parquet(path: Path, batches: Iterable[Table], types: Mapping[str, str]) -> None:
    """Write the batches to a Parquet file."""
    import pyarrow as pa
    from pyarrow import parquet

    arrow_types = {"str": pa.string(), "int": pa.int64(), "float": pa.float64(), "bool": pa.bool_()}
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


def _load_parquet(path: Path) -> Table:
    """The table in a Parquet file."""
    import pyarrow as pa
    from pyarrow import parquet

    with path.open("rb") as stream:
        try:
            arrow = parquet.ParquetFile(stream).read()
            columns = [column.to_pylist() for column in arrow.columns]
        except (pa.ArrowException, ValueError) as error:
            raise TableError(f"{error}; give a Parquet file of text, numbers and bools") from error
    return from_columns(arrow.column_names, columns)


_DECLARED = {"str": "TEXT", "int": "INTEGER", "float": "REAL", "bool": "BOOLEAN"}


def _store_sqlite(path: Path, batches: Iterable[Table], types: Mapping[str, str]) -> None:
    """Write the batches to the table "records" of an SQLite file."""
    for name in types:
        if "\0" in name:
            raise TableError(f"SQLite has no NUL in column names, as in {name!r}: rename it")
    columns = [f'"{name.replace(chr(34), chr(34) * 2)}" {_DECLARED[kind]}' for name, kind in types.items()]
    insert = f"INSERT INTO records VALUES ({', '.join('?' * len(types))})"
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        # The file is thrown away if this fails, so it needs no journal.
        connection.execute("PRAGMA journal_mode = OFF")
        connection.execute("BEGIN")
        connection.execute(f"CREATE TABLE records ({', '.join(columns)})")
        for table in batches:
            connection.executemany(insert, zip(*table.columns.values(), strict=True))
        connection.execute("COMMIT")


def _load_sqlite(path: Path) -> Table:
    """The table "records" of an SQLite file."""
    # Read-only, as SQLite would otherwise make the file that is not there.
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
        declared = dict(connection.execute("SELECT name, type FROM pragma_table_info('records')"))
        if not declared:
            raise TableError("it has no table 'records': rename the one that holds them")
        # In the order written; ORDER BY rowid would mean a column of that name if there is one.
        cursor = connection.execute("SELECT * FROM records")
        names = [column[0] for column in cursor.description]
        columns = transposed(cursor.fetchall(), len(names))
    kinds = [declared.get(name, "") for name in names]
    return from_columns(names, list(map(_sqlite_values, kinds, columns)))


def _sqlite_values(declared: str, values: Sequence[Any]) -> Sequence[Any]:
    """A column, with 0 and 1 as bools if it was declared so."""
    if declared.upper() != "BOOLEAN":
        return values
    return [bool(value) if value in (0, 1) else value for value in values]


class TableStore(NamedTuple):
    """A format that needs the types before the first row."""

    store: Callable[[Path, Iterable[Table], Mapping[str, str]], None]
    load: Callable[[Path], Table]


FORMATS = {
    "parquet": TableStore(_store_parquet, _load_parquet),
    "sqlite": TableStore(_store_sqlite, _load_sqlite),
}
