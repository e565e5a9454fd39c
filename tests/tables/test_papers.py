"""Worked examples of Davulcu, Vadrevu, Nagarajan, "OntoMiner" (2005), section 4.2."""

import pytest

from tables.pages import CELLS, first, grid_of, layout_of, texts
from weblode.tables import METHODS, clusters

# Table 1: Lodge spans two columns, Adult three rows.
HOTEL = """
<table>
<tr><td colspan=2><i>Lodge</i></td><td><i>High class</i></td><td><i>Middle class</i></td><td><i>Low class</i></td></tr>
<tr><td rowspan=3>Adult</td><td>Single bed</td><td>$$</td><td>$$</td><td>$$</td></tr>
<tr><td>Double bed</td><td>$$</td><td>$$</td><td>$$</td></tr>
<tr><td>Extra</td><td>$$</td><td>$$</td><td>$$</td></tr>
</table>
"""


def test_table_2_is_the_grid_of_table_1():
    assert texts(grid_of(HOTEL)) == [
        ["Lodge", "Lodge", "High class", "Middle class", "Low class"],
        ["Adult", "Single bed", "$$", "$$", "$$"],
        ["Adult", "Double bed", "$$", "$$", "$$"],
        ["Adult", "Extra", "$$", "$$", "$$"],
    ]


@pytest.mark.parametrize("method", METHODS)
def test_table_3_has_the_first_row_and_two_columns_as_headers(method):
    found = first(HOTEL, method)
    assert found.genuine
    assert found.orientation == "row-column"
    assert found.header_cells == [(0, c) for c in range(5)] + [(r, c) for r in (1, 2, 3) for c in (0, 1)]


@pytest.mark.parametrize("method", METHODS)
def test_table_4_is_what_is_extracted(method):
    names = ("High class", "Middle class", "Low class")
    paths = ("Lodge.Adult.Single bed", "Lodge.Adult.Double bed", "Lodge.Adult.Extra")
    page = HOTEL
    for i in range(1, 4):
        for j in range(1, 4):
            page = page.replace("$$", f"$0{i}{j}", 1)
    assert first(page, method).records == [
        {"row": path, **{name: f"$0{i}{j}" for j, name in enumerate(names, 1)}} for i, path in enumerate(paths, 1)
    ]


# Figure 5.
LAYOUTS = {
    "none": "DDDD DDDD DDDD DDDD",
    "column": "HHHH DDDD DDDD DDDD",
    "row": "HDDD HDDD HDDD HDDD",
    "row-column": "HHHH HDDD HDDD HDDD",
    "multi-column": "HHHH DDDD HHHH DDDD",
    "multi-row": "HDHD HDHD HDHD HDHD",
    "multi-row-column": "HHHHHH HDDHDD HDDHDD HHHHHH HDDHDD HDDHDD",
}
HEADERS = (
    "Rate Town Class Season Month Hotel Owner Region Street Level Floor Garden Kitchen Balcony Parking Breakfast "
    "Dinner Lunch Sauna Pool Bar Lobby Lift Desk"
).split()


def page(layout, header):
    """A table of a layout: headers are words, data are numbers, and words in the first column of a column layout."""
    words, lines = iter(HEADERS), []
    rows = layout.split()
    for r, row in enumerate(rows):
        cells = []
        for c, kind in enumerate(row):
            listed = row == "DDDD" and "HHHH" in rows and c in (0, 3)
            data = f"place {r} of {c}" if listed else f"{(7 * r + 3 * c) % 50}.{c}"
            cells.append(CELLS[header].format(next(words)) if kind == "H" else f"<td>{data}</td>")
        lines.append(f"<tr>{''.join(cells)}</tr>")
    return f"<table>{''.join(lines)}</table>"


def expected(layout):
    return [(r, c) for r, row in enumerate(layout.split()) for c, kind in enumerate(row) if kind == "H"]


@pytest.mark.parametrize("header", ["H", "B"])
@pytest.mark.parametrize("name", LAYOUTS)
def test_the_seven_layouts_are_told_apart(name, header):
    found = first(page(LAYOUTS[name], header))
    assert (found.genuine, found.orientation) == (True, name)
    assert found.header_cells == expected(LAYOUTS[name])


@pytest.mark.parametrize("header", ["H", "B", "D"])
@pytest.mark.parametrize("name", LAYOUTS)
def test_the_seven_layouts_are_told_apart_by_clusters(name, header):
    numbers = page(LAYOUTS[name], header).replace("place ", "1").replace(" of ", "")
    found = clusters.mark(layout_of(numbers))
    assert found.orientation == name
    assert [tuple(cell) for cell in zip(*found.mask.nonzero(), strict=True)] == expected(LAYOUTS[name])


def test_the_three_rules_of_detection():
    wide = "<tr><td>a word<td>1<td>2" * 4
    assert first(f"<table>{wide}</table>", "ontominer").genuine
    ragged = first(f"<table>{wide}<tr><td>x<td>y<tr><td>x<td>z</table>", "ontominer")
    assert (ragged.genuine, ragged.reason) == (False, "rows of different widths")
    same = first("<table>" + "<tr><td>one<td>two" * 4 + "</table>", "ontominer")
    assert (same.genuine, same.reason) == (False, "cells that do not cluster by rows or columns")
