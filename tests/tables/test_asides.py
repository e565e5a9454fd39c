"""What is no content of a cell: footnote marks and hidden text."""

import pytest

from tables.pages import first, grid_of


def content(cell):
    """The text of a cell with this markup."""
    return grid_of(f"<table><tr><td>{cell}</td></tr></table>").text(0, 0)


@pytest.mark.parametrize(
    "mark",
    [
        '<sup><a href="#note-1">[1]</a></sup>',
        '<sup id=r class=x><a href="#note-1"><span>[</span>note 2<span>]</span></a></sup>',
        '<a href="#note-1">[a]</a>',
        '<sup><a href="#a">a</a></sup>',
        "<sup>[3][4]</sup>",
        "<sup>†</sup>",
        '<a href="#below">*</a>',
        "<sup>[citation needed]</sup>",
    ],
)
def test_footnote_marks_are_no_content(mark):
    assert content(f"38,000{mark}") == "38,000"


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        ("12 km<sup>2</sup>", "12 km2"),
        ('see <a href="#part">the part below</a>', "see the part below"),
        ('<a href="https://a.example">[20]</a>', "[20]"),
        ("a [sic] b", "a [sic] b"),
        ("rates*", "rates*"),
        ('<a href="#1">2</a>', "2"),
    ],
)
def test_other_raised_text_links_and_brackets_stay(cell, text):
    assert content(cell) == text


@pytest.mark.parametrize(
    "about",
    [
        'style="display:none"',
        'style="color: red; Display : None"',
        'style="visibility:hidden"',
        "hidden",
        "class=sortkey",
    ],
)
def test_hidden_text_and_sort_keys_are_no_content(about):
    assert content(f"<span {about}>Keeper, <b>The</b></span>The Keeper") == "The Keeper"


def test_what_only_speaks_of_hiding_stays():
    assert content("<span class='sortkeys' title='display:none'>display:none</span> hidden") == "display:none hidden"


def test_words_stay_apart_where_something_between_them_is_left_out():
    assert content("Diekirch<br><span hidden>x</span>Dikrech") == "Diekirch Dikrech"
    assert content("one <sup>[1]</sup>two") == "one two"
    assert content("<sup>[1]</sup> one<sup>[2]</sup>, two <sup>[3]</sup>") == "one, two"


def test_names_of_columns_and_the_caption_have_no_marks_either():
    page = """<table><caption>Towns<sup>[1]</sup></caption><tr><th>Town<th>People<sup><a href="#2">[2]</a></sup>
    <tr><td>Bern<td>134,000 <tr><td>Chur<td>38,000<sup>[3]</sup></table>"""
    assert first(page).caption == "Towns"
    assert first(page).records[1] == {"Town": "Chur", "People": "38,000"}
