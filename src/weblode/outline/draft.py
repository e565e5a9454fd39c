"""An outline in the making: rows with a label and rows below them, in any order."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field


@dataclass
class Draft:
    """Columns, one entry a row; `root` is the row that holds all others. A row that no other holds is not there."""

    label: list[int] = field(default_factory=list)  # the atom that names the row, -1 if none does
    below: list[list[int]] = field(default_factory=list)
    group: list[bool] = field(default_factory=list)  # the rows below are of a kind
    root: int = -1

    def add(self, label: int = -1, below: Iterable[int] = (), *, group: bool = False) -> int:
        """The number of a new row."""
        self.label.append(label)
        self.below.append(list(below))
        self.group.append(group)
        return len(self.label) - 1

    def bare(self, row: int) -> bool:
        """Whether a row is an atom and nothing else."""
        return self.label[row] >= 0 and not self.below[row]

    def rows(self) -> Iterator[tuple[int, int]]:
        """All rows below the root with their depths, each before those below it."""
        stack = [(self.root, 0)] if self.root >= 0 else []
        while stack:
            row, depth = stack.pop()
            yield row, depth
            stack += [(child, depth + 1) for child in reversed(self.below[row])]

    def upwards(self) -> list[int]:
        """All rows, each after those below it."""
        return [row for row, _ in self.rows()][::-1]
