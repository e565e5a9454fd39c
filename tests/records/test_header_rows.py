"""Header rows that are not marked as such, and pages that are one table."""

import numpy as np
import pytest

from weblode.pages.html import parse
from weblode.records.discover import discover
from weblode.records.explain import why
from weblode.records.header_rows import HEADER, header_rows, is_headed_table, is_header, whole_rows
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
