"""The tables view: the tables of a page, the chosen one as its grid with header cells marked, and its records.

The query says which table, and what a person corrected:

    table=3                  the number of the table among all of the page; the first that holds data without it
    head=0.0-3,1-9.0         its header cells, as ROW.COLUMN, each a number or a range; it holds data then, whatever
                             was found, and without any it has no headers
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from weblode import paths
from weblode.errors import WeblodeError
from weblode.tables.corrected import with_header_cells
from weblode.tables.discover import DataTable, as_wide_table, discover
from weblode.tables.grid import NOTHING, Grid
from weblode.tree import Tree
from weblode.workbench.asked import Asked, Download
from weblode.workbench.desk import Desk
from weblode.workbench.files import json_file, table_file

_ROWS = 300  # rows of the grid, and records, that the view has; downloads have all
_CELLS = 6_000  # and cells of the grid
_TEXT = 300  # characters of a cell that the view has
_PARTS = 2_000  # parts that the list of header cells may have
_HEAD = re.compile(r"(\d{1,7})(?:-(\d{1,7}))?\.(\d{1,7})(?:-(\d{1,7}))?")


def view(desk: Desk, asked: Asked) -> dict[str, Any]:
    """The page, its tables, those that hold data first, and the chosen one."""
    about = desk.pages.get(asked.path["page"])
    tree = desk.pages.tree(about.id)
    found = _found(desk, asked)
    answer: dict[str, Any] = {
        "page": about.as_dict() | {"encoding": tree.encoding, "nodes": len(tree)},
        "tables": [_listed(each) for each in sorted(found, key=lambda each: not each.genuine)],
    }
    if not found:
        return answer | {"chosen": None}
    wanted = _wanted(found, asked)
    try:
        return answer | _chosen(_settled(wanted, asked))
    except WeblodeError as error:
        return answer | _chosen(wanted) | {"problem": str(error)}


def _found(desk: Desk, asked: Asked) -> list[DataTable]:
    """All tables of the page."""
    return desk.found(asked.path["page"], "tables", lambda tree: discover(tree, refused=True, limits=desk.limits))


def _wanted(found: Sequence[DataTable], asked: Asked) -> DataTable:
    """The table that the query names, else the first that holds data. Raises WeblodeError if there is no such one."""
    usual = next((each for each in found if each.genuine), found[0])
    index = asked.whole("table", usual.index)
    if index >= len(found):
        raise WeblodeError(f"there is no table {index}: the page has {len(found):,}, numbered from 0")
    return found[index]


def _settled(found: DataTable, asked: Asked) -> DataTable:
    """The table with the header cells that the query names, if it does. Raises WeblodeError if it cannot have them."""
    return with_header_cells(found, header_cells(asked.query["head"], found)) if "head" in asked.query else found


def header_cells(given: str, found: DataTable) -> list[tuple[int, int]]:
    """The cells that a list of `ROW.COLUMN` names, each a number or a range. Raises WeblodeError if there are none."""
    rows, columns = found.shape
    parts = [part for part in given.split(",") if part]
    if len(parts) > _PARTS:
        raise WeblodeError(f"head= has {len(parts):,} parts, more than {_PARTS:,}; write ranges, such as 0.0-3")
    mask = np.zeros(found.shape, dtype=bool)  # parts may name the same cells over and over
    for part in parts:
        matched = _HEAD.fullmatch(part)
        if matched is None:
            raise WeblodeError(f"{part!r} names no cells; write ROW.COLUMN, such as 0.2 or 0.0-3")
        top, bottom, left, right = (int(number) if number else -1 for number in matched.groups())
        bottom, right = max(top, bottom), max(left, right)
        if bottom >= rows or right >= columns:
            raise WeblodeError(f"{part!r} is outside the table, which has {rows:,} rows and {columns:,} columns")
        mask[top : bottom + 1, left : right + 1] = True
    return list(zip(*(numbers.tolist() for numbers in mask.nonzero()), strict=True))


# ---------------------------------------------------------------- what is told
def _listed(found: DataTable) -> dict[str, Any]:
    """What the list of tables tells of one."""
    rows, columns = found.shape
    return {
        "index": found.index,
        "range": [found.table, int(found.tree.end[found.table])],
        "genuine": found.genuine,
        "reason": found.reason,
        "score": round(found.score, 4),
        "caption": found.caption[:_TEXT],
        "rows": rows,
        "cols": columns,
        "orientation": found.orientation,
    }


def _chosen(found: DataTable) -> dict[str, Any]:
    """The chosen table: its grid, its header cells, its records."""
    return {
        "chosen": found.index,
        "xpath": paths.xpath(found.tree, found.table),
        "genuine": found.genuine,
        "orientation": found.orientation,
        "header_cells": [list(cell) for cell in found.header_cells],
        "grid": [list(cell) for cell in _cells(found.grid)] if found.grid else None,
        "records": _records(found),
    }


def _cells(grid: Grid) -> Iterator[tuple[int, int, int, int, int, int, str]]:
    """The first cells of a grid: row, column, rows and columns it spans, its node, the first after it, its text."""
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
    """How many rows and columns the cell that begins in a slot goes over."""
    below, beside = block[r:, c] != block[r, c], block[r, c:] != block[r, c]
    down = int(below.argmax()) if below.any() else len(below)
    return down, int(beside.argmax()) if beside.any() else len(beside)


def _text(tree: Tree, u: int) -> str:
    text = tree.text(u, line=" ")
    return text if len(text) <= _TEXT else f"{text[: _TEXT - 1]}…"


def _records(found: DataTable) -> dict[str, Any]:
    """The first records as names and rows, and how many there are."""
    names = list(dict.fromkeys(name for record in found.records for name in record))
    rows = [[record.get(name) for name in names] for record in found.records[:_ROWS]]
    return {"total": len(found.records), "names": names, "rows": rows}


# ---------------------------------------------------------------- downloads
def export(desk: Desk, asked: Asked) -> Download:
    """The chosen table as a file: csv, jsonl or parquet with a row a record; json as `weblode tables` writes it."""
    found = _found(desk, asked)
    if not found:
        raise WeblodeError("the page has no tables: there is nothing to keep")
    chosen, form = _settled(_wanted(found, asked), asked), asked.path["form"]
    if not chosen.genuine:
        raise WeblodeError(f"table {chosen.index} holds no data: {chosen.reason}; name its header cells with head=")
    if form == "json":
        page = {"page": chosen.tree.page, "url": chosen.tree.url, "tables": [chosen.as_dict()]}
        return json_file(page, "table.json")
    return table_file(as_wide_table(chosen), "table", form)


VIEWS = {"/tables/{page}": view}
DOWNLOADS = {"/tables/{page}/table.{form}": export}
