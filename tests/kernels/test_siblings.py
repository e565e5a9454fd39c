"""Siblings inside records, both implementations."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from native import compiled
from strategies import SOUP

from weblode import kernels
from weblode.pages.html import parse
from weblode.tags import NUMBERS

USABLE = np.ones(len(NUMBERS) + 1, dtype=np.bool_)
USABLE[[0, NUMBERS["b"]]] = False
BARE = np.zeros(len(NUMBERS) + 1, dtype=np.bool_)
BARE[NUMBERS["li"]] = True


def columns(tree):
    return (tree.parent, tree.end, tree.tag, tree.path, tree.leaf)


def siblings(kernel, page, name):
    """The siblings inside the elements of a name, and the tree."""
    tree = parse(page)
    records = [(u, int(tree.end[u])) for u in range(len(tree)) if tree.name(u) == name]
    return kernel.siblings(columns(tree), records, USABLE, BARE), tree


def test_siblings_repeat_below_one_parent_and_some_need_two_texts(kernel):
    two_texts = b"<div>a<b>b</b></div>"
    page = b"<article><p>a</p><p>b</p><ul><li>a<li>b</ul></article><article>" + 2 * two_texts + b"</article>"
    found, tree = siblings(kernel, page, "article")
    names = {number: tree.name(int(np.flatnonzero(tree.path == number)[0])) for number in found.repeating}
    assert sorted(names.values()) == ["div", "li", "p"]
    assert sorted(names[number] for number in found.repeats) == ["div", "li"]
    for number, first in found.repeats.items():
        assert found.members(number)[0][0] == first
    assert found.members(10**6) == []


def test_the_first_member_of_each_path_is_found_by_its_tag(kernel):
    found, tree = siblings(kernel, b"<article><p>a</p><div><p>b</p><p>c</p></div></article>", "article")
    firsts = found.firsts({NUMBERS["p"]})
    assert [tree.text(u) for _, (u, _, _) in firsts] == ["a", "b"]
    assert found.firsts(set()) == []


def test_records_outside_the_tree_and_columns_of_different_lengths_are_refused(kernel):
    tree = parse(b"<p>a")
    with pytest.raises(IndexError):
        kernel.siblings(columns(tree), [(0, len(tree) + 1)], USABLE, BARE)
    with pytest.raises(ValueError, match="lengths"):
        kernel.siblings((tree.parent[1:], *columns(tree)[1:]), [(0, 1)], USABLE, BARE)


@given(SOUP, st.data())
def test_both_implementations_find_the_same_siblings(soup, data):
    tree = parse(soup.encode(errors="replace"))
    starts = data.draw(st.lists(st.integers(0, len(tree) - 1), unique=True, max_size=4).map(sorted))
    records = []
    for u in starts:
        if not records or u >= records[-1][1]:
            records.append((u, int(tree.end[u])))
    native, twin = (each.siblings(columns(tree), records, USABLE, BARE) for each in (compiled(), kernels.python()))
    assert (native.repeating, native.repeats) == (twin.repeating, twin.repeats)
    tags = set(tree.tag[::2].tolist())
    assert native.firsts(tags) == twin.firsts(tags)
    for path in set(tree.path.tolist()):
        assert native.members(path) == twin.members(path)
