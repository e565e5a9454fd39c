"""The rows and columns of a table that hold data, and how far its header reaches if its first row or column is one.

Rows with fewer than two filled cells (titles, section lines, spacers) and columns without any text are left out.
"""

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from weblode.tables.grid import NOTHING, Grid
from weblode.tags import NUMBERS

Bools = NDArray[np.bool_]

FIRST = 9  # rows that are looked at from the top of a large table: the first and eight of its body
NUMERIC = 0.3  # labels and headers have a smaller share of digits
LABEL = 40  # the most bytes of a label beside a value, or of a name
_TITLE = 64  # a cell over several columns with more bytes of text is no header of them
_MOST = 0.8  # of the cells of a column or row
_TH, _THEAD = NUMBERS["th"], NUMBERS["thead"]
_CHOICES = [NUMBERS[name] for name in ("select", "textarea")]  # their text is not the page's
_DIGITS = b"0123456789"
# Bytes that are neither a letter nor a digit; of a letter beyond ASCII the first byte counts.
_SIGNS = bytes(code for code in range(192) if code > 127 or not chr(code).isalnum())


@dataclass(frozen=True, eq=False)
class Layout:
    """The rows and columns of a grid that hold data; `core` rows have two or more filled cells."""

    grid: Grid
    filled: Bools  # rows x columns
    own: Bools  # filled, and not by a cell that started in the column before
    distinct: NDArray[np.int64]  # the number of filled cells of each row
    columns: NDArray[np.int64]  # those in which a cell of a core row starts

    @cached_property
    def core(self) -> NDArray[np.int64]:
        """The rows with two or more filled cells, but not a line of titles above the header."""
        rows = np.flatnonzero(self.distinct >= 2)
        if len(rows) > 2 and (self._is_title(int(rows[0]), rows[1:]) or self._turns_pages(*rows[:2].tolist())):
            return rows[1:]
        return rows

    def _turns_pages(self, row: int, below: int) -> bool:
        """Whether a row is a title between two other cells, such as a month between arrows, above names of columns.

        The title is over more than half of the columns, and the row below has a cell of its own in nearly all of them,
        also below one of the two. Beside a group of columns, the two others span both rows or have nothing below them.
        """
        if self.distinct[row] != 3:
            return False
        cells, (left, middle, right) = self.grid.cells[row], np.flatnonzero(self.own[row]).tolist()
        if 2 * np.count_nonzero(cells == cells[middle]) <= len(cells):
            return False
        names = self.own[below] & (self.grid.cells[below] != cells)
        return bool((names[left] or names[right]) and names.mean() > _MOST)

    def _is_title(self, row: int, below: NDArray[np.int64]) -> bool:
        """Whether a row, alone, has two cells, one a long text over several columns that the row below tells apart."""
        if self.distinct[row] != 2 or self.distinct[below[0]] < 4 or self.distinct[below].min() == 2:
            return False
        cells, before = self.grid.cells[row], self.grid.tree.text_before
        wide = cells[1:][(cells[1:] == cells[:-1]) & self.filled[row, 1:]]
        return bool((before[self.grid.tree.end[wide]] - before[wide] > _TITLE).any())

    @cached_property
    def depth(self) -> int:
        """How many core rows are headers if the first one is."""
        core, n = self.core.tolist(), 1
        while 2 * (n + 1) <= len(core) and self._continues(core[n - 1], core[n]):
            n += 1
        return n

    @cached_property
    def width(self) -> int:
        """How many columns are headers if the first one is: more if its cells span rows or columns, or by `th`.

        Beside a column of `th`, one without is none, whatever its cells span.

        `Lodge` above `Adult` and `Single bed` spans two columns; `Adult` beside three kinds of beds spans three rows.
        """
        cells, columns, last, body = self.grid.cells, self.columns.tolist(), self._last, self.core[self.depth :]
        marked = self._marked()
        n = 1
        for i, (c, after) in enumerate(pairwise(columns[: (len(columns) + 1) // 2])):
            wide = self.filled[last, c] and cells[last, c] == cells[last, after]
            hanging = self.filled[body[1:], c] & (cells[body[1:], c] == cells[body[:-1], c])
            if not wide and not (hanging.any() and marked[i] <= marked[i + 1]) and not (marked[i] and marked[i + 1]):
                break
            n += 1
        return n

    @property
    def _last(self) -> int:
        """The last row of the header, if the first core row is one."""
        return int(self.core[self.depth - 1])

    def _marked(self) -> list[bool]:
        """Which columns are of `th` below the header; none if all are."""
        body = self.core[self.depth :][: FIRST - 1]
        is_th = self.grid.tree.tag[self.grid.cells[body][:, self.columns]] == _TH
        most = is_th.mean(axis=0) >= _MOST if len(body) else np.zeros(len(self.columns), dtype=bool)
        return [False] * len(most) if most.all() else most.tolist()

    def _continues(self, row: int, below: int) -> bool:
        """Whether the header continues in the row below: by `thead`, `th`, or cells that span rows and columns."""
        tree, cells = self.grid.tree, self.grid.cells
        group, under = (tree.parent[self.grid.rows[r]] for r in (row, below))
        if tree.tag[group] == _THEAD and group == under:
            return True
        both = self.filled[row] & self.filled[below]
        if (tree.tag[cells[[row, below]][:, both]] == _TH).all():
            return True
        down = both & (cells[row] == cells[below])
        across = both[1:] & (cells[row, 1:] == cells[row, :-1]) & (cells[below, 1:] != cells[below, :-1])
        return bool(across.any() and (down.any() or self._names_columns(below)))

    def _names_columns(self, row: int) -> bool:
        """Whether most cells of a row are words above numbers."""
        body = self.core[self.core > row][: FIRST - 1].tolist()
        columns = self.columns[self.own[row, self.columns]].tolist()
        return 2 * sum(self._names(row, c, body) for c in columns) > len(self.columns)

    def _names(self, row: int, column: int, body: list[int]) -> bool:
        """Whether a cell is a word above numbers."""
        if digit_share(self.grid.text(row, column).encode()) > NUMERIC:
            return False
        shares = [digit_share(self.grid.text(r, column).encode()) for r in body if self.own[r, column]]
        return bool(shares) and sum(shares) > NUMERIC * len(shares)


def layout(grid: Grid) -> Layout:
    """The rows and columns of a grid that hold data. A `th` is filled even with only a picture or a button."""
    tree, cells = grid.tree, grid.cells
    sizes = tree.text_before[tree.end[cells]] - tree.text_before[cells]
    titled = (tree.tag[cells] == _TH) & (tree.end[cells] > cells + 1)
    filled = (cells != NOTHING) & ((sizes > 0) | titled) & ~_pillars(cells)
    own = filled.copy()
    own[:, 1:] &= cells[:, 1:] != cells[:, :-1]
    distinct = own.sum(axis=1)
    distinct = np.where(_cornered(grid, filled), 2, distinct)
    return Layout(grid, filled, own, distinct, np.flatnonzero(own[distinct >= 2].any(axis=0)))


def _cornered(grid: Grid, filled: Bools) -> Bools:
    """Which rows of two cells are an empty `th` and one with text: a header whose corner is empty."""
    cells = grid.cells
    if cells.shape[1] != 2:
        return np.zeros(len(cells), dtype=bool)
    apart = (grid.tree.tag[cells] == _TH).all(axis=1) & (cells != NOTHING).all(axis=1) & (cells[:, 0] != cells[:, 1])
    cornered: Bools = apart & ~filled[:, 0] & filled[:, 1]
    return cornered


def control_rows(layout: Layout) -> Bools:
    """Which rows hold only the choices of controls, such as filters below a header; not rows with a `th`."""
    tree, base, cells = layout.grid.tree, layout.grid.table, layout.grid.cells
    stop = int(tree.end[base])
    controls = np.flatnonzero(np.isin(tree.tag[base:stop], _CHOICES))
    offered = np.zeros(stop - base + 1, dtype=np.int64)
    offered[controls + 1] = tree.text_before[tree.end[base + controls]] - tree.text_before[base + controls]
    offered = np.cumsum(offered)
    first = np.where(layout.filled, cells, base)
    last = np.where(layout.filled, tree.end[cells], base)
    sizes = tree.text_before[last] - tree.text_before[first] - (offered[last - base] - offered[first - base])
    plain = layout.filled & ((sizes > 0) | (tree.tag[first] == _TH))
    alone: Bools = layout.filled.any(axis=1) & ~plain.any(axis=1)
    return alone


def _pillars(cells: NDArray[np.int32]) -> Bools:
    """Which columns are one cell from the first row to the last, such as a menu: it tells no rows apart."""
    if len(cells) < 2:
        return np.zeros(cells.shape[1], dtype=bool)
    alone: Bools = (cells == cells[0]).all(axis=0)
    return alone & ~alone.all()


def digit_share(text: bytes) -> float:
    """The share of digits among the letters and digits of a text."""
    digits = len(text) - len(text.translate(None, _DIGITS))
    return digits / len(text.translate(None, _SIGNS)) if digits else 0.0
