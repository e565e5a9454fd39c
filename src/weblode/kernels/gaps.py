"""The gaps between successive leaves: the reference implementation, in Python."""

from bisect import bisect_left
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from weblode.tags import BROKEN

Column = NDArray[np.int32]

# Bits of the kinds of nodes: blocks and lists are counted, links marked; the meaning of the others is the caller's.
BLOCK, LIST, LINK = 1, 2, 4
NONE = (1 << 31) - 1  # no item of a list has so many leaves
STRONG = 4095  # gaps stronger than this are counted as equally strong


def gaps(
    parent: Column, end: Column, path: Column, leaf: Column, kinds: NDArray[np.uint8], least: int, large: int = NONE
) -> NDArray[np.int32]:
    """Fourteen rows about the gap before each leaf but the first.

    The deepest node that contains both leaves; how many blocks end, how many start, and how many contain both leaves;
    the kinds of the nodes that end, and of those that start; how many leaves ago one had the same tag path, 0 if none
    had; 1 if the gap is inside a list; 1 if the two parts that it divides begin alike: with leaves whose innermost
    blocks have the same tag path; then, of the node that contains both leaves, its first leaf, the first leaf after it,
    the number of its parts (children with leaves), and of the nodes of the kind `LIST` around it, itself included; and
    1 if the leaf before is in a `LINK`. A node ends if it contains the leaf before and not the one after; it starts
    if it stands between them, with text or without. A list is `least` or more successive siblings whose leaves have the
    same tag paths, each equally often; gaps between siblings of `large` leaves or more do not count as inside of it, if
    these are fewer than twice `least`. `kinds` has a byte per node.
    """
    leaves = np.flatnonzero(leaf >= 0).tolist()
    rows = np.zeros((14, max(0, len(leaves) - 1)), dtype=np.int32)
    around = _blocks(parent, kinds, leaves[0], -1) if leaves else 0
    seen = {int(path[u]): 0 for u in leaves[:1]}
    for i, (a, b) in enumerate(pairwise(leaves)):
        common, ended = int(parent[a]), 0
        while end[common] <= b:
            ended |= int(kinds[common])
            common = int(parent[common])
        started = int(np.bitwise_or.reduce(kinds[a + 1 : b]))
        ends, starts = _blocks(parent, kinds, a, common), _blocks(parent, kinds, b, common)
        last = seen.get(int(path[b]), i + 1)
        rows[:7, i] = common, ends, starts, around - ends, ended, started, i + 1 - last
        seen[int(path[b])] = i + 1
        around += starts - ends
        before = leaves[bisect_left(leaves, _child(parent, common, a))]
        rows[8, i] = _opening(parent, path, kinds, before) == _opening(parent, path, kinds, b)
        rows[9:11, i] = bisect_left(leaves, common), bisect_left(leaves, int(end[common]))
        rows[12:, i] = _around(parent, kinds, common, LIST), _around(parent, kinds, a, LINK) > 0
    rows[11] = np.bincount(rows[0])[rows[0]] + 1  # there is one gap less than parts
    lists = _lists(parent, end, path, leaves, rows[0].tolist(), least)
    for first, stop, _ in lists:
        rows[7, first : stop - 1] = 1
    for first, stop, n in lists:
        if (size := (stop - first) // n) >= large and n < 2 * least:
            rows[7, first + size - 1 : stop - 1 : size] = 0
    return rows


def cuts(
    parent: Column,
    end: Column,
    path: Column,
    leaf: Column,
    lead: Column,
    kinds: NDArray[np.uint8],
    least: int,
    large: int = NONE,
) -> tuple[NDArray[np.int32], NDArray[np.int32], int]:
    """The gaps outside lines and lists, the nodes that they divide, and the most blocks that a leaf is in.

    A line continues where no block ends or starts and the text is not on a new line. Gaps are ordered by node. The rows
    of a gap: the leaf after it; the number of its node; how many gaps are as strong (one more than the blocks that end,
    times one more than those that start); then rows 3 to 6 and 8 to 13 of `gaps`. The rows of a node, in document
    order: the node, its first gap, and the number of the innermost one around it, its own if there is none.
    """
    rows = gaps(parent, end, path, leaf, kinds, least, large)
    broken = lead[np.flatnonzero(leaf >= 0)[1:]] == BROKEN
    strength = [min((ends + 1) * (starts + 1), STRONG) for ends, starts in rows[1:3].T.tolist()]
    outside = [i for i, strong in enumerate(strength) if not rows[7, i] and (strong > 1 or broken[i])]
    outside.sort(key=lambda i: (rows[0, i], i))
    most = max((int(rows[3, i] + max(rows[1, i], rows[2, i])) for i in range(len(strength))), default=0)
    nodes: list[tuple[int, int, int]] = []
    chosen = np.zeros((13, len(outside)), dtype=np.int32)
    around: list[int] = []
    ordered = np.sort([strength[i] for i in outside])
    for place, i in enumerate(outside):
        u = int(rows[0, i])
        if not nodes or nodes[-1][0] != u:
            while around and end[nodes[around[-1]][0]] <= u:
                around.pop()
            nodes.append((u, place, around[-1] if around else len(nodes)))
            around.append(len(nodes) - 1)
        rivals = len(ordered) - int(ordered.searchsorted(strength[i]))
        chosen[:3, place] = i + 1, len(nodes) - 1, rivals
        chosen[3:7, place], chosen[7:, place] = rows[3:7, i], rows[8:, i]
    return chosen, np.array(nodes, dtype=np.int32).reshape(-1, 3).T.copy(), most


def _opening(parent: Column, path: Column, kinds: NDArray[np.uint8], u: int) -> int:
    """The tag path of the innermost block around a node, or of the root."""
    while u and not kinds[u] & BLOCK:
        u = int(parent[u])
    return int(path[u])


def _around(parent: Column, kinds: NDArray[np.uint8], u: int, kind: int) -> int:
    """The number of nodes of a kind around a node, itself included."""
    n = 0
    while u >= 0:
        n += kinds[u] & kind > 0
        u = int(parent[u])
    return n


def _blocks(parent: Column, kinds: NDArray[np.uint8], u: int, above: int) -> int:
    """The number of blocks among the ancestors of a node that are below another node."""
    n = 0
    while (u := int(parent[u])) != above:
        n += int(kinds[u]) & BLOCK
    return n


def _lists(
    parent: Column, end: Column, path: Column, leaves: list[int], commons: list[int], least: int
) -> list[tuple[int, int, int]]:
    """The first leaf of each list, the first leaf after it, and the number of its siblings, all of as many leaves.

    `commons` has the node that each gap divides.
    """
    runs: list[list[int]] = []  # for each run of like siblings: the first leaf, the first after, the number of siblings
    open_runs: dict[int, list[int]] = {}  # by parent
    for i, common in enumerate(commons, 1):
        before, after = (_child(parent, common, u) for u in leaves[i - 1 : i + 1])
        first, stop = bisect_left(leaves, before), bisect_left(leaves, int(end[after]))
        # Lengths first: parts of unequal length are not compared, so a leaf is visited at most log n times.
        alike = i - first == stop - i and sorted(path[leaves[first:i]]) == sorted(path[leaves[i:stop]])
        if not alike:
            open_runs.pop(common, None)
        elif common in open_runs:
            run = open_runs[common]
            run[1:] = stop, run[2] + 1
        else:
            open_runs[common] = [first, stop, 2]
            runs.append(open_runs[common])
    return [(first, stop, n) for first, stop, n in runs if n >= least]


def _child(parent: Column, u: int, v: int) -> int:
    """The child of a node that contains another node, or is it."""
    while parent[v] != u:
        v = int(parent[v])
    return v
