"""What lies between each two leaves that follow each other: the definition, in Python."""

import numpy as np
from numpy.typing import NDArray

BLOCK = 1  # the kind of nodes that are counted; the other seven bits are the caller's


def gaps(
    parent: NDArray[np.int32],
    end: NDArray[np.int32],
    path: NDArray[np.int32],
    leaf: NDArray[np.int32],
    kinds: NDArray[np.uint8],
) -> NDArray[np.int32]:
    """Seven rows, with a column for each leaf but the first, about the gap before it:

    the deepest node that holds the leaves on both sides; how many blocks end, how many start, and how many hold both
    leaves; the kinds of the nodes that end, and of those that start; how many leaves ago one had the same tag path, 0
    if none had. A node ends if it holds the leaf before and not the one after; it starts if it stands between them,
    with text or without. `kinds` has a byte a node, 1 for a block, and seven bits that are the caller's.
    """
    leaves = np.flatnonzero(leaf >= 0).tolist()
    found = np.zeros((7, max(0, len(leaves) - 1)), dtype=np.int32)
    seen = {int(path[u]): 0 for u in leaves[:1]}
    around = _blocks(parent, kinds, leaves[0], -1) if leaves else 0
    for i, (a, b) in enumerate(zip(leaves, leaves[1:], strict=False)):
        common, ended = int(parent[a]), 0
        while end[common] <= b:
            ended |= int(kinds[common])
            common = int(parent[common])
        started = int(np.bitwise_or.reduce(kinds[a + 1 : b]))
        ends, starts = _blocks(parent, kinds, a, common), _blocks(parent, kinds, b, common)
        last = seen.get(int(path[b]), i + 1)
        found[:, i] = common, ends, starts, around - ends, ended, started, i + 1 - last
        seen[int(path[b])] = i + 1
        around += starts - ends
    return found


def _blocks(parent: NDArray[np.int32], kinds: NDArray[np.uint8], u: int, above: int) -> int:
    """How many ancestors of a node below another are blocks."""
    n = 0
    while (u := int(parent[u])) != above:
        n += int(kinds[u]) & BLOCK
    return n
