"""Which cells of a data table are headers, once it is known whether its first row and its first column are.

The seven ways a table can be laid out are those of Figure 5 of Davulcu, Vadrevu, Nagarajan (OntoMiner, 2005). What the
first row and column look like decides (`detect`); then the header is followed: down and to the right where its cells
span rows or columns, and to further rows and columns that look as the first one does and not as the body does.
"""

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from weblode.tables.cells import FIRST, Bools, Layout, digit_share
from weblode.tables.grid import NOTHING
from weblode.tags import NUMBERS

_TH, _THEAD = NUMBERS["th"], NUMBERS["thead"]
_LABEL = 40  # bytes of the longest label beside a value
_NUMERIC = 0.3  # labels and headers have a smaller share of digits

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
        """none, column, row, row-column, multi-column, multi-row or multi-row-column."""
        parts = [name for name, groups in (("row", self.columns), ("column", self.rows)) if groups]
        multiple = max(len(self.rows), len(self.columns)) > 1
        return ("multi-" if multiple else "") + "-".join(parts) if parts else "none"


def mark(found: Layout, *, top: bool, left: bool) -> Headers:
    """The headers of a table whose first row, first column, both or none are headers."""
    mask = np.zeros(found.grid.shape, dtype=bool)
    styles = _styles(found)
    rows = _header_rows(found, styles) if top else ()
    flat = [r for band in rows for r in band]
    body = found.core[~np.isin(found.core, flat)] if flat else found.core
    labels = _label_columns(found, styles, body)
    if top and not left and labels:  # beside a header row, labels must look as it does
        labels = labels if all(_mode(styles[body, c]) == styles[rows[0][-1], c] for (c,) in labels) else ()
    columns = labels or ((tuple(found.columns[: found.width].tolist()),) if left else ())
    lines = body if top or not columns else np.union1d(body, _valueless(found))
    for i, group in enumerate(columns):
        for c in group:
            mask[lines, c] = found.filled[lines, c]
            if i:  # beside later labels there may be other things than pairs
                mask[lines, c] &= found.own[lines, c] & (styles[lines, c] == _mode(styles[body, c][found.own[body, c]]))
    mask[flat] = found.filled[flat]
    return Headers(mask, rows, columns)


def _valueless(found: Layout) -> NDArray[np.int64]:
    """The rows with a cell in the first column and nothing in the others: a label whose value is missing."""
    first = int(found.columns[0])
    cells = found.grid.cells[:, [first, *found.columns[1:2].tolist()]]
    alone = (found.distinct == 1) & found.own[:, first]
    return np.flatnonzero(alone & (cells[:, 0] != cells[:, -1]) & (cells[:, -1] != NOTHING))


def grouped(numbers: list[int], order: list[int]) -> Groups:
    """The numbers in runs: those that follow each other in the order stand in one."""
    place = {number: i for i, number in enumerate(order)}
    runs: list[list[int]] = []
    for number in numbers:
        if runs and place[number] == place[runs[-1][-1]] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return tuple(map(tuple, runs))


def _styles(found: Layout) -> Styles:
    """The tag path of the first text of each slot: one number that tells `th`, bold, links and the like apart."""
    tree, cells = found.grid.tree, found.grid.cells
    leaves = tree.leaves
    if not len(leaves):
        return np.full(cells.shape, NOTHING, dtype=np.int32)
    first = leaves[np.minimum(np.searchsorted(leaves, cells), len(leaves) - 1)]
    inside = (cells != NOTHING) & (first >= cells) & (first < tree.end[cells])
    return np.where(inside, tree.path[first], NOTHING).astype(np.int32)


def _header_rows(found: Layout, styles: Styles) -> Groups:
    """The first core row and what belongs to it; then other rows that look like it, with body rows between."""
    core = found.core.tolist()
    depth = 1
    while 2 * (depth + 1) <= len(core) and _continues(found, core[depth - 1], core[depth]):
        depth += 1
    band = [*_above(found, core[0]), *core[:depth]]
    lookalikes = _lookalikes(found, styles, core[depth - 1], others=core[depth:])
    return (tuple(band), *grouped(lookalikes, core))


def _above(found: Layout, row: int) -> list[int]:
    """The rows above the first core row that name some of its columns together, but not the first column."""
    chosen: list[int] = []
    while row > 0 and found.distinct[row - 1] == 1:
        row -= 1
        named = found.filled[row, found.columns]
        if named[0] or named.sum() < 2:
            break
        chosen.insert(0, row)
    return chosen


def _continues(found: Layout, row: int, below: int) -> bool:
    """Whether the header goes on in the row below: by `thead`, by `th`, or by cells that span rows and columns."""
    tree, cells = found.grid.tree, found.grid.cells
    group, under = (tree.parent[found.grid.rows[r]] for r in (row, below))
    if tree.tag[group] == _THEAD and group == under:
        return True
    both = found.filled[row] & found.filled[below]
    if (tree.tag[cells[[row, below]][:, both]] == _TH).all():
        return True
    down = both & (cells[row] == cells[below])
    across = both[1:] & (cells[row, 1:] == cells[row, :-1]) & (cells[below, 1:] != cells[below, :-1])
    return bool(down.any() and across.any())


def _lookalikes(found: Layout, styles: Styles, header: int, *, others: list[int]) -> list[int]:
    """The rows below the first body row that look or read like the header; the last row is none."""
    shown = found.filled[header]
    rows = np.array(others[1:-1], dtype=np.int64)
    if not len(rows):
        return []
    both = found.filled[rows] & shown
    same = ((styles[rows] == styles[header]) | ~both).all(axis=1) & (both.sum(axis=1) == shown.sum())
    alike = rows[same].tolist()
    body = np.array(others)
    usual = ((styles[body] == styles[header]) | ~(found.filled[body] & shown)).all(axis=1).mean()
    if usual <= 0.5:  # the look tells header from body
        return [r for r in alike if not _numeric(found, r)]
    text = _row_text(found, header)
    return [r for r in alike if _row_text(found, r) == text]


def _row_text(found: Layout, row: int) -> list[str]:
    return [found.grid.text(row, c) for c in found.columns.tolist()]


def _numeric(found: Layout, row: int) -> bool:
    """Whether a row holds numbers rather than words, as a line of totals does."""
    shares = [digit_share(found.grid.text(row, c).encode()) for c in np.flatnonzero(found.filled[row]).tolist()]
    return sum(shares) > _NUMERIC * len(shares)


def _label_columns(found: Layout, styles: Styles, body: NDArray[np.int64]) -> Groups:
    """The columns of labels where labels and values take turns, judged by the rows that fill all columns."""
    columns = found.columns.tolist()
    whole = body[found.own[np.ix_(body, columns)].all(axis=1)]
    if len(columns) < 4 or len(whole) < 2:
        return ()
    modes = [_mode(styles[whole, c]) for c in columns]
    chosen = [i for i, mode in enumerate(modes) if mode == modes[0]]
    turns = modes[-1] != modes[0] and all(j > i + 1 for i, j in pairwise(chosen))
    if len(chosen) < 2 or not turns or not all(_reads_as_labels(found, columns[i], whole) for i in chosen):
        return ()
    return tuple((columns[i],) for i in chosen)


def _reads_as_labels(found: Layout, column: int, body: NDArray[np.int64]) -> bool:
    """Whether the cells of a column are short, no numbers, and all different."""
    texts = [found.grid.text(r, column).encode() for r in body[:FIRST].tolist() if found.own[r, column]]
    shares = sum(map(digit_share, texts))
    short = sum(len(text) <= _LABEL for text in texts)
    return len(set(texts)) == len(texts) and shares <= _NUMERIC * len(texts) and 5 * short >= 4 * len(texts)


def _mode(values: Styles) -> int:
    """The most frequent value, the first of several; -1 of none."""
    return int(Counter(values.tolist()).most_common(1)[0][0]) if len(values) else NOTHING
