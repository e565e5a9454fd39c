"""Columns on their way into a file and out of one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from weblode.errors import TableError
from weblode.formats.columns import NamedBatches, from_columns, transposed
from weblode.table import Table


def test_names_and_columns_are_a_table():
    table = from_columns(["page", "node", "price"], [["a.html", "a.html"], [3, 7], [2, 2.5]])
    assert table == Table({"page": ["a.html", "a.html"], "node": [3, 7], "price": [2.0, 2.5]})


def test_every_name_that_is_there_twice_is_told_once_in_order():
    names = ["page", "b", "node", "a", "b", "a", "b"]
    with pytest.raises(TableError, match=r"column names \['b', 'a'\] are there more than once: rename them"):
        from_columns(names, [[]] * len(names))


def test_a_column_without_a_name_is_not_dropped():
    with pytest.raises(ValueError, match="zip"):
        from_columns(["page", "node"], [["a.html"], [1], ["lost"]])


def test_no_rows_are_as_many_empty_columns_as_there_are_names():
    assert transposed([], 3) == [(), (), ()]
    assert transposed([], 0) == []


@given(st.integers(1, 5).flatmap(lambda n: st.lists(st.lists(st.integers(), min_size=n, max_size=n), min_size=1)))
def test_transposed_twice_rows_are_as_before(rows):
    columns = transposed(rows, len(rows[0]))
    assert [list(row) for row in transposed(columns, len(rows))] == rows


def test_rows_of_different_lengths_are_a_fault_and_lose_nothing():
    with pytest.raises(ValueError, match="zip"):
        transposed([(1, 2), (3,)], 2)


def test_a_table_is_the_main_one_unless_it_has_a_name():
    batches = NamedBatches([], {"page": "str", "node": "int"})
    assert (batches.name, batches.parent) == ("", "")
