# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, freethreading_compatible=True
"""The compiled twin of `texts.py`, which explains it."""

from cpython.unicode cimport PyUnicode_DecodeUTF8
from libc.stdint cimport int32_t, uint8_t
from libc.stdlib cimport free, malloc

from weblode.kernels import texts as definition

cdef enum:
    MARK = 1, SPAN = 2, DIVIDER = 4, STRUCK = 8, ANCHOR = 16
    SPACED = 1, BROKEN = 2
assert (MARK, SPAN, DIVIDER, STRUCK, ANCHOR) == (
    definition.MARK, definition.SPAN, definition.DIVIDER, definition.STRUCK, definition.ANCHOR
)

cdef enum:
    WHITE = 1, WORD = 2, RARE = 4, WIDE = 8
cdef uint8_t[256] KINDS
cdef object without_separators = definition.without_separators
cdef str STARTS = "".join(sorted(definition.STARTS)), ENDS = "".join(sorted(definition.ENDS))


cdef int prepare() except -1:
    """Fill the table of what each byte is: white space, a letter or digit, of a wide character that may be white."""
    cdef int byte
    for byte in range(256):
        KINDS[byte] = 0
        if byte < 128:
            KINDS[byte] = WHITE if chr(byte).isspace() else WORD if chr(byte).isalnum() else 0
        else:
            KINDS[byte] = WIDE
    for byte in (0xC2, 0xE1, 0xE2, 0xE3):  # of U+0085, U+00A0, U+1680, U+2000 to U+205F, U+3000
        KINDS[byte] |= RARE
    return 0


prepare()


cdef inline bint has_words(str text) except -1:
    """Whether a text has a letter or a digit."""
    cdef Py_UCS4 character
    for character in text:
        if character.isalnum():
            return True
    return False


cdef class Texts:
    """Reads the texts of a page's records."""

    cdef bytes buffer
    cdef const uint8_t *data
    cdef Py_ssize_t size, n
    cdef const int32_t[::1] parent, end, tag, path, lead, leaf, start, blocks
    cdef const uint8_t[::1] traits
    cdef int32_t tags
    cdef frozenset priced
    cdef bint has_prices
    cdef object classes, properties, hrefs
    cdef dict abouts, authors

    def __init__(self, bytes buffer, columns, const uint8_t[::1] traits, const int32_t[::1] blocks, frozenset priced,
                 attributes):
        self.buffer, self.data, self.size = buffer, <const uint8_t *>buffer, len(buffer)
        self.parent, self.end, self.tag, self.path, self.lead, self.leaf, self.start = columns
        self.blocks, self.traits, self.tags = blocks, traits, traits.shape[0] - 1
        self.n = self.parent.shape[0]
        if not (
            self.end.shape[0] == self.tag.shape[0] == self.path.shape[0] == self.lead.shape[0] == self.leaf.shape[0]
            == self.n == self.start.shape[0] - 1 == blocks.shape[0] - 1
        ):
            raise ValueError("columns of different lengths")
        self.priced, self.has_prices = priced, len(priced) > 0
        self.classes, self.properties, self.hrefs = attributes
        self.abouts, self.authors = {}, {}

    cdef inline uint8_t trait(self, Py_ssize_t u) noexcept:
        cdef int32_t tag = self.tag[u]
        return self.traits[tag if 0 <= tag < self.tags else self.tags]

    cdef inline int check(self, Py_ssize_t u) except -1:
        """Raise an IndexError for a number that no node has."""
        if not 0 <= u < self.n:
            raise IndexError(f"no node {u} among {self.n}")
        return 0

    cdef inline Py_ssize_t up(self, Py_ssize_t u) except -1:
        """The parent of a node; an IndexError for the root, so that no way up leads out of the tree."""
        cdef Py_ssize_t above = self.parent[u]
        if not 0 <= above < u:
            raise IndexError(f"node {u} has no parent")
        return above

    cdef str words(self, Py_ssize_t u):
        """The text of a leaf on one line."""
        cdef Py_ssize_t i, begin = self.start[u], stop = self.start[u + 1], size = 0
        cdef uint8_t kind
        cdef bint space = False, changed = False
        if not 0 <= begin <= stop <= self.size:
            raise IndexError(f"the text of node {u} is not in the buffer")
        if begin == stop:
            return ""
        for i in range(begin, stop):
            kind = KINDS[self.data[i]]
            if kind & RARE:  # it may be white space beyond ASCII
                return " ".join((<bytes>self.data[begin:stop]).decode().split())
            if kind & WHITE:
                changed = changed or space or self.data[i] != 32 or i == begin or i == stop - 1
                space = True
            else:
                space = False
        if not changed:
            return PyUnicode_DecodeUTF8(<const char *>self.data + begin, stop - begin, NULL)
        cdef uint8_t *line = <uint8_t *>malloc(stop - begin)
        if not line:
            raise MemoryError()
        space = False
        for i in range(begin, stop):
            if KINDS[self.data[i]] & WHITE:
                space = size > 0
            else:
                if space:
                    line[size] = 32
                    size += 1
                    space = False
                line[size] = self.data[i]
                size += 1
        try:
            return PyUnicode_DecodeUTF8(<const char *>line, size, NULL)
        finally:
            free(line)

    cdef bint says(self, Py_ssize_t u) except -1:
        """Whether the text of a leaf has a letter or a digit."""
        cdef Py_ssize_t i
        cdef bint wide = False
        for i in range(self.start[u], min(self.size, self.start[u + 1])):
            if KINDS[self.data[i]] & WORD:
                return True
            wide = wide or KINDS[self.data[i]] & WIDE
        return wide and has_words(self.words(u))

    def string(self, Py_ssize_t u):
        """The text of a leaf on one line."""
        self.check(u)
        return self.words(u)

    def joined(self, Py_ssize_t u, Py_ssize_t v):
        """The text of the leaves from `u` to `v` on one line, with a space where markup divides digits."""
        if u <= v:
            self.check(u)
            self.check(v)
        return self.line(u, v)

    cdef str line(self, Py_ssize_t u, Py_ssize_t v):
        cdef list parts = []
        cdef str text, last = ""
        cdef Py_ssize_t w, before = -1
        for w in range(u, v + 1):
            if self.leaf[w] < 0:
                continue
            text = self.words(w)
            if before >= 0 and (
                self.lead[w] >= SPACED
                or (self.parent[before] != self.parent[w] and last and last[len(last) - 1].isdigit()
                    and text and text[0].isdigit())
            ):
                parts.append(" ")
            parts.append(text)
            last, before = text, w
        return parts[0] if len(parts) == 1 else "".join(parts)

    def row(self, Py_ssize_t start, list leaves, dict prices, Py_ssize_t most):
        """The texts of a record with a letter or digit, in order, of the first `most`; `start` is its first node."""
        cdef list texts = []
        cdef object text
        cdef Py_ssize_t first = -1, last = -1, inside = -1, u, runs = 0
        cdef bint cut = bool(prices)
        for u in leaves:
            self.check(u)
            if first >= 0 and (u <= inside or self.goes_on(first, last, u)):
                last = u
            else:
                if first >= 0:
                    if runs == most:
                        return texts
                    text = self.run(first, last, start)
                    if text is not None:
                        texts.append(text)
                    runs += 1
                first = last = u
            if cut:
                inside = prices.get(u, inside)
        text = self.run(first, last, start) if first >= 0 and runs < most else None
        if text is not None:
            texts.append(text)
        return texts

    def text(self, Py_ssize_t u, Py_ssize_t v, Py_ssize_t start):
        """The leaves from `u` to `v` as one text; None if it has no letter or digit."""
        self.check(u)
        self.check(v)
        return self.run(u, v, start)

    cdef object run(self, Py_ssize_t u, Py_ssize_t v, Py_ssize_t start):
        cdef Py_ssize_t inner, holder
        cdef str value = self.words(u) if u == v and self.leaf[u] >= 0 else self.line(u, v)
        cdef uint8_t trait
        cdef bint struck
        if not value:
            return None
        if not value[0].isalnum() or not value[len(value) - 1].isalnum():
            if value[0] in STARTS or value[len(value) - 1] in ENDS:
                value = without_separators(value)
            if not has_words(value):
                return None
        inner = holder = self.above(u, v)
        struck = self.has_prices and u in self.priced
        trait = self.trait(holder)
        while holder > start and trait & MARK and not (struck and trait & STRUCK):
            holder = self.up(holder)
            trait = self.trait(holder)
        return u, v, value, holder, inner, self.path[holder]

    cdef bint goes_on(self, Py_ssize_t first, Py_ssize_t u, Py_ssize_t v) except -1:
        """Whether two neighbouring leaves belong to one text, which begins with a first one."""
        cdef Py_ssize_t w, above
        cdef bint one, other, beside, alike
        cdef uint8_t allowed
        if self.lead[v] == BROKEN:
            return False
        for w in range(u + 1, v):
            if self.trait(w) & DIVIDER:
                return False
        if self.has_prices and u in self.priced and v in self.priced:
            return False
        above = self.above(u, v)
        one, other = self.parent[u] == above, self.parent[v] == above
        alike = self.path[u] == self.path[v]
        beside = (one or other) and (self.lead[v] < SPACED or (one and self.says(u)) or (other and self.says(v)))
        beside = beside or (first != u and self.parent[first] == above and alike)
        allowed = (MARK if one or other or beside or alike else 0) | (SPAN if beside else 0)
        w = self.up(u)
        while w != above:
            if not self.trait(w) & allowed:
                return False
            w = self.up(w)
        w = self.up(v)
        while w != above:
            if not self.trait(w) & allowed:
                return False
            w = self.up(w)
        return True

    cdef Py_ssize_t above(self, Py_ssize_t u, Py_ssize_t v) except -1:
        """The deepest node that contains both texts."""
        u = self.up(u)
        while v >= self.end[u]:
            u = self.up(u)
        return u

    def cut(self, Py_ssize_t start, list spans):
        """The elements of a record that hold several of its texts and no block, in order."""
        cdef set elements = set()
        cdef Py_ssize_t u, a, b, before = -1
        for a, b in spans:
            self.check(a)
            self.check(b - 1)
            if before >= 0:
                u = self.above(before - 1, a)
                if u >= start and self.blocks[u + 1] == self.blocks[min(self.n, self.end[u])]:
                    elements.add(u)
            before = b
        return sorted(elements)

    def uncut(self, Py_ssize_t start, list spans, set paths):
        """The elements that hold one text of a record and have one of the paths: in other records they hold several."""
        cdef set elements = set()
        cdef Py_ssize_t i, w, u, stop, after, lowest, before = -1, n = len(spans)
        for i in range(n):
            u, stop = spans[i]
            self.check(u)
            after = spans[i + 1][0] if i + 1 < n else self.n
            lowest = max(start, before)
            w = self.parent[u]
            while w >= lowest and w >= 0 and self.end[w] <= after:
                if self.end[w] >= stop and self.path[w] in paths:
                    elements.add(w)
                w = self.parent[w]
            before = stop
        return sorted(elements)

    def about(self, Py_ssize_t u, Py_ssize_t start):
        """The author's name for a node, and its link target, each from the nearest node of the record that has one."""
        cdef list way = []
        cdef object name
        cdef tuple both
        cdef Py_ssize_t i, w
        self.check(u)
        while u >= start and u >= 0 and u not in self.abouts:
            way.append(u)
            u = self.parent[u]
        both = self.abouts[u] if u >= start and u >= 0 else ("", "")
        for i in range(len(way) - 1, -1, -1):
            w = way[i]
            name = self.properties.get(w) or self.classes.get(w)
            if name:
                author = self.authors.get(name)
                if author is None:
                    author = self.authors[name] = " ".join(name.decode().split())
                if author:
                    both = (author, both[1])
            if self.trait(w) & ANCHOR:
                both = (both[0], self.hrefs.get(w, b"").decode().strip())
            self.abouts[w] = both
        return both
