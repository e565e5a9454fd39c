"""A page as columns, with one row per node, in document order.

A node is an element or a text that is not blank; comments and white space between elements are not nodes. Rows are
numbered from 0, the root; `parent[u] < u`, and the subtree of `u` is the slice `u:end[u]`. Columns are int32:

| column     | of node `u` |
| ---------- | --- |
| `parent`   | its parent, -1 for the root |
| `end`      | the first node after its subtree |
| `depth`    | the number of its ancestors |
| `tag`      | the number of its tag (`weblode.tags`), 0 for text |
| `path`     | the number of its tag path: the tags from the root to it, without positions |
| `position` | 1, 2, ... among the elements of its parent; for text, among all its texts, blank ones too |
| `leaf`     | its number among the text leaves; -1 for elements and text that nobody reads (`tags.UNREAD_NAMES`) |
| `lead`     | what separates its text from the text before: 0 nothing, 1 a space, 2 a new line |
| `start`    | where its bytes start in `buffer`; they end at `start[u + 1]`, so `start` has one entry more |

The bytes are UTF-8: for a text its characters, for an element its attributes, each as name, NUL, value, NUL.

An XML document (`weblode.pages.xml`) has the same columns. Its names, `title` and `link` too, have numbers of its own
(`names`), since they do not mean what they mean in HTML; only elements in the namespace of XHTML have HTML's numbers.
"""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from weblode import kernels
from weblode.caches import lazy
from weblode.kernels.columns import ROWS, Columns
from weblode.tags import NAMES, NUMBERS
from weblode.terminal import escaped

Column = NDArray[np.int32]
_NODE_ROWS = ROWS[:-1]  # those with one entry for each node


@dataclass(frozen=True, eq=False, repr=False)
class Tree:
    """The nodes of one page. Frozen; algorithms put their results into columns of their own."""

    parent: Column
    end: Column
    depth: Column
    tag: Column
    path: Column
    position: Column
    leaf: Column
    lead: Column
    start: Column
    buffer: bytes = field(repr=False)
    names: tuple[str, ...] = ()
    page: str = ""
    url: str | None = None
    encoding: str = "utf-8"
    namespaced: frozenset[int] = frozenset()  # tags of XML that are in a default namespace, so no name in an XPath
    warning: str = ""  # what was wrong with the page, if it had to be repaired

    @classmethod
    def of(cls, columns: Columns, **about: Any) -> "Tree":
        """The tree with these columns."""
        block = columns.block
        block.setflags(write=False)
        tree = object.__new__(cls)  # as __init__ would fill it, in a tenth of the time
        # `start` is the last row, and has one entry more than there are nodes.
        about |= zip(_NODE_ROWS, block[:-1, :-1], strict=True)
        about |= {ROWS[-1]: block[-1], "buffer": columns.buffer, "names": columns.names, "tags": columns.tags}
        object.__setattr__(tree, "__dict__", about)
        return tree

    def __reduce__(self) -> tuple[Any, ...]:
        # Trees are sent between processes: their columns as one, without what was made of them meanwhile.
        columns = np.concatenate([getattr(self, name) for name in ROWS])
        about = (self.names, self.page, self.url, self.encoding, self.namespaced, self.warning)
        return unpacked, (columns, self.buffer, *about)

    def __len__(self) -> int:
        return len(self.parent)

    def __repr__(self) -> str:
        return f"<Tree of {escaped(self.page) or 'a page'}: {len(self):,} nodes, {len(self.leaves):,} text leaves>"

    @lazy
    def is_xml(self) -> bool:
        """Whether this is an XML document. The root of every other page is `html`."""
        return len(self) > 0 and self.tag.item(0) != NUMBERS["html"]

    @lazy
    def leaves(self) -> Column:
        """The nodes that are text leaves, by their number."""
        return self._reading[0]

    @lazy
    def _reading(self) -> tuple[Column, NDArray[np.int64]]:
        """The text leaves, and the bytes of text before each node."""
        return kernels.fastest().reading(self.leaf, self.start)

    @lazy
    def tags(self) -> frozenset[int]:
        """The numbers of the tags that the page has, 0 if it has texts."""
        return frozenset(np.bincount(self.tag).nonzero()[0].tolist())

    @lazy
    def elements(self) -> Column:
        """The nodes that are elements."""
        return np.flatnonzero(self.tag).astype(np.int32)

    @property
    def nbytes(self) -> int:
        """The bytes of memory that the tree takes, with the columns that it makes when they are needed."""
        columns = sum(int(getattr(self, name).nbytes) for name in ROWS)
        return columns + 24 * len(self) + len(self.buffer)  # `leaves`, `text_before`, `elements` and others

    @lazy
    def path_cache(self) -> dict[int, tuple[str, bool]]:
        """A cache for `weblode.paths`: the XPaths of elements so far, since their neighbours share them."""
        return {}

    @lazy
    def column_cache(self) -> dict[Hashable, Any]:
        """A cache for columns that several stages use, such as the style; they must not refer to the tree."""
        return {}

    @lazy
    def deepest(self) -> int:
        """The depth of the deepest element, or of the parent of the deepest text."""
        return int((self.depth - (self.tag == 0)).max(initial=0))

    @lazy
    def text_before(self) -> NDArray[np.int64]:
        """The bytes of text for people before each node; the last entry is the total of the page."""
        return self._reading[1]

    @lazy
    def namesakes(self) -> tuple[Column, Column]:
        """Two columns: the number of each node among its siblings with the same tag, from 1, and their count."""
        key = self.parent.astype(np.int64) * (int(self.tag.max(initial=0)) + 1) + self.tag
        order = np.argsort(key, kind="stable")
        first = np.flatnonzero(np.diff(key[order], prepend=-(2**62)))
        sizes = np.diff(first, append=len(self))
        rank, total = np.empty((2, len(self)), dtype=np.int32)
        rank[order] = np.arange(1, len(self) + 1) - np.repeat(first, sizes)
        total[order] = np.repeat(sizes, sizes)
        return rank, total

    @lazy
    def base(self) -> str:
        """The base URL of the page's links by its first `<base href>`; "" without one."""
        if NUMBERS["base"] not in self.tags:
            return ""
        for u in np.flatnonzero(self.tag == NUMBERS["base"]).tolist():
            if (href := self.attribute(u, "href")) is not None:
                return href.strip()
        return ""

    def name(self, u: int) -> str:
        """The tag name of a node, `#text` for text."""
        return self.name_of(int(self.tag[u]))

    def name_of(self, number: int) -> str:
        """The name of the tag with a number."""
        return NAMES[number] if number < len(NAMES) else self.names[number - len(NAMES)]

    def number(self, name: str) -> int:
        """The number of a tag on this page; -1 if HTML does not define it and the page does not use it.

        Of two tags of an XML document with the same name it is the one without a namespace.
        """
        number = self._own_numbers.get(name) if self.names else None
        return NUMBERS.get(name, -1) if number is None else number

    @lazy
    def _own_numbers(self) -> dict[str, int]:
        """The numbers of the names that only this page has."""
        numbers = {name: number for number, name in enumerate(self.names, len(NAMES)) if number in self.namespaced}
        return numbers | {
            name: number for number, name in enumerate(self.names, len(NAMES)) if number not in self.namespaced
        }

    def children(self, u: int) -> list[int]:
        """The children of a node, including texts."""
        return kernels.fastest().children(self.end, u)

    def ancestors(self, u: int) -> list[int]:
        """The ancestors of a node, from its parent to the root."""
        nodes = []
        while (u := int(self.parent[u])) >= 0:
            nodes.append(u)
        return nodes

    def tag_path(self, u: int) -> tuple[str, ...]:
        """The tags from the root to a node."""
        return tuple(self.name(v) for v in (*reversed(self.ancestors(u)), u))

    def first_of_paths(self, start: int, stop: int) -> Column:
        """The first node of each tag path among the nodes `start:stop`, in document order."""
        paths = self.path[start:stop]
        first = np.full(int(paths.max(initial=-1)) + 1, -1, dtype=np.int32)
        # Backwards, since of several assignments to one entry the last stays.
        first[paths[::-1]] = np.arange(stop - 1, start - 1, -1, dtype=np.int32)
        nodes = first[first >= 0]
        nodes.sort()
        return nodes

    def common_ancestor(self, u: int, v: int) -> int:
        """The deepest node whose subtree contains both nodes, which may be one of the two."""
        while not u <= v < self.end[u]:
            u = int(self.parent[u])
        return u

    def common_ancestors(self, nodes: Column, others: Column) -> Column:
        """`common_ancestor` of each pair of two columns."""
        top = np.array(nodes, dtype=np.int32)
        while (apart := np.flatnonzero((top > others) | (self.end[top] <= others))).size:
            top[apart] = self.parent[top[apart]]
        return top

    def string(self, u: int) -> str:
        """The exact text of a text node, also in a script or style; "" for an element."""
        return "" if self.tag[u] else self._bytes(u).decode()

    def attributes(self, u: int) -> dict[str, str]:
        """The attributes of an element, in order; one without a value has the value ""."""
        if not self.tag[u]:
            return {}
        parts = self._bytes(u).decode().split("\0")
        return dict(zip(parts[:-1:2], parts[1::2], strict=True))

    def attribute(self, u: int, name: str) -> str | None:
        """An attribute of an element, as in `attributes` but without making all of them; None if it has none."""
        if not self.tag[u]:
            return None
        sought, data = name.encode(), self._bytes(u)
        if sought not in data:
            return None
        parts = data.split(b"\0")
        names = parts[:-1:2]
        return parts[2 * names.index(sought) + 1].decode() if sought in names else None

    def attributes_of(self, nodes: Iterable[int], name: str) -> list[str]:
        """An attribute of some elements; "" where they have none."""
        return kernels.fastest().attributes(self.buffer, self.start, nodes, name.encode())

    def named_attributes(self, names: tuple[bytes, ...], of_tags: Column | None = None) -> list[tuple[int, int, bytes]]:
        """The attributes with some names, in document order: node, number of the name, value; see `kernels.steps`."""
        return kernels.fastest().values(self.buffer, self.start, self.tag, names, of_tags)

    def mention(self, first: NDArray[Any], stop: NDArray[Any], words: tuple[bytes, ...]) -> list[bool]:
        """Whether the bytes of each range of nodes have one of some words, which are in lower case, in any case."""
        return kernels.fastest().mentioning(self.buffer, self.start[first], self.start[stop], words)

    def mentioning(self, tags: tuple[int, int], words: tuple[bytes, ...]) -> list[int]:
        """The elements with one of two tags that mention one of some words, which are in lower case, in any case."""
        return kernels.fastest().tagged_holding(self.buffer, self.start, self.tag, tags, words)

    def text(self, u: int, stop: int | None = None, *, line: str = "\n", apart: bool = False) -> str:
        """The text of the subtree of `u`, or of the nodes `u:stop`, as a person reads it.

        White space is collapsed, block elements and `br` start a new line, table cells and controls are separated by a
        space; so are digits that markup divides: `19<sup>97</sup>` is not 1997. `line` is the line separator: " " gives
        all on one line. `apart` puts a space between all adjacent elements, as pages do by style.
        """
        return self.texts([(u, int(self.end[u]) if stop is None else stop)], line=line, apart=apart)[0]

    def texts(
        self, ranges: Sequence[tuple[int, int]] | NDArray[Any], *, line: str = "\n", apart: bool = False
    ) -> list[str]:
        """The text of each range of nodes, `u:stop`, as by `text`."""
        # int32 as the leaves are: for another type numpy would copy all of them to compare.
        bounds = self.leaves.searchsorted(np.array(ranges, dtype=np.int32).reshape(-1, 2)).tolist()
        return self.passages(bounds, line=line, apart=apart)

    def passages(self, ranges: Iterable[tuple[int, int]], *, line: str = "\n", apart: bool = False) -> list[str]:
        """The text of each range of leaves, by their numbers among the leaves, as by `text`."""
        columns = (self.parent, self.end, self.lead, self.start)
        return kernels.fastest().passages(self.buffer, columns, self.leaves, ranges, line, apart=apart)

    def lines(self, nodes: Iterable[int]) -> list[str]:
        """The texts of some text nodes, each on one line."""
        return kernels.fastest().lines(self.buffer, self.start, nodes)

    def _bytes(self, u: int) -> bytes:
        return self.buffer[self.start.item(u) : self.start.item(u + 1)]


def unpacked(columns: Column, buffer: bytes, *about: Any) -> Tree:
    """The tree of columns one after the other, as `Tree.__reduce__` gives them."""
    columns.flags.writeable = False
    n = len(columns) // len(ROWS)  # `start` is the last one, and has one entry more
    rows: list[Any] = [columns[i * n : (i + 1) * n] for i in range(len(ROWS) - 1)]
    return Tree(*rows, columns[-n - 1 :], buffer, *about)  # type: ignore[call-arg]
