"""The places of a record: its texts, links and images in order, each with the features that identify its field.

C.-H. Chang, C.-N. Hsu, S.-C. Lui, "Automatic information extraction from semi-structured Web pages by pattern
discovery", Decision Support Systems 35, 2003, section 3.1: a record is divided into blocks at its tags, and the blocks
of all records are aligned (see `fields`). We differ in that both levels of division are made in the tree at once: block
elements, links and images divide, highlights do not, and a span does only if no text stands next to it. The module
`division` divides level by level. An element that is divided, and has no block inside, is a place too: the whole line
that a link cuts (see `lines`).
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from weblode import kernels
from weblode.caches import lazy, regex
from weblode.kernels import texts
from weblode.records.objects import Range
from weblode.records.pieces import price_runs, signed_leaves
from weblode.tags import BROKEN, LEAD, NUMBERS
from weblode.tree import Column, Tree
from weblode.values.page_links import address_root, is_placeholder, join_address, link_base, shown_image
from weblode.values.stars import STARRY, star_rating

# Elements that mark words of a text; their content belongs to the text around them.
MARKS = frozenset(
    NUMBERS[name]
    for name in (
        "abbr acronym b bdi bdo big blink cite code del dfn em font i ins kbd mark nobr q s samp small strike strong "
        "sub sup time tt u var wbr"
    ).split()
)
_PRICES = ("complete", "price", "start")  # texts that are whole prices (see `pieces`)
_STRUCK = frozenset(NUMBERS[name] for name in ("del", "s", "strike"))
_SPAN, _A, IMG = NUMBERS["span"], NUMBERS["a"], NUMBERS["img"]
_CONTROLS = frozenset(NUMBERS[name] for name in "button option select textarea".split())
# Elements with one of these inside are more than a line: blocks, cells, controls.
_BLOCKS = [
    number
    for name, number in NUMBERS.items()
    if name != "br" and (LEAD[number] == BROKEN or name in ("td", "th") or number in _CONTROLS)
]
_TRAITS = np.zeros(len(NUMBERS) + 1, dtype=np.uint8)  # the last entry is for tags that HTML does not define
_TRAITS[sorted(MARKS)] = texts.MARK
_TRAITS[sorted(_STRUCK)] |= texts.STRUCK
_TRAITS[[_SPAN, len(NUMBERS)]] = texts.SPAN
_TRAITS[[IMG, NUMBERS["input"], *sorted(_CONTROLS)]] |= texts.DIVIDER
_TRAITS[_A] |= texts.ANCHOR
_TRAITS[_BLOCKS] |= texts.BLOCK
_TRAITS[sorted(_CONTROLS)] |= texts.CONTROL
MOST_PLACES = 400  # the most places of a record that are read
_HEADING = regex(r"(?:^|/)h[1-6]/")  # a button in a heading opens what it is the heading of


@dataclass(frozen=True)
class FieldPlace:
    """The features that identify a field of a record.

    `path` has the tags from the region down, `author` is the itemprop or class of the nearest element that has one,
    `label` is the text before a colon. A `whole` place is an element with several other places in it. `cell` is the
    number of its cell, from 1, if the records are rows of a table (see `table_cells`).
    """

    path: str
    author: str = ""
    label: str = ""
    image: bool = False
    whole: bool = False
    cell: int = 0

    def likeness(self, other: "FieldPlace") -> float:
        """How likely two places are the same field: higher is more likely, 0 if they cannot be."""
        if self.path != other.path or self.cell != other.cell:
            return 0.0
        if self.image != other.image or self.whole != other.whole:
            return 0.0
        alike = 3.0 if self.author == other.author else 1.0 if self.author and other.author else 2.0
        if not self.label and not other.label:
            return alike
        return alike + 2.0 if self.label == other.label else alike / 2


class FieldCell(NamedTuple):
    """A value in a record: the nodes it was read from, its text (for an image, its URL), and the target of its link.

    `href` is as the page has it, `url` the address that it leads to, "" if the page's own address is not known.
    `attribute` is the name of the attribute that has the value, in XML. `machine` is what the page says about it for
    machines: the `datetime` of a time, the `content` of an `itemprop`.
    """

    nodes: Range
    value: str
    href: str = ""
    attribute: str = ""
    machine: str = ""
    url: str = ""


class PlaceReading:
    """Reads the places and values of a list's records, with caches shared by all records."""

    def __init__(self, tree: Tree, region: int, span: Range) -> None:
        self.tree, self.base = tree, int(tree.depth[region])
        self._first, self._stop = span
        self._base, self._urls = link_base(tree), dict[str, str]()
        self._ratings: dict[bytes, tuple[str, str] | None] = {}
        self._signed = signed_leaves(tree, *span)

    def reader(self) -> texts.Texts:
        """The kernel that reads the texts of the records; not kept here, as it refers to this reading."""
        tree = self.tree
        return kernels.fastest().texts(
            tree.buffer,
            (tree.parent, tree.end, tree.tag, tree.path, tree.lead, tree.leaf, tree.depth, tree.start),
            _TRAITS,
            frozenset(u for u, kind in self._signed.items() if kind in _PRICES),
            texts.Makers(
                FieldPlace,
                FieldCell,
                tree.name_of,
                self.base,
                _is_heading,
                self._machine,
                self._said[-1],
                self._url if self._base else None,
                address_root(self._base),
            ),
        )

    def _named(self, *names: bytes) -> tuple[dict[int, bytes], ...]:
        """The values of attributes by node, of the nodes from the first record to the last, without empty ones."""
        tree, first, stop = self.tree, self._first, self._stop
        return kernels.fastest().named(tree.buffer, tree.start[first : stop + 1], tree.tag[first:stop], names, first)

    @lazy
    def stars(self) -> list[int]:
        """The elements that show stars and have no text inside, in order; none that is one star of several."""
        tree = self.tree
        elements = kernels.fastest().textless(
            tree.buffer,
            (tree.start, tree.end, tree.tag),
            tree.text_before,
            (self._first, self._stop),
            b"class",
            (b"star", b"Star", b"rating", b"Rating"),
        )
        starry = {name for name in {name for _, name in elements} if STARRY.search(name.decode())}
        if not starry:
            return []
        end, parent = tree.end.item, tree.parent.item
        nodes = [u for u, name in elements if name in starry]
        beside = Counter(map(parent, nodes))
        single: dict[int, str] = {}
        outer = -1
        for u in nodes:
            inside = outer >= 0 and u < end(outer)
            rating = self._rating(u) if inside or beside[parent(u)] == 1 else None
            if rating and not inside:
                single[u], outer = rating[0], u
            elif rating and rating[0].isdigit() and single.get(outer, "").isdigit():
                del single[outer]  # stars inside stars, each with its number
        return list(single)

    def _rating(self, u: int) -> tuple[str, str] | None:
        """What an element says about its stars; many have the same attributes."""
        begin, end = self.tree.start.item(u), self.tree.start.item(u + 1)
        attributes = self.tree.buffer[begin:end]
        if attributes not in self._ratings:
            self._ratings[attributes] = star_rating(self.tree.attributes(u))
        return self._ratings[attributes]

    def prices(self, leaves: Column, records: Sequence[Range]) -> dict[int, int]:
        """The first and last leaf of each price that is cut into pieces, of all records; `leaves` are those to read."""
        prices: dict[int, int] = {}
        pieces = {u: kind for u, kind in self._signed.items() if kind != "complete"}
        if pieces:
            signed = list(pieces)
            for start, stop in records:
                if bisect_left(signed, start) < bisect_left(signed, stop):
                    a, b = leaves.searchsorted(np.array((start, stop), dtype=leaves.dtype)).tolist()
                    prices |= price_runs(self.tree, leaves[a:b].tolist(), pieces)
        return prices

    def images(self, kernel: texts.Texts, start: int, images: Sequence[int]) -> "Row":
        """The places of some images with their values; `start` is the first node of their record."""
        return [each for u in images if (each := kernel.picture(u, start, self.image)) is not None]

    def block(self, kernel: texts.Texts, start: int, nodes: Range) -> "tuple[tuple[FieldPlace, FieldCell] | None, Row]":
        """The text of some nodes of a record as one place with its value, if they have one; and their images."""
        leaves = (nodes[0] + np.flatnonzero(self.tree.leaf[slice(*nodes)] >= 0)).tolist()
        run = kernel.text(leaves[0], leaves[-1], start) if leaves else None
        text = kernel.place(run, start) if run else None
        images = nodes[0] + np.flatnonzero(self.tree.tag[slice(*nodes)] == IMG)
        return text, self.images(kernel, start, images.tolist())

    def _machine(self, above: int, u: int, v: int) -> str:
        """What the elements around the first of a value's texts, or between them, say for machines; "" for nothing."""
        _, times, contents, properties, _ = self._said
        parent = self.tree.parent.item
        around = [parent(u)]
        while around[-1] > above:
            around.append(parent(around[-1]))
        for w in (*around, *range(u + 1, v)):
            if text := times.get(w) or (contents.get(w) if w in properties else None):
                return text.decode().strip()
        return ""

    @property
    def sources(self) -> dict[int, bytes]:
        """The `src` of each node that has one."""
        return self._said[0]

    @lazy
    def _said(self) -> tuple[dict[int, bytes], dict[int, bytes], dict[int, bytes], dict[int, bytes], list[int]]:
        """The values of `src`, `datetime`, `content` and `itemprop` by node, and the nodes with a time or content."""
        sources, times, contents, properties = self._named(b"src", b"datetime", b"content", b"itemprop")
        return sources, times, contents, properties, sorted(times.keys() | contents.keys())

    def image(self, u: int, href: str) -> tuple[bool, FieldCell] | None:
        """The value of an image, and True; of stars, and False; None if it has no URL, or no number of stars.

        `href` is the target of its link.
        """
        if self.tree.tag.item(u) != IMG:
            rating = self._rating(u)
            return None if rating is None else (False, FieldCell((u, u + 1), rating[0], machine=rating[1]))
        source = self._said[0].get(u, b"").decode().strip()
        holding = self.is_repeated(source)
        if holding or not source or is_placeholder(source):
            source = shown_image(self.tree.attributes(u), holding=holding)
        if not source:
            return None
        address = self._url(source) or source
        return True, FieldCell((u, u + 1), address, href, "", "", self._url(href) if href else "")

    def _url(self, href: str) -> str:
        """The address that a link leads to; "" if the page's own address is not known."""
        if not self._base:
            return ""
        if href.startswith(("https://", "http://")) and not href[-1].isspace():
            return href
        url = self._urls.get(href)
        if url is None:
            url = self._urls[href] = join_address(self._base, href)
        return url

    def is_repeated(self, source: str) -> bool:
        """Whether several images have an address."""
        return source in self._repeated

    @lazy
    def _repeated(self) -> frozenset[str]:
        """The addresses of several images: a script puts others in their place, if it has them."""
        counts = Counter(self._said[0].values())
        return frozenset(source.decode().strip() for source, n in counts.items() if n > 1)


def _is_heading(path: str) -> bool:
    """Whether a path leads through a heading."""
    return _HEADING.search(path) is not None


Row = list[tuple[FieldPlace, FieldCell]]
BlockColumn = list[tuple[FieldPlace, FieldCell] | None]  # of each record, or None
