"""Cells in their slots."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tables.pages import grid_of, read, texts
from weblode.errors import LimitError
from weblode.tables.grid import NOTHING, grid, page_spans
from weblode.tags import NUMBERS


def test_cells_that_span_stand_in_all_their_slots():
    page = "<table><tr><td colspan=2>a<td rowspan=2>b<tr><td>c<td>d</table>"
    assert texts(grid_of(page)) == [["a", "a", "b"], ["c", "d", "b"]]


def test_rows_that_are_too_short_have_empty_slots():
    found = grid_of("<table><tr><td>a<tr><td>b<td>c<tr></table>")
    assert texts(found) == [["a", ""], ["b", "c"], ["", ""]]
    assert found.cells[0, 1] == NOTHING


def test_a_table_inside_a_cell_has_rows_of_its_own():
    page = "<table><tr><td><table><tr><td>x<tr><td>y</table><td>b<tr><td>c<td>d</table>"
    assert texts(grid_of(page)) == [["x y", "b"], ["c", "d"]]


def test_a_span_of_rows_ends_with_its_group_and_zero_means_up_to_there():
    page = "<table><thead><tr><td rowspan=9>a<tr><td>b<tbody><tr><td rowspan=0>c<td>d<tr><td>e<tfoot><tr><td>f</table>"
    assert texts(grid_of(page)) == [["a", ""], ["a", "b"], ["c", "d"], ["c", "e"], ["f", ""]]


@pytest.mark.parametrize("value", ["", "x", "-3", "0", "1.9", " 1", "+1"])
def test_spans_that_say_nothing_are_one(value):
    assert texts(grid_of(f'<table><tr><td colspan="{value}">a<td>b</table>')) == [["a", "b"]]


@pytest.mark.parametrize("value", ["2", " 2 ", "+2", "002", "2px", "2.7"])
def test_spans_are_read_as_browsers_do(value):
    assert texts(grid_of(f'<table><tr><td colspan="{value}">a<td>b</table>')) == [["a", "a", "b"]]


def test_only_the_attribute_itself_is_a_span():
    page = "<table><tr><td data-colspan=3 title='colspan'>colspan<td xcolspan=2>b</table>"
    assert not page_spans(read(page))
    assert page_spans(read("<table><tr><td rowspan=2 colspan=3>a")) == {6: (3, 2)}


@pytest.mark.parametrize("name", ["colspan", "rowspan"])
@pytest.mark.parametrize("value", ["9007199254740991", "1000", "65534", "9" * 5000])
def test_hostile_spans_are_quick_and_small(name, value):
    start = time.process_time()
    found = grid_of("<table>" + f"<tr><td {name}={value}>a<td>b" * 50 + "</table>")
    assert found.cells.size <= 1001 * 50
    assert time.process_time() - start < 1


def test_beyond_the_limit_is_an_error_that_names_the_option():
    page = "<table>" + "<tr><td colspan=1000>a<td colspan=1000>b" * 600 + "</table>"
    with pytest.raises(LimitError, match="more than 1,000,000 cells, spans counted; raise the limit with --max-cells"):
        grid_of(page)
    with pytest.raises(LimitError):
        grid_of("<table><tr><td>a<td>b<tr><td>c</table>", limit=3)
    with pytest.raises(LimitError):
        grid_of("<table><tr>" + "<td>a" * 100 + "<tr>" * 100 + "</table>", limit=5000)


@pytest.mark.parametrize(
    "page",
    [
        "<table><tr><td colspan=1000 rowspan=0>a" + "<tr>" * 200_000 + "</table>",
        "<table><tr>" + "<td>a" * 200_000 + "<td rowspan=0>b" + "<tr>" * 200_000 + "</table>",
        "<table>" + "<tr><td colspan=1000 rowspan=0>a" * 100_000 + "</table>",
    ],
)
def test_little_markup_cannot_ask_for_much_work(page):
    start = time.process_time()
    with pytest.raises(LimitError):
        grid_of(page)
    assert time.process_time() - start < 10


SPANS = st.sampled_from(
    ["", " colspan=2", " rowspan=2", " rowspan=3 colspan=2", " rowspan=0", " colspan=0", " rowspan=99"]
)
ROWS = st.lists(st.lists(SPANS, max_size=4), max_size=5)


def by_definition(rows):
    """The slots as the HTML standard places cells, one at a time, in one row group."""
    slots = {}
    for r, row in enumerate(rows):
        c = 0
        for number, span in enumerate(row):
            said = dict(part.split("=") for part in span.split())
            wide, high = max(1, int(said.get("colspan", 1))), int(said.get("rowspan", 1)) or len(rows)
            while (r, c) in slots:
                c += 1
            for y in range(r, min(len(rows), r + high)):
                for x in range(c, c + wide):
                    slots.setdefault((y, x), f"{r}.{number}")
            c += wide
    width = max((x for _, x in slots), default=-1) + 1
    return [[slots.get((y, x), "") for x in range(width)] for y in range(len(rows))]


@given(ROWS)
@settings(max_examples=300, deadline=None)
def test_slots_are_those_of_the_standard(rows):
    cells = ("".join(f"<td{span}>{r}.{n}" for n, span in enumerate(row)) for r, row in enumerate(rows))
    found = grid_of("<table><tbody>" + "".join(f"<tr>{row}" for row in cells) + "</table>")
    assert texts(found) == by_definition(rows)


WILD = st.builds(
    lambda names, text: f"<td {' '.join(names)}>{text}",
    st.lists(st.builds("{}={}".format, st.sampled_from(["colspan", "rowspan"]), st.integers(0, 2**64)), max_size=2),
    st.sampled_from(["a", "b", "<table><tr><td>x</table>", ""]),
)


@given(st.lists(st.lists(WILD, max_size=4), max_size=6))
@settings(max_examples=200, deadline=None)
def test_any_spans_give_a_rectangle_that_holds_every_cell(rows):
    tree = read("<table>" + "".join("<tr>" + "".join(row) for row in rows) + "</table>")
    for table in (u for u in range(len(tree)) if tree.name(u) == "table"):
        found = grid(tree, table)
        assert found.cells.size <= 6 * 24 * 1000
        own = [
            u for u in range(len(tree)) if tree.name(u) == "td" and tree.parent[tree.parent[tree.parent[u]]] == table
        ]
        assert set(own) == set(found.cells.ravel().tolist()) - {NOTHING}
        assert all(tree.tag[u] == NUMBERS["td"] for u in own)
