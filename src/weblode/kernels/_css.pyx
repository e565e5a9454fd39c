# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, freethreading_compatible=True
"""The compiled twin of `css.py`, which explains it."""

from libc.stdint cimport uint8_t, uint32_t
from libc.string cimport memset

cdef extern from "Python.h":
    int PyUnicode_KIND(object text)
    void *PyUnicode_DATA(object text)
    uint32_t PyUnicode_READ(int kind, const void *data, Py_ssize_t at) noexcept nogil

cdef enum:
    # What a character is: none of a selector; one that ends the plain ones of a block, of brackets, of a string
    NO_SELECTOR = 1, NO_BLOCK = 2, NO_BRACKETS = 4, NO_STRING = 8, SPACE = 16
cdef uint8_t[128] KINDS


cdef int prepare() except -1:
    """Fill the table of what each character of ASCII is; the others are plain ones."""
    memset(KINDS, 0, sizeof(KINDS))
    for kind, characters in (
        (NO_SELECTOR, b"@{}()[]\"'\\/"),
        (NO_BLOCK, b"{}()[]\"'\\/"),
        (NO_BRACKETS, b"\"'(){}[]\\/"),
        (NO_STRING, b"\"'\\\n\r\f"),
        (SPACE, b" \t\r\n\f"),
    ):
        for c in characters:
            KINDS[c] |= <uint8_t>kind
    return 0


prepare()

cdef struct Sheet:
    int kind
    const void *data
    Py_ssize_t n


cdef inline uint32_t char(const Sheet *sheet, Py_ssize_t at) noexcept:
    return PyUnicode_READ(sheet.kind, sheet.data, at)


cdef inline Py_ssize_t plain(const Sheet *sheet, Py_ssize_t at, int kind) noexcept:
    """Where the next character of a kind is, or the end."""
    cdef uint32_t c
    while at < sheet.n:
        c = char(sheet, at)
        if c < 128 and KINDS[c] & kind:
            break
        at += 1
    return at


def usual_rules(str text, Py_ssize_t at, tuple words, *, bint nested=False):
    """The usual rules from a place on with some words in their blocks, and where another rule begins."""
    cdef Py_ssize_t start, brace
    cdef list rules = []
    cdef Sheet sheet = Sheet(PyUnicode_KIND(text), PyUnicode_DATA(text), len(text))
    if at < 0:
        raise ValueError(f"a sheet has no place {at}")
    while True:
        start = after_space(&sheet, at, nested)
        brace = plain(&sheet, start, NO_SELECTOR)
        if brace == start or brace >= sheet.n or char(&sheet, brace) != 123:
            return rules, start
        at = end_of_block(&sheet, brace + 1)
        if at < 0:
            return rules, start
        if not words or has_word(&sheet, brace + 1, at, words):
            rules.append((text[start:brace], text[brace + 1 : at]))
        at += 1


cdef Py_ssize_t after_space(const Sheet *sheet, Py_ssize_t at, bint nested) noexcept:
    """Where what stands between rules ends: white space, comments, and unless it is nested `<!--` and `-->`."""
    cdef uint32_t c
    cdef Py_ssize_t stop
    while at < sheet.n:
        c = char(sheet, at)
        if c < 128 and KINDS[c] & SPACE:
            at += 1
        elif c == 47 and at + 1 < sheet.n and char(sheet, at + 1) == 42:
            stop = after_comment(sheet, at + 2)
            at = sheet.n if stop < 0 else stop
        elif not nested and c == 60 and begins(sheet, at, sheet.n, b"<!--", 4):
            at += 4
        elif not nested and c == 45 and begins(sheet, at, sheet.n, b"-->", 3):
            at += 3
        else:
            break
    return at


cdef Py_ssize_t after_comment(const Sheet *sheet, Py_ssize_t at) noexcept:
    """Where a comment ends that has begun before; -1 if it does not."""
    while at + 1 < sheet.n:
        if char(sheet, at) == 42 and char(sheet, at + 1) == 47:
            return at + 2
        at += 1
    return -1


cdef Py_ssize_t end_of_block(const Sheet *sheet, Py_ssize_t at) noexcept:
    """Where the closing brace of a block is; -1 if the rule is no usual one."""
    cdef uint32_t c
    while True:
        at = plain(sheet, at, NO_BLOCK)
        if at >= sheet.n:
            return -1
        c = char(sheet, at)
        if c == 125:  # }
            return at
        if c == 34 or c == 39:  # a string, which the other quote does not end
            at = plain(sheet, at + 1, NO_STRING)
            while at < sheet.n and char(sheet, at) == 73 - c:
                at = plain(sheet, at + 1, NO_STRING)
            if at >= sheet.n or char(sheet, at) != c:
                return -1
        elif c == 40:  # brackets
            at = plain(sheet, at + 1, NO_BRACKETS)
            while at < sheet.n and char(sheet, at) == 47 and not begins(sheet, at, sheet.n, b"/*", 2):
                at = plain(sheet, at + 1, NO_BRACKETS)
            if at >= sheet.n or char(sheet, at) != 41:
                return -1
        elif c == 47:  # a slash, or a comment
            if begins(sheet, at, sheet.n, b"/*", 2):
                at = after_comment(sheet, at + 2)
                if at < 0:
                    return -1
                continue
        else:
            return -1
        at += 1


cdef bint has_word(const Sheet *sheet, Py_ssize_t at, Py_ssize_t stop, tuple words) except -1:
    """Whether a part of a sheet has one of some words in any case, or a backslash."""
    cdef uint32_t c
    cdef bytes word
    cdef uint8_t[128] firsts
    memset(firsts, 0, sizeof(firsts))
    for word in words:
        firsts[word[0]] = 1
    while at < stop:
        c = lower(char(sheet, at))
        if c == 92:
            return True
        if c < 128 and firsts[c]:
            for word in words:
                if begins(sheet, at, stop, word, len(word)):
                    return True
        at += 1
    return False


cdef bint begins(const Sheet *sheet, Py_ssize_t at, Py_ssize_t stop, const char *word, Py_ssize_t size) noexcept:
    """Whether a text has a word in any case at a place, and before another one."""
    cdef Py_ssize_t i
    if at + size > stop:
        return False
    for i in range(size):
        if lower(char(sheet, at + i)) != <uint32_t>word[i]:
            return False
    return True


cdef inline uint32_t lower(uint32_t c) noexcept:
    """The number of a letter of ASCII in lower case; that of any other character as it is."""
    return c + 32 if 65 <= c <= 90 else c
