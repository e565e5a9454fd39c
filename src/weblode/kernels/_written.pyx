# cython: boundscheck=False, wraparound=False, cdivision=True, freethreading_compatible=True
"""The compiled twin of `written.py`, which explains it."""

from cpython.long cimport PyLong_AsLongLongAndOverflow
from cpython.unicode cimport PyUnicode_AsUTF8AndSize
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memchr, memcpy

from datetime import date

from weblode.kernels import written as definition

cdef enum:
    CSV = 0, JSON = 1
assert (CSV, JSON) == (definition.CSV, definition.JSON)
cdef const char *HEX = b"0123456789abcdef"

cdef struct Text:
    char *data
    Py_ssize_t size, room


cdef inline int reserve(Text *text, Py_ssize_t more) except -1:
    """Make room for so many more bytes."""
    cdef char *data
    if text.size + more > text.room:
        data = <char *>realloc(text.data, 2 * (text.size + more))
        if not data:
            raise MemoryError()
        text.data, text.room = data, 2 * (text.size + more)
    return 0


cdef int put(Text *text, str piece) except -1:
    """Add a text as it is."""
    cdef Py_ssize_t n
    cdef const char *data = PyUnicode_AsUTF8AndSize(piece, &n)
    reserve(text, n)
    memcpy(text.data + text.size, data, n)
    text.size += n
    return 0


cdef int put_number(Text *text, object number) except -1:
    """Add a whole number; most have few digits."""
    cdef char[20] digits
    cdef int at = 20, beyond = 0
    cdef long long value = PyLong_AsLongLongAndOverflow(number, &beyond)
    cdef unsigned long long left = <unsigned long long>value
    if beyond or value < 0:
        return put(text, repr(number))
    while at == 20 or left:
        at -= 1
        digits[at] = <char>(48 + left % 10)
        left //= 10
    reserve(text, 20)
    memcpy(text.data + text.size, digits + at, 20 - at)
    text.size += 20 - at
    return 0


cdef int put_quoted(Text *text, str piece, int form) except -1:
    """Add a text in quotes, with what is special inside them written so that it reads back."""
    cdef Py_ssize_t n, i
    cdef const char *data = PyUnicode_AsUTF8AndSize(piece, &n)
    cdef char *at
    cdef const char *quote
    cdef unsigned char byte
    reserve(text, 6 * n + 2)
    at = text.data + text.size
    at[0] = 34
    at += 1
    if form == CSV:
        quote = <const char *>memchr(data, 34, n)
        while quote != NULL:
            i = quote + 1 - data
            memcpy(at, data, i)
            at[i] = 34
            at, data, n = at + i + 1, data + i, n - i
            quote = <const char *>memchr(data, 34, n)
        memcpy(at, data, n)
        at, n = at + n, 0
    for i in range(n):
        byte = data[i]
        if byte == 34 or byte == 92:
            at[0], at[1] = 92, byte
            at += 2
        elif byte >= 32:
            at[0] = byte
            at += 1
        elif byte == 8 or byte == 9 or byte == 10 or byte == 12 or byte == 13:
            at[0], at[1] = 92, b"btn.fr"[byte - 8]
            at += 2
        else:
            memcpy(at, b"\\u00", 4)
            at[4], at[5] = HEX[byte >> 4], HEX[byte & 15]
            at += 6
    at[0] = 34
    text.size = at + 1 - text.data
    return 0


def written(columns, before, str after not None, tuple rows, int form, other):
    """The rows from the first up to the second number, each the values of all columns with what stands before them."""
    cdef list every = [column if isinstance(column, tuple) else tuple(column) for column in columns]
    cdef list starts = list(before)
    cdef Py_ssize_t i, k, n = len(every), first, stop
    cdef object value
    cdef Text text
    first, stop = rows
    if len(starts) != n:
        raise ValueError("each column needs what stands before it")
    for k in range(n):
        if not 0 <= first <= stop <= len(<tuple>every[k]):
            raise IndexError(f"no rows {first} to {stop}")
    if not n:
        return b""
    text.size, text.room = 0, 1024
    text.data = <char *>malloc(text.room)
    if not text.data:
        raise MemoryError()
    try:
        for i in range(first, stop):
            for k in range(n):
                put(&text, <str?>starts[k])
                value = (<tuple>every[k])[i]
                if value is None:
                    if form == JSON:
                        put(&text, "null")
                elif isinstance(value, str):
                    put_quoted(&text, <str>value, form)
                elif type(value) is int:
                    put_number(&text, value)
                elif type(value) is float:
                    put(&text, repr(value))
                elif type(value) is date:
                    put_quoted(&text, value.isoformat(), form) if form == JSON else put(&text, value.isoformat())
                else:
                    put(&text, <str?>other(value))
            put(&text, after)
        return text.data[: text.size]
    finally:
        free(text.data)
