"""Tables of results for people: on a terminal, and in Markdown.

Where a result comes from (page, node, region) stands in the heading above a table, and a value stands once: columns
beside another one, such as `price (number)`, say how to align it, and `author (url)` makes it a link, as `url` does the
title.
"""

from __future__ import annotations

from collections.abc import Iterator

from weblode import terminal
from weblode.caches import regex
from weblode.formats import markdown
from weblode.formats.screen import screen_lines
from weblode.table import Table, Value

_WHERE = {"page", "page_url", "node", "region", "xpath", "record"}
_ADDRESS = regex(r"(?:^|_)(?:image|url)(?:_\d+)?$")  # columns of addresses
_BESIDE = regex(r"(.+) \((\w+)\)")  # price (number), title (url)


def screen_table(table: Table) -> Iterator[str]:
    """The lines of a table for a terminal, with the number of each row."""
    names = sorted(_shown(table), key=_rank)  # a stable sort
    right = {0, *(i for i, name in enumerate(names, 1) if f"{name} (number)" in table.columns)}
    columns: list[tuple[Value, ...]] = [tuple(range(1, len(table) + 1)), *(table[name] for name in names)]
    return screen_lines(["", *names], columns, terminal.width(), right=right)


def _rank(name: str) -> int:
    """Where a column stands on a terminal, which may lack room for the last ones: titles first, addresses last."""
    return 0 if name == "title" else 2 if _ADDRESS.search(name) else 1


def markdown_table(table: Table) -> Iterator[str]:
    """The lines of a table in Markdown, with the number of each row; links are kept."""
    names = _shown(table)
    yield from markdown.header(["", *names])
    nothing: tuple[Value, ...] = (None,) * len(table)
    columns = [
        [
            markdown.link(value, str(href)) if isinstance(value, str) and href else markdown.cell(value)
            for value, href in zip(table[name], links, strict=True)
        ]
        for name in names
        for address in [_address(name)]
        for links in [table[address] if address in table.columns else nothing]
    ]
    for i in range(len(table)):
        yield markdown.line([str(i + 1), *(column[i] for column in columns)])


def markdown_heading(text: str) -> str:
    """A heading and an empty line."""
    return f"## {markdown.escape(text)}\n\n"


def _shown(table: Table) -> list[str]:
    """The columns to show."""
    beside = {name for name in table.names if (match := _BESIDE.fullmatch(name)) and match[1] in table.columns}
    beside |= {_address("title")} if "title" in table.columns else set()
    return [name for name in table.names if name not in _WHERE | beside]


def _address(name: str) -> str:
    """The column with the addresses of a column's links."""
    return "url" if name == "title" else f"{name} (url)"
