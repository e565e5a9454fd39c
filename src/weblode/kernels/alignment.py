"""Alignment of token rows, pattern matching, records from their starts: the reference implementations, in Python."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

Column = NDArray[np.int32]

GAP = -1


def aligned(row: Column, ranges: Column, weights: Column, centers: int) -> Column:
    """Parts of a row of tokens as rows of a table, with gaps so that columns correspond: center-star alignment.

    The center is the part with the least weighted sum of edit distances to the others; only the first `centers` parts
    are tried, and the first wins a tie. Of equally cheap alignments of two parts, from the end, one that puts two
    tokens in a column is preferred, then one that leaves out a token of the center.
    """
    parts = [row[a:b].tolist() for a, b in ranges.tolist()]
    if not parts:
        return np.empty((0, 0), dtype=np.int32)
    pairs = list(zip(parts, weights.tolist(), strict=True))
    costs = [sum(_table(one, two)[-1][-1] * weight for two, weight in pairs) for one in parts[:centers]]
    center = parts[costs.index(min(costs))]
    paths = [_insertions(center, part) for part in parts]
    # The columns before each token of the center, and after the last, are as many as the longest insertion there.
    widths = [max(len(before[i]) for before, _ in paths) for i in range(len(center) + 1)]
    lines = []
    for before, beside in paths:
        line: list[int] = []
        for i, width in enumerate(widths):
            line += before[i] + [GAP] * (width - len(before[i]))
            line += beside[i : i + 1]
        lines.append(line)
    return np.array(lines, dtype=np.int32).reshape(len(parts), -1)


def _table(one: list[int], two: list[int]) -> list[list[int]]:
    """The edit distances of all pairs of prefixes of two strings."""
    distances = [list(range(len(two) + 1))]
    for i, token in enumerate(one, 1):
        above, row = distances[-1], [i]
        for j, other in enumerate(two, 1):
            row.append(min(above[j - 1] + (token != other), above[j] + 1, row[j - 1] + 1))
        distances.append(row)
    return distances


def _insertions(center: list[int], row: list[int]) -> tuple[list[list[int]], list[int]]:
    """The tokens to insert before each token of the center and at its end, and the token aligned with each, or GAP."""
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
    """The matches of a pattern in a row of tokens, as pairs of first token and first token after, without overlap.

    The tokens of column `i` are `columns[first[i]:first[i + 1]]`; a column with GAP is optional. Matches are searched
    from left to right, the longest at each place; an empty match does not count.
    """
    sets = [set(columns[a:b].tolist()) for a, b in zip(first.tolist(), first.tolist()[1:], strict=False)]
    numbers = row.tolist()
    results = []
    i = 0
    while i < len(numbers):
        ends = {i}
        for column in sets:
            after = {at + 1 for at in ends if at < len(numbers) and numbers[at] in column}
            ends = after | ends if GAP in column else after
        stop = max(ends, default=i)
        if stop > i:
            results.append((i, stop))
        i = max(stop, i + 1)
    return np.array(results, dtype=np.int32).reshape(-1, 2)


def records(
    parent: Column, end: Column, path: Column, before: NDArray[np.int64], starts: Column, runs: Column, more: int
) -> tuple[Column, Column, NDArray[np.float64]]:
    """The records that start at each run of nodes, `starts[a:b]`, as three arrays.

    The first has the records of all runs as pairs of first node and first node after; the second the number of records
    up to the end of each run; the third, for each run, the number of records with text, its amount, and the sum of
    squares of the amounts. `before` has the amount of text before each node, and the total as its last entry.

    A record starts at the highest node that contains its start and no other start. All these nodes have the same tag
    path: the most frequent one, not counting the first and the last start, which lack a neighbour on one side. Starts
    without such a node are left out. A record extends to the next record below the same parent; the last one below a
    parent has as many siblings as most others. A repeat may be longer than a record and so miss the last one: if `more`
    is 1, another record is added if the sibling after the last has the same tag path and the record has text. Starts
    ascend within a run.
    """
    all_pairs: list[tuple[int, int]] = []
    stops, sums = [], []
    for a, b in runs.tolist():
        heads = _heads(parent, end, path, sorted(set(starts[a:b].tolist())))
        pairs = _extents(parent, end, heads)
        pairs += _one_more(parent, end, path, before, pairs) if more else []
        sizes = [float(before[stop] - before[start]) for start, stop in pairs]
        all_pairs += pairs
        stops.append(len(all_pairs))
        sums.append((sum(size > 0 for size in sizes), sum(sizes), sum(size * size for size in sizes)))
    record_pairs = np.array(all_pairs, dtype=np.int32).reshape(-1, 2)
    return record_pairs, np.array(stops, dtype=np.int32), np.array(sums, dtype=np.float64).reshape(-1, 3)


def _heads(parent: Column, end: Column, path: Column, at: list[int]) -> list[int]:
    """The first nodes of the records that start at some nodes."""
    tops = [_top(parent, end, u, a, b) for a, u, b in zip([-1, *at], at, [*at[1:], len(parent)], strict=False)]
    paths = Counter(int(path[u]) for u in (tops[1:-1] or tops))
    usual = paths.most_common(1)[0][0] if paths else -1
    heads: list[int] = []
    for top, u in zip(tops, at, strict=True):
        while u > top and path[u] != usual:
            u = int(parent[u])
        if path[u] == usual and (not heads or u >= end[heads[-1]]):
            heads.append(u)
    return heads


def _extents(parent: Column, end: Column, heads: list[int]) -> list[tuple[int, int]]:
    """The records with these first nodes."""
    spans = [_siblings(end, u, v) if parent[u] == parent[v] else 0 for u, v in pairwise(heads)]
    counts = Counter(span for span in spans if span)
    usual = counts.most_common(1)[0][0] if counts else 1
    extents = []
    for u, span in zip(heads, [*spans, 0], strict=False):
        stop, last = u, int(end[parent[u]]) if u else len(end)
        for _ in range(span or usual):
            stop = int(end[stop]) if stop < last else stop
        extents.append((u, stop))
    return extents


def _one_more(
    parent: Column, end: Column, path: Column, before: NDArray[np.int64], pairs: list[tuple[int, int]]
) -> list[tuple[int, int]]:
    """The record after the last one, with as many siblings, if its first node has the same tag path; else empty."""
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
    """The highest node, except the root, that contains a node and neither of two others."""
    while parent[u] > max(before, 0) and end[parent[u]] <= after:
        u = int(parent[u])
    return u


def _siblings(end: Column, u: int, v: int) -> int:
    """The number of siblings from one node up to another."""
    n = 0
    while u < v:
        u, n = int(end[u]), n + 1
    return n


# ---------------------------------------------------------------- places of records
Features = tuple[int, int, int]  # the number of a place's path, and of its author and label, 0 without one


def alike(one: Features, other: Features) -> float:
    """How likely two places are the same field (`weblode.records.places.FieldPlace.likeness`)."""
    if one[0] != other[0]:
        return 0.0
    author = 3.0 if one[1] == other[1] else 1.0 if one[1] and other[1] else 2.0
    if not one[2] and not other[2]:
        return author
    return author + 2.0 if one[2] == other[2] else author / 2


def paired(columns: list[int], row: tuple[int, ...], features: list[Features]) -> list[int]:
    """For each place of a row the index of its column, -1 for none: ascending, with the highest total likeness.

    Columns and places are numbers of `features`. Of equally good pairings, the one with the earliest pairs is taken.
    """
    n, m = len(columns), len(row)
    likeness = [[alike(features[one], features[other]) for other in row] for one in columns]
    best = [[0.0] * (m + 1) for _ in range(n + 1)]
    for i in range(n - 1, -1, -1):
        here, below = best[i], best[i + 1]
        for j in range(m - 1, -1, -1):
            pair = below[j + 1] + likeness[i][j] if likeness[i][j] else 0.0
            here[j] = max(here[j + 1], below[j], pair)
    pairs = [-1] * m
    i = j = 0
    while i < n and j < m:
        if likeness[i][j] and best[i][j] == best[i + 1][j + 1] + likeness[i][j]:
            pairs[j] = i
            i, j = i + 1, j + 1
        elif best[i][j] == best[i + 1][j]:
            i += 1
        else:
            j += 1
    return pairs


def arranged(
    places: Sequence[Any],
    rows: Sequence[tuple[int, ...]],
    known_places: Sequence[Any],
    weights: Sequence[int],
    limits: tuple[int, int, int],
) -> tuple[list[tuple[int, Any]], list[list[int]]]:
    """The columns of rows of places with their numbers, and for each place of each row the index of its column.

    A row has the numbers of its `places`. The known places have the first numbers and stay in order. The most frequent
    row comes first, then the others, longer ones first; each is aligned with the columns so far. A place that matches
    no column becomes a new one; if there are too many, it gets -1. `weights` says how often there is each row. `limits`
    are the most steps of one alignment and of all, beyond which each place goes to the next equal column, and the most
    columns.
    """
    cells, steps, most = limits
    paths: dict[tuple[str, bool, bool, int], int] = {}
    words = {"": 0}
    numbers: dict[Features, int] = {}  # the same for equal places
    distinct: list[Any] = []

    def number(place: Any) -> int:
        features = (
            paths.setdefault((place.path, place.image, place.whole, place.cell), len(paths)),
            words.setdefault(place.author, len(words)),
            words.setdefault(place.label, len(words)),
        )
        if features not in numbers:
            distinct.append(place)
        return numbers.setdefault(features, len(numbers))

    kinds = list(map(number, places))
    columns = list(enumerate(map(number, known_places)))
    features = list(numbers)
    counts: dict[tuple[int, ...], int] = {}
    own_rows = [tuple([kinds[i] for i in row]) for row in rows]
    for row, weight in zip(own_rows, weights, strict=True):
        counts[row] = counts.get(row, 0) + weight
    aligned: dict[tuple[int, ...], list[int]] = {}
    for row in sorted(counts, key=lambda each: (-counts[each], -len(each))):
        own = [kind for _, kind in columns]
        if tuple(own) == row:
            matched = list(range(len(own)))
        elif len(own) * len(row) > min(cells, steps):
            matched = _next_same(own, row)
        else:
            steps -= len(own) * len(row)
            matched = paired(own, row, features)
        aligned[row] = _insert(columns, row, matched, most)
    order = {number: i for i, (number, _) in enumerate(columns)} | {-1: -1}
    indices = {row: [order[number] for number in own] for row, own in aligned.items()}
    return [(number, distinct[kind]) for number, kind in columns], [indices[row] for row in own_rows]


def _insert(columns: list[tuple[int, int]], row: tuple[int, ...], matched: list[int], most: int) -> list[int]:
    """The column numbers of a row's places; adds new columns to `columns` where they stand in the row."""
    numbers: list[int] = []
    merged: list[tuple[int, int]] = []
    at, n = 0, len(columns)
    for kind, i in zip(row, matched, strict=True):
        if i < 0 and n >= most:
            numbers.append(-1)
            continue
        if i < 0:
            merged.append((n, kind))
            n += 1
        else:
            merged += columns[at : i + 1]
            at = i + 1
        numbers.append(merged[-1][0])
    columns[:] = [*merged, *columns[at:]]
    return numbers


def _next_same(columns: Sequence[int], row: Sequence[int]) -> list[int]:
    """For each place the index of the next equal column, -1 for none."""
    where: dict[int, list[int]] = {}
    for i in range(len(columns) - 1, -1, -1):
        where.setdefault(columns[i], []).append(i)
    matched, at = [], 0
    for kind in row:
        left = where.get(kind, [])
        while left and left[-1] < at:
            left.pop()
        matched.append(left[-1] if left else -1)
        at = left[-1] + 1 if left else at
    return matched
