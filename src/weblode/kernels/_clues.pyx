# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, freethreading_compatible=True
"""The compiled twin of `clues.py`, which explains it."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.string cimport memchr, memcmp

import numpy as np

from weblode.kernels import clues as definition

cdef enum:
    SPACE = 1, SIGN = 2, DIGIT = 4

cdef int LONG = definition.LONG, MACHINE = definition.MACHINE
cdef int DIGITS = definition.DIGITS, PROSE = definition.PROSE
cdef uint8_t[256] KINDS
cdef uint8_t[256] WIDTHS
cdef dict WORD_ROLES = definition.WORD_ROLES


cdef int prepare() except -1:
    """Fill the tables of what each byte is, and how wide the character is that starts with it."""
    cdef int byte
    cdef bint wide
    for byte in range(256):
        KINDS[byte] = SPACE if byte in definition.SPACES else SIGN if byte in definition.SIGNS else 0
        KINDS[byte] |= DIGIT if 48 <= byte <= 57 else 0
        wide = definition.WIDE_FROM <= byte <= definition.WIDE_TO or byte >= 0xF0
        WIDTHS[byte] = 2 if wide else (byte & 0xC0) != 0x80
    return 0


prepare()


def visible(const uint8_t[::1] buffer, const int32_t[::1] start, const int32_t[::1] leaf, const uint8_t[::1] hidden):
    """Widths, leaves that are seen, kinds and hashes of texts; ValueError if a text is not in the buffer."""
    cdef Py_ssize_t n = leaf.shape[0], u, i
    cdef int32_t width, signs, digits
    cdef uint8_t byte, kind
    cdef bint space
    cdef uint64_t code
    if start.shape[0] != n + 1:
        raise ValueError("columns of different lengths")
    widths, seen = np.zeros(n + 1, dtype=np.int32), np.array(leaf, dtype=np.int32)
    kinds, hashes = np.zeros(n, dtype=np.uint8), np.zeros(n, dtype=np.uint64)
    cdef int32_t[::1] to_widths = widths, to_seen = seen
    cdef uint8_t[::1] to_kinds = kinds
    cdef uint64_t[::1] to_hashes = hashes
    for u in range(n):
        to_widths[u + 1] = to_widths[u]
        if leaf[u] < 0:
            continue
        if leaf[u] >= hidden.shape[0] or not 0 <= start[u] <= start[u + 1] <= buffer.shape[0]:
            raise ValueError(f"node {u} is at {start[u]} to {start[u + 1]} of {buffer.shape[0]} bytes")
        width, signs, digits, space, code = 0, 0, 0, True, <uint64_t>0xCBF29CE484222325
        for i in range(start[u], start[u + 1]):
            byte = buffer[i]
            kind = KINDS[byte]
            if kind & SPACE:
                width += not space
                space = True
                continue
            space = False
            code = (code ^ byte) * <uint64_t>0x100000001B3
            width += WIDTHS[byte]
            signs += (kind & SIGN) > 0
            digits += (kind & DIGIT) > 0
        to_hashes[u] = code
        if space and width > 0:
            width -= 1
        if hidden[leaf[u]] or width == 0 or (width >= MACHINE and 12 * <int64_t>signs >= width):
            to_seen[u] = -1
            continue
        to_kinds[u] = (DIGITS if digits > 0 else 0) | (PROSE if width >= LONG else 0)
        to_widths[u + 1] += width
    return widths, seen, kinds, hashes


def marks(bytes buffer, const int32_t[::1] start, const int32_t[::1] tag):
    """Where the marks of each node start, the marks, and the roles of nodes; ValueError if attributes are no pairs."""
    cdef const char *s = buffer
    cdef const char *at
    cdef const char *stop
    cdef const char *middle
    cdef const char *last
    cdef Py_ssize_t u, n = tag.shape[0], size
    cdef bint is_class
    cdef dict known = {}, read = {}  # the numbers of pairs of tag and class; what was read of an attribute before
    cdef list numbers = [], row
    cdef tuple key
    if start.shape[0] != n + 1:
        raise ValueError("columns of different lengths")
    first, roles = np.zeros(n + 1, dtype=np.int32), np.zeros(n, dtype=np.uint8)
    cdef int32_t[::1] to_first = first
    cdef uint8_t[::1] to_roles = roles
    for u in range(n):
        to_first[u] = <int32_t>len(numbers)
        if tag[u] == 0 or start[u] == start[u + 1]:
            continue
        if not 0 <= start[u] < start[u + 1] <= len(buffer):
            raise ValueError(f"node {u} is at {start[u]} to {start[u + 1]} of {len(buffer)} bytes")
        at, stop = s + start[u], s + start[u + 1]
        while at < stop:
            middle = <const char *>memchr(at, 0, stop - at)
            last = <const char *>memchr(middle + 1, 0, stop - middle - 1) if middle != NULL else NULL
            if last == NULL:
                raise ValueError(f"the attributes of node {u} are no pairs")
            size = middle - at
            is_class = size == 5 and memcmp(at, b"class", 5) == 0
            if is_class or (size == 2 and memcmp(at, b"id", 2) == 0):
                key = (tag[u] if is_class else 0, middle[1 : last - middle])
                if key not in read:
                    read[key] = _read(key[1], tag[u], is_class, known)
                row, role = <tuple>read[key]
                to_roles[u] |= <uint8_t>role
                numbers += row
            at = last + 1
    to_first[n] = <int32_t>len(numbers)
    return first, np.array(numbers, dtype=np.int32), roles


cdef tuple _read(bytes value, int32_t tag, bint is_class, dict known):
    """The marks of a class, and the roles of the words in it or in an id."""
    cdef int role = 0
    cdef Py_ssize_t i = 0, j, n = len(value)
    cdef const uint8_t *s = value
    while i < n:
        j = i
        if upper(s[i]):
            j = i + 1
            if j < n and lower(s[j]):
                while j < n and lower(s[j]):
                    j += 1
            else:
                while j < n and upper(s[j]):
                    j += 1
                if j < n and lower(s[j]):
                    j -= 1
        elif lower(s[i]):
            while j < n and lower(s[j]):
                j += 1
        if j == i:
            i += 1
            continue
        role |= <int>WORD_ROLES.get(value[i:j].lower(), 0)
        i = j
    row = [known.setdefault((tag, token), len(known)) for token in dict.fromkeys(value.split())] if is_class else []
    return row, role


cdef inline bint upper(uint8_t byte) noexcept nogil:
    """Whether a byte is a capital letter of ASCII."""
    return 65 <= byte <= 90


cdef inline bint lower(uint8_t byte) noexcept nogil:
    """Whether a byte is a small letter of ASCII."""
    return 97 <= byte <= 122
