"""How browsers show a page by its tags, before any style of its own."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from style.made import bold, shown, size

from weblode.style.declarations import SIZES
from weblode.style.defaults import BY_TAG, NOTHING, QUIRKS, font_size
from weblode.tags import NUMBERS


@pytest.mark.parametrize("tag", "b strong h1 h2 h3 h4 h5 h6".split())
def test_headings_and_strong_text_are_bold(tag):
    assert bold(f"<{tag}>x")


@pytest.mark.parametrize("tag", "i em cite dfn var address".split())
def test_emphasised_text_is_italic(tag):
    assert shown(f"<{tag}>x")["x"]["italic"]


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("<p>x", 16),
        ("<h1>x", 32),
        ("<h2>x", 24),
        ("<h3>x", 18.72),
        ("<h4>x", 16),
        ("<h6>x", 10.72),
        ("<small>x", 13.33),
        ("<big>x", 19.2),
        ("<center>x", 16),
        ("<font size=1>x", 10),
        ("<font size=7>x", 48),
        ("<font size=99>x", 48),
        ("<font size='+1'>x", 18),
        ("<font size=-1>x", 13),
        ("<font size=big>x", 16),
        ("<p size=7>x", 16),
        ("<pre>x", 13),
        ("<pre><code>x", 13),
        ("<p style='font-size:12px'><code>x", 12),
        ("<button>x", 13.33),
    ],
)
def test_tags_have_the_sizes_of_browsers(page, expected):
    assert size(page) == expected


def test_header_cells_are_bold_and_other_cells_are_not():
    page = "<table><tr><th>x<td>y</table>"
    assert (bold(page), bold(page, "y")) == (True, False)


def test_a_page_title_is_hidden_and_so_is_a_closed_dialog():
    page = "<title>t</title><dialog>d</dialog><dialog open>o</dialog>"
    assert {text: row["hidden"] for text, row in shown(page).items()} == {"t": True, "d": True, "o": False}


def test_tables_inherit_no_size_in_quirks_mode():
    page = "<body style='font-size: 10px'><table><td>x</table>"
    assert (size(page), size(page, quirks=True)) == (10, 16)


@pytest.mark.parametrize(
    ("value", "name"),
    [
        (b"3", "medium"),
        (b" 4 ", "large"),
        (b"5px", "x-large"),
        (b"+2", "x-large"),
        (b"-1", "small"),
        (b"-9", "x-small"),
        (b"0", "x-small"),
        (b"+99999999999999999999", "xxx-large"),
    ],
)
def test_the_size_of_a_font_element_is_a_keyword(value, name):
    assert font_size(value) == ("keyword", SIZES[name])


@pytest.mark.parametrize("value", [b"", b"+", b"big", b"+-1", b".5", "٣".encode()])
def test_a_size_without_a_number_is_none(value):
    assert font_size(value) is None


@given(st.integers(0, 10**12))
def test_sizes_of_fonts_grow_with_their_number(n):
    assert font_size(b"%d" % n)[1] <= font_size(b"%d" % (n + 1))[1]
    assert font_size(b"+%d" % n)[1] >= SIZES["medium"] >= font_size(b"-%d" % n)[1]


def test_a_table_differs_in_quirks_mode_and_no_other_tag_does():
    table = NUMBERS["table"]
    assert table not in BY_TAG
    assert QUIRKS[table] != NOTHING
    assert {tag: ops for tag, ops in QUIRKS.items() if tag != table} == BY_TAG
