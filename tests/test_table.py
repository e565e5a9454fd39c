import pickle
import sys
from dataclasses import FrozenInstanceError
from datetime import UTC, date, datetime
from enum import Enum

import children
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from weblode.errors import TableError
from weblode.table import EXACT_INT, Table, concat


def one(**columns):
    """A table of as many rows as the first further column has, all from one page."""
    n = len(next(iter(columns.values()), ()))
    return Table({"page": ["a.html"] * n, "node": range(n), **columns})


def test_page_and_node_come_first():
    table = Table({"title": ["t"], "node": [4], "price": [1], "page": ["a"]})
    assert table.names == ("page", "node", "title", "price")


def test_a_table_knows_its_rows_columns_and_types():
    table = one(title=["x", None], price=[1.5, 2.5], stock=[3, 4], new=[True, None])
    assert len(table) == 2
    assert table["title"] == ("x", None)
    assert dict(table.types) == {
        "page": "str",
        "node": "int",
        "title": "str",
        "price": "float",
        "stock": "int",
        "new": "bool",
    }
    assert list(table.rows())[1] == {
        "page": "a.html",
        "node": 1,
        "title": None,
        "price": 2.5,
        "stock": 4,
        "new": None,
    }
    assert repr(one(price=[1])) == "Table(1 rows: page str, node int, price int)"


def test_an_empty_table_has_an_int_node():
    table = Table({"page": (), "node": (), "price": ()})
    assert dict(table.types) == {"page": "str", "node": "int", "price": "str"}
    assert list(table.rows()) == []


def test_a_column_of_only_none_is_text():
    assert one(price=[None, None]).types["price"] == "str"


def test_ints_among_floats_become_floats():
    table = one(price=[1, 2.5, None, -EXACT_INT])
    assert table.types["price"] == "float"
    assert [type(value) for value in table["price"]] == [float, float, type(None), float]


def test_ints_that_floats_step_over_are_refused_among_floats():
    with pytest.raises(TableError, match=r"column 'price', row 1: an int of 54 bits among floats .*2\*\*53"):
        one(price=[0.5, EXACT_INT + 1])


@pytest.mark.parametrize(
    ("values", "message"),
    [
        (["a", None, 1], "column 'x', row 2: 1 is a int, but the rows before hold str; convert"),
        ([1, 2.5, "b"], "column 'x', row 2: 'b' is a str, but the rows before hold float; convert"),
        ([1, True], "column 'x', row 1: True is a bool, but the rows before hold int; convert"),
        ([0.5, False], "column 'x', row 1: False is a bool, but the rows before hold float; convert"),
        ([b"a"], "column 'x', row 0: b'a' is a bytes; make it a str"),
        ([[1]], r"column 'x', row 0: \[1\] is a list; make it a str"),
        (np.zeros((1, 2)), "is a list; make it a str"),
        ([2**63], "column 'x', row 0: an int of 64 bits is beyond 64 bits signed; make the column str"),
        ([-(2**63) - 1], "beyond 64 bits signed"),
        ([10**5000], "an int of 16610 bits"),
        ([0.5, float("nan")], "column 'x', row 1: nan is not finite; use None"),
        ([float("-inf")], "-inf is not finite; use None"),
        (["a\ud800"], r"column 'x', row 0: 'a\\ud800' has a lone surrogate.*U\+FFFD"),
        ("abc", "column 'x' is one str: give a sequence"),
        (b"abc", "column 'x' is one bytes: give a sequence"),
        (7, "column 'x' is one int: give a sequence"),
    ],
)
def test_values_that_no_column_holds_are_refused(values, message):
    n = len(values) if isinstance(values, list) else 1
    with pytest.raises(TableError, match=message):
        Table({"page": ["a"] * n, "node": range(n), "x": values})


def test_the_ends_of_64_bits_are_allowed():
    assert one(x=[-(2**63), 2**63 - 1])["x"] == (-(2**63), 2**63 - 1)


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({"node": [1]}, r"no column 'page' among \['node'\]"),
        ({"page": ["a"]}, "no column 'node'"),
        ({"page": ["a"], "node": [1], "": [1]}, "column name ''"),
        ({"page": ["a"], "node": [1], 3: [1]}, "column name 3"),
        ({"page": ["a"], "node": [1], "\udc00": [1]}, "surrogates"),
        (
            {"page": ["a"], "node": [1], "Page": ["a"]},
            "columns 'page' and 'Page' differ only in case.*rename",
        ),
        ({"page": ["a"], "node": [1], "x": [1, 2]}, "column 'x' has 2 values, 'page' has 1: fill"),
        ({"page": [None], "node": [1]}, "column 'page', row 0: None"),
        ({"page": ["a", "b"], "node": [1, None]}, "column 'node', row 1: None"),
        ({"page": [1], "node": [1]}, "column 'page' holds int, it must hold str"),
        ({"page": ["a"], "node": ["1"]}, "column 'node' holds str, it must hold int"),
    ],
)
def test_columns_that_make_no_table_are_refused(columns, message):
    with pytest.raises(TableError, match=message):
        Table(columns)


def test_numpy_values_become_plain_ones():
    table = one(
        price=np.array([1.5, 2.5]),
        stock=[np.int32(1), 2],
        new=np.array([True, False]),
        name=[np.str_("a"), None],
    )
    assert dict(list(table.types.items())[2:]) == {
        "price": "float",
        "stock": "int",
        "new": "bool",
        "name": "str",
    }
    assert {type(value) for name in table.names for value in table[name]} == {
        str,
        int,
        float,
        bool,
        type(None),
    }


def test_subclasses_of_plain_types_become_plain_ones():
    colour = Enum("colour", {"RED": "red"}, type=str)
    size = Enum("size", {"BIG": 3}, type=int)
    weight = Enum("weight", {"LIGHT": 0.5}, type=float)
    table = one(colour=[colour.RED], size=[size.BIG], weight=[weight.LIGHT])
    assert [type(table[name][0]) for name in table.names[2:]] == [str, int, float]
    assert [table[name][0] for name in table.names[2:]] == ["red", 3, 0.5]


def test_a_table_cannot_be_changed():
    values = ["x"]
    table = one(title=values)
    values.append("y")
    assert table["title"] == ("x",)
    with pytest.raises(TypeError):
        table.columns["title"] = ("z",)
    with pytest.raises(FrozenInstanceError):
        table.columns = {}


def test_equality_is_by_names_order_types_and_values():
    assert one(x=[1]) == one(x=[1])
    assert one(x=[1]) != one(x=[1.0])
    assert one(x=[1]) != one(x=[True])
    assert one(x=[1]) != one(x=[2])
    assert one(x=[1], y=[1]) != one(y=[1], x=[1])
    assert one(x=[1]) != "table"


def test_an_unknown_column_is_named_with_the_known_ones():
    with pytest.raises(TableError, match="no column 'prize': the columns are 'page', 'node', 'price'"):
        one(price=[1])["prize"]


def test_a_table_survives_pickling():
    table = one(title=["x", None], new=[True, None])
    assert pickle.loads(pickle.dumps(table)) == table


def test_a_table_is_widened_by_columns_of_none():
    table = Table({"page": ["a"], "node": [1], "x": [2], "y": [None]})
    wide = table.widened(["page", "node", "z", "x", "y"])
    assert wide == Table({"page": ["a"], "node": [1], "z": [None], "x": [2], "y": [None]})
    assert wide.filled == Table(dict(wide.columns)).filled == {"page", "node", "x"}


def test_columns_are_renamed_and_texts_added_after_page_and_node():
    table = Table({"page": ["a", "b"], "node": [1, 2], "x": [2, None]})
    expected = Table({"page": ["a", "b"], "node": [1, 2], "part": ["p", "p"], "y": [2, None]})
    assert table.renamed({"x": "y"}, {"part": "p"}) == expected


def test_concat_puts_rows_one_after_the_other():
    joined = concat([one(x=[1, None]), one(x=[None]), one(x=[2.5])])
    assert joined["x"] == (1.0, None, None, 2.5)
    assert joined["node"] == (0, 1, 0, 0)


def test_concat_of_nothing_is_an_empty_table():
    assert concat([]) == Table({"page": (), "node": ()})


def test_concat_refuses_other_names():
    with pytest.raises(TableError, match=r"columns \['page', 'node', 'y'\] do not continue"):
        concat([one(x=[1]), one(y=[1])])


@given(st.lists(st.one_of(st.none(), st.integers(-9, 9), st.floats(-9, 9), st.booleans(), st.text(max_size=2))))
@settings(max_examples=100, deadline=None)
def test_a_column_has_one_type_or_is_refused(values):
    kinds = {type(value) for value in values if value is not None}
    if len(kinds) > 1 and kinds != {int, float}:
        with pytest.raises(TableError, match="one type"):
            one(x=values)
    else:
        table = one(x=values)
        assert table["x"] == tuple(values)
        assert {type(value).__name__ for value in table["x"] if value is not None} <= {table.types["x"]}


def test_importing_the_table_loads_no_large_library():
    code = "import sys, weblode.table, weblode.formats; print({'pyarrow', 'rich', 'numpy'} & set(sys.modules))"
    run = children.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "set()\n"


def test_dates_and_times_are_types_and_times_have_no_zone():
    table = one(day=[date(2017, 5, 3), None], time=[datetime(2017, 5, 3, 10), None])
    assert (table.types["day"], table.types["time"]) == ("date", "datetime")
    with pytest.raises(TableError, match="has a time zone"):
        one(time=[datetime(2017, 5, 3, tzinfo=UTC)])
    with pytest.raises(TableError, match="but the rows before hold date"):
        one(day=[date(2017, 5, 3), datetime(2017, 5, 3)])


def test_a_column_is_filled_by_a_value_in_any_row():
    columns = {"first": ["a", None], "last": [None, "b"], "never": [None, None]}
    assert Table({"page": ["p", "p"], "node": [1, 2], **columns}).filled == {"page", "node", "first", "last"}
    assert Table(dict.fromkeys(("page", "node", "x"), ())).filled == set()
