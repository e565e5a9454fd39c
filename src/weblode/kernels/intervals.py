"""The interval dynamic programme: the cheapest binary bracketing of a row of units."""

import numpy as np
from numpy.typing import NDArray


def splits(meet: NDArray[np.int32], costs: NDArray[np.float64]) -> NDArray[np.int32]:
    """The best division of each range of units: entry (i, j) is the last unit of the left part, -1 if i >= j.

    `n` units stand in a row; units `i` and `i + 1` meet in node `meet[i]`. The node of a range is the least of its
    meets, that of a single unit is `len(costs) - n + i`. Joining ranges with nodes `a` and `b` costs `costs[a, b]`; the
    cost of a range is that of its cheapest division, including all joins inside. Of equal divisions, the one with the
    shortest left part is taken. Time n^3 / 6, memory n^2.

    >>> likes = np.array([[0, 0, 0, 5], [0, 0, 0, 0], [0, 0, 1, 1], [5, 0, 1, 0]], dtype=float)
    >>> splits(np.array([0, 0], dtype=np.int32), likes)[0, 2]
    np.int32(0)
    """
    n = len(meet) + 1
    # Ranges are stored by [first, length] and by [last, length], so that all divisions of all ranges of a length are
    # slices.
    cost_of = np.zeros((2, n, n))
    node_of = np.zeros((2, n, n), dtype=np.int32)
    node_of[:, :, 0] = np.arange(n) + len(costs) - n
    divisions = np.full((n, n), -1, dtype=np.int32)
    least = np.full(n, np.iinfo(np.int32).max, dtype=np.int32)
    for length in range(1, n):
        first = np.arange(n - length)
        last = first + length
        left, right = slice(0, n - length), slice(length, n)
        back = slice(length - 1, None, -1)  # the right part shrinks as the left one grows
        total = (cost_of[0, left, :length] + cost_of[1, right, back]) + costs[
            node_of[0, left, :length], node_of[1, right, back]
        ]
        at = total.argmin(axis=1)
        divisions[first, last] = first + at
        cost_of[0, first, length] = cost_of[1, last, length] = total[first, at]
        least = np.minimum(least[: n - length], meet[length - 1 :])
        node_of[0, first, length] = node_of[1, last, length] = least
    return divisions
