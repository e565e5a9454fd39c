"""Tables made of other elements: by ARIA roles, by `display: table` in their own style, and definition lists.

A row holds the cells whose nearest row or table around them it is; a table likewise its rows. In a definition list each
description is a row beside its term. Style sheets are not read, and cells do not span.
"""

import re
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from weblode.caches import regex
from weblode.tables.grid import NOTHING, Grid
from weblode.tags import NUMBERS
from weblode.tree import Tree
from weblode.values.prose import mostly_prose

_PARTS = {"table": "table", "grid": "table", "treegrid": "table", "row": "row"}
_PARTS |= dict.fromkeys(("cell", "gridcell", "columnheader", "rowheader", "table-cell"), "cell")
_DISPLAYS = {"table": "table", "inline-table": "table", "table-row": "row", "table-cell": "cell"}
_ROLE = regex(rb"role\0\s*(?:row|cell|gridcell|columnheader|rowheader|table|grid|treegrid)\s*\0")
_DISPLAY = regex(r"(?:^|;)\s*display\s*:\s*(inline-table|table(?:-row|-cell)?)\s*(?:;|!|$)", re.IGNORECASE)
_TABLE, _DL, _DT, _DD, _DIV = (NUMBERS[name] for name in ("table", "dl", "dt", "dd", "div"))
_SINGLE = 2 / 3  # a list with more descriptions for its terms is one of groups
PROSE = "its terms are described in prose"
_FARTHEST = 8  # levels between a cell and its row, or a row and its table


def made_tables(tree: Tree) -> list[tuple[int, list[list[int]]]]:
    """The nodes of the tables that are no `table` elements, in document order, each with the cells of its rows."""
    return sorted([*_marked_tables(tree), *_definition_lists(tree)])


def made_grid(tree: Tree, table: int, rows: Sequence[Sequence[int]]) -> Grid:
    """The grid of such a table."""
    block = np.full((len(rows), max(map(len, rows), default=0)), NOTHING, dtype=np.int32)
    for r, cells in enumerate(rows):
        block[r, : len(cells)] = cells
    block.flags.writeable = False
    return Grid(tree, table, tree.parent[[cells[0] for cells in rows]].astype(np.int32), block)


def _marked_tables(tree: Tree) -> Iterator[tuple[int, list[list[int]]]]:
    """The tables that roles or styles make."""
    parts = _parts(tree)
    tables: dict[int, dict[int, list[int]]] = {}
    for u, part in parts.items():
        if part == "cell" and (row := _around(tree, parts, u)) is not None and parts.get(row) == "row":
            table = _around(tree, parts, row)
            if table is not None and parts.get(table) == "table" and tree.tag[table] != _TABLE:
                tables.setdefault(table, {}).setdefault(row, []).append(u)
    for table, rows in tables.items():
        yield table, [rows[row] for row in sorted(rows)]


def _parts(tree: Tree) -> dict[int, str]:
    """What each element with such a role or style is: a table, a row or a cell."""
    nodes = np.unique(np.searchsorted(tree.start, _likely_places(tree.buffer), side="right") - 1)
    parts = {}
    for u in nodes[tree.tag[nodes] > 0].tolist():
        attributes = tree.attributes(u)
        part = _PARTS.get(attributes.get("role", "").strip().lower())
        if part is None and (display := _DISPLAY.search(attributes.get("style", ""))):
            part = _DISPLAYS[display[1].lower()]
        if part:
            parts[u] = part
    return parts


def _likely_places(buffer: bytes) -> NDArray[np.int64]:
    """Where the bytes of a page have such a role, or the word "table", as all such styles have.

    To look for plain words first takes a seventh of the time of one expression for both.
    """
    lower = buffer.lower()
    places = [at for at in _occurrences(lower, b"role\0") if _ROLE.match(lower, at)]
    return np.array([*places, *_occurrences(lower, b"table")], dtype=np.int64)


def _occurrences(data: bytes, word: bytes) -> Iterator[int]:
    at = data.find(word)
    while at >= 0:
        yield at
        at = data.find(word, at + len(word))


def _around(tree: Tree, parts: dict[int, str], u: int) -> int | None:
    """The nearest row, cell or table around a node; None if there is none near."""
    for _ in range(_FARTHEST):
        u = int(tree.parent[u])
        if u < 0 or u in parts or tree.tag[u] == _TABLE:
            return u if u >= 0 else None
    return None


def describes_in_prose(tree: Tree, rows: Sequence[Sequence[int]]) -> bool:
    """Whether the descriptions of a definition list are prose, as in a glossary: no values of attributes."""
    return mostly_prose(tree.texts([(description, tree.end.item(description)) for _, description in rows]))


def _definition_lists(tree: Tree) -> Iterator[tuple[int, list[list[int]]]]:
    """The definition lists, each description beside the terms before it; both may stand in a `div`."""
    items = np.flatnonzero((tree.tag == _DT) | (tree.tag == _DD))
    lists: dict[int, list[int]] = {}
    for u in items.tolist():
        above = int(tree.parent[u])
        above = int(tree.parent[above]) if tree.tag[above] == _DIV else above
        if above >= 0 and tree.tag[above] == _DL:
            lists.setdefault(above, []).append(u)
    for table, nodes in lists.items():
        rows: list[list[int]] = []
        terms: list[int] = []
        before = _DD
        for u in nodes:
            if tree.tag[u] == _DT:
                terms = [*terms, u] if before == _DT else [u]
            else:
                rows += [[term, u] for term in terms]
            before = int(tree.tag[u])
        if rows and _SINGLE * len(rows) <= len({term for term, _ in rows}):
            yield table, rows
