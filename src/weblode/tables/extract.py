"""The records of a data table: its values by header, with dotted paths if headers have several levels.

A record has one value for each column, named by the path of the headers above; so are the columns of headers at the
side. In the data extractor of Davulcu, Vadrevu, Nagarajan (OntoMiner, 2005), section 4.2.2, Table 4, a row is
named by the path of the headers beside it instead, the corner first: `Lodge.Adult.Single bed`.
"""

import re
from bisect import bisect_left
from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from weblode.caches import regex
from weblode.tables.grid import NOTHING
from weblode.tables.headers import Headers
from weblode.tables.layout import Layout, control_rows
from weblode.tags import NUMBERS
from weblode.tree import Tree

Record = dict[str, str]
Cells = dict[str, tuple[str, int]]  # the text and the node of each value; of a path of headers the node is -1

_TFOOT = NUMBERS["tfoot"]
# Words for a total in the languages of many pages; what follows them, as in "Total votes", is the group.
_TOTAL = regex(
    r"(?:(?:grand |sub-?)?totals?|insgesamt|gesamt|summe|totale|totaal|totalt|suma|razem|celkem|összesen|toplam|"
    r"yhteensä|итого|всего|合計|总计|合计|합계|총계)(?!\w)[\s:.]*(.*)",
    re.IGNORECASE | re.DOTALL,
)
ROW = "row"  # the field with the path of a row's headers
UNNAMED = "_{}"  # a column without a header beside columns that have one, by its number


def records(layout: Layout, headers: Headers, *, paths: bool = False) -> list[Cells]:
    """The records of a table: its rows; if it has header columns only, its columns of values.

    A record has a value for each column. With `paths`, as in the paper, the headers beside a row are one value, `row`.
    """
    if headers.columns and not headers.rows:
        return _columns_as_records(layout, headers)
    return _named_rows(layout, headers) if paths and headers.columns else _rows_as_records(layout, headers)


def _rows_as_records(layout: Layout, headers: Headers) -> list[Cells]:
    """One record per row of the body, with a value for each column."""
    rows, lasts = body_rows(layout, headers), [band[-1] for band in headers.rows]
    columns = _telling_columns(layout, headers, rows)
    unnamed = UNNAMED if headers.rows else "{}"

    @cache
    def names(band: tuple[int, ...]) -> list[str]:
        paths = [_path(layout, [(r, c) for r in band]) for c in columns]
        return [path or unnamed.format(i) for i, path in enumerate(paths, 1)]

    results = []
    for r in rows.tolist():
        above = bisect_left(lasts, r)
        values = [_value(layout, r, c) for c in columns]
        if any(text for text, _ in values):
            titles = names(headers.rows[above - 1] if above else ())
            results.append(_fill({}, list(zip(titles, values, strict=True))))
    return results


def body_rows(layout: Layout, headers: Headers) -> NDArray[np.int64]:
    """The rows of values: not the headers, and of the rows with one filled cell those below a header with empty cells.

    A cell over the whole width is the heading of the rows below it, a row that has no other cells is a note, and a row
    of controls is none of them.
    """
    flat = [r for band in headers.rows for r in band]
    if not flat:
        return layout.core
    above = min(flat)
    flat += np.flatnonzero(control_rows(layout)).tolist()
    cells = layout.grid.cells[:, layout.columns]
    whole = (cells == cells[:, :1]).all(axis=1) | (cells == NOTHING).any(axis=1)
    sparse = np.flatnonzero((layout.distinct == 1) & ~whole)
    return np.setdiff1d(np.union1d(layout.core, sparse[sparse > above]), flat)


def _telling_columns(layout: Layout, headers: Headers, rows: NDArray[np.int64]) -> list[int]:
    """The columns without those that repeat the next one: below the same header, or none, only empty or shared cells.

    A narrow column of colours beside a column of names has no text but where a line of totals spans both.
    """
    columns: list[int] = layout.columns.tolist()
    above = np.array([r for band in headers.rows for r in band], dtype=np.int64)
    if not len(above):
        return columns
    rows = np.union1d(above, rows)
    cells, filled = (block[rows][:, layout.columns] for block in (layout.grid.cells, layout.filled))
    repeats = ((cells[:, :-1] == cells[:, 1:]) | ~filled[:, :-1]).all(axis=0).tolist()
    return [c for c, again in zip(columns, [*repeats, False], strict=True) if not again]


def totals(tree: Tree, results: Sequence[Cells]) -> list[int]:
    """The numbers of the records that add up others.

    Their rows stand in a `tfoot`, or their first text is a word for a total; in the last records it may go on.
    """
    chosen, last = [], True
    for i in reversed(range(len(results))):
        nodes = [u for _, u in results[i].values() if u != NOTHING]
        first = next((text for text, _ in results[i].values() if text), "")
        word = _TOTAL.match(first)
        last &= word is not None
        if (nodes and tree.tag[tree.parent[tree.parent[nodes[0]]]] == _TFOOT) or (word and (last or not word[1])):
            chosen.append(i)
    return chosen[::-1]


def _named_rows(layout: Layout, headers: Headers) -> list[Cells]:
    """One record per body row and group of header columns, with the path of the headers beside it."""
    flat = [r for band in headers.rows for r in band]
    columns, lasts = layout.columns.tolist(), [band[-1] for band in headers.rows]
    results = []

    @cache
    def names(band: tuple[int, ...]) -> list[str]:
        return [_path(layout, [(r, c) for r in band]) or str(i) for i, c in enumerate(columns, 1)]

    for r in np.setdiff1d(layout.core, flat).tolist():
        above = bisect_left(lasts, r)
        band = headers.rows[above - 1] if above else ()
        for group, start, stop in _blocks(headers.columns, columns):
            corner = [(s, c) for s in band for c in group[:1]]
            record: Cells = {ROW: (_path(layout, [*corner, *((r, c) for c in group)]), NOTHING)}
            titles = names(band)
            values = [(titles[i], columns[i]) for i in range(start, stop) if columns[i] not in group]
            if any(layout.filled[r, c] for _, c in values):
                results.append(_fill(record, [(name, _value(layout, r, c)) for name, c in values]))
    return results


def _columns_as_records(layout: Layout, headers: Headers) -> list[Cells]:
    """One record per column of values; if labels and values alternate, one record of all of them."""
    columns = layout.columns.tolist()
    blocks = _blocks(headers.columns, columns)
    labels = {c for group in headers.columns for c in group}
    values = [[c for c in columns[start:stop] if c not in labels] for _, start, stop in blocks]
    results = []
    for k in range(max(map(len, values), default=0)):
        pairs = []
        for (group, *_), block_columns in zip(blocks, values, strict=True):
            for r in np.flatnonzero(headers.mask[:, list(group)].any(axis=1)).tolist():
                if k < len(block_columns):
                    pairs.append((_path(layout, [(r, c) for c in group]), _value(layout, r, block_columns[k])))
        results.append(_fill({}, pairs))
    return results


def _blocks(groups: Sequence[tuple[int, ...]], columns: list[int]) -> list[tuple[tuple[int, ...], int, int]]:
    """The groups of header columns, each with the range of columns up to the next group; without groups, one block."""
    if not groups:
        return [((), 0, len(columns))]
    place = {c: i for i, c in enumerate(columns)}
    starts = [place[group[0]] for group in groups]
    return list(zip(groups, [0, *starts[1:]], [*starts[1:], len(columns)], strict=True))


def _path(layout: Layout, slots: Sequence[tuple[int, int]]) -> str:
    """The texts of some slots joined by dots; a cell that spans several slots counts once, a final colon is dropped."""
    cells = dict.fromkeys(int(layout.grid.cells[slot]) for slot in slots if layout.filled[slot])
    texts = (layout.grid.text_below(u).removesuffix(":").rstrip() for u in cells)
    return ".".join(text for text in texts if text)


def _value(layout: Layout, row: int, column: int) -> tuple[str, int]:
    """The text and the node of a slot."""
    return layout.grid.text(row, column), int(layout.grid.cells[row, column])


def _fill(record: Cells, pairs: Sequence[tuple[str, tuple[str, int]]]) -> Cells:
    """Add names and values to the record and return it; a name that it already has gets a number."""
    last: dict[str, int] = {}  # a page may give all columns the same name; counting from 1 each time would be quadratic
    for name, value in pairs:
        free, n = name, last.get(name, 1)
        while free in record:
            n += 1
            free = f"{name} {n}"
        record[free], last[name] = value, n
    return record
