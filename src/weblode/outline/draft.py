"""An outline under construction: rows with a label and rows below them, in any order."""

from collections.abc import Iterable

import numpy as np

from weblode.tree import Column


class OutlineDraft:
    """Columns with one entry for each row; `root` is the topmost row. Rows not below it are not in the outline."""

    def __init__(self, atoms: int = 0) -> None:
        """A draft with a row for each of so many atoms."""
        self.label = list(range(atoms))  # the atom that names the row, -1 if none does
        self.below: list[list[int]] = [[] for _ in range(atoms)]
        self.group = [False] * atoms  # the rows below are alike
        self.root = -1

    def add(self, label: int = -1, below: Iterable[int] = (), *, group: bool = False) -> int:
        """Add a row; returns its number."""
        self.label.append(label)
        self.below.append(list(below))
        self.group.append(group)
        return len(self.label) - 1

    def is_bare(self, row: int) -> bool:
        """Whether a row is an atom without rows below it."""
        return self.label[row] >= 0 and not self.below[row]

    def columns(self) -> tuple[Column, Column, Column]:
        """Parent, depth and label of all rows, each row before those below it.

        The first row is the root; where the root is a group or has a label, an extra row without a label above it.
        """
        labels, below = self.label, self.below
        rows = [self.root] if self.root >= 0 else []  # those to come, the next one last
        if rows and labels[self.root] < 0 and not self.group[self.root]:
            rows = below[self.root][::-1]
        holders = [0] * len(rows)  # the number of the row above each of them
        columns = np.empty((3, len(labels) + 1), dtype=np.int32)
        parent, depth, label = columns
        parent[0], depth[0], label[0] = -1, 0, -1
        n = 1
        while rows:
            row, above = rows.pop(), holders.pop()
            parent[n], depth[n], label[n] = above, depth[above] + 1, labels[row]
            if parts := below[row]:
                rows += parts[::-1]
                holders += [n] * len(parts)
            n += 1
        return columns[0, :n], columns[1, :n], columns[2, :n]

    def upwards(self) -> list[int]:
        """All rows, each after the rows below it."""
        rows = []
        stack = [self.root] if self.root >= 0 else []
        while stack:
            rows.append(stack.pop())
            stack += self.below[rows[-1]]
        return rows[::-1]


def row_ends(parent: Column) -> Column:
    """The first row after each row and those below it, given the row above each."""
    ends = np.arange(1, len(parent) + 1, dtype=np.int32)
    above, end = parent, ends
    for row in range(len(parent) - 1, 0, -1):
        if end[above[row]] < end[row]:
            end[above[row]] = end[row]
    return ends


def row_extents(parent: Column, label: Column, atoms: int) -> tuple[Column, Column]:
    """The first and the last atom of each row and the rows below it, given the row above each and its own atom.

    Of a row without any they are the number of atoms and -1.
    """
    lows, highs = np.where(label < 0, np.int32(atoms), label), label.copy()
    above, low, high = parent, lows, highs
    for row in range(len(parent) - 1, 0, -1):
        holder = above[row]
        if low[row] < low[holder]:
            low[holder] = low[row]
        if high[row] > high[holder]:
            high[holder] = high[row]
    return lows, highs
