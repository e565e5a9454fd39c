"""Slots: the places of a template where its pages have values of their own.

Texts that most pages have at the same place are constants; all others are values. A place that a page has once is a
slot. The texts at a place that a page has several times, such as the second cells of a table, are told apart by the
constant before them: so a part that some pages lack does not shift the others.

OntoMiner (2005, section 6.2) aligns the segments of two pages; we align all pages of a sample at once, text by text.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from functools import cached_property, lru_cache
from hashlib import blake2b
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from weblode import kernels
from weblode.caches import regex
from weblode.details.columns import Numbers, PageTexts, count_distinct, first_uses, usual
from weblode.details.leaves import FLAGS, LABEL, Flags, Hashes, Leaves
from weblode.kernels.hashes import MORE, ODD, PlaceTable
from weblode.kernels.leaves import SIGNED, SIGNS
from weblode.tags import NUMBERS
from weblode.tree import Tree

_CONSTANT = 0.5  # the share of the pages that have a constant
_CERTAIN = 0.95  # the share from which a text is a constant even where other pages have another one
_ONCE = 0.8  # the share of its pages on which a place occurs once, for a slot
_STRONG = 0.8  # the share of a slot's texts that one label precedes, to join it with others of that label
_OVERLAP = 1.1  # slots with one label are one slot if hardly any page has both
_PREFIXED = 0.5  # the share of the texts at a place that begin with labels, to tell them apart by these
# A label that a value begins with. The second colon is that of Chinese and Japanese.
_PREFIX = regex("\\s*([^:\uff1a=#]{2,40}?)\\s*[:\uff1a=#]\\s*(?=[^\\s/])")
SIGNS_BEFORE = " :\uff1a"  # what a value may begin with after its label
_TABLE = NUMBERS["table"]
_LABELS = 0.7  # the share of the texts at a place that are constants, for a place of labels
_BEFORE_VALUES = 0.5  # the share of these that a value follows
_NO_LETTERS = regex(r"[\W\d_]+")
_ODD, _MORE = np.uint64(ODD), np.uint64(MORE)


def pair(one: Hashes, two: Hashes) -> Hashes:
    """A hash of each pair of hashes."""
    mixed = (one ^ (one >> np.uint64(29))) * _ODD ^ two * _MORE
    return np.asarray(mixed ^ (mixed >> np.uint64(32)))


class SlotReading(NamedTuple):
    """A page as read by the places of a template."""

    constant: Flags  # whether each text is a constant
    keys: Hashes  # the key of the slot of each text: its place, with the constant before it where a page has several
    share: float  # the share of the template's constants that the page has


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

    def __getstate__(self) -> dict[str, Any]:
        return {each.name: getattr(self, each.name) for each in fields(self)}  # a table of a kernel cannot be pickled

    @cached_property
    def table(self) -> PlaceTable:
        """The same as a table of a kernel."""
        columns = (self.known, self.constants, self.once, self.prefixed, self.labels)
        return kernels.fastest().place_table(*columns)

    def read(self, leaves: Leaves) -> SlotReading:
        """The constants and slots of a page; a page is read once by a template."""
        if leaves.last_reading is not None and leaves.last_reading[0] is self:
            return leaves.last_reading[1]

        hashes, of_node = (leaves.place, leaves.path, leaves.text), prefix_hash(leaves.tree)
        constant, keys, hits = self.table.read(hashes, leaves.row, leaves.cell, lambda i: of_node(leaves.node.item(i)))
        reading = SlotReading(constant, keys, self.share(hits))
        leaves.last_reading = (self, reading)
        return reading

    def share(self, hits: int) -> float:
        """The share of the constants that a page has, by their number."""
        return hits / max(1, len(self.constants))


# ---------------------------------------------------------------- places
def places(texts: PageTexts) -> Places:
    """The constants of some pages, and the places that they have once."""
    page = texts.page
    every = texts.column("place")
    names, number = kernels.fastest().numbered(every)
    shared = kernels.fastest().frequencies(number, page, len(names))[0] >= 2
    place = np.where(shared[number], every, texts.column("path"))
    names_used, at = kernels.fastest().numbered(place)
    constants, constant = _constants(texts, place)
    present, single = kernels.fastest().frequencies(at, page, len(names_used))
    once = single >= _ONCE * present
    labels = _label_places(at, page, constant, len(names_used))
    prefixed = _prefixed(texts, at, once)
    columns = (names[shared], constants, names_used[once], names_used[prefixed], names_used[labels])
    return Places(*(np.sort(each) for each in columns))


def _label_places(at: Numbers, page: Numbers, constant: Flags, size: int) -> Flags:
    """Whether nearly all texts of each place are constants that a value follows; `at` has the place of each text."""
    followed = np.zeros(len(at), dtype=np.bool_)
    followed[:-1] = (page[1:] == page[:-1]) & ~constant[1:] & (at[1:] != at[:-1])
    total, own = np.bincount(at, minlength=size), np.bincount(at[constant], minlength=size)
    before_values = np.bincount(at[constant & followed], minlength=size)
    return np.asarray((own >= _LABELS * total) & (own > 1) & (before_values >= _BEFORE_VALUES * own))


def _constants(texts: PageTexts, place: Hashes) -> tuple[Hashes, Flags]:
    """The pairs of place and text that most pages have, and whether each text is one of them."""
    n, page, row = len(texts.pages), texts.page, texts.row
    names, number = kernels.fastest().numbered(pair(place, texts.text))
    frequency, _ = kernels.fastest().frequencies(number, page, len(names))
    constants = frequency >= max(2, _CONSTANT * n)
    follows = np.concatenate(([False], page[1:] == page[:-1])) if len(page) else np.zeros(0, dtype=np.bool_)
    before = np.maximum(np.arange(len(page)) - 1, 0)
    apart = (place != place[before]) | ((row >= 0) & (row == row[before]))  # else both may be labels
    may_be = follows & apart & ~texts.column("labels") & (frequency[number] < _CERTAIN * n)
    # A text that follows a constant, where other pages have another text at the same place, is a value that many share.
    contexts, context = kernels.fastest().numbered(pair(pair(place[before], texts.text[before]), place))
    times = np.bincount(number, minlength=len(names))
    for _ in range(2):
        constant = constants[number]
        after = follows & constant[before] & ~_leads(row, constant)
        several = count_distinct(context[after], number[after], len(contexts))[context] >= 2
        several &= after & constant & may_be
        constants &= 2 * np.bincount(number[several], minlength=len(names)) <= times
    return names[constants], constants[number]


def _leads(row: NDArray[np.int32], constant: Flags) -> Flags:
    """Whether each text begins a row that goes on with a value: so it is a label, not a value."""
    begins = row != np.concatenate(([-1], row[:-1]))
    goes_on = (row == np.concatenate((row[1:], [-1]))) & ~np.concatenate((constant[1:], [True]))
    return np.asarray((row >= 0) & begins & goes_on)


def _prefixed(texts: PageTexts, at: Numbers, once: Flags) -> list[int]:
    """The places whose texts begin with labels, several of which are on several pages."""
    seen: dict[int, dict[str, set[int]]] = {}  # by place and label: the pages
    total = np.bincount(at, minlength=len(once))
    numbers = np.flatnonzero(texts.column("signed") & ~once[at])
    pages = texts.page[numbers].tolist()
    for text, where, page in zip(texts.strings(numbers), at[numbers].tolist(), pages, strict=True):
        if label := prefix_of(text):
            seen.setdefault(where, {}).setdefault(label, set()).add(page)
    return [
        where
        for where, labels in seen.items()
        if sum(len(each) > 1 for each in labels.values()) > 1
        and sum(map(len, labels.values())) >= _PREFIXED * total[where]
    ]


@lru_cache(maxsize=4096)
def prefix_of(text: str) -> str:
    """The label that a text begins with; "" without one.

    >>> prefix_of("Price: $5"), prefix_of("Part # 12"), prefix_of("10:30"), prefix_of("http://a.com")
    ('Price', 'Part', '', '')
    """
    match = _PREFIX.match(text) if SIGNS.search(text, 0, SIGNED) else None
    return match[1] if match and is_name(match[1]) else ""


def without_prefix(text: str, label: str) -> str:
    """A value without the label that it begins with.

    >>> without_prefix("Price: $5", "Price"), without_prefix(": Tor Books", ""), without_prefix("A: b", "Price")
    ('$5', 'Tor Books', 'A: b')
    """
    match = _PREFIX.match(text) if label else None
    return (text[match.end() :] if match and match[1] == label else text).lstrip(SIGNS_BEFORE)


def prefix_hash(tree: Tree) -> Callable[[int], int]:
    """A function of a text's node: a hash of the label that it begins with, the same in every process; 0 without."""

    return lambda u: _prefix_hash(*tree.lines((u,)))


@lru_cache(maxsize=4096)
def _prefix_hash(text: str) -> int:
    label = prefix_of(text)
    return int.from_bytes(blake2b(label.encode(), digest_size=8).digest(), "little") if label else 0


# ---------------------------------------------------------------- slots
class Slots:
    """The slots of some pages of one template: columns with an entry for each value, in the order of the pages."""

    def __init__(self, pages: Sequence[Leaves]) -> None:
        self.pages = pages
        self._all = PageTexts(pages)
        self.places = places(self._all)
        readings = [self.places.read(each) for each in pages]
        self._constant = np.concatenate([each.constant for each in readings])
        self._values: Numbers = np.flatnonzero(~self._constant)  # among the texts of all pages
        self.page: Numbers = self._all.page[self._values]
        self.leaf: Numbers = self._values - self._all.start[self.page]
        label, strong = _labels(self._all, self._constant)
        self.strong: Flags = strong[self._values]  # whether the label is surely the value's
        self._label, self._label_names = self._number_labels(label[self._values])
        keys = np.concatenate([each.keys for each in readings])[self._values]
        names, number = kernels.fastest().numbered(keys)
        self.slot: Numbers = self._join(number, len(names))
        self.size = int(self.slot.max(initial=-1)) + 1
        self.total = np.bincount(self.slot, minlength=self.size)  # values of each slot
        self._keys, self._slot_of_key = names, self.slot[first_uses(number)]

    def _number_labels(self, label: Numbers) -> tuple[Numbers, list[str]]:
        """The number of each value's label, and the labels by number, in the order of the values; 0 is "", for none."""
        numbers, names = {"": 0}, np.flatnonzero(np.bincount(label[label >= 0]))  # neighbours have one label
        texts = dict(zip(names.tolist(), self._all.strings(names), strict=True)) | {-1: ""}
        order, which = kernels.fastest().numbered((label + 1).view(np.uint64))
        own = [numbers.setdefault(texts[i - 1], len(numbers)) for i in order.tolist()]
        return np.array(own, dtype=np.int64)[which], list(numbers)

    def _join(self, number: Numbers, size: int) -> Numbers:
        """The slots, numbered in the order of the pages; those with the same label that no page has both are joined."""
        total, strong = np.bincount(number, minlength=size), np.bincount(number, self.strong, minlength=size)
        label, times = usual(number, self._label, size)
        certain = (label > 0) & (times >= _STRONG * total) & (strong >= _STRONG * total)
        groups: dict[int, list[int]] = {}
        for slot, own in zip(np.flatnonzero(certain).tolist(), label[certain].tolist(), strict=True):
            groups.setdefault(own, []).append(slot)
        pages, _ = kernels.fastest().frequencies(number, self.page, size)
        target = np.arange(size)
        several = [each for each in groups.values() if len(each) > 1]
        page_of, stops = (
            (self.page[np.argsort(number, kind="stable")], np.cumsum(total)) if several else (target, target)
        )
        for group in several:
            together = {page for slot in group for page in page_of[stops[slot] - total[slot] : stops[slot]].tolist()}
            if pages[group].sum() <= _OVERLAP * len(together):
                target[group] = group[0]
        return kernels.fastest().numbered(target[number].view(np.uint64))[1]

    def keys_of(self, slot: int) -> list[int]:
        """The keys of a slot."""
        keys: list[int] = self._keys[self._slot_of_key == slot].tolist()
        return keys

    def share(self, flags: NDArray[Any]) -> NDArray[np.float64]:
        """The mean of a column of the values for each slot: of flags, the share that is set."""
        return np.asarray(np.bincount(self.slot, np.asarray(flags, dtype=float), minlength=self.size) / self.total)

    @cached_property
    def flag_shares(self) -> dict[str, NDArray[np.float64]]:
        """For each of the `FLAGS` the share of each slot's values that have it."""
        bits = np.array(list(FLAGS.values()), dtype=np.int32)
        flags = self._all.flags[self._values][self._order, np.newaxis] & bits > 0
        counts = np.add.reduceat(flags, np.cumsum(self.total) - self.total, axis=0, dtype=np.int64)
        return dict(zip(FLAGS, (counts / self.total[:, np.newaxis]).T, strict=True))

    def column(self, name: str) -> NDArray[Any]:
        """A column of the leaves, for the values."""
        return np.asarray(self._all.column(name)[self._values])

    @cached_property
    def repeated(self) -> Flags:
        """Whether the page of each value has its text elsewhere too."""
        apart = self._all.text + self._all.page.astype(np.uint64) * _ODD  # keeps the texts of different pages apart
        names, number = kernels.fastest().numbered(apart)
        return np.asarray(np.bincount(number, minlength=len(names))[number[self._values]] > 1)

    @cached_property
    def of_slot(self) -> list[Numbers]:
        """The values of each slot, in the order of the pages."""
        stops = np.cumsum(self.total).tolist()
        return [self._order[start:stop] for start, stop in zip([0, *stops], stops, strict=False)]

    @cached_property
    def _order(self) -> Numbers:
        """The values, sorted by their slots."""
        return np.argsort(self.slot, kind="stable")

    @cached_property
    def _headings(self) -> Numbers:
        """The last heading before each value that is a constant, -1 for none."""
        return self._all.last_true(self._constant & self._all.column("heading"))[self._values]

    def section(self, slot: int) -> str:
        """The usual heading above the values of a slot; "" without one."""
        above = self._headings[self.of_slot[slot]]
        numbers = np.flatnonzero(np.bincount(above[above >= 0]))
        texts: dict[int, str] = dict(zip(numbers.tolist(), self._all.strings(numbers), strict=True))
        return Counter(texts.get(i, "") for i in above.tolist()).most_common(1)[0][0]

    def header(self, slot: int) -> str:
        """The constant above the first value of a slot in its column of a table; "" without one."""
        first = self.of_slot[slot].item(0)
        number, i = self.page.item(first), self.leaf.item(first)
        page = self.pages[number]
        if not page.cell[i]:
            return ""
        constant = self._constant[self._all.start[number] : self._all.start[number + 1]]
        tree, table = page.tree, page.node.item(i)
        while table > 0 and tree.tag[table] != _TABLE:
            table = tree.parent.item(table)
        start = int(page.node.searchsorted(table))
        above = (page.cell[start:i] == page.cell[i]) & constant[start:i] & (page.length[start:i] <= LABEL)
        above &= page.row[start:i] != page.row[i]
        return next(filter(is_name, tree.lines(page.node[start:i][above].tolist())), "")

    @cached_property
    def texts(self) -> list[str]:
        """The text of each value."""
        return self._all.strings(self._values)

    @cached_property
    def folded(self) -> list[str]:
        """The text of each value without the case of its letters."""
        return [each.casefold() for each in self.texts]

    @cached_property
    def label_of_slot(self) -> list[str]:
        """The usual label of each slot; "" without one."""
        return [self._label_names[i] for i in self._usual_label.tolist()]

    def strong_label(self, slot: int) -> tuple[str, int]:
        """The usual label of the values of a slot that surely have one, and how many have it; "" without any."""
        own = self.of_slot[slot]
        labels = self._label[own[self.strong[own]]].tolist()
        label, times = Counter(labels).most_common(1)[0] if labels else (0, 0)
        return self._label_names[label], times

    @cached_property
    def _usual_label(self) -> Numbers:
        return usual(self.slot, self._label, self.size)[0]

    @property
    def has_usual_label(self) -> Flags:
        """Whether each value has the usual label of its slot, and that has one."""
        own = self._usual_label[self.slot]
        return np.asarray((self._label == own) & (own > 0))


def _labels(texts: PageTexts, constant: Flags) -> tuple[Numbers, Flags]:
    """For each text the constant that may be its label, -1 for none, and whether it surely is.

    That is the text before it, or the last constant in the same row, if it is short and no link; else the text after it
    in the same row, as in "12 reviews".
    """
    if not len(constant):
        return np.zeros(0, dtype=np.int64), constant
    numbers, first, stop = np.arange(len(constant)), texts.start[texts.page], texts.start[texts.page + 1]
    before, after = np.maximum(numbers - 1, first), np.minimum(numbers + 1, stop - 1)
    labels, block = texts.column("labels"), texts.column("block")
    may_be = constant & (texts.column("length") <= LABEL) & (texts.flags & FLAGS["button"] == 0)
    may_be &= labels | (texts.flags & FLAGS["linked"] == 0)
    may_be[may_be] = _are_names(texts, np.flatnonzero(may_be))

    def together(others: Numbers) -> Flags:
        """Whether each text is in one row or block with another one."""
        same = (texts.row >= 0) & (texts.row == texts.row[others]) | (block == block[others])
        return np.asarray(same & (others >= 0))

    last = np.where(numbers > first, texts.last_true(constant)[before], -1)
    # A constant at the end of a row belongs to the value before it there.
    trails = ~constant[before] & together(before) & ~labels
    beside = together(last)
    shared = (last >= 0) & may_be[last] & ((last == before) | beside) & (beside | ~trails[last])
    follows = ~shared & ~beside & may_be[after] & (after > numbers) & together(after)
    label = np.where(shared, last, np.where(follows, after, -1))
    return label, np.asarray(follows | shared & (labels[label] | beside))


def _are_names(texts: PageTexts, numbers: Numbers) -> Flags:
    """Whether each of some texts can name something; white space does not matter."""
    _, own = kernels.fastest().numbered(texts.text[numbers])
    return np.array([is_name(text) for text in texts.strings(numbers[first_uses(own)])], dtype=np.bool_)[own]


@lru_cache(maxsize=4096)  # the pages of a site have the same few
def is_name(text: str) -> bool:
    """Whether a text can name something: it has more letters than other characters.

    >>> is_name("ISBN-13:"), is_name("14 MP"), is_name("x")
    (True, False, False)
    """
    text = text.rstrip(" :\uff1a")
    letters = _NO_LETTERS.sub("", text)
    return len(letters) >= 2 and 2 * len(letters) > len(text) - text.count(" ")
