"""The header cells of a data table, given whether its first row and its first column are headers.

The seven layouts of a table are those of Figure 5 of Davulcu, Vadrevu, Nagarajan (OntoMiner, 2005). The look of the
first row and column decides (`detect`); then the header is extended: down and to the right where its cells span rows
or columns, and to further rows and columns that look like the first one and not like the body.
"""

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from weblode.tables.grid import NOTHING
from weblode.tables.layout import FIRST, LABEL, NUMERIC, Bools, Layout, digit_share

Styles = NDArray[np.int32]
Groups = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, eq=False)
class Headers:
    """The header cells of a grid: a mask of its slots, groups of header rows, and groups of header columns."""

    mask: Bools
    rows: Groups = ()
    columns: Groups = ()

    @property
    def orientation(self) -> str:
        """One of none, column, row, row-column, multi-column, multi-row and multi-row-column."""
        parts = [name for name, groups in (("row", self.columns), ("column", self.rows)) if groups]
        multiple = max(len(self.rows), len(self.columns)) > 1
        return ("multi-" if multiple else "") + "-".join(parts) if parts else "none"


def mark(layout: Layout, *, top: bool, left: bool) -> Headers:
    """The headers of a table; `top` and `left` say whether its first row and its first column are headers."""
    mask = np.zeros(layout.grid.shape, dtype=bool)
    styles = _styles(layout)
    rows = _header_rows(layout, styles) if top else ()
    flat = [r for band in rows for r in band]
    body = layout.core[~np.isin(layout.core, flat)] if flat else layout.core
    labels = _label_columns(layout, styles, body)
    if top and not left and labels:  # below a header row, labels must look like it
        labels = labels if all(_mode(styles[body, c]) == styles[rows[0][-1], c] for (c,) in labels) else ()
    columns = labels or ((tuple(layout.columns[: layout.width].tolist()),) if left else ())
    alone = _valueless(layout, styles, body) if columns else body[:0]
    lines = np.union1d(body, alone[alone > flat[0]] if top else alone)  # those above a header row are titles
    for i, group in enumerate(columns):
        for c in group:
            mask[lines, c] = layout.filled[lines, c]
            if i:  # cells in later label columns may not be labels
                mask[lines, c] &= layout.own[lines, c] & (
                    styles[lines, c] == _mode(styles[body, c][layout.own[body, c]])
                )
    mask[flat] = layout.filled[flat]
    return Headers(mask, rows, columns)


def _valueless(layout: Layout, styles: Styles, body: NDArray[np.int64]) -> NDArray[np.int64]:
    """The rows with a cell in the first column only that looks like a label: a label whose value is missing."""
    first = int(layout.columns[0])
    cells = layout.grid.cells[:, [first, *layout.columns[1:2].tolist()]]
    alone = (layout.distinct == 1) & layout.own[:, first] & np.isin(styles[:, first], styles[body, first])
    return np.flatnonzero(alone & (cells[:, 0] != cells[:, -1]) & (cells[:, -1] != NOTHING))


def consecutive_runs(numbers: list[int], order: list[int]) -> Groups:
    """The numbers in runs: numbers that are neighbours in the order are in the same run."""
    place = {number: i for i, number in enumerate(order)}
    runs: list[list[int]] = []
    for number in numbers:
        if runs and place[number] == place[runs[-1][-1]] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return tuple(map(tuple, runs))


def _styles(layout: Layout) -> Styles:
    """The tag path of the first text of each slot: one number that distinguishes `th`, bold, links and the like."""
    tree, cells = layout.grid.tree, layout.grid.cells
    leaves = tree.leaves
    if not len(leaves):
        return np.full(cells.shape, NOTHING, dtype=np.int32)
    first = leaves[np.minimum(np.searchsorted(leaves, cells), len(leaves) - 1)]
    inside = (cells != NOTHING) & (first >= cells) & (first < tree.end[cells])
    return np.where(inside, tree.path[first], NOTHING).astype(np.int32)


def _header_rows(layout: Layout, styles: Styles) -> Groups:
    """Groups of header rows: the first core row with its continuation, then further rows that look like it."""
    core, depth = layout.core.tolist(), layout.depth
    band = [*_above(layout, core[0]), *core[:depth]]
    lookalikes = _lookalikes(layout, styles, core[depth - 1], others=core[depth:])
    return (tuple(band), *consecutive_runs(lookalikes, core))


def _above(layout: Layout, row: int) -> list[int]:
    """The rows above the first core row with one cell over several of its columns, but not over the first."""
    chosen: list[int] = []
    while row > 0 and layout.distinct[row - 1] == 1:
        row -= 1
        filled = layout.filled[row, layout.columns]
        if filled[0] or filled.sum() < 2:
            break
        chosen.insert(0, row)
    return chosen


def _lookalikes(layout: Layout, styles: Styles, header: int, *, others: list[int]) -> list[int]:
    """The rows below the first body row, except the last, that look like the header or repeat its text."""
    filled = layout.filled[header]
    rows = np.array(others[1:-1], dtype=np.int64)
    if not len(rows):
        return []
    both = layout.filled[rows] & filled
    same = ((styles[rows] == styles[header]) | ~both).all(axis=1) & (both.sum(axis=1) == filled.sum())
    alike = rows[same].tolist()
    body = np.array(others)
    usual = ((styles[body] == styles[header]) | ~(layout.filled[body] & filled)).all(axis=1).mean()
    if usual <= 0.5:  # header and body look different
        return [r for r in alike if not _numeric(layout, r)]
    text = _row_text(layout, header)
    return [r for r in alike if _row_text(layout, r) == text]


def _row_text(layout: Layout, row: int) -> list[str]:
    return [layout.grid.text(row, c) for c in layout.columns.tolist()]


def _numeric(layout: Layout, row: int) -> bool:
    """Whether a row has numbers rather than words, such as a line of totals."""
    shares = [digit_share(layout.grid.text(row, c).encode()) for c in np.flatnonzero(layout.filled[row]).tolist()]
    return sum(shares) > NUMERIC * len(shares)


def _label_columns(layout: Layout, styles: Styles, body: NDArray[np.int64]) -> Groups:
    """The columns of labels if labels and values alternate, judged by the rows that fill all columns."""
    columns = layout.columns.tolist()
    whole = body[layout.own[np.ix_(body, columns)].all(axis=1)]
    if len(columns) < 4 or len(whole) < 2:
        return ()
    modes = [_mode(styles[whole, c]) for c in columns]
    chosen = [i for i, mode in enumerate(modes) if mode == modes[0]]
    turns = modes[-1] != modes[0] and all(j > i + 1 for i, j in pairwise(chosen))
    if len(chosen) < 2 or not turns or not all(_reads_as_labels(layout, columns[i], whole) for i in chosen):
        return ()
    return tuple((columns[i],) for i in chosen)


def _reads_as_labels(layout: Layout, column: int, body: NDArray[np.int64]) -> bool:
    """Whether the cells of a column are short, not numbers, and all different."""
    texts = [layout.grid.text(r, column).encode() for r in body[:FIRST].tolist() if layout.own[r, column]]
    shares = sum(map(digit_share, texts))
    short = sum(len(text) <= LABEL for text in texts)
    return len(set(texts)) == len(texts) and shares <= NUMERIC * len(texts) and 5 * short >= 4 * len(texts)


def _mode(values: Styles) -> int:
    """The most frequent value, the first of several; -1 if there are no values."""
    return int(Counter(values.tolist()).most_common(1)[0][0]) if len(values) else NOTHING
