"""What every result with rows can become; `weblode.Table`, lists of records, data tables and outlines share it."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar, overload

from weblode.errors import TableError

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

    from weblode.table import Table, Value

Path = str | os.PathLike[str]
Result = TypeVar("Result")


class Tabular:
    """A result with rows. `as_table` has them; all else here is a way out of it.

    pandas, Polars, DuckDB and others that speak Arrow's PyCapsule interface also take the object itself:
    `pandas.DataFrame.from_arrow(books)`, `polars.DataFrame(books)`, `duckdb.sql("SELECT * FROM books")`.
    """

    __slots__ = ()
    sql_name: ClassVar[str] = "records"  # of the table in SQLite, and of the sheet in Excel

    def as_table(self) -> Table:
        """The rows as a table of typed columns, with the page and node of each row."""
        raise NotImplementedError

    def to_dicts(self) -> list[dict[str, Value]]:
        """The rows as dictionaries, None where a value is missing."""
        return list(self.as_table().rows())

    def to_pandas(self) -> pandas.DataFrame:
        """The rows as a DataFrame of pandas; whole numbers and bools keep their type where values are missing."""
        from weblode.export.frames import pandas_frame

        frame: pandas.DataFrame = pandas_frame(self.as_table())
        return frame

    def to_polars(self) -> polars.DataFrame:
        """The rows as a DataFrame of Polars."""
        from weblode.export.frames import polars_frame

        frame: polars.DataFrame = polars_frame(self.as_table())
        return frame

    def to_arrow(self) -> pyarrow.Table:
        """The rows as a table of Arrow."""
        from weblode.export.frames import arrow_table

        table: pyarrow.Table = arrow_table(self.as_table())
        return table

    def __arrow_c_stream__(self, requested_schema: object = None) -> Any:
        """The rows as a PyCapsule of an Arrow stream, for other libraries."""
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    def to_csv(self, path: Path) -> None:
        """Write the rows to a CSV file."""
        self._write(path, "csv")

    def to_parquet(self, path: Path) -> None:
        """Write the rows to a Parquet file."""
        self._write(path, "parquet")

    def to_sqlite(self, path: Path) -> None:
        """Write the rows to a table of an SQLite file: `records`, `tables` or `outline`."""
        self._write(path, "sqlite")

    def to_excel(self, path: Path) -> None:
        """Write the rows to an Excel file, which must be named `.xlsx`."""
        from weblode import formats

        if not os.fspath(path).lower().endswith(".xlsx"):
            raise TableError(f"{os.fspath(path)}: an Excel file must be named .xlsx")
        formats.write(self.as_table(), path, name=self.sql_name)

    def to_json(self, path: Path) -> None:
        """Write the rows to a JSON file: an array of objects, or an object a line if it is named `.jsonl`."""
        from weblode.files import replace_file
        from weblode.formats.text import iso_text

        if os.fspath(path).lower().endswith((".jsonl", ".ndjson")):
            self._write(path, "jsonl")
            return
        lines = ",\n".join(json.dumps(row, ensure_ascii=False, default=iso_text) for row in self.as_table().rows())
        replace_file(path, f"[\n{lines}\n]\n".encode() if lines else b"[]\n", error=TableError)

    def _write(self, path: Path, name: str) -> None:
        from weblode import formats

        formats.write(self.as_table(), path, name, name=self.sql_name)

    def _repr_html_(self) -> str:
        """The first rows as an HTML table, which notebooks show."""
        from weblode.export.markup import table_markup

        return table_markup(self.as_table())


class Results(Tabular, Generic[Result]):
    """Several results in their order, with the rows of all of them; equal to a list of the same.

    Not a `list` nor a `Sequence`: pandas, Polars and Arrow would take it for one, and not ask for its rows.
    """

    __slots__ = ("_results",)
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, results: Iterable[Result] = ()) -> None:
        self._results = tuple(results)

    def __len__(self) -> int:
        return len(self._results)

    def __iter__(self) -> Iterator[Result]:
        return iter(self._results)

    @overload
    def __getitem__(self, index: int) -> Result: ...

    @overload
    def __getitem__(self, index: slice) -> list[Result]: ...

    def __getitem__(self, index: int | slice) -> Result | list[Result]:
        return list(self._results[index]) if isinstance(index, slice) else self._results[index]

    def __eq__(self, other: object) -> bool:
        return list(self) == list(other) if isinstance(other, list | tuple | Results) else NotImplemented

    def __repr__(self) -> str:
        return repr(list(self._results))
