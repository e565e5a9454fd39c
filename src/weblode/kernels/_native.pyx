# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, freethreading_compatible=True
"""The compiled twin of `columns.py` and `steps.py`.

selectolax's shared library carries the whole of lexbor and exports its C functions, among them the accessors ("_noi")
that lexbor keeps stable for callers who do not compile against its headers. `bind` is given their addresses; from then
on a page is parsed and walked without a Python object a node and without being serialised and read again.

A parser is kept for the next page with the memory of its nodes and texts: to ask the system for it again, page by page,
takes a third of a bare parse.
"""

from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t, uintptr_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memchr, memcmp, memcpy, memset

import numpy as np

include "buffers.pxi"

from weblode.kernels.columns import ROWS, Columns, too_deep, too_long, too_many
from weblode.tags import LEAD, NUMBERS, UNREAD

ctypedef void *(*next_function)(void *) noexcept nogil
ctypedef int (*kind_function)(void *) noexcept nogil
ctypedef const unsigned char *(*bytes_function)(void *, size_t *) noexcept nogil
ctypedef void *(*create_function)() noexcept nogil
ctypedef unsigned int (*parse_function)(void *, const unsigned char *, size_t) noexcept nogil
ctypedef void (*set_function)(void *, unsigned int) noexcept nogil
ctypedef void (*clean_function)(void *) noexcept nogil
ctypedef unsigned int (*init_function)(void *, size_t) noexcept nogil

# What `bind` expects, in this order.
SYMBOLS = (
    "lxb_dom_node_first_child_noi",
    "lxb_dom_node_next_noi",
    "lxb_dom_node_parent_noi",
    "lxb_dom_element_first_attribute_noi",
    "lxb_dom_element_next_attribute_noi",
    "lxb_dom_node_type_noi",
    "lxb_dom_element_qualified_name",
    "lxb_dom_attr_qualified_name",
    "lxb_dom_attr_value_noi",
    "lxb_dom_node_text_content",
    "lxb_html_document_create",
    "lxb_html_document_interface_create",
    "lxb_html_document_parse",
    "lxb_html_document_clean",
    "lxb_html_document_destroy",
    "lxb_html_document_dom_opt_set_noi",
    "lxb_dom_document_scripting_set_noi",
    "lxb_dom_document_root",
    "lxb_html_document_mraw_noi",
    "lxb_html_document_mraw_text_noi",
    "lexbor_mraw_destroy",
    "lexbor_mraw_init",
)

cdef next_function first_child, next_sibling, parent_of, first_attribute, next_attribute
cdef kind_function kind_of
cdef bytes_function element_name, attribute_name, attribute_value, text_content
cdef create_function create_document
cdef next_function document_inside, destroy_document, root_of, nodes_memory, texts_memory
cdef parse_function parse_document
cdef clean_function clean_document
cdef set_function set_options, set_scripting, empty_memory
cdef init_function fill_memory

cdef Py_ssize_t LONGEST = 0x7FFFFFF0  # where a byte in the buffer can be numbered by 32 bits

cdef enum:
    ELEMENT = 1
    CHARACTERS = 3

cdef enum:
    PARENT, END, DEPTH, TAG, PATH, POSITION, LEAF, LEADS, START, WIDTH

cdef dict numbers = {name.encode(): number for name, number in NUMBERS.items()}
cdef bytes leads = LEAD
cdef bytes unread = UNREAD
cdef int32_t known = len(NUMBERS)
assert WIDTH == len(ROWS)


def bind(addresses):
    """Take the addresses of lexbor's functions, in the order of `SYMBOLS`."""
    global first_child, next_sibling, parent_of, first_attribute, next_attribute, kind_of
    global element_name, attribute_name, attribute_value, text_content
    global create_document, document_inside, parse_document, clean_document, destroy_document, set_options
    global set_scripting, root_of, nodes_memory, texts_memory, empty_memory, fill_memory
    cdef uintptr_t[22] a = addresses
    first_child, next_sibling, parent_of = <next_function>a[0], <next_function>a[1], <next_function>a[2]
    first_attribute, next_attribute = <next_function>a[3], <next_function>a[4]
    kind_of = <kind_function>a[5]
    element_name, attribute_name = <bytes_function>a[6], <bytes_function>a[7]
    attribute_value, text_content = <bytes_function>a[8], <bytes_function>a[9]
    create_document, document_inside, parse_document = <create_function>a[10], <next_function>a[11], <parse_function>a[12]
    clean_document, destroy_document = <clean_function>a[13], <next_function>a[14]
    set_options, set_scripting, root_of = <set_function>a[15], <set_function>a[16], <next_function>a[17]
    nodes_memory, texts_memory = <next_function>a[18], <next_function>a[19]
    empty_memory, fill_memory = <set_function>a[20], <init_function>a[21]


# ---------------------------------------------------------------- a map from numbers to numbers
cdef struct Map:
    uint64_t *keys  # 0 is free: keys are never 0
    int32_t *values
    size_t mask
    size_t used


cdef int map_make(Map *map, size_t size) except -1:
    map.keys = <uint64_t *>calloc(size, sizeof(uint64_t))
    map.values = <int32_t *>calloc(size, sizeof(int32_t))
    map.mask, map.used = size - 1, 0
    if map.keys == NULL or map.values == NULL:
        raise MemoryError
    return 0


cdef void map_clear(Map *map) noexcept nogil:
    memset(map.keys, 0, (map.mask + 1) * sizeof(uint64_t))
    map.used = 0


cdef void map_free(Map *map) noexcept nogil:
    free(map.keys)
    free(map.values)


cdef inline size_t map_slot(Map *map, uint64_t key) noexcept nogil:
    """The slot of a key, or the free one where it belongs."""
    cdef uint64_t h = key * <uint64_t>0x9E3779B97F4A7C15
    cdef size_t i = (h ^ (h >> 29)) & map.mask
    while map.keys[i] != 0 and map.keys[i] != key:
        i = (i + 1) & map.mask
    return i


cdef int map_put(Map *map, size_t slot, uint64_t key, int32_t value) except -1:
    """Fill a free slot; the map grows when it is half full."""
    cdef Map larger
    cdef size_t i, j
    map.keys[slot], map.values[slot] = key, value
    map.used += 1
    if 2 * map.used <= map.mask:
        return 0
    map_make(&larger, 2 * (map.mask + 1))
    for i in range(map.mask + 1):
        if map.keys[i] != 0:
            j = map_slot(&larger, map.keys[i])
            larger.keys[j], larger.values[j] = map.keys[i], map.values[i]
    larger.used = map.used
    map_free(map)
    map[0] = larger
    return 0


# ---------------------------------------------------------------- white space, as Python's str.isspace has it
cdef inline size_t space(const unsigned char *s, const unsigned char *stop) noexcept nogil:
    """How many bytes of UTF-8 the white space at `s` takes: 0 if none stands there."""
    cdef unsigned char c = s[0]
    if c < 0x80:
        return c == 32 or (9 <= c <= 13) or (28 <= c <= 31)
    if c == 0xC2:
        return 2 if stop - s > 1 and (s[1] == 0x85 or s[1] == 0xA0) else 0
    if stop - s < 3:
        return 0
    if c == 0xE1:
        return 3 if s[1] == 0x9A and s[2] == 0x80 else 0
    if c == 0xE2 and s[1] == 0x80:
        return 3 if s[2] <= 0x8A or s[2] == 0xA8 or s[2] == 0xA9 or s[2] == 0xAF else 0
    if c == 0xE2:
        return 3 if s[1] == 0x81 and s[2] == 0x9F else 0
    return 3 if c == 0xE3 and s[1] == 0x80 and s[2] == 0x80 else 0


cdef inline bint blank(const unsigned char *s, const unsigned char *stop) noexcept nogil:
    cdef size_t n
    while s < stop:
        n = space(s, stop)
        if n == 0:
            return False
        s += n
    return True


cdef inline bint ends_in_space(const unsigned char *s, const unsigned char *stop) noexcept nogil:
    cdef const unsigned char *last = stop - 1
    while last > s and (last[0] & 0xC0) == 0x80:
        last -= 1
    return space(last, stop) != 0


# ---------------------------------------------------------------- the walk
cdef class Walk:
    """The state of one walk over a document: columns and buffer that grow, and what is open."""
    cdef int32_t *block  # the columns, `wide` entries each
    cdef unsigned char *out
    cdef Py_ssize_t room, size, wide, n, max_nodes
    cdef Map tags, paths
    cdef dict names
    cdef set numbers  # of the tags so far
    cdef int32_t *counts  # texts and elements seen so far below each open element
    cdef Py_ssize_t levels, max_depth
    cdef int32_t depth, above, muted, leaves, pending
    cdef bint has_text

    def __cinit__(self):
        self.levels = 64
        self.counts = <int32_t *>calloc(2 * self.levels, sizeof(int32_t))
        map_make(&self.tags, 128)
        map_make(&self.paths, 512)
        if self.counts == NULL:
            raise MemoryError

    cdef int begin(self, Py_ssize_t nodes, Py_ssize_t depth, Py_ssize_t wide, Py_ssize_t room) except -1:
        """Make ready for a page: what an earlier one left is taken where it is large enough."""
        self.max_nodes, self.max_depth = nodes, depth
        if wide > self.wide:
            free(self.block)
            self.wide = 0
            self.block = <int32_t *>malloc(WIDTH * wide * sizeof(int32_t))
            if self.block == NULL:
                raise MemoryError
            self.wide = wide
        if room > self.room:
            free(self.out)
            self.room = 0
            self.out = <unsigned char *>malloc(room)
            if self.out == NULL:
                raise MemoryError
            self.room = room
        self.names = {}
        self.numbers = set()
        self.n = self.size = self.depth = self.leaves = self.pending = 0
        self.above = self.muted = -1
        self.has_text = False
        self.counts[0] = self.counts[1] = 0
        map_clear(&self.tags)
        map_clear(&self.paths)
        return 0

    cdef Py_ssize_t bytes(self) noexcept:
        """The bytes that it keeps for the next page."""
        cdef size_t slots = self.tags.mask + 1 + self.paths.mask + 1
        return (
            (WIDTH * self.wide + 2 * self.levels) * sizeof(int32_t)
            + self.room
            + slots * (sizeof(uint64_t) + sizeof(int32_t))
        )

    cdef bint is_small(self) noexcept:
        """Whether it is worth keeping: each page clears the maps, however small it is."""
        return self.bytes() <= MOST_SPARE and self.tags.mask < MOST_SLOTS and self.paths.mask < MOST_SLOTS

    def __dealloc__(self):
        free(self.block)
        free(self.out)
        free(self.counts)
        map_free(&self.tags)
        map_free(&self.paths)

    cdef inline int32_t *column(self, int which) noexcept:
        return self.block + which * self.wide

    cdef int widen(self) except -1:
        cdef int32_t *wider = <int32_t *>malloc(2 * WIDTH * self.wide * sizeof(int32_t))
        cdef int which
        if wider == NULL:
            raise MemoryError
        for which in range(WIDTH):
            memcpy(wider + 2 * which * self.wide, self.column(which), self.n * sizeof(int32_t))
        free(self.block)
        self.block = wider
        self.wide *= 2
        return 0

    cdef int lengthen(self, size_t more) except -1:
        cdef unsigned char *longer
        if <size_t>self.size + more > LONGEST:
            raise too_long()
        self.room = min(2 * (self.size + more), LONGEST)
        longer = <unsigned char *>realloc(self.out, self.room)
        if longer == NULL:
            raise MemoryError
        self.out = longer
        return 0

    cdef inline int append(self, const unsigned char *s, size_t n, bint close) except -1:
        if self.size + <Py_ssize_t>n + 1 > self.room:
            self.lengthen(n + 1)
        if n:  # an attribute without a value has no address either, and C does not let memcpy have that
            memcpy(self.out + self.size, s, n)
        self.size += n
        if close:
            self.out[self.size] = 0
            self.size += 1
        return 0

    cdef inline int add(self, int32_t tag, int32_t position) except -1:
        cdef int32_t n = <int32_t>self.n
        cdef int32_t *row
        if n >= self.max_nodes:
            raise too_many(self.max_nodes)
        if n + 1 >= self.wide:
            self.widen()
        row = self.block + n
        row[PARENT * self.wide] = self.above
        row[END * self.wide] = n + 1
        row[DEPTH * self.wide] = self.depth
        row[TAG * self.wide] = tag
        row[PATH * self.wide] = self.path_below(tag)
        row[POSITION * self.wide] = position
        row[LEAF * self.wide] = -1
        row[LEADS * self.wide] = self.pending
        row[START * self.wide] = <int32_t>self.size
        self.n += 1
        return 0

    cdef inline int32_t path_below(self, int32_t tag) except -1:
        """The number of the tag path that leads through the open element to a tag."""
        cdef uint64_t upper = self.column(PATH)[self.above] + 1 if self.above >= 0 else 0
        cdef uint64_t key = (upper << 32 | <uint64_t>tag) + 1
        cdef size_t slot = map_slot(&self.paths, key)
        cdef int32_t path = <int32_t>self.paths.used
        if self.paths.keys[slot] == key:
            return self.paths.values[slot]
        map_put(&self.paths, slot, key, path)
        return path

    cdef int32_t number(self, const unsigned char *s, size_t n) except -1:
        """The tag number of a name that this page shows for the first time at this address."""
        cdef bytes name = s[:n]
        found = numbers.get(name)
        if found is not None:
            return found
        text = name.decode()
        return self.names.setdefault(text, known + len(self.names))

    cdef inline void stand_off(self, int32_t tag) noexcept:
        if self.muted < 0 and tag < known and leads[tag] > self.pending:
            self.pending = leads[tag]

    cdef int element(self, void *node) except -1:
        cdef size_t length
        cdef const unsigned char *s = element_name(node, &length)
        cdef size_t slot = map_slot(&self.tags, <uint64_t><uintptr_t>s)
        cdef int32_t tag
        cdef void *attribute
        if self.tags.keys[slot] != 0:
            tag = self.tags.values[slot]
        else:
            tag = self.number(s, length)
            map_put(&self.tags, slot, <uint64_t><uintptr_t>s, tag)
            self.numbers.add(tag)
        self.counts[2 * self.depth + 1] += 1
        self.stand_off(tag)
        self.add(tag, self.counts[2 * self.depth + 1])
        if self.muted < 0 and tag < known and unread[tag]:
            self.muted = <int32_t>self.n - 1
        attribute = first_attribute(node)
        while attribute != NULL:
            s = attribute_name(attribute, &length)
            self.append(s, length, True)
            length = 0
            s = attribute_value(attribute, &length)
            self.append(s, 0 if s == NULL else length, True)
            attribute = next_attribute(attribute)
        return 0

    cdef int text(self, void *node) except -1:
        cdef size_t length = 0
        cdef const unsigned char *s = text_content(node, &length)
        self.counts[2 * self.depth] += 1
        if s == NULL or length == 0:
            return 0
        if self.muted < 0 and self.pending == 0 and space(s, s + length):
            self.pending = 1
        if blank(s, s + length):
            return 0
        self.add(0, self.counts[2 * self.depth])
        self.append(s, length, False)
        self.has_text = True
        if self.muted < 0:
            self.column(LEAF)[self.n - 1] = self.leaves
            self.leaves += 1
            self.pending = ends_in_space(s, s + length)
        return 0

    cdef inline int descend(self) except -1:
        if self.depth >= self.max_depth:
            raise too_deep(self.max_depth)
        self.depth += 1
        self.above = <int32_t>self.n - 1
        if self.depth >= self.levels:
            self.levels *= 2
            self.counts = <int32_t *>realloc(self.counts, 2 * self.levels * sizeof(int32_t))
            if self.counts == NULL:
                raise MemoryError
        self.counts[2 * self.depth] = self.counts[2 * self.depth + 1] = 0
        return 0

    cdef inline void close(self, int32_t u) noexcept:
        self.column(END)[u] = <int32_t>self.n
        self.stand_off(self.column(TAG)[u])
        if self.muted == u:
            self.muted = -1

    cdef void *onward(self, void *node) noexcept:
        """The next node in document order that is not below this one, closing what ends on the way."""
        cdef void *following
        while self.depth > 0:
            following = next_sibling(node)
            if following != NULL:
                return following
            self.depth -= 1
            self.close(self.above)
            self.above = self.column(PARENT)[self.above]
            node = parent_of(node)
        return NULL

    cdef object columns(self):
        cdef Py_ssize_t n = self.n
        cdef object array = np.empty((WIDTH, n + 1), dtype=np.int32)
        cdef Py_ssize_t size
        cdef int32_t *block = <int32_t *>numbers_of(array, sizeof(int32_t), &size)
        cdef int which
        for which in range(WIDTH):
            memcpy(block + which * (n + 1), self.column(which), n * sizeof(int32_t))
            block[which * (n + 1) + n] = 0
        block[START * (n + 1) + n] = <int32_t>self.size
        if self.has_text:
            self.numbers.add(0)
        return Columns(array, self.out[: self.size], tuple(self.names), frozenset(self.numbers))


# ---------------------------------------------------------------- the parser
cdef class Parser:
    """A parser with memory of its own, which is kept from page to page.

    Each page is a new document inside `owner`, whose memory and parser it shares: what a document remembers of its page
    beyond the nodes, such as "quirks mode", does not outlive it. `owner` itself has had a page without that.
    """
    cdef void *owner

    def __cinit__(self):
        self.owner = create_document()
        if self.owner == NULL:
            raise MemoryError
        empty_memory(nodes_memory(self.owner), False)  # of the usual size, for one of ours
        empty_memory(texts_memory(self.owner), False)
        if fill_memory(nodes_memory(self.owner), NODES_MEMORY) or fill_memory(texts_memory(self.owner), TEXTS_MEMORY):
            raise MemoryError
        set_options(self.owner, WITHOUT_EVENTS)
        set_scripting(self.owner, True)
        if parse_document(self.owner, b"<!DOCTYPE html>", 15):
            raise MemoryError
        clean_document(self.owner)

    def __dealloc__(self):
        if self.owner != NULL:
            destroy_document(self.owner)

    cdef void *parse(self, bytes data) except? NULL:
        """The root of a page, which lives until `clean`; NULL if the page has none."""
        cdef void *document = document_inside(self.owner)
        cdef const unsigned char *s = data
        cdef size_t size = len(data)
        cdef unsigned int status
        if document == NULL:
            raise MemoryError
        set_options(document, WITHOUT_EVENTS)  # not all of them are the owner's
        set_scripting(document, True)
        with nogil:
            status = parse_document(document, s, size)
        if status:
            raise MemoryError
        return root_of(document)


cdef enum:
    # Copying the chosen option to `selectedcontent`, as browsers do, takes lexbor time that grows with the square of the
    # number of options.
    WITHOUT_EVENTS = 1
    # Bytes that a parser keeps; a page that needs more has them for itself. Ordinary pages take less.
    NODES_MEMORY = 4 * 1024 * 1024
    TEXTS_MEMORY = 2 * 1024 * 1024
    # Bytes of a page whose parser is kept: a single long text would make the parser keep more.
    MOST_KEPT = 1024 * 1024

# A parser and a walk that are done, for the next page: its memory need not be asked for, and filled with zeros, again.
cdef list spare_parsers = []
cdef list spare = []
cdef Py_ssize_t MOST_SPARE = 8 * 1024 * 1024  # bytes
cdef size_t MOST_SLOTS = 1 << 14  # of a map


def spare_bytes():
    """The bytes that are kept for the next page."""
    cdef Walk walk
    cdef Py_ssize_t total = len(spare_parsers) * (NODES_MEMORY + TEXTS_MEMORY)
    for walk in spare:
        total += walk.bytes()
    return total


def columns(bytes data, Py_ssize_t nodes, Py_ssize_t depth):
    """The columns of a page in UTF-8."""
    cdef Walk walk
    cdef Parser parser
    cdef void *node
    cdef void *following
    cdef int kind
    try:
        parser = spare_parsers.pop() if len(data) <= MOST_KEPT else Parser()
    except IndexError:
        parser = Parser()
    try:
        walk = spare.pop()
    except IndexError:
        walk = Walk()
    # The source has about as many bytes as the buffer.
    walk.begin(nodes, depth, 64 + len(data) // 24, min(256 + len(data), LONGEST))
    node = parser.parse(data)
    while node != NULL:
        kind = kind_of(node)
        following = NULL
        if kind == ELEMENT:
            walk.element(node)
            following = first_child(node)
            if following == NULL:
                walk.close(<int32_t>walk.n - 1)
            else:
                walk.descend()
        elif kind == CHARACTERS:
            walk.text(node)
        node = following if following != NULL else walk.onward(node)
    found = walk.columns()
    if len(data) <= MOST_KEPT:
        clean_document(parser.owner)
        spare_parsers.append(parser)
    if walk.is_small():
        walk.names = walk.numbers = None
        spare.append(walk)
    return found


# ---------------------------------------------------------------- UTF-8
def utf8_signs(bytes data):
    """How many bytes of UTF-8 are not the first of a character, -1 if the data is not valid; whether any is unlikely."""
    cdef const unsigned char *s = data
    cdef const unsigned char *stop = s + len(data)
    cdef Py_ssize_t found = 0
    cdef uint64_t eight
    cdef uint64_t[8] many  # as many bytes at once
    cdef unsigned char c, second
    cdef int more
    cdef bint unlikely = False
    while s < stop:
        c = s[0]
        if c < 0x80:  # go on to the next other byte
            while stop - s >= 64:
                memcpy(many, s, 64)
                if (many[0] | many[1] | many[2] | many[3] | many[4] | many[5] | many[6] | many[7]) & <uint64_t>0x8080808080808080:
                    break
                s += 64
            while stop - s >= 8:
                memcpy(&eight, s, 8)
                if eight & <uint64_t>0x8080808080808080:
                    break
                s += 8
            while s < stop and s[0] < 0x80:
                s += 1
            continue
        s += 1
        if c < 0xC2 or c > 0xF4:
            return -1, False
        more = 1 if c < 0xE0 else 2 if c < 0xF0 else 3
        if stop - s < more:
            return -1, False
        unlikely |= 0xC4 <= c < 0xE0
        second = s[0]
        # Neither longer than needed, nor a surrogate, nor beyond Unicode (RFC 3629).
        if (c == 0xE0 and second < 0xA0) or (c == 0xED and second > 0x9F):
            return -1, False
        if (c == 0xF0 and second < 0x90) or (c == 0xF4 and second > 0x8F):
            return -1, False
        found += more
        while more:
            if (s[0] & 0xC0) != 0x80:
                return -1, False
            s += 1
            more -= 1
    return found, unlikely


# ---------------------------------------------------------------- steps in a tree
def children(ends, int32_t u):
    """The children of a node, from the column `end`."""
    cdef list found = []
    cdef int32_t v = u + 1, stop
    cdef Py_ssize_t n
    cdef const int32_t *end = <const int32_t *>numbers_of(ends, sizeof(int32_t), &n)
    if not 0 <= u < n:
        raise IndexError(f"no node {u} among {n}")
    stop = end[u]
    while v < stop:
        found.append(v)
        v = end[v]
    return found


def nth_child(const int32_t[::1] end, const int32_t[::1] tag, int32_t u, int32_t number, Py_ssize_t nth):
    """The nth child, from 1, of a node with a tag number; -1 if there is none."""
    cdef int32_t v = u + 1, stop
    if not 0 <= u < end.shape[0]:
        raise IndexError(f"no node {u} among {end.shape[0]}")
    stop = end[u]
    while v < stop:
        if tag[v] == number:
            nth -= 1
            if nth == 0:
                return v
        v = end[v]
    return -1


def descend(const int32_t[::1] end, const int32_t[::1] tag, steps):
    """The node to which steps lead from the root on, -1 if there is none; see `steps.descend`."""
    cdef Py_ssize_t n = end.shape[0], u = -1, v, stop, nth
    cdef int32_t number
    if tag.shape[0] != n:
        raise ValueError("columns of different lengths")
    for number, nth in steps:
        v, stop = u + 1, end[u] if u >= 0 else min(n, 1)
        u = -1
        while v < stop:
            if tag[v] == number:
                nth -= 1
                if nth == 0:
                    u = v
                    break
            v = end[v]
        if u < 0:
            return -1
    return u


def parents_of_path(const int32_t[::1] path, const int32_t[::1] parent, int32_t number, without):
    """The parents of the nodes with a number of a path, but for nodes of a range; see `steps.parents_of_path`."""
    cdef Py_ssize_t n = path.shape[0], u, first, stop
    cdef int32_t last = -2
    cdef list parents = []
    first, stop = without
    if parent.shape[0] != n:
        raise ValueError("columns of different lengths")
    for u in range(n):
        if path[u] == number and parent[u] != last and not first <= u < stop:
            last = parent[u]
            parents.append(last)
    return sorted(set(parents)) if len(parents) > 1 else parents


def lineage(const int32_t[::1] parent, const int32_t[::1] end, const int32_t[::1] tag, Py_ssize_t u):
    """A node and its ancestors, the root first: each with its tag, its number among its siblings, and their count."""
    cdef Py_ssize_t n = parent.shape[0], above, v, rank, total
    cdef list line = []
    if end.shape[0] != n or tag.shape[0] != n:
        raise ValueError("columns of different lengths")
    if not 0 <= u < n:
        raise IndexError(f"no node {u} among {n}")
    while u >= 0:
        above, rank, total = parent[u], 1, 1
        if above >= u:
            raise ValueError(f"node {u} stands before its parent")
        if above >= 0:
            rank = total = 0
            v = above + 1
            while v < end[above] and v < n:
                total += tag[v] == tag[u]
                if v == u:
                    rank = total
                if end[v] <= v:
                    raise ValueError(f"node {v} has no end")
                v = end[v]
        line.append((u, tag[u], rank, total))
        u = above
    line.reverse()
    return line


def placed(const int32_t[::1] end, const int32_t[::1] tag, Py_ssize_t u, int number):
    """The children of a node with its end behind them, and the positions among them of those with a tag."""
    cdef Py_ssize_t n = end.shape[0], v, stop, i = 0
    cdef list found = [], places = []
    if not 0 <= u < n:
        raise IndexError("no such node")
    stop = end[u]
    v = u + 1
    while v < stop:
        found.append(v)
        if tag[v] == number:
            places.append(i)
        i += 1
        v = end[v]
    found.append(stop)
    return found, places


def befores(const int32_t[::1] parent, list nodes):
    """The sibling before each of some nodes, -1 without one."""
    cdef Py_ssize_t n = parent.shape[0], u, v, up
    cdef list found = []
    for u in nodes:
        if not 0 <= u < n:
            raise IndexError(f"no node {u} among {n}")
        up, v = parent[u], u - 1
        while v > up and parent[v] != up:
            v = parent[v]
        found.append(v if v > up else -1)
    return found


def reading(leaf_column, start_column):
    """The nodes that are text leaves, and the bytes of text before each node and after the last."""
    cdef Py_ssize_t n, starts, u, k = 0
    cdef const int32_t *leaf = <const int32_t *>numbers_of(leaf_column, sizeof(int32_t), &n)
    cdef const int32_t *start = <const int32_t *>numbers_of(start_column, sizeof(int32_t), &starts)
    if starts != n + 1:
        raise ValueError(f"{starts} places for {n} nodes and the end")
    cdef object leaves = np.empty(n, dtype=np.int32), totals = np.empty(n + 1, dtype=np.int64)
    cdef int32_t *nodes = <int32_t *>numbers_of(leaves, sizeof(int32_t), &starts)
    cdef int64_t *before = <int64_t *>numbers_of(totals, sizeof(int64_t), &starts)
    cdef int64_t total = 0
    for u in range(n):
        before[u] = total
        if leaf[u] >= 0:
            nodes[k] = <int32_t>u
            k += 1
            total += start[u + 1] - start[u]
    before[n] = total
    return leaves[:k].copy(), totals


def subtrees(
    const int32_t[::1] parent, const int32_t[::1] tag, const int32_t[::1] leaf, const int32_t[::1] start,
    const unsigned char[::1] counts
):
    """Three rows: how many children that count each node has, and the bytes of text and the elements in its subtree."""
    cdef Py_ssize_t n = parent.shape[0], u, last = counts.shape[0] - 1
    cdef object array = np.zeros((3, n))
    cdef double[:, ::1] found = array
    cdef int32_t p
    for u in range(n - 1, -1, -1):
        if leaf[u] >= 0:
            found[1, u] += start[u + 1] - start[u]
        if tag[u] != 0:
            found[2, u] += 1
        p = parent[u]
        if p >= 0:
            found[0, p] += counts[tag[u] if tag[u] < last else last]
            found[1, p] += found[1, u]
            found[2, p] += found[2, u]
    return array


cdef struct Shape:  # of `k` steps: the first one below each (and below none, the last), and the one beside each
    Py_ssize_t k
    const int32_t *steps  # of each the number of the one above it, and the tag
    int32_t *child
    int32_t *beside
    int32_t *seen  # the piece that had each step
    int32_t *below  # the step at each depth above a node
    int32_t number  # of the piece


cdef int prepare_shape(Shape *shape, const int32_t[:, ::1] steps, const int32_t[::1] depth) except -1:
    """Make room for a shape; `child` is to be freed."""
    cdef Py_ssize_t k = steps.shape[0], i
    cdef int32_t above, longest = 0
    shape.child = NULL
    if k and steps.shape[1] != 2:
        raise ValueError("a step has the one above it and a tag")
    for i in range(k):
        if not -1 <= steps[i, 0] < i:
            raise ValueError("a step of a shape must stand below the one above it")
    for i in range(1, depth.shape[0]):
        if depth[i] > longest:
            longest = depth[i]
    shape.child = <int32_t *>calloc(3 * k + longest + 4, sizeof(int32_t))
    if shape.child == NULL:
        raise MemoryError
    shape.k, shape.number, shape.steps = k, 0, &steps[0, 0] if k else NULL
    shape.beside, shape.seen, shape.below = shape.child + k + 1, shape.child + 2 * k + 1, shape.child + 3 * k + 1
    for i in range(k + 1):
        shape.child[i] = -1
    for i in range(k - 1, -1, -1):
        above = steps[i, 0] if steps[i, 0] >= 0 else <int32_t>k
        shape.beside[i] = shape.child[above]
        shape.child[above] = <int32_t>i
    return 0


cdef (int32_t, int64_t) measure_piece(
    Shape *shape, const int32_t[::1] depth, const int32_t[::1] tag, const int32_t[::1] leaf, const int32_t[::1] start,
    Py_ssize_t first, Py_ssize_t stop
) noexcept:
    """How many steps of a shape a piece has, and its bytes of text."""
    cdef int32_t d, above, step, had = 0
    cdef int64_t size = 0
    cdef Py_ssize_t u
    shape.number += 1
    for u in range(first, stop):
        if leaf[u] >= 0:
            size += start[u + 1] - start[u]
        d = depth[u] - depth[first]
        if tag[u] == 0 or d < 0:
            continue
        above = shape.below[d - 1] if d > 0 else <int32_t>shape.k
        step = -2
        if above != -2:
            step = shape.child[above]
            while step >= 0 and shape.steps[2 * step + 1] != tag[u]:
                step = shape.beside[step]
            if step < 0:
                step = -2
            elif shape.seen[step] != shape.number:
                shape.seen[step] = shape.number
                had += 1
        shape.below[d] = step
    return had, size


def shaped(
    const int32_t[::1] depth, const int32_t[::1] tag, const int32_t[::1] leaf, const int32_t[::1] start,
    list pieces, const int32_t[:, ::1] steps
):
    """For each piece how many tag paths of a shape it has, and its bytes of text; see `steps.shaped`."""
    cdef Py_ssize_t n = depth.shape[0], first, stop
    cdef Shape shape
    cdef list found = []
    if not tag.shape[0] == leaf.shape[0] == start.shape[0] - 1 == n:
        raise ValueError("columns of different lengths")
    prepare_shape(&shape, steps, depth)
    try:
        for first, stop in pieces:
            if not 0 <= first <= stop <= n:
                raise ValueError("a piece must be nodes of the tree")
            found.append(measure_piece(&shape, depth, tag, leaf, start, first, stop))
    finally:
        free(shape.child)
    return found


def shaped_children(columns, Py_ssize_t u, int32_t number, const int32_t[:, ::1] steps):
    """The children of a node with a tag as pieces, the others in runs, and what `shaped` says of the pieces."""
    cdef const int32_t[::1] end, depth, tag, leaf, start
    cdef Py_ssize_t n, v, stop, other = -1
    cdef Shape shape
    cdef list pieces = [], others = [], found = []
    end, depth, tag, leaf, start = columns
    n = end.shape[0]
    if not tag.shape[0] == depth.shape[0] == leaf.shape[0] == start.shape[0] - 1 == n:
        raise ValueError("columns of different lengths")
    if not 0 <= u < n:
        raise IndexError("no such node")
    prepare_shape(&shape, steps, depth)
    try:
        v, stop = u + 1, end[u]
        if stop > n:
            raise IndexError("a node ends behind the tree")
        while v < stop:
            if not v < end[v] <= stop:
                raise IndexError("a node ends behind the one around it")
            if tag[v] == number:
                if other >= 0:
                    others.append((other, v))
                    other = -1
                pieces.append((v, end[v]))
                found.append(measure_piece(&shape, depth, tag, leaf, start, v, end[v]))
            elif other < 0:
                other = v
            v = end[v]
        if other >= 0:
            others.append((other, stop))
    finally:
        free(shape.child)
    return tuple(pieces), tuple(others), found


# ---------------------------------------------------------------- attributes
cdef enum:
    MOST_NAMES = 16  # of attributes that are read at once


cdef int read_values(
    bytes buffer, starts, tag_column, tuple names, list found, tuple tables,
    const int32_t[::1] of_tags, Py_ssize_t first, bytes prefix, list begun
) except -1:
    """Put the attributes with one of these names into a list, or those with a value into the table of their name; and
    those whose names begin with a prefix into another list, unless that is None."""
    cdef const char *s = buffer
    cdef const char *at
    cdef const char *stop
    cdef const char *middle
    cdef const char *last
    cdef Py_ssize_t u, k, size, nodes, places, n = len(names)
    cdef const int32_t *start = <const int32_t *>numbers_of(starts, sizeof(int32_t), &places)
    cdef const int32_t *tag = <const int32_t *>numbers_of(tag_column, sizeof(int32_t), &nodes)
    cdef const char *name[MOST_NAMES]
    cdef Py_ssize_t lengths[MOST_NAMES]
    cdef Py_ssize_t last_tag = -1 if of_tags is None else of_tags.shape[0] - 1
    cdef int32_t wanted = -1  # a bit for each name
    cdef uint64_t usual = 0  # a bit for each length of a name
    cdef const char *begin = prefix
    cdef Py_ssize_t least = len(prefix)
    if places != nodes + 1:
        raise ValueError(f"{places} places for {nodes} nodes and the end")
    if n > MOST_NAMES:
        raise ValueError(f"{n} names, more than {MOST_NAMES}")
    for k in range(n):
        name[k], lengths[k] = <bytes>names[k], len(<bytes>names[k])
        usual |= <uint64_t>1 << min(lengths[k], 63)
    for u in range(nodes):
        if tag[u] == 0 or start[u] == start[u + 1]:
            continue
        if not 0 <= start[u] < start[u + 1] <= len(buffer):
            raise ValueError(f"node {u} is at {start[u]} to {start[u + 1]} of {len(buffer)} bytes")
        if last_tag >= 0:
            wanted = of_tags[tag[u] if 0 <= tag[u] < last_tag else last_tag]
            if wanted == 0:
                continue
        at, stop = s + start[u], s + start[u + 1]
        while at < stop:
            middle = at  # names are short: this is faster than memchr
            while middle < stop and middle[0]:
                middle += 1
            last = <const char *>memchr(middle + 1, 0, stop - middle - 1) if middle < stop else NULL
            if last == NULL:
                raise ValueError(f"the attributes of node {u} are no pairs")
            size = middle - at
            for k in range(n if usual >> min(size, 63) & 1 else 0):
                if lengths[k] == size and wanted >> k & 1 and memcmp(at, name[k], size) == 0:
                    if found is not None:
                        found.append((u, k, middle[1 : last - middle]))
                    elif last > middle + 1:
                        (<dict>tables[k])[first + u] = middle[1 : last - middle]
                    break
            if begun is not None and size >= least and memcmp(at, begin, least) == 0:
                begun.append((first + u, at[:size], middle[1 : last - middle]))
            at = last + 1
    return 0


def fitting(measured, double least, sizes, Py_ssize_t whole):
    """How well pieces fit a shape, and which are records; see `steps.fitting`."""
    cdef Py_ssize_t steps, size, filled = 0, total = 0
    cdef double low, high
    cdef bint is_right, all_right = True
    cdef list every = [], right = []
    low, high = sizes
    for steps, size in measured:
        is_right = steps >= least and (low <= size or steps >= whole) and 0 < size <= high
        all_right = all_right and is_right
        right.append(is_right)
        every.append(size)
        if size:
            filled += 1
            total += steps
    return filled, total, every, [] if all_right else right


def values(bytes buffer, start, tag, tuple names, of_tags=None):
    """The attributes with one of these names, in document order, each as node, number of the name, and value."""
    cdef list found = []
    read_values(buffer, start, tag, names, found, (), of_tags, 0, b"", None)
    return found


def named(bytes buffer, start, tag, tuple names, Py_ssize_t first=0):
    """For each of these names, the values of the attributes with it by node, in document order, without empty ones."""
    cdef tuple tables = tuple([{} for _ in names])
    read_values(buffer, start, tag, names, None, tables, None, first, b"", None)
    return tables


def named_or_begun(bytes buffer, start, tag, tuple names, bytes prefix):
    """What `named` returns, and the attributes whose names begin with a prefix, in document order."""
    cdef tuple tables = tuple([{} for _ in names])
    cdef list begun = []
    read_values(buffer, start, tag, names, None, tables, None, 0, prefix, begun)
    return tables, begun


def labels(bytes buffer, starts, tag_column, list nodes):
    """What authors call some nodes, each name once, in order; and the number of that of each node."""
    cdef const char *s = buffer
    cdef const char *at
    cdef const char *stop
    cdef const char *middle
    cdef const char *last
    cdef const char *name
    cdef const char *value
    cdef const char *name_before = NULL
    cdef const char *value_before = NULL
    cdef Py_ssize_t u, n, places, size, named, valued, named_before = -1, valued_before = -1
    cdef const int32_t *start = <const int32_t *>numbers_of(starts, sizeof(int32_t), &places)
    cdef const int32_t *tag = <const int32_t *>numbers_of(tag_column, sizeof(int32_t), &n)
    cdef list which = []
    cdef dict numbers = {}
    cdef bytes label
    cdef object number = None
    if places != n + 1:
        raise ValueError(f"{places} places for {n} nodes and the end")
    for u in nodes:
        if not 0 <= u < n:
            raise IndexError(f"no node {u} among {n}")
        name = value = s
        named = valued = 0
        if tag[u] != 0 and start[u] != start[u + 1]:
            if not 0 <= start[u] < start[u + 1] <= len(buffer):
                raise ValueError(f"node {u} is at {start[u]} to {start[u + 1]} of {len(buffer)} bytes")
            at, stop = s + start[u], s + start[u + 1]
            while at < stop:
                middle = <const char *>memchr(at, 0, stop - at)
                last = <const char *>memchr(middle + 1, 0, stop - middle - 1) if middle != NULL else NULL
                if last == NULL:
                    raise ValueError(f"the attributes of node {u} are no pairs")
                size = middle - at
                if size == 5 and memcmp(at, b"class", 5) == 0:
                    value, valued = middle + 1, last - middle - 1
                elif size == 8 and memcmp(at, b"itemprop", 8) == 0:
                    name, named = middle + 1, last - middle - 1
                at = last + 1
        # Most nodes are called as the one before.
        if (
            named != named_before or valued != valued_before
            or memcmp(name, name_before, named) != 0 or memcmp(value, value_before, valued) != 0
        ):
            label = name[:named] + b" " + value[:valued] if named and valued else name[:named] if named else value[:valued]
            number = numbers.get(label)
            if number is None:
                number = numbers[label] = len(numbers)
            name_before, value_before, named_before, valued_before = name, value, named, valued
        which.append(number)
    return list(numbers), which


def collect(bytes buffer, starts, tag_column, dict classes, dict ids):
    """Append each element to the lists of those of its classes that have one, and to that of its id."""
    cdef const char *s = buffer
    cdef const char *at
    cdef const char *stop
    cdef const char *middle
    cdef const char *last
    cdef Py_ssize_t u, n, places, size
    cdef const int32_t *start = <const int32_t *>numbers_of(starts, sizeof(int32_t), &places)
    cdef const int32_t *tag = <const int32_t *>numbers_of(tag_column, sizeof(int32_t), &n)
    cdef dict known = {}  # by value, the lists of its classes: a page repeats a few values many times
    cdef list found
    cdef bytes value
    cdef uint32_t[32] class_sizes, id_sizes
    if places != n + 1:
        raise ValueError(f"{places} places for {n} nodes and the end")
    note_sizes(classes, class_sizes)
    note_sizes(ids, id_sizes)
    for u in range(n):
        if tag[u] == 0 or start[u] == start[u + 1]:
            continue
        if not 0 <= start[u] < start[u + 1] <= len(buffer):
            raise ValueError(f"node {u} is at {start[u]} to {start[u + 1]} of {len(buffer)} bytes")
        at, stop = s + start[u], s + start[u + 1]
        while at < stop:
            middle = at  # names are short: this is faster than memchr
            while middle < stop and middle[0]:
                middle += 1
            last = <const char *>memchr(middle + 1, 0, stop - middle - 1) if middle < stop else NULL
            if last == NULL:
                raise ValueError(f"the attributes of node {u} are no pairs")
            size = middle - at
            if size == 5 and memcmp(at, b"class", 5) == 0 and may_name(middle + 1, last, class_sizes):
                value = middle[1 : last - middle]
                found = known.get(value)
                if found is None:
                    found = known[value] = lists_of(value, classes)
                for nodes in found:
                    (<list>nodes).append(u)
            elif size == 2 and memcmp(at, b"id", 2) == 0 and may_be(middle + 1, last, id_sizes):
                nodes = ids.get(middle[1 : last - middle])
                if nodes is not None:
                    nodes.append(u)
            at = last + 1
    return None


cdef int note_sizes(dict names, uint32_t *sizes) except -1:
    """Note what sizes some names have, as bits, by the last five bits of their first bytes."""
    cdef bytes name
    memset(sizes, 0, 32 * sizeof(uint32_t))
    for name in names:
        if name:
            sizes[name[0] & 31] |= <uint32_t>1 << min(len(name), 31)
    return 0


cdef inline bint may_be(const char *s, const char *stop, const uint32_t *sizes) noexcept nogil:
    """Whether a text may be one of some names, by their sizes; most are none."""
    return s < stop and sizes[s[0] & 31] >> min(stop - s, 31) & 1


cdef inline bint may_name(const char *s, const char *stop, const uint32_t *sizes) noexcept nogil:
    """Whether one of the words in a text may be one of some names, by their sizes."""
    cdef const char *word
    while s < stop:
        word = s
        while s < stop and not is_gap(s[0]):
            s += 1
        if may_be(word, s, sizes):
            return True
        s += 1
    return False


cdef inline bint is_gap(char byte) noexcept nogil:
    """Whether a byte stands between classes."""
    return byte == 32 or byte == 9 or byte == 10 or byte == 12 or byte == 13


cdef list lists_of(bytes value, dict classes):
    """The lists of the classes in a value, each once."""
    cdef const char *s = value
    cdef Py_ssize_t a = 0, b, n = len(value)
    cdef list found = []
    while a < n:
        if is_gap(s[a]):
            a += 1
            continue
        b = a
        while b < n and not is_gap(s[b]):
            b += 1
        nodes = classes.get(s[a:b])
        if nodes is not None:
            for other in found:
                if other is nodes:
                    break
            else:
                if type(nodes) is not list:
                    raise TypeError("each class has a list")
                found.append(nodes)
        a = b
    return found
