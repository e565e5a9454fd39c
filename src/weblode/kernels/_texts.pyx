# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, freethreading_compatible=True
"""The compiled twin of `texts.py`, which explains it."""

from cpython.unicode cimport PyUnicode_DecodeUTF8
from libc.stdint cimport int32_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, qsort
from libc.string cimport memchr, memcmp, memset

from os import urandom

from weblode.kernels import texts as definition

cdef enum:
    MARK = 1, SPAN = 2, DIVIDER = 4, STRUCK = 8, ANCHOR = 16, BLOCK = 32
    SPACED = 1, BROKEN = 2
    LABEL = 39  # characters
assert (MARK, SPAN, DIVIDER, STRUCK, ANCHOR, BLOCK) == (
    definition.MARK, definition.SPAN, definition.DIVIDER, definition.STRUCK, definition.ANCHOR, definition.BLOCK
)

cdef extern from *:
    """
    /* A tuple of six of a type of tuples: what its type would make, without a call and a tuple of arguments. */
    static PyObject *tuple_of_six(
        PyObject *type, PyObject *a, PyObject *b, PyObject *c, PyObject *d, PyObject *e, PyObject *f
    ) {
        PyObject *parts[6] = {a, b, c, d, e, f};
        PyObject *made = ((PyTypeObject *)type)->tp_alloc((PyTypeObject *)type, 6);
        if (made == NULL) return NULL;
        for (int i = 0; i < 6; i++) {
            Py_INCREF(parts[i]);
            PyTuple_SET_ITEM(made, i, parts[i]);
        }
        return made;
    }
    """
    object tuple_of_six(object kind, object a, object b, object c, object d, object e, object f)

cdef enum:
    WHITE = 1, WORD = 2, RARE = 4, WIDE = 8
cdef uint8_t[256] KINDS
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


cdef str without_separators(str value):
    """A text on one line without the punctuation that divides it from the texts beside it."""
    cdef Py_ssize_t begin = 0, n = len(value), stop = n, i = 0
    if n and value[0] in STARTS:
        while i < n and value[i] in STARTS:
            i += 1
        if i < n and value[i].isspace():
            while i < n and value[i].isspace():
                i += 1
            begin = i
    if stop > begin and value[stop - 1] in ENDS:
        while stop > begin and value[stop - 1] in ENDS:
            stop -= 1
        while stop > begin and value[stop - 1].isspace():
            stop -= 1
    return value if stop - begin == n else value[begin:stop]


cdef str label_of(str value):
    """The label that a text on one line begins with, "" without one."""
    cdef Py_ssize_t i, n = len(value), stop
    cdef Py_UCS4 character
    if not n or not (value[0].isalnum() or value[0] == "_"):
        return ""
    for i in range(n):
        character = value[i]
        if character == ":":
            if i + 1 < n and not value[i + 1].isspace():
                return ""
            stop = i
            while value[stop - 1].isspace():
                stop -= 1
            return value[:stop] if stop <= LABEL else ""
        if 48 <= character <= 57 or (character > 127 and character.isdecimal()):
            return ""
    return ""


cdef uint64_t SECRET = <uint64_t>int.from_bytes(urandom(8), "little")  # so that no page knows the slots of its names
cdef list HOLDING = [word.encode() for word in definition.HOLDING]
cdef uint8_t[256] HOLDS  # whether one of the words begins with a byte
for word in HOLDING:
    HOLDS[<uint8_t>word[0]] = 1
assert definition.LAZY == (b"data-", b"srcset")


cdef inline uint8_t lower(uint8_t byte) noexcept:
    return byte + 32 if 65 <= byte <= 90 else byte


cdef bint begins(const uint8_t *at, Py_ssize_t left, bytes word) except -1:
    """Whether bytes begin with a word, whatever their case."""
    cdef Py_ssize_t i, n = len(word)
    cdef const uint8_t *sought = word
    if n > left:
        return False
    for i in range(n):
        if lower(at[i]) != sought[i]:
            return False
    return True


cdef str plain_source(bytes source):
    """The address of an image; None if it has other characters than ASCII, or space around it, or is an image itself."""
    cdef const uint8_t *at = source
    cdef Py_ssize_t i, n = len(source)
    if n == 0 or at[0] <= 32 or at[n - 1] <= 32 or begins(at, n, b"data:"):
        return None
    for i in range(n):
        if at[i] > 127:
            return None
    return PyUnicode_DecodeUTF8(<const char *>at, n, NULL)


cdef bint is_holding(bytes source) except -1:
    """Whether the name of an image has one of `HOLDING` in it."""
    cdef const uint8_t *at = source
    cdef Py_ssize_t i, stop = len(source), name = 0
    cdef bytes word
    for i in range(stop):
        if at[i] == 63:
            stop = i
            break
        if at[i] == 47:
            name = i + 1
    for i in range(name, stop):
        if HOLDS[lower(at[i])]:
            for word in HOLDING:
                if begins(at + i, stop - i, word):
                    return True
    return False


cdef struct Name:  # an attribute that is the name of an element; without data, the slot is free
    const uint8_t *data
    Py_ssize_t size
    int32_t number


cdef int ascending(const void *one, const void *other) noexcept nogil:
    return (<const int32_t *>one)[0] - (<const int32_t *>other)[0]


cdef inline uint64_t hashed(const uint8_t *data, Py_ssize_t size) noexcept:
    """A hash of some bytes, another one in each process."""
    cdef uint64_t number = SECRET
    cdef Py_ssize_t i
    for i in range(size):
        number = (number ^ data[i]) * <uint64_t>1099511628211
    return number ^ (number >> 32)


cdef class Texts:
    """Reads the texts of a page's records."""

    cdef bytes buffer
    cdef const uint8_t *data
    cdef Py_ssize_t size, n
    cdef const int32_t[::1] parent, end, tag, path, lead, leaf, start
    cdef const uint8_t[::1] traits
    cdef Py_ssize_t most_paths  # the highest number of a path
    cdef int32_t *blocks  # how many blocks start before each node
    cdef int32_t tags
    cdef frozenset priced
    cdef bint has_prices
    cdef int32_t *author_of  # of each node the number of its name, -1 if it is not known yet; and that of its link
    cdef int32_t *link_of
    cdef int32_t *way  # room for two nodes for each that there is
    cdef Name *names  # the attributes that are names so far, by a hash
    cdef size_t slots, n_names
    cdef list authors, links  # by number
    cdef list are_images  # by place in a row: the last place there, and whether it is an image
    cdef dict made, pictured, urls
    cdef list text_paths, paths, last_places  # by the number of a path; None if not known yet
    cdef object make_place, make_cell, text_path, path_of, machine, url
    cdef list said
    cdef str root

    def __dealloc__(self):
        free(self.blocks)
        free(self.author_of)
        free(self.names)

    def __init__(self, bytes buffer, columns, const uint8_t[::1] traits, frozenset priced, makers):
        cdef Py_ssize_t u
        self.buffer, self.data, self.size = buffer, <const uint8_t *>buffer, len(buffer)
        self.parent, self.end, self.tag, self.path, self.lead, self.leaf, self.start = columns
        self.traits, self.tags = traits, traits.shape[0] - 1
        self.n = self.parent.shape[0]
        if not (
            self.end.shape[0] == self.tag.shape[0] == self.path.shape[0] == self.lead.shape[0] == self.leaf.shape[0]
            == self.n == self.start.shape[0] - 1
        ):
            raise ValueError("columns of different lengths")
        self.priced, self.has_prices = priced, len(priced) > 0
        (
            self.make_place, self.make_cell, self.text_path, self.path_of, self.machine, self.said,
            self.url, self.root,
        ) = makers
        if not issubclass(self.make_cell, tuple):
            raise TypeError("values are tuples")
        self.authors, self.links, self.made, self.pictured, self.urls = [""], [""], {}, {}, {}
        self.are_images = []
        free(self.author_of)
        free(self.names)
        self.slots, self.n_names = 64, 0
        self.names = <Name *>calloc(self.slots, sizeof(Name))
        self.author_of = <int32_t *>malloc((4 * self.n + 1) * sizeof(int32_t))
        if not self.names or not self.author_of:
            raise MemoryError()
        self.link_of, self.way = self.author_of + self.n, self.author_of + 2 * self.n
        memset(self.author_of, 255, self.n * sizeof(int32_t))
        free(self.blocks)
        self.blocks = <int32_t *>calloc(self.n + 1, sizeof(int32_t))
        if not self.blocks:
            raise MemoryError()
        self.most_paths = 0
        for u in range(self.n):
            if self.path[u] < 0:
                raise ValueError("numbers of paths are from 0")
            self.most_paths = max(self.most_paths, self.path[u])
            self.blocks[u + 1] = self.blocks[u] + ((self.trait(u) & BLOCK) > 0)
        self.text_paths, self.paths = [None] * (self.most_paths + 1), [None] * (self.most_paths + 1)
        self.last_places = [None] * (self.most_paths + 1)

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
        cdef str value = self.value(u, v)
        if value is None:
            return None
        inner = self.above(u, v)
        holder = self.holder(inner, u, start)
        return u, v, value, holder, inner, self.path[holder]

    cdef str value(self, Py_ssize_t u, Py_ssize_t v):
        """What the leaves from `u` to `v` say; None if that has no letter or digit."""
        cdef str value = self.words(u) if u == v and self.leaf[u] >= 0 else self.line(u, v)
        if not value:
            return None
        if not value[0].isalnum() or not value[len(value) - 1].isalnum():
            if value[0] in STARTS or value[len(value) - 1] in ENDS:
                value = without_separators(value)
            if not has_words(value):
                return None
        return value

    cdef Py_ssize_t holder(self, Py_ssize_t u, Py_ssize_t leaf, Py_ssize_t start) except -1:
        """The element around the marks around a text, from the one around its leaves, of which one is given."""
        cdef bint struck = self.has_prices and leaf in self.priced
        cdef uint8_t trait = self.trait(u)
        while u > start and trait & MARK and not (struck and trait & STRUCK):
            u = self.up(u)
            trait = self.trait(u)
        return u

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
        return self.listed(self.cut_ones(start, spans, 0))

    cdef Py_ssize_t cut_ones(self, Py_ssize_t start, list spans, Py_ssize_t n) except -1:
        """Put them into `way` from place `n` on, perhaps twice; where they end there."""
        cdef Py_ssize_t i, u, a, b, before = -1
        for i in range(len(spans)):
            a, b = <tuple>spans[i]
            self.check(a)
            self.check(b - 1)
            if before >= 0:
                u = self.above(before - 1, a)
                if u >= start and self.blocks[u + 1] == self.blocks[min(self.n, self.end[u])]:
                    if n >= 2 * self.n:
                        raise ValueError("more texts than nodes")
                    self.way[n] = <int32_t>u
                    n += 1
            before = b
        return n

    cdef list listed(self, Py_ssize_t n):
        """The first `n` nodes in `way`, in order and each once."""
        cdef list nodes = []
        cdef Py_ssize_t i
        if n > 1:
            qsort(self.way, n, sizeof(int32_t), &ascending)
        for i in range(n):
            if not i or self.way[i] != self.way[i - 1]:
                nodes.append(self.way[i])
        return nodes

    def uncut(self, Py_ssize_t start, list spans, set paths):
        """The elements that hold one text of a record and have one of the paths: in other records they hold several."""
        cdef uint8_t *flags = <uint8_t *>calloc(self.most_paths + 1, sizeof(uint8_t))
        cdef Py_ssize_t number
        if not flags:
            raise MemoryError()
        try:
            for number in paths:
                if 0 <= number <= self.most_paths:
                    flags[number] = 1
            return self.listed(self.whole_ones(start, spans, flags, 0))
        finally:
            free(flags)

    cdef Py_ssize_t whole_ones(self, Py_ssize_t start, list spans, const uint8_t *flags, Py_ssize_t found) except -1:
        """Put the elements that hold one text and have a path with a flag into `way`, as `cut_ones` does."""
        cdef Py_ssize_t i, w, u, stop, after, lowest, before = -1, n = len(spans)
        for i in range(n):
            u, stop = <tuple>spans[i]
            self.check(u)
            after = (<tuple>spans[i + 1])[0] if i + 1 < n else self.n
            lowest = max(start, before)
            w = self.parent[u]
            while w >= lowest and w >= 0 and self.end[w] <= after:
                if self.end[w] >= stop and flags[self.path[w]]:
                    if found >= 2 * self.n:
                        raise ValueError("more texts than nodes")
                    self.way[found] = <int32_t>w
                    found += 1
                w = self.parent[w]
            before = stop
        return found

    def about(self, Py_ssize_t u, Py_ssize_t start):
        """The author's name for a node, and its link target, each from the nearest node of the record that has one."""
        cdef int32_t author, link
        self.check(u)
        self.nearest(u, start, &author, &link)
        return self.authors[author], self.links[link]

    cdef int nearest(self, Py_ssize_t u, Py_ssize_t start, int32_t *author, int32_t *link) except -1:
        """The numbers of what `about` says."""
        cdef Py_ssize_t steps = 0
        author[0] = link[0] = 0
        while u >= start and u >= 0 and self.author_of[u] < 0:
            self.way[steps] = <int32_t>u
            steps += 1
            u = self.parent[u]
        if u >= start and u >= 0:
            author[0], link[0] = self.author_of[u], self.link_of[u]
        while steps:
            steps -= 1
            self.learn(self.way[steps], author, link)
        return 0

    cdef int learn(self, Py_ssize_t u, int32_t *author, int32_t *link) except -1:
        """What `about` says of a node, from what it says of the one around it."""
        cdef const uint8_t *at = self.data + self.start[u]
        cdef const uint8_t *stop = self.data + self.start[u + 1]
        cdef const uint8_t *middle
        cdef const uint8_t *last
        cdef const uint8_t *name = NULL
        cdef const uint8_t *target = NULL
        cdef Py_ssize_t size = 0, long = 0
        cdef bint is_property = False, is_anchor
        cdef int32_t number
        if self.tag[u] != 0:
            if not 0 <= self.start[u] <= self.start[u + 1] <= self.size:
                raise IndexError(f"the attributes of node {u} are not in the buffer")
            is_anchor = (self.trait(u) & ANCHOR) > 0
            while at < stop:
                middle = <const uint8_t *>memchr(at, 0, stop - at)
                last = <const uint8_t *>memchr(middle + 1, 0, stop - middle - 1) if middle != NULL else NULL
                if last == NULL:
                    raise ValueError(f"the attributes of node {u} are no pairs")
                if last > middle + 1:
                    if middle - at == 5:
                        if not is_property and memcmp(at, b"class", 5) == 0:
                            name, size = middle + 1, last - middle - 1
                    elif middle - at == 8:
                        if memcmp(at, b"itemprop", 8) == 0:
                            name, size, is_property = middle + 1, last - middle - 1, True
                    elif is_anchor and middle - at == 4 and memcmp(at, b"href", 4) == 0:
                        target, long = middle + 1, last - middle - 1
                at = last + 1
            if size > 0:
                number = self.numbered(name, size)
                if number:
                    author[0] = number
            if is_anchor:
                link[0] = 0
                if long:
                    self.links.append((<bytes>target[:long]).decode().strip())
                    link[0] = <int32_t>(len(self.links) - 1)
        self.author_of[u], self.link_of[u] = author[0], link[0]
        return 0

    cdef int32_t numbered(self, const uint8_t *name, Py_ssize_t size) except -1:
        """The number of the words of an attribute among the authors' names; 0 if it has none."""
        cdef size_t at
        cdef int32_t number
        cdef str words
        at = hashed(name, size) & (self.slots - 1)
        while self.names[at].data:
            if self.names[at].size == size and memcmp(self.names[at].data, name, size) == 0:
                return self.names[at].number
            at = (at + 1) & (self.slots - 1)
        words = " ".join((<bytes>name[:size]).decode().split())
        if words:
            self.authors.append(words)
        self.names[at].data, self.names[at].size = name, size
        self.names[at].number = <int32_t>(len(self.authors) - 1) if words else 0
        self.n_names += 1
        number = self.names[at].number
        if 2 * self.n_names > self.slots:
            self.enlarge()
        return number

    cdef int enlarge(self) except -1:
        """Make room for as many names again."""
        cdef Name *old = self.names
        cdef size_t i, at, n = self.slots
        cdef Name *names = <Name *>calloc(2 * n, sizeof(Name))
        if not names:
            raise MemoryError()
        for i in range(n):
            if old[i].data:
                at = hashed(old[i].data, old[i].size) & (2 * n - 1)
                while names[at].data:
                    at = (at + 1) & (2 * n - 1)
                names[at] = old[i]
        free(old)
        self.names, self.slots = names, 2 * n
        return 0

    # ---------------------------------------------------------------- places
    def places(self, list starts, const int32_t[::1] leaves, list bounds, dict prices, Py_ssize_t most):
        """The places of each record's texts with their values, as `row` divides them."""
        cdef list rows = []
        cdef Py_ssize_t k, first, stop
        if len(bounds) != len(starts):
            raise ValueError("each record needs its leaves")
        for k in range(len(starts)):
            first, stop = bounds[k]
            if not 0 <= first <= stop <= leaves.shape[0]:
                raise IndexError("no such leaves")
            rows.append(self.record(starts[k], leaves, first, stop, prices, most))
        return rows

    cdef list record(
        self, Py_ssize_t start, const int32_t[::1] leaves, Py_ssize_t a, Py_ssize_t b, dict prices, Py_ssize_t most
    ):
        """The places of one record, with the leaves a:b."""
        cdef list row = []
        cdef object place
        cdef Py_ssize_t first = -1, last = -1, inside = -1, u, i, runs = 0
        cdef bint cut = bool(prices)
        for i in range(a, b):
            u = leaves[i]
            self.check(u)
            if first >= 0 and (u <= inside or self.goes_on(first, last, u)):
                last = u
            else:
                if first >= 0:
                    if runs == most:
                        return row
                    place = self.placed_text(first, last, start)
                    if place is not None:
                        row.append(place)
                    runs += 1
                first = last = u
            if cut:
                inside = prices.get(u, inside)
        place = self.placed_text(first, last, start) if first >= 0 and runs < most else None
        if place is not None:
            row.append(place)
        return row

    def place(self, tuple text, Py_ssize_t start):
        """The place and value of a text; None if such texts are no values."""
        self.check(text[0])
        self.check(text[1])
        self.check(text[3])
        self.check(text[4])
        return self.made_of(text[0], text[1], text[2], text[3], text[4], start)

    cdef object placed_text(self, Py_ssize_t u, Py_ssize_t v, Py_ssize_t start):
        """The place and value of the leaves from `u` to `v`; None if they say nothing."""
        cdef Py_ssize_t inner
        cdef str value = self.value(u, v)
        if value is None:
            return None
        inner = self.above(u, v)
        return self.made_of(u, v, value, self.holder(inner, u, start), inner, start)

    cdef object made_of(
        self, Py_ssize_t u, Py_ssize_t v, str value, Py_ssize_t holder, Py_ssize_t inner, Py_ssize_t start
    ):
        cdef Py_ssize_t number = self.path[holder]
        cdef int32_t name, link
        cdef object author, href, label = "", machine = "", address = "", path = self.text_paths[number]
        if path is None:
            path = self.text_path(holder)
            self.text_paths[number] = path = False if path is None else path
        if path is False:
            return None
        self.nearest(inner, start, &name, &link)
        author, href = self.authors[name], self.links[link]
        if not href:
            label = label_of(value)
        if self.said and self.says_more(inner, v):
            machine = self.machine(inner, u, v)
        if href and self.url is not None:
            address = self.address(href)
        place = self.placed_at(number, path, author, label)
        return place, tuple_of_six(self.make_cell, (u, v + 1), value, href, "", machine, address)

    cdef bint says_more(self, Py_ssize_t u, Py_ssize_t v) except -1:
        """Whether one of the nodes from `u` on, before `v`, says something for machines."""
        cdef Py_ssize_t low = 0, high = len(self.said), middle
        while low < high:
            middle = (low + high) // 2
            if <Py_ssize_t>self.said[middle] < u:
                low = middle + 1
            else:
                high = middle
        return low < len(self.said) and <Py_ssize_t>self.said[low] < v

    cdef object placed_at(self, Py_ssize_t number, object path, object author, object label):
        """The place with these features; the same object for the same, and mostly that of the last text at the path."""
        cdef object last = self.last_places[number], place
        if last is not None and (<tuple>last)[0] is author and (<tuple>last)[1] == label:
            return (<tuple>last)[2]
        place = self.placed(path, author, label, False)
        self.last_places[number] = (author, label, place)
        return place

    cdef object placed(self, object path, object author, object label, bint whole):
        """The place with these features; the same object for the same."""
        cdef tuple key = (path, author, label, whole)
        place = self.made.get(key)
        if place is None:
            place = self.made[key] = self.make_place(path, author, label, False, whole)
        return place

    cdef object path_from(self, Py_ssize_t u):
        """The path of an element."""
        path = self.paths[self.path[u]]
        if path is None:
            path = self.paths[self.path[u]] = self.path_of(u)
        return path

    cdef object address(self, object href):
        """The address that a link leads to."""
        cdef str link = href
        if link.startswith("https://") or link.startswith("http://"):
            return link
        if self.root and link.startswith("/") and not link.startswith("//") and "/." not in link:
            return self.root + link
        address = self.urls.get(href)
        if address is None:
            address = self.urls[href] = self.url(href)
        return address

    def with_images(
        self, list starts, list rows, const int32_t[::1] images, list bounds, dict sources, is_repeated, read,
        Py_ssize_t most
    ):
        """The rows with the images of each record, in order, `most` of both."""
        cdef list every = [], row, merged
        cdef Py_ssize_t k, i, first, stop, u, at, n
        cdef object picture
        if len(starts) != len(rows) or len(starts) != len(bounds):
            raise ValueError("each record needs its images")
        for k in range(len(starts)):
            row = rows[k]
            first, stop = bounds[k]
            if not 0 <= first <= stop <= images.shape[0]:
                raise IndexError("no such images")
            if first == stop:
                every.append(row)
                continue
            merged, at, n = [], 0, len(row)
            for i in range(first, min(stop, first + most)):
                u = images[i]
                self.check(u)
                picture = self.image(u, starts[k], sources.get(u), is_repeated, read)
                if picture is None:
                    continue
                nodes = (<tuple>(<tuple>picture)[1])[0]
                while at < n and <tuple>(<tuple>(<tuple>row[at])[1])[0] <= nodes:
                    merged.append(row[at])
                    at += 1
                merged.append(picture)
            if merged:
                merged.extend(row[at:])
                row = merged[:most] if len(merged) > most else merged
            every.append(row)
        return every

    cdef bint has_another(self, Py_ssize_t u) except -1:
        """Whether the attributes of an image may name another one."""
        cdef Py_ssize_t i, begin = self.start[u], stop = self.start[u + 1]
        if not 0 <= begin <= stop <= self.size:
            raise IndexError(f"the attributes of node {u} are not in the buffer")
        for i in range(begin, stop - 4):
            if (self.data[i] == 100 and memcmp(self.data + i, b"data-", 5) == 0) or (
                self.data[i] == 115 and i + 6 <= stop and memcmp(self.data + i, b"srcset", 6) == 0
            ):
                return True
        return False

    cdef object image(self, Py_ssize_t u, Py_ssize_t start, bytes source, is_repeated, read):
        """The place and value of an image."""
        cdef int32_t name, link
        cdef str value = plain_source(source) if source is not None else None
        cdef object path, author, href, address = "", place
        cdef tuple key
        self.nearest(u, start, &name, &link)
        author, href = self.authors[name], self.links[link]
        if value is None or (self.has_another(u) and (is_holding(source) or is_repeated(value))):
            picture = read(u, (author, href))
            if picture is not None and (
                type(picture) is not tuple or len(<tuple>picture) != 2 or not isinstance((<tuple>picture)[1], tuple)
                or len(<tuple>(<tuple>picture)[1]) != 6
            ):
                raise TypeError("values are tuples of six")
            return picture
        if self.url is not None:
            value = self.address(value) or value
            if href:
                address = self.address(href)
        path = self.path_from(u)
        key = (path, author)
        place = self.pictured.get(key)
        if place is None:
            place = self.pictured[key] = self.make_place(path, author, "", True, False)
        return place, tuple_of_six(self.make_cell, (u, u + 1), value, href, "", "", address)

    def with_lines(self, list starts, list rows, Py_ssize_t lines, Py_ssize_t most):
        """The rows with the elements that are cut in some record as further places, each before its parts."""
        cdef list spans = [], complete = [], own, row, nodes
        cdef Py_ssize_t k, i, n = len(rows), found
        cdef bint some = False
        cdef uint8_t *flags
        if len(starts) != n:
            raise ValueError("each record needs its first node")
        flags = <uint8_t *>calloc(self.most_paths + 1, sizeof(uint8_t))
        if not flags:
            raise MemoryError()
        try:
            for k in range(n):
                own = self.spans_of(rows[k])
                spans.append(own)
                found = self.cut_ones(starts[k], own, 0)
                for i in range(found):
                    flags[self.path[self.way[i]]] = some = True
            if not some:
                return list(rows)
            for k in range(n):
                row = rows[k]
                found = self.whole_ones(starts[k], spans[k], flags, self.cut_ones(starts[k], spans[k], 0))
                nodes = self.listed(found)[:lines] if found else []
                complete.append(self.merged(nodes, starts[k], row, most) if nodes else row)
        finally:
            free(flags)
        return complete

    cdef list spans_of(self, list row):
        """The nodes of each text of a record; images are none."""
        cdef list own = []
        cdef object place, cell
        cdef tuple last
        cdef Py_ssize_t i
        for i in range(len(row)):
            place, cell = <tuple?>row[i]
            if not isinstance(cell, tuple) or len(<tuple>cell) != 6:
                raise TypeError("values are tuples of six")
            if i == len(self.are_images):
                self.are_images.append((place, bool(place.image)))
            last = <tuple>self.are_images[i]
            if last[0] is not place:  # mostly it is that of the record before
                last = self.are_images[i] = (place, bool(place.image))
            if not last[1]:
                own.append((<tuple>cell)[0])
        return own

    cdef list merged(self, list nodes, Py_ssize_t start, list row, Py_ssize_t most):
        """A row with elements as lines, in order; at the same nodes a line comes first."""
        cdef list every = []
        cdef Py_ssize_t i = 0, n = len(row), k
        cdef tuple line, span
        for k in range(len(nodes)):
            line = self.whole(nodes[k], start, row)
            span = (<tuple>line[1])[0]
            while i < n and <tuple>(<tuple>(<tuple>row[i])[1])[0] < span:
                every.append(row[i])
                i += 1
            every.append(line)
        every.extend(row[i:])
        return every[:most] if len(every) > most else every

    cdef tuple whole(self, Py_ssize_t u, Py_ssize_t start, list row):
        """An element as one place; its link is the only one in it."""
        cdef Py_ssize_t stop = self.end[u], a, b
        cdef int32_t name, link
        cdef object each
        cdef object author, href, other, address = ""
        cdef bint several = False
        self.nearest(u, start, &name, &link)
        author, href = self.authors[name], self.links[link]
        if not href:
            for _, each in row:
                other = (<tuple>each)[2]
                if other and other != href and not several:
                    a, b = (<tuple>each)[0]
                    if u <= a and b <= stop:
                        several = bool(href)
                        href = other
            if several:
                href = ""
        if href and self.url is not None:
            address = self.address(href)
        place = self.placed(self.path_from(u), author, "", True)
        return place, tuple_of_six(
            self.make_cell, (u, stop), without_separators(self.line(u, stop - 1)), href, "", "", address
        )
