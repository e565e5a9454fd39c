"""Header rows of tables, also those that a table does not mark, or not in all cells.

A header of `th` cells is unlike the rows below it, and is left out with what else is no record. Some tables mark the
names of some columns only: such a row has two header cells or more, and more than the rows below. One of plain cells
may have the very shape of these. But none of its texts begins with a digit, as all texts of some columns below it do.
"""

import re
from collections.abc import Sequence

import numpy as np

from weblode.records.objects import Range, Ranges
from weblode.records.spanned_cells import cells_of, common_width, placed_rows, span
from weblode.tags import NUMBERS
from weblode.tree import Tree

HEADER, ELSEWHERE = "is the header of the table", "stands in another table"

_TABLE, _ROW, _CELL, _HEADER_CELL = (NUMBERS[name] for name in ("table", "tr", "td", "th"))
_LEAST = 3  # so many rows below a header
_FEWEST = 3  # so many cells of a row
_COLUMNS = 2  # so many columns have values in all rows
_LONGEST = 40  # characters of a name
_MARKS = 2  # header cells of a row that has others, too
_SAMPLES = 12  # so many rows are looked at
_VALUE = re.compile(r"[^\w]*\d")  # what numbers, dates and prices begin with, after signs


def header_rows(tree: Tree, records: Sequence[Range]) -> list[Range]:
    """The records that are headers of the tables whose rows the others are: by marks or texts."""
    if not records or tree.tag.item(records[0][0]) != _ROW:
        return []
    tables: dict[int, list[Range]] = {}
    for record in records:
        tables.setdefault(tree.parent.item(record[0]), []).append(record)
    marked = [_marked_first(tree, rows) for rows in tables.values()]
    if sum(map(len, marked)) == len(records):
        return []
    firsts = zip(tables.values(), marked, strict=True)
    return [row for rows, own in firsts for row in own or rows[:1] if own or is_header(tree, row[0], rows[1:])]


def _marked_first(tree: Tree, rows: Sequence[Range]) -> Sequence[Range]:
    """The rows of header cells alone that a table begins with."""
    return rows[: next((i for i, (row, _) in enumerate(rows) if not is_marked(tree, row)), len(rows))]


def is_header(tree: Tree, row: int, records: Sequence[Range]) -> bool:
    """Whether a row is the header of records, rows of the same table, by their texts."""
    if len(records) < _LEAST or tree.tag.item(row) != _ROW:
        return False
    cells = cells_of(tree, row)
    if len(cells) < _FEWEST:
        return False
    if marks_more(tree, row, [start for start, _ in records[:_SAMPLES]]):
        return True
    names = [tree.text(u, line=" ") for u in cells]
    if not _are_names(names):
        return False
    columns = set(range(len(cells)))
    for start, _ in records[:: len(records) // _SAMPLES + 1]:
        others = cells_of(tree, start)
        if len(others) != len(cells):
            return False
        columns = {i for i in columns if _VALUE.match(tree.text(others[i], line=" "))}
        if len(columns) < _COLUMNS:
            return False
    return True


def is_headed_table(tree: Tree, records: Sequence[Range]) -> bool:
    """Whether records are rows of as many columns, three or more, below a row of header cells, or with it.

    Rows of other tables are not asked, if they are fewer: see `rows_elsewhere`.
    """
    elsewhere = set(rows_elsewhere(tree, records))
    records = [each for each in records if each not in elsewhere] if elsewhere else records
    headers = _marked_first(tree, records)
    records = records[len(headers) :]
    if len(records) < _LEAST or any(tree.tag.item(row) != _ROW for row, _ in records):
        return False
    first = records[0][0]
    widths = {len(cells_of(tree, row)) for row, _ in records}
    if len(widths) > 1:
        placed = placed_rows(tree, records)
        widths = {common_width(placed) if placed else 0}
    if min(widths) < _FEWEST:
        return False
    above = [u for u in tree.children(tree.parent.item(first)) if u < first][-1:]
    if headers or header_above(tree, records) is not None or any(is_header(tree, row, records) for row in above):
        return True
    return is_header(tree, first, records[1:])


def are_joined_rows(tree: Tree, records: Ranges) -> bool:
    """Whether each record is several rows that cells of the first one join, below a row of header cells.

    The first rows have as many columns, three or more.
    """
    starts, stops = records[:, 0].tolist(), records[:, 1].tolist()
    if len(starts) < _LEAST or header_above(tree, list(zip(starts, stops, strict=True))) is None:
        return False
    widths = set[int]()
    for start, stop in zip(starts, stops, strict=True):
        rows = [u for u in range(start, stop) if tree.tag.item(u) == _ROW]
        cells = cells_of(tree, rows[0]) if len(rows) > 1 else []
        if not any(span(tree, u, "rowspan") >= len(rows) for u in cells):
            return False
        widths.add(sum(span(tree, u, "colspan") for u in cells))
    return len(widths) == 1 and min(widths) >= _FEWEST


def rows_elsewhere(tree: Tree, records: Sequence[Range]) -> list[Range]:
    """The records outside the table whose rows most are, if that has a header and these have other numbers of cells."""
    if len({tree.parent.item(start) for start, _ in records}) < 2:
        return []
    tables: dict[int, list[Range]] = {}
    for record in records:
        if tree.tag.item(record[0]) == _ROW:
            tables.setdefault(table_of(tree, record[0]), []).append(record)
    main = max(tables.values(), key=len, default=[])
    if len(main) == len(records) or 2 * len(main) <= len(records) or not is_headed_table(tree, main):
        return []
    table, width = table_of(tree, main[0][0]), len(cells_of(tree, main[0][0]))
    others = [each for each in records if table_of(tree, each[0]) != table]
    return [] if any(len(cells_of(tree, start)) == width for start, _ in others) else others


def whole_rows(tree: Tree, records: Ranges) -> list[Range]:
    """The rows that records are, or those that they begin in if each has all text of another row; none otherwise.

    Whether they are rows is asked of the one in the middle.
    """
    first = tree.tag.item(records.item(len(records) // 2, 0))
    if first not in (_ROW, _CELL, _HEADER_CELL):
        return []
    starts, stops = records[:, 0], records[:, 1]
    if first != _ROW:
        starts, size = tree.parent[starts], tree.text_before
        stops = tree.end[starts]
        is_whole = size[stops] - size[starts] == size[records[:, 1]] - size[records[:, 0]]
        if not is_whole.all() or len(np.unique(starts)) < len(starts):
            return []
    return list(zip(starts.tolist(), stops.tolist(), strict=True))


def header_above(tree: Tree, records: Sequence[Range]) -> int | None:
    """The first header row in the table of the first record, before it; None if there is none.

    All its cells are header cells, or two and more of them than of the records' rows.
    """
    row = records[0][0]
    table, below = table_of(tree, row), [start for start, _ in records[:_SAMPLES]]
    rows = (u for u in range(table, row) if tree.tag.item(u) == _ROW)
    headers = (u for u in rows if is_marked(tree, u) or marks_more(tree, u, below))
    return next((u for u in headers if table_of(tree, u) == table), None)


def table_of(tree: Tree, row: int) -> int:
    """The table that a row is in; 0 if it is in none."""
    table = row
    while tree.tag.item(table) != _TABLE and table > 0:
        table = tree.parent.item(table)
    return table


def is_marked(tree: Tree, row: int, least: int = 2) -> bool:
    """Whether a row has so many header cells, and nothing else."""
    cells = tree.children(row)
    return len(cells) >= least and all(tree.tag.item(u) == _HEADER_CELL for u in cells)


def marks_more(tree: Tree, row: int, below: Sequence[int]) -> bool:
    """Whether a row of short texts has two header cells or more, and more than any of the rows below."""
    marks = _marks(tree, row)
    if marks < _MARKS or any(_marks(tree, u) >= marks for u in below):
        return False
    return all(len(tree.text(u, line=" ")) <= _LONGEST for u in cells_of(tree, row))


def _marks(tree: Tree, row: int) -> int:
    """How many header cells a row has."""
    return sum(tree.tag.item(u) == _HEADER_CELL for u in tree.children(row))


def _are_names(texts: Sequence[str]) -> bool:
    """Whether cells have short texts, each another one, and none a value; one, above numbers or boxes, may be empty."""
    words = [text for text in texts if text]
    if len(words) < len(texts) - 1 or len(set(words)) < len(words):
        return False
    return not any(len(text) > _LONGEST or _VALUE.match(text) for text in words)
