"""What the header rows of a table call the cells of the rows below them, where cells span several columns or rows."""

from collections import Counter
from collections.abc import Sequence
from itertools import accumulate

from weblode.records.header_rows import header_above, is_header, is_marked, table_of
from weblode.records.objects import Range
from weblode.records.spanned_cells import cells_of, common_width, placed_rows, span
from weblode.tags import NUMBERS
from weblode.tree import Tree

_ROW = NUMBERS["tr"]
_MOST_COLUMNS = 1000  # of a header
_LEVELS = 4  # so many rows of headers are read

Names = dict[int, str]


def names_above(tree: Tree, records: Sequence[Range]) -> Names:
    """The text of the header above each cell of records that are table rows, by the number of the cell from 0.

    A header over several columns is refined by the row below it; where several groups have the same names below them,
    a name is that of the group and its own. Where most records have not as many columns as the headers, no cell has a
    name: it may be that of another column. Where cells of one record reach into the next, the numbers are those of
    columns (see `spanned_cells`), and no cell has a name if these are not known.
    """
    first = records[0][0]
    top = header_above(tree, records)
    if top is None:
        above = [u for u in tree.children(tree.parent.item(first)) if u < first][-1:]
        top = next((u for u in above if is_header(tree, u, records)), None)
    if top is None:
        return {}
    rows = [top]
    table = table_of(tree, first)
    for u in range(tree.end.item(top), first):
        if len(rows) < _LEVELS and tree.tag.item(u) == _ROW and is_marked(tree, u) and table_of(tree, u) == table:
            rows.append(u)
    cells = [cells_of(tree, u) for u in rows]
    spans = [[span(tree, u, "colspan") for u in row] for row in cells]
    width = sum(spans[0])
    if width > _MOST_COLUMNS:
        return {}
    if _mention(tree, records, b"rowspan"):
        placed = placed_rows(tree, records)  # also if only cells of rows between the records reach into them
        if placed and common_width(placed) == width:
            return dict(enumerate(_by_column(tree, cells, spans)))
        if placed or _reach_down(tree, records):
            return {}
    record_cells = [cells_of(tree, start) for start, _ in records]
    if _mention(tree, records, b"colspan"):
        record_spans = [[span(tree, u, "colspan") for u in row] for row in record_cells]
    else:
        record_spans = [[1] * len(row) for row in record_cells]
    widths = list(map(sum, record_spans))
    if 2 * widths.count(width) < len(widths):
        return {}
    own = record_spans[widths.index(width)]
    if width == len(spans[0]) and width == len(own):  # a cell is a column
        return {i: tree.text(u, line=" ") for i, u in enumerate(cells[0])}
    columns = _by_column(tree, cells, spans)
    return {i: columns[start] for i, start in enumerate(accumulate(own[:-1], initial=0))}


def _mention(tree: Tree, records: Sequence[Range], name: bytes) -> bool:
    """Whether the name of an attribute is somewhere in the records: those of most tables have none."""
    first, stop = min(start for start, _ in records), max(stop for _, stop in records)
    return tree.buffer.find(name, tree.start.item(first), tree.start.item(stop)) >= 0


def _reach_down(tree: Tree, records: Sequence[Range]) -> bool:
    """Whether cells of a record that is one row reach into the next one."""
    return any(
        span(tree, u, "rowspan") > 1
        for start, stop in records[:-1]
        if stop == tree.end.item(start)
        for u in cells_of(tree, start)
    )


def _by_column(tree: Tree, cells: Sequence[Sequence[int]], spans: Sequence[Sequence[int]]) -> list[str]:
    """The name of each column: of its cell in the first row, or of one below it if that spans several columns."""
    width = sum(spans[0])
    groups, names, is_open = [""] * width, [""] * width, [True] * width
    reach = [0] * width  # so many further rows a cell from above takes up
    for row, across in zip(cells, spans, strict=True):
        column = 0
        taken = [rows > 0 for rows in reach]
        reach = [max(0, rows - 1) for rows in reach]
        for u, columns in zip(row, across, strict=True):
            while column < width and taken[column]:
                column += 1
            text, down = tree.text(u, line=" "), span(tree, u, "rowspan")
            for i in range(column, min(width, column + columns)):
                reach[i] = max(reach[i], down - 1)
                if is_open[i] and text:
                    groups[i], names[i] = names[i], text
                    is_open[i] = columns > 1
            column += columns
    times = Counter(name for name, group in zip(names, groups, strict=True) if group)
    return [f"{group} {name}" if times[name] > 1 and group else name for name, group in zip(names, groups, strict=True)]
