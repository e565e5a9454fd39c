"""Reads the places of a list's records: what is told of their elements besides texts, with caches for all of them."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence

import numpy as np

from weblode import kernels
from weblode.caches import regex
from weblode.kernels import texts
from weblode.kernels.phrases import Sought
from weblode.records.objects import Range
from weblode.records.places import IMG, TRAITS, FieldCell, FieldPlace, Row
from weblode.tree import Column, Tree
from weblode.values.page_links import address_root, is_placeholder, join_address, link_base, shown_image
from weblode.values.stars import STARRY, star_rating

from .pieces import LONGEST, SIGNS, PricePieces, price_kinds

_PRICES = ("complete", "price", "start")  # texts that are whole prices (see `pieces`)
_HEADING = regex(r"(?:^|/)h[1-6]/")  # a button in a heading opens what it is the heading of
_SOUGHT = Sought(
    names=(b"src", b"datetime", b"content", b"itemprop"),
    marked=b"class",
    marks=(b"star", b"Star", b"rating", b"Rating"),  # one is in every class attribute of stars
    longest=LONGEST,
    signs=SIGNS,
    tag=IMG,
)


class PlaceReading:
    """Reads the places and values of a list's records, with caches shared by all records."""

    def __init__(self, tree: Tree, region: int, span: Range) -> None:
        self.tree, self.base = tree, int(tree.depth[region])
        self.first, self.stop = span
        self.link_base, self.urls = link_base(tree), dict[str, str]()
        self.ratings: dict[bytes, tuple[str, str] | None] = {}
        self.parent, self.start, self.tag = tree.parent, tree.start, tree.tag
        columns = (tree.start, tree.end, tree.tag, tree.leaf)
        values, self.starry, nodes, self.pictures = kernels.fastest().inventory(
            tree.buffer, columns, tree.text_before, span, _SOUGHT
        )
        self.sources, self.times, self.contents, self.properties = values
        self.signed = price_kinds(tree, nodes) if nodes else {}
        self.repeated: set[str] | None = None

    def reader(self) -> texts.Texts:
        """The kernel that reads the texts of the records; not kept here, as it refers to this reading."""
        tree = self.tree
        return kernels.fastest().texts(
            tree.buffer,
            (tree.parent, tree.end, tree.tag, tree.path, tree.lead, tree.leaf, tree.depth, tree.start),
            TRAITS,
            frozenset([u for u, kind in self.signed.items() if kind in _PRICES]),
            texts.Makers(
                FieldPlace,
                FieldCell,
                tree.name_of,
                self.base,
                _is_heading,
                self.machine,
                sorted(self.times.keys() | self.contents.keys()) if self.times or self.contents else [],
                self.address if self.link_base else None,
                address_root(self.link_base),
            ),
        )

    def stars(self) -> list[int]:
        """The elements that show stars and have no text inside, in order; none that is one star of several."""
        elements = self.starry
        if not elements:
            return []
        starry = {name for name in {name for _, name in elements} if STARRY.search(name.decode())}
        if not starry:
            return []
        end, parent = self.tree.end.item, self.tree.parent.item
        nodes = [u for u, name in elements if name in starry]
        beside = Counter([parent(u) for u in nodes])
        single: dict[int, str] = {}
        outer = -1
        for u in nodes:
            inside = outer >= 0 and u < end(outer)
            rating = self.rating(u) if inside or beside[parent(u)] == 1 else None
            if rating and not inside:
                single[u], outer = rating[0], u
            elif rating and rating[0].isdigit() and single.get(outer, "").isdigit():
                del single[outer]  # stars inside stars, each with its number
        return list(single)

    def images_and_stars(self) -> list[int]:
        """The images and the elements that show stars, in order."""
        stars = self.stars()
        return sorted({*self.pictures, *stars}) if stars else self.pictures

    def rating(self, u: int) -> tuple[str, str] | None:
        """What an element says about its stars; many have the same attributes."""
        attributes = self.tree.buffer[self.start[u] : self.start[u + 1]]
        if attributes not in self.ratings:
            self.ratings[attributes] = star_rating(self.tree.attributes(u))
        return self.ratings[attributes]

    def prices(self, leaves: Column, records: Sequence[Range]) -> dict[int, int]:
        """The first and last leaf of each price that is cut into pieces, of all records; `leaves` are those to read."""
        prices: dict[int, int] = {}
        pieces = {u: kind for u, kind in self.signed.items() if kind != "complete"}
        if pieces:
            signed = list(pieces)
            priced = [each for each in records if bisect_left(signed, each[0]) < bisect_left(signed, each[1])]
            bounds = leaves.searchsorted(np.array(priced, dtype=leaves.dtype).reshape(-1, 2)).tolist()
            price_pieces = PricePieces(self.tree)
            for a, b in bounds:
                prices |= price_pieces.runs(leaves[a:b].tolist(), pieces)
        return prices

    def images(self, kernel: texts.Texts, start: int, images: Sequence[int]) -> Row:
        """The places of some images with their values; `start` is the first node of their record."""
        read = [kernel.picture(u, start, self.image) for u in images]
        return [each for each in read if each is not None]

    def block(self, kernel: texts.Texts, start: int, nodes: Range) -> tuple[tuple[FieldPlace, FieldCell] | None, Row]:
        """The text of some nodes of a record as one place with its value, if they have one; and their images."""
        leaves = (nodes[0] + np.flatnonzero(self.tree.leaf[slice(*nodes)] >= 0)).tolist()
        run = kernel.text(leaves[0], leaves[-1], start) if leaves else None
        text = kernel.place(run, start) if run else None
        images = nodes[0] + np.flatnonzero(self.tree.tag[slice(*nodes)] == IMG)
        return text, self.images(kernel, start, images.tolist())

    def machine(self, above: int, u: int, v: int) -> str:
        """What the elements around the first of a value's texts, or between them, say for machines; "" for nothing."""
        w = self.parent[u]
        around = [w]
        while w > above:
            w = self.parent[w]
            around.append(w)
        around += range(u + 1, v)
        for w in around:
            text = self.times.get(w) or (self.contents.get(w) if w in self.properties else None)
            if text:
                return text.decode().strip()
        return ""

    def image(self, u: int, href: str) -> tuple[bool, FieldCell] | None:
        """The value of an image, and True; of stars, and False; None if it has no URL, or no number of stars.

        `href` is the target of its link.
        """
        if self.tag[u] != IMG:
            rating = self.rating(u)
            return None if rating is None else (False, FieldCell((u, u + 1), rating[0], "", "", rating[1]))
        source = self.sources.get(u, b"").decode().strip()
        holding = self.is_repeated(source)
        if holding or not source or is_placeholder(source):
            source = shown_image(self.tree.attributes(u), holding=holding)
        if not source:
            return None
        address = self.address(source) or source
        return True, FieldCell((u, u + 1), address, href, "", "", self.address(href) if href else "")

    def address(self, href: str) -> str:
        """The address that a link leads to; "" if the page's own address is not known."""
        if not self.link_base:
            return ""
        if href.startswith(("https://", "http://")) and not href[-1].isspace():
            return href
        url = self.urls.get(href)
        if url is None:
            url = self.urls[href] = join_address(self.link_base, href)
        return url

    def is_repeated(self, source: str) -> bool:
        """Whether several images have an address: a script puts others in their place, if it has them."""
        if self.repeated is None:
            counts: dict[bytes, int] = {}
            for each in self.sources.values():
                counts[each] = counts.get(each, 0) + 1
            self.repeated = {each.decode().strip() for each, n in counts.items() if n > 1}
        return source in self.repeated


def _is_heading(path: str) -> bool:
    """Whether a path leads through a heading."""
    return _HEADING.search(path) is not None
