# cython: boundscheck=False, wraparound=False, freethreading_compatible=True
"""The compiled twin of `phrases.py`, which explains it."""

from libc.stdint cimport int32_t, uint8_t
from libc.string cimport memcmp, memset

cdef enum:
    MOST_WORDS = 32  # that are looked for at once
    SPACE = 1, MARK = 2, JOINT = 4, LETTER = 8, NUMERAL = 16
cdef unsigned char[128] KINDS
cdef str DAYS = "MonTueWedThuFriSatSun"


cdef int prepare() except -1:
    """Fill the table of what each character of ASCII is."""
    cdef int code
    for code in range(128):
        KINDS[code] = 0
        if chr(code).isspace():
            KINDS[code] |= SPACE
        if chr(code) in "()[]{},;:|":
            KINDS[code] |= MARK
        if chr(code) in ",:;":
            KINDS[code] |= JOINT
        if chr(code).isalpha() or chr(code) == "_":
            KINDS[code] |= LETTER
        if chr(code).isdigit():
            KINDS[code] |= NUMERAL
    return 0


prepare()


cdef inline int kind(Py_UCS4 character) noexcept:
    """What a character is, as regular expressions see it."""
    if character < 128:
        return KINDS[<int>character]
    if character.isspace():
        return SPACE
    if character.isdecimal():
        return NUMERAL
    return LETTER if character.isalnum() else 0


cdef inline Py_ssize_t year(str text, Py_ssize_t at, Py_ssize_t n):
    """The end of a space and four digits that no word goes on from; -1 without them."""
    cdef Py_ssize_t i
    if at + 5 > n or text[at] != " ":
        return -1
    for i in range(at + 1, at + 5):
        if not kind(text[i]) & NUMERAL:
            return -1
    return -1 if at + 5 < n and kind(text[at + 5]) & (LETTER | NUMERAL) else at + 5


cdef Py_ssize_t by_name(str text, Py_ssize_t at, Py_ssize_t n):
    """The end of a date like `May 7, 2026` that starts with a word; -1 for none."""
    cdef Py_ssize_t start
    while at < n and kind(text[at]) & LETTER:
        at += 1
    if at < n and text[at] == ".":
        at += 1
    if at + 1 >= n or text[at] != " ":
        return -1
    at += 1
    start = at
    while at < n and at < start + 2 and kind(text[at]) & NUMERAL:
        at += 1
    if at == start or at >= n or text[at] != ",":
        return -1
    return year(text, at + 1, n)


cdef Py_ssize_t by_number(str text, Py_ssize_t at, Py_ssize_t n):
    """The end of a date like `7 May 2026` or `Thu, 7 May 2026`; -1 for none."""
    cdef Py_ssize_t start, i
    if kind(text[at]) & LETTER:
        if at + 5 > n or text[at + 3] != "," or text[at + 4] != " ":
            return -1
        for i in range(0, 21, 3):
            if text[at] == DAYS[i] and text[at + 1] == DAYS[i + 1] and text[at + 2] == DAYS[i + 2]:
                break
        else:
            return -1
        at += 5
    start = at
    while at < n and at < start + 2 and kind(text[at]) & NUMERAL:
        at += 1
    if at == start:
        return -1
    if at < n and text[at] == ".":
        at += 1
    if at >= n or text[at] != " ":
        return -1
    at += 1
    start = at
    while at < n and kind(text[at]) & LETTER:
        at += 1
    if at == start:
        return -1
    if at < n and text[at] == ".":
        at += 1
    return year(text, at, n)


cdef Py_ssize_t token(str text, Py_ssize_t at, Py_ssize_t n):
    """The end of the token that starts here."""
    cdef int first = kind(text[at]), own
    cdef Py_ssize_t end = -1
    if first & MARK:
        return at + 1
    if first & LETTER:
        end = by_name(text, at, n)
    if end < 0 and first & (LETTER | NUMERAL):
        end = by_number(text, at, n)
    if end >= 0:
        return end
    while at < n:
        own = kind(text[at])
        if own & (SPACE | MARK) and not (own & JOINT and at + 1 < n and not kind(text[at + 1]) & (SPACE | MARK)):
            break
        at += 1
    return at


def words(str text not None):
    """The words, dates and marks of a text, in order."""
    cdef list found = []
    cdef Py_ssize_t at = 0, end, n = len(text)
    while at < n:
        if kind(text[at]) & SPACE:
            at += 1
            continue
        end = token(text, at, n)
        found.append(text[at:end])
        at = end
    return found


def tokens(str text not None):
    """As `words`, each with where it starts and ends."""
    cdef list found = []
    cdef Py_ssize_t at = 0, end, n = len(text)
    while at < n:
        if kind(text[at]) & SPACE:
            at += 1
            continue
        end = token(text, at, n)
        found.append((text[at:end], at, end))
        at = end
    return found


def holding(bytes buffer, const int32_t[::1] start, const int32_t[::1] nodes, Py_ssize_t longest, tuple parts):
    """The nodes with at most so many bytes that have one of some parts in them."""
    cdef const uint8_t *s = <const uint8_t *>buffer
    cdef uint8_t[256] begins
    cdef Py_ssize_t i, k, u, begin, stop, size, n = len(buffer)
    cdef bytes part
    cdef bint has
    cdef list found = []
    memset(begins, 0, sizeof(begins))
    for part in parts:
        if not part:
            raise ValueError("an empty part is in all texts")
        begins[part[0]] = 1
    for k in range(nodes.shape[0]):
        u = nodes[k]
        if not 0 <= u < start.shape[0] - 1 or not 0 <= start[u] <= start[u + 1] <= n:
            raise IndexError(f"node {u} is not in the buffer")
        begin, stop = start[u], start[u + 1]
        if stop - begin > longest:
            continue
        has = False
        for i in range(begin, stop):
            if not begins[s[i]]:
                continue
            for part in parts:
                size = len(part)
                if size <= stop - i and memcmp(s + i, <const char *>part, size) == 0:
                    has = True
                    break
            if has:
                found.append(u)
                break
    return found


cdef inline uint8_t lower(uint8_t byte) noexcept nogil:
    return byte | 32 if 65 <= byte <= 90 else byte


def mentioning(bytes buffer, const int32_t[::1] start, const int32_t[::1] stop, tuple words):
    """Whether each range of bytes has one of some words, which are in lower case, whatever the case of its letters."""
    cdef const uint8_t *s = <const uint8_t *>buffer
    cdef const uint8_t *word
    cdef uint8_t[256] first  # the number, from 1, of the last word that begins with each byte
    cdef uint8_t[MOST_WORDS + 1] before  # the one before each word that begins as it does; 0 for none
    cdef Py_ssize_t i, k, j, size, last, n = len(buffer)
    cdef uint8_t m
    cdef const uint8_t *texts[MOST_WORDS + 1]
    cdef Py_ssize_t sizes[MOST_WORDS + 1]
    cdef list found = []
    if start.shape[0] != stop.shape[0]:
        raise ValueError("columns of different lengths")
    if len(words) > MOST_WORDS:
        raise ValueError(f"{len(words)} words, more than {MOST_WORDS}")
    memset(first, 0, sizeof(first))
    for m in range(1, len(words) + 1):
        texts[m], sizes[m] = <const uint8_t *><bytes>words[m - 1], len(<bytes>words[m - 1])
        if not sizes[m]:
            raise ValueError("an empty word is in all texts")
        before[m] = first[texts[m][0]]
        first[texts[m][0]] = m
        if 97 <= texts[m][0] <= 122:
            first[texts[m][0] - 32] = m
    for k in range(start.shape[0]):
        if not 0 <= start[k] <= n or not 0 <= stop[k] <= n:
            raise IndexError(f"the range {start[k]} to {stop[k]} is not in the buffer")
        i, last, m = start[k], stop[k], 0
        while i < last and not m:
            m = first[s[i]]
            while m:
                word, size, j = texts[m], sizes[m], 1
                if size <= last - i:
                    while j < size and lower(s[i + j]) == word[j]:
                        j += 1
                    if j == size:
                        break
                m = before[m]
            i += 1
        found.append(m > 0)
    return found
