"""The cells of a table as a rectangle; a cell that spans rows or columns is in each of its slots.

This is the data table cleaner of Davulcu, Vadrevu, Nagarajan, "OntoMiner: automated metadata and instance mining from
news websites", International Journal of Web and Grid Services 1(2), 2005, section 4.2.2: spanning cells are replicated.
The rules for placing cells are those of the HTML standard ("Forming a table"): `colspan` is at most 1000, `rowspan`
ends with its row group, 0 means up to there, and the first cell in a slot stays. We differ from the standard in that
a `rowspan` adds no rows below the last row of a table.

A page can ask for more cells than fit in memory, so the number of slots is limited.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from weblode import limits as bounds
from weblode.caches import regex
from weblode.errors import LimitError
from weblode.tables.asides import asides
from weblode.tags import NUMBERS
from weblode.tree import Column, Tree

NOTHING = -1  # a slot without a cell

_TD, _TH, _TR = NUMBERS["td"], NUMBERS["th"], NUMBERS["tr"]
_MOST_COLUMNS = 1000  # the largest colspan, by the standard
# Seven digits are beyond any bound, so further ones need not be read.
_SPAN = regex(rb"span\0[ \t\n\f\r]*\+?0*([0-9]{0,7})")

_ZERO, _COL = ord("0"), ord("c")

Spans = Mapping[int, tuple[int, int]]


@dataclass(frozen=True, eq=False)
class Grid:
    """The slots of a table: `cells[r, c]` is the node of the cell there, or -1; `rows[r]` is the node of the row."""

    tree: Tree = field(repr=False)
    table: int
    rows: Column
    cells: Column

    @property
    def shape(self) -> tuple[int, int]:
        """The number of rows and columns."""
        rows, columns = self.cells.shape
        return rows, columns

    def text(self, row: int, column: int) -> str:
        """The text in a slot as a person reads it, on one line; "" if there is no cell."""
        u = int(self.cells[row, column])
        return "" if u == NOTHING else self.text_below(u)

    def text_below(self, u: int) -> str:
        """The text of a node of the table as a person reads it, on one line, without footnote marks and hidden text."""
        tree, left_out = self.tree, self._left_out
        if not left_out:
            return tree.text(u, line=" ")
        first, last = tree.leaves.searchsorted(np.array((u, tree.end[u]), dtype=np.int32)).tolist()
        parts: list[str] = []
        apart = False
        for v in tree.leaves[first:last].tolist():
            apart |= bool(tree.lead[v])
            if v not in left_out:
                parts += [" " * apart, " ".join(tree.string(v).split())]
                apart = False
        return "".join(parts[1:]).strip()

    @cached_property
    def _left_out(self) -> frozenset[int]:
        """The leaves of the table that are no content of its cells."""
        return frozenset(asides(self.tree, self.table).tolist())


def grid(tree: Tree, table: int, *, spans: Spans | None = None, limit: int = bounds.DEFAULT.cells) -> Grid:
    """The grid of a table. Raises LimitError if it has more slots than the limit.

    Rows of nested tables do not count. `spans` are those of the page, if already computed.
    """
    below = tree.tag[table : tree.end[table]]
    rows = _numbers(below == _TR, table)
    rows = rows[tree.parent[tree.parent[rows]] == table]
    cells = _numbers((below == _TD) | (below == _TH), table)
    cells = cells[tree.parent[tree.parent[tree.parent[cells]]] == table]
    line = rows.searchsorted(tree.parent[cells])
    all_spans = page_spans(tree) if spans is None else spans
    cell_nodes = cells.tolist() if all_spans else []
    if not all_spans.keys().isdisjoint(cell_nodes):
        ends = rows.searchsorted(tree.end[tree.parent[rows]])
        bounds = pairwise(line.searchsorted(np.arange(len(rows) + 1)).tolist())
        slots = _place([cell_nodes[a:b] for a, b in bounds], ends.tolist(), all_spans, limit=limit)
        line = np.repeat(np.arange(len(slots)), [len(row) for row in slots])
        cells = np.array([u for row in slots for u in row], dtype=np.int32)
    place = np.arange(len(cells)) - line.searchsorted(line)
    width = int(place.max(initial=-1)) + 1
    if width * len(rows) > limit:
        raise _too_many_cells(limit)
    block = np.full((len(rows), width), NOTHING, dtype=np.int32)
    block[line, place] = cells
    block.flags.writeable = False
    return Grid(tree, table, rows, block)


def _numbers(chosen: NDArray[np.bool_], first: int) -> Column:
    """The numbers of the chosen nodes, in a slice that starts at node `first`."""
    return (chosen.nonzero()[0] + first).astype(np.int32)


def page_spans(tree: Tree) -> Spans:
    """The number of columns and rows of each cell of a page that spans several; 0 rows is up to the end of its group.

    One search over the page's bytes: reading the attributes of every cell takes longer than parsing the page.
    """
    buffer, spans = tree.buffer, dict[int, tuple[int, int]]()
    matches = [
        match for match in _SPAN.finditer(buffer) if buffer[match.start() - 3 : match.start()] in (b"col", b"row")
    ]
    begins = np.array([match.start() - 3 for match in matches], dtype=np.int32)
    nodes = np.searchsorted(tree.start, begins, side="right") - 1
    is_cell = (tree.tag[nodes] == _TD) | (tree.tag[nodes] == _TH)
    for i in np.flatnonzero(is_cell).tolist():
        match, u, begin = matches[i], int(nodes[i]), int(begins[i])
        if begin == tree.start[u] or buffer[begin - 1] == 0:
            columns, rows = spans.get(u, (1, 1))
            n = int(match[1]) if match[1] else int(buffer[match.end() - 1] != _ZERO)
            spans[u] = (min(max(n, 1), _MOST_COLUMNS), rows) if buffer[begin] == _COL else (columns, n)
    return {u: span for u, span in spans.items() if span != (1, 1)}


def _place(cells: Sequence[Sequence[int]], ends: Sequence[int], spans: Spans, *, limit: int) -> list[list[int]]:
    """The slots of each row, after placing all cells with their spans."""
    slots: list[list[int]] = []
    below: dict[int, list[tuple[int, int]]] = {}  # column -> the cells that reach down in it, each with its end row
    used = 0
    for r, row in enumerate(cells):
        below = {c: still for c, hanging in below.items() if (still := [each for each in hanging if each[1] > r])}
        line = {c: hanging[0][0] for c, hanging in below.items()}
        used += sum(map(len, below.values())) + max(line, default=0)
        if used > limit:
            raise _too_many_cells(limit)
        column = 0
        for u in row:
            while column in line:
                column += 1
            across, down = spans.get(u, (1, 1))
            stop = ends[r] if down == 0 else min(ends[r], r + down)
            for c in range(column, column + across):
                line.setdefault(c, u)
                if stop > r + 1:
                    below.setdefault(c, []).append((u, stop))
            column += across
            used += across
            if used > limit:
                raise _too_many_cells(limit)
        slots.append(_as_list(line))
    return slots


def _as_list(line: Mapping[int, int]) -> list[int]:
    """The slots from the first column to the last filled one."""
    return [line.get(c, NOTHING) for c in range(max(line, default=-1) + 1)]


def _too_many_cells(limit: int) -> LimitError:
    return LimitError(f"a table of more than {limit:,} cells, spans counted; raise the limit with --max-cells")
