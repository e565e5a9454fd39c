"""An outline under construction: rows with a label and rows below them, in any order."""

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from weblode.tree import Column


@dataclass
class OutlineDraft:
    """Columns with one entry for each row; `root` is the topmost row. Rows not below it are not in the outline."""

    label: list[int] = field(default_factory=list)  # the atom that names the row, -1 if none does
    below: list[list[int]] = field(default_factory=list)
    group: list[bool] = field(default_factory=list)  # the rows below are alike
    root: int = -1

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
        parent, depth, label = [-1], [0], [-1]
        if self.root >= 0 and labels[self.root] < 0 and not self.group[self.root]:
            rows = iter(below[self.root])
        else:
            rows = iter([self.root] if self.root >= 0 else [])
        stack = [(rows, 0)]  # what is left of the rows below each open row, and its number
        while stack:
            rows, here = stack[-1]
            for row in rows:
                parent.append(here)
                depth.append(len(stack))
                label.append(labels[row])
                if below[row]:
                    stack.append((iter(below[row]), len(parent) - 1))
                    break
            else:
                stack.pop()
        return tuple(np.array(column, dtype=np.int32) for column in (parent, depth, label))  # type: ignore[return-value]

    def upwards(self) -> list[int]:
        """All rows, each after the rows below it."""
        rows = []
        stack = [self.root] if self.root >= 0 else []
        while stack:
            rows.append(stack.pop())
            stack += self.below[rows[-1]]
        return rows[::-1]
