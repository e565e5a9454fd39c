"""The binary hierarchy of a page's leaves: similar neighbours are joined first (OntoMiner 2005, section 4.3.1).

Dynamic programming over intervals finds the cheapest way to join all units of a page, two neighbours at a time, by the
costs of `outline.costs`. Its time grows with the cube of the units, so a page of more than `LIMIT` units is divided:
into its segments, these where needed into the children of the node that spans them, and if a node has more children
than that, into runs of `LIMIT`. The programme runs in each part and over the parts of a part. The result is optimal on
pages of up to `LIMIT` units, and within each part; across parts it is the best of the hierarchies that keep the parts
whole.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from weblode import kernels
from weblode.outline.atoms import common_ancestors
from weblode.outline.costs import joining_costs
from weblode.tree import Column, Tree

LIMIT = 300  # units of one programme: 5 ms in the kernel, 35 ms in its twin; `python -m bench.outline` plots it

Range = tuple[int, int]


@dataclass(frozen=True)
class Hierarchy:
    """Ranges of units, `low` to `high`, each before the two ranges it consists of: 2n - 1 rows for n units."""

    low: Column
    high: Column


def hierarchy(tree: Tree, units: Column, starts: Column, *, factors: str = "four", limit: int = LIMIT) -> Hierarchy:
    """The hierarchy over units: nodes that do not overlap, in document order.

    `starts` are the first units of the segments, used where there are more units than `limit`.
    """
    ranges: list[Range] = [(u, u) for u in range(len(units))]
    todo: list[Range] = [(0, len(units) - 1)] if len(units) > 1 else []
    meet = common_ancestors(tree, units)
    while todo:
        low, high = todo.pop()
        parts = _parts(tree, meet, (low, high), starts, limit)
        ranges += _joins(tree, units, meet, parts, factors)
        todo += [part for part in parts if part[0] < part[1]]
    ranges.sort(key=lambda rows: (rows[0], -rows[1]))
    return Hierarchy(*np.array(ranges, dtype=np.int32).reshape(-1, 2).T.copy())


def _parts(tree: Tree, meet: Column, whole: Range, starts: Column, limit: int) -> list[Range]:
    """The ranges that a programme joins: single units if they are few enough, else the parts of a division.

    Parts that are still too long are divided too, as long as the total is small enough: otherwise a page that nests
    thousands of parts in each other would need a programme for each.
    """
    low, high = whole
    if high - low < limit:
        return [(u, u) for u in range(low, high + 1)]
    parts = _division(tree, meet, whole, starts, limit)
    longest = max(parts, key=_length)
    while len(parts) < limit // 2 and _length(longest) >= limit:
        inner = _division(tree, meet, longest, starts, limit // 2)
        at = parts.index(longest)
        parts[at : at + 1] = inner
        longest = max(parts, key=_length)
    return parts


def _length(part: Range) -> int:
    return part[1] - part[0]


def _division(tree: Tree, meet: Column, whole: Range, starts: Column, limit: int) -> list[Range]:
    """The segments of a range, else the children of the node that spans it; runs of those if they are too many."""
    low, high = whole
    firsts = starts[starts.searchsorted(low, side="right") : starts.searchsorted(high, side="right")].tolist()
    if not firsts:
        inside = meet[low:high]
        firsts = (low + 1 + np.flatnonzero(inside == inside[tree.depth[inside].argmin()])).tolist()
    if len(firsts) >= limit:
        firsts = firsts[limit - 1 :: limit] if len(firsts) < limit * limit else firsts[:: -(-len(firsts) // limit)]
    return list(zip([low, *firsts], [*(u - 1 for u in firsts), high], strict=True))


def _joins(tree: Tree, units: Column, meet: Column, parts: list[Range], factors: str) -> list[Range]:
    """The ranges of several parts in the cheapest hierarchy over the parts."""
    n = len(parts)
    own = np.array([_span(tree, units, meet, part) for part in parts], dtype=np.int32)
    between = np.array([meet[high] for _, high in parts[:-1]], dtype=np.int32)
    # The node of a range of parts is the highest of the parts' own nodes and of those where neighbours meet.
    nodes, number = np.unique(np.concatenate((between, own)), return_inverse=True)
    order = np.lexsort((nodes, tree.depth[nodes]))
    place = np.empty_like(order)
    place[order] = np.arange(len(order))
    number = place[number].astype(np.int32)
    tops = np.minimum(number[: n - 1], np.minimum(number[n - 1 : -1], number[n:]))
    candidates = np.concatenate((nodes[order], own))
    costs = np.zeros((len(candidates), len(candidates)))
    a, b = _neighbours(tops, len(nodes))
    costs[a, b] = joining_costs(tree, candidates[a], candidates[b], factors=factors)
    split = kernels.fastest().splits(tops, costs)
    ranges, todo = [], [(0, n - 1)]
    while todo:
        i, j = todo.pop()
        if i < j:
            ranges.append((parts[i][0], parts[j][1]))
            k = int(split[i, j])
            todo += [(i, k), (k + 1, j)]
    return ranges


def _span(tree: Tree, units: Column, meet: Column, part: Range) -> int:
    """The deepest node that contains a range of units."""
    low, high = part
    inside = meet[low:high]
    return int(inside[tree.depth[inside].argmin()]) if low < high else int(units[low])


def _neighbours(tops: Column, inner: int) -> tuple[Column, Column]:
    """All pairs of node numbers that two neighbouring ranges can have."""
    own = np.arange(inner, inner + len(tops) + 1, dtype=np.int64)
    ending = _least(tops, own)[:-1]
    beginning = _least(tops[::-1], own[::-1])[-2::-1]
    paired = np.zeros((inner + len(own),) * 2, dtype=bool)
    for a, b in zip(ending, beginning, strict=True):
        paired[a[:, None], b] = True
    one, other = np.nonzero(paired)
    return one.astype(np.int32), other.astype(np.int32)


def _least(tops: Column, own: NDArray[np.int64]) -> list[NDArray[np.int64]]:
    """For each unit the node numbers of the ranges that end with it: its own, and the minima of ever longer ranges."""
    numbers, stack = [], list[int]()
    for number, top in zip(own.tolist(), [*tops.tolist(), 0], strict=True):
        numbers.append(np.array([*stack, number], dtype=np.int64))
        while stack and stack[-1] >= top:
            stack.pop()
        stack.append(top)
    return numbers
