"""A page as a row of tokens, and what repeats in a row of tokens: the definitions, in Python."""

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

Column = NDArray[np.int32]

# What an element gives: nothing, its content only, a start and an end with its content between, or one token alone.
HIDDEN, CONTENT, PAIR, ALONE = range(4)


def tokens(end: Column, tag: Column, leaf: Column, kinds: NDArray[np.uint8]) -> Column:
    """Two rows: the tokens of a page, and the node from which each takes over from the one before it.

    A start tag is twice the number of the tag, an end tag one more, text is 0; texts that follow each other are one
    token. `kinds` says by tag what an element gives, the last entry for tags beyond it.
    """
    found: list[tuple[int, int]] = []
    open_nodes: list[int] = []
    here = u = 0
    n = len(end)
    while u < n or open_nodes:
        if open_nodes and end[open_nodes[-1]] <= u:
            v = open_nodes.pop()
            found.append((2 * int(tag[v]) + 1, here))
            here = int(end[v])
            continue
        if not tag[u]:
            if leaf[u] >= 0:
                if not found or found[-1][0]:
                    found.append((0, here))
                here = u + 1
            u += 1
            continue
        kind = kinds[min(int(tag[u]), len(kinds) - 1)]
        if kind in (PAIR, ALONE):
            found.append((2 * int(tag[u]), here))
            here = u + 1 if kind == PAIR else int(end[u])
        if kind == PAIR:
            open_nodes.append(u)
        u = u + 1 if kind in (PAIR, CONTENT) else int(end[u])
    return np.array(found, dtype=np.int32).reshape(-1, 2).T.copy()


def repeats(row: Column, least_length: int, least_count: int) -> tuple[Column, Column]:
    """The suffixes of a row of tokens in order, and its maximal repeats: length, first suffix, first suffix after it.

    A repeat is maximal if neither all tokens before its occurrences nor all tokens after them are the same; the row's
    ends are like no token. Repeats come in the order in which their last suffix stands, the longest first.
    """
    order = _suffixes(row)
    shared = _shared(row, order)
    found: list[tuple[int, int, int]] = []
    left = [int(row[at - 1]) if at else -1 for at in order.tolist()]
    stack: list[
        list[int]
    ] = []  # of each open repeat: its length, its first suffix, the token before all, -2 for several
    for i in range(1, len(row) + 1):
        length = shared[i] if i < len(row) else 0
        first, before = i - 1, left[i - 1] if left[i - 1] >= 0 else -2
        while stack and stack[-1][0] > length:
            long, first, seen = stack.pop()
            before = before if before == seen else -2
            if before == -2 and long >= least_length and i - first >= least_count:
                found.append((long, first, i))
        if length and stack and stack[-1][0] == length:
            stack[-1][2] = before if before == stack[-1][2] else -2
        elif length:
            stack.append([length, first, before])
    return order, np.array(found, dtype=np.int32).reshape(-1, 3)


def _suffixes(row: Column) -> Column:
    """Where each suffix begins, in their order, by doubling the length that they are sorted by."""
    n = len(row)
    rank = np.unique(row, return_inverse=True)[1].astype(np.int64).reshape(-1)
    step, order = 1, np.argsort(rank, kind="stable")
    while n and rank[order[-1]] < n - 1:
        after = np.full(n, -1, dtype=np.int64)
        after[: max(n - step, 0)] = rank[step:]
        order = np.lexsort((after, rank))
        new = (np.diff(rank[order], prepend=-1) != 0) | (np.diff(after[order], prepend=-2) != 0)
        rank[order] = np.cumsum(new) - 1
        step *= 2
    return order.astype(np.int32)


def _shared(row: Column, order: Column) -> list[int]:
    """How many tokens each suffix shares with the one before it in order."""
    listed, n = row.tolist(), len(row)
    rank = [0] * n
    for i, at in enumerate(order.tolist()):
        rank[at] = i
    found, length = [0] * n, 0
    for at in range(n):
        if not rank[at]:
            length = 0
            continue
        other = int(order[rank[at] - 1])
        while max(at, other) + length < n and listed[at + length] == listed[other + length]:
            length += 1
        found[rank[at]] = length
        length = max(0, length - 1)
    return found


def regular(
    order: Column, found: Column, least_count: int, bounds: tuple[float, float, float], most: int
) -> tuple[Column, Column]:
    """The runs of occurrences that follow each other regularly and densely: which repeat, where it begins and ends in
    the second array, which holds the places.

    `bounds` are the highest variance of a repeat (the coefficient of variation of the gaps between occurrences), the
    highest of a run where that of all occurrences is too high, and the lowest density (the share of the range that
    occurrences fill). Repeats of which no more than half can stand side by side are not looked at, nor are any
    once `most` occurrences were.
    """
    runs: list[tuple[int, int, int]] = []
    places: list[int] = []
    seen = 0
    for i, (length, first, stop) in enumerate(found.tolist()):
        count = stop - first
        if (count - 1) * length > 2 * len(order):
            continue
        seen += count
        if seen > most:
            break
        at = sorted(order[first:stop].tolist())
        whole = _variance(count - 1, at[-1] - at[0], sum((b - a) ** 2 for a, b in pairwise(at)))
        parts = [(0, count)] if whole <= bounds[0] else _clusters(at, bounds[1])
        for a, b in parts:
            if b - a >= least_count and (b - a - 1) * length >= bounds[2] * (at[b - 1] - at[a]):
                runs.append((i, len(places), len(places) + b - a))
                places += at[a:b]
    return np.array(runs, dtype=np.int32).reshape(-1, 3), np.array(places, dtype=np.int32)


def _variance(n: int, total: int, squares: int) -> float:
    """The coefficient of variation of `n` gaps of a sum and a sum of squares."""
    variance = n * squares / (total * total) - 1.0
    return float(np.sqrt(variance)) if variance > 0.0 else 0.0


def _clusters(at: list[int], highest: float) -> list[tuple[int, int]]:
    """The places in parts of low variance: each goes on as long as it can, and the next begins after it.

    Two places have one gap, which varies from nothing: of a part of two the second begins the next.
    """
    found = []
    i, j, squares = 0, 1, 0
    while j < len(at):
        more = squares + (at[j] - at[j - 1]) ** 2
        if _variance(j - i, at[j] - at[i], more) <= highest:
            squares = more
            j += 1
            continue
        found.append((i, j))
        i = j - 1 if j - i == 2 else j
        j, squares = i + 1, 0
    return [*found, (i, len(at))]
