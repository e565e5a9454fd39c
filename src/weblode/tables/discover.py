"""The data tables of a page, each with grid, headers, layout and records; and why other tables hold no data.

`evidence`, the default method, weighs numbers measured for a table (`detect`, `headers`); `ontominer` is the paper's
method (`clusters`).
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar

import numpy as np

from weblode import limits as bounds
from weblode import paths
from weblode.errors import LimitError, WeblodeError
from weblode.export.tabular import Results, Tabular
from weblode.limits import Limits
from weblode.table import Table, concat
from weblode.tables import METHODS, clusters, detect, extract
from weblode.tables.grid import NOTHING, Grid, Spans, grid, page_spans
from weblode.tables.headers import Headers, mark
from weblode.tables.layout import Layout, layout
from weblode.tables.made import PROSE, describes_in_prose, made_grid, made_tables
from weblode.tables.models import fitted_models
from weblode.tables.rows import COLUMNS, readings, record_table, value_table
from weblode.tags import NUMBERS
from weblode.terminal import escaped, printable
from weblode.tree import Tree
from weblode.values.page_links import join_address, link_base

# A table is read with everything inside it: without a bound, nested tables would take time quadratic in the page.
# On the development pages, the deepest data table has 3 nested levels, the deepest layout table 7.
MOST_NESTED = 16

# How many tables the default limit on cells allows on a page: each takes 0.6 to 1.2 ms. Real pages have up to 162.
_MOST = 2000
_LONGEST_TITLE = 120  # characters; longer lines above a table are descriptions
_A, _TABLE, _CAPTION, _DL = (NUMBERS[name] for name in ("a", "table", "caption", "dl"))


def _title(grid: Grid, cell: int) -> str:
    """The text of a cell as the title of a table; "" if it is long, without letters, or a line of links."""
    tree, text = grid.tree, grid.text_below(cell)
    links = cell + np.flatnonzero(tree.tag[cell : tree.end[cell]] == _A)
    linked = (tree.text_before[tree.end[links]] - tree.text_before[links]).sum()
    size = tree.text_before[tree.end[cell]] - tree.text_before[cell]
    is_menu = len(links) > 1 and 2 * linked > size
    return "" if is_menu or len(text) > _LONGEST_TITLE or not any(map(str.isalpha, text)) else text


@dataclass(frozen=True, eq=False, repr=False)
class DataTable(Tabular):
    """A table of a page: `table` is its node, `index` its number among all tables, from 0.

    A table that holds no data has `genuine` False and a reason; it has no headers and no records.
    """

    sql_name: ClassVar[str] = "tables"
    tree: Tree = field(repr=False)
    table: int
    index: int
    method: str
    genuine: bool
    score: float = 0.0
    reason: str = ""
    grid: Grid | None = field(default=None, repr=False)  # None if it has more cells than the limit
    layout: Layout | None = field(default=None, repr=False)
    headers: Headers | None = field(default=None, repr=False)

    def __repr__(self) -> str:
        return f"<DataTable of {escaped(self.tree.page) or 'a page'}: {self._summary()}>"

    def _summary(self) -> str:
        """What the table is, in a few words."""
        rows, columns = self.shape
        about = f"headers: {self.orientation}" if self.genuine else f"no data: {self.reason}"
        caption = f" “{printable(self.caption, 60)}”" if self.caption else ""
        return f"table {self.index}{caption}, {rows} x {columns}, {about}"

    def as_table(self) -> Table:
        """The records as a table: one row per record, one column per header path, typed columns and links beside it."""
        return record_table(self)

    @property
    def orientation(self) -> str | None:
        """Where its headers stand: none, column, row, row-column, multi-column, multi-row, multi-row-column."""
        return self.headers.orientation if self.headers else None

    @property
    def shape(self) -> tuple[int, int]:
        """The number of rows and columns; zeros if the table is beyond the limit."""
        return self.grid.shape if self.grid else (0, 0)

    @property
    def header_cells(self) -> list[tuple[int, int]]:
        """The header cells as (row, column), spans counted."""
        return [(r, c) for r, c in np.argwhere(self.headers.mask).tolist()] if self.headers else []

    @cached_property
    def caption(self) -> str:
        """Its caption, or else the title in a row of one cell above its first data row, or else ""."""
        for u in self.tree.children(self.table):
            if self.tree.tag[u] == _CAPTION:
                return self.grid.text_below(u) if self.grid else self.tree.text(u, line=" ")
        if self.layout is None or not self.genuine or not len(self.layout.core):
            return ""
        stop = self.headers.rows[0][0] if self.headers and self.headers.rows else self.layout.core[0]
        lines = np.flatnonzero(self.layout.distinct[:stop] == 1)[::-1].tolist()
        cells = [int(self.layout.grid.cells[r, np.argmax(self.layout.own[r])]) for r in lines]
        return next((title for u in cells if (title := _title(self.layout.grid, u))), "")

    @cached_property
    def cells(self) -> list[extract.Cells]:
        """Its records: dictionaries from dotted header paths to values, each with its node."""
        if self.layout is None or self.headers is None:
            return []
        return extract.records(self.layout, self.headers, paths=self.method == "ontominer")

    @cached_property
    def records(self) -> list[extract.Record]:
        """Its records: dictionaries from dotted header paths to values."""
        return [{name: text for name, (text, _) in record.items()} for record in self.cells]

    @cached_property
    def totals(self) -> list[int]:
        """The numbers, from 0, of the records that add up others: in a `tfoot`, or named as a total."""
        return extract.totals(self.tree, self.cells)

    @cached_property
    def links(self) -> list[dict[str, str]]:
        """The targets of the links in the values of each record, the first of each; absolute if the base is known."""
        tree = self.tree
        base = link_base(tree)
        anchors = self.table + np.flatnonzero(tree.tag[self.table : tree.end[self.table]] == _A)
        hrefs = [(u, href) for u in anchors.tolist() if (href := tree.attributes(u).get("href", "").strip())]
        nodes = [u for u, _ in hrefs]

        def target(cell: int) -> str:
            i = bisect_left(nodes, cell) if cell != NOTHING else len(nodes)
            return join_address(base, hrefs[i][1]) if i < len(nodes) and nodes[i] < tree.end[cell] else ""

        return [{name: link for name, (_, u) in record.items() if (link := target(u))} for record in self.cells]

    def as_dict(self) -> dict[str, object]:
        """The table as a JSON object."""
        rows, columns = self.shape
        about: dict[str, object] = {
            "index": self.index,
            "xpath": paths.xpath(self.tree, self.table),
            "genuine": self.genuine,
        }
        if self.reason:
            about["reason"] = self.reason
        if self.caption:
            about["caption"] = self.caption
        cells = [list(cell) for cell in self.header_cells]
        answer = {"orientation": self.orientation, "header_cells": cells, "rows": rows, "cols": columns}
        read = readings(self)
        beside = {"readings": read} if any(read) else {}
        links = {"links": self.links} if any(self.links) else {}
        totals = {"totals": self.totals} if self.totals else {}
        return about | answer | {"records": self.records} | totals | beside | links


class DataTables(Results[DataTable]):
    """The data tables of a page, in document order, with the values of all of them as rows.

    Tables of a page differ in their columns, so `as_table` has one row for each value, with table, record and field.
    """

    __slots__ = ()
    sql_name: ClassVar[str] = "tables"

    def as_table(self) -> Table:
        """The values of all tables, one row each."""
        return concat([Table(dict.fromkeys(COLUMNS, ())), *map(value_table, self)])

    def _repr_html_(self) -> str:
        from weblode.export.markup import tables_markup

        return tables_markup([(each._summary(), each.as_table()) for each in self], "no data tables found")


def discover(
    tree: Tree,
    method: str = "evidence",
    *,
    refused: bool = False,
    grammar: bool = False,
    other_elements: bool = False,
    limits: Limits = bounds.DEFAULT,
    lost: Callable[[str], object] | None = None,
) -> list[DataTable]:
    """The data tables of a page in document order; with `refused`, also the tables that hold no data.

    A table inside a cell of another is a separate table. With `other_elements`, tables made by roles, `display: table`
    and definition lists follow those of `table` elements, and are numbered after them. `grammar` lets `ontominer` use
    parts of speech. `lost` is called with the reason for each table that a limit leaves out; it may hold data.

    >>> from weblode.pages.html import parse
    >>> page = b"<table><tr><th>Town<th>People<tr><td>Bern<td>134,000<tr><td>Chur<td>38,000</table>"
    >>> [found] = discover(parse(page))
    >>> found.orientation, found.records[1]
    ('column', {'Town': 'Chur', 'People': '38,000'})
    """
    if method not in METHODS:
        raise WeblodeError(f"no method {method!r}; choose one of {', '.join(METHODS)}")
    nodes = np.flatnonzero(tree.tag == _TABLE)
    others = dict(made_tables(tree)) if other_elements else {}
    if not len(nodes) and not others:
        return []
    judge = _Judge(tree, method, grammar=grammar, cells=limits.cells, lost=lost or (lambda _: None))
    data_tables = judge.tables(nodes, refused=refused) if len(nodes) else ()
    return [*data_tables, *judge.others(others, first=len(nodes), refused=refused)]


class _Judge:
    """Judges the tables of one page, which share a limit on cells."""

    def __init__(self, tree: Tree, method: str, *, grammar: bool, cells: int, lost: Callable[[str], object]) -> None:
        self._tree, self._method, self._grammar, self._cells = tree, method, grammar, cells
        self._least, self._lost = cells // _MOST, lost
        self._spans: Spans | None = None

    def tables(self, nodes: np.ndarray[tuple[int], np.dtype[np.int64]], *, refused: bool) -> Iterator[DataTable]:
        """The data tables among the tables of the page, in order."""
        likely = detect.candidates(self._tree, nodes)
        heights = detect.heights(self._tree, nodes) if len(nodes) > MOST_NESTED else [0] * len(nodes)
        for i in range(len(nodes)) if refused else np.flatnonzero(likely).tolist():
            if heights[i] > MOST_NESTED:
                reason = detect.NESTED.format(MOST_NESTED)
                table = DataTable(self._tree, int(nodes[i]), i, self._method, genuine=False, reason=reason)
            else:
                table = self._judge(int(nodes[i]), i, likely=bool(likely[i]))
            if table.genuine or refused:
                yield table

    def others(self, tables: dict[int, list[list[int]]], *, first: int, refused: bool) -> Iterator[DataTable]:
        """The data tables among those made of other elements; their numbers start with `first`."""
        heights = detect.heights(self._tree, np.array(list(tables), dtype=np.int64)) if tables else []
        for i, (u, rows) in enumerate(tables.items()):
            if heights[i] <= MOST_NESTED:
                table = self._judge(u, first + i, likely=True, rows=rows)
                if table.genuine or refused:
                    yield table

    def _judge(self, u: int, index: int, *, likely: bool, rows: list[list[int]] | None = None) -> DataTable:
        about = (self._tree, u, index, self._method)
        try:
            cells = self._grid(u, rows)
        except LimitError as error:
            self._cells //= 2  # finding out took time, and there may be many such tables
            self._lost(str(error))
            return DataTable(*about, genuine=False, reason=str(error))
        if rows and self._tree.tag[u] == _DL and describes_in_prose(self._tree, rows):
            return DataTable(*about, genuine=False, reason=PROSE, grid=cells)
        structure = layout(cells) if likely else None
        if structure is None or len(structure.core) < 2 or len(structure.columns) < 2:
            return DataTable(*about, genuine=False, reason=detect.TOO_FEW, grid=cells)
        if self._method == "ontominer":
            verdict = clusters.judge(structure, grammar=self._grammar)
            headers = clusters.mark(structure, grammar=self._grammar) if verdict.genuine else None
        else:
            verdict = detect.judge(structure, fitted_models())
            terms = self._tree.tag[u] == _DL
            top, left = verdict.top and not terms, bool(verdict.left or terms)
            headers = mark(structure, top=top, left=left) if verdict.genuine else None
        return DataTable(*about, verdict.genuine, verdict.score, verdict.reason, cells, structure, headers)

    def _grid(self, u: int, rows: list[list[int]] | None) -> Grid:
        """The grid of a table. All tables of a page share the limit: many just below it are as hostile as one above.

        Even the smallest table takes time, so each counts for at least the limit divided by `_MOST`.
        """
        if self._cells <= 0:
            raise LimitError("the tables before it have used up the limit on cells; raise it with --max-cells")
        if self._spans is None:
            self._spans = page_spans(self._tree)
        if rows is None:
            slots = grid(self._tree, u, spans=self._spans, limit=self._cells)
        elif len(rows) * max(map(len, rows)) > self._cells:
            raise LimitError(f"a table of more than {self._cells:,} cells; raise the limit with --max-cells")
        else:
            slots = made_grid(self._tree, u, rows)
        self._cells -= max(slots.cells.size, self._least)
        return slots
