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
    return _below(tree, np.diff(tree.start) * (tree.leaf >= 0))


def _below(tree: Tree, amount: NDArray[np.generic]) -> NDArray[np.int64]:
    """The sum of an amount over each node's subtree."""
    before = np.concatenate(([0], np.cumsum(amount, dtype=np.int64)))
    return before[tree.end] - before[:-1]
