"""The texts of records: which leaves are one text, what it says, and the elements around it.

Which leaves belong together is explained in `weblode.records.places`, which makes values of the texts. The compiled
twin is in `_texts.pyx`.
"""

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate, pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from weblode.caches import regex

MARK, SPAN, DIVIDER, STRUCK, ANCHOR, BLOCK, CONTROL = 1, 2, 4, 8, 16, 32, 64  # traits of tags
_SPACED, _BROKEN = 1, 2  # what `Tree.lead` says
STARTS, ENDS = frozenset("-–—|·•»>,:"), frozenset(",|·•")
SEPARATORS = regex(r"^[-–—|·•»>,:]+\s+|\s*[,|·•]+$")  # punctuation between values
LABEL = regex(r"([^\W\d][^:\d]{0,38}?)\s*:(?:\s+|$)")  # the start of a text that labels the rest, or the next text
# What the name of an image has in it that a script puts another one in place of; and what the attributes have in their
# names that have the address of that other one.
HOLDING = tuple("blank spacer pixel transparent placeholder loading loader lazy grey 1x1 trans.".split())
LAZY = (b"data-", b"srcset")

Numbers = NDArray[np.int32]
# The first and last leaf of a text, its words, the element that holds it, the one around its leaves, and the number of
# the path of the one that holds it.
Text = tuple[int, int, str, int, int, int]
Span = tuple[int, int]
Row = list[tuple[Any, Any]]  # the places of a record with their values


class Makers(NamedTuple):
    """What makes places and values of texts: types, and functions that are called once for what is the same.

    `place` is a type of objects with `path`, `author`, `label`, `image` and `whole`: the names of the tags from the
    nodes that are deeper than `base` down to an element, the author's name for it, its label, whether it is an image,
    or a whole line. `cell` is a type of tuples of six: the nodes of a value, its text, its link, "", what is said for
    machines, and the address of the link. `name` is that of a tag. The text of a control is a value if `is_heading`
    says so of its path. `machine` is what is said about the leaves from u to v inside an element; only the nodes
    `said`, in order, say anything. `url` is the address of a link, None if no page is known; that of a link that begins
    with one slash is `root` with the link after it, unless it is empty.
    """

    place: Callable[[str, str, str, bool, bool], Any]
    cell: Callable[..., Any]
    name: Callable[[int], str]
    base: int
    is_heading: Callable[[str], bool]
    machine: Callable[[int, int, int], str]
    said: list[int]
    url: Callable[[str], str] | None
    root: str


def has_words(text: str) -> bool:
    """Whether a text has a letter or a digit."""
    return any(map(str.isalnum, text))


def without_separators(value: str) -> str:
    """A text without the punctuation that divides it from the texts beside it."""
    return SEPARATORS.sub("", value) if value[:1] in STARTS or value[-1:] in ENDS else value


def label_of(value: str) -> str:
    """The label that a text on one line begins with, "" without one."""
    label = LABEL.match(value)
    return label[1] if label else ""


def plain_source(source: bytes) -> str | None:
    """The address of an image; None if it is an image itself, has space around it, or other characters than ASCII."""
    if not source or not source.isascii() or source[0] <= 32 or source[-1] <= 32 or source[:5].lower() == b"data:":
        return None
    return source.decode()


def is_holding(address: str) -> bool:
    """Whether the name of an image has one of `HOLDING` in it."""
    name = address.partition("?")[0].rpartition("/")[2].lower()
    return any(word in name for word in HOLDING)


def _inside(nodes: Numbers, start: int, stop: int) -> list[int]:
    """The nodes, which are in order, from `start` on and before `stop`."""
    inside: list[int] = nodes[slice(*nodes.searchsorted((start, stop)))].tolist()
    return inside


class Texts:
    """Reads the texts of a page's records.

    `columns` are parent, end, tag, path, lead, leaf, depth and start of the tree; `traits` are those of each tag, the
    last for tags that HTML does not define. `priced` are the leaves that are prices.
    """

    def __init__(
        self,
        buffer: bytes,
        columns: Sequence[Numbers],
        traits: NDArray[np.uint8],
        priced: frozenset[int],
        makers: Makers,
    ) -> None:
        if len({len(column) for column in (*columns[:-1], columns[-1][1:])}) != 1:
            raise ValueError("columns of different lengths")
        # Plain lists: reading single numbers from an array takes several times as long.
        lists = (column.tolist() for column in columns)
        self._parent, self._end, self._tag, self._path, self._lead, self._leaf, self._depth, self._start = lists
        traits_of_tags = traits.tolist()
        self._traits = [traits_of_tags[min(number, len(traits_of_tags) - 1)] for number in self._tag]
        self._blocks = [0, *accumulate(trait & BLOCK > 0 for trait in self._traits)]
        self._buffer, self._priced, self._makers = buffer, priced, makers
        self._abouts: dict[int, tuple[str, str]] = {}
        self._ways: dict[int, str] = {}
        self._places: dict[tuple[str, str, str, bool, bool], Any] = {}

    def string(self, u: int) -> str:
        """The text of a leaf on one line."""
        return " ".join(self._buffer[self._start[u] : self._start[u + 1]].decode().split())

    def joined(self, u: int, v: int) -> str:
        """The text of the leaves from `u` to `v` on one line, with a space where markup divides digits.

        Raised cents, exponents and footnotes are no further digits of the number before them.
        """
        parts: list[str] = []
        before = -1
        for w in range(u, v + 1):
            if self._leaf[w] < 0:
                continue
            text = self.string(w)
            digits = before >= 0 and parts[-1][-1:].isdigit() and text[:1].isdigit()
            if before >= 0 and (self._lead[w] >= _SPACED or (digits and self._parent[before] != self._parent[w])):
                parts.append(" ")
            parts.append(text)
            before = w
        return "".join(parts)

    def row(self, start: int, leaves: Sequence[int], prices: Mapping[int, int], most: int) -> list[Text]:
        """The texts of a record with a letter or digit, in order, of the first `most`; `start` is its first node.

        `prices` has the last leaf of each price that markup cuts, by its first.
        """
        runs: list[tuple[int, int]] = []
        inside = -1  # the last leaf of a price in pieces
        for u in leaves:
            if runs and (u <= inside or self._goes_on(*runs[-1], u)):
                runs[-1] = (runs[-1][0], u)
            else:
                runs.append((u, u))
            inside = prices.get(u, inside)
        return [text for u, v in runs[:most] if (text := self.text(u, v, start)) is not None]

    def text(self, u: int, v: int, start: int) -> Text | None:
        """The leaves from `u` to `v` as one text; None if it has no letter or digit."""
        value = without_separators(self.joined(u, v))
        if not has_words(value):
            return None
        inner = self._above(u, v)
        holder = self._holder(inner, start, struck=u in self._priced)
        return u, v, value, holder, inner, self._path[holder]

    def _holder(self, u: int, start: int, *, struck: bool) -> int:
        """The element around the marks around a text; of an old price the one that strikes it: it is another field."""
        traits = self._traits
        while u > start and traits[u] & MARK and not (struck and traits[u] & STRUCK):
            u = self._parent[u]
        return u

    def _goes_on(self, first: int, u: int, v: int) -> bool:
        """Whether two neighbouring leaves belong to one text, which begins with a first one."""
        traits, parent, path = self._traits, self._parent, self._path
        if self._lead[v] == _BROKEN or any(traits[w] & DIVIDER for w in range(u + 1, v)):
            return False
        if u in self._priced and v in self._priced:  # the old and the new one
            return False
        above = self._above(u, v)
        plain = [w for w in (u, v) if parent[w] == above]
        # A dash between two spans divides them, a full stop right after one does not.
        beside = bool(plain) and (self._lead[v] < _SPACED or any(has_words(self.string(w)) for w in plain))
        # Two highlights in a sentence: it has begun outside of both.
        beside = beside or (first != u and parent[first] == above and path[u] == path[v])
        # Marks without text between them are one text only if they are the same: `<b>one</b> <b>two</b>`.
        allowed = MARK * bool(plain or beside or path[u] == path[v]) + SPAN * beside
        for w in (u, v):
            w = parent[w]
            while w != above:
                if not traits[w] & allowed:
                    return False
                w = parent[w]
        return True

    def _above(self, u: int, v: int) -> int:
        """The deepest node that contains both texts."""
        u = self._parent[u]
        while v >= self._end[u]:
            u = self._parent[u]
        return u

    def cut(self, start: int, spans: Sequence[Span]) -> list[int]:
        """The elements of a record that hold several of its texts and no block, in order."""
        above = {self._above(one[1] - 1, other[0]) for one, other in pairwise(spans)}
        return sorted(u for u in above if u >= start and self._blocks[u + 1] == self._blocks[self._end[u]])

    def uncut(self, start: int, spans: Sequence[Span], paths: set[int]) -> list[int]:
        """The elements that hold one text of a record and have one of the paths: in other records they hold several."""
        elements = []
        for i, (u, stop) in enumerate(spans):
            before, after = spans[i - 1][1] if i else -1, spans[i + 1][0] if i + 1 < len(spans) else len(self._traits)
            w = self._parent[u]
            while w >= max(start, before) and self._end[w] <= after:
                if self._path[w] in paths and self._end[w] >= stop:
                    elements.append(w)
                w = self._parent[w]
        return sorted(set(elements))

    def about(self, u: int, start: int) -> tuple[str, str]:
        """The author's name for a node, and its link target, each from the nearest node of the record that has one.

        A name is an `itemprop`, or else a class.
        """
        way = []
        while u >= start and u not in self._abouts:
            way.append(u)
            u = self._parent[u]
        author, href = self._abouts[u] if u >= start else ("", "")
        for w in reversed(way):
            values = self._attributes(w)
            if name := values.get(b"itemprop") or values.get(b"class"):
                author = " ".join(name.decode().split()) or author
            if self._traits[w] & ANCHOR:
                href = values.get(b"href", b"").decode().strip()
            self._abouts[w] = author, href
        return author, href

    def _attributes(self, u: int) -> dict[bytes, bytes]:
        """The attributes of an element that have a value."""
        if not self._tag[u]:
            return {}
        parts = self._buffer[self._start[u] : self._start[u + 1]].split(b"\0")
        return {name: value for name, value in zip(parts[:-1:2], parts[1::2], strict=True) if value}

    # ---------------------------------------------------------------- places
    def places(self, records: Sequence[Span], leaves: Numbers, prices: Mapping[int, int], most: int) -> Sequence[Row]:
        """The places of each record's texts with their values, as `row` divides them; `leaves` are those to read."""
        rows = []
        for start, stop in records:
            texts = self.row(start, _inside(leaves, start, stop), prices, most)
            rows.append([place for text in texts if (place := self.place(text, start)) is not None])
        return rows

    def place(self, text: Text, start: int) -> tuple[Any, Any] | None:
        """The place and value of a text; None if such texts are no values."""
        u, v, value, holder, inner, _ = text
        path, makers = self._way(holder), self._makers
        if self._traits[holder] & CONTROL and not makers.is_heading(path):
            return None
        author, href = self.about(inner, start)
        label = "" if href else label_of(value)
        machine = makers.machine(inner, u, v) if makers.said else ""
        place = self._place(path, author, label)
        return place, makers.cell((u, v + 1), value, href, "", machine, self._url(href))

    def _way(self, u: int) -> str:
        """The tags down to an element."""
        number = self._path[u]
        if number not in self._ways:
            tags = []
            while u >= 0 and self._depth[u] > self._makers.base:
                tags.append(self._tag[u])
                u = self._parent[u]
            self._ways[number] = "/".join(map(self._makers.name, reversed(tags)))
        return self._ways[number]

    def _place(self, path: str, author: str, label: str = "", *, image: bool = False, whole: bool = False) -> Any:
        """A place; the same object for the same features."""
        features = (path, author, label, image, whole)
        if features not in self._places:
            self._places[features] = self._makers.place(*features)
        return self._places[features]

    def _url(self, href: str) -> str:
        return self._makers.url(href) if href and self._makers.url else ""

    def with_images(
        self,
        records: Sequence[Span],
        rows: Sequence[Row],
        images: list[int],
        sources: Mapping[int, bytes],
        is_repeated: Callable[[str], bool],
        read: Callable[[int, str], tuple[bool, Any] | None],
        most: int,
    ) -> Sequence[Row]:
        """The rows, as `places` makes them, with the images of each record, in order, `most` of both.

        A plain one of `sources` is the value, unless it may hold the place of another one, by its name or as it is
        repeated, which `LAZY` attributes name; `read` looks at all others (see `picture`).
        """
        every = []
        for (start, stop), row in zip(records, rows, strict=True):
            nodes = images[bisect_left(images, start) : bisect_left(images, stop)][:most]
            read_images = [self._image(u, start, sources.get(u, b""), is_repeated, read) for u in nodes]
            pictures = [each for each in read_images if each is not None]
            every.append(sorted(row + pictures, key=lambda each: each[1][0])[:most] if pictures else row)
        return every

    def _image(
        self,
        u: int,
        start: int,
        source: bytes,
        is_repeated: Callable[[str], bool],
        read: Callable[[int, str], tuple[bool, Any] | None],
    ) -> tuple[Any, Any] | None:
        author, href = self.about(u, start)
        address = plain_source(source)
        if address is None or (self._has_another(u) and (is_holding(address) or is_repeated(address))):
            return self.picture(u, start, read)
        place = self._place(self._way(u), author, image=True)
        return place, self._makers.cell((u, u + 1), self._url(address) or address, href, "", "", self._url(href))

    def picture(
        self, u: int, start: int, read: Callable[[int, str], tuple[bool, Any] | None]
    ) -> tuple[Any, Any] | None:
        """The place and value of an image; None without a value.

        `read` is given a node with the target of its link, and says whether it is an image, and its value; the address
        of the link is the one that `Makers.url` gives.
        """
        author, href = self.about(u, start)
        value = read(u, href)
        return None if value is None else (self._place(self._way(u), author, image=value[0]), value[1])

    def _has_another(self, u: int) -> bool:
        """Whether the attributes of an image may name another one."""
        attributes = self._buffer[self._start[u] : self._start[u + 1]]
        return any(part in attributes for part in LAZY)

    def with_lines(self, records: Sequence[Span], rows: Sequence[Row], lines: int, most: int) -> Sequence[Row]:
        """The rows with the elements that are cut in some record as further places, each before its parts.

        The rows are as `places` makes them. Of each record so many `lines` are read, and `most` places are left.
        """
        starts = [start for start, _ in records]
        spans = [[cell[0] for place, cell in row if not place.image] for row in rows]
        elements = [self.cut(start, own) for start, own in zip(starts, spans, strict=True)]
        paths = {self._path[u] for each in elements for u in each}
        if not paths:
            return list(rows)
        complete = []
        for start, row, own, texts in zip(starts, rows, elements, spans, strict=True):
            nodes = sorted({*own, *self.uncut(start, texts, paths)})[:lines]
            wholes = [self._line(u, start, row) for u in nodes]
            complete.append(sorted(wholes + row, key=lambda each: each[1][0])[:most] if wholes else row)
        return complete

    def _line(self, u: int, start: int, row: Row) -> tuple[Any, Any]:
        """An element as one place; its link is the only one in it."""
        stop = self._end[u]
        author, href = self.about(u, start)
        if not href:
            links = {cell[2] for _, cell in row if cell[2] and u <= cell[0][0] and cell[0][1] <= stop}
            href = links.pop() if len(links) == 1 else ""
        value = without_separators(self.joined(u, stop - 1))
        place = self._place(self._way(u), author, whole=True)
        return place, self._makers.cell((u, stop), value, href, "", "", self._url(href))
