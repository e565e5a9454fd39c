# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, freethreading_compatible=True
"""The compiled twin of `leaves.py`, which explains it."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free

import numpy as np

from weblode.kernels import leaves as definition

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


cdef int prepare() except -1:
    """Fill the table of what each byte is: white space, a letter or digit, no part of a hash, the end of a label."""
    cdef int byte
    for byte in range(128):
        KINDS[byte] = WHITE if chr(byte).isspace() else WORD if chr(byte).isalnum() else 0
        KINDS[byte] |= SKIPPED if byte in definition.SPACES else 0
        KINDS[byte] |= SIGN if definition.SIGNS.search(chr(byte)) else 0
    return 0


prepare()


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


def leaves(const uint8_t[::1] buffer, columns, const uint64_t[:, ::1] signatures, const int32_t[::1] traits):
    """Numbers, hashes and flags of the texts; ValueError if the columns are not those of a tree."""
    cdef Page page = Page(buffer, columns, traits)
    cdef Py_ssize_t u, m = 0
    cdef int32_t block = -1, holder = -1, beside = 0, above, found, row, cell, link, rank
    cdef Around *row_of_cell
    cdef Said said
    if signatures.shape[0] != 2 or signatures.shape[1] != page.n:
        raise ValueError("columns of different lengths")
    page.count()
    numbers = np.empty((ROWS, page.leaves), dtype=np.int32)
    hashes, flags = np.empty((3, page.leaves), dtype=np.uint64), np.empty(page.leaves, dtype=np.int32)
    cdef int32_t[:, ::1] to_numbers = numbers
    cdef uint64_t[:, ::1] to_hashes = hashes
    cdef int32_t[::1] to_flags = flags
    cdef const uint8_t *text = &buffer[0] if buffer.shape[0] else NULL
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
        found = page.flags(u, &row, &cell, &link) | beside | (page.around[above].inside & IS_LINKED)
        to_hashes[0, m], to_hashes[1, m], to_hashes[2, m] = signatures[0, u], signatures[1, u], said.code
        rank = 0
        if cell >= 0 and page.parent[cell] >= 0:
            row_of_cell = page.around + page.parent[cell]
            if row_of_cell.cells == 2:  # a label and its value
                to_hashes[0, m] += <uint64_t>page.around[cell].rank
                to_hashes[1, m] += <uint64_t>page.around[cell].rank
            elif row_of_cell.cells > 2:
                rank = page.around[cell].rank
        to_numbers[0, m], to_numbers[1, m], to_numbers[2, m] = page.leaf[u], <int32_t>u, row
        to_numbers[3, m], to_numbers[4, m], to_numbers[5, m], to_numbers[6, m] = rank, block, said.length, link
        to_flags[m] = found | (IS_LABEL if said.colon else 0) | (IS_SIGNED if said.signed else 0)
        m += 1
    return numbers[:, :m], hashes[:, :m], flags[:m]
