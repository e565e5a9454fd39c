"""The tables view: the tables of a page, the chosen one as its grid with header cells marked, and its records.

The query says which table is chosen, and how its headers are corrected by hand:

    table=3                  the index of the table on the page; by default the first that holds data
    head=0.0-3,1-9.0         its header cells as ROW.COLUMN, each a number or a range; with `head=` the table counts as
                             data, whatever the method says, and an empty list means no headers
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from weblode import paths
from weblode.caches import regex
from weblode.errors import WeblodeError
from weblode.tables.corrected import with_header_cells
from weblode.tables.discover import DataTable, discover
from weblode.tables.grid import NOTHING, Grid
from weblode.tree import Tree
from weblode.workbench.files import json_file, table_file
from weblode.workbench.requests import Download, ViewRequest
from weblode.workbench.workspace import Workspace

_ROWS = 300  # rows of the grid, and records, in the view; downloads have all
_CELLS = 6_000  # cells of the grid in the view
_TEXT = 300  # characters of a cell in the view
_PARTS = 2_000  # maximum parts of `head=`
_HEAD = regex(r"(\d{1,7})(?:-(\d{1,7}))?\.(\d{1,7})(?:-(\d{1,7}))?")


def view(workspace: Workspace, request: ViewRequest) -> dict[str, Any]:
    """The page, its tables, those that hold data first, and the chosen one."""
    about = workspace.pages.get(request.path["page"])
    tree = workspace.pages.tree(about.id)
    tables = _tables(workspace, request)
    answer: dict[str, Any] = {
        "page": about.as_dict() | {"encoding": tree.encoding, "nodes": len(tree)},
        "tables": [_summary(each) for each in sorted(tables, key=lambda each: not each.genuine)],
    }
    if not tables:
        return answer | {"chosen": None}
    chosen = _choose(tables, request)
    try:
        return answer | _details(_correct(chosen, request))
    except WeblodeError as error:
        return answer | _details(chosen) | {"problem": str(error)}


def _tables(workspace: Workspace, request: ViewRequest) -> list[DataTable]:
    """All tables of the page, cached."""
    return workspace.cached(
        request.path["page"], "tables", lambda tree: discover(tree, refused=True, limits=workspace.limits)
    )


def _choose(tables: Sequence[DataTable], request: ViewRequest) -> DataTable:
    """The table that the query names, else the first that holds data. Raises WeblodeError if there is no such table."""
    default = next((each for each in tables if each.genuine), tables[0])
    index = request.whole("table", default.index)
    if index >= len(tables):
        raise WeblodeError(f"there is no table {index}: the page has {len(tables):,}, numbered from 0")
    return tables[index]


def _correct(table: DataTable, request: ViewRequest) -> DataTable:
    """The table with the header cells of the query, if it has some. Raises WeblodeError if they do not fit."""
    return with_header_cells(table, header_cells(request.query["head"], table)) if "head" in request.query else table


def header_cells(text: str, table: DataTable) -> list[tuple[int, int]]:
    """The cells in a list of `ROW.COLUMN`, each a number or a range. Raises WeblodeError if the list is wrong."""
    rows, columns = table.shape
    parts = [part for part in text.split(",") if part]
    if len(parts) > _PARTS:
        raise WeblodeError(f"head= has {len(parts):,} parts, more than {_PARTS:,}; write ranges, such as 0.0-3")
    mask = np.zeros(table.shape, dtype=bool)  # parts may repeat cells
    for part in parts:
        match = _HEAD.fullmatch(part)
        if match is None:
            raise WeblodeError(f"{part!r} is not a cell or range; write ROW.COLUMN, such as 0.2 or 0.0-3")
        top, bottom, left, right = (int(number) if number else -1 for number in match.groups())
        bottom, right = max(top, bottom), max(left, right)
        if bottom >= rows or right >= columns:
            raise WeblodeError(f"{part!r} is outside the table, which has {rows:,} rows and {columns:,} columns")
        mask[top : bottom + 1, left : right + 1] = True
    return list(zip(*(numbers.tolist() for numbers in mask.nonzero()), strict=True))


# ---------------------------------------------------------------- the data of the view
def _summary(table: DataTable) -> dict[str, Any]:
    """A table as in the list of tables."""
    rows, columns = table.shape
    return {
        "index": table.index,
        "range": [table.table, int(table.tree.end[table.table])],
        "genuine": table.genuine,
        "reason": table.reason,
        "score": round(table.score, 4),
        "caption": table.caption[:_TEXT],
        "rows": rows,
        "cols": columns,
        "orientation": table.orientation,
    }


def _details(table: DataTable) -> dict[str, Any]:
    """The chosen table: its grid, its header cells, its records."""
    return {
        "chosen": table.index,
        "xpath": paths.xpath(table.tree, table.table),
        "genuine": table.genuine,
        "orientation": table.orientation,
        "header_cells": [list(cell) for cell in table.header_cells],
        "grid": [list(cell) for cell in _cells(table.grid)] if table.grid else None,
        "records": _records(table),
    }


def _cells(grid: Grid) -> Iterator[tuple[int, int, int, int, int, int, str]]:
    """The first cells of a grid: row, column, rows and columns spanned, first node, first node after it, text."""
    tree, block = grid.tree, grid.cells
    rows, columns = block.shape
    seen: set[int] = set()
    for r in range(min(rows, _ROWS, _CELLS // max(columns, 1) + 1)):
        line = block[r].tolist()
        for c, u in enumerate(line):
            if u == NOTHING:
                yield r, c, 1, 1, -1, -1, ""
            elif u not in seen:
                seen.add(u)
                down, across = _span(block, r, c)
                yield r, c, down, across, u, int(tree.end[u]), _text(tree, u)


def _span(block: np.ndarray[Any, np.dtype[np.int32]], r: int, c: int) -> tuple[int, int]:
    """How many rows and columns the cell that begins in a slot spans."""
    below, beside = block[r:, c] != block[r, c], block[r, c:] != block[r, c]
    down = int(below.argmax()) if below.any() else len(below)
    return down, int(beside.argmax()) if beside.any() else len(beside)


def _text(tree: Tree, u: int) -> str:
    text = tree.text(u, line=" ")
    return text if len(text) <= _TEXT else f"{text[: _TEXT - 1]}…"


def _records(table: DataTable) -> dict[str, Any]:
    """The first records as names and rows, and how many there are."""
    names = list(dict.fromkeys(name for record in table.records for name in record))
    rows = [[record.get(name) for name in names] for record in table.records[:_ROWS]]
    return {"total": len(table.records), "names": names, "rows": rows}


# ---------------------------------------------------------------- downloads
def export(workspace: Workspace, request: ViewRequest) -> Download:
    """The chosen table as a file: csv, jsonl or parquet with one row per record; json as `weblode tables` writes it."""
    tables = _tables(workspace, request)
    if not tables:
        raise WeblodeError("the page has no tables: there is nothing to save")
    chosen, form = _correct(_choose(tables, request), request), request.path["form"]
    if not chosen.genuine:
        raise WeblodeError(f"table {chosen.index} holds no data: {chosen.reason}; give its header cells as head=")
    if form == "json":
        page = {"page": chosen.tree.page, "url": chosen.tree.url, "tables": [chosen.as_dict()]}
        return json_file(page, "table.json")
    return table_file(chosen.as_table(), "table", form)


VIEWS = {"/tables/{page}": view}
DOWNLOADS = {"/tables/{page}/table.{form}": export}
