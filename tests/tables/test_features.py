"""The features of a cell, as the paper lists them."""

import sys

import pytest

from tables.pages import TOWNS, layout_of, read, table
from weblode.errors import WeblodeError
from weblode.tables.discover import discover
from weblode.tables.features import WEIGHTS, features


def test_parts_of_speech_are_an_option():
    pytest.importorskip("HanTa")
    page = table("D: Name | Place", "D: runs | 1", "D: walks | 2")
    assert discover(read(page), "ontominer", grammar=True, refused=True)


def test_without_the_extra_grammar_is_an_error_that_says_what_to_install(monkeypatch):
    from weblode.tables import features

    features._tagger.cache_clear()
    monkeypatch.setitem(sys.modules, "HanTa", None)
    with pytest.raises(WeblodeError, match=r"pip install 'weblode\[grammar\]'"):
        discover(read(TOWNS), "ontominer", grammar=True)
    assert discover(read(TOWNS), "ontominer", refused=True)
    features._tagger.cache_clear()


def named(cell, other="<td>x"):
    """The features of a cell before they are weighted, without those that are 0."""
    layout = layout_of(f"<table><tr>{cell}{other}<tr>{other}{other}</table>")
    vector = features(layout, layout.core, grammar=False)[0, 0]
    weighted = zip(WEIGHTS.items(), vector.tolist(), strict=True)
    return {name: round(value / weight, 2) for (name, weight), value in weighted if value}


@pytest.mark.parametrize(
    ("cell", "name"),
    [
        ("<th>x", "bold"),
        ("<td><strong>x</strong>", "bold"),
        ("<td><span style='Font-Weight : 700'>x</span>", "bold"),
        ("<td><em>x</em>", "italic"),
        ("<td><a href=y>x</a>", "linked"),
        ("<td>Xyz", "capitalised"),
        ("<td>12,500", "number"),
        ("<td>3.5.2018", "date"),
        ("<td>5 EUR", "price"),
        ("<td>yes / no", "special"),
    ],
)
def test_a_cell_has_the_features_that_it_shows(cell, name):
    assert named(cell)[name] == 1
    assert name not in named("<td>x")


def test_emphasis_is_that_of_the_first_text():
    assert "bold" not in named("<td>x<b>y</b>")
    assert "bold" not in named("<td><img>", "<td>x")


def test_words_are_counted_up_to_ten_and_their_mean_length_up_to_twelve():
    assert named("<td>abc abc abc") == {"words": 0.3, "word length": 0.25}
    long = named("<td>" + "abcdefghijklmnop " * 20)
    assert (long["words"], long["word length"]) == (1, 1)


def test_an_empty_slot_has_no_features():
    layout = layout_of("<table><tr><td>a<td>b<tr><td>c<td>d<td>e</table>")
    assert not features(layout, layout.core, grammar=False)[0, 2].any()
