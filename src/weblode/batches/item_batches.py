"""Items in batches: how many are worked on together."""

from __future__ import annotations

import pickle
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from itertools import count, islice
from math import ceil
from typing import Generic, TypeVar

Item = TypeVar("Item")

_BATCH_ITEMS = 64
BATCH_BYTES = 4 << 20
_LARGE_BYTES = 1 << 20  # of an item that ends its batch, so that two such ones go to two processes
# Of work: if all processors are busy, it takes some milliseconds until the first process can send the next batch.
_BATCH_SECONDS = 0.1


def windows(items: Iterable[Item], size: Callable[[Item], int]) -> Iterator[list[Item]]:
    """The items in full batches."""
    batch: list[Item] = []
    total = 0
    for item in items:
        batch.append(item)
        total += size(item)
        if len(batch) == _BATCH_ITEMS or total >= BATCH_BYTES:
            yield batch
            batch, total = [], 0
    if batch:
        yield batch


class Pace:
    """How many items make a batch, by what the items of the batches before have taken."""

    def __init__(self) -> None:
        self._seconds = 0.0  # of the processor, that an item has taken of late

    def note(self, items: int, seconds: float) -> None:
        """Take into account what a batch has taken."""
        each = seconds / max(1, items)
        self._seconds = (3 * self._seconds + each) / 4 if self._seconds else each

    @property
    def is_short(self) -> bool:
        """Whether the items are known to take so little time that several make a batch."""
        return self._seconds > 0 and self.items > 1

    @property
    def items(self) -> int:
        """The most items of the next batch."""
        return max(1, min(_BATCH_ITEMS, int(_BATCH_SECONDS / self._seconds))) if self._seconds else _BATCH_ITEMS


class ItemBatch(Generic[Item]):
    """Some items to work on together; `share` is how much of a full batch they are, which has `BATCH_BYTES`."""

    def __init__(self, number: int, items: list[Item], size: int, *, is_large: bool = False) -> None:
        self.number, self.items = number, items
        self.share = max(len(items) * BATCH_BYTES // _BATCH_ITEMS, min(BATCH_BYTES, size))
        self.is_large = is_large

    @cached_property
    def packed(self) -> bytes:
        """The items as they are sent."""
        return pickle.dumps(self.items, pickle.HIGHEST_PROTOCOL)


def in_batches(items: Iterable[Item], size: Callable[[Item], int], jobs: int, pace: Pace) -> Iterator[ItemBatch[Item]]:
    """The items in batches: of one for each process first, so that a few slow items occupy all, then of more and more.

    A batch has fewer items if they are large, or take long, and near the end, for which some items are taken ahead: so
    all processes end together.
    """
    rest = iter(items)
    near: deque[tuple[Item, int]] = deque()  # items that are taken ahead, with their sizes
    ahead, is_end = 0, False
    for number in count():
        most = min(pace.items, 1 << min(number // jobs, 16))
        if not is_end and ahead < jobs * BATCH_BYTES:
            least = 2 * jobs * most
            for item in islice(rest, max(0, least - len(near))):
                near.append((item, own := size(item)))
                ahead += own
                if ahead >= jobs * BATCH_BYTES:
                    break
            else:
                is_end = len(near) < least
        if not near:
            return
        if is_end:
            most = min(most, ceil(len(near) / (2 * jobs)))
        some: list[Item] = []
        total = last = 0
        while near and len(some) < most and total < BATCH_BYTES and last < _LARGE_BYTES:
            item, last = near.popleft()
            some.append(item)
            total += last
        ahead -= total
        yield ItemBatch(number, some, total, is_large=last >= _LARGE_BYTES)
