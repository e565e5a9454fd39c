# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, freethreading_compatible=True
"""The compiled twin of `signatures.py`, `leaves.py` and `hashes.py`, which explain it.

They are one module, so that `slot_values` reads a page by a template in one go.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memchr, memcmp

from os import urandom

import numpy as np

from weblode.kernels import hashes, signatures as signing
from weblode.kernels import leaves as definition

# ---------------------------------------------------------------- signatures
cdef uint64_t BASIS = signing.BASIS, PRIME = signing.PRIME
cdef uint8_t DIGIT = signing.DIGIT, BETWEEN = signing.BETWEEN
cdef uint8_t[256] SIGNS
cdef object property_code = signing.property_code
assert (signing.NAMES, signing.PROPERTY) == ((b"class", b"id"), b"itemprop")
assert (signing.BY_NAMES, signing.BY_TAGS) == (0, 1)


cdef int prepare_signs() except -1:
    """Fill the table of what stands for each byte."""
    cdef int byte
    for byte in range(256):
        SIGNS[byte] = BETWEEN if byte in signing.SPACES else DIGIT if 48 <= byte <= 57 else byte
    return 0


prepare_signs()


cdef inline uint64_t mixed(uint64_t code) noexcept nogil:
    """A number whose bits all depend on all bits of another one."""
    code = (code ^ (code >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
    code = (code ^ (code >> 27)) * <uint64_t>0x94D049BB133111EB
    return code ^ (code >> 31)


cdef int element(const uint8_t *text, const uint8_t *stop, uint64_t *code, uint64_t *added) except -1:
    """Add an element's class and id to a hash, and its itemprop to a number.

    `text` to `stop` are its attributes, each part ended by a zero.
    """
    cdef const uint8_t *value
    cdef const uint8_t *end
    cdef Py_ssize_t size
    cdef uint8_t sign, last
    cdef uint64_t own = code[0]
    while text < stop:
        value = text  # names are short: this is faster than memchr
        while value < stop and value[0]:
            value += 1
        if value == stop:
            break
        size = value - text
        value += 1
        if (size == 5 and not memcmp(text, b"class", 5)) or (size == 2 and not memcmp(text, b"id", 2)):
            own = (own ^ <uint64_t>size) * PRIME
            last = BETWEEN
            while value < stop and value[0]:
                sign = SIGNS[value[0]]
                if sign != last or (sign != BETWEEN and sign != DIGIT):
                    own = (own ^ sign) * PRIME
                last = sign
                value += 1
            text = value + 1
            continue
        end = <const uint8_t *>memchr(value, 0, stop - value)
        if end == NULL:
            end = stop
        if size == 8 and not memcmp(text, b"itemprop", 8):
            added[0] += <uint64_t>property_code(value[: end - value])
        text = end + 1
    code[0] = own
    return 0


cdef int sign(
    const uint8_t[::1] buffer, const int32_t[::1] start, const int32_t[::1] tag, const int32_t[::1] parent,
    const uint64_t[::1] codes, uint64_t *by_names, uint64_t *by_tags
) except -1:
    """Write the two signatures of each node; ValueError if the columns are not those of a tree."""
    cdef Py_ssize_t n = tag.shape[0], u
    cdef int32_t above
    cdef uint64_t own, plain, more
    cdef const uint8_t *text = &buffer[0] if buffer.shape[0] else NULL
    if start.shape[0] != n + 1 or parent.shape[0] != n:
        raise ValueError("columns of different lengths")
    cdef uint64_t *added = <uint64_t *>malloc((n + 1) * sizeof(uint64_t))  # what itemprops above each node add
    if added == NULL:
        raise MemoryError
    try:
        for u in range(n):
            above = parent[u]
            if above >= u or not 0 <= tag[u] < codes.shape[0] or not 0 <= start[u] <= start[u + 1] <= buffer.shape[0]:
                raise ValueError(f"node {u} has tag {tag[u]}, parent {above}, text at {start[u]} to {start[u + 1]}")
            own = plain = BASIS
            more = 0
            if above >= 0:
                more = added[above]
                own, plain = by_names[above] - more, by_tags[above] - more
            if tag[u]:
                own, plain = mixed(own ^ codes[tag[u]]), mixed(plain ^ codes[tag[u]])
                if start[u] < start[u + 1]:
                    element(text + start[u], text + start[u + 1], &own, &more)
            added[u] = more
            by_names[u], by_tags[u] = own + more, plain + more
    finally:
        free(added)
    return 0


def signatures(
    const uint8_t[::1] buffer,
    const int32_t[::1] start,
    const int32_t[::1] tag,
    const int32_t[::1] parent,
    const uint64_t[::1] codes,
):
    """Two signatures of each node; ValueError if the columns are not those of a tree."""
    result = np.empty((2, tag.shape[0]), dtype=np.uint64)
    cdef uint64_t[:, ::1] to_result = result
    cdef bint any_node = tag.shape[0] > 0
    cdef uint64_t *by_names = &to_result[0, 0] if any_node else NULL
    sign(buffer, start, tag, parent, codes, by_names, &to_result[1, 0] if any_node else NULL)
    return result


# ---------------------------------------------------------------- leaves
cdef enum:
    ROW = 1, LABEL = 2, HEADER = 4, HEADING = 8, FIRST = 16, ITEM = 32, CONTROL = 64, BUTTON = 128, CELL = 256
    TITLE = 512, LINK = 1024, UNSEEN = 2048, HOLDS = 4096, SIDE = 8192, FIGURE = 16384, QUOTE = 32768
    IS_LABEL = 1, IS_TERM = 2, IS_LINKED = 4, IS_BESIDE = 8, IS_HEADING = 16, IS_FIRST = 32, IS_ITEM = 64
    IS_CONTROL = 128, IS_BUTTON = 256, IS_TITLE = 512, IS_SIGNED = 1024
    LEVELS = 6, NEAR = 3, LINKS = 4, SIGNED = 43, BROKEN = 2, ROWS = 7
assert (ROW, LABEL, HEADER, HEADING, FIRST, ITEM, CONTROL, BUTTON, CELL) == (
    definition.ROW, definition.LABEL, definition.HEADER, definition.HEADING, definition.FIRST, definition.ITEM,
    definition.CONTROL, definition.BUTTON, definition.CELL,
)
assert (TITLE, LINK, UNSEEN, HOLDS, SIDE, FIGURE, QUOTE) == (
    definition.TITLE, definition.LINK, definition.UNSEEN, definition.HOLDS, definition.SIDE, definition.FIGURE,
    definition.QUOTE,
)
assert (IS_LABEL, IS_TERM, IS_LINKED, IS_BESIDE, IS_HEADING, IS_FIRST, IS_ITEM, IS_CONTROL, IS_BUTTON, IS_TITLE) == (
    definition.IS_LABEL, definition.IS_TERM, definition.IS_LINKED, definition.IS_BESIDE, definition.IS_HEADING,
    definition.IS_FIRST, definition.IS_ITEM, definition.IS_CONTROL, definition.IS_BUTTON, definition.IS_TITLE,
)
assert (IS_SIGNED, LEVELS, NEAR, LINKS, SIGNED, BROKEN, ROWS) == (
    definition.IS_SIGNED, definition.LEVELS, definition.NEAR, definition.LINKS, definition.SIGNED, definition.BROKEN,
    definition.ROWS,
)
assert (definition.ENDS, definition.SIGNS.pattern) == ((":", "\uff1a"), "[:\uff1a=#]")

cdef enum:
    WHITE = 1, WORD = 2, SKIPPED = 4, SIGN = 8
cdef uint8_t[128] KINDS


cdef int prepare_kinds() except -1:
    """Fill the table of what each byte is: white space, a letter or digit, no part of a hash, the end of a label."""
    cdef int byte
    for byte in range(128):
        KINDS[byte] = WHITE if chr(byte).isspace() else WORD if chr(byte).isalnum() else 0
        KINDS[byte] |= SKIPPED if byte in definition.SPACES else 0
        KINDS[byte] |= SIGN if definition.SIGNS.search(chr(byte)) else 0
    return 0


prepare_kinds()


cdef struct Said:  # what a text itself says
    uint64_t code
    int32_t length
    bint words, colon, signed


cdef struct Around:  # what is known of a node
    int64_t before  # the bytes of text before it
    int32_t quotes  # the quotations before it
    int32_t holder  # the nearest element from it up that begins a line or is a cell
    int32_t rank, cells  # its number among the cells of its parent; the cells below it
    int32_t inside  # whether it is in a link, or beside the main content


cdef inline Py_UCS4 character(const uint8_t *s, Py_ssize_t left, int *size) noexcept nogil:
    """The character beyond ASCII that bytes of UTF-8 begin with, and how many they are."""
    if s[0] >= 0xF0 and left >= 4:
        size[0] = 4
        return (s[0] & 7) << 18 | (s[1] & 63) << 12 | (s[2] & 63) << 6 | (s[3] & 63)
    if s[0] >= 0xE0 and left >= 3:
        size[0] = 3
        return (s[0] & 15) << 12 | (s[1] & 63) << 6 | (s[2] & 63)
    if s[0] >= 0xC0 and left >= 2:
        size[0] = 2
        return (s[0] & 31) << 6 | (s[1] & 63)
    size[0] = 1
    return 0xFFFD


cdef void measure(const uint8_t *s, const uint8_t *stop, Said *said) noexcept:
    """Read a text: its hash, and what it is on one line."""
    cdef uint64_t code = <uint64_t>0xCBF29CE484222325
    cdef int32_t length = 0
    cdef uint8_t kind
    cdef int size, i
    cdef bint space = False, words = False, colon = False, signed_ = False
    cdef Py_UCS4 c
    while s < stop:
        if s[0] < 128:
            kind = KINDS[s[0]]
            if not kind & SKIPPED:
                code = (code ^ s[0]) * <uint64_t>0x100000001B3
            if kind & WHITE:
                space = length > 0
            else:
                length += 1 + space
                space = False
                words = words or kind & WORD
                colon = s[0] == c":"
                signed_ = signed_ or (kind & SIGN and length <= SIGNED)
            s += 1
            continue
        c = character(s, stop - s, &size)
        for i in range(size):
            code = (code ^ s[i]) * <uint64_t>0x100000001B3
        s += size
        if is_white(c):
            space = length > 0
            continue
        length += 1 + space
        space = False
        words = words or c.isalnum()
        colon = c == 0xFF1A
        signed_ = signed_ or (colon and length <= SIGNED)
    said.code, said.length, said.words, said.colon, said.signed = code, length, words, colon, signed_


cdef inline bint is_white(Py_UCS4 c) noexcept nogil:
    """Whether a character beyond ASCII is white space for Python."""
    if c < 0x1680:
        return c == 0xA0 or c == 0x85
    return c == 0x1680 or 0x2000 <= c <= 0x200A or c == 0x2028 or c == 0x2029 or c == 0x202F or c == 0x205F or c == 0x3000


cdef class Page:
    """The columns of a page, and what is known of its nodes."""

    cdef const uint8_t[::1] buffer
    cdef const int32_t[::1] parent, end, tag, leaf, lead, start, traits
    cdef Py_ssize_t n, leaves
    cdef Around *around

    def __cinit__(self, const uint8_t[::1] buffer, columns, const int32_t[::1] traits):
        self.buffer, self.traits = buffer, traits
        self.parent, self.end, self.tag, self.leaf, self.lead, self.start = columns
        self.n = self.tag.shape[0]
        if not (
            self.parent.shape[0] == self.end.shape[0] == self.leaf.shape[0] == self.lead.shape[0]
            == self.start.shape[0] - 1 == self.n
        ) or not traits.shape[0]:
            raise ValueError("columns of different lengths")
        self.around = <Around *>calloc(self.n + 1, sizeof(Around))
        if self.around == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.around)

    cdef inline int32_t trait(self, Py_ssize_t u) noexcept nogil:
        cdef Py_ssize_t last = self.traits.shape[0] - 1
        return self.traits[self.tag[u] if 0 <= self.tag[u] < last else last]

    cdef int count(self) except -1:
        """Count text, quotations and cells; ValueError if the columns are not those of a tree."""
        cdef Py_ssize_t u
        cdef int32_t above, trait
        for u in range(self.n):
            above = self.parent[u]
            if not (-1 if u == 0 else 0) <= above < u or not u < self.end[u] <= self.n or self.tag[u] < 0 or (
                self.leaf[u] >= 0 and (above < 0 or self.leaf[u] != self.leaves)
            ):
                raise ValueError(
                    f"node {u} has tag {self.tag[u]}, parent {above}, end {self.end[u]}, leaf {self.leaf[u]}"
                )
            if not 0 <= self.start[u] <= self.start[u + 1] <= self.buffer.shape[0]:
                raise ValueError(f"node {u} is at {self.start[u]} to {self.start[u + 1]} of {self.buffer.shape[0]} bytes")
            trait = self.trait(u)
            self.around[u + 1].before = self.around[u].before
            self.around[u + 1].quotes = self.around[u].quotes + (trait & QUOTE != 0)
            if self.leaf[u] >= 0:
                self.leaves += 1
                self.around[u + 1].before += self.start[u + 1] - self.start[u]
            if trait & CELL and above >= 0:
                self.around[above].cells += 1
                self.around[u].rank = self.around[above].cells
        return 0

    cdef inline void descend(self, Py_ssize_t u) noexcept nogil:
        """Note what the elements around a node say."""
        cdef Around *own = self.around + u
        cdef Around *last = self.around + self.end[u]
        cdef int32_t above = self.parent[u], trait = self.trait(u)
        if above >= 0:
            own.inside = self.around[above].inside
        own.holder = <int32_t>u if trait & HOLDS or above < 0 else self.around[above].holder
        if trait & LINK:
            own.inside |= IS_LINKED
        if (trait & SIDE or (trait & FIGURE and last.quotes == own.quotes)) and (
            2 * (last.before - own.before) < self.around[self.n].before
        ):
            own.inside |= IS_BESIDE

    cdef int32_t flags(self, Py_ssize_t u, int32_t *row, int32_t *cell, int32_t *link) noexcept nogil:
        """What the nearest elements say about a text: flags, its row, its cell and its link."""
        cdef int32_t trait, found = 0, level
        row[0], cell[0], link[0] = -1, -1, -1
        for level in range(LEVELS):
            u = self.parent[u] if self.parent[u] > 0 else 0
            trait = self.trait(u)
            if not trait & (UNSEEN - 1):
                continue
            if trait & ROW and row[0] < 0:
                row[0] = <int32_t>u
            if trait & CELL and cell[0] < 0:
                cell[0] = <int32_t>u
            if level < LINKS and trait & LINK and link[0] < 0 and u:
                link[0] = <int32_t>u
            if level == 0 and trait & LABEL:
                found |= IS_LABEL
            if level == 0 and trait & TITLE:
                found |= IS_TITLE
            if level == 1 and trait & HEADER:
                found |= IS_LABEL
            if level < 2 and trait & HEADER:
                found |= IS_TERM
            if level <= NEAR and trait & ITEM:
                found |= IS_ITEM
            if level < NEAR:
                found |= IS_HEADING if trait & HEADING else 0
                found |= IS_FIRST if trait & FIRST else 0
                found |= IS_CONTROL if trait & CONTROL else 0
                found |= IS_BUTTON if trait & BUTTON else 0
        return found


cdef struct Texts:  # columns of the texts, as `leaves` returns them
    int32_t *number
    int32_t *node
    int32_t *row
    int32_t *cell
    int32_t *block
    int32_t *length
    int32_t *link
    int32_t *flags
    uint64_t *place
    uint64_t *path
    uint64_t *text
    Py_ssize_t size


cdef int fill(Page page, const uint64_t *by_names, const uint64_t *by_tags, Texts *to) except -1:
    """Write the columns of the texts, which have room for all leaves."""
    cdef Py_ssize_t u, m = 0
    cdef int32_t block = -1, holder = -1, beside = 0, above, found, cell, rank
    cdef Around *row_of_cell
    cdef Said said
    cdef const uint8_t *text = &page.buffer[0] if page.buffer.shape[0] else NULL
    for u in range(page.n):
        page.descend(u)
        if page.leaf[u] < 0:
            continue
        above = page.parent[u]
        if block < 0 or page.lead[u] == BROKEN or page.around[above].holder != holder:
            block += 1
            beside = page.around[above].inside & IS_BESIDE
        holder = page.around[above].holder
        if page.trait(above) & UNSEEN:
            continue
        measure(text + page.start[u], text + page.start[u + 1], &said)
        if not said.words:
            continue
        found = page.flags(u, &to.row[m], &cell, &to.link[m]) | beside | (page.around[above].inside & IS_LINKED)
        to.place[m], to.path[m], to.text[m] = by_names[u], by_tags[u], said.code
        rank = 0
        if cell >= 0 and page.parent[cell] >= 0:
            row_of_cell = page.around + page.parent[cell]
            if row_of_cell.cells == 2:  # a label and its value
                to.place[m] += <uint64_t>page.around[cell].rank
                to.path[m] += <uint64_t>page.around[cell].rank
            elif row_of_cell.cells > 2:
                rank = page.around[cell].rank
        to.number[m], to.node[m], to.cell[m], to.block[m], to.length[m] = page.leaf[u], u, rank, block, said.length
        to.flags[m] = found | (IS_LABEL if said.colon else 0) | (IS_SIGNED if said.signed else 0)
        m += 1
    to.size = m
    return 0


def leaves(const uint8_t[::1] buffer, columns, const uint64_t[:, ::1] signatures, const int32_t[::1] traits):
    """Numbers, hashes and flags of the texts; ValueError if the columns are not those of a tree."""
    cdef Page page = Page(buffer, columns, traits)
    cdef Texts to
    if signatures.shape[0] != 2 or signatures.shape[1] != page.n:
        raise ValueError("columns of different lengths")
    page.count()
    numbers = np.empty((ROWS, page.leaves), dtype=np.int32)
    hashes, flags = np.empty((3, page.leaves), dtype=np.uint64), np.empty(page.leaves, dtype=np.int32)
    cdef int32_t[:, ::1] to_numbers = numbers
    cdef uint64_t[:, ::1] to_hashes = hashes
    cdef int32_t[::1] to_flags = flags
    if page.leaves == 0:
        return numbers, hashes, flags
    to.number, to.node, to.row = &to_numbers[0, 0], &to_numbers[1, 0], &to_numbers[2, 0]
    to.cell, to.block, to.length = &to_numbers[3, 0], &to_numbers[4, 0], &to_numbers[5, 0]
    to.link, to.flags = &to_numbers[6, 0], &to_flags[0]
    to.place, to.path, to.text = &to_hashes[0, 0], &to_hashes[1, 0], &to_hashes[2, 0]
    fill(page, &signatures[0, 0], &signatures[1, 0], &to)
    return numbers[:, : to.size], hashes[:, : to.size], flags[: to.size]


# ---------------------------------------------------------------- tables of hashes
cdef enum:
    KNOWN = 1, ONCE = 2, PREFIXED = 4, LABELS = 8, USED = 16
assert (KNOWN, ONCE, PREFIXED, LABELS) == (
    hashes.KNOWN, hashes.ONCE, hashes.PREFIXED, hashes.LABELS
)
cdef uint64_t ODD = hashes.ODD, MORE = hashes.MORE
cdef size_t MOST = 0x3FFFFFFF  # entries of a table

# Tables start from a number that no page can know: else a page could be made of which all hashes fall into one slot.
cdef uint64_t SECRET = <uint64_t>int.from_bytes(urandom(8), "little")


cdef inline uint64_t pair(uint64_t one, uint64_t two) noexcept nogil:
    cdef uint64_t mixed = ((one ^ (one >> 29)) * ODD) ^ (two * MORE)
    return mixed ^ (mixed >> 32)


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
        cdef size_t slot = mixed(mixed(key + SECRET) ^ group) & self.mask
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

    def __init__(self, of_pages, const uint64_t[::1] constants, once, prefixed, labels):
        cdef Py_ssize_t i
        self.bits = Table(len(of_pages) + len(once) + len(prefixed) + len(labels))
        self.constants = Table(constants.shape[0])
        self.mark(KNOWN, of_pages)
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
        cdef Py_ssize_t n = place.shape[0]
        if not (path.shape[0] == text.shape[0] == row.shape[0] == cell.shape[0] == n):
            raise ValueError("columns of different lengths")
        flags, keys, numbers = np.empty(n, dtype=np.bool_), np.empty(n, dtype=np.uint64), np.arange(n, dtype=np.int32)
        cdef uint8_t[::1] constant = flags
        cdef uint64_t[::1] to_keys = keys
        cdef int32_t[::1] number = numbers
        if n == 0:
            return flags, keys, 0
        hits = self.read_into(
            n, &place[0], &path[0], &text[0], &row[0], &cell[0], &number[0], &constant[0], &to_keys[0], prefix
        )
        return flags, keys, hits

    cdef int read_into(
        self, Py_ssize_t n, const uint64_t *place, const uint64_t *path, const uint64_t *text, const int32_t *row,
        const int32_t *cell, const int32_t *number, uint8_t *constant, uint64_t *keys, prefix
    ) except -1:
        """Write constants and keys of slots; `number` is what `prefix` takes."""
        cdef Py_ssize_t i, near
        cdef int64_t *anchor = <int64_t *>malloc(n * sizeof(int64_t))
        cdef uint8_t *bits = <uint8_t *>malloc(n)
        cdef uint64_t code, own
        cdef int hits
        try:
            if anchor == NULL or bits == NULL:
                raise MemoryError
            hits = self.recognise(n, place, path, text, constant, bits, keys)
            find_anchors(n, constant, row, anchor)
            for i in range(n):
                if bits[i] & ONCE:
                    continue
                near = anchor[i]
                code = text[near] if near >= 0 else 0
                if bits[i] & PREFIXED and not constant[i]:
                    own = prefix(number[i])
                    code = own if own else code
                keys[i] = pair(keys[i], code + <uint64_t>cell[i] * MORE)
        finally:
            free(anchor)
            free(bits)
        return hits

    cdef int recognise(
        self, Py_ssize_t n, const uint64_t *place, const uint64_t *path, const uint64_t *text, uint8_t *constant,
        uint8_t *bits, uint64_t *at
    ) except -1:
        """Note the place of each text, what is known of it, and whether it is a constant; how many there are."""
        cdef Py_ssize_t i
        cdef Entry *entry
        cdef int32_t own
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


cdef void find_anchors(Py_ssize_t n, const uint8_t *constant, const int32_t *row, int64_t *anchor) noexcept nogil:
    """Note for each text the constant that tells it apart, -1 for none; see `anchors` of the definition."""
    cdef Py_ssize_t i, near = n
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


def slot_values(
    const uint8_t[::1] buffer, columns, const uint64_t[::1] codes, const int32_t[::1] traits, PlaceTable places,
    SlotTable slots, prefix
):
    """The values of a page by a template, and how many different constants of it the page has."""
    cdef Page page = Page(buffer, columns, traits)
    cdef Py_ssize_t i, n, m
    cdef int hits = 0
    cdef int32_t number
    cdef Texts to
    cdef list found = []
    page.count()
    n, m = page.n, page.leaves
    # One piece of memory: two signatures of each node; four columns of hashes and eight of numbers of each text; flags.
    cdef uint64_t *memory = <uint64_t *>malloc((2 * n + 4 * m + 1) * sizeof(uint64_t) + 8 * m * sizeof(int32_t) + m)
    if memory == NULL:
        raise MemoryError
    cdef uint64_t *keys = memory + 2 * n
    cdef int32_t *rest = <int32_t *>(memory + 2 * n + 4 * m)
    cdef uint8_t *constant = <uint8_t *>(rest + 8 * m)
    to.place, to.path, to.text = keys + m, keys + 2 * m, keys + 3 * m
    to.number, to.node, to.row, to.cell = rest, rest + m, rest + 2 * m, rest + 3 * m
    to.block, to.length, to.link, to.flags = rest + 4 * m, rest + 5 * m, rest + 6 * m, rest + 7 * m

    try:
        sign(buffer, page.start, page.tag, page.parent, codes, memory, memory + n)
        fill(page, memory, memory + n, &to)
        if to.size:
            hits = places.read_into(
                to.size, to.place, to.path, to.text, to.row, to.cell, to.node, constant, keys, prefix
            )
        for i in range(to.size):
            number = 0 if constant[i] else slots.table.find(keys[i], 0).number
            if number:
                found.append((number - 1, to.node[i], to.link[i]))
    finally:
        free(memory)
    return found, hits
