"""The hierarchy of a page's leaves: complete, cheapest, and divided where pages are long."""

from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import SOUP

from weblode.outline.costs import joining_costs
from weblode.outline.hierarchy import hierarchy
from weblode.pages.html import parse

NONE = np.zeros(1, dtype=np.int32)
ITEM = "<li><a>name</a> <i>more</i></li>"


def ranges(found):
    return list(zip(found.low.tolist(), found.high.tolist(), strict=True))


def is_binary(rows, n):
    """Whether rows are a binary tree over n units, each before the two that make it up."""
    known = set(rows)
    halves = [
        low == high or sum((low, k) in known and (k + 1, high) in known for k in range(low, high)) == 1
        for low, high in rows
    ]
    return (
        len(rows) == len(known) == max(0, 2 * n - 1)
        and all(halves)
        and rows == sorted(rows, key=lambda r: (r[0], -r[1]))
    )


def cheapest(tree):
    """The cost of the best hierarchy over all leaves, from the recursion over nodes."""
    leaves = tree.leaves.tolist()

    def node(i, j):
        return tree.common_ancestor(leaves[i], leaves[j])

    def join(a, b):
        return joining_costs(tree, np.array([a], dtype=np.int32), np.array([b], dtype=np.int32))[0]

    @cache
    def best(i, j):
        return min((best(i, k) + best(k + 1, j) + join(node(i, k), node(k + 1, j)) for k in range(i, j)), default=0.0)

    return best(0, len(leaves) - 1), node, join


@pytest.mark.parametrize(
    "page",
    [
        "<h2>a</h2><ul><li>b<li>c</ul><h2>d</h2><p>e</p>",
        "<div>a<b>b</b>c</div><div>d<b>e</b>f</div>",
        "<table><tr><td>a<td>b<tr><td>c<td>d</table>e",
    ],
)
def test_no_hierarchy_costs_less(page):
    tree = parse(page.encode())
    least, node, join = cheapest(tree)
    rows = ranges(hierarchy(tree, tree.leaves, NONE))
    total = 0.0
    for low, high in rows:
        for k in range(low, high):
            if (low, k) in rows and (k + 1, high) in rows:
                total += join(node(low, k), node(k + 1, high))
    assert np.isclose(total, least)


@given(SOUP, st.integers(2, 5))
@settings(max_examples=150, deadline=None)
def test_any_page_has_one_hierarchy_over_all_leaves_however_it_is_divided(soup, limit):
    tree = parse(soup.encode())
    n = len(tree.leaves)
    starts = np.arange(0, n, 3, dtype=np.int32)
    for found in (hierarchy(tree, tree.leaves, starts), hierarchy(tree, tree.leaves, starts, limit=limit)):
        assert is_binary(ranges(found), n)


def test_a_page_of_as_many_units_as_the_limit_has_the_whole_programmes_answer():
    tree = parse(("<h1>x</h1>" + f"<h2>y</h2><ul>{ITEM * 4}</ul>" * 5).encode())
    n = len(tree.leaves)
    whole = ranges(hierarchy(tree, tree.leaves, NONE, limit=10 * n))
    assert ranges(hierarchy(tree, tree.leaves, NONE, limit=n)) == whole
    assert is_binary(whole, n)


def test_a_divided_page_keeps_its_segments_and_the_children_of_nodes_whole():
    tree = parse((f"<ul>{ITEM * 6}</ul>" + f"<div>{'<p>t</p>' * 20}</div>").encode())
    rows = ranges(hierarchy(tree, tree.leaves, np.array([0, 12], dtype=np.int32), limit=10))
    assert (0, 11) in rows
    assert (12, 31) in rows


def test_a_node_of_very_many_children_is_divided_into_runs():
    tree = parse(("<ul>" + "<li>a</li>" * 5000 + "</ul>").encode())
    assert is_binary(ranges(hierarchy(tree, tree.leaves, NONE, limit=20)), 5000)


def test_one_leaf_and_none_have_their_hierarchy():
    assert ranges(hierarchy(parse(b"a"), parse(b"a").leaves, NONE)) == [(0, 0)]
    assert ranges(hierarchy(parse(b""), parse(b"").leaves, NONE)) == []
