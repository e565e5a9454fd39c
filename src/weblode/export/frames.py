"""Tables as data frames of pandas and Polars and as tables of Arrow; each library is imported only when it is used."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import TYPE_CHECKING, Any

from weblode.errors import require

if TYPE_CHECKING:
    from weblode.table import Table, Value


def arrow_table(table: Table) -> Any:
    """A table of Arrow with the same columns; types that Arrow infers itself, such as dates, are left to it."""
    require("pyarrow", "weblode[arrow]")
    import pyarrow

    types = {
        "str": pyarrow.string(),
        "int": pyarrow.int64(),
        "float": pyarrow.float64(),
        "bool": pyarrow.bool_(),
    }
    arrays = [pyarrow.array(values, types.get(table.types[name])) for name, values in table.columns.items()]
    return pyarrow.table(arrays, names=list(table.names))


def polars_frame(table: Table) -> Any:
    """A DataFrame of Polars with the same columns."""
    require("polars", "polars")
    import polars

    types = {"str": polars.String, "int": polars.Int64, "float": polars.Float64, "bool": polars.Boolean}
    columns = {name: list(values) for name, values in table.columns.items()}
    return polars.DataFrame(columns, schema={name: types.get(table.types[name]) for name in table.names})


def pandas_frame(table: Table) -> Any:
    """A DataFrame of pandas with the same columns."""
    require("pandas", "pandas")
    import pandas

    columns = {name: _series(pandas, values, table.types[name]) for name, values in table.columns.items()}
    return pandas.DataFrame(columns)


_PANDAS = {"int": ("int64", "Int64"), "bool": ("bool", "boolean"), "float": ("float64", "float64")}


def _series(pandas: Any, values: Sequence[Value], kind: str) -> Any:
    """A column of pandas; the nullable type where a value is missing, so that a number stays whole."""
    if kind in _PANDAS:
        return pandas.Series(list(values), dtype=_PANDAS[kind][None in values])
    if any(isinstance(value, date) for value in values):
        return pandas.Series(pandas.to_datetime(list(values)))
    return pandas.Series(list(values), dtype=None if any(value is not None for value in values) else "object")
