"""The texts of a page with what stands around them, as columns: the reference implementation, in Python.

`weblode.details.leaves` explains the columns. A text with a letter or digit is one, unless it is in a script.
"""

from collections.abc import Sequence
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from weblode.caches import regex

# Traits of tags: elements that hold a label and its value, that are labels, terms or header cells, headings, ...
ROW, LABEL, HEADER, HEADING, FIRST, ITEM, CONTROL, BUTTON, CELL, TITLE, LINK, UNSEEN, HOLDS, SIDE, FIGURE, QUOTE = (
    1 << bit for bit in range(16)
)
# Flags of texts.
IS_LABEL, IS_TERM, IS_LINKED, IS_BESIDE, IS_HEADING, IS_FIRST, IS_ITEM, IS_CONTROL, IS_BUTTON, IS_TITLE, IS_SIGNED = (
    1 << bit for bit in range(11)
)
LEVELS = 6  # elements above a text that are looked at
NEAR = 3  # of them, those that say what a text is
LINKS = 4  # of them, those that may be its link
SIGNED = 43  # characters of a text in which a sign ends a label
BROKEN = 2  # what `Tree.lead` says of a text on a new line
SPACES = b" \t\n\r\f"  # bytes that do not count in the hash of a text
ENDS = (":", "\uff1a")  # what a label may end with
SIGNS = regex("[:\uff1a=#]")
_WORD = regex(r"[^\W_]")
ROWS = 7  # of the first column: number, node, row, cell, block, length, link

Columns = tuple[NDArray[np.int32], NDArray[np.uint64], NDArray[np.int32]]


def leaves(
    buffer: bytes, columns: Sequence[NDArray[np.int32]], signatures: NDArray[np.uint64], traits: NDArray[np.int32]
) -> Columns:
    """Numbers, hashes and flags of the texts.

    Numbers are rows: which of the tree's leaves it is, its node, the nearest element that holds a label and its value
    (-1 for none), its cell in a row of at least three (0 for none), its block, its characters, and its link (-1 for
    none). Hashes are those of its place, of its path and of its text. `columns` are parent, end, tag, leaf, lead and
    start of the tree, `signatures` are its two rows, `traits` those of each tag, the last for tags that HTML does not
    define.
    """
    parent, end, tag, leaf, lead, start = (column.tolist() for column in columns)
    page = _Around(parent, end, [int(traits[min(number, len(traits) - 1)]) for number in tag], leaf, start)
    numbers, hashes, flags = [], [], []
    block, holder, beside = -1, -1, 0
    for u in (u for u in range(len(tag)) if leaf[u] >= 0):
        above = page.holder(parent[u])
        if block < 0 or lead[u] == BROKEN or above != holder:
            block, beside = block + 1, page.inside[parent[u]] & IS_BESIDE
        holder = above
        data = buffer[start[u] : start[u + 1]]
        text = " ".join(data.decode().split())
        if page.traits[parent[u]] & UNSEEN or not _WORD.search(text):
            continue
        row, (number, size), link = page.row(u), page.cell(u), page.link(u)
        numbers.append((leaf[u], u, row, number if size > 2 else 0, block, len(text), link))
        place, path = (int(each) + (number if size == 2 else 0) for each in signatures[:, u])
        hashes.append((place & _MASK, path & _MASK, _hash(data)))
        flags.append(page.flags(u) | beside | page.inside[parent[u]] & IS_LINKED | _said(text))
    return (
        np.array(numbers, dtype=np.int32).reshape(-1, ROWS).T.copy(),
        np.array(hashes, dtype=np.uint64).reshape(-1, 3).T.copy(),
        np.array(flags, dtype=np.int32),
    )


_MASK = 2**64 - 1


class _Around:
    """What stands around the texts of a page."""

    def __init__(self, parent: list[int], end: list[int], traits: list[int], leaf: list[int], start: list[int]) -> None:
        self.parent, self.traits = parent, traits
        sizes = [start[u + 1] - start[u] if leaf[u] >= 0 else 0 for u in range(len(parent))]
        before, quotes = [0, *accumulate(sizes)], [0, *accumulate(bool(each & QUOTE) for each in traits)]
        self.cells: dict[int, int] = {}  # of each row
        self.rank: dict[int, int] = {}  # of each cell
        self.inside: list[int] = []  # of each element: whether it is in a link, or beside the main content
        for u, trait in enumerate(traits):
            flags = self.inside[parent[u]] if parent[u] >= 0 else 0
            aside = trait & SIDE or (trait & FIGURE and quotes[end[u]] == quotes[u])
            flags |= IS_LINKED if trait & LINK else 0
            flags |= IS_BESIDE if aside and 2 * (before[end[u]] - before[u]) < before[-1] else 0
            self.inside.append(flags)
            if trait & CELL and parent[u] >= 0:
                self.rank[u] = self.cells[parent[u]] = self.cells.get(parent[u], 0) + 1

    def holder(self, u: int) -> int:
        """The nearest element from `u` up that begins a line or is a cell."""
        while u > 0 and not self.traits[u] & HOLDS:
            u = self.parent[u]
        return u

    def above(self, u: int, levels: int) -> list[int]:
        """The nearest elements above a node; the root is its own parent here."""
        nodes = []
        for _ in range(levels):
            u = max(0, self.parent[u])
            nodes.append(u)
        return nodes

    def row(self, u: int) -> int:
        """The nearest element that holds a label and its value; -1 for none."""
        return next((v for v in self.above(u, LEVELS) if self.traits[v] & ROW), -1)

    def link(self, u: int) -> int:
        """The nearest link, -1 for none."""
        return next((v for v in self.above(u, LINKS) if v and self.traits[v] & LINK), -1)

    def cell(self, u: int) -> tuple[int, int]:
        """The number of a text's cell in its row of a table, from 1, and the cells of that row; 0 outside tables."""
        cell = next((v for v in self.above(u, LEVELS) if self.traits[v] & CELL), 0)
        return (self.rank[cell], self.cells[self.parent[cell]]) if cell in self.rank else (0, 0)

    def flags(self, u: int) -> int:
        """What the nearest elements say about a text."""
        near = [self.traits[v] for v in self.above(u, NEAR + 1)]
        several = near[0] | near[1] | near[2]
        return (
            IS_LABEL * bool(near[0] & LABEL or near[1] & HEADER)
            | IS_TERM * bool((near[0] | near[1]) & HEADER)
            | IS_HEADING * bool(several & HEADING)
            | IS_FIRST * bool(several & FIRST)
            | IS_ITEM * bool((several | near[3]) & ITEM)
            | IS_CONTROL * bool(several & CONTROL)
            | IS_BUTTON * bool(several & BUTTON)
            | IS_TITLE * bool(near[0] & TITLE)
        )


def _said(text: str) -> int:
    """What a text itself says: whether it ends as labels do, and whether it may begin with one."""
    return IS_LABEL * text.endswith(ENDS) | IS_SIGNED * bool(SIGNS.search(text, 0, SIGNED))


def _hash(text: bytes) -> int:
    """A hash of a text without its white space, as in `clues`."""
    code = 0xCBF29CE484222325
    for byte in text.translate(None, SPACES):
        code = ((code ^ byte) * 0x100000001B3) & _MASK
    return code
