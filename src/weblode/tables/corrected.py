"""A data table with the header cells that a person says it has."""

from collections.abc import Collection
from dataclasses import replace

import numpy as np

from weblode.errors import WeblodeError
from weblode.tables.cells import layout
from weblode.tables.discover import DataTable
from weblode.tables.headers import Headers, grouped


def corrected(found: DataTable, cells: Collection[tuple[int, int]]) -> DataTable:
    """The table with these header cells."""
    if found.grid is None:
        raise WeblodeError(f"table {found.index} cannot be taken as data: {found.reason}")
    lay = found.layout or layout(found.grid)
    mask = np.zeros(found.grid.shape, dtype=bool)
    for cell in cells:
        mask[cell] = True
    mask &= lay.filled
    columns = lay.columns.tolist()
    rows = [r for r in range(mask.shape[0]) if mask[r].any() and mask[r].sum() * 2 > lay.filled[r].sum()]
    body = [r for r in lay.core.tolist() if r not in set(rows)]
    cols = [c for c in columns if body and mask[body][:, c].sum() * 2 > lay.filled[body][:, c].sum()]
    headers = Headers(mask, grouped(rows, list(range(mask.shape[0]))), grouped(cols, columns))
    return replace(found, genuine=True, reason="", layout=lay, headers=headers)
