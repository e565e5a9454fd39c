"""The promotion of labels, as the papers have it."""

import numpy as np
import pytest
from outline.made import draft, nested

from weblode.evaluate.outline import pairs
from weblode.outline.atoms import atoms
from weblode.outline.build import outline
from weblode.outline.labels import emphasised, promote
from weblode.pages.html import parse
from weblode.style.cascade import style


def strong(*atoms):
    return np.isin(np.arange(20), atoms)


def test_insider_an_emphasised_first_leaf_goes_above_its_neighbours():
    assert nested(promote(draft([[0, [1, 2]], 3]), strong(0), ["insider"])) == {0: [[1, 2], 3]}
    assert nested(promote(draft([9, [0, [1, 2]]]), strong(0), ["insider"])) == [9, {0: [[1, 2]]}]
    assert nested(promote(draft([9, [1, 0]]), strong(0), ["insider"])) == [9, [1, 0]]  # it is not the first
    assert nested(promote(draft([9, (0, 1)]), strong(0), ["insider"])) == [9, (0, 1)]  # its parent is a group


def test_insider_a_promoted_label_is_promoted_again_with_what_it_names():
    assert nested(promote(draft([[0, 1], [2, 3]]), strong(0, 2), ["insider"])) == {0: [1, {2: [3]}]}


def test_outsider_a_first_leaf_beside_a_single_group_or_leaf_goes_above_it():
    assert nested(promote(draft([9, [0, (1, 2)]]), strong(), ["outsider"])) == [9, {0: [1, 2]}]
    assert nested(promote(draft([9, [0, 1]]), strong(), ["outsider"])) == [9, {0: [1]}]
    assert nested(promote(draft([9, [0, [1, 2]]]), strong(), ["outsider"])) == [9, [0, {1: [2]}]]


def test_nearest_groups_and_leaves_go_below_the_emphasised_leaf_before_them():
    parts = [[7, 0], [[(1, 2), 3], [4, (5, 6)]]]
    assert nested(promote(draft(parts), strong(0, 4, 5), ["nearest"])) == [7, {0: [(1, 2), 3]}, {4: [(5, 6)]}]


def emphasis(page):
    tree = parse(page.encode())
    found = atoms(tree, style(tree), joined=False)
    return emphasised(tree, found).tolist()


@pytest.mark.parametrize(
    "page",
    [
        "<b>x</b><p>y",
        "<h3>x</h3><p>y",
        "<strong><i>x</i></strong><p>y",
        "<style>.l{font-weight:bold}</style><p class=l>x</p><p>y",
        "<p style='font-weight: 700'>x</p><p>y",
        "<p>NEWS</p><p>y",
        "<style>.l{text-transform:uppercase}</style><p class=l>News</p><p>y",
        "<p style='font-size: 24px'>x</p><p>y",
        "x<br><i>y</i>",
        "<p>x</p><hr><p>y</p>",
    ],
)
def test_tags_style_capitals_and_breaks_emphasise(page):
    assert emphasis(page) == [True, False]


def test_plain_leaves_and_the_last_before_a_break_are_not_emphasised():
    assert emphasis("<p>x</p><p>y</p><br>") == [False, False]


@pytest.mark.parametrize("method", ["structure", "ontominer"])
def test_frequent_labels_are_promoted_though_nothing_emphasises_them(method):
    page = parse(b"<div><i>Colour:</i> <u>red</u></div><div><i>Size :</i> <u>xl</u> <u>wide</u></div>")
    plain = outline(page, method, promotion=["insider"])
    known = outline(page, method, promotion=["insider"], frequent=["colour:", "Size :"])
    assert ("Colour:", "red") not in named(plain)
    assert ("Colour:", "red") in named(known)


def named(found):
    return pairs([(int(found.depth[row]), found.name(row)) for row in range(len(found))])
