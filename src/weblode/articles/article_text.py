"""The body of an article as text: plain, with an empty line between paragraphs, or as Markdown.

Markdown shows headings, lists, quotations, code, tables and links.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import urljoin

import numpy as np

from weblode.articles.blocks import Blocks
from weblode.caches import regex
from weblode.errors import LimitError
from weblode.formats import markdown as tables_as_markdown
from weblode.pages.links import join_base
from weblode.tables.grid import Grid, grid
from weblode.tags import NUMBERS
from weblode.tree import Tree

_HEADINGS = {NUMBERS[f"h{level}"]: level for level in range(1, 7)}
_LINK, _ITEM, _QUOTE, _PRE, _TABLE = (NUMBERS[name] for name in ("a", "li", "blockquote", "pre", "table"))
_NUMBERED = NUMBERS["ol"]
_BLOCK_SIGN = regex(r"^(?:[#>+=~-]|\d{1,9}(?=[.)]))")  # what would begin a heading, list, quotation or rule
_SAFE = regex(r"(?:https?:|mailto:)?//|mailto:|[^:]*$|[^:/?#]*[/?#]", re.IGNORECASE)  # no script, no data
_FEWEST = 2  # rows and columns of a table


@dataclass(frozen=True)
class Line:
    """A block with the elements around it that Markdown shows."""

    text: str
    quotes: int = 0
    items: tuple[tuple[int, str], ...] = ()  # the list items around it, outermost first: node, and "- " or "3. "


def body_text(blocks: Blocks, body: Sequence[int]) -> str:
    """The paragraphs of a body with an empty line between; a table has a line a row, its cells between bars."""
    parts = []
    for part in _parts(blocks, body):
        if isinstance(part, Grid):
            parts.append("\n".join(" | ".join(row) for row in _rows(part)))
        else:
            parts.append(blocks.text(part))
    return "\n\n".join(parts)


def body_markdown(blocks: Blocks, body: Sequence[int]) -> str:
    """The body of an article in Markdown (CommonMark, tables as GitHub's); "" without one.

    >>> from weblode.articles.blocks import blocks
    >>> from weblode.pages.html import parse
    >>> page = blocks(parse(b"<h2>Tides</h2><p>See <a href=/t>the table</a>.<ul><li>high<li>low</ul>"))
    >>> print(body_markdown(page, range(len(page))))
    ## Tides
    <BLANKLINE>
    See [the table](</t>).
    <BLANKLINE>
    - high
    - low
    """
    text, before = "", Line("")
    for part in _parts(blocks, body):
        line = Line(_table(part)) if isinstance(part, Grid) else _line(blocks, part)
        if not line.text:
            continue
        text += ("" if not text else "\n" if _is_tight(before, line) else _gap(before, line)) + _prefixed(before, line)
        before = line
    return text


def _parts(blocks: Blocks, body: Sequence[int]) -> Iterator[int | Grid]:
    """The blocks of a body; those of a table as its grid, where the first of them stands."""
    tree, chosen = blocks.tree, set(body)
    starts = tree.leaves[blocks.first]
    tables = np.flatnonzero(tree.tag == _TABLE)
    outermost = tables[tree.end[tables] > np.maximum.accumulate(np.append(0, tree.end[tables][:-1]))]
    inside = np.zeros(len(blocks), dtype=bool)
    first: dict[int, Grid] = {}
    for u in outermost.tolist():
        low, high = starts.searchsorted([u, tree.end[u]]).tolist()
        if low < high and chosen.issuperset(range(low, high)) and (cells := _grid(tree, u)) is not None:
            first[low] = cells
            inside[low:high] = True
    for i in body:
        if i in first:
            yield first[i]
        elif not inside[i]:
            yield i


def _grid(tree: Tree, table: int) -> Grid | None:
    """The grid of a table; None if it has too few or too many cells."""
    try:
        cells = grid(tree, table)
    except LimitError:
        return None
    return cells if min(cells.shape) >= _FEWEST else None


def _rows(cells: Grid) -> list[list[str]]:
    rows, columns = cells.shape
    return [[cells.text(row, column) for column in range(columns)] for row in range(rows)]


def _table(cells: Grid) -> str:
    first, *rest = _rows(cells)
    lines = [tables_as_markdown.line([tables_as_markdown.escape(text) for text in row]) for row in rest]
    return "".join([*tables_as_markdown.header(first), *lines]).rstrip("\n")


def _line(blocks: Blocks, i: int) -> Line:
    """A block with its markup: a heading, code, or a text with links, in its lists and quotations."""
    tree, node = blocks.tree, int(blocks.node[i])
    around = [*reversed(tree.ancestors(node)), node]
    items = tuple((u, _marker(tree, u)) for u in around if tree.tag[u] == _ITEM)
    quotes = sum(int(tree.tag[u]) == _QUOTE for u in around)
    level = max((_HEADINGS.get(int(tree.tag[u]), 0) for u in around), default=0)
    if any(tree.tag[u] == _PRE for u in around):
        text = _code("".join(tree.string(u) for u in tree.leaves[blocks.first[i] : blocks.stop[i]].tolist()))
    else:
        text = _linked_text(blocks, i)
        text = f"{'#' * level} {text}" if level and text else _BLOCK_SIGN.sub(_escape_sign, text)
    return Line(text, quotes, items)


def _escape_sign(match: re.Match[str]) -> str:
    return f"\\{match[0]}" if not match[0].isdecimal() else f"{match[0]}\\"


def _marker(tree: Tree, u: int) -> str:
    """What stands before a list item: a dash, or its number."""
    above = int(tree.parent[u])
    if above < 0 or tree.tag[above] != _NUMBERED:
        return "- "
    start = tree.attributes(above).get("start", "1")
    number = (int(start) if start.isdecimal() and len(start) < 7 else 1) + int(tree.namesakes[0][u]) - 1
    return f"{number}. "


def _code(text: str) -> str:
    """A text as a block of code, between fences that it does not have."""
    fence = "`" * max(3, 1 + max((len(run) for run in re.findall("`+", text)), default=0))
    return f"{fence}\n{text.strip(chr(10))}\n{fence}"


def _linked_text(blocks: Blocks, i: int) -> str:
    """The text of a block on one line, with its links."""
    tree, node = blocks.tree, int(blocks.node[i])
    runs: list[tuple[int, str, str]] = []  # link or -1, what is before the text, text
    for v in tree.leaves[blocks.first[i] : blocks.stop[i]].tolist():
        link = next((u for u in tree.ancestors(v) if tree.tag[u] == _LINK or u <= node), -1)
        link = link if link >= 0 and tree.tag[link] == _LINK else -1
        before = " " if tree.lead[v] else ""
        if runs and runs[-1][0] == link:
            runs[-1] = (link, runs[-1][1], f"{runs[-1][2]}{before}{tree.text(v)}")
        else:
            runs.append((link, before, tree.text(v)))
    return "".join(before + _link(tree, link, text) for link, before, text in runs).strip()


def _link(tree: Tree, u: int, text: str) -> str:
    href = tree.attributes(u).get("href", "").strip() if u >= 0 else ""
    if not href or href.startswith("#") or not _SAFE.match(href):
        return tables_as_markdown.escape(text)
    try:
        address = urljoin(tree.url or "", join_base(tree.base, href))
    except ValueError:
        address = href
    return tables_as_markdown.link(text, address)


def _is_tight(before: Line, line: Line) -> bool:
    """Whether a line follows another without an empty one between: the next item of a list, or of one inside it."""
    same = before.items[-1:] == line.items[-1:]  # one more paragraph of the same item
    return bool(before.items and line.items) and before.quotes == line.quotes and not same


def _gap(before: Line, line: Line) -> str:
    """The line between two parts; a quotation that goes on goes on there, too."""
    quotes = min(before.quotes, line.quotes)
    return f"\n{('> ' * quotes).rstrip()}\n"


def _prefixed(before: Line, line: Line) -> str:
    """The lines of a part behind the signs of the quotations and lists around them."""
    quote = "> " * line.quotes
    outer, marker = "", ""
    if line.items:
        outer = "".join(" " * len(sign) for _, sign in line.items[:-1])
        node, sign = line.items[-1]
        marker = " " * len(sign) if node in (u for u, _ in before.items) else sign
    first, *rest = line.text.split("\n")
    indent = quote + outer + " " * len(marker)
    return "\n".join([quote + outer + marker + first, *(indent + text for text in rest)])
