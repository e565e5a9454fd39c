# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, freethreading_compatible=True
"""The compiled twin of `lines.py`, which explains it."""

from cpython.unicode cimport PyUnicode_DecodeUTF8
from libc.stdint cimport int32_t, uint8_t
from libc.stdlib cimport free, malloc
from libc.string cimport memchr, memcmp

include "buffers.pxi"

cdef enum:
    WHITE = 1, RARE = 2
cdef uint8_t[256] KINDS


cdef int prepare() except -1:
    """Fill the table of what each byte is: white space, or the start of a wide character that may be white."""
    cdef int byte
    for byte in range(256):
        KINDS[byte] = WHITE if byte < 128 and chr(byte).isspace() else 0
    for byte in (0xC2, 0xE1, 0xE2, 0xE3):  # of U+0085, U+00A0, U+1680, U+2000 to U+205F, U+3000
        KINDS[byte] = RARE
    return 0


prepare()


cdef str line_of(const uint8_t *text, const uint8_t *stop):
    """A text on one line."""
    cdef const uint8_t *s = text
    cdef uint8_t kind
    cdef bint space = False, changed = False
    cdef Py_ssize_t size = 0
    while s < stop:
        kind = KINDS[s[0]]
        if kind & RARE:
            return " ".join((<bytes>text[: stop - text]).decode().split())
        if kind & WHITE:
            changed = changed or space or s[0] != 32 or s == text or s == stop - 1
            space = True
        else:
            space = False
        s += 1
    if not changed:
        return PyUnicode_DecodeUTF8(<const char *>text, stop - text, NULL)
    cdef uint8_t *line = <uint8_t *>malloc(stop - text)
    if not line:
        raise MemoryError()
    space = False
    s = text
    while s < stop:
        if KINDS[s[0]] & WHITE:
            space = size > 0
        else:
            if space:
                line[size] = 32
                size += 1
                space = False
            line[size] = s[0]
            size += 1
        s += 1
    try:
        return PyUnicode_DecodeUTF8(<const char *>line, size, NULL)
    finally:
        free(line)


cdef str line_at(bytes buffer, const int32_t *start, Py_ssize_t n, Py_ssize_t u):
    """The text of one of `n` nodes on one line; IndexError for a number that no node has."""
    cdef const uint8_t *data = <const uint8_t *>buffer
    if not 0 <= u < n or not 0 <= start[u] <= start[u + 1] <= len(buffer):
        raise IndexError(f"no text of node {u}")
    return line_of(data + start[u], data + start[u + 1])


def lines(bytes buffer, starts, nodes):
    """The texts of some nodes, each on one line; IndexError for a number that no node has."""
    cdef Py_ssize_t u, n
    cdef const int32_t *start = <const int32_t *>numbers_of(starts, sizeof(int32_t), &n)
    cdef list found = []
    for u in nodes:
        found.append(line_at(buffer, start, n - 1, u))
    return found


def attributes(bytes buffer, starts, nodes, bytes name):
    """An attribute of some elements, "" where they have none; IndexError for a number that no node has."""
    cdef const char *data = <const char *>buffer
    cdef const char *at
    cdef const char *stop
    cdef const char *value
    cdef const char *end
    cdef Py_ssize_t u, n, size = len(name)
    cdef const int32_t *start = <const int32_t *>numbers_of(starts, sizeof(int32_t), &n)
    cdef list found = []
    cdef str own
    for u in nodes:
        if not 0 <= u < n - 1 or not 0 <= start[u] <= start[u + 1] <= len(buffer):
            raise IndexError(f"no node {u}")
        at, stop, own = data + start[u], data + start[u + 1], ""
        while at < stop:
            value = <const char *>memchr(at, 0, stop - at)
            if value == NULL:
                break
            end = <const char *>memchr(value + 1, 0, stop - value - 1)
            if end == NULL:
                end = stop
            if value - at == size and memcmp(at, <const char *>name, size) == 0:
                own = PyUnicode_DecodeUTF8(value + 1, end - value - 1, NULL)
                break
            at = end + 1
        found.append(own)
    return found


def passages(bytes buffer, columns, leaf_column, ranges, str line, *, bint apart):
    """The text of each range of leaves; IndexError for numbers that no node has."""
    parents, ends, leads, starts = columns
    cdef Py_ssize_t n, n_leaves, i, first, last, v, before
    cdef Py_ssize_t[3] sizes
    cdef const int32_t *parent = <const int32_t *>numbers_of(parents, sizeof(int32_t), &n)
    cdef const int32_t *end = <const int32_t *>numbers_of(ends, sizeof(int32_t), &sizes[0])
    cdef const int32_t *lead = <const int32_t *>numbers_of(leads, sizeof(int32_t), &sizes[1])
    cdef const int32_t *start = <const int32_t *>numbers_of(starts, sizeof(int32_t), &sizes[2])
    cdef const int32_t *leaves = <const int32_t *>numbers_of(leaf_column, sizeof(int32_t), &n_leaves)
    cdef int32_t above
    cdef list found = [], parts
    cdef str text, space, previous
    if not (sizes[0] == sizes[1] == sizes[2] - 1 == n):
        raise ValueError("columns of different lengths")
    for first, last in ranges:
        parts, before, previous = [], -1, ""
        for i in range(max(0, first), min(last, n_leaves)):
            v = leaves[i]
            text = line_at(buffer, start, n, v)
            if before < 0:
                parts.append(text)
            else:
                space = "" if lead[v] == 0 else " " if lead[v] == 1 else line
                above = parent[before]
                if not space and above != parent[v]:
                    if text[:1].isdigit() and previous[-1:].isdigit():
                        space = " "
                    elif apart and before < parent[v] and (not 0 <= above < n or end[above] <= v):
                        space = " "
                parts.append(space)
                parts.append(text)
            before, previous = v, text
        found.append("".join(parts))
    return found
