"""Rows of tokens aligned, patterns matched, and places in a tree where records begin: the definitions, in Python."""

from collections import Counter
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

Column = NDArray[np.int32]

GAP = -1


def aligned(row: Column, ranges: Column, weights: Column, centers: int) -> Column:
    """Parts of a row of tokens as rows of one table, gaps put in so that columns correspond: the center star.

    The center is the part with the least sum of edit distances to the others, each counted by its weight; only the
    first `centers` parts are tried, the first wins a tie. Of equally cheap ways to align two parts, from the end, one
    that puts two tokens in a column is taken, else one that leaves out a token of the center.
    """
    parts = [row[a:b].tolist() for a, b in ranges.tolist()]
    if not parts:
        return np.empty((0, 0), dtype=np.int32)
    pairs = list(zip(parts, weights.tolist(), strict=True))
    costs = [sum(_table(one, two)[-1][-1] * weight for two, weight in pairs) for one in parts[:centers]]
    center = parts[costs.index(min(costs))]
    paths = [_inserted(center, part) for part in parts]
    # What stands before each token of the center, and at last after all, is as wide as the widest.
    widths = [max(len(before[i]) for before, _ in paths) for i in range(len(center) + 1)]
    found = []
    for before, beside in paths:
        line: list[int] = []
        for i, width in enumerate(widths):
            line += before[i] + [GAP] * (width - len(before[i]))
            line += beside[i : i + 1]
        found.append(line)
    return np.array(found, dtype=np.int32).reshape(len(parts), -1)


def _table(one: list[int], two: list[int]) -> list[list[int]]:
    """The edit distances of all beginnings of two strings."""
    found = [list(range(len(two) + 1))]
    for i, token in enumerate(one, 1):
        above, row = found[-1], [i]
        for j, other in enumerate(two, 1):
            row.append(min(above[j - 1] + (token != other), above[j] + 1, row[j - 1] + 1))
        found.append(row)
    return found


def _inserted(center: list[int], row: list[int]) -> tuple[list[list[int]], list[int]]:
    """The tokens of a row that stand before each token of the center and after all, and those beside them or GAP."""
    costs = _table(center, row)
    before: list[list[int]] = [[] for _ in range(len(center) + 1)]
    beside = [GAP] * len(center)
    i, j = len(center), len(row)
    while i or j:
        if i and j and costs[i][j] == costs[i - 1][j - 1] + (center[i - 1] != row[j - 1]):
            i, j = i - 1, j - 1
            beside[i] = row[j]
        elif i and costs[i][j] == costs[i - 1][j] + 1:
            i -= 1
        else:
            j -= 1
            before[i].insert(0, row[j])
    return before, beside


def matches(row: Column, columns: Column, first: Column) -> Column:
    """Where a pattern matches in a row of tokens, as pairs of first token and first after it, none overlapping.

    The tokens of column `i` are `columns[first[i]:first[i + 1]]`; a column with GAP may be left out. From left to
    right, at each place the longest match; one of no tokens is none.
    """
    sets = [set(columns[a:b].tolist()) for a, b in zip(first.tolist(), first.tolist()[1:], strict=False)]
    listed = row.tolist()
    found = []
    i = 0
    while i < len(listed):
        ends = {i}
        for column in sets:
            after = {at + 1 for at in ends if at < len(listed) and listed[at] in column}
            ends = after | ends if GAP in column else after
        stop = max(ends, default=i)
        if stop > i:
            found.append((i, stop))
        i = max(stop, i + 1)
    return np.array(found, dtype=np.int32).reshape(-1, 2)


def records(
    parent: Column, end: Column, path: Column, before: NDArray[np.int64], starts: Column, runs: Column, more: int
) -> tuple[Column, Column, NDArray[np.float64]]:
    """The records that begin at each run of nodes, `starts[a:b]`: pairs of first node and first after it, of all runs
    one after the other; how many there are up to the end of each run; and of each run how many records have text, how
    much, and the sum of its squares. `before` has the amount of text before each node, and at last in all.

    A record begins at the highest node that holds its start and no other start, and these nodes are of one tag path,
    the most frequent but for the first and the last start, which have no neighbour on one side; starts below no such
    node are left out. It goes on to the next record below the same parent; the last one below a parent is of as many
    siblings as most others. A repeat may be longer than a record and so miss the last: if `more` is 1, one more is
    added if the sibling after the last is of the same tag path and the record has text. Starts ascend within a run.
    """
    found: list[tuple[int, int]] = []
    stops, sums = [], []
    for a, b in runs.tolist():
        heads = _heads(parent, end, path, sorted(set(starts[a:b].tolist())))
        pairs = _extents(parent, end, heads)
        pairs += _one_more(parent, end, path, before, pairs) if more else []
        sizes = [float(before[stop] - before[start]) for start, stop in pairs]
        found += pairs
        stops.append(len(found))
        sums.append((sum(size > 0 for size in sizes), sum(sizes), sum(size * size for size in sizes)))
    pairs_found = np.array(found, dtype=np.int32).reshape(-1, 2)
    return pairs_found, np.array(stops, dtype=np.int32), np.array(sums, dtype=np.float64).reshape(-1, 3)


def _heads(parent: Column, end: Column, path: Column, at: list[int]) -> list[int]:
    """The first nodes of the records that begin at some nodes."""
    tops = [_top(parent, end, u, a, b) for a, u, b in zip([-1, *at], at, [*at[1:], len(parent)], strict=False)]
    paths = Counter(int(path[u]) for u in (tops[1:-1] or tops))
    usual = paths.most_common(1)[0][0] if paths else -1
    found: list[int] = []
    for top, u in zip(tops, at, strict=True):
        while u > top and path[u] != usual:
            u = int(parent[u])
        if path[u] == usual and (not found or u >= end[found[-1]]):
            found.append(u)
    return found


def _extents(parent: Column, end: Column, heads: list[int]) -> list[tuple[int, int]]:
    """The records with these first nodes."""
    spans = [_siblings(end, u, v) if parent[u] == parent[v] else 0 for u, v in pairwise(heads)]
    known = Counter(span for span in spans if span)
    usual = known.most_common(1)[0][0] if known else 1
    found = []
    for u, span in zip(heads, [*spans, 0], strict=False):
        stop, last = u, int(end[parent[u]]) if u else len(end)
        for _ in range(span or usual):
            stop = int(end[stop]) if stop < last else stop
        found.append((u, stop))
    return found


def _one_more(
    parent: Column, end: Column, path: Column, before: NDArray[np.int64], pairs: list[tuple[int, int]]
) -> list[tuple[int, int]]:
    """The record after the last one, if it is like it; of as many siblings."""
    if not pairs:
        return []
    u, start = pairs[-1]
    last = int(end[parent[u]]) if u else len(end)
    if start >= last or path[start] != path[u]:
        return []
    stop = start
    for _ in range(_siblings(end, u, start)):
        stop = int(end[stop]) if stop < last else stop
    return [(start, stop)] if before[stop] > before[start] else []


def _top(parent: Column, end: Column, u: int, before: int, after: int) -> int:
    """The highest node that holds a node and neither of two others, not the root."""
    while parent[u] > max(before, 0) and end[parent[u]] <= after:
        u = int(parent[u])
    return u


def _siblings(end: Column, u: int, v: int) -> int:
    """How many siblings stand from one to before another."""
    n = 0
    while u < v:
        u, n = int(end[u]), n + 1
    return n
