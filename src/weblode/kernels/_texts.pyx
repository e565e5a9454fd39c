# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, freethreading_compatible=True
"""The compiled twin of `texts.py` and of the columns of `cells.py`, which explain it.

They are one module, so that the cells of records are rows of numbers until somebody asks for them one by one: a column
knows where its cells stand among those of all rows, and the text of a line is not put together unless it is read.
"""

cimport cython
from cpython.unicode cimport PyUnicode_DecodeUTF8
from libc.stdint cimport int32_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, qsort, realloc
from libc.string cimport memchr, memcmp, memcpy, memset

from bisect import bisect_left
from os import urandom

from weblode.kernels import texts as definition

cdef enum:
    MARK = 1, SPAN = 2, DIVIDER = 4, STRUCK = 8, ANCHOR = 16, BLOCK = 32, CONTROL = 64
    SPACED = 1, BROKEN = 2
    LABEL = 39  # characters
assert (MARK, SPAN, DIVIDER, STRUCK, ANCHOR, BLOCK, CONTROL) == (
    definition.MARK, definition.SPAN, definition.DIVIDER, definition.STRUCK, definition.ANCHOR, definition.BLOCK,
    definition.CONTROL,
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
    #if PY_VERSION_HEX >= 0x030E0000
        ((PyTupleObject *)made)->ob_hash = -1;  /* not known yet; memory of zeros says that it is zero */
    #endif
        for (int i = 0; i < 6; i++) {
            Py_INCREF(parts[i]);
            PyTuple_SET_ITEM(made, i, parts[i]);
        }
        return made;
    }
    /* An object of a type with attributes in a dictionary: as its type would make it, without its constructor.
       The dictionary is set by the type's own `__dict__`: from Python 3.13 on, attributes are in the object until then,
       and what sets the dictionary alone leaves them there, empty. */
    static PyObject *object_with(PyObject *type, PyObject *attributes, PyObject *name) {
        PyObject *made = ((PyTypeObject *)type)->tp_alloc((PyTypeObject *)type, 0);
        if (made != NULL && PyObject_GenericSetAttr(made, name, attributes) < 0) Py_CLEAR(made);
        return made;
    }
    """
    object object_with(object kind, object attributes, str name)
    object tuple_of_six(object kind, object a, object b, object c, object d, object e, object f)
    object PyUnicode_New(Py_ssize_t size, Py_UCS4 highest)
    void *PyUnicode_DATA(object text)

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


cdef inline bint is_wide_space(const uint8_t *at, Py_ssize_t left) noexcept:
    """Whether a character beyond ASCII is white space."""
    if left < 2:
        return False
    if at[0] == 0xC2:
        return at[1] == 0x85 or at[1] == 0xA0
    if left < 3:
        return False
    if at[0] == 0xE2:
        if at[1] == 0x80:
            return at[2] <= 0x8A or at[2] == 0xA8 or at[2] == 0xA9 or at[2] == 0xAF
        return at[1] == 0x81 and at[2] == 0x9F
    if at[0] == 0xE1:
        return at[1] == 0x9A and at[2] == 0x80
    return at[0] == 0xE3 and at[1] == 0x80 and at[2] == 0x80


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
    if ":" not in value or not (value[0].isalnum() or value[0] == "_"):
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


cdef enum:
    TEXT = 0, IMAGE = 1, LINE = 2  # kinds of places
    KINDS_OF_PLACES = 3
    UNKNOWN = 0, NO_VALUE = 1  # of the text of a path; otherwise its number and 2


cdef struct Span:
    int32_t first, stop


cdef struct Last:  # a place: the numbers of its author's name and its label, and its own and 1; 0 for none
    int32_t author, label, place


cdef struct Cell:
    int32_t first, stop  # its nodes
    int32_t place, link, text  # their numbers; the text of a line is `UNREAD` until somebody asks for it


cdef enum:
    UNREAD = -1


cdef inline Py_ssize_t first_from(const int32_t[::1] nodes, Py_ssize_t start) noexcept:
    """How many of the nodes, which are in order, are before one."""
    cdef Py_ssize_t low = 0, high = nodes.shape[0], middle
    while low < high:
        middle = (low + high) >> 1
        if nodes[middle] < start:
            low = middle + 1
        else:
            high = middle
    return low


cdef int32_t number_in(dict numbers, list every, object each) except -1:
    """The number of one among all, where it is put if it is not there yet."""
    cdef object number = numbers.get(each)
    if number is None:
        number = numbers[each] = len(every)
        every.append(each)
    return number


cdef struct Name:  # an attribute that is the name of an element; without data, the slot is free
    const uint8_t *data
    Py_ssize_t size
    int32_t number


cdef int ascending(const void *one, const void *other) noexcept nogil:
    return (<const int32_t *>one)[0] - (<const int32_t *>other)[0]


cdef inline uint64_t hashed(const uint8_t *data, Py_ssize_t size) noexcept:
    """A hash of some bytes, another one in each process."""
    cdef uint64_t number = SECRET ^ <uint64_t>size, eight
    cdef Py_ssize_t i = 0
    while i + 8 <= size:
        memcpy(&eight, data + i, 8)
        number = (number ^ eight) * <uint64_t>0x9E3779B97F4A7C15
        number ^= number >> 32
        i += 8
    while i < size:
        number = (number ^ data[i]) * <uint64_t>1099511628211
        i += 1
    return number ^ (number >> 32)


cdef class CellRows


cdef class Texts:
    """Reads the texts of a page's records."""

    cdef bytes buffer
    cdef const uint8_t *data
    cdef Py_ssize_t size, n
    cdef const int32_t[::1] parent, end, tag, path, lead, leaf, depth, start
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
    cdef list authors, links, labels, ways, places_made, images_made  # by number; `ways` are paths as texts
    cdef dict author_numbers, label_numbers, way_numbers, place_numbers, urls
    cdef int32_t *way_of  # by the number of a path: that of its text for a text, and for an element; as `UNKNOWN`
    cdef Last *last  # by the number of a path as text, for a text, an image and a line: the last place there
    cdef Span *spans  # room for those of a record
    cdef Py_ssize_t most_spans
    cdef object make_place, make_cell, name_of, is_heading, machine, url
    cdef int32_t base
    cdef list said
    cdef str root

    def __dealloc__(self):
        free(self.blocks)
        free(self.author_of)
        free(self.names)
        free(self.way_of)
        free(self.last)
        free(self.spans)

    def __init__(self, bytes buffer, columns, const uint8_t[::1] traits, frozenset priced, makers):
        cdef Py_ssize_t u
        self.buffer, self.data, self.size = buffer, <const uint8_t *>buffer, len(buffer)
        self.parent, self.end, self.tag, self.path, self.lead, self.leaf, self.depth, self.start = columns
        self.traits, self.tags = traits, traits.shape[0] - 1
        self.n = self.parent.shape[0]
        if not (
            self.end.shape[0] == self.tag.shape[0] == self.path.shape[0] == self.lead.shape[0] == self.leaf.shape[0]
            == self.depth.shape[0] == self.n == self.start.shape[0] - 1
        ):
            raise ValueError("columns of different lengths")
        self.priced, self.has_prices = priced, len(priced) > 0
        (
            self.make_place, self.make_cell, self.name_of, self.base, self.is_heading, self.machine, self.said,
            self.url, self.root,
        ) = makers
        if not issubclass(self.make_cell, tuple) or not isinstance(self.make_place, type):
            raise TypeError("places are of a type, and values are tuples")
        self.authors, self.links, self.labels, self.ways, self.places_made = [""], [""], [""], [], []
        self.images_made, self.author_numbers, self.label_numbers = [], {"": 0}, {"": 0}
        self.way_numbers, self.place_numbers, self.urls = {}, {}, {}
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
        free(self.way_of)
        free(self.last)
        self.way_of = <int32_t *>calloc(2 * (self.most_paths + 1), sizeof(int32_t))
        self.last = <Last *>calloc(KINDS_OF_PLACES * (self.most_paths + 1), sizeof(Last))
        if not self.way_of or not self.last:
            raise MemoryError()

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
        cdef uint8_t unusual
        cdef bint space = False, changed = False
        cdef const uint8_t *data = self.data
        cdef uint8_t *line
        cdef object text
        if not 0 <= begin <= stop <= self.size:
            raise IndexError(f"the text of node {u} is not in the buffer")
        # Most texts are indented; what is left of them is mostly plain.
        while begin < stop and KINDS[data[begin]] & WHITE:
            begin += 1
        while begin < stop and KINDS[data[stop - 1]] & WHITE:
            stop -= 1
        if begin == stop:
            return ""
        # Whether a byte is beyond ASCII, below a space, or a space after another one.
        unusual = (data[begin] <= 32) | (data[begin] > 127) | (data[stop - 1] <= 32)
        for i in range(begin + 1, stop):
            unusual |= (data[i] < 32) | (data[i] > 127) | ((data[i] == 32) & (data[i - 1] == 32))
        if not unusual:
            text = PyUnicode_New(stop - begin, 127)
            memcpy(PyUnicode_DATA(text), data + begin, stop - begin)
            return text
        for i in range(begin, stop):
            if KINDS[data[i]] & WHITE:
                changed = changed or space or data[i] != 32 or i == begin or i == stop - 1
                space = True
            else:
                space = False
                if KINDS[data[i]] & RARE and is_wide_space(data + i, stop - i):
                    return " ".join((<bytes>data[begin:stop]).decode().split())
        if not changed:
            return PyUnicode_DecodeUTF8(<const char *>data + begin, stop - begin, NULL)
        line = <uint8_t *>malloc(stop - begin)
        if not line:
            raise MemoryError()
        space, size = False, 0
        for i in range(begin, stop):
            if KINDS[data[i]] & WHITE:
                space = size > 0
            else:
                if space:
                    line[size] = 32
                    size += 1
                    space = False
                line[size] = data[i]
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
        return self.listed(self.cut_ones(start, self.taken(spans), 0))

    cdef Py_ssize_t taken(self, list spans) except -1:
        """Put the nodes of texts into `spans`; how many there are."""
        cdef Py_ssize_t i, n = len(spans)
        self.make_room(n)
        for i in range(n):
            self.spans[i].first, self.spans[i].stop = <tuple>spans[i]
            self.check(self.spans[i].first)
            self.check(self.spans[i].stop - 1)
        return n

    cdef int make_room(self, Py_ssize_t n) except -1:
        """Make room for so many in `spans`."""
        if n > self.most_spans:
            free(self.spans)
            self.most_spans = 0
            self.spans = <Span *>malloc(2 * n * sizeof(Span))
            if not self.spans:
                raise MemoryError()
            self.most_spans = 2 * n
        return 0

    cdef Py_ssize_t cut_ones(self, Py_ssize_t start, Py_ssize_t n, Py_ssize_t found) except -1:
        """Put those of the first `n` spans into `way` from place `found` on, perhaps twice; where they end there."""
        cdef Py_ssize_t i, u
        for i in range(1, n):
            u = self.above(self.spans[i - 1].stop - 1, self.spans[i].first)
            if u >= start and self.blocks[u + 1] == self.blocks[min(self.n, self.end[u])]:
                if found >= 2 * self.n:
                    raise ValueError("more texts than nodes")
                self.way[found] = <int32_t>u
                found += 1
        return found

    cdef list listed(self, Py_ssize_t n):
        """The first `n` nodes in `way`, in order and each once."""
        cdef list nodes = []
        cdef Py_ssize_t i
        for i in range(self.sorted_ones(n)):
            nodes.append(self.way[i])
        return nodes

    cdef Py_ssize_t sorted_ones(self, Py_ssize_t n) noexcept:
        """Sort the first `n` nodes in `way` and leave each once; how many there are."""
        cdef Py_ssize_t i, left = 0
        if n > 1:
            qsort(self.way, n, sizeof(int32_t), &ascending)
        for i in range(n):
            if not left or self.way[i] != self.way[left - 1]:
                self.way[left] = self.way[i]
                left += 1
        return left

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
            return self.listed(self.whole_ones(start, self.taken(spans), flags, 0))
        finally:
            free(flags)

    cdef Py_ssize_t whole_ones(
        self, Py_ssize_t start, Py_ssize_t n, const uint8_t *flags, Py_ssize_t found
    ) except -1:
        """Put the elements that hold one text and have a path with a flag into `way`, as `cut_ones` does."""
        cdef Py_ssize_t i, w, after, lowest, before = -1
        for i in range(n):
            after = self.spans[i + 1].first if i + 1 < n else self.n
            lowest = max(start, before)
            w = self.parent[self.spans[i].first]
            while w >= lowest and w >= 0 and self.end[w] <= after:
                if flags[self.path[w]] and self.end[w] >= self.spans[i].stop:
                    if found >= 2 * self.n:
                        raise ValueError("more texts than nodes")
                    self.way[found] = <int32_t>w
                    found += 1
                w = self.parent[w]
            before = self.spans[i].stop
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
        cdef str link_text
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
                    link_text = PyUnicode_DecodeUTF8(<const char *>target, long, NULL)
                    if target[0] <= 32 or target[0] > 127 or target[long - 1] <= 32 or target[long - 1] > 127:
                        link_text = link_text.strip()
                    self.links.append(link_text)
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
        self.names[at].data, self.names[at].size = name, size
        self.names[at].number = number_in(self.author_numbers, self.authors, words)
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
    def places(self, records, const int32_t[::1] leaves, dict prices, Py_ssize_t most):
        """The places of each record's texts with their values, as `row` divides them."""
        cdef CellRows rows = CellRows.read_by(self, [], {})
        cdef Py_ssize_t start, stop
        for start, stop in records:
            self.record(rows, start, leaves, first_from(leaves, start), first_from(leaves, stop), prices, most)
            rows.end_row()
        return rows

    cdef int record(
        self, CellRows rows, Py_ssize_t start, const int32_t[::1] leaves, Py_ssize_t a, Py_ssize_t b, dict prices,
        Py_ssize_t most
    ) except -1:
        """Add the places of one record, with the leaves a:b."""
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
                        return 0
                    self.add_text(rows, first, last, start)
                    runs += 1
                first = last = u
            if cut:
                inside = prices.get(u, inside)
        if first >= 0 and runs < most:
            self.add_text(rows, first, last, start)
        return 0

    def place(self, tuple text, Py_ssize_t start):
        """The place and value of a text; None if such texts are no values."""
        cdef CellRows rows = CellRows.read_by(self, [], {})
        self.check(text[0])
        self.check(text[1])
        self.check(text[3])
        self.check(text[4])
        self.add(rows, text[0], text[1], text[2], text[3], text[4], start)
        return rows.pair(0) if rows.n else None

    cdef int add_text(self, CellRows rows, Py_ssize_t u, Py_ssize_t v, Py_ssize_t start) except -1:
        """Add the place and value of the leaves from `u` to `v`, if they say anything."""
        cdef Py_ssize_t inner
        cdef str value = self.value(u, v)
        if value is not None:
            inner = self.above(u, v)
            self.add(rows, u, v, value, self.holder(inner, u, start), inner, start)
        return 0

    cdef int add(
        self, CellRows rows, Py_ssize_t u, Py_ssize_t v, str value, Py_ssize_t holder, Py_ssize_t inner,
        Py_ssize_t start
    ) except -1:
        cdef int32_t way = self.way_of[self.path[holder]], author, link, label = 0
        cdef object machine
        cdef str words
        if way == UNKNOWN:
            way = self.way_from(holder) + 2
            if self.trait(holder) & CONTROL and not self.is_heading(self.ways[way - 2]):
                way = NO_VALUE
            self.way_of[self.path[holder]] = way
        if way == NO_VALUE:
            return 0
        self.nearest(inner, start, &author, &link)
        if not len(<str>self.links[link]):
            words = label_of(value)
            if len(words):
                label = number_in(self.label_numbers, self.labels, words)
        if self.said and self.says_more(inner, v):
            machine = self.machine(inner, u, v)
            if machine:
                rows.machines[len(rows.texts)] = machine
        rows.texts.append(value)
        rows.put(u, v + 1, self.numbered_place(way - 2, author, label, TEXT), link, len(rows.texts) - 1)
        return 0

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

    cdef int32_t numbered_place(self, int32_t way, int32_t author, int32_t label, int kind) except -1:
        """The number of the place with these features; mostly it is the last one of the path."""
        cdef Last *last = self.last + KINDS_OF_PLACES * way + kind
        cdef tuple key
        cdef object number
        if last.place and last.author == author and last.label == label:
            return last.place - 1
        key = (way, author, label, kind)
        number = self.place_numbers.get(key)
        if number is None:
            number = self.place_numbers[key] = len(self.places_made)
            self.places_made.append(object_with(self.make_place, {
                "path": self.ways[way], "author": self.authors[author], "label": self.labels[label],
                "image": kind == IMAGE, "whole": kind == LINE,
            }, "__dict__"))
            self.images_made.append(kind == IMAGE)
        last.author, last.label, last.place = author, label, <int32_t>number + 1
        return number

    cdef int32_t way_from(self, Py_ssize_t u) except -1:
        """The number of the path of an element."""
        cdef int32_t *ways = self.way_of + self.most_paths + 1
        cdef list below = []
        cdef object path = ""
        if ways[self.path[u]] == UNKNOWN:
            while u >= 0 and self.depth[u] > self.base and ways[self.path[u]] == UNKNOWN:
                below.append(u)
                u = self.parent[u]
            if u >= 0 and self.depth[u] > self.base:
                path = self.ways[ways[self.path[u]] - 2]
            elif not below:
                below.append(u)
            while below:
                u = below.pop()
                if self.depth[u] > self.base:
                    name = self.name_of(self.tag[u])
                    path = f"{<str>path}/{<str?>name}" if path else name
                ways[self.path[u]] = number_in(self.way_numbers, self.ways, path) + 2
        return ways[self.path[u]] - 2

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
        self, records, CellRows rows not None, list images, dict sources, is_repeated, read, Py_ssize_t most
    ):
        """The rows with the images of each record, in order, `most` of both."""
        cdef CellRows every = CellRows.read_by(self, rows.texts, rows.machines)
        cdef Py_ssize_t k = -1, i, u, first, start, stop, at, end, begin
        cdef bint some
        cdef Cell picture
        if len(records) != rows.rows or rows.reader is not self:
            raise ValueError("each record needs its row, as this reader made it")
        for start, stop in records:
            k += 1
            at, end, begin, some = rows.bounds[k], rows.bounds[k + 1], every.n, False
            first = bisect_left(images, start)
            for i in range(first, min(<Py_ssize_t>bisect_left(images, stop), first + most)):
                u = images[i]
                self.check(u)
                if not self.image(every, u, start, sources.get(images[i]), is_repeated, read, &picture):
                    continue
                some = True
                while at < end and not is_before(&picture, rows.cells + at):
                    every.copy(rows, at)
                    at += 1
                every.put(picture.first, picture.stop, picture.place, picture.link, picture.text)
            while at < end:
                every.copy(rows, at)
                at += 1
            if some and every.n > begin + most:
                every.n = begin + most
            every.end_row()
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

    cdef bint image(
        self, CellRows rows, Py_ssize_t u, Py_ssize_t start, bytes source, is_repeated, read, Cell *cell
    ) except -1:
        """Make the cell of an image; False if it has no value."""
        cdef str value = plain_source(source) if source is not None else None
        cdef object values
        cdef bint is_image = True
        cdef int32_t author
        self.nearest(u, start, &author, &cell.link)
        cell.first, cell.stop = <int32_t>u, <int32_t>(u + 1)
        if value is None or (self.has_another(u) and (is_holding(source) or is_repeated(value))):
            picture = read(u, self.links[cell.link])
            if picture is None:
                return False
            is_image, values = <tuple?>picture
            if not isinstance(values, tuple) or len(<tuple>values) != 6:
                raise TypeError("values are tuples of six")
            (cell.first, cell.stop), value, href, _, machine, _ = <tuple>values
            self.check(cell.first)
            self.check(cell.stop - 1)
            if href != self.links[cell.link]:
                self.links.append(href)
                cell.link = <int32_t>(len(self.links) - 1)
            if machine:
                rows.machines[len(rows.texts)] = machine
        elif self.url is not None:
            value = self.address(value) or value
        cell.place = self.numbered_place(self.way_from(u), author, 0, IMAGE if is_image else TEXT)
        cell.text = <int32_t>len(rows.texts)
        rows.texts.append(value)
        return True

    def picture(self, Py_ssize_t u, Py_ssize_t start, read):
        """The place and value of an image; None without a value."""
        cdef CellRows rows = CellRows.read_by(self, [], {})
        cdef Cell cell
        self.check(u)
        if not self.image(rows, u, start, None, None, read, &cell):
            return None
        rows.put(cell.first, cell.stop, cell.place, cell.link, cell.text)
        return rows.pair(0)

    def with_lines(self, records, CellRows rows not None, Py_ssize_t lines, Py_ssize_t most):
        """The rows with the elements that are cut in some record as further places, each before its parts."""
        cdef CellRows every
        cdef Py_ssize_t k, i, n = rows.rows, found, at, end, begin
        cdef list starts = [start for start, _ in records]
        cdef bint some = False
        cdef uint8_t *flags
        cdef Cell line
        if len(starts) != n or rows.reader is not self:
            raise ValueError("each record needs its row, as this reader made it")
        flags = <uint8_t *>calloc(self.most_paths + 1, sizeof(uint8_t))
        if not flags:
            raise MemoryError()
        try:
            for k in range(n):
                found = self.cut_ones(starts[k], self.texts_of(rows, k), 0)
                for i in range(found):
                    flags[self.path[self.way[i]]] = some = True
            if not some:
                return rows
            every = CellRows.read_by(self, rows.texts, rows.machines)
            for k in range(n):
                at, end, begin = rows.bounds[k], rows.bounds[k + 1], every.n
                i = self.texts_of(rows, k)
                found = self.sorted_ones(self.whole_ones(starts[k], i, flags, self.cut_ones(starts[k], i, 0)))
                found = min(found, lines)
                # What is above an element goes through `way`: the nodes are kept elsewhere.
                self.make_room(found)
                for i in range(found):
                    self.spans[i].first = self.way[i]
                for i in range(found):
                    self.line_at(self.spans[i].first, starts[k], rows, k, &line)
                    while at < end and is_before(rows.cells + at, &line):
                        every.copy(rows, at)
                        at += 1
                    every.put(line.first, line.stop, line.place, line.link, line.text)
                while at < end:
                    every.copy(rows, at)
                    at += 1
                if found and every.n > begin + most:
                    every.n = begin + most
                every.end_row()
        finally:
            free(flags)
        return every

    cdef Py_ssize_t texts_of(self, CellRows rows, Py_ssize_t k) except -1:
        """Put the nodes of each text of a record into `spans`; images are none. How many there are."""
        cdef Py_ssize_t i, n = 0
        self.make_room(rows.bounds[k + 1] - rows.bounds[k])
        for i in range(rows.bounds[k], rows.bounds[k + 1]):
            if not <bint>self.images_made[rows.cells[i].place]:
                self.spans[n].first, self.spans[n].stop = rows.cells[i].first, rows.cells[i].stop
                n += 1
        return n

    cdef int line_at(self, Py_ssize_t u, Py_ssize_t start, CellRows rows, Py_ssize_t k, Cell *line) except -1:
        """Make the cell of an element as one place of a row; its link is the only one in it."""
        cdef Py_ssize_t i
        cdef int32_t author, link, other
        cdef Cell *cell
        self.nearest(u, start, &author, &link)
        if not len(<str>self.links[link]):
            link = 0
            for i in range(rows.bounds[k], rows.bounds[k + 1]):
                cell = rows.cells + i
                other = cell.link
                if other and cell.first >= u and cell.stop <= self.end[u] and other != link and (
                    len(<str>self.links[other])
                ):
                    if not link:
                        link = other
                    elif self.links[link] != self.links[other]:
                        link = 0
                        break
        line.first, line.stop, line.link, line.text = <int32_t>u, self.end[u], link, UNREAD
        line.place = self.numbered_place(self.way_from(u), author, 0, LINE)
        return 0


# ---------------------------------------------------------------- rows of cells
cdef inline bint is_before(const Cell *one, const Cell *other) noexcept:
    return one.first < other.first or (one.first == other.first and one.stop < other.stop)


cdef inline tuple nodes_of(object cell):
    """The nodes of a cell."""
    if not isinstance(cell, tuple) or len(<tuple>cell) < 3:
        raise ValueError("a cell has its nodes, its text and its link")
    nodes = (<tuple>cell)[0]
    if type(nodes) is not tuple or len(<tuple>nodes) != 2:
        raise ValueError("a cell has two nodes")
    return <tuple>nodes


cdef class CellRows:
    """The places of records with their cells, row by row: a sequence of lists of pairs, as numbers."""

    cdef Texts reader  # None if the cells were given
    cdef list given  # the cells themselves, if they were
    cdef list places, texts, links  # by number
    cdef dict machines  # what is said for machines, by the number of the text
    cdef Cell *cells
    cdef Py_ssize_t *bounds  # where the cells of each row begin
    cdef Py_ssize_t n, room, rows, rows_room

    def __dealloc__(self):
        free(self.cells)
        free(self.bounds)

    @staticmethod
    cdef CellRows read_by(Texts reader, list texts, dict machines):
        """Rows without cells, whose texts are put into a list that several have."""
        cdef CellRows rows = CellRows.__new__(CellRows)
        rows.reader, rows.texts, rows.machines = reader, texts, machines
        if reader is not None:
            rows.places, rows.links = reader.places_made, reader.links
        rows.bounds = <Py_ssize_t *>calloc(64, sizeof(Py_ssize_t))
        if not rows.bounds:
            raise MemoryError()
        rows.rows_room = 63
        return rows

    @staticmethod
    cdef CellRows of(object pairs):
        """The rows of pairs of places and cells."""
        if isinstance(pairs, CellRows):
            return pairs
        cdef CellRows rows = CellRows.read_by(None, [], {})
        cdef dict numbers = {}
        cdef object place, cell
        rows.places, rows.links, rows.given = [], [""], []
        for row in pairs:
            for place, cell in row:
                number = numbers.get(<size_t><void *>place)
                if number is None:
                    number = numbers[<size_t><void *>place] = len(rows.places)
                    rows.places.append(place)
                rows.add_given(cell, number)
            rows.end_row()
        return rows

    cdef int add_given(self, object cell, int32_t place) except -1:
        """Add a cell as it is."""
        cdef int32_t first, stop, link = 0
        first, stop = nodes_of(cell)
        if (<tuple>cell)[2]:
            self.links.append((<tuple>cell)[2])
            link = <int32_t>(len(self.links) - 1)
        if len(<tuple>cell) > 4 and (<tuple>cell)[4]:
            self.machines[len(self.texts)] = (<tuple>cell)[4]
        self.put(first, stop, place, link, <int32_t>len(self.texts))
        self.given.append(cell)
        self.texts.append((<tuple>cell)[1])
        return 0

    cdef int put(self, int32_t first, int32_t stop, int32_t place, int32_t link, int32_t text) except -1:
        """Add a cell to the last row."""
        cdef Cell *cell
        if self.n == self.room:
            self.room = 2 * self.room + 256
            cell = <Cell *>realloc(self.cells, self.room * sizeof(Cell))
            if not cell:
                raise MemoryError()
            self.cells = cell
        cell = self.cells + self.n
        cell.first, cell.stop, cell.place, cell.link, cell.text = first, stop, place, link, text
        self.n += 1
        return 0

    cdef inline int copy(self, CellRows rows, Py_ssize_t k) except -1:
        """Add a cell of other rows."""
        cdef Cell *cell = rows.cells + k
        return self.put(cell.first, cell.stop, cell.place, cell.link, cell.text)

    cdef int end_row(self) except -1:
        """What is added from now on is in another row."""
        cdef Py_ssize_t *bounds
        if self.rows == self.rows_room:
            self.rows_room = 4 * self.rows_room
            bounds = <Py_ssize_t *>realloc(self.bounds, (self.rows_room + 1) * sizeof(Py_ssize_t))
            if not bounds:
                raise MemoryError()
            self.bounds = bounds
        self.rows += 1
        self.bounds[self.rows] = self.n
        return 0

    cdef object text(self, Py_ssize_t k):
        """The text of a cell."""
        cdef Cell *cell = self.cells + k
        if cell.text == UNREAD:
            self.texts.append(without_separators(self.reader.line(cell.first, cell.stop - 1)))
            cell.text = <int32_t>(len(self.texts) - 1)
        return self.texts[cell.text]

    cdef object address(self, Py_ssize_t k):
        """The address of the link of a cell; "" if it is not known."""
        cdef object href = self.links[self.cells[k].link]
        if self.given is not None:
            return (<tuple>self.given[k])[5] if len(<tuple>self.given[k]) > 5 else ""
        return self.reader.address(href) if href and self.reader.url is not None else ""

    cdef object cell(self, Py_ssize_t k):
        """A cell as a tuple."""
        cdef Cell *cell = self.cells + k
        if self.given is not None:
            return self.given[k]
        text = self.text(k)
        machine = self.machines.get(cell.text, "") if self.machines else ""
        return tuple_of_six(
            self.reader.make_cell, (cell.first, cell.stop), text, self.links[cell.link], "", machine, self.address(k)
        )

    cdef tuple pair(self, Py_ssize_t k):
        """A place and its cell."""
        return self.places[self.cells[k].place], self.cell(k)

    def __len__(self):
        return self.rows

    def __getitem__(self, Py_ssize_t i):
        if not 0 <= i < self.rows:
            raise IndexError(f"no row {i} among {self.rows}")
        return [self.pair(k) for k in range(self.bounds[i], self.bounds[i + 1])]

    def __eq__(self, other):
        return list(self) == list(other)


def distinct_rows(rows):
    """The different sequences of places of rows, in order, which of them each row has, and how many rows have each."""
    cdef CellRows every = CellRows.of(rows)
    cdef dict numbers = {}
    cdef list sequences = [], which = [], times = []
    cdef Py_ssize_t i, k, n
    cdef int32_t *key = <int32_t *>malloc((every.n + 1) * sizeof(int32_t))
    cdef object number
    if not key:
        raise MemoryError()
    try:
        for k in range(every.n):
            key[k] = every.cells[k].place
        for i in range(every.rows):
            k, n = every.bounds[i], every.bounds[i + 1] - every.bounds[i]
            name = (<char *>(key + k))[: n * sizeof(int32_t)] if n else b""
            number = numbers.get(name)
            if number is None:
                number = numbers[name] = len(sequences)
                sequences.append([every.places[every.cells[k].place] for k in range(k, k + n)])
                times.append(0)
            which.append(number)
            times[<Py_ssize_t>number] += 1
        return sequences, which, times
    finally:
        free(key)


def distinct_places(rows):
    """The places of all rows, each once, in order; and what `distinct_rows` says, by their numbers among them."""
    cdef CellRows every = CellRows.of(rows)
    cdef dict numbers = {}
    cdef list places = [], different = [], which = [], times = []
    cdef Py_ssize_t i, k, n, size = len(every.places)
    cdef int32_t *key = <int32_t *>malloc((every.n + size + 1) * sizeof(int32_t))
    cdef int32_t *order = key + every.n  # of each place its number and 1
    cdef object number
    if not key:
        raise MemoryError()
    try:
        memset(order, 0, size * sizeof(int32_t))
        for k in range(every.n):
            n = every.cells[k].place
            if not order[n]:
                places.append(every.places[n])
                order[n] = <int32_t>len(places)
            key[k] = order[n] - 1
        for i in range(every.rows):
            k, n = every.bounds[i], every.bounds[i + 1] - every.bounds[i]
            name = (<char *>(key + k))[: n * sizeof(int32_t)] if n else b""
            number = numbers.get(name)
            if number is None:
                number = numbers[name] = len(different)
                different.append(tuple([key[k] for k in range(k, k + n)]))
                times.append(0)
            which.append(number)
            times[<Py_ssize_t>number] += 1
        return places, different, which, times
    finally:
        free(key)


def cell_numbers(rows, columns, list records, tuple tags):
    """For each cell of rows the number of the table's cell that it stands in; empty unless all are rows of as many."""
    cdef CellRows every = CellRows.of(rows)
    cdef const int32_t[::1] end, tag
    cdef int32_t row_tag, one, other
    cdef Py_ssize_t i, k, u, start, stop, n, width = -1, number
    cdef list found = [], own
    cdef int32_t *cells
    end, tag = columns
    row_tag, one, other = tags
    if len(records) != every.rows or end.shape[0] != tag.shape[0]:
        raise ValueError("each record needs its row")
    cells = <int32_t *>malloc((end.shape[0] + 1) * sizeof(int32_t))
    if not cells:
        raise MemoryError()
    try:
        for i in range(every.rows):
            start, stop = records[i]
            if not 0 <= start < stop <= end.shape[0]:
                raise IndexError("a record is not in the tree")
            if tag[start] != row_tag or end[start] != stop:
                return []
            n, u = 0, start + 1
            while u < stop:
                if tag[u] == one or tag[u] == other:
                    cells[n] = <int32_t>u
                    n += 1
                if not u < end[u] <= stop:
                    raise IndexError("a node ends behind the one around it")
                u = end[u]
            if n < 2 or (width >= 0 and n != width):
                return []
            width, own, number = n, [], 0
            for k in range(every.bounds[i], every.bounds[i + 1]):
                u = every.cells[k].first
                if number and cells[number - 1] > u:
                    number = 0
                while number < n and cells[number] <= u:
                    number += 1
                own.append(number if number else n)
            found.append(tuple(own))
        return found
    finally:
        free(cells)


def spread(rows, numbers, Py_ssize_t n):
    """`n` columns of the cells of rows, each cell of a row in the column with its number; none for numbers below 0."""
    cdef CellRows every = CellRows.of(rows)
    cdef list wheres = listed(numbers), columns = [CellColumn.empty(every, every.rows) for _ in range(n)], where
    cdef Py_ssize_t i, k, number, first
    if len(wheres) != every.rows:
        raise ValueError("each row needs its numbers")
    for i in range(every.rows):
        where, first = listed(wheres[i]), every.bounds[i]
        if every.bounds[i + 1] - first != len(where):
            raise ValueError("each cell needs its number")
        for k in range(len(where)):
            number = where[k]
            if number >= n:
                raise IndexError("no such column")
            if number >= 0:
                (<CellColumn>columns[number]).at[i] = <int32_t>(first + k)
    for i in range(n):
        (<CellColumn>columns[i]).count()
    return columns


cdef inline list listed(object every):
    return <list>every if isinstance(every, list) else list(every)


def numbered_places(sequences):
    """The places of all sequences, each once, in order; and the sequences by their numbers among them."""
    cdef list places = [], rows = [], row
    cdef dict numbers = {}
    cdef object place, key, number
    for sequence in sequences:
        row = []
        for place in sequence:
            key = <size_t><void *>place
            number = numbers.get(key)
            if number is None:
                number = numbers[key] = len(places)
                places.append(place)
            row.append(number)
        rows.append(tuple(row))
    return places, rows


# ---------------------------------------------------------------- columns of cells
cdef class CellColumn:
    """The cells of a column, with what is asked of them again and again."""

    cdef CellRows rows_of
    cdef int32_t *at  # of each row the number of its cell among all, -1 without one
    cdef Py_ssize_t n
    cdef readonly Py_ssize_t filled, links, machines
    cdef readonly object rows
    cdef tuple own  # the texts if they are others than those of the cells
    cdef tuple texts_read, few_read
    cdef list values_read

    def __dealloc__(self):
        free(self.at)

    def __init__(self, cells):
        cdef CellRows rows = CellRows.read_by(None, [], {})
        cdef list every = listed(cells)
        cdef Py_ssize_t i
        rows.places, rows.links, rows.given = [], [""], []
        self.make(rows, len(every))
        for i in range(self.n):
            if every[i]:
                rows.add_given(every[i], 0)
                self.at[i] = <int32_t>(rows.n - 1)
        self.count()

    cdef int make(self, CellRows rows, Py_ssize_t n) except -1:
        """Let the column have so many rows without cells."""
        free(self.at)
        self.at = <int32_t *>malloc((n + 1) * sizeof(int32_t))
        if not self.at:
            raise MemoryError()
        memset(self.at, 255, n * sizeof(int32_t))
        self.rows_of, self.n = rows, n
        return 0

    @staticmethod
    cdef CellColumn empty(CellRows rows, Py_ssize_t n):
        """A column of so many rows without cells."""
        cdef CellColumn column = CellColumn.__new__(CellColumn)
        column.make(rows, n)
        return column

    cdef int count(self) except -1:
        """Count the cells that there are, and note their rows."""
        cdef Py_ssize_t i
        cdef uint64_t bits = 0
        cdef object rows = 0
        cdef dict machines = self.rows_of.machines if self.own is None else None
        cdef Cell *cell
        self.filled = self.links = self.machines = 0
        for i in range(self.n):
            if self.at[i] >= 0:
                cell = self.rows_of.cells + self.at[i]
                bits |= <uint64_t>1 << (i & 63)
                self.filled += 1
                self.links += cell.link and len(<str?>self.rows_of.links[cell.link]) > 0
                if machines:
                    self.machines += cell.text in machines
            if i & 63 == 63:
                rows |= <object>bits << (i - 63)
                bits = 0
        if bits:
            rows |= <object>bits << (self.n & ~63)
        self.rows = rows
        return 0

    cdef inline Cell *cell_at(self, Py_ssize_t i) noexcept:
        """The numbers of a cell that there is."""
        return self.rows_of.cells + self.at[i]

    cdef inline object link(self, Py_ssize_t i):
        """The link of a cell that there is."""
        return self.rows_of.links[self.cell_at(i).link]

    cdef inline object text(self, Py_ssize_t i):
        """The text of a cell that there is."""
        return self.rows_of.text(self.at[i]) if self.own is None else self.own[i]

    cdef object cell(self, Py_ssize_t i):
        """A cell as a tuple; None without one."""
        if self.at[i] < 0:
            return None
        cell = self.rows_of.cell(self.at[i])
        if self.own is None:
            return cell
        return tuple_of_six(
            type(cell), (<tuple>cell)[0], self.own[i], (<tuple>cell)[2], (<tuple>cell)[3], "", ""
        )

    # What is read when it is asked for is kept by one thread at a time, where there is no lock for all of Python.
    @property
    def texts(self):
        """The text of each cell, None without one."""
        cdef Py_ssize_t i
        if self.own is not None:
            return self.own
        with cython.critical_section(self):
            if self.texts_read is None:
                self.texts_read = tuple(
                    [None if self.at[i] < 0 else self.rows_of.text(self.at[i]) for i in range(self.n)]
                )
            return self.texts_read

    @property
    def values(self):
        """The texts that there are."""
        cdef tuple texts = self.texts
        with cython.critical_section(self):
            if self.values_read is None:
                self.values_read = [text for text in texts if text is not None]
            return self.values_read

    @property
    def few(self):
        """The first three different texts."""
        cdef list few = []
        cdef Py_ssize_t i
        with cython.critical_section(self):
            if self.few_read is None:
                for i in range(self.n):
                    if self.at[i] >= 0:
                        text = self.text(i)
                        if text is not None and text not in few:
                            few.append(text)
                            if len(few) == 3:
                                break
                self.few_read = tuple(few)
            return self.few_read

    @property
    def colons(self):
        """Whether a text has a colon."""
        cdef object text
        for text in self.values:
            if ":" in <str?>text:
                return True
        return False

    @property
    def ends(self):
        """The first and the last text, None without any."""
        cdef Py_ssize_t i = 0, k = self.n - 1
        if not self.filled:
            return None, None
        while self.at[i] < 0:
            i += 1
        while self.at[k] < 0:
            k -= 1
        return self.text(i), self.text(k)

    @property
    def first(self):
        """The first cell, None without any."""
        cdef Py_ssize_t i
        for i in range(self.n):
            if self.at[i] >= 0:
                return self.cell(i)
        return None

    @property
    def addresses(self):
        """Where each cell leads: the address of its link, or the link itself if that is not known; None without one."""
        cdef list every = []
        cdef Py_ssize_t i
        for i in range(self.n):
            if self.at[i] < 0:
                every.append(None)
            else:
                address = self.rows_of.address(self.at[i]) if self.own is None else ""
                every.append(address or self.link(i) or None)
        return every

    def __len__(self):
        return self.n

    def __getitem__(self, where):
        cdef Py_ssize_t i
        if isinstance(where, slice):
            return [self.cell(i) for i in range(*where.indices(self.n))]
        i = where
        i = i + self.n if i < 0 else i
        if not 0 <= i < self.n:
            raise IndexError(f"no cell {where} among {self.n}")
        return self.cell(i)

    def __iter__(self):
        cdef Py_ssize_t i
        return iter([self.cell(i) for i in range(self.n)])

    def __eq__(self, other):
        return list(self) == list(other)

    def __repr__(self):
        return f"CellColumn({list(self)!r})"

    def __reduce__(self):
        return CellColumn, (list(self),)


cdef inline CellColumn as_column(object cells):
    return <CellColumn>cells if isinstance(cells, CellColumn) else CellColumn(cells)


cdef list as_columns(object columns):
    """Some columns of one length."""
    cdef list every = [as_column(column) for column in columns]
    cdef Py_ssize_t k
    for k in range(1, len(every)):
        if (<CellColumn>every[k]).n != (<CellColumn>every[0]).n:
            raise ValueError("columns of different lengths")
    return every


def joined(columns):
    """One column with the cells of several, in each row the first that there is."""
    cdef list every = as_columns(columns)
    cdef CellColumn main, other, column
    cdef Py_ssize_t i, k
    if not every:
        return CellColumn([])
    main = every[0]
    for k in range(len(every)):
        other = every[k]
        if other.rows_of is not main.rows_of or other.own is not None:
            return CellColumn([next(filter(None, cells), None) for cells in zip(*every)])
    column = CellColumn.empty(main.rows_of, main.n)
    for k in range(len(every)):
        other = every[k]
        for i in range(main.n):
            if column.at[i] < 0:
                column.at[i] = other.at[i]
    column.count()
    return column


def parted(texts, cells):
    """A column of the cells of another with other texts, without what is said for machines; none without a text."""
    cdef CellColumn whole = as_column(cells), column
    cdef tuple own = tuple(texts)
    cdef list left = []
    cdef Py_ssize_t i
    if len(own) != whole.n:
        raise ValueError("each cell needs its text")
    column = CellColumn.empty(whole.rows_of, whole.n)
    for i in range(whole.n):
        text = own[i] if whole.at[i] >= 0 and own[i] else None
        left.append(text)
        if text is not None:
            column.at[i] = whole.at[i]
            if whole.rows_of.given is not None and len(<tuple>whole.rows_of.given[whole.at[i]]) != 6:
                raise ValueError("a cell has six parts")
    column.own = tuple(left)
    column.count()
    return column


def shared_links(columns):
    """The link that most cells of each row have, "" if no two have one; of several the first."""
    cdef list every = as_columns(columns), found = [], own
    cdef Py_ssize_t i, k, n = (<CellColumn>every[0]).n if every else 0, best
    cdef object link, main
    cdef CellColumn column
    for i in range(n):
        own = []
        for k in range(len(every)):
            column = every[k]
            if column.at[i] >= 0 and column.cell_at(i).link:
                link = column.link(i)
                if link:
                    own.append(link)
        main, best = "", 1
        for k in range(len(own) - 1):  # a link that stood here before has been counted, and counts for no more now
            if len(own) - k <= best:
                break
            times = 1 + same_after(own, k)
            if times > best:
                main, best = own[k], times
        found.append(main)
    return found


cdef Py_ssize_t same_after(list links, Py_ssize_t k):
    """How many links after one are the same."""
    cdef Py_ssize_t i, n = 0
    for i in range(k + 1, len(links)):
        n += links[i] is links[k] or <str>links[i] == <str>links[k]
    return n


def leading(cells, list shared, const int32_t[::1] parent, const int32_t[::1] tag, strong, Py_ssize_t most):
    """Of the first cells: how many link to a page, how many to the shared link of their row, how many are strong."""
    cdef CellColumn column = as_column(cells)
    cdef const uint8_t[::1] is_strong = strong
    cdef Py_ssize_t i, u, n = 0, linked = 0, main = 0, many = 0, last = is_strong.shape[0] - 1
    cdef int32_t number
    cdef object href
    if len(shared) < column.n or tag.shape[0] != parent.shape[0]:
        raise ValueError("columns of different lengths")
    for i in range(column.n):
        if column.at[i] < 0:
            continue
        if n == most:
            break
        n += 1
        u = column.cell_at(i).first
        if not 0 <= u < parent.shape[0] or parent[u] >= parent.shape[0]:
            raise IndexError(f"no node {u}")
        href = column.link(i)
        if href:
            linked += not (<str?>href).startswith("javascript:")
            main += href == shared[i]
        number = tag[parent[u]] if parent[u] >= 0 else 0
        many += is_strong[number if 0 <= number < last else last] > 0
    return linked, main, many


def is_inside(part, whole):
    """Whether most cells of a column lie in the cells of another."""
    cdef CellColumn cells = as_column(part), lines = as_column(whole)
    cdef Py_ssize_t i, inside = 0
    if cells.n != lines.n:
        raise ValueError("columns of different lengths")
    for i in range(cells.n):
        if cells.at[i] >= 0 and lines.at[i] >= 0:
            inside += lines.cell_at(i).first <= cells.cell_at(i).first and cells.cell_at(i).stop <= lines.cell_at(i).stop
    return 2 * inside > cells.filled


def first_part(columns):
    """Which of the columns most rows begin with, by their nodes; of several the one that is first met, -1 for none."""
    cdef list every = as_columns(columns)
    cdef Py_ssize_t i, k, n = len(every), rows = (<CellColumn>every[0]).n if n else 0
    cdef Py_ssize_t least, best = -1
    cdef Py_ssize_t *counts = <Py_ssize_t *>calloc(2 * n + 1, sizeof(Py_ssize_t))
    cdef Py_ssize_t *met = counts + n  # the row that first begins with a column
    cdef CellColumn column
    cdef Cell *cell
    cdef Cell *first
    if not counts:
        raise MemoryError()
    try:
        for i in range(rows):
            least, first = -1, NULL
            for k in range(n):
                column = every[k]
                if column.at[i] < 0:
                    continue
                cell = column.cell_at(i)
                if first == NULL or is_before(cell, first):
                    least, first = k, cell
            if least >= 0:
                if counts[least] == 0:
                    met[least] = i
                counts[least] += 1
        for k in range(n):
            if counts[k] and (
                best < 0 or counts[k] > counts[best] or (counts[k] == counts[best] and met[k] < met[best])
            ):
                best = k
        return best
    finally:
        free(counts)
