"""Columns that measure the nodes of a tree: how many children, how much text."""

import numpy as np
from numpy.typing import NDArray

from weblode.tree import Tree


def fanout(tree: Tree) -> NDArray[np.int64]:
    """How many element children each node has."""
    parents = tree.parent[1:][tree.tag[1:] > 0]
    return np.bincount(parents, minlength=len(tree))


def leaf_count(tree: Tree) -> NDArray[np.int64]:
    """How many text leaves each node's subtree holds."""
    return _below(tree, tree.leaf >= 0)


def text_size(tree: Tree) -> NDArray[np.int64]:
    """How many bytes of text for people each node's subtree holds."""
    return tree.text_before[tree.end] - tree.text_before[:-1]


def _below(tree: Tree, amount: NDArray[np.bool_]) -> NDArray[np.int64]:
    """How many nodes of a kind each node's subtree holds."""
    before = np.zeros(len(tree) + 1, dtype=np.int64)
    np.cumsum(amount, out=before[1:])
    return before[tree.end] - before[:-1]
