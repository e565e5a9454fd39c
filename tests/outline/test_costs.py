"""The costs of joining two nodes, by hand-computed numbers, and the special cases of the paper."""

from math import isclose, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from weblode.outline.costs import common_length, joining_costs
from weblode.pages.html import parse
from weblode.paths import find

# Tags: html 0, body 1, ul 2, li 3, a and b 4, so 4 is the depth of the page. The tag paths of the leaves below `ul`
# are li a, li b, li.
PAGE = parse(b"<ul><li><a>x</a><b>y</b></li><li>z</li></ul>")
UL, FIRST, SECOND = (find(PAGE, f"/html/body/ul{step}") for step in ("", "/li[1]", "/li[2]"))
X, Y, Z = PAGE.leaves.tolist()


def cost(u, v, tree=PAGE, **options):
    return joining_costs(tree, np.array([u], dtype=np.int32), np.array([v], dtype=np.int32), **options)[0]


def test_two_nodes_apart_cost_the_sum_of_five_factors():
    # They meet in `ul`, one tag above each: the root of (1 + 1) / (2 x 4). Both ways are `li`: 0. All paths differ: 0.
    # No path is the same in order: 1. Heights 3 and 2, nodes 5 and 2: 1 - (2/3 + 2/5) / 2.
    expected = sqrt(1 / 4) + 0 + 0 + 1 + (1 - (2 / 3 + 2 / 5) / 2)
    assert isclose(cost(FIRST, SECOND, factors="five"), expected)
    assert isclose(cost(FIRST, SECOND), sqrt(1 / 4) + 1)


def test_leaves_of_different_tags_cost_their_ways_too():
    # x and y meet in the first `li`, with `a` and `b` on the ways: nothing in common.
    assert isclose(cost(X, Y), sqrt(1 / 4) + 1 + 0 + 1)


def test_equal_neighbours_cost_their_distance_alone():
    tree = parse(b"<ul><li>x</li><li>y</li></ul>")
    assert isclose(cost(*tree.leaves.tolist(), tree=tree, factors="five"), sqrt(1 / 3))


def test_case_1_a_node_with_one_that_it_holds_costs_distance_and_mixture():
    # One tag of four; two of three paths are shared, so the greater of 1/3 and 2/3 is taken off.
    assert isclose(cost(UL, FIRST), 1 / 4 + 1 - 2 / 3)
    assert cost(UL, FIRST) == cost(FIRST, UL) == cost(UL, FIRST, factors="five")


def test_case_2_a_node_with_a_leaf_that_it_holds_counts_only_what_is_the_same():
    assert isclose(cost(UL, Z), 1 / 4 + 1 - 1 / 3)
    assert isclose(cost(FIRST, Y), 1 / 4 + 1 - 1 / 2)


def test_case_3_a_node_with_itself_costs_the_mixture_of_equal_paths_which_is_nothing():
    assert cost(UL, UL) == 0
    assert cost(Z, Z) == 0


@pytest.mark.parametrize(
    ("one", "other", "length"), [("abcd", "bdc", 2), ("", "a", 0), ("aaa", "aa", 2), ("ab", "ba", 1)]
)
def test_the_longest_common_subsequence_is_measured(one, other, length):
    assert common_length(list(map(ord, one)), list(map(ord, other))) == length


def by_definition(one, other):
    rows = [[0] * (len(other) + 1) for _ in range(len(one) + 1)]
    for i, a in enumerate(one):
        for j, b in enumerate(other):
            rows[i + 1][j + 1] = rows[i][j] + 1 if a == b else max(rows[i][j + 1], rows[i + 1][j])
    return rows[-1][-1]


@given(st.lists(st.integers(0, 3), max_size=70), st.lists(st.integers(0, 3), max_size=12))
def test_the_bits_give_what_the_table_gives(one, other):
    assert common_length(one, other) == by_definition(one, other)
