"""Worked examples of Davulcu, Vadrevu, Nagarajan, "OntoMiner" (2005), section 4.2."""

import pytest

from tables.pages import LAYOUTS, expected, first, grid_of, page, texts
from weblode.tables import METHODS

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


def test_table_4_is_what_is_extracted():
    names = ("High class", "Middle class", "Low class")
    paths = ("Lodge.Adult.Single bed", "Lodge.Adult.Double bed", "Lodge.Adult.Extra")
    page = HOTEL
    for i in range(1, 4):
        for j in range(1, 4):
            page = page.replace("$$", f"$0{i}{j}", 1)
    assert first(page).records[1] == {"Lodge": "Adult", "Lodge 2": "Double bed"} | {
        name: f"$02{j}" for j, name in enumerate(names, 1)
    }
    assert first(page, "ontominer").records == [
        {"row": path, **{name: f"$0{i}{j}" for j, name in enumerate(names, 1)}} for i, path in enumerate(paths, 1)
    ]


@pytest.mark.parametrize("header", ["H", "B"])
@pytest.mark.parametrize("name", LAYOUTS)
def test_the_seven_layouts_are_told_apart(name, header):
    found = first(page(LAYOUTS[name], header))
    assert (found.genuine, found.orientation) == (True, name)
    assert found.header_cells == expected(LAYOUTS[name])
