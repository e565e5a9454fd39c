"""Slots: the places of a template where its pages have values of their own.

Texts that most pages have at the same place are constants; all others are values. A place that a page has once is a
slot. The texts at a place that a page has several times, such as the second cells of a table, are told apart by the
constant before them: so a part that some pages lack does not shift the others.

OntoMiner (2005, section 6.2) aligns the segments of two pages; we align all pages of a sample at once, text by text.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from hashlib import blake2b
from typing import Any

import numpy as np
from numpy.typing import NDArray

from weblode.details.leaves import LABEL, Flags, Hashes, Leaves
from weblode.tags import NUMBERS

Numbers = NDArray[np.int64]

_CONSTANT = 0.5  # the share of the pages that have a constant
_CERTAIN = 0.95  # the share from which a text is a constant even where other pages have another one
_ONCE = 0.8  # the share of its pages on which a place occurs once, for a slot
_STRONG = 0.8  # the share of a slot's texts that one label precedes, to join it with others of that label
_OVERLAP = 1.1  # slots with one label are one slot if hardly any page has both
_PREFIXED = 0.5  # the share of the texts at a place that begin with labels, to tell them apart by these
# A label that a value begins with. The second colon is that of Chinese and Japanese.
_PREFIX = re.compile("\\s*([^:\uff1a=#]{2,40}?)\\s*[:\uff1a=#]\\s*(?=[^\\s/])")
_TABLE = NUMBERS["table"]
_LABELS = 0.7  # the share of the texts at a place that are constants, for a place of labels
_BEFORE_VALUES = 0.5  # the share of these that a value follows
_SIGN = re.compile("[:\uff1a=#]")
_NO_LETTERS = re.compile(r"[\W\d_]+")
_ODD, _MORE = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xC2B2AE3D27D4EB4F)


def pair(one: Hashes, two: Hashes) -> Hashes:
    """A hash of each pair of hashes."""
    mixed = (one ^ (one >> np.uint64(29))) * _ODD ^ two * _MORE
    return np.asarray(mixed ^ (mixed >> np.uint64(32)))


def is_in(hashes: Hashes, among: Hashes) -> Flags:
    """Whether each hash is among others, which are sorted."""
    if not len(among):
        return np.zeros(len(hashes), dtype=np.bool_)
    place = np.minimum(among.searchsorted(hashes), len(among) - 1)
    return np.asarray(among[place] == hashes)


@dataclass(frozen=True, eq=False)
class Places:
    """What tells the texts of a template's pages apart; all columns are sorted.

    A place that only one page has, say by an id made of its title, counts by its tags alone.
    """

    known: Hashes  # places that several pages have
    constants: Hashes  # pairs of place and text
    once: Hashes  # places that a page has once
    prefixed: Hashes  # places that a page has several times, with values that begin with labels
    labels: Hashes  # places of labels: also one that only few pages have is no value there

    def at(self, leaves: Leaves) -> Hashes:
        """The place of each text of a page."""
        return np.where(is_in(leaves.place, self.known), leaves.place, leaves.path)

    def read(self, leaves: Leaves) -> tuple[Flags, Hashes]:
        """Whether each text of a page is a constant, and the key of its slot.

        That is its place, with the constant before it where a page has several.
        """
        place = self.at(leaves)
        constant = is_in(pair(place, leaves.text), self.constants) | is_in(place, self.labels)
        anchor = np.where((near := _anchors(leaves, constant)) >= 0, leaves.text[near], np.uint64(0))
        for i in np.flatnonzero(is_in(place, self.prefixed) & ~constant).tolist():
            anchor[i] = _prefix_hash(leaves.texts[i]) or anchor[i]
        anchor += leaves.cell.astype(np.uint64) * _MORE
        return constant, np.where(is_in(place, self.once), place, pair(place, anchor))

    def share_of_constants(self, leaves: Leaves) -> float:
        """The share of the template's constants that a page has."""
        own = np.unique(pair(self.at(leaves), leaves.text))
        return int(is_in(own, self.constants).sum()) / max(1, len(self.constants))


def last_true(flags: Flags) -> Numbers:
    """For each entry the number of the last one before it, or of itself, that is true; -1 for none."""
    return np.maximum.accumulate(np.where(flags, np.arange(len(flags)), -1)) if len(flags) else np.zeros(0, np.int64)


def _anchors(leaves: Leaves, constant: Flags) -> Numbers:
    """For each text the constant that tells it apart, -1 for none.

    That is the one before it; or one after it in its row, as in "12 reviews", if there is none before it there.
    """
    before, n = last_true(constant), len(constant)
    after = n - 1 - last_true(constant[::-1])[::-1]  # n for none
    if not n:
        return before
    row, last = leaves.row, np.minimum(after, n - 1)
    own = (row >= 0) & (after < n) & (row[last] == row) & ~((before >= 0) & (row[before] == row))
    return np.where(own, last, before)


def places(pages: Sequence[Leaves]) -> Places:
    """The constants of some pages, and the places that they have once."""
    n = len(pages)
    page = np.repeat(np.arange(n), [len(each) for each in pages])
    every = np.concatenate([each.place for each in pages])
    names, number = np.unique(every, return_inverse=True)
    shared = names[pages_with(number, page, len(names), n) >= 2]
    place = np.where(is_in(every, shared), every, np.concatenate([each.path for each in pages]))
    constants, once = _constants(pages, place, page), _once(place, page, n)
    text = np.concatenate([each.text for each in pages])
    labels = _label_places(place, page, is_in(pair(place, text), constants))
    return Places(shared, constants, once, _prefixed(pages, place, page, once), labels)


def _label_places(place: Hashes, page: Numbers, constant: Flags) -> Hashes:
    """The places nearly all of whose texts are constants that a value follows."""
    followed = np.zeros(len(place), dtype=np.bool_)
    followed[:-1] = (page[1:] == page[:-1]) & ~constant[1:] & (place[1:] != place[:-1])
    names, number = np.unique(place, return_inverse=True)
    total, size = np.bincount(number, minlength=len(names)), len(names)
    own = np.bincount(number[constant], minlength=size)
    before_values = np.bincount(number[constant & followed], minlength=size)
    return np.asarray(names[(own >= _LABELS * total) & (own > 1) & (before_values >= _BEFORE_VALUES * own)])


def _constants(pages: Sequence[Leaves], place: Hashes, page: Numbers) -> Hashes:
    """The pairs of place and text that most pages have, sorted."""
    n = len(pages)
    text = np.concatenate([each.text for each in pages])
    labels = np.concatenate([each.labels for each in pages])
    names, number = np.unique(pair(place, text), return_inverse=True)
    frequency = pages_with(number, page, len(names), n)
    constants = frequency >= max(2, _CONSTANT * n)
    follows = np.concatenate(([False], page[1:] == page[:-1])) if len(page) else np.zeros(0, dtype=np.bool_)
    before = np.maximum(np.arange(len(page)) - 1, 0)
    row = np.concatenate([each.row for each in pages])
    apart = (place != place[before]) | ((row >= 0) & (row == row[before]))  # else both may be labels
    # A text that follows a constant, where other pages have another text at the same place, is a value that many share.
    _, context = np.unique(pair(pair(place[before], text[before]), place), return_inverse=True)
    times, contexts = np.bincount(number, minlength=len(names)), int(context.max(initial=-1)) + 1
    for _ in range(2):
        constant = constants[number]
        after = follows & constant[before] & ~_leads(row, constant)
        several = pages_with(context[after], number[after], contexts, len(names))[context] >= 2
        several &= after & constant & apart & ~labels & (frequency[number] < _CERTAIN * n)
        constants &= 2 * np.bincount(number[several], minlength=len(names)) <= times
    return np.asarray(names[constants])


def _leads(row: NDArray[np.int32], constant: Flags) -> Flags:
    """Whether each text begins a row that goes on with a value: so it is a label, not a value."""
    begins = row != np.concatenate(([-1], row[:-1]))
    goes_on = (row == np.concatenate((row[1:], [-1]))) & ~np.concatenate((constant[1:], [True]))
    return np.asarray((row >= 0) & begins & goes_on)


def _prefixed(pages: Sequence[Leaves], place: Hashes, page: Numbers, once: Hashes) -> Hashes:
    """The places whose texts begin with labels, several of which are on several pages."""
    start = np.cumsum([0, *(len(each) for each in pages)])
    seen: dict[int, dict[str, set[int]]] = {}  # by place and label: the pages
    total: Counter[int] = Counter()
    for i in np.flatnonzero(~is_in(place, once)).tolist():
        where, number = place.item(i), page.item(i)
        total[where] += 1
        if label := prefix_of(pages[number].texts[i - start[number]]):
            seen.setdefault(where, {}).setdefault(label, set()).add(number)
    places_of_labels = [
        where
        for where, labels in seen.items()
        if sum(len(each) > 1 for each in labels.values()) > 1
        and sum(map(len, labels.values())) >= _PREFIXED * total[where]
    ]
    return np.array(sorted(places_of_labels), dtype=np.uint64)


def prefix_of(text: str) -> str:
    """The label that a text begins with; "" without one.

    >>> prefix_of("Price: $5"), prefix_of("Part # 12"), prefix_of("10:30"), prefix_of("http://a.com")
    ('Price', 'Part', '', '')
    """
    match = _PREFIX.match(text) if _SIGN.search(text, 0, LABEL + 3) else None
    return match[1] if match and is_name(match[1]) else ""


def without_prefix(text: str, label: str) -> str:
    """A value without the label that it begins with.

    >>> without_prefix("Price: $5", "Price"), without_prefix(": Tor Books", ""), without_prefix("A: b", "Price")
    ('$5', 'Tor Books', 'A: b')
    """
    match = _PREFIX.match(text) if label else None
    return (text[match.end() :] if match and match[1] == label else text).lstrip(" :\uff1a")


def _prefix_hash(text: str) -> int:
    """A hash of the label that a text begins with, the same in every process; 0 without one."""
    label = prefix_of(text)
    return int.from_bytes(blake2b(label.encode(), digest_size=8).digest(), "little") if label else 0


def pages_with(number: Numbers, page: Numbers, size: int, pages: int) -> Numbers:
    """How many different pages each number has; both count from 0."""
    return np.bincount(np.unique(number * pages + page) // max(1, pages), minlength=size)


def _once(place: Hashes, page: Numbers, n: int) -> Hashes:
    """The places that most of the pages that have them have once."""
    names, number = np.unique(place, return_inverse=True)
    pairs, times = np.unique(number * n + page, return_counts=True)
    single = np.bincount(pairs[times == 1] // n, minlength=len(names))
    return np.asarray(names[single >= _ONCE * np.bincount(pairs // n, minlength=len(names))])


class Slots:
    """The slots of some pages of one template: columns with an entry for each value, in the order of the pages."""

    def __init__(self, pages: Sequence[Leaves]) -> None:
        self.pages = pages
        self.places = places(pages)
        constant, keys = zip(*(self.places.read(each) for each in pages), strict=True)
        self._constant = constant
        self._values = values = [np.flatnonzero(~flags) for flags in constant]  # by page
        self.page: Numbers = np.repeat(np.arange(len(pages)), [len(each) for each in values])
        self.leaf: Numbers = np.concatenate(values)
        self.labels: list[str] = []  # the text of the label of each value; "" without one
        strong: list[Flags] = []
        for each, flags, chosen in zip(pages, constant, values, strict=True):
            label, certain = _labels(each, flags)
            self.labels += [each.texts[i] if i >= 0 else "" for i in label[chosen].tolist()]
            strong.append(certain[chosen])
        self.strong: Flags = np.concatenate(strong)  # whether the label is surely the value's
        self.keys, number = np.unique(
            np.concatenate([each[chosen] for each, chosen in zip(keys, values, strict=True)]), return_inverse=True
        )
        self.slot: Numbers = self._join(number)
        self.size = int(self.slot.max(initial=-1)) + 1
        self.slot_of_key = dict(zip(self.keys[number].tolist(), self.slot.tolist(), strict=True))

    def _join(self, number: Numbers) -> Numbers:
        """The slots, numbered in the order of the pages; those with the same label that no page has both are joined."""
        size = len(self.keys)
        total, strong = np.bincount(number, minlength=size), np.bincount(number, self.strong, minlength=size)
        by_slot: list[Counter[str]] = [Counter() for _ in range(size)]
        for slot, label in zip(number.tolist(), self.labels, strict=True):
            by_slot[slot][label] += 1
        groups: dict[str, list[int]] = {}
        for slot, labels in enumerate(by_slot):
            label, times = labels.most_common(1)[0]
            if label and times >= _STRONG * total[slot] and strong[slot] >= _STRONG * total[slot]:
                groups.setdefault(label, []).append(slot)
        pages: list[set[int]] = [set() for _ in range(size)]
        for slot, page in zip(number.tolist(), self.page.tolist(), strict=True):
            pages[slot].add(page)
        target = np.arange(size)
        for group in groups.values():
            sets = [pages[slot] for slot in group]
            if len(group) > 1 and sum(map(len, sets)) <= _OVERLAP * len(set().union(*sets)):
                target[group] = group[0]
        joined = target[number]
        names, first, renumbered = np.unique(joined, return_index=True, return_inverse=True)
        rank = np.empty(len(names), dtype=np.int64)
        rank[np.argsort(first)] = np.arange(len(names))
        return np.asarray(rank[renumbered])

    def share(self, flags: NDArray[Any]) -> NDArray[np.float64]:
        """The mean of a column of the values for each slot: of flags, the share that is set."""
        total = np.bincount(self.slot, minlength=self.size)
        return np.asarray(np.bincount(self.slot, np.asarray(flags, dtype=float), minlength=self.size) / total)

    def column(self, name: str) -> NDArray[Any]:
        """A column of the leaves, for the values."""
        return np.concatenate([getattr(each, name)[own] for each, own in zip(self.pages, self._values, strict=True)])

    @cached_property
    def sections(self) -> list[str]:
        """The usual heading above the values of each slot; "" without one."""
        counts: list[Counter[str]] = [Counter() for _ in range(self.size)]
        slot = iter(self.slot.tolist())
        for page, flags, own in zip(self.pages, self._constant, self._values, strict=True):
            above = last_true(flags & page.heading)[own]
            for i in above.tolist():
                counts[next(slot)][page.texts[i] if i >= 0 else ""] += 1
        return [each.most_common(1)[0][0] for each in counts]

    def header(self, slot: int) -> str:
        """The constant above the first value of a slot in its column of a table; "" without one."""
        first = int(np.flatnonzero(self.slot == slot)[0])
        number, i = self.page.item(first), self.leaf.item(first)
        page, constant = self.pages[number], self._constant[number]
        if not page.cell[i]:
            return ""
        tree, table = page.tree, page.node.item(i)
        while table > 0 and tree.tag[table] != _TABLE:
            table = tree.parent.item(table)
        start = int(page.node.searchsorted(table))
        above = np.flatnonzero((page.cell[start:i] == page.cell[i]) & constant[start:i]) + start
        names = (page.texts[j] for j in above.tolist() if page.row[j] != page.row[i])
        return next((each for each in names if len(each) <= LABEL and is_name(each)), "")

    @cached_property
    def texts(self) -> list[str]:
        """The text of each value."""
        return [each.texts[i] for each, own in zip(self.pages, self._values, strict=True) for i in own.tolist()]

    @cached_property
    def label_of_slot(self) -> list[str]:
        """The usual label of each slot; "" without one."""
        counts: list[Counter[str]] = [Counter() for _ in range(self.size)]
        for slot, label in zip(self.slot.tolist(), self.labels, strict=True):
            counts[slot][label] += 1
        return [each.most_common(1)[0][0] for each in counts]


def _labels(leaves: Leaves, constant: Flags) -> tuple[Numbers, Flags]:
    """For each text the constant that may be its label, -1 for none, and whether it surely is.

    That is the text before it, or the last constant in the same row, if it is short and no link; else the text after it
    in the same row, as in "12 reviews".
    """
    n = len(leaves)
    if not n:
        return np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.bool_)
    numbers = np.arange(n)
    before, after = np.maximum(numbers - 1, 0), np.minimum(numbers + 1, n - 1)
    may_be = constant & (leaves.length <= LABEL) & ~leaves.button & (leaves.labels | ~leaves.linked)
    for i in np.flatnonzero(may_be).tolist():
        may_be[i] = is_name(leaves.texts[i])
    last = np.where(numbers > 0, last_true(constant)[before], -1)
    # A constant at the end of a row belongs to the value before it there.
    trails = ~constant[before] & _together(leaves, numbers, before) & ~leaves.labels
    beside = _together(leaves, numbers, last)
    shared = (last >= 0) & may_be[last] & ((last == before) | beside) & (beside | ~trails[last])
    follows = ~shared & ~beside & may_be[after] & (after > numbers) & _together(leaves, numbers, after)
    label = np.where(shared, last, np.where(follows, after, -1))
    return label, np.asarray(follows | shared & (leaves.labels[label] | beside))


@lru_cache(maxsize=4096)  # the pages of a site have the same few
def is_name(text: str) -> bool:
    """Whether a text can name something: it has more letters than other characters.

    >>> is_name("ISBN-13:"), is_name("14 MP"), is_name("x")
    (True, False, False)
    """
    text = text.rstrip(" :\uff1a")
    letters = _NO_LETTERS.sub("", text)
    return len(letters) >= 2 and 2 * len(letters) > len(text) - text.count(" ")


def _together(leaves: Leaves, some: Numbers, others: Numbers) -> Flags:
    """Whether two texts are in one row or block."""
    row = leaves.row[some]
    same = (row >= 0) & (row == leaves.row[others]) | (leaves.block[some] == leaves.block[others])
    return np.asarray(same & (others >= 0))
