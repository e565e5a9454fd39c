"""Header rows that are not marked as such, and pages that are one table."""

import numpy as np
import pytest

from weblode.pages.html import parse
from weblode.records.discover import discover
from weblode.records.explain import why
from weblode.records.header_rows import (
    ELSEWHERE,
    HEADER,
    header_rows,
    is_headed_table,
    is_header,
    rows_elsewhere,
    whole_rows,
)
from weblode.rules.learning import learn
from weblode.tags import NUMBERS

NAMES = "Adlerhorst Birkenfeld Dachsbau Eichenau Falkenstein Grauwald Hirschtal Igelloch".split()
HEAD = ("Station", "Height", "Since", "Rain")


def table(head=HEAD, *, cell="td", values=lambda i: (310 + 97 * i, 1938 + 5 * i, 802 + 31 * i)):
    """A table of stations without a link, below a row of names."""
    rows = [(name, *values(i)) for i, name in enumerate(NAMES)]
    cells = "".join(f"<tr>{''.join(f'<td>{value}</td>' for value in row)}</tr>" for row in rows)
    names = "".join(f"<{cell}>{name}</{cell}>" for name in head)
    return f"<table>{f'<tr>{names}</tr>' if head else ''}{cells}</table>"


def read(body):
    return parse(f"<title>Stations</title><h1>Stations of the network</h1><p>Metres.</p>{body}".encode())


def rows_of(tree):
    rows = [u for u in range(len(tree.tag)) if tree.tag[u] == NUMBERS["tr"]]
    return [(u, int(tree.end[u])) for u in rows]


@pytest.mark.parametrize("cell", ["td", "th"])
def test_a_page_that_is_a_table_without_links_has_a_list_below_its_header(cell):
    tree = read(table(cell=cell))
    [stations] = discover(tree)
    assert [text.split()[0] for text in tree.texts(stations.records, line=" ")] == NAMES
    assert [field.name for field in stations.columns()] == ["station", "height", "since", "rain"]
    assert any("a table with a header" in line for line in why(tree))


def test_the_reason_of_a_header_row_is_told():
    [stations] = discover(read(table()))
    assert [each.reason for each in stations.dropped] == [HEADER]


@pytest.mark.parametrize(
    "head",
    [
        ("Station", "Height", "Height", "Rain"),  # twice the same
        ("Station", "Height", "", ""),  # two without a name
        ("Jagdschloss", "510", "1930", "900"),  # a station
        ("Station", "Height", "Since", "Rain in the year, by the rules of the network, as they were in 1990"),
    ],
)
def test_other_rows_are_no_headers(head):
    rows = rows_of(read(table(head)))
    assert not is_header(read(table(head)), rows[0][0], rows[1:])


def test_a_header_stands_above_columns_of_values():
    tree = read(table(values=lambda i: ("high", "old", f"{i} days")))
    rows = rows_of(tree)
    assert not is_header(tree, rows[0][0], rows[1:])
    assert not is_headed_table(tree, rows)


def test_a_table_needs_a_header_and_three_columns():
    tree = read(table(("Station", "Height"), values=lambda i: (i,)))
    assert not is_headed_table(tree, rows_of(tree))
    tree = read(table(()))
    assert not is_headed_table(tree, rows_of(tree))
    tree = read(table(cell="th"))
    assert is_headed_table(tree, rows_of(tree)[1:])
    assert not is_headed_table(tree, rows_of(tree)[:2])


def test_each_table_of_a_list_has_its_own_header():
    tree = read(table() + table() + table(()))
    rows = rows_of(tree)
    assert header_rows(tree, rows) == [rows[0], rows[9]]


def test_a_rule_leaves_the_header_out_as_discovery_does_and_has_its_names():
    rule = learn(discover(read(table())))
    applied = rule.apply(read(table(values=lambda i: (200 + 7 * i, 1950 + i, 700 + i))))
    assert len(applied.records) == len(NAMES)
    assert [each.name for each in applied.columns()] == ["station", "height", "since", "rain"]
    assert (rule.expected.fewest, rule.expected.most) == (len(NAMES), len(NAMES))


def test_records_with_all_text_of_a_row_each_are_these_rows():
    tree = parse(b"<table>" + b"<tr><td>a<td>b<td><input>" * 3 + b"</table>")
    rows = [u for u in range(len(tree)) if tree.name(u) == "tr"]
    cells = [u for u in range(len(tree)) if tree.name(u) == "td"]
    whole = np.array([(u, tree.end.item(v)) for u, v in zip(cells[::3], cells[1::3], strict=True)])
    assert whole_rows(tree, whole) == [(u, tree.end.item(u)) for u in rows]
    assert whole_rows(tree, np.array(whole_rows(tree, whole))) == whole_rows(tree, whole)
    parts = np.array([(u, tree.end.item(u)) for u in cells[::3]])
    assert whole_rows(tree, parts) == []
    table = np.array([(rows[0] - 1, tree.end.item(rows[0] - 1))])
    assert whole_rows(tree, table) == []


MIXED = (
    "<tr><th>No.<th><th>Station<td>1st day<td>2nd day<th>Sum</tr>",
    "<tr><td>No.<td><th>Station<td>Sum<td>Sum<th>Since</tr>",
)


@pytest.mark.parametrize("head", MIXED)
def test_a_header_may_mark_some_of_its_cells(head):
    rows = "".join(f"<tr><td>{i}<td><td>{name}<td>{3 * i}w<td>{5 * i}b<td>{8 * i}</tr>" for i, name in enumerate(NAMES))
    tree = read(f"<table>{head}{rows}</table>")
    assert is_header(tree, rows_of(tree)[0][0], rows_of(tree)[1:])
    assert is_headed_table(tree, rows_of(tree))
    [stations] = discover(tree)
    assert len(stations.records) == len(NAMES)
    assert {"no", "station"} <= {field.name for field in stations.columns()}


def test_a_row_with_as_many_header_cells_as_others_is_no_header():
    rows = "".join(f"<tr><th>{name}<th>{name[:3]}<td>high</tr>" for name in NAMES)
    tree = read(f"<table>{rows}</table>")
    assert not is_header(tree, rows_of(tree)[0][0], rows_of(tree)[1:])


LINKS = "<tr><td>Year<td><a href=/1>2019</a>, <a href=/2>2020</a></tr><tr><td>Print<td><a href=/3>As a file</a></tr>"


def test_rows_of_other_tables_are_no_records_of_a_table_with_a_header():
    tree = read(f"<div><table>{LINKS}</table></div><div>{table(cell='th')}</div>")
    rows = rows_of(tree)
    assert rows_elsewhere(tree, [*rows[:2], *rows[3:]]) == rows[:2]
    assert is_headed_table(tree, [*rows[:2], *rows[3:]])
    body = (rows[0][0] - 1, rows[1][1])  # all of the other table is one record
    assert rows_elsewhere(tree, [body, *rows[3:]]) == [body]


def test_rows_of_several_tables_of_one_form_are_one_list():
    tree = read(table(cell="th") + table(cell="th"))
    assert rows_elsewhere(tree, rows_of(tree)) == []
    tree = read(f"<table>{LINKS}</table>{table(())}")  # without a header they may be anything
    assert rows_elsewhere(tree, rows_of(tree)) == []
    tree = read(f"<table>{LINKS}</table>{table(cell='th')}")  # half of them
    assert rows_elsewhere(tree, rows_of(tree)[:4]) == []


def test_the_reason_of_a_row_elsewhere_is_told():
    [stations, *_] = discover(read(f"<table>{LINKS}</table><h2>All</h2>{table(cell='th')}"), limit=20)
    reasons = {piece.reason for piece in stations.dropped}
    assert len(stations.records) == len(NAMES)
    assert reasons <= {HEADER, ELSEWHERE} | reasons
