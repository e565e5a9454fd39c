"""A page as a row of tokens, and the repeats in a row of tokens: the reference implementations, in Python."""

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

Column = NDArray[np.int32]

# How an element is encoded: not at all, its content only, a start and an end token around its content, or one token.
HIDDEN, CONTENT, PAIR, ALONE = range(4)


def tokens(end: Column, tag: Column, leaf: Column, kinds: NDArray[np.uint8]) -> Column:
    """Two rows: the tokens of a page, and the node at which each of them starts.

    A start tag is twice the number of the tag, an end tag one more, text is 0; successive texts are one token. `kinds`
    has the encoding of each tag; the last entry is for all further tags.
    """
    pairs: list[tuple[int, int]] = []
    open_nodes: list[int] = []
    here = u = 0
    n = len(end)
    while u < n or open_nodes:
        if open_nodes and end[open_nodes[-1]] <= u:
            v = open_nodes.pop()
            pairs.append((2 * int(tag[v]) + 1, here))
            here = int(end[v])
            continue
        if not tag[u]:
            if leaf[u] >= 0:
                if not pairs or pairs[-1][0]:
                    pairs.append((0, here))
                here = u + 1
            u += 1
            continue
        kind = kinds[min(int(tag[u]), len(kinds) - 1)]
        if kind in (PAIR, ALONE):
            pairs.append((2 * int(tag[u]), here))
            here = u + 1 if kind == PAIR else int(end[u])
        if kind == PAIR:
            open_nodes.append(u)
        u = u + 1 if kind in (PAIR, CONTENT) else int(end[u])
    return np.array(pairs, dtype=np.int32).reshape(-1, 2).T.copy()


def repeats(row: Column, least_length: int, least_count: int) -> tuple[Column, Column]:
    """The sorted suffixes of a row of tokens, and its maximal repeats: length, first suffix, first suffix after.

    A repeat is maximal if neither all tokens before its occurrences nor all tokens after them are the same; the ends of
    the row differ from every token. Repeats are in the order of their last suffix, the longest first.
    """
    order = _suffixes(row)
    shared = _shared(row, order)
    maximal: list[tuple[int, int, int]] = []
    before_suffix = [int(row[at - 1]) if at else -1 for at in order.tolist()]
    # For each open repeat: its length, its first suffix, and the token before all occurrences, -2 if they differ.
    stack: list[list[int]] = []
    for i in range(1, len(row) + 1):
        length = shared[i] if i < len(row) else 0
        first, before = i - 1, before_suffix[i - 1] if before_suffix[i - 1] >= 0 else -2
        while stack and stack[-1][0] > length:
            long, first, preceding = stack.pop()
            before = before if before == preceding else -2
            if before == -2 and long >= least_length and i - first >= least_count:
                maximal.append((long, first, i))
        if length and stack and stack[-1][0] == length:
            stack[-1][2] = before if before == stack[-1][2] else -2
        elif length:
            stack.append([length, first, before])
    return order, np.array(maximal, dtype=np.int32).reshape(-1, 3)


def _suffixes(row: Column) -> Column:
    """The start of each suffix, in sorted order, by prefix doubling."""
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
    """The length of the common prefix of each suffix with the one before it in order."""
    numbers, n = row.tolist(), len(row)
    rank = [0] * n
    for i, at in enumerate(order.tolist()):
        rank[at] = i
    lengths, length = [0] * n, 0
    for at in range(n):
        if not rank[at]:
            length = 0
            continue
        other = int(order[rank[at] - 1])
        while max(at, other) + length < n and numbers[at + length] == numbers[other + length]:
            length += 1
        lengths[rank[at]] = length
        length = max(0, length - 1)
    return lengths


def regular(
    order: Column, found: Column, least_count: int, bounds: tuple[float, float, float], most: int
) -> tuple[Column, Column]:
    """The runs of occurrences at regular, dense places: the repeat, and its range in the second array, the places.

    `bounds` are the highest variance of a repeat (the coefficient of variation of the gaps between occurrences), the
    highest of a run if that of all occurrences is too high, and the lowest density (the share of the range that
    occurrences fill). Repeats of which no more than half can stand side by side are skipped, and so are all repeats
    after the first `most` occurrences.
    """
    runs: list[tuple[int, int, int]] = []
    places: list[int] = []
    examined = 0
    for i, (length, first, stop) in enumerate(found.tolist()):
        count = stop - first
        if (count - 1) * length > 2 * len(order):
            continue
        examined += count
        if examined > most:
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
    """The coefficient of variation of `n` gaps, from their sum and their sum of squares."""
    variance = n * squares / (total * total) - 1.0
    return float(np.sqrt(variance)) if variance > 0.0 else 0.0


def _clusters(at: list[int], highest: float) -> list[tuple[int, int]]:
    """The places in parts of low variance: each is as long as possible, and the next starts after it.

    Two places have a single gap and so no variance: the second of a part of two also starts the next part.
    """
    parts = []
    i, j, squares = 0, 1, 0
    while j < len(at):
        more = squares + (at[j] - at[j - 1]) ** 2
        if _variance(j - i, at[j] - at[i], more) <= highest:
            squares = more
            j += 1
            continue
        parts.append((i, j))
        i = j - 1 if j - i == 2 else j
        j, squares = i + 1, 0
    return [*parts, (i, len(at))]
