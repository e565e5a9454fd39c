"""Results as HTML for notebooks: short, and every text of a page escaped."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING

from weblode.terminal import printable

if TYPE_CHECKING:
    from weblode.table import Table

ROWS = 20  # rows of a table that are shown
PREVIEW = 3  # rows of each table if there are several
LINES = 200  # lines of an outline
_WIDTH = 80  # characters of a cell


def text_markup(value: object) -> str:
    """A value of a page, shortened and escaped; "" for None.

    >>> text_markup("<script>alert(1)</script>")
    '&lt;script&gt;alert(1)&lt;/script&gt;'
    """
    return "" if value is None else escape(printable(" ".join(str(value).split()), _WIDTH))


def table_markup(table: Table, caption: str = "", most: int = ROWS) -> str:
    """The first rows of a table, and how many there are; `page` and `node` are left out."""
    names = [name for name in table.names if name not in ("page", "node")]
    head = "".join(f"<th>{text_markup(name)}</th>" for name in names)
    columns = [table.columns[name][:most] for name in names]
    body = "".join(f"<tr>{_cells(values)}</tr>" for values in zip(*columns, strict=True))
    more = f"<p>{len(table):,} rows</p>" if len(table) > most else ""
    title = f"<caption>{text_markup(caption)}</caption>" if caption else ""
    return f"<table>{title}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}"


def _cells(values: Iterable[object]) -> str:
    return "".join(f"<td>{text_markup(value)}</td>" for value in values)


def tables_markup(parts: Iterable[tuple[str, Table]], nothing: str) -> str:
    """Tables under their captions, with a few rows each if there are several; `nothing` is said if there are none."""
    tables = list(parts)
    most = ROWS if len(tables) == 1 else PREVIEW
    return "".join(table_markup(table, caption, most) for caption, table in tables) or f"<p>{escape(nothing)}</p>"


def tree_markup(lines: Iterable[tuple[int, str]], total: int) -> str:
    """The first lines of a tree as nested lists; each has its depth, from 0, and its text."""
    parts: list[str] = []
    open_lists = 0
    for number, (depth, text) in enumerate(lines):
        if number == LINES:
            break
        while open_lists < depth + 1:
            parts.append("<ul>")
            open_lists += 1
        while open_lists > depth + 1:
            parts.append("</ul>")
            open_lists -= 1
        parts.append(f"<li>{text_markup(text)}")
    more = f"<p>{total:,} lines</p>" if total > LINES else ""
    return "".join(parts) + "</ul>" * open_lists + more
