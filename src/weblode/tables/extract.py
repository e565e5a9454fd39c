"""The records of a data table: what its headers say of its cells, with dotted paths where headers have several levels.

It is the data extractor of Davulcu, Vadrevu, Nagarajan (OntoMiner, 2005), section 4.2.2, Table 4: in a table with
headers above and beside, a row is named by the path of the headers beside it, the corner first: `Lodge.Adult.Single
bed`.
"""

from bisect import bisect_left
from collections.abc import Sequence
from functools import cache

import numpy as np

from weblode.tables.cells import Layout
from weblode.tables.headers import Headers

Record = dict[str, str]

ROW = "row"  # what the path of the headers beside a row is called


def records(found: Layout, headers: Headers) -> list[Record]:
    """The records of a table: its rows; or, where headers stand only beside, its columns of values."""
    if headers.columns and not headers.rows:
        return _columns_as_records(found, headers)
    return _rows_as_records(found, headers)


def _rows_as_records(found: Layout, headers: Headers) -> list[Record]:
    """A record for each body row, and for each group of header columns in it."""
    flat = [r for band in headers.rows for r in band]
    columns, lasts = found.columns.tolist(), [band[-1] for band in headers.rows]
    made = []

    @cache
    def names(band: tuple[int, ...]) -> list[str]:
        return [_path(found, [(r, c) for r in band]) or str(i) for i, c in enumerate(columns, 1)]

    for r in np.setdiff1d(found.core, flat).tolist():
        above = bisect_left(lasts, r)
        band = headers.rows[above - 1] if above else ()
        for group, start, stop in _blocks(headers.columns, columns):
            record: Record = {}
            if group:
                corner = [(s, c) for s in band for c in group[:1]]
                record[ROW] = _path(found, [*corner, *((r, c) for c in group)])
            beside, named = frozenset(group), names(band)
            values = [(named[i], columns[i]) for i in range(start, stop) if columns[i] not in beside]
            if any(found.filled[r, c] for _, c in values) or not group:
                made.append(_filled(record, [(name, found.grid.text(r, c)) for name, c in values]))
    return made


def _columns_as_records(found: Layout, headers: Headers) -> list[Record]:
    """A record for each column of values beside a column of labels; where labels and values take turns, one of all."""
    columns = found.columns.tolist()
    blocks = _blocks(headers.columns, columns)
    labels = {c for group in headers.columns for c in group}
    values = [[c for c in columns[start:stop] if c not in labels] for _, start, stop in blocks]
    made = []
    for k in range(max(map(len, values), default=0)):
        pairs = []
        for (group, *_), listed in zip(blocks, values, strict=True):
            for r in np.flatnonzero(headers.mask[:, list(group)].any(axis=1)).tolist():
                if k < len(listed):
                    pairs.append((_path(found, [(r, c) for c in group]), found.grid.text(r, listed[k])))
        made.append(_filled({}, pairs))
    return made


def _blocks(groups: Sequence[tuple[int, ...]], columns: list[int]) -> list[tuple[tuple[int, ...], int, int]]:
    """The groups of header columns, each with the columns up to the next group; one of all columns without headers."""
    if not groups:
        return [((), 0, len(columns))]
    place = {c: i for i, c in enumerate(columns)}
    starts = [place[group[0]] for group in groups]
    return list(zip(groups, [0, *starts[1:]], [*starts[1:], len(columns)], strict=True))


def _path(found: Layout, slots: Sequence[tuple[int, int]]) -> str:
    """The texts of some slots with dots between; a cell that spans several of them counts once, a colon is dropped."""
    cells = dict.fromkeys(int(found.grid.cells[slot]) for slot in slots if found.filled[slot])
    texts = (found.grid.tree.text(u, line=" ").removesuffix(":").rstrip() for u in cells)
    return ".".join(text for text in texts if text)


def _filled(record: Record, pairs: Sequence[tuple[str, str]]) -> Record:
    """The record with these names and values; a name that is there already gets a number."""
    last: dict[str, int] = {}  # a page may give all its columns one name, and then counting from 1 takes for ever
    for name, value in pairs:
        free, n = name, last.get(name, 1)
        while free in record:
            n += 1
            free = f"{name} {n}"
        record[free], last[name] = value, n
    return record
