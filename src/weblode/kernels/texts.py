"""The texts of records: which leaves are one text, what it says, and the elements around it.

Which leaves belong together is explained in `weblode.records.places`, which makes values of the texts. The compiled
twin is in `_texts.pyx`.
"""

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

MARK, SPAN, DIVIDER, STRUCK, ANCHOR = 1, 2, 4, 8, 16  # traits of tags
_SPACED, _BROKEN = 1, 2  # what `Tree.lead` says
STARTS, ENDS = frozenset("-–—|·•»>,:"), frozenset(",|·•")
SEPARATORS = re.compile(r"^[-–—|·•»>,:]+\s+|\s*[,|·•]+$")  # punctuation between values

Numbers = NDArray[np.int32]
# The first and last leaf of a text, its words, the element that holds it, the one around its leaves, and the number of
# the path of the one that holds it.
Text = tuple[int, int, str, int, int, int]
Span = tuple[int, int]


def has_words(text: str) -> bool:
    """Whether a text has a letter or a digit."""
    return any(map(str.isalnum, text))


def without_separators(value: str) -> str:
    """A text without the punctuation that divides it from the texts beside it."""
    return SEPARATORS.sub("", value) if value[:1] in STARTS or value[-1:] in ENDS else value


class Texts:
    """Reads the texts of a page's records.

    `columns` are parent, end, tag, path, lead, leaf and start of the tree; `traits` are those of each tag, the last for
    tags that HTML does not define; `blocks` has how many blocks start before each node. `priced` are the leaves that
    are prices. `classes`, `properties` and `hrefs` have these attributes of the elements that have them.
    """

    def __init__(
        self,
        buffer: bytes,
        columns: Sequence[Numbers],
        traits: NDArray[np.uint8],
        blocks: Numbers,
        priced: frozenset[int],
        attributes: Sequence[Mapping[int, bytes]],
    ) -> None:
        if len({len(column) for column in (*columns[:-1], columns[-1][1:], blocks[1:])}) != 1:
            raise ValueError("columns of different lengths")
        # Plain lists: reading single numbers from an array takes several times as long.
        lists = (column.tolist() for column in columns)
        self._parent, self._end, tag, self._path, self._lead, self._leaf, self._start = lists
        traits_of_tags = traits.tolist()
        self._traits = [traits_of_tags[min(number, len(traits_of_tags) - 1)] for number in tag]
        self._buffer, self._blocks, self._priced = buffer, blocks.tolist(), priced
        self._classes, self._properties, self._hrefs = attributes
        self._abouts: dict[int, tuple[str, str]] = {}
        self._authors: dict[bytes, str] = {}

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
            if name := self._properties.get(w) or self._classes.get(w):
                if name not in self._authors:  # the records of a list have the same few
                    self._authors[name] = " ".join(name.decode().split())
                author = self._authors[name] or author
            if self._traits[w] & ANCHOR:
                href = self._hrefs.get(w, b"").decode().strip()
            self._abouts[w] = author, href
        return author, href
