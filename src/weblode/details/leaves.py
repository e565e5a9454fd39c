"""The texts of a page as columns: each text leaf with its place in the template and what stands around it."""

import re
from functools import cache, cached_property
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from weblode import kernels
from weblode.articles.blocks import Blocks, blocks, in_elements
from weblode.kernels.clues import MINOR
from weblode.style.hidden import hidden, marks
from weblode.tags import NAMES, NUMBERS
from weblode.tree import Tree

Hashes = NDArray[np.uint64]
Flags = NDArray[np.bool_]

LABEL = 40  # characters of a label, at most
_LEVELS = 6  # elements above a text that are looked at
_WIDE = 3  # cells of a row from which their columns matter
_NEAR = 3  # of them, those that say what a text is
_END = (":", "\uff1a")  # what a label may end with
HAS_WORDS = re.compile(r"[^\W_]")
_PROPERTY = re.compile(rb"itemprop\0")


def _tags(names: str) -> Flags:
    """For each number of a tag, whether it is one of these; the last is for tags that HTML does not define."""
    flags = np.zeros(len(NAMES) + 1, dtype=np.bool_)
    flags[[NUMBERS[name] for name in names.split()]] = True
    return flags


_ROWS = _tags("tr dl li p h1 h2 h3 h4 h5 h6")  # elements that hold a label and its value
_LABELS = _tags("dt th label b strong em h2 h3 h4 h5 h6")
_HEADERS = _tags("dt th")
_HEADINGS = _tags("h1 h2 h3 h4 h5 h6")
_CONTROLS = _tags("option button select label textarea")
_CELLS = _tags("td th")
_BUTTONS = _tags("option button select textarea")
_UNSEEN = _tags("script style noscript template")
_H1, _LI = _tags("h1"), _tags("li")
_TITLE, _A = NUMBERS["title"], NUMBERS["a"]


class Leaves:
    """The texts of a page that have a letter or digit, in document order, as columns that are made when needed."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        texts = _strings(tree, tree.leaves)
        self.number = _with_words(tree, texts)  # among the leaves of the tree
        self.texts = [texts[i] for i in self.number.tolist()]  # each on one line
        self.node = tree.leaves[self.number]

    def __len__(self) -> int:
        return len(self.node)

    @cached_property
    def place(self) -> Hashes:
        """The signature of the element around each text (see `kernels.signatures`), with the itemprops around it.

        The two cells of a row of a table, often a label and its value, are different places.
        """
        return self._with_properties(_signatures(self.tree, by_names=True)[self.node])

    @cached_property
    def path(self) -> Hashes:
        """The same by tags and itemprops alone, without classes and ids."""
        return self._with_properties(_signatures(self.tree, by_names=False)[self.node])

    def _with_properties(self, hashes: Hashes) -> Hashes:
        number, size = self._cells
        hashes += np.where(size == 2, number, 0).astype(np.uint64)  # a label and its value
        for u, name in _item_properties(self.tree):
            first, stop = self.node.searchsorted((u, self.tree.end.item(u))).tolist()
            hashes[first:stop] += np.uint64(int.from_bytes(blake2b(name.encode(), digest_size=8).digest(), "little"))
        return hashes

    @cached_property
    def text(self) -> Hashes:
        """A hash of each text, without its white space."""
        tree, nothing = self.tree, np.zeros(len(self.tree.leaves), dtype=np.bool_)
        *_, hashes = kernels.fastest().visible(tree.buffer, tree.start, tree.leaf, nothing)
        return np.asarray(hashes[self.node])

    @cached_property
    def length(self) -> NDArray[np.int32]:
        """The characters of each text."""
        return np.array([len(each) for each in self.texts], dtype=np.int32)

    # ------------------------------------------------------------ what stands around them
    @cached_property
    def _above(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """The nearest elements above each text, level by level, and their tags; the root is its own parent here."""
        above = np.zeros((_LEVELS, len(self)), dtype=np.int32)
        current = self.node
        for level in range(_LEVELS):
            current = np.maximum(self.tree.parent[current], 0)
            above[level] = current
        return above, np.minimum(self.tree.tag, len(NAMES))[above]

    def _in(self, tags: Flags, levels: int = _NEAR) -> Flags:
        """Whether one of the nearest elements around each text has one of these tags."""
        return np.asarray(tags[self._above[1][:levels]].any(axis=0))

    @cached_property
    def row(self) -> NDArray[np.int32]:
        """The nearest element around each text that holds a label and its value; -1 for none."""
        above, tags = self._above
        is_row = _ROWS[tags]
        nearest = above[is_row.argmax(axis=0), np.arange(len(self))]
        return np.where(is_row.any(axis=0), nearest, -1).astype(np.int32)

    @cached_property
    def _cells(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The number of each text's cell in its row of a table, from 1, and the cells of that row; 0 outside tables."""
        tree, nothing = self.tree, np.zeros(len(self), dtype=np.int64)
        cells = np.flatnonzero(_CELLS[np.minimum(tree.tag, len(NAMES))])
        if not len(cells):
            return nothing, nothing
        above, tags = self._above
        is_cell = _CELLS[tags]
        size = np.bincount(tree.parent[cells], minlength=len(tree))
        number = np.zeros(len(tree), dtype=np.int64)
        number[cells] = _ranks(tree.parent[cells])
        cell = above[is_cell.argmax(axis=0), np.arange(len(self))]
        inside = is_cell.any(axis=0)
        return np.where(inside, number[cell], 0), np.where(inside, size[tree.parent[cell]], 0)

    @cached_property
    def cell(self) -> NDArray[np.int64]:
        """The number of each text's cell in its row of a table, from 1, if the row has at least three; else 0."""
        number, size = self._cells
        return np.where(size >= _WIDE, number, 0)

    @cached_property
    def blocks(self) -> Blocks:
        """The blocks of the page."""
        return blocks(self.tree)

    @cached_property
    def block(self) -> NDArray[np.int64]:
        """The number of the block that each text is in."""
        return np.searchsorted(self.blocks.first, self.number, "right") - 1

    @cached_property
    def labels(self) -> Flags:
        """Whether each text looks like a label: it ends in a colon, or is a term, a header cell, in bold."""
        tags = self._above[1]
        colon = np.array([each.endswith(_END) for each in self.texts], dtype=np.bool_)
        return np.asarray(colon | _LABELS[tags[0]] | _HEADERS[tags[1]])

    @cached_property
    def term(self) -> Flags:
        """Whether each text is a term or a header cell."""
        return self._in(_HEADERS, 2)

    @cached_property
    def linked(self) -> Flags:
        """Whether each text is in a link."""
        return in_elements(self.tree, {_A})[self.node]

    @cached_property
    def beside(self) -> Flags:
        """Whether each text is in navigation, a form, a figure or an aside."""
        return self.blocks.beside[self.block] if len(self) else np.zeros(0, dtype=np.bool_)

    @cached_property
    def minor(self) -> Flags:
        """Whether each text is in an element whose class or id says that it is beside the main part of the page."""
        return _in_minor(self.tree)[self.node]

    @cached_property
    def hidden(self) -> Flags:
        """Whether each text is hidden."""
        return hidden(self.tree)[self.number]

    @cached_property
    def heading(self) -> Flags:
        """Whether each text is in a heading."""
        return self._in(_HEADINGS)

    @cached_property
    def first_heading(self) -> Flags:
        """Whether each text is in an h1."""
        return self._in(_H1)

    @cached_property
    def item(self) -> Flags:
        """Whether each text is in a list item."""
        return self._in(_LI, _NEAR + 1)

    @cached_property
    def control(self) -> Flags:
        """Whether each text is in a button or another control, or its label."""
        return self._in(_CONTROLS)

    @cached_property
    def button(self) -> Flags:
        """Whether each text is in a button or a choice."""
        return self._in(_BUTTONS)

    @cached_property
    def title(self) -> Flags:
        """Whether each text is in the page's `title`."""
        return np.asarray(self._above[1][0] == _TITLE)

    @property
    def page_title(self) -> str:
        """The text of the page's `title`; "" without one."""
        return next((self.texts[i] for i in np.flatnonzero(self.title)[:1].tolist()), "")


def _ranks(groups: NDArray[np.int32]) -> NDArray[np.int64]:
    """The number of each entry among those of its group, from 1."""
    order = np.argsort(groups, kind="stable")
    first = np.flatnonzero(np.diff(groups[order], prepend=-1))
    sizes = np.diff(first, append=len(groups))
    ranks = np.empty(len(groups), dtype=np.int64)
    ranks[order] = np.arange(1, len(groups) + 1) - np.repeat(first, sizes)
    return ranks


def _with_words(tree: Tree, texts: list[str]) -> NDArray[np.int64]:
    """The numbers of the leaves that have a letter or digit, and are not in a script."""
    seen = ~_UNSEEN[np.minimum(tree.tag[tree.parent[tree.leaves]], len(NAMES))]
    words = np.array([HAS_WORDS.search(each) is not None for each in texts], dtype=np.bool_)
    return np.flatnonzero(words & seen)


def _strings(tree: Tree, nodes: NDArray[np.int32]) -> list[str]:
    """The texts of leaves, each on one line."""
    buffer = tree.buffer
    return [
        " ".join(buffer[a:b].decode().split())
        for a, b in zip(tree.start[nodes].tolist(), tree.start[nodes + 1].tolist(), strict=True)
    ]


def _item_properties(tree: Tree) -> list[tuple[int, str]]:
    """The elements of a page with an itemprop, which says what they hold, each with it."""
    at = [match.start() for match in _PROPERTY.finditer(tree.buffer)]
    nodes = (tree.start.searchsorted(at, "right") - 1).tolist()
    return [(u, tree.attributes(u).get("itemprop", "")) for u in dict.fromkeys(nodes) if tree.tag[u]]


def _signatures(tree: Tree, *, by_names: bool) -> Hashes:
    columns = (tree.buffer, tree.start, tree.tag, tree.parent, _codes(tree.names))
    return np.asarray(kernels.fastest().signatures(*columns, by_names=by_names))


@cache
def _known_codes() -> Hashes:
    return np.array([_code(name) for name in NAMES], dtype=np.uint64)


def _code(name: str) -> int:
    """A number for a tag that depends on its name alone, so that a rule holds on other pages and in other versions."""
    return int.from_bytes(blake2b(name.encode(), digest_size=8).digest(), "little")


def _codes(names: tuple[str, ...]) -> Hashes:
    """A number for each tag, the same on all pages; `names` are those that HTML does not define."""
    own = np.array([_code(name) for name in names], dtype=np.uint64)
    return np.concatenate((_known_codes(), own)) if names else _known_codes()


def _in_minor(tree: Tree) -> Flags:
    """Whether each node is in an element whose class or id says that it is beside the main part of the page."""
    roots = np.flatnonzero(marks(tree)[2] & MINOR)
    depth = np.zeros(len(tree) + 1, dtype=np.int32)
    np.add.at(depth, roots, 1)
    np.add.at(depth, tree.end[roots], -1)
    return np.asarray(np.cumsum(depth)[:-1] > 0)
