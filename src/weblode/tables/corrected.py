"""A data table with the header cells that a user says it has; layout and records follow.

What nobody touched stays as it was found: a correction in one corner does not turn the rest of the table round.
"""

from collections.abc import Collection, Iterable
from dataclasses import replace

import numpy as np

from weblode.errors import TableError
from weblode.tables.cells import Bools, Layout, layout
from weblode.tables.discover import DataTable
from weblode.tables.headers import Groups, Headers, grouped


def corrected(found: DataTable, cells: Collection[tuple[int, int]]) -> DataTable:
    """The table with these header cells, as (row, column) with spans counted; one that was refused is data then.

    A row becomes a header row once all its filled cells are headers, and a column a header column once all its filled
    cells in the other rows are; either is one until a cell of it is taken away. The cell where a header row and a
    header column cross belongs to both: it decides about none, and is a header while one of them is. Other cells are
    headers of nothing: they are marked, no more, and so is a line of one cell that stands above no header row. Cells
    without text are none. Raises TableError if there is no such cell.
    """
    if found.grid is None:
        raise TableError(f"table {found.index} has more cells than the limit; raise it with --max-cells")
    rows, columns = found.shape
    if outside := [cell for cell in cells if not (0 <= cell[0] < rows and 0 <= cell[1] < columns)]:
        raise TableError(f"table {found.index} is {rows} x {columns}, counted from 0: it has no cell {outside[0]}")
    known = found.layout or layout(found.grid)
    mask = np.zeros(found.shape, dtype=bool)
    mask[tuple(np.array(list(cells), dtype=np.int64).reshape(-1, 2).T)] = True
    before = found.headers or Headers(np.zeros_like(mask))
    headers = _headers(known, before, mask & known.filled)
    return replace(found, genuine=True, reason="", layout=known, headers=headers)


def _headers(found: Layout, before: Headers, mask: Bools) -> Headers:
    """The headers with a mask of cells, from those that there were before."""
    rows, columns = _flat(before.rows), _flat(before.columns)
    crossing = [(r, c) for r in rows for c in columns if before.mask[r, c]]
    gained, lost, plain = mask & ~before.mask, before.mask & ~mask, found.filled & ~mask
    for cell in crossing:
        lost[cell] = False
    # A header row that has nothing but crossings is one no more when nothing of it is left.
    above = [r for r in rows if not lost[r].any() and (mask[r].any() or not before.mask[r].any())]
    whole = [r for r in np.flatnonzero(gained.any(axis=1) & ~plain.any(axis=1)).tolist() if r not in above]
    body = np.setdiff1d(found.core, [*above, *whole])
    beside = [c for c in columns if not lost[:, c].any()]
    beside += [c for c in _complete(found, mask, body) if gained[body, c].any() and c not in beside]
    # A row that fills nothing but header columns is one whose values are missing.
    others = np.setdiff1d(np.arange(mask.shape[1]), beside)
    headed = _over(found, {*above, *(r for r in whole if found.filled[r, others].any())}, kept=above)
    for r, c in crossing:
        mask[r, c] |= r in headed or c in beside
    order = sorted({*found.core.tolist(), *headed})
    return Headers(mask, grouped(headed, order), grouped(sorted(beside), found.columns.tolist()))


def _complete(found: Layout, mask: Bools, body: np.ndarray[tuple[int], np.dtype[np.int64]]) -> list[int]:
    """The columns all of whose filled cells in the body are headers."""
    shown = found.filled[body]
    return [c for c in found.columns.tolist() if shown[:, c].any() and mask[body, c][shown[:, c]].all()]


def _over(found: Layout, rows: Iterable[int], *, kept: Collection[int]) -> list[int]:
    """The header rows in order, without lines of one cell that stand above no header row."""
    headed: list[int] = []
    for r in sorted(rows, reverse=True):
        if r in kept or found.distinct[r] > 1 or (headed and headed[0] == r + 1):
            headed.insert(0, r)
    return headed


def _flat(groups: Groups) -> list[int]:
    return [number for group in groups for number in group]
