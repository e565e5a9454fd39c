"""All tables of a page."""

import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import SOUP

import weblode
from tables.pages import TOWNS, first, read
from weblode.errors import WeblodeError
from weblode.limits import Limits
from weblode.tables import METHODS
from weblode.tables.discover import discover
from weblode.tables.rows import value_table


def test_tables_are_numbered_in_document_order_and_nested_ones_are_their_own():
    page = f"<table><tr><td>menu<td>{TOWNS}</table><p>{TOWNS}"
    found = discover(read(page))
    assert [each.index for each in found] == [1, 2]
    everything = discover(read(page), refused=True)
    assert [each.genuine for each in everything] == [False, True, True]
    assert [each.tree.name(each.table) for each in everything] == ["table"] * 3


def test_a_table_as_one_object():
    found = first(TOWNS).as_dict()
    assert (found["index"], found["xpath"], found["genuine"]) == (0, "/html/body/table", True)
    assert (found["orientation"], found["rows"], found["cols"]) == ("column", 4, 4)
    assert found["header_cells"] == [[0, 0], [0, 1], [0, 2], [0, 3]]
    assert len(found["records"]) == 3
    assert "reason" not in found
    assert first("<table></table>").as_dict()["reason"]


def test_the_package_is_a_function():
    assert len(weblode.tables(weblode.read(TOWNS.encode()))) == 1
    assert isinstance(weblode.tables(read(TOWNS))[0], weblode.DataTable)


def test_an_unknown_method_is_an_error():
    with pytest.raises(WeblodeError, match="no method 'magic'; choose one of evidence, ontominer"):
        discover(read(TOWNS), "magic")


def test_a_table_beyond_the_limit_is_refused_and_the_others_are_done():
    large = "<table>" + "<tr><td colspan=500>a 1<td colspan=500>b 2" * 40 + "</table>"
    found = discover(read(large + TOWNS), refused=True, limits=Limits(cells=30_000))
    assert [each.genuine for each in found] == [False, True]
    assert "--max-cells" in found[0].reason


def test_all_tables_of_a_page_share_the_limit():
    found = discover(read(TOWNS * 5), refused=True, limits=Limits(cells=50))
    assert [each.genuine for each in found] == [True, True, True, False, False]


def test_at_most_two_thousand_tables_of_a_page_are_judged_and_the_others_are_told():
    lost = []
    found = discover(read("<table><tr><td>a<td>b<tr><td>1<td>2</table>" * 2100), refused=True, lost=lost.append)
    assert len(found) == 2100
    assert [each.index for each in found if "--max-cells" in each.reason] == list(range(2000, 2100))
    assert len(lost) == 100


def test_tables_that_a_limit_leaves_out_are_told_though_they_are_not_asked_for():
    lost = []
    assert discover(read(TOWNS * 5), limits=Limits(cells=5), lost=lost.append) == []
    assert len(lost) == 5
    assert all("--max-cells" in reason for reason in lost)


def test_many_hostile_tables_cost_little_more_than_one():
    large = "<table>" + "<tr><td colspan=1000>a 1<td colspan=1000>b 2" * 600 + "</table>"
    start = time.process_time()
    assert not any(each.genuine for each in discover(read(large * 45), refused=True))
    assert time.process_time() - start < 10


def test_values_and_records_as_tables():
    found = first(TOWNS)
    assert len(value_table(found)) == 12
    assert value_table(found)["field"][:2] == ("Town", "Canton")
    wide = first(TOWNS.replace("Canton", "Page").replace("Since", "town")).as_table()
    text = tuple(name for name in wide.names if not name.endswith(")"))
    assert text == ("page", "node", "record", "Town", "Page 2", "People", "town 2")


def answers(page, method="evidence"):
    keys = ("index", "genuine", "orientation", "header_cells", "rows", "cols", "records", "caption", "reason")
    return [{key: each.as_dict().get(key) for key in keys} for each in discover(read(page), method, refused=True)]


CELL = st.builds(
    lambda tag, attributes, text: (tag, attributes, text),
    st.sampled_from(["td", "th"]),
    st.lists(st.sampled_from(['class="a"', 'bgcolor="red"', 'colspan="2"', 'rowspan="2"', 'id="x"']), unique=True),
    st.sampled_from(["one", "12.5", "<b>Name</b>", "<a href=x>a link</a>", "$ 3.00", "", "a longer text here:"]),
)
TABLES = st.lists(st.lists(CELL, min_size=1, max_size=4), min_size=1, max_size=6)


def written(rows, *, order=1, space=""):
    lines = []
    for row in rows:
        cells = (f"<{tag} {' '.join(said[::order])}>{text}</{tag}>" for tag, said, text in row)
        lines.append(f"<tr>{space}{space.join(cells)}{space}</tr>")
    return f"<table>{space}{space.join(lines)}{space}</table>"


@given(TABLES, st.sampled_from(METHODS))
@settings(max_examples=150, deadline=None)
def test_the_order_of_attributes_and_space_between_tags_do_not_matter(rows, method):
    assert answers(written(rows), method) == answers(written(rows, order=-1, space="\n  "), method)


@given(SOUP, st.sampled_from(METHODS))
@settings(max_examples=200, deadline=None)
def test_any_soup_gives_tables_that_can_be_written(soup, method):
    for each in discover(read(f"<table>{soup}"), method, refused=True):
        assert each.genuine == (each.orientation is not None)
        assert each.as_dict()["rows"] == each.shape[0]
        if each.records and each.genuine:
            value_table(each), each.as_table()


@given(TABLES)
@settings(max_examples=100, deadline=None)
def test_values_of_records_stand_in_the_table(rows):
    found = first(written(rows))
    texts = {re.sub("<[^>]*>", "", text) for row in rows for _, _, text in row}
    for record in found.records:
        assert {value for name, value in record.items() if name != "row"} <= texts | {""}
