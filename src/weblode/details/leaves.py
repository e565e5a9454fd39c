"""The texts of a page as columns: each text leaf with its place in the template and what stands around it."""

import re
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from weblode import kernels
from weblode.instances.blocks import Blocks, blocks, in_elements
from weblode.style.hidden import hidden, marks
from weblode.kernels.clues import MINOR
from weblode.tags import NAMES, NUMBERS
from weblode.tree import Tree

Hashes = NDArray[np.uint64]
Flags = NDArray[np.bool_]

LABEL = 40  # characters of a label, at most
_LEVELS = 6  # elements above a text that are looked at
_NEAR = 3  # of them, those that say what a text is
_END = (":", "\uff1a")  # what a label may end with
_WORD = re.compile(r"[^\W_]")
_MIXED = np.uint64(0x9E3779B97F4A7C15)


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
_BUTTONS = _tags("option button select textarea")
_UNSEEN = _tags("script style noscript template")
_H1, _LI, _TITLE, _A = (NUMBERS[name] for name in ("h1", "li", "title", "a"))


@dataclass(frozen=True, eq=False)
class Leaves:
    """The texts of a page that have a letter or digit, in document order, as columns."""

    tree: Tree
    blocks: Blocks
    node: NDArray[np.int32]
    texts: list[str]  # on one line
    place: Hashes  # the signature of the element around it: see `kernels.signatures`
    path: Hashes  # the same by its tags alone
    text: Hashes  # a hash of the text, without its white space
    length: NDArray[np.int32]  # characters
    row: NDArray[np.int32]  # the nearest element around it that holds a label and its value; -1 for none
    block: NDArray[np.int32]
    button: Flags  # in a button or a choice
    labels: Flags  # whether it looks like a label: it ends in a colon, or is a term, a header cell, in bold
    linked: Flags
    beside: Flags  # in navigation, a form, a figure or an aside
    minor: Flags  # in an element whose class or id says that it is not the main part
    hidden: Flags
    heading: Flags
    first_heading: Flags  # in an h1
    item: Flags  # in a list item
    control: Flags  # in a button or another control
    title: Flags  # in the page's `title`

    def __len__(self) -> int:
        return len(self.node)

    @property
    def page_title(self) -> str:
        """The text of the page's `title`; "" without one."""
        return next((self.texts[i] for i in np.flatnonzero(self.title)[:1].tolist()), "")


def leaves(tree: Tree) -> Leaves:
    """The texts of a page."""
    every = tree.leaves
    tag = np.minimum(tree.tag, len(NAMES))
    above, tags = _ancestors(tree, every, tag)
    texts = [" ".join(each.split()) for each in _strings(tree, every)]
    kept = np.array([bool(_WORD.search(each)) for each in texts], dtype=np.bool_) & ~_UNSEEN[tags[0]]
    kept = np.flatnonzero(kept)
    node, above, tags = every[kept], above[:, kept], tags[:, kept]
    texts = [texts[i] for i in kept.tolist()]
    page_blocks = blocks(tree)
    block = np.searchsorted(page_blocks.first, kept, "right").astype(np.int32) - 1
    native = kernels.fastest()
    columns = (tree.buffer, tree.start, tree.tag, tree.parent, _codes(tree.names))
    places, path = (native.signatures(*columns, named=named)[node] for named in (True, False))
    nothing = np.zeros(len(every), dtype=np.bool_)
    *_, hashes = native.visible(tree.buffer, tree.start, tree.leaf, nothing)
    near = tags[:_NEAR]
    is_row = _ROWS[tags]
    row = np.where(is_row.any(axis=0), above[is_row.argmax(axis=0), np.arange(len(node))], -1).astype(np.int32)
    colon = np.array([each.endswith(_END) for each in texts], dtype=np.bool_)
    return Leaves(
        tree,
        page_blocks,
        node,
        texts,
        places,
        path,
        hashes[node],
        np.array([len(each) for each in texts], dtype=np.int32),
        row,
        block,
        _BUTTONS[near].any(axis=0),
        colon | _LABELS[tags[0]] | _HEADERS[tags[1]],
        in_elements(tree, {_A})[node],
        page_blocks.beside[block] if len(page_blocks) else np.zeros(0, dtype=np.bool_),
        _in_minor(tree)[node],
        hidden(tree)[kept],
        _HEADINGS[near].any(axis=0),
        (near == _H1).any(axis=0),
        (tags[: _NEAR + 1] == _LI).any(axis=0),
        _CONTROLS[near].any(axis=0),
        tags[0] == _TITLE,
    )


def _strings(tree: Tree, nodes: NDArray[np.int32]) -> list[str]:
    buffer = tree.buffer
    return [
        buffer[a:b].decode()
        for a, b in zip(tree.start[nodes].tolist(), tree.start[nodes + 1].tolist(), strict=True)
    ]


def _ancestors(
    tree: Tree, nodes: NDArray[np.int32], tag: NDArray[np.int32]
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """The nearest elements above each node, level by level, and their tags; the root is its own parent here."""
    above = np.zeros((_LEVELS, len(nodes)), dtype=np.int32)
    current = nodes
    for level in range(_LEVELS):
        current = np.maximum(tree.parent[current], 0)
        above[level] = current
    return above, tag[above]


@cache
def _known_codes() -> Hashes:
    return np.arange(len(NAMES), dtype=np.uint64) * _MIXED


def _codes(names: tuple[str, ...]) -> Hashes:
    """A number for each tag, the same on all pages; `names` are those that HTML does not define."""
    own = [int.from_bytes(name.encode()[:8].ljust(8, b"\0"), "little") for name in names]
    return np.concatenate((_known_codes(), np.array(own, dtype=np.uint64) ^ _MIXED)) if own else _known_codes()


def _in_minor(tree: Tree) -> Flags:
    """Whether each node is in an element whose class or id says that it is beside the main part of the page."""
    roots = np.flatnonzero(marks(tree)[2] & MINOR)
    depth = np.zeros(len(tree) + 1, dtype=np.int32)
    np.add.at(depth, roots, 1)
    np.add.at(depth, tree.end[roots], -1)
    return np.asarray(np.cumsum(depth)[:-1] > 0)
