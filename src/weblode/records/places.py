"""The places of a record: its texts, links and images in order, each with the features that identify its field.

C.-H. Chang, C.-N. Hsu, S.-C. Lui, "Automatic information extraction from semi-structured Web pages by pattern
discovery", Decision Support Systems 35, 2003, section 3.1: a record is divided into blocks at its tags, and the blocks
of all records are aligned (see `fields`). We differ in that both levels of division are made in the tree at once: block
elements, links and images divide, highlights do not, and a span does only if no text stands next to it. The module
`division` divides level by level. An element that is divided, and has no block inside, is a place too: the whole line
that a link cuts (see `lines`).
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np

from weblode import kernels
from weblode.records.objects import Range
from weblode.records.pieces import price_runs, signed_leaves
from weblode.tags import BROKEN, JOINED, LEAD, NUMBERS
from weblode.tree import Tree
from weblode.values.page_links import is_placeholder, join_address, link_base, shown_image
from weblode.values.stars import STARRY, star_rating

# Elements that mark words of a text; their content belongs to the text around them.
MARKS = frozenset(
    NUMBERS[name]
    for name in (
        "abbr acronym b bdi bdo big blink cite code del dfn em font i ins kbd mark nobr q s samp small strike strong "
        "sub sup time tt u var wbr"
    ).split()
)
_NAMES = (b"class", b"href", b"itemprop", b"src", b"datetime", b"content")
_CLASS, _HREF, _ITEMPROP, _SRC, _DATETIME, _CONTENT = range(len(_NAMES))
_PRICES = ("price", "start")  # texts that are whole prices (see `pieces`)
_STRUCK = frozenset(NUMBERS[name] for name in ("del", "s", "strike"))
_SPAN, _A, IMG = NUMBERS["span"], NUMBERS["a"], NUMBERS["img"]
_CONTROLS = frozenset(NUMBERS[name] for name in "button option select textarea".split())
# Elements with one of these inside are more than a line: blocks, cells, controls.
_BLOCKS = [
    number
    for name, number in NUMBERS.items()
    if name != "br" and (LEAD[number] == BROKEN or name in ("td", "th") or number in _CONTROLS)
]
_DIVIDES = np.zeros(len(NUMBERS) + 1, dtype=bool)
_DIVIDES[[IMG, NUMBERS["input"], *sorted(_CONTROLS)]] = True
MOST_PLACES = 400  # the most places of a record that are read
_STARTS, _ENDS = frozenset("-–—|·•»>,:"), frozenset(",|·•")
_SEPARATORS = re.compile(r"^[-–—|·•»>,:]+\s+|\s*[,|·•]+$")  # punctuation between values
_HEADING = re.compile(r"(?:^|/)h[1-6]/")  # a button in a heading opens what it is the heading of
LABEL = re.compile(r"([^\W\d][^:\d]{0,38}?)\s*:(?:\s+|$)")  # the start of a text that labels the rest, or the next text


@dataclass(frozen=True)
class FieldPlace:
    """The features that identify a field of a record.

    `path` has the tags from the region down, `author` is the itemprop or class of the nearest element that has one,
    `label` is the text before a colon. A `whole` place is an element with several other places in it.
    """

    path: str
    author: str = ""
    label: str = ""
    image: bool = False
    whole: bool = False

    def likeness(self, other: "FieldPlace") -> float:
        """How likely two places are the same field: higher is more likely, 0 if they cannot be."""
        if self.path != other.path or self.image != other.image or self.whole != other.whole:
            return 0.0
        alike = 3.0 if self.author == other.author else 1.0 if self.author and other.author else 2.0
        if not self.label and not other.label:
            return alike
        return alike + 2.0 if self.label == other.label else alike / 2


@dataclass(frozen=True)
class FieldCell:
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
        first, stop = span
        attributes = kernels.fastest().values(tree.buffer, tree.start[first : stop + 1], tree.tag[first:stop], _NAMES)
        self._values: tuple[dict[int, bytes], ...] = tuple({} for _ in _NAMES)
        for u, k, value in attributes:
            if value:
                self._values[k][first + u] = value
        # Plain lists: reading single numbers from an array takes several times as long.
        columns = (tree.tag, tree.parent, tree.end, tree.path, tree.lead, tree.leaf)
        self.tag, self.parent, self.end, self.path, self.lead, self.leaf = (each[:stop].tolist() for each in columns)
        self._first, self._starts = first, tree.start[first : stop + 1].tolist()
        self._paths: dict[int, str] = {}
        self._places: dict[tuple[str, str, str], FieldPlace] = {}
        self._unmarked: dict[int, int] = {}  # the node above the marks around a text
        self._abouts: dict[int, tuple[str, str]] = {}
        self._authors: dict[bytes, str] = {}
        self._base, self._urls = link_base(tree), dict[str, str]()
        self._has_machine = bool(self._values[_DATETIME] or self._values[_CONTENT])
        self._signed = signed_leaves(tree, first, stop)

    @cached_property
    def stars(self) -> list[int]:
        """The elements that show stars and have no text inside, in order; none that is one star of several."""
        classes = self._values[_CLASS]
        names = {name for name in set(classes.values()) if b"tar" in name or b"ating" in name}
        starry = {name for name in names if STARRY.search(name.decode())}
        texts, end = self.tree.text_before, self.end
        nodes = [u for u, name in classes.items() if name in starry and texts[u] == texts[end[u]]] if starry else []
        beside = Counter(self.parent[u] for u in nodes)
        single: dict[int, str] = {}
        outer = -1
        for u in nodes:
            inside = outer >= 0 and u < end[outer]
            rating = star_rating(self.tree.attributes(u)) if inside or beside[self.parent[u]] == 1 else None
            if rating and not inside:
                single[u], outer = rating[0], u
            elif rating and rating[0].isdigit() and single.get(outer, "").isdigit():
                del single[outer]  # stars inside stars, each with its number
        return list(single)

    @cached_property
    def _dividers(self) -> list[int]:
        """How many images and controls stand before each node."""
        divides = _DIVIDES[np.minimum(self.tree.tag[: len(self.tag)], len(NUMBERS))]
        counts: list[int] = np.concatenate(([0], np.cumsum(divides))).tolist()
        return counts

    @cached_property
    def _blocks(self) -> list[int]:
        """How many blocks start before each node."""
        counts: list[int] = np.concatenate(([0], np.cumsum(np.isin(self.tree.tag, _BLOCKS)))).tolist()
        return counts

    def row(self, start: int, leaves: Sequence[int], images: Sequence[int]) -> "Row":
        """The places of a record with their values, in order; `start` is its first node."""
        runs: list[tuple[int, int]] = []
        prices = price_runs(self, leaves, self._signed) if self._signed else {}
        inside = -1  # the last text of a price in pieces
        for u in leaves:
            if runs and (u <= inside or self._goes_on(*runs[-1], u)):
                runs[-1] = (runs[-1][0], u)
            else:
                runs.append((u, u))
            inside = prices.get(u, inside)
        texts = [each for u, v in runs[:MOST_PLACES] if (each := self._text(u, v, start)) is not None]
        if not images:
            return texts
        pictures = [each for u in images[:MOST_PLACES] if (each := self._image(u, start)) is not None]
        return sorted(texts + pictures, key=lambda each: each[1].nodes)[:MOST_PLACES]

    def cut_elements(self, start: int, row: "Row") -> list[int]:
        """The elements of a record that hold several texts and no block, in order."""
        texts = [cell.nodes for place, cell in row if not place.image]
        above = {self._above(one[1] - 1, other[0]) for one, other in pairwise(texts)}
        blocks, end = self._blocks, self.end
        return sorted(u for u in above if u >= start and blocks[u + 1] == blocks[end[u]])

    def uncut_elements(self, start: int, row: "Row", cut: set[int]) -> list[int]:
        """The elements that hold one text of a record and have a path in `cut`: in other records they hold several."""
        texts = [cell.nodes for place, cell in row if not place.image]
        elements = []
        for i, (u, stop) in enumerate(texts):
            before, after = texts[i - 1][1] if i else -1, texts[i + 1][0] if i + 1 < len(texts) else len(self.tag)
            w = self.parent[u]
            while w >= max(start, before) and self.end[w] <= after:
                if self.path[w] in cut and self.end[w] >= stop:
                    elements.append(w)
                w = self.parent[w]
        return sorted(set(elements))

    def whole(self, u: int, start: int, row: "Row") -> "tuple[FieldPlace, FieldCell]":
        """An element as one place; its link is the only one in it."""
        stop = self.end[u]
        author, href = self._about(u, start)
        if not href:
            links = {cell.href for _, cell in row if cell.href and u <= cell.nodes[0] and cell.nodes[1] <= stop}
            href = links.pop() if len(links) == 1 else ""
        value = _SEPARATORS.sub("", self._joined(u, stop - 1))
        url = self._url(href) if href else ""
        return FieldPlace(self._path(u), author, whole=True), FieldCell((u, stop), value, href, url=url)

    def block(self, start: int, nodes: Range) -> "tuple[tuple[FieldPlace, FieldCell] | None, Row]":
        """The text of some nodes of a record as one place with its value, if they have one; and their images."""
        leaves = [u for u in range(*nodes) if self.leaf[u] >= 0]
        text = self._text(leaves[0], leaves[-1], start) if leaves else None
        pictures = [self._image(u, start) for u in range(*nodes) if self.tag[u] == IMG]
        return text, [each for each in pictures if each is not None]

    def _goes_on(self, first: int, u: int, v: int) -> bool:
        """Whether two neighbouring leaves belong to one text, which begins with a first one."""
        if self.lead[v] == BROKEN or self._dividers[u] != self._dividers[v]:
            return False
        if (
            u in self._signed and self._signed[u] in _PRICES and self._signed.get(v) in _PRICES
        ):  # the old and the new one
            return False
        above = self._above(u, v)
        plain = [w for w in (u, v) if self.parent[w] == above]
        # A dash between two spans divides them, a full stop right after one does not.
        beside = bool(plain) and (self.lead[v] == JOINED or any(_has_words(self._string(w)) for w in plain))
        # Two highlights in a sentence: it has begun outside of both.
        beside = beside or (first != u and self.parent[first] == above and self.path[u] == self.path[v])
        # Marks without text between them are one text only if they are the same: `<b>one</b> <b>two</b>`.
        alike = plain or beside or self.path[u] == self.path[v]
        for w in (u, v):
            w = self.parent[w]
            while w != above:
                tag = self.tag[w]
                if not (alike and tag in MARKS) and not (beside and (tag == _SPAN or tag >= len(NUMBERS))):
                    return False
                w = self.parent[w]
        return True

    def _above(self, u: int, v: int) -> int:
        """The deepest node that contains both texts."""
        u = self.parent[u]
        while v >= self.end[u]:
            u = self.parent[u]
        return u

    def _text(self, u: int, v: int, start: int) -> tuple[FieldPlace, FieldCell] | None:
        """The place and value of a text; None for one without a letter or digit, or in a form control."""
        value = self._string(u) if u == v else self._joined(u, v)
        if value[:1] in _STARTS or value[-1:] in _ENDS:
            value = _SEPARATORS.sub("", value)
        if not _has_words(value):
            return None
        holder = inner = self._above(u, v)
        struck = self._signed.get(u) in _PRICES  # an old price is another field than the new one beside it
        while self.tag[holder] in MARKS and holder > start and not (struck and self.tag[holder] in _STRUCK):
            holder = self._unmarked.get(holder, self.parent[holder])
        self._unmarked[inner] = max(holder, start)
        if self.tag[holder] in _CONTROLS and not _HEADING.search(self._path(holder)):
            return None
        author, href = self._about(inner, start)
        label = LABEL.match(value) if not href and ":" in value else None
        about = (self._path(holder), author, label[1] if label else "")
        place = self._places.get(about) or self._places.setdefault(about, FieldPlace(*about))
        machine = self._machine(inner, u, v) if self._has_machine else ""
        return place, FieldCell((u, v + 1), value, href, machine=machine, url=self._url(href) if href else "")

    def _string(self, u: int) -> str:
        """The text of a leaf on one line."""
        i = u - self._first
        return " ".join(self.tree.buffer[self._starts[i] : self._starts[i + 1]].decode().split())

    def _machine(self, above: int, u: int, v: int) -> str:
        """What the elements around the first of a value's texts, or between them, say for machines; "" for nothing."""
        around = [self.parent[u]]
        while around[-1] > above:
            around.append(self.parent[around[-1]])
        times, contents = self._values[_DATETIME], self._values[_CONTENT]
        for w in (*around, *range(u + 1, v)):
            if text := times.get(w) or (contents.get(w) if w in self._values[_ITEMPROP] else None):
                return text.decode().strip()
        return ""

    def _joined(self, u: int, v: int) -> str:
        """The text of the leaves from `u` to `v` on one line, with a space where markup divides digits.

        Raised cents, exponents and footnotes are no further digits of the number before them.
        """
        parts: list[str] = []
        before = -1
        for w in range(u, v + 1):
            if self.leaf[w] < 0:
                continue
            text = self._string(w)
            digits = before >= 0 and parts[-1][-1:].isdigit() and text[:1].isdigit()
            if before >= 0 and (self.lead[w] != JOINED or (digits and self.parent[before] != self.parent[w])):
                parts.append(" ")
            parts.append(text)
            before = w
        return "".join(parts)

    def _image(self, u: int, start: int) -> tuple[FieldPlace, FieldCell] | None:
        """The place and value of an image, or of stars; None if it has no URL, or no number of stars."""
        if self.tag[u] != IMG:
            return self._stars(u, start)
        source = self._values[_SRC].get(u, b"").decode().strip()
        holding = source in self._repeated
        if holding or not source or is_placeholder(source):
            source = shown_image(self.tree.attributes(u), holding=holding)
        if not source:
            return None
        author, href = self._about(u, start)
        address = self._url(source) or source
        cell = FieldCell((u, u + 1), address, href, url=self._url(href) if href else "")
        return FieldPlace(self._path(u), author, image=True), cell

    def _stars(self, u: int, start: int) -> tuple[FieldPlace, FieldCell] | None:
        """The place and value of an element that shows stars."""
        rating = star_rating(self.tree.attributes(u))
        if rating is None:
            return None
        author, _ = self._about(u, start)
        return FieldPlace(self._path(u), author), FieldCell((u, u + 1), rating[0], machine=rating[1])

    def _url(self, href: str) -> str:
        """The address that a link leads to; "" if the page's own address is not known."""
        if not self._base:
            return ""
        if href not in self._urls:
            self._urls[href] = join_address(self._base, href)
        return self._urls[href]

    @cached_property
    def _repeated(self) -> frozenset[str]:
        """The addresses of several images: a script puts others in their place, if it has them."""
        counts = Counter(self._values[_SRC].values())
        return frozenset(source.decode().strip() for source, n in counts.items() if n > 1)

    def _path(self, u: int) -> str:
        """The tags from the region down to a node."""
        way = []
        while self.path[u] not in self._paths and self.tree.depth.item(u) > self.base:
            way.append(u)
            u = self.parent[u]
        path = self._paths.get(self.path[u], "")
        for w in reversed(way):
            path = f"{path}/{self.tree.name(w)}" if path else self.tree.name(w)
            self._paths[self.path[w]] = path
        return path

    def _about(self, u: int, start: int) -> tuple[str, str]:
        """The author's name for a node, and its link target, each from the nearest node of the record that has one.

        A name is an `itemprop`, or else a class.
        """
        way = []
        while u >= start and u not in self._abouts:
            way.append(u)
            u = self.parent[u]
        author, href = self._abouts[u] if u >= start else ("", "")
        classes, properties = self._values[_CLASS], self._values[_ITEMPROP]
        for w in reversed(way):
            if name := properties.get(w) or classes.get(w):
                if name not in self._authors:  # the records of a list have the same few
                    self._authors[name] = " ".join(name.decode().split())
                author = self._authors[name] or author
            if self.tag[w] == _A:
                href = self._values[_HREF].get(w, b"").decode().strip()
            self._abouts[w] = author, href
        return author, href


def _has_words(text: str) -> bool:
    return any(map(str.isalnum, text))


Row = list[tuple[FieldPlace, FieldCell]]
BlockColumn = list[tuple[FieldPlace, FieldCell] | None]  # of each record, or None
