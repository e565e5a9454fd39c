"""The cost of joining two nodes of a page into one part: the less similar they are, the more.

Davulcu, Vadrevu, Nagarajan, Gelgi: OntoMiner: automated metadata and instance mining from news websites, Int. J. Web
and Grid Services 1(2), 2005, section 4.3.1 and figure 4. Five factors from 0 to 1 are summed: how far the nodes are
from their common ancestor (`C_LCA`), how different their paths up to it are (`C_PSIM`), how mixed the tag paths below
them are (`C_STSIM`), how different the order of these is (`C_ORD`), and how different the sizes are (`C_NSIM`). Where
one node contains the other only the first and third count, and for a node with itself only the third.

We differ in: the text announces five factors and the formula adds four, so there are both, by name; the fifth is
printed as a similarity, and is inverted here. A distance is the number of tags on the path. The similarity of two paths
is their longest common subsequence, and so is that of two sequences of tag paths. The paths below a node are those of
its text leaves, from the root.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from weblode.tree import Column, Tree

FACTORS = ("four", "five")
_BYTES = 2**22  # size of the sets of tag paths that are compared at a time
_COMPARED = 1000  # leaves of a subtree whose order is compared: longer ones differ before that


def joining_costs(tree: Tree, a: Column, b: Column, *, factors: str = "four") -> NDArray[np.float64]:
    """The cost of each pair of nodes `a[i]`, `b[i]`, which may be apart, nested or the same.

    >>> from weblode.pages.html import parse
    >>> page = parse(b"<ul><li>x<li>y</ul>")
    >>> (first, second) = page.leaves
    >>> joining_costs(page, np.array([first]), np.array([second])).round(3)
    array([0.577])
    """
    top = tree.common_ancestors(a, b)
    nested = (top == a) | (top == b)
    costs: NDArray[np.float64] = _distance(tree, a, b, top) + _mixture(tree, a, b, nested & (a != b))
    apart = np.flatnonzero(~nested)
    a, b = a[apart], b[apart]
    costs[apart] += _path_difference(tree, a, b, top[apart]) + _order_difference(tree, a, b)
    if factors == "five":
        costs[apart] += _size_difference(tree, a, b)
    return costs


def _distance(tree: Tree, a: Column, b: Column, top: Column) -> NDArray[np.float64]:
    """C_LCA: the mean distance from the common ancestor as a share of the page's depth; its root for nodes apart."""
    deepest = max(1, tree.deepest)
    above, one, other = (tree.depth[nodes] - (tree.tag[nodes] == 0) for nodes in (top, a, b))
    below = np.maximum(one - above, 0) + np.maximum(other - above, 0)
    nested = (top == a) | (top == b)
    return np.asarray(np.where(nested, below / deepest, np.sqrt(below / (2 * deepest))))


def _mixture(tree: Tree, a: Column, b: Column, holds: NDArray[np.bool_]) -> NDArray[np.float64]:
    """C_STSIM: 0 if the tag paths below the nodes are all the same or all different, up to 0.5 if they are mixed.

    Where one node contains the other and that is a leaf, only the share of equal paths counts.
    """
    nodes = np.union1d(a, b)
    paths = _path_sets(tree, nodes)
    sizes = np.bitwise_count(paths).sum(axis=1, dtype=np.int64)
    one, other = nodes.searchsorted(a), nodes.searchsorted(b)
    both = np.empty(len(a), dtype=np.int64)
    step = max(1, _BYTES // max(1, paths.shape[1]))
    for i in range(0, len(a), step):
        shared = paths[one[i : i + step]] & paths[other[i : i + step]]
        both[i : i + step] = np.bitwise_count(shared).sum(axis=1, dtype=np.int64)
    either = sizes[one] + sizes[other] - both
    same = np.where(either > 0, both / np.maximum(either, 1), 1.0)
    leaf = holds & (tree.tag[np.maximum(a, b)] == 0)
    return np.asarray(1 - np.where(leaf, same, np.maximum(same, 1 - same)))


def _path_sets(tree: Tree, nodes: Column) -> NDArray[np.uint8]:
    """The set of the leaves' tag paths below each node, as bits, one row for each node."""
    first, stop = _leaf_ranges(tree, nodes)
    begin = int(first.min(initial=len(tree.leaves)))
    paths, number = np.unique(tree.path[tree.leaves[begin : stop.max(initial=0)]], return_inverse=True)
    sets = np.empty((len(nodes), -(-len(paths) // 8)), dtype=np.uint8)
    for row, i, j in zip(sets, (first - begin).tolist(), (stop - begin).tolist(), strict=True):
        has = np.zeros(len(paths), dtype=bool)
        has[number[i:j]] = True
        row[:] = np.packbits(has)
    return sets


def _leaf_ranges(tree: Tree, nodes: Column) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The first leaf of each node's subtree, and the first after it."""
    return tree.leaves.searchsorted(nodes), tree.leaves.searchsorted(tree.end[nodes])


def _path_difference(tree: Tree, a: Column, b: Column, top: Column) -> NDArray[np.float64]:
    """C_PSIM: how different the tags on the paths to the common ancestor are; equal pairs are compared once."""
    keys = zip(tree.path[a].tolist(), tree.path[b].tolist(), tree.depth[top].tolist(), strict=True)
    cache: dict[tuple[int, int, int], float] = {}
    costs = np.empty(len(a))
    for i, key in enumerate(keys):
        if key not in cache:
            one, other = _tags_up_to(tree, int(a[i]), int(top[i])), _tags_up_to(tree, int(b[i]), int(top[i]))
            longest = max(len(one), len(other))
            cache[key] = 1 - common_length(one, other) / longest if longest else 0.0
        costs[i] = cache[key]
    return costs


def _tags_up_to(tree: Tree, u: int, top: int) -> list[int]:
    """The tags from a node up to `top`, without that; a text has no tag of its own."""
    tags = []
    u = u if tree.tag[u] or u == top else int(tree.parent[u])
    while u != top:
        tags.append(int(tree.tag[u]))
        u = int(tree.parent[u])
    return tags


def _order_difference(tree: Tree, a: Column, b: Column) -> NDArray[np.float64]:
    """C_ORD: how different the sequences of tag paths below the nodes are; equal pairs are compared once."""
    cache: dict[tuple[bytes, bytes], float] = {}
    costs = np.empty(len(a))
    bounds = np.array((*_leaf_ranges(tree, a), *_leaf_ranges(tree, b)))
    begin = bounds.min(initial=len(tree.leaves))
    paths = tree.path[tree.leaves[begin : bounds.max(initial=0)]]
    for i, (first, stop, other_first, other_stop) in enumerate((bounds - begin).T.tolist()):
        one, other = (
            paths[first : min(stop, first + _COMPARED)],
            paths[other_first : min(other_stop, other_first + _COMPARED)],
        )
        key = (one.tobytes(), other.tobytes())
        if key not in cache:
            longest = max(len(one), len(other))
            cache[key] = 1 - common_length(one.tolist(), other.tolist()) / longest if longest else 0.0
        costs[i] = cache[key]
    return costs


def _size_difference(tree: Tree, a: Column, b: Column) -> NDArray[np.float64]:
    """C_NSIM, inverted: how different the heights and the numbers of nodes are."""
    nodes = np.union1d(a, b)
    height = {u: 1 + int(tree.depth[u : tree.end[u]].max() - tree.depth[u]) for u in nodes.tolist()}
    one, other = (np.array([height[u] for u in side.tolist()], dtype=float) for side in (a, b))
    here, there = tree.end[a] - a, tree.end[b] - b
    alike = np.minimum(one, other) / np.maximum(one, other) + np.minimum(here, there) / np.maximum(here, there)
    return np.asarray(1 - 0.5 * alike)


def common_length(one: Sequence[int], other: Sequence[int]) -> int:
    """The length of the longest common subsequence, bit-parallel: Hyyrö, Bit-parallel LCS-length computation, 2004.

    >>> common_length([1, 2, 3, 4], [2, 4, 3])
    2
    """
    where: dict[int, int] = {}
    for i, symbol in enumerate(one):
        where[symbol] = where.get(symbol, 0) | 1 << i
    every = (1 << len(one)) - 1
    row = every
    for symbol in other:
        matched = row & where.get(symbol, 0)
        row = (row + matched) | (row - matched)
    return (~row & every).bit_count()
