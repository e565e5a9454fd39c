"""Formats that need the types of the columns before the first row: Parquet, SQLite and Excel."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from weblode.errors import TableError, require
from weblode.formats import excel, sqlite
from weblode.formats.columns import NamedBatches, from_columns
from weblode.table import Table

_GROUP_ROWS = 65_536


def _store_parquet(path: Path, tables: Sequence[NamedBatches], _main: str = "records") -> None:
    """Write a table to a Parquet file."""
    require("pyarrow", "weblode[arrow]")
    import pyarrow as pa
    from pyarrow import parquet

    [(batches, types, *_)] = tables
    plain = {"str": pa.string(), "int": pa.int64(), "float": pa.float64(), "bool": pa.bool_()}
    arrow_types = plain | {"date": pa.date32(), "datetime": pa.timestamp("us")}
    schema = pa.schema([(name, arrow_types[kind]) for name, kind in types.items()])
    with path.open("wb") as stream, parquet.ParquetWriter(stream, schema) as out:
        for group in _grouped(batches):
            columns = [chain.from_iterable([table.columns[column.name] for table in group]) for column in schema]
            arrays = [pa.array(list(values), column.type) for values, column in zip(columns, schema, strict=True)]
            out.write_table(pa.table(arrays, schema=schema))


def _grouped(batches: Iterable[Table]) -> Iterator[list[Table]]:
    """The same tables, several at a time: a Parquet file of many small row groups is slow to read."""
    group: list[Table] = []
    n = 0
    for batch in batches:
        group.append(batch)
        n += len(batch)
        if n >= _GROUP_ROWS:
            yield group
            group, n = [], 0
    if group:
        yield group


def _load_parquet(path: Path, _child: str = "", _main: str = "records") -> Table:
    """The table in a Parquet file."""
    require("pyarrow", "weblode[arrow]")
    import pyarrow as pa
    from pyarrow import parquet

    with path.open("rb") as stream:
        try:
            arrow = parquet.ParquetFile(stream).read()
            columns = [column.to_pylist() for column in arrow.columns]
        except (pa.ArrowException, ValueError) as error:
            raise TableError(f"{error}; give a Parquet file of text, dates, numbers and bools") from error
    return from_columns(arrow.column_names, columns)


class TableStore(NamedTuple):
    """A format that needs the types before the first row.

    The last argument of both functions is the name of the main table, for formats that have one.
    """

    store: Callable[[Path, Sequence[NamedBatches], str], None]  # into an empty file
    load: Callable[[Path, str, str], Table]  # the second argument is a child table, for formats that hold several


FORMATS = {
    "parquet": TableStore(_store_parquet, _load_parquet),
    "sqlite": TableStore(sqlite.store_new, sqlite.load),
    "xlsx": TableStore(excel.store, excel.load),
}
