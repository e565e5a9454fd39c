"""Rows of tables whose cells span several rows."""

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from weblode.pages.html import parse
from weblode.records.discover import discover
from weblode.records.header_rows import are_joined_rows
from weblode.records.place_rows import rows
from weblode.records.record_list import RecordList
from weblode.records.spanned_cells import placed_rows
from weblode.records.table_cells import numbered_cells
from weblode.rules.learning import learn
from weblode.tables.grid import grid
from weblode.tags import NUMBERS
from weblode.tree import Tree

HEAD = "<tr><th>Date<th>Time<th>Event<th>Place</tr>"
EVENTS = (
    ("3 May 2024", "9:30", "Winter lamp", "North hall"),
    ("3 May 2024", "11:30", "Silver bridge", "South hall"),
    ("3 May 2024", "13:30", "Copper tower", "North hall"),
    ("5 May 2024", "9:30", "Paper island", "South hall"),
    ("7 May 2024", "9:30", "Velvet forest", "East hall"),
    ("7 May 2024", "15:30", "River music", "North hall"),
)


def programme(events: Sequence[Sequence[str]], head: str = HEAD, notes: str = "") -> Tree:
    """A page of events, each day of which stands once beside all that happens then."""
    days = [day for day, *_ in events]
    rows = [head]
    for i, (day, time, name, place) in enumerate(events):
        cell = f"<td rowspan={days.count(day)}>{day}" if day not in days[:i] else ""
        rows.append(f"<tr>{cell}<td>{time}<td><a href='/e/{i}'>{name}</a><td>{place}</tr>")
    return parse(f"<h1>Programme</h1><table>{''.join(rows)}{notes}</table>".encode())


def only_list(tree: Tree) -> RecordList:
    return discover(tree, limit=1)[0]


def values(record_list: RecordList) -> dict[str, list[str]]:
    return {each.name: [cell.value if cell else "" for cell in each.cells] for each in record_list.fields}


def rows_of(tree: Tree) -> list[tuple[int, int]]:
    return [(u, tree.end.item(u)) for u in range(len(tree)) if tree.tag.item(u) == NUMBERS["tr"]]


def test_what_stands_once_beside_several_rows_is_said_of_each() -> None:
    columns = values(only_list(programme(EVENTS)))
    names = ("date", "time", "title", "place")
    assert columns == {name: list(texts) for name, texts in zip(names, zip(*EVENTS, strict=True), strict=True)}


def test_values_keep_their_columns_without_a_header_too() -> None:
    columns = values(only_list(programme(EVENTS, head="")))
    assert list(columns.values()) == [list(texts) for texts in zip(*EVENTS, strict=True)]


def test_the_dates_of_spanning_cells_are_dates() -> None:
    table = only_list(programme(EVENTS)).as_table()
    assert [str(day) for day in table["date (date)"]][:4] == ["2024-05-03", "2024-05-03", "2024-05-03", "2024-05-05"]


def test_cells_may_span_rows_in_several_columns() -> None:
    towns = "<tr><th>Region<th>Town<th>School<th>Pupils</tr>"
    rows = (
        "<tr><td rowspan=3>East<td rowspan=2>Enid<td>Lamp school<td>210</tr><tr><td>Mill school<td>320</tr>"
        "<tr><td>Moore<td>Hill school<td>95</tr><tr><td rowspan=2>West<td>Ada<td>River school<td>410</tr>"
        "<tr><td>Bray<td>Bridge school<td>130</tr>"
    )
    columns = values(only_list(parse(f"<h1>Schools</h1><table>{towns}{rows}</table>".encode())))
    assert columns["region"] == ["East", "East", "East", "West", "West"]
    assert columns["town"] == ["Enid", "Enid", "Moore", "Ada", "Bray"]
    assert columns["pupils"] == ["210", "320", "95", "410", "130"]


def test_a_rule_reads_cells_that_span_other_numbers_of_rows() -> None:
    rule = learn([only_list(programme(EVENTS))])
    others = [
        ("1 June 2024", "8:00", "Orange letter", "West hall"),
        *EVENTS[3:],
        ("7 May 2024", "18:00", "End", "Yard"),
    ]
    columns = values(rule.apply(programme(others)))
    assert columns["date"] == [day for day, *_ in others]
    assert columns["place"] == [place for *_, place in others]


def test_rows_that_end_at_different_columns_take_nothing_from_above() -> None:
    rows = "<tr><td rowspan=2>1<td>P<td>15h<td>+20</tr><tr><td>Q<td>16h</tr>" * 3
    tree = parse(f"<table>{rows}</table>".encode())
    assert placed_rows(tree, rows_of(tree)) == []


def test_rows_without_spanning_cells_are_not_placed() -> None:
    tree = parse(f"<table>{'<tr><td>1<td>2</tr>' * 4}</table><p>the rowspan of a cell".encode())
    assert placed_rows(tree, rows_of(tree)) == []


def test_a_span_of_no_rows_is_one_up_to_the_end_of_the_group() -> None:
    body = "<tr><td rowspan=0>A<td>1</tr><tr><td>2</tr><tr><td>3</tr>"
    tree = parse(f"<table><tbody>{body}<tbody>{body}</table>".encode())
    assert [each.columns for each in placed_rows(tree, rows_of(tree))] == [[0, 1], [1], [1]] * 2


def test_a_small_table_whose_cells_span_rows_is_a_list() -> None:
    body = "<tr><td rowspan=2>3 May<td>9:30<td>Lamp<td>Hall</tr><tr><td>11:30<td>Tower<td>Yard</tr>"
    body += "<tr><td>5 May<td>9:30<td>Island<td>Hall</tr>"
    body += "<tr><td rowspan=2>7 May<td>9:30<td>Forest<td>Hall</tr><tr><td>15:30<td>River<td>Yard</tr>"
    [record_list] = discover(parse(f"<h1>Programme</h1><table>{HEAD}{body}</table><p>All times are local.".encode()))
    assert len(record_list.records) == 5


@pytest.mark.parametrize(
    ("head", "down", "expected"),
    [("<tr><th>No<th>Name<th>Weight</tr>", 2, True), ("", 2, False), ("<tr><th>No<th>Name<th>Weight</tr>", 1, False)],
)
def test_records_of_rows_that_a_cell_joins_below_a_header_are_a_table(*, head: str, down: int, expected: bool) -> None:
    body = f"<tbody><tr><td rowspan={down}>1<td>Lamp<td>50 kg</tr><tr><td>calm<td>6</tr></tbody>" * 4
    tree = parse(f"<table>{head}{body}</table>".encode())
    groups = [u for u in range(len(tree)) if tree.tag.item(u) == NUMBERS["tbody"]][-4:]
    assert are_joined_rows(tree, np.array([(u, tree.end.item(u)) for u in groups])) is expected


def test_rows_that_one_cell_joins_are_one_record_not_a_list_in_it() -> None:
    boats = ("Lamp", "Tower", "River", "Bridge", "Island", "Meadow")
    body = "".join(
        f"<tbody><tr><td rowspan=3>{i}<td rowspan=3><a href='/p/{i}'>{name}</a><td>{50 + i}.5 kg<td>{i % 4}</tr>"
        f"<tr><td>{i}.0<td>calm</tr><tr><td>{i + 2}.5<td>rough</tr></tbody>"
        for i, name in enumerate(boats, 1)
    )
    record_list = only_list(
        parse(f"<h1>Boats</h1><table><tr><th>No<th>Name<th>Weight<th>Place</tr>{body}</table>".encode())
    )
    assert not record_list.nested
    columns = values(record_list)
    assert columns["title"] == list(boats)
    assert columns["kg"] == [f"{50 + i}.5 kg" for i in range(1, 7)]


def test_headers_name_columns_where_only_a_row_between_the_records_reaches_into_them() -> None:
    rows = [f"<tr><td>Shelf {i}<td colspan=2><a href='/b/{i}'>Book {i}</a><td>{i + 3}.50 EUR</tr>" for i in range(8)]
    reaching = "<tr><td rowspan=2>Special<td colspan=3>books of the fair</tr>"
    rows[3:3] = [reaching, "<tr><td colspan=2><a href='/b/9'>Book 9</a><td>9.50 EUR</tr>"]
    head = "<tr><th>Shelf<th colspan=2>Book<th>Amount</tr>"
    record_list = only_list(parse(f"<h1>Books</h1><table>{head}{''.join(rows)}</table>".encode()))
    assert [each.name for each in record_list.fields] == ["shelf", "title", "amount"]


@pytest.mark.parametrize(("cells", "rows"), [(200, 3000), (20_000, 2)])
def test_spans_that_would_take_too_many_steps_are_not_followed(cells: int, rows: int) -> None:
    wide = "<tr>" + "<td rowspan=60000 colspan=1000>x" * cells + "</tr>"
    tree = parse(f"<table>{wide}{'<tr><td>1<td>2</tr>' * rows}</table>".encode())
    assert placed_rows(tree, rows_of(tree)) == []


def test_the_steps_of_all_row_groups_are_bounded_together() -> None:
    group = f"<tbody><tr><td rowspan=0 colspan=1000>x</tr>{'<tr><td>1<td>2</tr>' * 50}</tbody>"
    few, many = (parse(f"<table>{group * n}</table>".encode()) for n in (2, 20))
    assert placed_rows(few, rows_of(few))
    assert placed_rows(many, rows_of(many)) == []


def test_a_cell_that_would_say_too_much_of_the_rows_below_says_nothing() -> None:
    first = f"<tr><td rowspan=60000>{'<p>word' * 300}<td>1<td>2</tr>"
    tree = parse(f"<table>{first}{'<tr><td>1<td>2</tr>' * 2000}</table>".encode())
    records = rows_of(tree)
    found = rows(tree, tree.parent.item(records[0][0]), records)
    assert numbered_cells(tree, records, found) == (found, [])


CELLS = st.tuples(st.integers(1, 3), st.integers(0, 3))


@given(st.lists(st.lists(CELLS, min_size=1, max_size=4), min_size=1, max_size=6))
def test_cells_are_placed_as_in_the_grid_of_the_table(lines: list[list[tuple[int, int]]]) -> None:
    cells = "".join(
        "<tr>" + "".join(f"<td colspan={across} rowspan={down}>x" for across, down in line) + "</tr>" for line in lines
    )
    tree = parse(f"<table>{cells}</table>".encode())
    slots = grid(tree, next(u for u in range(len(tree)) if tree.tag.item(u) == NUMBERS["table"])).cells.tolist()
    for row, placed in zip(slots, placed_rows(tree, rows_of(tree)), strict=False):
        for column, u in zip(placed.columns, placed.cells, strict=True):
            assert row.index(u) == column
        for column, u in placed.reaching:
            assert row.index(u) == column
