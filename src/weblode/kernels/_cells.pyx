# cython: boundscheck=False, wraparound=False, freethreading_compatible=True
"""The compiled twin of `cells.py`, which explains it."""

from cpython.object cimport PyObject_IsTrue
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free

from weblode.kernels import cells as definition

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
    PRICE = 1, DATE = 2, RATING = 4, DURATION = 8, NUMBER = 16
assert (PRICE, DATE, RATING, DURATION, NUMBER) == (
    definition.PRICE, definition.DATE, definition.RATING, definition.DURATION, definition.NUMBER
)
cdef Py_ssize_t FIRST = definition.FIRST, LONGEST = definition.LONGEST, DIGITS = definition.DIGITS
assert definition.TELLING == frozenset("0123456789\u2605\u2b50") and definition.ADDRESSES == "hHwW"


cdef inline list listed(object column):
    """The cells of a column as a list."""
    return <list>column if isinstance(column, list) else list(column)


cdef inline tuple nodes_of(object cell):
    """The nodes of a cell."""
    if not isinstance(cell, tuple) or len(<tuple>cell) < 3:
        raise ValueError("a cell has its nodes, its text and its link")
    nodes = (<tuple>cell)[0]
    if type(nodes) is not tuple or len(<tuple>nodes) != 2:
        raise ValueError("a cell has two nodes")
    return <tuple>nodes


cdef class CellColumn(list):
    """The cells of a column, with what is asked of them again and again."""

    cdef readonly tuple texts
    cdef readonly list values
    cdef readonly tuple few
    cdef readonly Py_ssize_t links, machines
    cdef readonly bint colons
    cdef readonly object rows, first

    def __init__(self, cells):
        cdef list found = [], values = [], few = []
        cdef object cell, text
        cdef Py_ssize_t i = 0, links = 0, machines = 0
        cdef uint64_t bits = 0
        cdef bint colons = False
        cdef object rows = 0, first = None
        list.__init__(self, cells)
        for cell in <list>self:
            if cell:
                nodes_of(cell)
                if first is None:
                    first = cell
                text = (<tuple>cell)[1]
                found.append(text)
                if text is not None:
                    values.append(text)
                    if len(few) < 3 and text not in few:
                        few.append(text)
                    colons = colons or ":" in <str?>text
                links += PyObject_IsTrue((<tuple>cell)[2])
                machines += len(<tuple>cell) > 4 and PyObject_IsTrue((<tuple>cell)[4])
                bits |= <uint64_t>1 << (i & 63)
            else:
                found.append(None)
            i += 1
            if i & 63 == 0:
                rows |= <object>bits << (i - 64)
                bits = 0
        if bits:
            rows |= <object>bits << (i & ~63)
        self.texts, self.values, self.few, self.links, self.rows = tuple(found), values, tuple(few), links, rows
        self.machines, self.colons, self.first = machines, colons, first


def measures(values):
    """Of some texts: their characters, their spaces, their digits, and how many of the texts have a digit."""
    cdef Py_ssize_t characters = 0, spaces = 0, digits = 0, numbers = 0, before
    cdef str value
    cdef Py_UCS4 character
    for value in values:
        if value is None:
            raise TypeError("a text is missing")
        characters += len(value)
        before = digits
        for character in value:
            if character == 32:
                spaces += 1
            elif 48 <= character <= 57 or (character > 127 and character.isdecimal()):
                digits += 1
        numbers += digits > before
    return characters, spaces, digits, numbers


cdef inline bint may_be_read(str text) noexcept:
    """Whether a text may be a number or date: a short one with a digit or star."""
    cdef Py_UCS4 character
    if len(text) <= LONGEST:
        for character in text:
            if 48 <= character <= 57 or character == 0x2605 or character == 0x2B50:
                return True
    return False


def is_wordy(values):
    """Whether the first texts can be no numbers, dates or addresses: long ones, or without a digit or star."""
    cdef Py_ssize_t n = 0
    cdef object value
    cdef str text
    for value in values:
        if not value:
            continue
        text = <str?>value
        if (n == 0 and text[0] in "hHwW") or may_be_read(text):
            return False
        n += 1
        if n == FIRST:
            break
    return True


def readable(values):
    """The texts that may be numbers or dates: short ones with a digit or star; "" for the others."""
    cdef list found = []
    cdef object value
    for value in values:
        found.append(value if value and may_be_read(<str?>value) else "")
    return found


def hints(texts, dict words):
    """What some of the texts may be, by characters that all such texts have, and by their words."""
    cdef int bits = 0
    cdef Py_ssize_t i, n, first
    cdef Py_UCS4 c, next_one
    cdef str text
    for text in texts:
        if text is None:
            raise TypeError("a text is missing")
        if not text.isascii():
            return PRICE | DATE | RATING | DURATION | NUMBER
        n, i = len(text), 0
        while i < n and is_white(text[i]):
            i += 1
        if i < n and (48 <= text[i] <= 57 or text[i] == "(" or text[i] == "[" or text[i] == "-"):
            bits |= NUMBER
        while i < n:
            c = text[i]
            if is_letter(c):
                first = i
                while i < n and is_letter(text[i]):
                    c, next_one = text[i], text[i + 1] if i + 1 < n else 0
                    if ((<int>c | 32) == 115 and (<int>next_one | 32) == 116) or (  # st, gw
                        (<int>c | 32) == 103 and (<int>next_one | 32) == 119
                    ):
                        bits |= RATING
                    i += 1
                bits |= <int>words.get(text[first:i].lower(), 0)
                if i + 1 < n and text[i] == "-" and 48 <= text[i + 1] <= 57 and 97 <= text[i - 1] <= 122:
                    bits |= DATE
                continue
            next_one = text[i + 1] if i + 1 < n else 0
            if 48 <= c <= 57:
                if next_one == 47 or next_one == 46 or next_one == 45:
                    bits |= DATE
                elif i + 3 < n and ((c == 49 and 53 <= next_one <= 57) or (c == 50 and next_one == 48)):
                    if 48 <= text[i + 2] <= 57 and 48 <= text[i + 3] <= 57:
                        bits |= DATE
            elif c == 36:
                bits |= PRICE
            elif c == 58:
                bits |= DURATION
            elif c == 47:
                bits |= RATING
            elif c == 39 and i and is_white(text[i - 1]) and 48 <= next_one <= 57:
                bits |= DATE
            i += 1
    return bits


cdef inline bint is_letter(Py_UCS4 c) noexcept:
    return 65 <= c <= 90 or 97 <= c <= 122


cdef inline bint is_white(Py_UCS4 c) noexcept:
    """Whether a character of ASCII is white space."""
    return c == 32 or 9 <= c <= 13 or 28 <= c <= 31


def whole_numbers(values):
    """The numbers that the texts are, of at most 15 digits without a zero before them; None if one is anything else."""
    cdef list numbers = []
    cdef object value
    cdef str text
    cdef Py_ssize_t i, n
    cdef Py_UCS4 c
    cdef int64_t number
    for value in values:
        if not value:
            numbers.append(None)
            continue
        text = <str?>value
        n = len(text)
        if n > DIGITS or (n > 1 and text[0] == "0"):
            return None
        number = 0
        for i in range(n):
            c = text[i]
            if not 48 <= c <= 57:
                return None
            number = 10 * number + <int64_t>(<int>c - 48)
        numbers.append(number)
    return tuple(numbers)


def text_size(columns):
    """About how many bytes the values of columns take: the characters of texts, and some for each value."""
    cdef Py_ssize_t size = 0
    for column in columns:
        for value in column:
            size += 60 + (len(<str>value) if isinstance(value, str) else 0)
    return size


def spread(rows, numbers, Py_ssize_t n):
    """`n` columns of the cells of rows, each cell of a row in the column with its number; none for numbers below 0."""
    cdef list every = listed(rows), wheres = listed(numbers), row, where
    cdef Py_ssize_t i, k, number, size = len(every)
    cdef list columns = [[None] * size for _ in range(n)]
    if len(wheres) != size:
        raise ValueError("each row needs its numbers")
    for i in range(size):
        row, where = listed(every[i]), listed(wheres[i])
        if len(row) != len(where):
            raise ValueError("each cell needs its number")
        for k in range(len(row)):
            number = where[k]
            if number >= n:
                raise IndexError("no such column")
            if number >= 0:
                (<list>columns[number])[i] = row[k][1]
    return [CellColumn(column) for column in columns]


def distinct_rows(rows):
    """The different sequences of places of rows, in the order in which they come, and which of them each row has."""
    cdef dict numbers = {}
    cdef list every = listed(rows), row, places, which = []
    cdef list sequences = []
    cdef Py_ssize_t i, k, n, room = 0
    cdef void **key = NULL
    cdef object number, place
    try:
        for i in range(len(every)):
            row = listed(every[i])
            n = len(row)
            if n > room:
                free(key)
                room = 2 * n
                key = <void **>calloc(room, sizeof(void *))
                if not key:
                    raise MemoryError()
            places = []
            for k in range(n):
                place, _ = row[k]
                key[k] = <void *>place
                places.append(place)
            name = (<char *>key)[: n * sizeof(void *)] if n else b""
            number = numbers.get(name)
            if number is None:
                number = numbers[name] = len(sequences)
                sequences.append(places)
            which.append(number)
        return sequences, which
    finally:
        free(key)


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


def shared_links(columns):
    """The link that most cells of each row have, "" if no two have one; of several the first."""
    cdef list every = [listed(column) for column in columns], found = [], own
    cdef Py_ssize_t i, k, n = len(<list>every[0]) if every else 0, best, times
    cdef object cell, link, main
    for k in range(len(every)):
        if len(<list>every[k]) != n:
            raise ValueError("columns of different lengths")
    for i in range(n):
        own = []
        for k in range(len(every)):
            cell = (<list>every[k])[i]
            if cell:
                nodes_of(cell)
                link = (<tuple>cell)[2]
                if link:
                    own.append(link)
        main, best = "", 1
        if len(own) > 1 and len(set(own)) < len(own):
            for link in own:
                times = own.count(link)
                if times > best:
                    main, best = link, times
        found.append(main)
    return found


def leading(column, list shared, const int32_t[::1] parent, const int32_t[::1] tag, strong, Py_ssize_t most):
    """Of the first cells: how many link to a page, how many to the shared link of their row, how many are strong."""
    cdef list cells = listed(column)
    cdef const uint8_t[::1] is_strong = strong
    cdef Py_ssize_t i, u, n = 0, linked = 0, main = 0, many = 0, last = is_strong.shape[0] - 1
    cdef int32_t number
    cdef object cell, href
    if len(shared) < len(cells) or tag.shape[0] != parent.shape[0]:
        raise ValueError("columns of different lengths")
    for i in range(len(cells)):
        cell = cells[i]
        if not cell:
            continue
        if n == most:
            break
        n += 1
        u = nodes_of(cell)[0]
        if not 0 <= u < parent.shape[0] or parent[u] >= parent.shape[0]:
            raise IndexError(f"no node {u}")
        href = (<tuple>cell)[2]
        if href:
            linked += not (<str?>href).startswith("javascript:")
            main += href == shared[i]
        number = tag[parent[u]] if parent[u] >= 0 else 0
        many += is_strong[number if 0 <= number < last else last] > 0
    return linked, main, many


def parted(texts, column):
    """A column of the cells of another with other texts, without what is said for machines; none without a text."""
    cdef list cells = listed(column), own = listed(texts), found = []
    cdef object cell, text
    cdef Py_ssize_t i, n = len(cells)
    if len(own) != n:
        raise ValueError("each cell needs its text")
    for i in range(n):
        cell, text = cells[i], own[i]
        if cell and text:
            nodes_of(cell)
            if len(<tuple>cell) != 6:
                raise ValueError("a cell has six parts")
            found.append(
                tuple_of_six(type(cell), (<tuple>cell)[0], text, (<tuple>cell)[2], (<tuple>cell)[3], "", "")
            )
        else:
            found.append(None)
    return CellColumn(found)


def texts(column):
    """The text of each cell, None without a cell."""
    cdef list found = []
    cdef object cell
    for cell in column:
        if cell:
            nodes_of(cell)
            found.append((<tuple>cell)[1])
        else:
            found.append(None)
    return found


def links(column):
    """How many cells have a link."""
    cdef Py_ssize_t n = 0
    cdef object cell
    for cell in column:
        if cell:
            nodes_of(cell)
            n += PyObject_IsTrue((<tuple>cell)[2])
    return n


def is_inside(part, whole):
    """Whether most cells of a column lie in the cells of another."""
    cdef list cells = listed(part), lines = listed(whole)
    cdef Py_ssize_t i, n = 0, inside = 0, a, b, first, stop
    cdef object cell, line
    if len(cells) != len(lines):
        raise ValueError("columns of different lengths")
    for i in range(len(cells)):
        cell = cells[i]
        if not cell:
            continue
        n += 1
        line = lines[i]
        if not line:
            continue
        a, b = nodes_of(cell)
        first, stop = nodes_of(line)
        inside += first <= a and b <= stop
    return 2 * inside > n


def first_part(columns):
    """Which of the columns most rows begin with, by their nodes; of several the one that is first met, -1 for none."""
    cdef list every = [listed(column) for column in columns]
    cdef Py_ssize_t i, k, n = len(every), rows = len(<list>every[0]) if n else 0
    cdef Py_ssize_t a, b, least_a, least_b, least, best = -1
    cdef Py_ssize_t *counts
    cdef Py_ssize_t *met  # the row that first begins with a column
    cdef object cell
    for k in range(n):
        if len(<list>every[k]) != rows:
            raise ValueError("columns of different lengths")
    counts = <Py_ssize_t *>calloc(2 * n + 1, sizeof(Py_ssize_t))
    if not counts:
        raise MemoryError()
    met = counts + n
    try:
        for i in range(rows):
            least = -1
            least_a = least_b = 0
            for k in range(n):
                cell = (<list>every[k])[i]
                if not cell:
                    continue
                a, b = nodes_of(cell)
                if least < 0 or a < least_a or (a == least_a and b < least_b):
                    least, least_a, least_b = k, a, b
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
