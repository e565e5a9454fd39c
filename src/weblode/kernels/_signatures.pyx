# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, freethreading_compatible=True
"""The compiled twin of `signatures.py`, which explains it."""

from libc.stdint cimport int32_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memchr, memcmp

import numpy as np

from weblode.kernels import signatures as definition

cdef uint64_t BASIS = definition.BASIS, PRIME = definition.PRIME
cdef uint8_t DIGIT = definition.DIGIT, BETWEEN = definition.BETWEEN
cdef uint8_t[256] SIGNS
cdef object property_code = definition.property_code
assert (definition.NAMES, definition.PROPERTY) == ((b"class", b"id"), b"itemprop")
assert (definition.BY_NAMES, definition.BY_TAGS) == (0, 1)


cdef int prepare() except -1:
    """Fill the table of what stands for each byte."""
    cdef int byte
    for byte in range(256):
        SIGNS[byte] = BETWEEN if byte in definition.SPACES else DIGIT if 48 <= byte <= 57 else byte
    return 0


prepare()


cdef inline uint64_t mixed(uint64_t code) noexcept nogil:
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
        value = <const uint8_t *>memchr(text, 0, stop - text)
        if value == NULL:
            break
        size = value - text
        value += 1
        end = <const uint8_t *>memchr(value, 0, stop - value)
        if end == NULL:
            end = stop
        if (size == 5 and not memcmp(text, b"class", 5)) or (size == 2 and not memcmp(text, b"id", 2)):
            own = (own ^ <uint64_t>size) * PRIME
            last = BETWEEN
            while value < end:
                sign = SIGNS[value[0]]
                if sign != last or (sign != BETWEEN and sign != DIGIT):
                    own = (own ^ sign) * PRIME
                last = sign
                value += 1
        elif size == 8 and not memcmp(text, b"itemprop", 8):
            added[0] += <uint64_t>property_code(value[: end - value])
        text = end + 1
    code[0] = own
    return 0


def signatures(
    const uint8_t[::1] buffer,
    const int32_t[::1] start,
    const int32_t[::1] tag,
    const int32_t[::1] parent,
    const uint64_t[::1] codes,
):
    """Two signatures of each node; ValueError if the columns are not those of a tree."""
    cdef Py_ssize_t n = tag.shape[0], u
    cdef int32_t above
    cdef uint64_t own, plain, more
    if start.shape[0] != n + 1 or parent.shape[0] != n:
        raise ValueError("columns of different lengths")
    result = np.empty((2, n), dtype=np.uint64)
    cdef uint64_t[:, ::1] to_result = result
    cdef const uint8_t *text = &buffer[0] if buffer.shape[0] else NULL
    cdef uint64_t *added = <uint64_t *>calloc(n + 1, sizeof(uint64_t))  # what itemprops above each node add
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
                own, plain = to_result[0, above] - more, to_result[1, above] - more
            if tag[u]:
                own, plain = mixed(own ^ codes[tag[u]]), mixed(plain ^ codes[tag[u]])
                if start[u] < start[u + 1]:
                    element(text + start[u], text + start[u + 1], &own, &more)
            added[u] = more
            to_result[0, u], to_result[1, u] = own + more, plain + more
    finally:
        free(added)
    return result
