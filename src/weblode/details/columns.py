"""Columns of the texts of all pages of a template, and counts of groups of them."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from weblode import kernels
from weblode.details.leaves import FLAGS, Flags, Leaves

Numbers = NDArray[np.int64]


class PageTexts:
    """The texts of some pages, as columns: those of the first page, then those of the others."""

    def __init__(self, pages: Sequence[Leaves]) -> None:
        self.pages = pages
        sizes = np.array([len(each) for each in pages])
        self.start: Numbers = np.concatenate(([0], np.cumsum(sizes)))  # of each page, and the end
        self.page: Numbers = np.repeat(np.arange(len(pages)), sizes)
        self.row, self.text, self.flags = self.column("row"), self.column("text"), self.column("flags")

    def column(self, name: str) -> NDArray[Any]:
        """A column of the leaves of all pages."""
        if name in FLAGS:
            return np.asarray(self.flags & FLAGS[name], dtype=np.bool_)
        return np.concatenate([getattr(each, name) for each in self.pages])

    def strings(self, numbers: Numbers) -> list[str]:
        """Some texts, each on one line; their numbers rise."""
        bounds = numbers.searchsorted(self.start).tolist()
        strings: list[str] = []
        for page, start, a, b in zip(self.pages, self.start.tolist(), bounds, bounds[1:], strict=False):
            strings += page.tree.lines(page.node[numbers[a:b] - start].tolist())
        return strings

    def last_true(self, flags: Flags) -> Numbers:
        """For each text the number of the last one of its page before it, or of itself, that is true; -1 for none."""
        if not len(flags):
            return np.zeros(0, dtype=np.int64)
        last = np.maximum.accumulate(np.where(flags, np.arange(len(flags)), -1))
        return np.where(last >= self.start[self.page], last, -1)


def first_uses(number: Numbers) -> Numbers:
    """The entries that are the first of their number, where numbers are those of `kernels.numbered`."""
    return np.flatnonzero(np.diff(np.maximum.accumulate(number), prepend=-1)) if len(number) else number


def count_distinct(groups: Numbers, items: NDArray[Any], size: int) -> Numbers:
    """How many different items each group has; groups count from 0, items are hashes or numbers."""
    return kernels.fastest().distinct(groups, np.ascontiguousarray(items).view(np.uint64), size)


def usual(groups: Numbers, items: Numbers, size: int) -> tuple[Numbers, Numbers]:
    """The item that each group has most often, of several the one used first, and how often; both count from 0."""
    best, times = np.zeros(size, dtype=np.int64), np.zeros(size, dtype=np.int64)
    most = int(items.max(initial=0)) + 1
    names, number = kernels.fastest().numbered((groups * most + items).view(np.uint64))
    counts, owners = np.bincount(number, minlength=len(names)), (names // np.uint64(most)).astype(np.int64)
    order = np.lexsort((-np.arange(len(names)), counts, owners))  # of several assignments the last stays
    best[owners[order]], times[owners[order]] = (names % np.uint64(most)).astype(np.int64)[order], counts[order]
    return best, times
