"""Data frames and tables of Arrow: the types of the columns, with and without missing values."""

from datetime import date, datetime

import pandas
import pyarrow
import pytest

from weblode.export.frames import arrow_table, pandas_frame
from weblode.table import Table

FULL = {
    "count": [1, 2],
    "price": [1.5, 2.0],
    "new": [True, False],
    "day": [date(2018, 5, 3), date(2018, 5, 4)],
    "time": [datetime(2018, 5, 3, 10), datetime(2018, 5, 4, 11)],
    "title": ["One", "Two"],
}


def table(**columns):
    n = max(map(len, columns.values()), default=0)
    return Table({"page": ["a.html"] * n, "node": list(range(n)), **columns})


def with_a_hole(values):
    return [values[0], None]


@pytest.mark.parametrize(
    ("name", "full", "holed"),
    [
        ("count", "int64", "Int64"),
        ("price", "float64", "float64"),
        ("new", "bool", "boolean"),
        ("title", pandas.Series(["x"]).dtype.name, pandas.Series(["x", None]).dtype.name),
    ],
)
def test_a_column_of_pandas_is_nullable_only_where_a_value_is_missing(name, full, holed):
    values = FULL[name]
    assert pandas_frame(table(x=values))["x"].dtype.name == full
    frame = pandas_frame(table(x=with_a_hole(values)))
    assert frame["x"].dtype.name == holed
    assert frame["x"].isna().tolist() == [False, True]
    assert frame["x"][0] == values[0]


@pytest.mark.parametrize("name", ["day", "time"])
def test_dates_are_times_of_pandas_and_a_missing_one_is_no_time(name):
    frame = pandas_frame(table(x=with_a_hole(FULL[name])))
    assert frame["x"].dtype.kind == "M"
    assert frame["x"][0] == pandas.Timestamp(FULL[name][0])
    assert frame["x"].isna().tolist() == [False, True]


def test_a_column_without_any_value_is_text_in_arrow_and_of_any_kind_in_pandas():
    empty = table(x=[None, None])
    assert arrow_table(empty).schema.field("x").type == pyarrow.string()
    assert pandas_frame(empty)["x"].dtype == object


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("count", pyarrow.int64()),
        ("price", pyarrow.float64()),
        ("new", pyarrow.bool_()),
        ("day", pyarrow.date32()),
        ("time", pyarrow.timestamp("us")),
        ("title", pyarrow.string()),
    ],
)
def test_a_column_of_arrow_has_its_type_with_and_without_missing_values(name, kind):
    for values in (FULL[name], with_a_hole(FULL[name])):
        arrow = arrow_table(table(x=values))
        assert arrow.schema.field("x").type == kind
        assert arrow["x"].to_pylist() == values


def test_a_table_without_rows_keeps_its_columns():
    empty = Table({"page": [], "node": [], "title": []})
    assert list(pandas_frame(empty).columns) == arrow_table(empty).column_names == ["page", "node", "title"]
    assert len(pandas_frame(empty)) == arrow_table(empty).num_rows == 0
