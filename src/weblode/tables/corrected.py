"""A data table with the header cells that a user marks; layout and records follow from them.

Cells that the user did not touch stay as they were: a correction in one corner does not change the whole table.
"""

from collections.abc import Collection, Iterable
from dataclasses import replace

import numpy as np

from weblode.errors import TableError
from weblode.tables.discover import DataTable
from weblode.tables.headers import Groups, Headers, consecutive_runs
from weblode.tables.layout import Bools, Layout, layout


def with_header_cells(table: DataTable, cells: Collection[tuple[int, int]]) -> DataTable:
    """The table with these header cells, as (row, column) with spans counted; a refused table becomes a data table.

    A row becomes a header row once all its filled cells are headers, and a column a header column once all its filled
    cells in the other rows are; either stays one until one of its cells is unmarked. The cell where a header row and a
    header column cross belongs to both: it decides about neither, and is a header while one of them is. Other cells are
    marked without heading anything; so is a row of one cell that is not above a header row. Cells without text are
    never headers. Raises TableError if there is no such cell.
    """
    if table.grid is None:
        raise TableError(f"table {table.index} has more cells than the limit; raise it with --max-cells")
    rows, columns = table.shape
    if outside := [cell for cell in cells if not (0 <= cell[0] < rows and 0 <= cell[1] < columns)]:
        raise TableError(f"table {table.index} is {rows} x {columns}, counted from 0: it has no cell {outside[0]}")
    structure = table.layout or layout(table.grid)
    mask = np.zeros(table.shape, dtype=bool)
    mask[tuple(np.array(list(cells), dtype=np.int64).reshape(-1, 2).T)] = True
    before = table.headers or Headers(np.zeros_like(mask))
    headers = _headers(structure, before, mask & structure.filled)
    return replace(table, genuine=True, reason="", layout=structure, headers=headers)


def _headers(layout: Layout, before: Headers, mask: Bools) -> Headers:
    """The headers for a new mask of header cells, given the headers before."""
    rows, columns = _flat(before.rows), _flat(before.columns)
    crossing = [(r, c) for r in rows for c in columns if before.mask[r, c]]
    added, removed, plain = mask & ~before.mask, before.mask & ~mask, layout.filled & ~mask
    for cell in crossing:
        removed[cell] = False
    # A header row that consists of crossings only stops being one when none of its cells is marked.
    above = [r for r in rows if not removed[r].any() and (mask[r].any() or not before.mask[r].any())]
    whole = [r for r in np.flatnonzero(added.any(axis=1) & ~plain.any(axis=1)).tolist() if r not in above]
    body = np.setdiff1d(layout.core, [*above, *whole])
    beside = [c for c in columns if not removed[:, c].any()]
    beside += [c for c in _complete(layout, mask, body) if added[body, c].any() and c not in beside]
    # A row with filled cells in header columns only is a body row whose values are missing.
    others = np.setdiff1d(np.arange(mask.shape[1]), beside)
    headed = _over(layout, {*above, *(r for r in whole if layout.filled[r, others].any())}, always=above)
    for r, c in crossing:
        mask[r, c] |= r in headed or c in beside
    order = sorted({*layout.core.tolist(), *headed})
    return Headers(mask, consecutive_runs(headed, order), consecutive_runs(sorted(beside), layout.columns.tolist()))


def _complete(layout: Layout, mask: Bools, body: np.ndarray[tuple[int], np.dtype[np.int64]]) -> list[int]:
    """The columns whose filled cells in the body are all headers."""
    filled = layout.filled[body]
    return [c for c in layout.columns.tolist() if filled[:, c].any() and mask[body, c][filled[:, c]].all()]


def _over(layout: Layout, rows: Iterable[int], *, always: Collection[int]) -> list[int]:
    """The header rows in order, without rows of one cell that are not above a header row; rows in `always` stay."""
    headed: list[int] = []
    for r in sorted(rows, reverse=True):
        if r in always or layout.distinct[r] > 1 or (headed and headed[0] == r + 1):
            headed.insert(0, r)
    return headed


def _flat(groups: Groups) -> list[int]:
    return [number for group in groups for number in group]
