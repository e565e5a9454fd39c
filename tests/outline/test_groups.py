"""Groups of similar neighbours, as the paper has them."""

import numpy as np
import pytest
from outline.made import nested

from weblode.outline.groups import group_tree
from weblode.outline.hierarchy import Hierarchy


def binary(*rows):
    low, high = np.array(rows, dtype=np.int32).T
    return Hierarchy(low, high)


# ((0 (1 2)) (3 4))
TREE = binary((0, 4), (0, 2), (0, 0), (1, 2), (1, 1), (2, 2), (3, 4), (3, 3), (4, 4))


@pytest.mark.parametrize(
    ("costs", "expected"),
    [
        ([1, 1, 1, 1], [[0, [1, 2]], [3, 4]]),  # nothing is alike
        ([1, 0.32, 1, 0.32], [[0, (1, 2)], (3, 4)]),  # two leaves make a group
        ([0.1, 0.1, 1, 1], [(0, 1, 2), [3, 4]]),  # a group takes in a leaf
        ([0.1, 0.1, 0.1, 0.1], (0, 1, 2, 3, 4)),  # two groups become one
        ([0.1, 0.33, 0.1, 0.1], [[0, [1, 2]], (3, 4)]),  # at the threshold is not below it; a part takes in nothing
    ],
)
def test_neighbours_below_the_threshold_are_grouped_on_the_way_up(costs, expected):
    assert nested(group_tree(TREE, np.array(costs))) == expected


def test_a_higher_threshold_groups_more_and_atoms_are_numbered_from_the_first():
    costs = np.array([0.5, 0.5, 1, 0.5])
    assert nested(group_tree(TREE, costs, threshold=0.6)) == [(0, 1, 2), (3, 4)]
    assert nested(group_tree(TREE, costs, first=10)) == [[10, [11, 12]], [13, 14]]


def test_one_unit_is_a_leaf_and_none_an_empty_draft():
    assert nested(group_tree(binary((0, 0)), np.array([]))) == 0
    nothing = np.array([], dtype=np.int32)
    assert group_tree(Hierarchy(nothing, nothing), np.array([])).root == -1
