# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, freethreading_compatible=True
"""The compiled twin of `signatures.py`, which explains it."""

from libc.stdint cimport int32_t, uint8_t, uint64_t
from libc.string cimport memchr, memcmp

import numpy as np

from weblode.kernels import signatures as definition

cdef uint64_t BASIS = definition.BASIS, PRIME = definition.PRIME
cdef uint8_t DIGIT = definition.DIGIT, BETWEEN = definition.BETWEEN
cdef uint8_t[256] SIGNS
assert definition.NAMES == (b"class", b"id")


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


cdef uint64_t element(const uint8_t *text, const uint8_t *stop, uint64_t code) noexcept nogil:
    """The hash of an element's class and id; `text` to `stop` are its attributes, each part ended by a zero."""
    cdef const uint8_t *value
    cdef const uint8_t *end
    cdef Py_ssize_t size
    cdef uint8_t sign, last
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
            code = (code ^ <uint64_t>size) * PRIME
            last = BETWEEN
            while value < end:
                sign = SIGNS[value[0]]
                if sign != last or (sign != BETWEEN and sign != DIGIT):
                    code = (code ^ sign) * PRIME
                last = sign
                value += 1
        text = end + 1
    return code


def signatures(
    const uint8_t[::1] buffer,
    const int32_t[::1] start,
    const int32_t[::1] tag,
    const int32_t[::1] parent,
    const uint64_t[::1] codes,
    *,
    bint by_names,
):
    """The signature of each node; ValueError if the columns are not those of a tree."""
    cdef Py_ssize_t n = tag.shape[0], u
    cdef uint64_t before
    if start.shape[0] != n + 1 or parent.shape[0] != n:
        raise ValueError("columns of different lengths")
    result = np.zeros(n, dtype=np.uint64)
    cdef uint64_t[::1] to_result = result
    cdef const uint8_t *text = &buffer[0] if buffer.shape[0] else NULL
    for u in range(n):
        if parent[u] >= u or not 0 <= tag[u] < codes.shape[0] or not 0 <= start[u] <= start[u + 1] <= buffer.shape[0]:
            raise ValueError(f"node {u} has tag {tag[u]}, parent {parent[u]}, text at {start[u]} to {start[u + 1]}")
        before = to_result[parent[u]] if parent[u] >= 0 else BASIS
        if tag[u]:
            before = mixed(before ^ codes[tag[u]])
            if by_names:
                before = element(text + start[u], text + start[u + 1], before)
        to_result[u] = before
    return result
