"""Names of columns by header rows whose cells span columns and rows."""

import pytest

from weblode.pages.html import parse
from weblode.records.column_headers import names_above
from weblode.records.discover import discover
from weblode.tags import NUMBERS

ROWS = "".join(f"<tr><td>{i}<td>{name}<td>{15 + i}h<td>+{20 + i}<td>{i * 31}</tr>" for i, name in enumerate("PQRSTUV"))
GROUPED = (
    "<tr><th rowspan=2>No.<th rowspan=2>Object<th colspan=2>Position<th rowspan=2>Speed</tr><tr><th>RA<th>Dec</tr>"
)


def names(head, rows=ROWS):
    tree = parse(f"<table>{head}{rows}</table>".encode())
    all_rows = [u for u in range(len(tree)) if tree.tag.item(u) == NUMBERS["tr"]]
    records = [(u, tree.end.item(u)) for u in all_rows[head.count("<tr>") :]]
    return names_above(tree, records)


def test_names_stand_above_their_columns_whatever_the_cells_before_them_span():
    assert list(names(GROUPED).values()) == ["No.", "Object", "RA", "Dec", "Speed"]


def test_a_header_over_several_columns_names_them_all_if_no_row_below_refines_it():
    assert list(names("<tr><th>No.<th colspan=3>Object<th>Speed</tr>").values()) == [
        "No.",
        "Object",
        "Object",
        "Object",
        "Speed",
    ]


def test_units_below_a_name_are_not_the_name():
    head = "<tr><th>No.<th>Object<th>RA<th>Dec<th>Speed</tr><tr><th><th><th>(h)<th>(deg)<th>(km/s)</tr>"
    assert list(names(head).values()) == ["No.", "Object", "RA", "Dec", "Speed"]


def test_names_that_come_below_several_groups_have_their_group():
    head = "<tr><th rowspan=2>Town<th colspan=2>2019<th colspan=2>2020</tr><tr><th>Men<th>Women<th>Men<th>Women</tr>"
    assert list(names(head).values()) == ["Town", "2019 Men", "2019 Women", "2020 Men", "2020 Women"]


def test_cells_of_records_may_span_columns_too():
    rows = "".join(f"<tr><td>{i}<td colspan=3>{name}<td>{i * 31}</tr>" for i, name in enumerate("PQRSTUV"))
    assert names(GROUPED, rows) == {0: "No.", 1: "Object", 2: "Speed"}


@pytest.mark.parametrize("cells", ["<td>1<td>2", "<td>1<td>2<td>3<td>4<td>5<td>6<td>7"])
def test_records_of_other_widths_than_a_header_with_spans_have_no_names(cells):
    assert names(GROUPED, f"<tr>{cells}</tr>" * 5) == {}


@pytest.mark.parametrize("head", [GROUPED, "<tr><th>No.<th>Object<th>RA<th>Dec<th>Speed</tr>"])
def test_where_cells_of_a_record_reach_into_the_next_names_are_those_of_columns(head):
    rows = "<tr><td rowspan=2>1<td>P<td>15h<td>+20<td>31</tr><tr><td>Q<td>16h<td>+21<td>62</tr>" * 3
    assert names(head, rows) == {0: "No.", 1: "Object", 2: "RA", 3: "Dec", 4: "Speed"}


def test_where_cells_reach_into_rows_that_end_elsewhere_there_are_no_names():
    rows = "<tr><td rowspan=2>1<td>P<td>15h<td>+20<td>31</tr><tr><td>Q<td>16h<td>+21</tr>" * 3
    assert names(GROUPED, rows) == {}


def test_a_record_of_another_width_does_not_take_the_names_of_the_others():
    assert list(names(GROUPED, "<tr><td colspan=2>all</tr>" + ROWS).values()) == ["No.", "Object", "RA", "Dec", "Speed"]


def test_cells_that_span_more_columns_than_any_table_has_cost_nothing():
    head = "<tr>" + "<th colspan=1000>A" * 10_000 + "</tr>"
    assert names(head) == {}


@pytest.mark.parametrize("span", ["0", "-2", "two", "", "\u0663"])
def test_spans_that_are_no_numbers_are_one(span):
    assert names(f"<tr><th colspan={span!r}>No.<th>Object<th>RA<th>Dec<th>Speed</tr>")[0] == "No."


def test_spans_are_bounded():
    assert names("<tr><th colspan=9999999999>No.<th>Object<th>RA<th>Dec<th>Speed</tr>") == {}


def test_a_list_has_the_names_of_its_second_row_of_headers():
    page = f"<title>Objects</title><h1>Objects</h1><table>{GROUPED}{ROWS}</table>"
    [objects] = discover(parse(page.encode()))
    assert [field.name for field in objects.columns()] == ["no", "object", "ra", "dec", "speed"]
