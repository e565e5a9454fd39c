"""Rows of tables whose cells span several rows: which column each cell is in, and what the cells above say of a row.

A day stands once beside its three events, a region beside its towns. The rows below lack that cell, so that by the
order of cells their values would move to the left; and what the cell says is true of them as well. Cells are placed as
the HTML standard places them ("Forming a table"): `rowspan` ends with its row group, 0 means up to there.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from weblode.records.objects import Range
from weblode.records.places import Row
from weblode.tags import NUMBERS
from weblode.tree import Tree

_ROW, _CELL, _HEADER_CELL = (NUMBERS[name] for name in ("tr", "td", "th"))
_SPAN = b"rowspan"  # as HTML is written; a parser keeps names of attributes in lower case
_SAME = 0.8  # so many of the rows end at the same column: others lack cells at the end, or are notes
_FEWEST = 2  # columns
_MOST_COLUMNS = 1000  # the largest colspan, by the HTML standard
_MOST_ROWS = 65_534  # the largest rowspan
_STEPS = 200_000  # the most cells and columns reached into that are placed in all row groups; few pages have 10,000
_MOST_ADDED = 500_000  # the most values that cells say of the rows below


@dataclass(frozen=True)
class PlacedRow:
    """The cells of a row in order with their columns, and those that reach into it from above with theirs."""

    cells: list[int]
    columns: list[int]
    reaching: list[tuple[int, int]] = field(default_factory=list)  # column, cell
    width: int = 0


def cells_of(tree: Tree, row: int) -> list[int]:
    """The cells of a row; none of a node that is no row."""
    cells = tree.children(row) if tree.tag.item(row) == _ROW else []
    return [u for u in cells if tree.tag.item(u) in (_CELL, _HEADER_CELL)]


def span(tree: Tree, u: int, name: str) -> int:
    """How many columns or rows a cell spans, at least one; 0 rows is up to the end of its row group."""
    text = tree.attribute(u, name) or ""
    digits = text.strip()[:7]
    if not digits.isascii() or not digits.isdecimal():
        return 1
    if name == "rowspan":
        return min(int(digits), _MOST_ROWS) or _MOST_ROWS
    return min(max(int(digits), 1), _MOST_COLUMNS)


def placed_rows(tree: Tree, records: Sequence[Range]) -> list[PlacedRow]:
    """The records, each a row of a table, with the columns of their cells; empty if no cell reaches into another row.

    Nothing reaches into the rows of a group that end at different columns.
    """
    first, last = records[0][0], records[-1][1]
    if tree.tag.item(first) != _ROW or last <= first:
        return []
    if tree.buffer.find(_SPAN, tree.start.item(first), tree.start.item(last)) < 0:
        return []
    if any(tree.tag.item(start) != _ROW or tree.end.item(start) != stop for start, stop in records):
        return []
    groups: dict[int, list[int]] = {}
    for start, _ in records:
        groups.setdefault(tree.parent.item(start), []).append(start)
    rows = dict(_placed(tree, groups))
    placed: dict[int, PlacedRow] = {}
    for own in groups.values():
        if any(u not in rows for u in own):
            return []
        is_even = common_width([rows[u] for u in own]) > 0
        placed |= {u: rows[u] if is_even else replace(rows[u], reaching=[]) for u in own}
    return [placed[start] for start, _ in records] if any(each.reaching for each in placed.values()) else []


def common_width(rows: Sequence[PlacedRow]) -> int:
    """The column where most rows end; 0 if they end at different ones: then a column says nothing."""
    [(width, n)] = Counter([each.width for each in rows]).most_common(1)
    return width if width >= _FEWEST and n >= _SAME * len(rows) else 0


def _placed(tree: Tree, groups: Iterable[int]) -> Iterator[tuple[int, PlacedRow]]:
    """The rows of row groups, each with its placed cells; it ends where placing them would take too many steps."""
    reach: dict[int, tuple[int, int]] = {}  # column -> how many further rows a cell from above takes up, and the cell
    steps, group = 0, -1
    for row in (u for each in groups for u in tree.children(each) if tree.tag.item(u) == _ROW):
        if tree.parent.item(row) != group:
            group = tree.parent.item(row)
            reach = {}
        cells, columns = cells_of(tree, row), list[int]()
        steps += len(cells) + len(reach)
        if steps > _STEPS:
            return
        below = {column: (rows - 1, u) for column, (rows, u) in reach.items() if rows > 1}
        column = 0
        for u in cells:
            while column in reach:
                column += 1
            columns.append(column)
            across, down = span(tree, u, "colspan"), span(tree, u, "rowspan")
            if down > 1:
                steps += across
                if steps > _STEPS:
                    return
                below |= {i: (down - 1, u) for i in range(column, column + across) if i not in reach}
            column += across
        starts = dict[int, int]()
        for i, (_, u) in sorted(reach.items()):
            starts.setdefault(u, i)
        width = max(column, max(reach, default=-1) + 1)
        yield row, PlacedRow(cells, columns, [(i, u) for u, i in starts.items()], width)
        reach = below


def spread_cells(rows: Sequence[Row], placed: Sequence[PlacedRow]) -> tuple[Sequence[Row], list[tuple[int, ...]]]:
    """The places of each row with those of the cells that reach into it, and the numbers of their columns, from 1.

    There are no numbers if the rows end at different columns, as those of several tables may. Cells of rows that are no
    records are not known, and say nothing; nor do any if they would say too much.
    """
    texts: dict[int, Row] = {}  # by the cell
    spread: list[Row] = []
    numbers: list[tuple[int, ...]] = []
    added = 0
    for row, own in zip(rows, placed, strict=True):
        texts |= {u: [] for u in own.cells}
        k = 0
        for each in row if own.cells else ():
            while k + 1 < len(own.cells) and own.cells[k + 1] <= each[1].nodes[0]:
                k += 1
            texts[own.cells[k]].append(each)
        columns = [*zip(own.columns, own.cells, strict=True), *own.reaching]
        entries = [(column + 1, each) for column, u in sorted(columns) for each in texts.get(u, ())]
        added += len(entries) - len(row)
        if added > _MOST_ADDED:
            return rows, []
        spread.append([each for _, each in entries])
        numbers.append(tuple([column for column, _ in entries]))
    return spread, numbers if common_width(placed) else []
