"""Chance that is the same on every machine: a draw follows from a key, not from what was drawn before.

Not `random.Random`: to seed one costs more than all that is drawn from it here, and only its `random()` is promised to
stay as it is from one Python to the next.
"""

from collections.abc import Sequence
from hashlib import blake2b
from typing import TypeVar

T = TypeVar("T")

# Knuth's linear congruential generator (MMIX); only its upper bits are used.
FACTOR, STEP, BITS = 6364136223846793005, 1442695040888963407, (1 << 64) - 1


class Dice:
    """Draws that follow from a key."""

    def __init__(self, *key: object) -> None:
        self._state = _digest("/".join(map(str, key)))

    def below(self, size: int) -> int:
        """A whole number from 0, smaller than `size`."""
        self._state = (self._state * FACTOR + STEP) & BITS
        return (self._state >> 32) * size >> 32

    def number(self, low: int, high: int) -> int:
        """A whole number from low to high, both included."""
        return low + self.below(high - low + 1)

    def pick(self, options: Sequence[T]) -> T:
        """One of the options."""
        return options[self.below(len(options))]

    def some(self, options: Sequence[T], count: int) -> list[T]:
        """That many different options, in a drawn order."""
        left = list(options)
        return [left.pop(self.below(len(left))) for _ in range(min(count, len(left)))]

    def chance(self, percent: int) -> bool:
        """True in that many of a hundred draws."""
        return self.below(100) < percent


def scattered(number: int, size: int, key: str) -> int:
    """Another number below `size` for every number below `size`: a permutation that follows from a key.

    A Feistel network over the next even power of two, walked until it falls below `size`; so different numbers stay
    different however many are asked for, and none has to be remembered.

    >>> sorted(scattered(n, 10, "any") for n in range(10))
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
    """
    half = (max(size - 1, 1).bit_length() + 1) // 2
    mask, salt = (1 << half) - 1, _digest(key)
    number %= size
    while True:
        left, right = number >> half, number & mask
        for turn in range(4):
            mixed = ((right + 1) * FACTOR + (salt >> turn)) & BITS
            mixed = ((mixed ^ mixed >> 29) * STEP) & BITS
            left, right = right, left ^ (mixed >> 40 & mask)
        number = left << half | right
        if number < size:
            return number


def _digest(key: str) -> int:
    return int.from_bytes(blake2b(key.encode(), digest_size=8).digest(), "big")
