"""The texts of a page as columns: each text leaf with its place in the template and what stands around it."""

from functools import cache, cached_property, lru_cache
from hashlib import blake2b
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from weblode import kernels
from weblode.articles.blocks import HOLDS, SIDE_ELEMENTS
from weblode.kernels import leaves as kernel
from weblode.kernels.clues import MINOR
from weblode.style.hidden import hidden, marks
from weblode.tags import NAMES, NUMBERS
from weblode.tree import Tree

if TYPE_CHECKING:
    from weblode.articles.article import ArticleBody, ArticleParts
    from weblode.articles.blocks import Blocks
    from weblode.details.slots import Places, SlotReading

Hashes = NDArray[np.uint64]
Flags = NDArray[np.bool_]
Numbers = NDArray[np.int32]

LABEL = 40  # characters of a label, at most
_TRAITS = {
    kernel.ROW: "tr dl li p h1 h2 h3 h4 h5 h6",  # elements that hold a label and its value
    kernel.LABEL: "dt th label b strong em h2 h3 h4 h5 h6",
    kernel.HEADER: "dt th",
    kernel.HEADING: "h1 h2 h3 h4 h5 h6",
    kernel.FIRST: "h1",
    kernel.ITEM: "li",
    kernel.CONTROL: "option button select label textarea",
    kernel.BUTTON: "option button select textarea",
    kernel.CELL: "td th",
    kernel.TITLE: "title",
    kernel.LINK: "a",
    kernel.UNSEEN: "script style noscript template",
    kernel.SIDE: " ".join(SIDE_ELEMENTS),
    kernel.FIGURE: "figure",
    kernel.QUOTE: "blockquote",
}


# The columns that are flags, by name.
FLAGS = {
    "labels": kernel.IS_LABEL,
    "term": kernel.IS_TERM,
    "linked": kernel.IS_LINKED,
    "beside": kernel.IS_BESIDE,
    "heading": kernel.IS_HEADING,
    "first_heading": kernel.IS_FIRST,
    "item": kernel.IS_ITEM,
    "control": kernel.IS_CONTROL,
    "button": kernel.IS_BUTTON,
    "title": kernel.IS_TITLE,
    "signed": kernel.IS_SIGNED,
}


def _traits() -> Numbers:
    """The traits of each tag; the last is for tags that HTML does not define."""
    traits = np.where(HOLDS, kernel.HOLDS, 0).astype(np.int32)
    for trait, names in _TRAITS.items():
        traits[[NUMBERS[name] for name in names.split()]] |= trait
    return traits


TAG_TRAITS = _traits()


class Leaves:
    """The texts of a page that have a letter or digit, in document order, as columns.

    | column   | of a text |
    | -------- | --- |
    | `number` | its number among the leaves of the tree |
    | `node`   | its node |
    | `place`  | the signature of the element around it (see `kernels.signatures`): tags, classes, ids and itemprops |
    | `path`   | the same without classes and ids |
    | `text`   | a hash of it, without its white space |
    | `length` | its characters, on one line |
    | `row`    | the nearest element around it that holds a label and its value; -1 for none |
    | `cell`   | the number of its cell in its row of a table, from 1, if the row has at least three; else 0 |
    | `block`  | the number of the block that it is in (see `instances.blocks`) |
    | `link`   | the nearest element around it that is a link; -1 for none |
    | `flags`  | what `flag` tells of it, as bits |

    The two cells of a row of a table, often a label and its value, are different places. `columns` has the numbers, the
    hashes and the flags, if they are known already.
    """

    def __init__(self, tree: Tree, columns: tuple[Numbers, Hashes, Numbers] | None = None) -> None:
        self.tree = tree
        numbers, hashes, self.flags = columns or _leaves(tree)
        self.number, self.node, self.row, self.cell, self.block, self.length, self.link = numbers
        self.place, self.path, self.text = hashes
        # What was read by the template that it was read by last.
        self.last_reading: tuple[Places, SlotReading] | None = None
        self.last_body: tuple[Places | None, Blocks, ArticleBody] | None = None
        self.last_article: tuple[Places | None, Blocks, ArticleParts] | None = None
        self.last_values: tuple[Places, list[tuple[str, str, int, str]]] | None = None

    def __len__(self) -> int:
        return len(self.node)

    @cached_property
    def texts(self) -> list[str]:
        """Each text on one line."""
        return self.tree.lines(self.node.tolist())

    # ------------------------------------------------------------ flags
    def flag(self, name: str) -> Flags:
        """Whether each text has one of the `FLAGS`."""
        return np.asarray(self.flags & FLAGS[name], dtype=np.bool_)

    @cached_property
    def labels(self) -> Flags:
        """Whether each text looks like a label: it ends in a colon, or is a term, a header cell, in bold."""
        return self.flag("labels")

    @cached_property
    def term(self) -> Flags:
        """Whether each text is a term or a header cell."""
        return self.flag("term")

    @cached_property
    def linked(self) -> Flags:
        """Whether each text is in a link."""
        return self.flag("linked")

    @cached_property
    def beside(self) -> Flags:
        """Whether each text is in navigation, a form, a figure or an aside."""
        return self.flag("beside")

    @cached_property
    def heading(self) -> Flags:
        """Whether each text is in a heading."""
        return self.flag("heading")

    @cached_property
    def first_heading(self) -> Flags:
        """Whether each text is in an h1."""
        return self.flag("first_heading")

    @cached_property
    def item(self) -> Flags:
        """Whether each text is in a list item."""
        return self.flag("item")

    @cached_property
    def control(self) -> Flags:
        """Whether each text is in a button or another control, or its label."""
        return self.flag("control")

    @cached_property
    def button(self) -> Flags:
        """Whether each text is in a button or a choice."""
        return self.flag("button")

    @cached_property
    def title(self) -> Flags:
        """Whether each text is in the page's `title`."""
        return self.flag("title")

    @cached_property
    def signed(self) -> Flags:
        """Whether each text has a sign that may end a label, near its beginning."""
        return self.flag("signed")

    @cached_property
    def minor(self) -> Flags:
        """Whether each text is in an element whose class or id says that it is beside the main part of the page."""
        return self._in_minor(1)

    @cached_property
    def in_minor_part(self) -> Flags:
        """The same by elements with up to half of the page's text: `<body class=content-sidebar>` is no sidebar."""
        return self._in_minor(0.5)

    def _in_minor(self, most: float) -> Flags:
        """Whether each text is in an element that is marked as minor, with at most this share of the page's text."""
        roots = np.flatnonzero(marks(self.tree)[2] & MINOR).astype(np.int32)
        if not len(roots):
            return np.zeros(len(self), dtype=np.bool_)
        first, stop = self.node.searchsorted(roots), self.node.searchsorted(self.tree.end[roots])
        if most < 1:
            before = np.concatenate(([0], np.cumsum(self.length, dtype=np.int64)))
            part = before[stop] - before[first] <= most * before[-1]
            first, stop = first[part], stop[part]
        depth = np.bincount(first, minlength=len(self) + 1) - np.bincount(stop, minlength=len(self) + 1)
        return np.asarray(np.cumsum(depth)[:-1] > 0)

    @cached_property
    def hidden(self) -> Flags:
        """Whether each text is hidden."""
        return np.asarray(hidden(self.tree)[self.number])

    @cached_property
    def page_title(self) -> str:
        """The text of the page's `title`; "" without one."""
        return next(iter(self.tree.lines(self.node[np.flatnonzero(self.title)[:1]].tolist())), "")


def _leaves(tree: Tree) -> tuple[Numbers, Hashes, Numbers]:
    """Numbers, hashes and flags of the texts of a page."""
    fastest = kernels.fastest()
    signatures = fastest.signatures(tree.buffer, tree.start, tree.tag, tree.parent, tag_codes(tree.names))
    return fastest.leaves(tree.buffer, leaf_columns(tree), signatures, TAG_TRAITS)


def leaf_columns(tree: Tree) -> tuple[Numbers, ...]:
    """The columns of a tree that `kernels.leaves` takes."""
    return tree.parent, tree.end, tree.tag, tree.leaf, tree.lead, tree.start


@cache
def _known_codes() -> Hashes:
    return np.array([_code(name) for name in NAMES], dtype=np.uint64)


@lru_cache(maxsize=1024)
def _code(name: str) -> int:
    """A number for a tag that depends on its name alone, so that a rule holds on other pages and in other versions."""
    return int.from_bytes(blake2b(name.encode(), digest_size=8).digest(), "little")


def tag_codes(names: tuple[str, ...]) -> Hashes:
    """A number for each tag, the same on all pages; `names` are those that HTML does not define."""
    if not names:
        return _known_codes()
    return np.concatenate((_known_codes(), np.array([_code(name) for name in names], dtype=np.uint64)))
