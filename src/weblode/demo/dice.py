"""Pseudo-random numbers that are the same on every machine: they depend on a key, not on other draws.

Not `random.Random`: seeding one costs more than all draws from it here, and only its `random()` is guaranteed to give
the same numbers in every version of Python.
"""

from collections.abc import Sequence
from hashlib import blake2b
from typing import TypeVar

T = TypeVar("T")

# Knuth's linear congruential generator (MMIX); only its upper bits are used.
FACTOR, STEP, BITS = 6364136223846793005, 1442695040888963407, (1 << 64) - 1


class Dice:
    """A generator of numbers that depend only on the key."""

    def __init__(self, *key: object) -> None:
        self._state = _digest("/".join(map(str, key)))

    def below(self, size: int) -> int:
        """An integer from 0 to `size` - 1."""
        self._state = (self._state * FACTOR + STEP) & BITS
        return (self._state >> 32) * size >> 32

    def number(self, low: int, high: int) -> int:
        """An integer from low to high, both included."""
        return low + self.below(high - low + 1)

    def pick(self, options: Sequence[T]) -> T:
        """One of the options."""
        return options[self.below(len(options))]

    def some(self, options: Sequence[T], count: int) -> list[T]:
        """`count` different options, in random order; all if there are fewer."""
        remaining = list(options)
        return [remaining.pop(self.below(len(remaining))) for _ in range(min(count, len(remaining)))]

    def chance(self, percent: int) -> bool:
        """True with a probability of `percent`."""
        return self.below(100) < percent


def permute(number: int, size: int, key: str) -> int:
    """The image of a number in a permutation of 0 to `size` - 1 that depends on a key.

    A Feistel network over the next even power of two, iterated until the result is below `size`: different numbers have
    different images, and nothing has to be stored.

    >>> sorted(permute(n, 10, "any") for n in range(10))
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
