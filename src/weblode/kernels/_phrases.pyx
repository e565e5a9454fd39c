# cython: boundscheck=False, wraparound=False, freethreading_compatible=True
"""The compiled twin of `phrases.py` and `templates.py`, which explain it."""

from cpython.unicode cimport PyUnicode_DATA, PyUnicode_KIND
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memchr, memcmp, memcpy, memset

from weblode.kernels import phrases, templates as definition
from weblode.kernels.phrases import Inventory

cdef enum:
    MOST_WORDS = 32, MOST_PARTS = 255, MOST_NAMES = 8  # that are looked for at once
    FIRST = 5  # values that are looked at before the others
    MOST_WITHOUT = 3  # values of a sample that need not have a word that is shared
    SPACE = 1, MARK = 2, JOINT = 4, LETTER = 8, NUMERAL = 16
    UP = 0, LEFT = 1, BOTH = 2
cdef unsigned char[256] KINDS
cdef const char *DAYS = b"MonTueWedThuFriSatSun"
ctypedef unsigned char Py_UCS1
ctypedef unsigned short Py_UCS2
ctypedef fused Characters:  # of a text, as Python keeps them: of one, two or four bytes
    const Py_UCS1
    const Py_UCS2
    const Py_UCS4

cdef extern from "Python.h":
    bint PyUnicode_IS_ASCII(object text)
    object PyUnicode_New(Py_ssize_t size, Py_UCS4 most)


cdef int prepare() except -1:
    """Fill the table of what each of the first characters is."""
    cdef int code
    for code in range(128, 256):
        KINDS[code] = (
            SPACE if chr(code).isspace() else NUMERAL if chr(code).isdecimal() else LETTER if chr(code).isalnum() else 0
        )
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
    if character < 256:
        return KINDS[<int>character]
    if character.isspace():
        return SPACE
    if character.isdecimal():
        return NUMERAL
    return LETTER if character.isalnum() else 0


cdef inline Py_ssize_t year(Characters *text, Py_ssize_t at, Py_ssize_t n) noexcept:
    """The end of a space and four digits that no word goes on from; -1 without them."""
    cdef Py_ssize_t i
    if at + 5 > n or text[at] != 32:
        return -1
    for i in range(at + 1, at + 5):
        if not kind(text[i]) & NUMERAL:
            return -1
    return -1 if at + 5 < n and kind(text[at + 5]) & (LETTER | NUMERAL) else at + 5


cdef Py_ssize_t by_name(Characters *text, Py_ssize_t at, Py_ssize_t n) noexcept:
    """The end of a date like `May 7, 2026` that starts with a word; -1 for none."""
    cdef Py_ssize_t start
    while at < n and kind(text[at]) & LETTER:
        at += 1
    if at < n and text[at] == 46:
        at += 1
    if at + 1 >= n or text[at] != 32:
        return -1
    at += 1
    start = at
    while at < n and at < start + 2 and kind(text[at]) & NUMERAL:
        at += 1
    if at == start or at >= n or text[at] != 44:
        return -1
    return year(text, at + 1, n)


cdef Py_ssize_t by_number(Characters *text, Py_ssize_t at, Py_ssize_t n) noexcept:
    """The end of a date like `7 May 2026` or `Thu, 7 May 2026`; -1 for none."""
    cdef Py_ssize_t start, i
    if kind(text[at]) & LETTER:
        if at + 5 > n or text[at + 3] != 44 or text[at + 4] != 32:
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
    if at < n and text[at] == 46:
        at += 1
    if at >= n or text[at] != 32:
        return -1
    at += 1
    start = at
    while at < n and kind(text[at]) & LETTER:
        at += 1
    if at == start:
        return -1
    if at < n and text[at] == 46:
        at += 1
    return year(text, at, n)


cdef Py_ssize_t token_in(Characters *text, Py_ssize_t at, Py_ssize_t n) noexcept:
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


cdef inline Py_ssize_t token(str text, Py_ssize_t at, Py_ssize_t n):
    """As `token_in`, of a text."""
    cdef int size = PyUnicode_KIND(text)
    cdef void *data = PyUnicode_DATA(text)
    if size == 1:
        return token_in(<const Py_UCS1 *>data, at, n)
    if size == 2:
        return token_in(<const Py_UCS2 *>data, at, n)
    return token_in(<const Py_UCS4 *>data, at, n)


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


def lower_words(str text not None):
    """The words of a text in lower case. Texts of other characters than those of ASCII are left to Python."""
    if not PyUnicode_IS_ASCII(text):
        return phrases.lower_words(text)
    cdef const Py_UCS1 *data = <const Py_UCS1 *>PyUnicode_DATA(text)
    cdef Py_UCS1 *to
    cdef Py_ssize_t size = len(text), i = 0, start, k
    cdef list found = []
    while i < size:
        if not KINDS[data[i]] & (LETTER | NUMERAL):
            i += 1
            continue
        start = i
        while i < size and KINDS[data[i]] & (LETTER | NUMERAL):
            i += 1
        word = PyUnicode_New(i - start, 127)
        to = <Py_UCS1 *>PyUnicode_DATA(word)
        for k in range(i - start):
            to[k] = lower(data[start + k])
        found.append(word)
    return found


def plain_words(texts):
    """The words of each text on one line. Texts of other characters than those of ASCII are left to Python."""
    cdef const Py_UCS1 *data
    cdef Py_UCS1 *to = NULL
    cdef Py_UCS1 *longer
    cdef Py_ssize_t room = 0, size, used, i
    cdef bint apart
    cdef str text
    cdef list lines = []
    try:
        for text in texts:
            if text is None:
                raise TypeError("a text, not None")
            if not PyUnicode_IS_ASCII(text):
                lines += phrases.plain_words((text,))
                continue
            data, size = <const Py_UCS1 *>PyUnicode_DATA(text), len(text)
            if size > room:
                longer = <Py_UCS1 *>realloc(to, 2 * size)
                if longer == NULL:
                    raise MemoryError
                to, room = longer, 2 * size
            used, apart = 0, False
            for i in range(size):
                if KINDS[data[i]] & (LETTER | NUMERAL):
                    if apart and used:
                        to[used] = 32
                        used += 1
                    apart = False
                    to[used] = lower(data[i])
                    used += 1
                else:
                    apart = True
            line = PyUnicode_New(used, 127)
            if used:
                memcpy(PyUnicode_DATA(line), to, used)
            lines.append(line)
    finally:
        free(to)
    return lines


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


cdef inline uint8_t lower(uint8_t byte) noexcept nogil:
    return byte + 32 if 65 <= byte <= 90 else byte


def holding(
    bytes buffer, const int32_t[::1] start, const int32_t[::1] nodes, Py_ssize_t longest, tuple parts, *,
    bint fold=False
):
    """The nodes with at most so many bytes that have one of some parts in them."""
    return held(buffer, start, &nodes[0] if nodes.shape[0] else NULL, nodes.shape[0], longest, parts, fold)


cdef list held(
    bytes buffer, const int32_t[::1] start, const int32_t *nodes, Py_ssize_t count, Py_ssize_t longest, tuple parts,
    bint fold
):
    """Those of `count` nodes, as in `holding`."""
    cdef const uint8_t *s = <const uint8_t *>buffer
    cdef uint8_t[256] first  # the number, from 1, of the last part that begins with each byte
    cdef uint8_t[MOST_PARTS + 1] before  # the one before each part that begins as it does; 0 for none
    cdef const uint8_t *texts[MOST_PARTS + 1]
    cdef Py_ssize_t sizes[MOST_PARTS + 1]
    cdef Py_ssize_t i, j, k, u, begin, stop, n = len(buffer)
    cdef int m
    cdef list found = []
    if len(parts) > MOST_PARTS:
        raise ValueError(f"{len(parts)} parts, more than the {MOST_PARTS} that are looked for at once")
    memset(first, 0, sizeof(first))
    for m in range(1, len(parts) + 1):
        texts[m], sizes[m] = <const uint8_t *><bytes>parts[m - 1], len(<bytes>parts[m - 1])
        if not sizes[m]:
            raise ValueError("an empty part is in all texts")
        before[m] = first[texts[m][0]]
        first[texts[m][0]] = m
    if fold:
        for i in range(97, 123):
            first[i - 32] = first[i]
    for k in range(count):
        u = nodes[k]
        if not 0 <= u < start.shape[0] - 1 or not 0 <= start[u] <= start[u + 1] <= n:
            raise IndexError(f"node {u} is not in the buffer")
        begin, stop = start[u], start[u + 1]
        if stop - begin > longest:
            continue
        for i in range(begin, stop):
            m = first[s[i]]
            while m:
                if sizes[m] <= stop - i:
                    if not fold:
                        if memcmp(s + i, texts[m], sizes[m]) == 0:
                            break
                    else:
                        j = 0
                        while j < sizes[m] and lower(s[i + j]) == texts[m][j]:
                            j += 1
                        if j == sizes[m]:
                            break
                m = before[m]
            if m:
                found.append(u)
                break
    return found


def tagged_holding(bytes buffer, const int32_t[::1] start, const int32_t[::1] tag, tuple tags, tuple parts):
    """The nodes with one of two tags that have one of some parts, which are in lower case, whatever its case there."""
    cdef int32_t one, other
    cdef Py_ssize_t u, n = 0
    cdef int32_t *nodes = <int32_t *>malloc((tag.shape[0] + 1) * sizeof(int32_t))
    if not nodes:
        raise MemoryError()
    try:
        one, other = tags
        for u in range(tag.shape[0]):
            nodes[n] = <int32_t>u
            n += (tag[u] == one) | (tag[u] == other)
        return held(buffer, start, nodes, n, len(buffer), parts, True)
    finally:
        free(nodes)


def inventory(bytes buffer, columns, const int64_t[::1] texts, tuple span, sought):
    """What there is of some things among the nodes of a span."""
    cdef const int32_t[::1] start, end, tag, leaf
    cdef const char *s = buffer
    cdef const char *at
    cdef const char *stop
    cdef const char *middle
    cdef const char *last
    cdef const char *name[MOST_NAMES + 1]
    cdef Py_ssize_t sizes[MOST_NAMES + 1]
    cdef uint8_t[256] begins  # whether a sign begins with a byte
    cdef uint64_t usual = 0  # a bit for each length of a name
    cdef Py_ssize_t u, i, k, n, begin, after, size, longest = sought.longest, total = len(buffer)
    cdef int32_t wanted = sought.tag
    cdef bint bare
    cdef tuple names = (*sought.names, sought.marked), marks = sought.marks, signs = sought.signs
    cdef Py_ssize_t most = len(names) - 1
    cdef tuple values = tuple([{} for _ in range(most)])
    cdef list marked = [], signed = [], tagged = []
    cdef bytes part
    start, end, tag, leaf = columns
    n, (begin, after) = tag.shape[0], span
    if end.shape[0] != n or leaf.shape[0] != n or start.shape[0] != n + 1 or texts.shape[0] != n + 1:
        raise ValueError("columns of different lengths")
    if not 0 <= begin <= after <= n:
        raise IndexError("no such nodes")
    if most > MOST_NAMES:
        raise ValueError(f"{most} names, more than {MOST_NAMES}")
    for k in range(most + 1):
        name[k], sizes[k] = <bytes>names[k], len(<bytes>names[k])
        usual |= <uint64_t>1 << min(sizes[k], 63)
    memset(begins, 0, sizeof(begins))
    for part in signs:
        if not part:
            raise ValueError("an empty part is in all texts")
        begins[<uint8_t>part[0]] = 1
    for u in range(begin, after):
        if not 0 <= start[u] <= start[u + 1] <= total or not 0 <= end[u] <= n:
            raise IndexError(f"node {u} is not in the tree or its buffer")
        if tag[u] == 0:
            if leaf[u] >= 0 and start[u + 1] - start[u] <= longest and has_sign(s, start[u], start[u + 1], begins, signs):
                signed.append(u)
            continue
        if tag[u] == wanted:
            tagged.append(u)
        if start[u] == start[u + 1]:
            continue
        bare = texts[u] == texts[end[u]]
        at, stop = s + start[u], s + start[u + 1]
        while at < stop:
            middle = at  # names are short: this is faster than memchr
            while middle < stop and middle[0]:
                middle += 1
            last = <const char *>memchr(middle + 1, 0, stop - middle - 1) if middle < stop else NULL
            if last == NULL:
                raise ValueError(f"the attributes of node {u} are no pairs")
            size = middle - at
            if usual >> min(size, 63) & 1 and last > middle + 1:
                for k in range(most + 1):
                    if sizes[k] == size and memcmp(at, name[k], size) == 0:
                        if k < most:
                            (<dict>values[k])[u] = middle[1 : last - middle]
                        elif bare:
                            for part in marks:
                                if has_part(middle + 1, last, part):
                                    marked.append((u, middle[1 : last - middle]))
                                    break
                        break
            at = last + 1
    return Inventory(values, marked, signed, tagged)


cdef inline bint has_sign(
    const char *s, Py_ssize_t at, Py_ssize_t stop, const uint8_t *begins, tuple signs
) except -1:
    """Whether some bytes have one of some parts in them."""
    cdef bytes part
    while at < stop:
        if begins[<uint8_t>s[at]]:
            for part in signs:
                if len(part) <= stop - at and memcmp(s + at, <const char *>part, len(part)) == 0:
                    return True
        at += 1
    return False


cdef inline bint has_part(const char *at, const char *stop, bytes part) noexcept:
    """Whether some bytes have a part in them."""
    cdef Py_ssize_t size = len(part)
    while at + size <= stop:
        if at[0] == (<const char *>part)[0] and memcmp(at, <const char *>part, size) == 0:
            return True
        at += 1
    return False


def nearest_holding(
    bytes buffer, const int32_t[::1] start, const int32_t[::1] parent, list nodes, Py_ssize_t levels, tuple parts
):
    """For each node the nearest of so many elements around it whose attributes have one of some parts in them."""
    cdef const uint8_t *s = <const uint8_t *>buffer
    cdef Py_ssize_t k, i, j, u, size, n = len(buffer)
    cdef bytes part
    cdef list nearest = []
    cdef bint has
    if parent.shape[0] + 1 != start.shape[0]:
        raise ValueError("columns of different lengths")
    for part in parts:
        if not part:
            raise ValueError("an empty part is in all texts")
    for k in range(len(nodes)):
        u = nodes[k]
        has = False
        for j in range(levels):
            if not 0 <= u < parent.shape[0]:
                raise IndexError(f"no node {u}")
            u = parent[u]
            if u <= 0:
                break
            if u >= parent.shape[0] or not 0 <= start[u] <= start[u + 1] <= n:
                raise IndexError(f"node {u} is not in the buffer")
            for part in parts:
                size = len(part)
                for i in range(start[u], start[u + 1] - size + 1):
                    if s[i] == <uint8_t>part[0] and memcmp(s + i, <const char *>part, size) == 0:
                        has = True
                        break
                if has:
                    break
            if has:
                break
        nearest.append(u if has else -1)
    return nearest


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


# ---------------------------------------------------------------- templates
cdef str START = definition.START, END = definition.END, TIME = definition.TIME
cdef object is_clock = definition.CLOCK.fullmatch, is_date = definition.DATE.fullmatch
cdef double SHARED = definition.SHARED, USUAL = definition.USUAL
cdef Py_ssize_t LEAST = definition.LEAST, LONGEST = definition.LONGEST, LONG = definition.LONG
cdef Py_ssize_t ANCHORS = definition.ANCHORS, SAMPLE = definition.SAMPLE
assert SAMPLE - MOST_WITHOUT - 1 < SHARED * SAMPLE
cdef list GAPS = [f"gap:{i}" for i in range(ANCHORS)]
cdef list PHRASES = [(f"phrase:{i}", f"value:{i}") for i in range(ANCHORS)]


cdef list told(str text, const uint64_t *wanted):
    """As `marked`, with None for words and marks whose bit (see `sketch_of`) is none of those that are wanted."""
    cdef list found = [START]
    cdef Py_ssize_t at = 0, end, n = len(text), last = -1, stop = -1
    cdef uint64_t number
    cdef str word
    while at < n:
        if kind(text[at]) & SPACE:
            at += 1
            continue
        end = token(text, at, n)
        if end - at > 3 and last >= 0 and has_colon(text, at, end):
            if is_clock(text[at:end]) is not None and is_date(text[last:stop]) is not None:
                found.append(TIME)
        number = bit_of(text, at, end)
        found.append(text[at:end] if wanted[number >> 6 & 3] >> (number & 63) & 1 else None)
        last, stop, at = at, end, end
    found.append(END)
    return found


cdef inline bint has_colon(str text, Py_ssize_t at, Py_ssize_t end) noexcept:
    cdef Py_ssize_t i
    for i in range(at, end):
        if text[i] == ":":
            return True
    return False


cdef inline uint64_t bit_of(str text, Py_ssize_t at, Py_ssize_t end) noexcept:
    """The number whose last eight bits are the bit of a word in a sketch."""
    cdef uint64_t number = 1469598103934665603
    cdef Py_ssize_t i
    for i in range(at, end):
        number = (number ^ <uint64_t>text[i]) * <uint64_t>1099511628211
    return number ^ (number >> 29)


cdef bint frequent(list sample, uint64_t *wanted) except -1:
    """Put the bits into `wanted` that most values of a sample have; whether there are any."""
    cdef uint64_t bits[4]
    cdef uint64_t without[MOST_WITHOUT + 1][4]  # the bits that at most so many values so far have not
    cdef Py_ssize_t i, j, k, n = len(sample), most = 0
    while most < MOST_WITHOUT and n - most - 1 >= SHARED * n:
        most += 1
    memset(without, 255, sizeof(without))
    for i in range(n):
        sketch(<str>sample[i], bits)
        for j in range(4):
            for k in range(most, 0, -1):
                without[k][j] = (without[k][j] & bits[j]) | without[k - 1][j]
            without[0][j] &= bits[j]
        if not (without[most][0] | without[most][1] | without[most][2] | without[most][3]):
            break
    for j in range(4):
        wanted[j] = without[most][j]
    return (wanted[0] | wanted[1] | wanted[2] | wanted[3]) != 0


cdef list marked(str text, Py_ssize_t *spans):
    """The words and marks of a text, with marks for its ends, and between a date and a time.

    Where each starts and ends is put into `spans`, if there is one: room for four numbers a character, and four more.
    """
    cdef list found = [START]
    cdef Py_ssize_t at = 0, end, n = len(text), k = 1
    cdef str word
    if spans:
        spans[0] = spans[1] = 0
    while at < n:
        if kind(text[at]) & SPACE:
            at += 1
            continue
        end = token(text, at, n)
        word = text[at:end]
        if end - at > 3 and ":" in word and is_clock(word) is not None and is_date(found[k - 1]) is not None:
            found.append(TIME)
            if spans:
                spans[2 * k] = spans[2 * k + 1] = at
            k += 1
        found.append(word)
        if spans:
            spans[2 * k], spans[2 * k + 1] = at, end
        k += 1
        at = end
    found.append(END)
    if spans:
        spans[2 * k] = spans[2 * k + 1] = n
    return found


cdef int sketch_of(Characters *text, Py_ssize_t n, uint64_t *bits) noexcept:
    """Set one of 256 bits for each word or mark of a text: the same for the same word."""
    cdef Py_ssize_t at = 0, end, i
    cdef uint64_t number
    bits[0] = bits[1] = bits[2] = bits[3] = 0
    while at < n:
        if kind(text[at]) & SPACE:
            at += 1
            continue
        end = token_in(text, at, n)
        number = 1469598103934665603
        for i in range(at, end):
            number = (number ^ <uint64_t>text[i]) * <uint64_t>1099511628211
        number ^= number >> 29
        bits[number >> 6 & 3] |= <uint64_t>1 << (number & 63)
        at = end
    return 0


cdef int sketch(str text, uint64_t *bits):
    """As `sketch_of`, of a text."""
    cdef int size = PyUnicode_KIND(text)
    cdef void *data = PyUnicode_DATA(text)
    if size == 1:
        return sketch_of(<const Py_UCS1 *>data, len(text), bits)
    if size == 2:
        return sketch_of(<const Py_UCS2 *>data, len(text), bits)
    return sketch_of(<const Py_UCS4 *>data, len(text), bits)


cdef bint share_word(list sample) except -1:
    """Whether four of the first four or five values have a word or mark in common.

    Most values of prose share nothing, which takes no objects to see: a word that four have sets a bit in each.
    """
    cdef uint64_t bits[FIRST][4]
    cdef uint64_t wanted[4]
    cdef uint64_t one, two, three, four, five
    cdef Py_ssize_t i, times, n = min(len(sample), FIRST)
    cdef bint some = False
    cdef list every
    for i in range(n):
        sketch(<str>sample[i], bits[i])
    for i in range(4):
        one, two, three, four = bits[0][i], bits[1][i], bits[2][i], bits[3][i]
        wanted[i] = one & two & three & four
        if n == 5:
            five = bits[4][i]
            wanted[i] |= (one & two & five & (three | four)) | (three & four & five & (one | two))
        some = some or wanted[i]
    if not some:
        return False
    every = [chosen(<str>sample[i], wanted) for i in range(n)]
    for word in <set>every[0] | <set>every[1]:
        times = 0
        for i in range(n):
            times += word in <set>every[i]
        if times >= LEAST:
            return True
    return False


cdef set chosen(str text, const uint64_t *wanted):
    """The words and marks of a text whose bit is one of those that are wanted."""
    cdef set found = set()
    cdef Py_ssize_t at = 0, end, n = len(text)
    cdef uint64_t number
    while at < n:
        if kind(text[at]) & SPACE:
            at += 1
            continue
        end = token(text, at, n)
        number = bit_of(text, at, end)
        if wanted[number >> 6 & 3] >> (number & 63) & 1:
            found.add(text[at:end])
        at = end
    return found


def template(values):
    """The anchors that nearly all values share, in order, each of one or more words; empty if there are none."""
    cdef dict counts = {}, sequences = {}
    cdef list sample = [], texts, own
    cdef set shared, seen = set()
    cdef str value, word
    cdef tuple usual, other
    cdef Py_ssize_t size = 0, n = 0, most = 0, times
    cdef uint64_t[4] wanted
    for value in values:
        if value in seen:
            continue
        seen.add(value)
        sample.append(value)
        size += len(value)
        n += 1
        if n == FIRST and not share_word(sample):
            return ()
        if n == SAMPLE:
            break
    if n < LEAST or size > LONGEST * n:
        return ()
    if n < FIRST and not share_word(sample):
        return ()
    if not frequent(sample, wanted) and not any([":" in value for value in sample]):
        return ()
    texts = [told(value, wanted) for value in sample]
    for own in texts:
        for word in set(own):
            if word is not None:
                counts[word] = <Py_ssize_t>counts.get(word, 0) + 1
    shared = {word for word, times in counts.items() if times >= SHARED * n and " " not in word}
    if len(shared) <= 2:  # the two ends
        return ()
    for own in texts:
        usual = tuple([word for word in own if word in shared][:ANCHORS])
        sequences[usual] = <Py_ssize_t>sequences.get(usual, 0) + 1
    for other, times in sequences.items():
        if times > most:
            usual, most = other, times
    if most < USUAL * n:
        for other in sequences:
            usual = common(usual, other)
    usual = merge(usual, texts)
    return usual if len(usual) > (3 if size > LONG * n else 1) else ()


cdef tuple common(tuple one, tuple other):
    """The longest common subsequence of two sequences of at most `ANCHORS` words."""
    cdef Py_ssize_t i, j, n = len(one), m = len(other)
    cdef int diagonal, above
    cdef list found = []
    # By words so far of both: from where the longest comes, and in `best` how long it is.
    cdef uint8_t *came = <uint8_t *>malloc((n + 1) * (m + 1))
    cdef int *best = <int *>malloc((m + 1) * sizeof(int))
    try:
        if not came or not best:
            raise MemoryError()
        memset(best, 0, (m + 1) * sizeof(int))
        for i in range(1, n + 1):
            diagonal = 0
            for j in range(1, m + 1):
                above = best[j]
                if <str>one[i - 1] == <str>other[j - 1]:
                    best[j], came[i * (m + 1) + j] = diagonal + 1, BOTH
                elif best[j - 1] > above:
                    best[j], came[i * (m + 1) + j] = best[j - 1], LEFT
                else:
                    came[i * (m + 1) + j] = UP
                diagonal = above
        i, j = n, m
        while i > 0 and j > 0:
            if came[i * (m + 1) + j] == LEFT:
                j -= 1
            elif came[i * (m + 1) + j] == UP:
                i -= 1
            else:
                found.append(one[i - 1])
                i, j = i - 1, j - 1
        found.reverse()
        return tuple(found)
    finally:
        free(came)
        free(best)


cdef tuple merge(tuple usual, list texts):
    """The shared words, those that nearly always stand together as one anchor."""
    cdef Py_ssize_t i, at, before, size, n = len(usual), matched = 0
    cdef list own, anchors = []
    cdef Py_ssize_t *together = <Py_ssize_t *>malloc((2 * n + 1) * sizeof(Py_ssize_t))
    if not together:
        raise MemoryError()
    memset(together, 0, (2 * n + 1) * sizeof(Py_ssize_t))
    cdef Py_ssize_t *places = together + n
    try:
        for own in texts:
            at, size = 0, len(own)
            for i in range(n):
                while at < size and (own[at] is None or <str>own[at] != <str>usual[i]):
                    at += 1
                if at == size:
                    break
                places[i] = at
                at += 1
            else:
                matched += 1
                for i in range(1, n):
                    together[i] += places[i] == places[i - 1] + 1
        for i in range(n):
            if i and matched > 0 and together[i] >= SHARED * matched:
                anchors[len(anchors) - 1] = f"{<str>anchors[len(anchors) - 1]} {<str>usual[i]}"
            else:
                anchors.append(usual[i])
        return tuple(anchors)
    finally:
        free(together)


def divided(anchors, values):
    """The parts of each value by their names; None where a value has other words, or nothing in that part."""
    cdef list every, each
    cdef frozenset marks = anchors.marks
    cdef dict parts = {}
    cdef Py_ssize_t i = 0, n = len(values), longest = 0
    cdef Py_ssize_t *spans
    every = [list(each) for each in anchors.words]
    for each in every:
        if not each:
            raise ValueError("an anchor has a word")
    for value in values:
        if value is not None:
            longest = max(longest, len(<str?>value))
    spans = <Py_ssize_t *>malloc((4 * longest + 4 + len(every)) * sizeof(Py_ssize_t))
    if not spans:
        raise MemoryError()
    try:
        for i in range(n):
            value = values[i]
            if value is not None:
                divide(every, marks, <str?>value, spans, spans + 4 * longest + 4, parts, i, n)
        return parts
    finally:
        free(spans)


cdef inline int put(dict parts, str name, str text, Py_ssize_t i, Py_ssize_t n) except -1:
    """Put a part of value `i` of `n` into its column."""
    cdef object column
    if not text:
        return 0
    column = parts.get(name)
    if column is None:
        column = parts[name] = [None] * n
    (<list>column)[i] = text
    return 0


cdef int divide(
    list anchors, frozenset marks, str value, Py_ssize_t *spans, Py_ssize_t *places, dict parts, Py_ssize_t number,
    Py_ssize_t n
) except -1:
    """Put the parts of value `number` into their columns; nothing if it has other words."""
    cdef list texts, anchor
    cdef Py_ssize_t i, k, at = 0, size, own, start = 0, phrase = 0, after_label = -1, gaps = 0, phrases = 0
    cdef tuple names
    texts = marked(value, spans)
    size = len(texts)
    for k in range(len(anchors)):
        anchor = <list>anchors[k]
        own = len(anchor)
        while at < size:
            if <str?>anchor[0] == <str>texts[at]:
                for i in range(1, own):
                    if at + i >= size or <str?>anchor[i] != <str>texts[at + i]:
                        break
                else:
                    break
            at += 1
        if at >= size:
            return 0
        places[k] = at
        at += own
    for k in range(len(anchors)):
        at = places[k]
        if at:
            if after_label < 0:
                after_label = start
            name = GAPS[gaps] if gaps < ANCHORS else f"gap:{gaps}"
            if start < at:
                put(parts, name, value[spans[2 * start]:spans[2 * at - 1]], number, n)
            gaps += 1
        start = at + len(<list>anchors[k])
        for i in range(at, start):
            if texts[i] in marks:  # it ends the phrase
                names = <tuple>PHRASES[phrases] if phrases < ANCHORS else (f"phrase:{phrases}", f"value:{phrases}")
                if phrase < i:
                    put(parts, names[0], value[spans[2 * phrase]:spans[2 * i - 1]], number, n)
                after_label = max(phrase, after_label)
                if after_label < i:
                    put(parts, names[1], value[spans[2 * after_label]:spans[2 * i - 1]], number, n)
                phrase, after_label = i + 1, -1
                phrases += 1
    return 0
