"""The columns of a page's tree from lexbor's document: the reference implementation, in Python.

`_native.pyx` does the same on the same document with lexbor's own C functions; `weblode.kernels` chooses between them.
`pages.xml` makes the same columns from the events of an XML parser. Their meaning is in `weblode.tree`.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from weblode.errors import LimitError
from weblode.tags import JOINED, LEAD, NUMBERS, SPACED, TEXT, UNREAD

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

# Order of the rows of `Columns.block`; `start` has one entry more than there are nodes.
ROWS = ("parent", "end", "depth", "tag", "path", "position", "leaf", "lead", "start")
_LONGEST = 0x7FFFFFF0
PARENT, END, DEPTH, TAG, PATH, POSITION, LEAF, LEADS, START = range(len(ROWS))


class Columns(NamedTuple):
    """A block of numbers (one row per column, `n + 1` wide), the buffer, and tag names that HTML does not define.

    `tags` are the numbers of the tags that there are.
    """

    block: NDArray[np.int32]
    buffer: bytes
    names: tuple[str, ...]
    tags: frozenset[int]


def too_many(nodes: int) -> LimitError:
    return LimitError(f"more than the limit of {nodes:,} nodes; raise it with --max-nodes")


def too_deep(depth: int) -> LimitError:
    return LimitError(f"elements nested more than {depth:,} deep, the limit; raise it with --max-depth")


def too_long() -> LimitError:
    return LimitError("over 2 GB of text and attributes, more than a tree can number; split the page")


class Walk:
    """The columns of a document so far, node by node in document order."""

    def __init__(self, nodes: int, depth: int) -> None:
        self.max_nodes, self.max_depth = nodes, depth
        self.rows: list[list[int]] = []
        self.buffer = bytearray()
        self.numbers: dict[str, int] = {}
        self.paths: dict[tuple[int, int], int] = {}
        self.counts: list[list[int]] = [[0, 0]]  # the texts and elements so far in each open element
        self.open: list[int] = [-1]
        self.pending = JOINED  # the space before the next text
        self.muted = -1  # the outermost open element whose text is not for people
        self.leaves = 0

    def add(self, tag: int, position: int) -> int:
        u = len(self.rows)
        if u >= self.max_nodes:
            raise too_many(self.max_nodes)
        above = self.open[-1]
        upper = self.rows[above][PATH] if above >= 0 else -1
        path = self.paths.setdefault((upper, tag), len(self.paths))
        depth = len(self.open) - 1
        self.rows.append([above, u + 1, depth, tag, path, position, -1, self.pending, len(self.buffer)])
        return u

    def number(self, name: str) -> int:
        """The number of a tag in HTML; that of a name which HTML does not define is the next one of the page."""
        tag = NUMBERS.get(name)
        return self.numbers.setdefault(name, len(NUMBERS) + len(self.numbers)) if tag is None else tag

    def element(self, tag: int, attributes: Iterable[tuple[str, str | None]]) -> int:
        self.counts[-1][1] += 1
        self.stand_off(tag)
        u = self.add(tag, self.counts[-1][1])
        if self.muted < 0 and tag < len(UNREAD) and UNREAD[tag]:
            self.muted = u
        for key, value in attributes:
            self.buffer += key.encode() + b"\0" + (value or "").encode() + b"\0"
        return u

    def stand_off(self, tag: int) -> None:
        if self.muted < 0 and tag < len(LEAD):
            self.pending = max(self.pending, LEAD[tag])

    def text(self, text: str) -> None:
        self.counts[-1][0] += 1
        if self.muted < 0 and text[:1].isspace():
            self.pending = max(self.pending, SPACED)
        if not text or text.isspace():
            return
        u = self.add(TEXT, self.counts[-1][0])
        self.buffer += text.encode()
        if self.muted < 0:
            self.rows[u][LEAF] = self.leaves
            self.leaves += 1
            self.pending = SPACED if text[-1].isspace() else JOINED

    def descend(self, u: int) -> None:
        if len(self.open) > self.max_depth:
            raise too_deep(self.max_depth)
        self.open.append(u)
        self.counts.append([0, 0])

    def close(self, u: int) -> None:
        self.rows[u][END] = len(self.rows)
        self.stand_off(self.rows[u][TAG])
        if self.muted == u:
            self.muted = -1

    def ascend(self) -> None:
        """Close the innermost open element."""
        self.close(self.open.pop())
        self.counts.pop()

    def columns(self, names: Iterable[str]) -> Columns:
        """The columns of the whole document. Raises LimitError if it has more bytes than a tree can number."""
        if len(self.buffer) > _LONGEST:
            raise too_long()
        block = np.array([*self.rows, [0] * (len(ROWS) - 1) + [len(self.buffer)]], dtype=np.int32).T
        tags = frozenset(row[TAG] for row in self.rows)
        return Columns(np.ascontiguousarray(block), bytes(self.buffer), tuple(names), tags)


def columns(data: bytes, nodes: int, depth: int) -> Columns:
    """The columns of a page in UTF-8, by a walk over its nodes. Raises LimitError beyond `nodes` or `depth`.

    If there is not enough memory for the parse, it raises MemoryError.
    """
    from selectolax.lexbor import LexborHTMLParser, SelectolaxError

    walk = Walk(nodes, depth)
    # Option 1, "without events": copying the chosen option to `selectedcontent`, as browsers do, takes lexbor time
    # that grows with the square of the number of options.
    try:
        parser = LexborHTMLParser(data, options=1, scripting=True)
    except SelectolaxError as error:
        raise MemoryError from error
    node = parser.root
    while node is not None:
        following = None
        if node.tag == "-text":
            walk.text(node.text_content or "")
        elif not (node.tag or "-").startswith("-"):
            u = walk.element(walk.number(node.tag or ""), node.attributes.items())
            following = node.first_child
            if following is None:
                walk.close(u)
            else:
                walk.descend(u)
        node = following or _next_node(node, walk)
    return walk.columns(walk.numbers)


def _next_node(node: "LexborNode", walk: Walk) -> "LexborNode | None":
    """The next node in document order that is not below this one; closes the elements that end before it."""
    while len(walk.open) > 1:
        if (following := node.next) is not None:
            return following
        walk.ascend()
        node = node.parent  # type: ignore[assignment]
    return None
