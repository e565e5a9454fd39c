# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, freethreading_compatible=True
"""The compiled twin of `hashes.py`, which explains it."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free

from os import urandom

import numpy as np

from weblode.kernels import hashes as definition

cdef enum:
    KNOWN = 1, ONCE = 2, PREFIXED = 4, LABELS = 8, USED = 16
assert (KNOWN, ONCE, PREFIXED, LABELS) == (
    definition.KNOWN, definition.ONCE, definition.PREFIXED, definition.LABELS
)
cdef uint64_t ODD = definition.ODD, MORE = definition.MORE
cdef size_t MOST = 0x3FFFFFFF  # entries of a table

# Tables start from a number that no page can know: else a page could be made of which all hashes fall into one slot.
cdef uint64_t SECRET = <uint64_t>int.from_bytes(urandom(8), "little")


cdef inline uint64_t pair(uint64_t one, uint64_t two) noexcept nogil:
    cdef uint64_t mixed = ((one ^ (one >> 29)) * ODD) ^ (two * MORE)
    return mixed ^ (mixed >> 32)


cdef inline uint64_t scattered(uint64_t x) noexcept nogil:
    x = (x ^ (x >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
    x = (x ^ (x >> 27)) * <uint64_t>0x94D049BB133111EB
    return x ^ (x >> 31)


# ---------------------------------------------------------------- a table
cdef struct Entry:
    uint64_t key
    uint32_t group
    int32_t number  # from 1; 0 where there is no entry


cdef class Table:
    """Numbers by pairs of a hash and a group, for a known number of entries."""

    cdef Entry *entries
    cdef size_t mask, used

    def __cinit__(self, size_t most):
        cdef size_t room = 16
        if most > MOST:
            raise OverflowError(f"{most} hashes, more than can be numbered")
        while 2 * room < 3 * most:
            room *= 2
        self.entries = <Entry *>calloc(room, sizeof(Entry))
        if self.entries == NULL:
            raise MemoryError
        self.mask = room - 1

    def __dealloc__(self):
        free(self.entries)

    cdef inline Entry *find(self, uint64_t key, uint32_t group) noexcept nogil:
        """The entry of a hash and a group, or the free one for it."""
        cdef size_t slot = scattered(scattered(key + SECRET) ^ group) & self.mask
        cdef Entry *entry = self.entries + slot
        while entry.number and (entry.key != key or entry.group != group):
            slot = (slot + 1) & self.mask
            entry = self.entries + slot
        return entry

    cdef inline Entry *add(self, uint64_t key, uint32_t group) noexcept nogil:
        """The entry of a hash and a group, which is made, with the next number, if there is none."""
        cdef Entry *entry = self.find(key, group)
        if entry.number == 0:
            self.used += 1
            entry.key, entry.group, entry.number = key, group, <int32_t>self.used
        return entry


def numbered(const uint64_t[::1] hashes):
    """The different hashes, in the order of their first use, and the number of each entry's hash among them."""
    cdef Py_ssize_t n = hashes.shape[0], i
    cdef Table table = Table(n)
    cdef size_t before
    cdef int64_t number
    names, numbers = np.empty(n, dtype=np.uint64), np.empty(n, dtype=np.int64)
    cdef uint64_t[::1] to_names = names
    cdef int64_t[::1] to_numbers = numbers
    for i in range(n):
        before = table.used
        number = table.add(hashes[i], 0).number - 1
        if table.used > before:
            to_names[number] = hashes[i]
        to_numbers[i] = number
    return names[: table.used].copy(), numbers


def distinct(const int64_t[::1] groups, const uint64_t[::1] hashes, Py_ssize_t size):
    """How many different hashes each group has; ValueError for a group beyond `size`."""
    cdef Py_ssize_t n = hashes.shape[0], i
    cdef Table table = Table(n)
    cdef size_t before
    if groups.shape[0] != n or not 0 <= size <= MOST:
        raise ValueError("columns of different lengths, or too many groups")
    counts = np.zeros(size, dtype=np.int64)
    cdef int64_t[::1] to_counts = counts
    for i in range(n):
        if not 0 <= groups[i] < size:
            raise ValueError(f"group {groups[i]} of {size}")
        before = table.used
        table.add(hashes[i], <uint32_t>groups[i])
        to_counts[groups[i]] += table.used > before
    return counts


def frequencies(const int64_t[::1] groups, const int64_t[::1] pages, Py_ssize_t size):
    """On how many pages each group is, and on how many once; ValueError for a group beyond `size`."""
    cdef Py_ssize_t n = groups.shape[0], i
    cdef int64_t group
    if pages.shape[0] != n or size < 0:
        raise ValueError("columns of different lengths")
    counts, single = np.zeros(size, dtype=np.int64), np.zeros(size, dtype=np.int64)
    # The first entry of each group on its last page, and how many of it that page has.
    firsts, numbers = np.zeros(size, dtype=np.int64), np.zeros(size, dtype=np.int64)
    cdef int64_t[::1] to_counts = counts, to_single = single, first = firsts, times = numbers
    for i in range(n):
        group = groups[i]
        if not 0 <= group < size:
            raise ValueError(f"group {group} of {size}")
        if times[group] and pages[first[group]] == pages[i]:
            to_single[group] -= times[group] == 1
            times[group] += 1
        else:
            to_counts[group] += 1
            to_single[group] += 1
            first[group], times[group] = i, 1
    return counts, single


def shared(const uint64_t[::1] one, const uint64_t[::1] two):
    """How many hashes two columns have in common, both sorted and without repeats."""
    cdef Py_ssize_t i = 0, j = 0, n = one.shape[0], m = two.shape[0], count = 0
    cdef uint64_t first, second
    while i < n and j < m:
        first, second = one[i], two[j]
        count += first == second
        i += first <= second
        j += second <= first
    return count


# ---------------------------------------------------------------- templates
cdef class PlaceTable:
    """The places of a template: reads the slots of a page."""

    cdef Table bits, constants

    def __init__(self, known, const uint64_t[::1] constants, once, prefixed, labels):
        cdef Py_ssize_t i
        self.bits = Table(len(known) + len(once) + len(prefixed) + len(labels))
        self.constants = Table(constants.shape[0])
        self.mark(KNOWN, known)
        self.mark(ONCE, once)
        self.mark(PREFIXED, prefixed)
        self.mark(LABELS, labels)
        for i in range(constants.shape[0]):
            self.constants.add(constants[i], 0)

    cdef int mark(self, int64_t bit, const uint64_t[::1] column) except -1:
        """Note a bit of the places of a column; the number of an entry is its bits and one more, `USED`."""
        cdef Py_ssize_t i
        cdef Entry *entry
        for i in range(column.shape[0]):
            entry = self.bits.find(column[i], 0)
            entry.key = column[i]
            entry.number |= bit | USED
        return 0

    def read(self, hashes, const int32_t[::1] row, const int32_t[::1] cell, prefix):
        """Constants, keys of slots, and how many different constants the page has; see the definition."""
        cdef const uint64_t[::1] place, path, text
        place, path, text = hashes
        cdef Py_ssize_t n = place.shape[0], i, near
        if not (path.shape[0] == text.shape[0] == row.shape[0] == cell.shape[0] == n):
            raise ValueError("columns of different lengths")
        flags, keys, ats = np.empty(n, dtype=np.bool_), np.empty(n, dtype=np.uint64), np.empty(n, dtype=np.uint64)
        bits, anchors = np.empty(n, dtype=np.uint8), np.empty(n, dtype=np.int64)
        cdef uint8_t[::1] constant = flags, of_place = bits
        cdef uint64_t[::1] to_keys = keys, at = ats
        cdef int64_t[::1] anchor = anchors
        cdef int hits = self.recognise(place, path, text, constant, of_place, at)
        cdef uint64_t code, own
        find_anchors(constant, row, anchor)
        for i in range(n):
            if of_place[i] & ONCE:
                to_keys[i] = at[i]
                continue
            near = anchor[i]
            code = text[near] if near >= 0 else 0
            if of_place[i] & PREFIXED and not constant[i]:
                own = prefix(i)
                code = own if own else code
            to_keys[i] = pair(at[i], code + <uint64_t>cell[i] * MORE)
        return flags, keys, hits

    cdef int recognise(
        self, const uint64_t[::1] place, const uint64_t[::1] path, const uint64_t[::1] text,
        uint8_t[::1] constant, uint8_t[::1] bits, uint64_t[::1] at
    ) except -1:
        """Note the place of each text, what is known of it, and whether it is a constant; how many there are."""
        cdef Py_ssize_t i, n = place.shape[0]
        cdef Entry *entry
        cdef int64_t own
        cdef int hits = 0
        cdef uint8_t *seen = <uint8_t *>calloc(self.constants.used + 1, 1)
        if seen == NULL:
            raise MemoryError
        for i in range(n):
            at[i] = place[i]
            own = self.bits.find(place[i], 0).number
            if not own & KNOWN:
                at[i] = path[i]
                own = self.bits.find(path[i], 0).number
            entry = self.constants.find(pair(at[i], text[i]), 0)
            if entry.number:
                hits += not seen[entry.number]
                seen[entry.number] = 1
            bits[i] = own & (USED - 1)
            constant[i] = entry.number > 0 or own & LABELS > 0
        free(seen)
        return hits


cdef int find_anchors(const uint8_t[::1] constant, const int32_t[::1] row, int64_t[::1] anchor) except -1:
    """Note for each text the constant that tells it apart, -1 for none; see `anchors` of the definition."""
    cdef Py_ssize_t n = constant.shape[0], i, near = n
    for i in range(n - 1, -1, -1):
        if constant[i]:
            near = i
        anchor[i] = near if row[i] >= 0 and near < n and row[near] == row[i] else -1
    near = -1
    for i in range(n):
        if constant[i]:
            near = i
        if anchor[i] < 0 or (near >= 0 and row[near] == row[i]):
            anchor[i] = near
    return 0


cdef class SlotTable:
    """The attributes of a template by the keys of their slots."""

    cdef Table table

    def __init__(self, const uint64_t[::1] keys, const int32_t[::1] attributes):
        cdef Py_ssize_t i
        cdef Entry *entry
        if keys.shape[0] != attributes.shape[0]:
            raise ValueError("columns of different lengths")
        self.table = Table(keys.shape[0])
        for i in range(keys.shape[0]):
            entry = self.table.find(keys[i], 0)
            if entry.number == 0 and attributes[i] >= 0:
                entry.key, entry.number = keys[i], attributes[i] + 1

    def values(self, const uint8_t[::1] constant, const uint64_t[::1] keys):
        """The texts that are values, each with the number of its attribute."""
        cdef Py_ssize_t i, n = keys.shape[0]
        cdef int64_t number
        cdef list found = []
        if constant.shape[0] != n:
            raise ValueError("columns of different lengths")
        for i in range(n):
            if not constant[i]:
                number = self.table.find(keys[i], 0).number
                if number:
                    found.append((i, number - 1))
        return found
