"""Columns of hashes: numbered, counted, looked up; and the slots of a page's texts by a template's places.

The reference implementation, in Python. `weblode.details.slots` explains places, constants and slots.
"""

from collections import Counter
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from weblode.kernels.leaves import leaves
from weblode.kernels.signatures import signatures

Hashes = NDArray[np.uint64]
Numbers = NDArray[np.int64]
Flags = NDArray[np.bool_]
InSlot = tuple[int, int, int]  # a value: the number of its attribute, its node and its link

ODD, MORE = 0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F
KNOWN, ONCE, PREFIXED, LABELS = 1, 2, 4, 8  # what is known of a place
_MASK = 2**64 - 1


def pair(one: int, two: int) -> int:
    """A hash of a pair of hashes."""
    mixed = ((one ^ (one >> 29)) * ODD & _MASK) ^ (two * MORE & _MASK)
    return mixed ^ (mixed >> 32)


def numbered(hashes: Hashes) -> tuple[Hashes, Numbers]:
    """The different hashes, in the order of their first use, and the number of each entry's hash among them."""
    numbers: dict[int, int] = {}
    column = [numbers.setdefault(each, len(numbers)) for each in hashes.tolist()]
    return np.array(list(numbers), dtype=np.uint64), np.array(column, dtype=np.int64)


def distinct(groups: Numbers, hashes: Hashes, size: int) -> Numbers:
    """How many different hashes each of `size` groups has; `groups` has the number of each entry's."""
    counts = np.zeros(size, dtype=np.int64)
    for group, _ in set(zip(groups.tolist(), hashes.tolist(), strict=True)):
        counts[group] += 1
    return counts


def frequencies(groups: Numbers, pages: Numbers, size: int) -> tuple[Numbers, Numbers]:
    """On how many pages each of `size` groups is, and on how many once; the entries of a page stand together."""
    counts, single = np.zeros(size, dtype=np.int64), np.zeros(size, dtype=np.int64)
    for (group, _), times in Counter(zip(groups.tolist(), pages.tolist(), strict=True)).items():
        counts[group] += 1
        single[group] += times == 1
    return counts, single


def shared(one: Hashes, two: Hashes) -> int:
    """How many hashes two columns have in common, both sorted and without repeats."""
    return len(set(one.tolist()) & set(two.tolist()))


class PlaceTable:
    """The places of a template: reads the slots of a page.

    The columns are those of `weblode.details.slots.Places`.
    """

    def __init__(self, of_pages: Hashes, constants: Hashes, once: Hashes, prefixed: Hashes, labels: Hashes) -> None:
        self._bits: dict[int, int] = {}
        for bit, column in ((KNOWN, of_pages), (ONCE, once), (PREFIXED, prefixed), (LABELS, labels)):
            for each in column.tolist():
                self._bits[each] = self._bits.get(each, 0) | bit
        self._constants = frozenset(constants.tolist())

    def read(
        self,
        hashes: Sequence[Hashes],
        row: NDArray[np.int32],
        cell: NDArray[np.int32],
        prefix: Callable[[int], int],
    ) -> tuple[Flags, Hashes, int]:
        """Whether each text is a constant, the key of its slot, and how many different constants the page has.

        `hashes` are place, path and text; `prefix` gives a hash of the label that a text begins with, 0 without one.
        """
        place, path, text = (column.tolist() for column in hashes)
        at = [each if self._bits.get(each, 0) & KNOWN else other for each, other in zip(place, path, strict=True)]
        bits = [self._bits.get(each, 0) for each in at]
        pairs = [pair(*each) for each in zip(at, text, strict=True)]
        constant = [each in self._constants or own & LABELS > 0 for each, own in zip(pairs, bits, strict=True)]
        keys = []
        for i, near in enumerate(anchors(constant, row.tolist())):
            if bits[i] & ONCE:
                keys.append(at[i])
                continue
            anchor = text[near] if near >= 0 else 0
            if bits[i] & PREFIXED and not constant[i]:
                anchor = prefix(i) or anchor
            keys.append(pair(at[i], (anchor + int(cell[i]) * MORE) & _MASK))
        hits = len(self._constants.intersection(pairs))
        return np.array(constant, dtype=np.bool_), np.array(keys, dtype=np.uint64), hits


def anchors(constant: Sequence[bool], row: Sequence[int]) -> list[int]:
    """For each text the constant that tells it apart, -1 for none.

    That is the one before it, or itself; or one after it in its row, as in "12 reviews", if there is none before it
    there.
    """
    n = len(constant)
    after, following = [n] * n, n
    for i in range(n - 1, -1, -1):
        following = i if constant[i] else following
        after[i] = following
    result, before = [], -1
    for i in range(n):
        before = i if constant[i] else before
        own = row[i] >= 0 and after[i] < n and row[after[i]] == row[i]
        result.append(after[i] if own and not (before >= 0 and row[before] == row[i]) else before)
    return result


class SlotTable:
    """The attributes of a template by the keys of their slots."""

    def __init__(self, keys: Hashes, attributes: NDArray[np.int32]) -> None:
        """`attributes` has the number of each key's; of several with one key the first counts."""
        self._attributes: dict[int, int] = {}
        for key, attribute in zip(keys.tolist(), attributes.tolist(), strict=True):
            self._attributes.setdefault(key, attribute)

    def values(self, constant: Flags, keys: Hashes) -> list[tuple[int, int]]:
        """The texts that are values, each with the number of its attribute."""
        pairs = zip(constant.tolist(), keys.tolist(), strict=True)
        return [
            (i, self._attributes[key]) for i, (fixed, key) in enumerate(pairs) if not fixed and key in self._attributes
        ]


def slot_values(
    buffer: bytes,
    columns: Sequence[NDArray[np.int32]],
    codes: Hashes,
    traits: NDArray[np.int32],
    places: PlaceTable,
    slots: SlotTable,
    prefix: Callable[[int], int],
) -> tuple[list[InSlot], int]:
    """The values of a page by a template, and how many different constants of it the page has.

    As `signatures`, `leaves`, `PlaceTable.read` and `SlotTable.values` one after another; `prefix` takes a node.
    """
    parent, _, tag, _, _, start = columns
    signed = signatures(buffer, start, tag, parent, codes)
    (_, node, row, cell, _, _, link), hashes, _ = leaves(buffer, columns, signed, traits)
    constant, keys, hits = places.read(tuple(hashes), row, cell, lambda i: prefix(int(node[i])))
    return [(which, int(node[i]), int(link[i])) for i, which in slots.values(constant, keys)], hits
