# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, freethreading_compatible=True
"""The compiled twin of `clues.py`, which explains it."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, realloc
from libc.string cimport memchr, memcmp, memcpy, memset

from os import urandom

import numpy as np

include "buffers.pxi"

from weblode.kernels import clues as definition

cdef enum:
    SPACE = 1, SIGN = 2, DIGIT = 4

cdef enum:
    CHUNK = 2048  # bytes of a text that are measured at a time
    LONGEST_WORD = 16  # no word that tells a role is longer
assert max(map(len, definition.WORD_ROLES)) <= LONGEST_WORD

cdef int LONG = definition.LONG, MACHINE = definition.MACHINE
cdef int DIGITS = definition.DIGITS, PROSE = definition.PROSE, DATED = definition.DATED
cdef int PRICED = definition.PRICED, NUMBER = definition.NUMBER
cdef int BY_STYLE = definition.BY_STYLE, BY_HIDDEN = definition.BY_HIDDEN, BY_OPEN = definition.BY_OPEN
cdef uint64_t BASIS = definition.BASIS, ODD = definition.ODD
cdef uint8_t[256] KINDS
cdef uint8_t[256] WIDTHS  # none of a space
cdef uint64_t[256] COUNTS  # of signs, and in the upper half of digits


cdef int prepare() except -1:
    """Fill the tables of what each byte is, and how wide the character is that starts with it."""
    cdef int byte
    cdef bint wide
    for byte in range(256):
        KINDS[byte] = SPACE if byte in definition.SPACES else SIGN if byte in definition.SIGNS else 0
        KINDS[byte] |= DIGIT if 48 <= byte <= 57 else 0
        wide = definition.WIDE_FROM <= byte <= definition.WIDE_TO or byte >= 0xF0
        WIDTHS[byte] = 0 if KINDS[byte] & SPACE else 2 if wide else (byte & 0xC0) != 0x80
        COUNTS[byte] = (KINDS[byte] & SIGN > 0) | <uint64_t>(KINDS[byte] & DIGIT > 0) << 32
    return 0


prepare()


cdef inline uint64_t eight(const uint8_t *bytes_) noexcept nogil:
    """Eight bytes as a number, the first one lowest."""
    return (
        <uint64_t>bytes_[0] | <uint64_t>bytes_[1] << 8 | <uint64_t>bytes_[2] << 16 | <uint64_t>bytes_[3] << 24
        | <uint64_t>bytes_[4] << 32 | <uint64_t>bytes_[5] << 40 | <uint64_t>bytes_[6] << 48 | <uint64_t>bytes_[7] << 56
    )


cdef inline uint64_t stirred(uint64_t code) noexcept nogil:
    """A number whose low bits depend on all bits of another one."""
    code *= ODD
    return code ^ code >> 32


cdef struct Measured:  # of a text
    int32_t width
    int64_t signs, digits
    uint64_t code


def visible(bytes buffer, start_column, leaf_column, hidden_column):
    """Widths, leaves that are seen, kinds and hashes of texts; ValueError if a text is not in the buffer."""
    cdef Py_ssize_t n, u, starts, leaves, bytes_ = len(buffer)
    cdef const uint8_t *text = <const uint8_t *><const char *>buffer
    cdef const int32_t *start = <const int32_t *>numbers_of(start_column, sizeof(int32_t), &starts)
    cdef const int32_t *leaf = <const int32_t *>numbers_of(leaf_column, sizeof(int32_t), &n)
    cdef const uint8_t *hidden = <const uint8_t *>numbers_of(hidden_column, 1, &leaves)
    cdef int32_t width
    cdef uint8_t kind
    cdef Measured measured
    if starts != n + 1:
        raise ValueError("columns of different lengths")
    widths, seen = np.zeros(n + 1, dtype=np.int32), np.array(leaf_column)
    kinds, hashes = np.zeros(n, dtype=np.uint8), np.zeros(n, dtype=np.uint64)
    cdef int32_t *to_widths = <int32_t *>numbers_of(widths, sizeof(int32_t), &starts)
    cdef int32_t *to_seen = <int32_t *>numbers_of(seen, sizeof(int32_t), &starts)
    cdef uint8_t *to_kinds = <uint8_t *>numbers_of(kinds, 1, &starts)
    cdef uint64_t *to_hashes = <uint64_t *>numbers_of(hashes, sizeof(uint64_t), &starts)
    for u in range(n):
        to_widths[u + 1] = to_widths[u]
        if leaf[u] < 0:
            continue
        if leaf[u] >= leaves or not 0 <= start[u] <= start[u + 1] <= bytes_:
            raise ValueError(f"node {u} is at {start[u]} to {start[u + 1]} of {bytes_} bytes")
        if hidden[leaf[u]]:
            to_seen[u] = -1
            continue
        measure(text + start[u], start[u + 1] - start[u], &measured)
        to_hashes[u] = measured.code
        width = measured.width
        if width == 0 or (width >= MACHINE and 12 * measured.signs >= width):
            to_seen[u] = -1
            continue
        to_kinds[u] = PROSE if width >= LONG else 0
        if measured.digits > 0:
            to_kinds[u] |= kinds_of(text + start[u], start[u + 1] - start[u], <int32_t>measured.digits)
        to_widths[u + 1] += width
    return widths, seen, kinds, hashes


cdef void measure(const uint8_t *text, Py_ssize_t n, Measured *to) noexcept nogil:
    """The width of a text, its signs and digits, and its hash.

    No branch depends on the text: where its words end cannot be foretold.
    """
    cdef uint8_t[CHUNK + 16] letters  # what is no space; the last words of the chunk before may be in front
    cdef Py_ssize_t i = 0, k, stop, m = 0, size = 0
    cdef uint64_t counts = 0, code = BASIS, space = 1, before
    cdef int32_t width = 0
    cdef uint8_t byte
    while i < n:
        stop = min(n, i + CHUNK)
        while i < stop:
            byte = text[i]
            i += 1
            before, space = space, KINDS[byte] & SPACE
            letters[m] = byte
            m += 1 - space
            width += WIDTHS[byte] + <int32_t>(space & ~before)
            counts += COUNTS[byte]
        size += m
        for k in range(0, m - 7, 8):
            code = stirred(code ^ eight(letters + k))
        k = m & ~7
        size -= m & 7
        memcpy(letters, letters + k, 8)
        m &= 7
    if space and width > 0:
        width -= 1
    # Of the last word what is there, with the size.
    size += m
    code = stirred(code ^ (eight(letters) & ((<uint64_t>1 << 8 * m) - 1)) ^ <uint64_t>size << 56)
    to.width, to.code = width, code
    to.signs, to.digits = <int64_t>(counts & <uint64_t>0xFFFFFFFF), <int64_t>(counts >> 32)


cdef uint8_t kinds_of(const uint8_t *text, Py_ssize_t n, int32_t digits) noexcept nogil:
    """The kinds of a text with digits, but for its length."""
    cdef uint8_t kinds = DIGITS
    if is_dated(text, n):
        kinds |= DATED
    if is_priced(text, n):
        kinds |= PRICED
    if digits <= 3 and is_number(text, n):
        kinds |= NUMBER
    return kinds


cdef bint is_dated(const uint8_t *text, Py_ssize_t n) noexcept nogil:
    """Whether a text has a year, a date or a time of day: runs of digits, alone or with one sign between them."""
    cdef Py_ssize_t i = 0, first, size, before = 0, last = 0  # the sizes of the runs just before, 0 for none
    cdef uint8_t sign = 0
    while i < n:
        if not KINDS[text[i]] & DIGIT:
            i += 1
            continue
        first = i
        while i < n and KINDS[text[i]] & DIGIT:
            i += 1
        size = i - first
        if size == 4 and (
            (text[first] == c"1" and text[first + 1] == c"9" and text[first + 2] >= c"8")
            or (text[first] == c"2" and text[first + 1] == c"0" and text[first + 2] <= c"4")
        ):
            return True
        if sign == c":" and 1 <= last <= 2 and size == 2:
            return True
        if sign == c"/" and 1 <= before <= 2 and 1 <= last <= 2 and 2 <= size <= 4:
            return True
        before, last = last if sign == c"/" else 0, size
        # One sign between two runs ties them: a colon, or one of a date, which are all noted as a slash.
        sign = 0
        if i + 1 < n and KINDS[text[i + 1]] & DIGIT:
            sign = c":" if text[i] == c":" else c"/" if text[i] == c"." or text[i] == c"/" or text[i] == c"-" else 0
        if sign == 0:
            last = 0
        i += 1
    return False


cdef bint is_priced(const uint8_t *text, Py_ssize_t n) noexcept nogil:
    """Whether a text has the sign of a currency."""
    cdef Py_ssize_t i
    for i in range(n):
        if text[i] == c"$":
            return True
        if text[i] == 0xC2 and i + 1 < n and (text[i + 1] == 0xA3 or text[i + 1] == 0xA5):
            return True
        if text[i] == 0xE2 and i + 2 < n and text[i + 1] == 0x82 and (text[i + 2] == 0xAC or text[i + 2] == 0xB9):
            return True
        if text[i] == 0xEF and i + 2 < n and text[i + 1] == 0xBF and text[i + 2] == 0xA5:
            return True
    return False


cdef bint is_number(const uint8_t *text, Py_ssize_t n) noexcept nogil:
    """Whether a text is a number of at most three digits, in brackets or with a dot behind it."""
    cdef Py_ssize_t i = 0, first
    while i < n and KINDS[text[i]] & SPACE:
        i += 1
    while n > i and KINDS[text[n - 1]] & SPACE:
        n -= 1
    if i < n and (text[i] == c"[" or text[i] == c"("):
        i += 1
    first = i
    while i < n and KINDS[text[i]] & DIGIT:
        i += 1
    if not 1 <= i - first <= 3:
        return False
    if i < n and (text[i] == c"]" or text[i] == c")"):
        i += 1
    if i < n and (text[i] == c"." or text[i] == c")" or text[i] == c":"):
        i += 1
    return i == n


def unseen(columns, gone_tags, dict gone, dict hidden, double most):
    """Whether each text leaf is hidden; none is if these are more than a share `most` of all text."""
    cdef const int32_t *tag
    cdef const int32_t *end
    cdef const int32_t *leaf
    cdef const int32_t *start
    cdef const uint8_t *gone_of
    cdef uint8_t *to
    cdef uint8_t *own = NULL  # what `gone` says of each node: 1 for no, 2 for yes
    cdef Py_ssize_t n, ends, leaves, starts, last, u, v, stop, count = 0
    cdef int64_t width = 0, veiled = 0
    cdef bint is_gone
    cdef uint8_t value
    tag_column, end_column, leaf_column, start_column = columns
    tag = <const int32_t *>numbers_of(tag_column, sizeof(int32_t), &n)
    end = <const int32_t *>numbers_of(end_column, sizeof(int32_t), &ends)
    leaf = <const int32_t *>numbers_of(leaf_column, sizeof(int32_t), &leaves)
    start = <const int32_t *>numbers_of(start_column, sizeof(int32_t), &starts)
    gone_of = <const uint8_t *>numbers_of(gone_tags, 1, &last)
    last -= 1
    if not (ends == leaves == starts - 1 == n) or last < 0:
        raise ValueError("columns of different lengths")
    for u in range(n):
        if not u < end[u] <= n or tag[u] < 0:
            raise ValueError("not the columns of a tree")
        if leaf[u] >= 0:
            if leaf[u] != count:
                raise ValueError("not the leaves of a tree")
            count += 1
    found = np.zeros(count, dtype=np.bool_)
    to = <uint8_t *>numbers_of(found, 1, &leaves)
    if gone:
        by_node = bytearray(n)
        own = <uint8_t *>numbers_of(by_node, 1, &leaves)
    for each, is_gone in gone.items():
        u = each
        if 0 <= u < n:
            own[u] = 1 + is_gone
    for each in sorted(hidden):  # parents first
        u, value = each, hidden[each]
        if not 0 <= u < n:
            raise IndexError(f"no node {u} among {n}")
        for v in range(u, end[u]):
            if leaf[v] >= 0:
                to[leaf[v]] = value
    u = 0
    while u < n:
        is_gone = gone_of[tag[u] if tag[u] < last else last] != 0
        if own != NULL and own[u]:
            is_gone = own[u] == 2
        stop = end[u] if is_gone else u + 1
        for v in range(u, stop):
            if leaf[v] >= 0:
                width += start[v + 1] - start[v]
                if is_gone:
                    to[leaf[v]] = 1
                if to[leaf[v]]:
                    veiled += start[v + 1] - start[v]
        u = stop
    if veiled > most * width:
        found[:] = False
    return found


# ---------------------------------------------------------------- attributes
cdef struct Word:  # a text in a table, with what is known of it
    const char *text
    int32_t size, tag, number, many
    uint64_t code
    uint8_t role


cdef struct Words:  # a table of texts; `mask` is its size less one
    Word *slots
    size_t mask, used


cdef struct Marks:
    Words values  # of `class`: where their marks stand in `numbers`, and how many there are
    Words tokens  # pairs of tag and class
    int32_t *numbers
    size_t used, room


# Tables start from a number that no page can know: else a page could be made of which all classes fall into one slot.
cdef uint64_t SECRET = <uint64_t>int.from_bytes(urandom(8), "little")
cdef Words ROLES
cdef uint32_t[32] LENGTHS  # of the words in it, as bits, by the last five bits of their first letters
memset(LENGTHS, 0, sizeof(LENGTHS))


cdef inline uint64_t mixed(uint64_t x) noexcept nogil:
    x = (x ^ (x >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
    x = (x ^ (x >> 27)) * <uint64_t>0x94D049BB133111EB
    return x ^ (x >> 31)


cdef uint64_t hashed(const char *text, Py_ssize_t size, int32_t tag) noexcept nogil:
    """A hash of a text and a tag."""
    cdef uint64_t code = SECRET ^ <uint64_t>tag, word
    cdef Py_ssize_t i = 0
    while i + 8 <= size:
        memcpy(&word, text + i, 8)
        code = mixed(code ^ word) + SECRET
        i += 8
    word = <uint64_t>size << 56
    memcpy(&word, text + i, size - i)
    return mixed(code ^ word)


cdef Word *look_up(Words *table, const char *text, Py_ssize_t size, int32_t tag, bint *is_new) except NULL:
    """The entry of a text and a tag, which is made if there is none."""
    cdef uint64_t code = hashed(text, size, tag)
    cdef size_t slot, mask, i
    cdef Word *entry
    cdef Word *larger
    if table.slots == NULL or 2 * table.used > table.mask:
        mask = 4 * table.mask + 3 if table.slots != NULL else 127
        larger = <Word *>calloc(mask + 1, sizeof(Word))
        if larger == NULL:
            raise MemoryError
        for i in range(table.mask + 1 if table.slots != NULL else 0):
            if table.slots[i].text != NULL:
                slot = table.slots[i].code & mask
                while larger[slot].text != NULL:
                    slot = (slot + 1) & mask
                larger[slot] = table.slots[i]
        free(table.slots)
        table.slots, table.mask = larger, mask
    slot = code & table.mask
    while table.slots[slot].text != NULL:
        entry = table.slots + slot
        if entry.code == code and entry.tag == tag and entry.size == size and memcmp(entry.text, text, size) == 0:
            is_new[0] = False
            return entry
        slot = (slot + 1) & table.mask
    entry = table.slots + slot
    entry.text, entry.size, entry.tag, entry.code = text, <int32_t>size, tag, code
    table.used += 1
    is_new[0] = True
    return entry


cdef int prepare_roles() except -1:
    """Fill the table of the words that tell roles, and what lengths they have by their first letters."""
    cdef bint is_new
    cdef bytes word
    for word, role in definition.WORD_ROLES.items():
        LENGTHS[word[0] & 31] |= <uint32_t>1 << len(word)
        look_up(&ROLES, word, len(word), 0, &is_new).role = role
    return 0


prepare_roles()


def marks(bytes buffer, start_column, tag_column):
    """The marks and roles of nodes, and the attributes that may hide; ValueError if attributes are no pairs."""
    cdef const char *s = buffer
    cdef const char *at
    cdef const char *stop
    cdef const char *middle
    cdef const char *last
    cdef Py_ssize_t u, n, starts, size
    cdef const int32_t *start = <const int32_t *>numbers_of(start_column, sizeof(int32_t), &starts)
    cdef const int32_t *tag = <const int32_t *>numbers_of(tag_column, sizeof(int32_t), &n)
    cdef Marks made
    cdef list hiding = []
    if starts != n + 1:
        raise ValueError("columns of different lengths")
    first, roles = np.empty(n + 1, dtype=np.int32), np.zeros(n, dtype=np.uint8)
    cdef int32_t *to_first = <int32_t *>numbers_of(first, sizeof(int32_t), &starts)
    cdef uint8_t *to_roles = <uint8_t *>numbers_of(roles, 1, &starts)
    memset(&made, 0, sizeof(Marks))
    try:
        for u in range(n):
            to_first[u] = <int32_t>made.used
            if tag[u] == 0 or start[u] == start[u + 1]:
                continue
            if not 0 <= start[u] < start[u + 1] <= len(buffer):
                raise ValueError(f"node {u} is at {start[u]} to {start[u + 1]} of {len(buffer)} bytes")
            at, stop = s + start[u], s + start[u + 1]
            while at < stop:
                middle = at  # names are short: this is faster than memchr
                while middle < stop and middle[0]:
                    middle += 1
                last = <const char *>memchr(middle + 1, 0, stop - middle - 1) if middle < stop else NULL
                if last == NULL:
                    raise ValueError(f"the attributes of node {u} are no pairs")
                size = middle - at
                if size == 5 and memcmp(at, b"class", 5) == 0:
                    to_roles[u] |= add_marks(&made, middle + 1, last - middle - 1, tag[u])
                elif size == 2 and memcmp(at, b"id", 2) == 0:  # hardly any is there twice
                    to_roles[u] |= roles_of(middle + 1, last - middle - 1)
                elif size == 5 and memcmp(at, b"style", 5) == 0:
                    if mentions_hiding(middle + 1, last - middle - 1):
                        hiding.append((u, BY_STYLE, middle[1 : last - middle]))
                elif size == 6 and memcmp(at, b"hidden", 6) == 0:
                    hiding.append((u, BY_HIDDEN, middle[1 : last - middle]))
                elif size == 4 and memcmp(at, b"open", 4) == 0:
                    hiding.append((u, BY_OPEN, middle[1 : last - middle]))
                at = last + 1
        to_first[n] = <int32_t>made.used
        numbers = np.empty(made.used, dtype=np.int32)
        if made.used:
            memcpy(numbers_of(numbers, sizeof(int32_t), &starts), made.numbers, made.used * sizeof(int32_t))
    finally:
        free(made.values.slots)
        free(made.tokens.slots)
        free(made.numbers)
    return first, numbers, roles, hiding


cdef int add_marks(Marks *made, const char *value, Py_ssize_t size, int32_t tag) except -1:
    """Add the marks of a class; the roles of the words in it."""
    cdef bint is_new
    cdef Word *entry = look_up(&made.values, value, size, tag, &is_new)
    cdef Word *token
    cdef size_t first = made.used, i
    cdef Py_ssize_t a = 0, b
    if not is_new:
        make_room(made, entry.many)
        if entry.many:
            memcpy(made.numbers + made.used, made.numbers + entry.number, entry.many * sizeof(int32_t))
        made.used += entry.many
        return entry.role
    entry.role = roles_of(value, size)
    entry.number = <int32_t>made.used
    while a < size:
        if is_space(value[a]):
            a += 1
            continue
        b = a
        while b < size and not is_space(value[b]):
            b += 1
        token = look_up(&made.tokens, value + a, b - a, tag, &is_new)
        a = b
        if is_new:
            token.number, token.many = <int32_t>made.tokens.used - 1, -1
        if token.many != entry.number:  # an entry of this attribute's marks begins where no other one does
            token.many = entry.number
            make_room(made, 1)
            made.numbers[made.used] = token.number
            made.used += 1
    entry.many = <int32_t>(made.used - first)
    return entry.role


cdef int make_room(Marks *made, size_t many) except -1:
    """Make room for so many marks more."""
    cdef void *numbers
    if made.used + many > made.room:
        numbers = realloc(made.numbers, (2 * made.room + many + 64) * sizeof(int32_t))
        if numbers == NULL:
            raise MemoryError
        made.numbers, made.room = <int32_t *>numbers, 2 * made.room + many + 64
    return 0


cdef int roles_of(const char *value, Py_ssize_t size) except -1:
    """The roles that the words of a class or an id tell."""
    cdef const uint8_t *s = <const uint8_t *>value
    cdef Py_ssize_t i = 0, j, k
    cdef char[LONGEST_WORD] word
    cdef int roles = 0
    while i < size:
        j = i
        if upper(s[i]):
            j = i + 1
            if j < size and lower(s[j]):
                while j < size and lower(s[j]):
                    j += 1
            else:
                while j < size and upper(s[j]):
                    j += 1
                if j < size and lower(s[j]):
                    j -= 1
        elif lower(s[i]):
            while j < size and lower(s[j]):
                j += 1
        if j == i:
            i += 1
            continue
        if j - i <= LONGEST_WORD:
            for k in range(j - i):
                word[k] = <char>(s[i + k] | 32)
            roles |= role_of(word, j - i)
        i = j
    return roles


cdef int role_of(const char *word, Py_ssize_t size) noexcept nogil:
    """The role that a word tells, 0 if none."""
    cdef uint64_t code
    cdef size_t slot
    if not LENGTHS[word[0] & 31] >> size & 1:
        return 0
    code = hashed(word, size, 0)
    slot = code & ROLES.mask
    while ROLES.slots[slot].text != NULL:
        if ROLES.slots[slot].size == size and memcmp(ROLES.slots[slot].text, word, size) == 0:
            return ROLES.slots[slot].role
        slot = (slot + 1) & ROLES.mask
    return 0


cdef bint mentions_hiding(const char *text, Py_ssize_t size) noexcept nogil:
    """Whether a style may declare `display` or `visibility`."""
    cdef Py_ssize_t i
    cdef char byte
    for i in range(size):
        byte = text[i] | 32
        if byte == c"d" and starts(text + i, size - i, b"display", 7):
            return True
        if byte == c"v" and starts(text + i, size - i, b"visib", 5):
            return True
        if text[i] == c"\\":
            return True
    return False


cdef bint starts(const char *text, Py_ssize_t size, const char *word, Py_ssize_t length) noexcept nogil:
    """Whether a text starts with a word, in small or capital letters."""
    cdef Py_ssize_t i
    if size < length:
        return False
    for i in range(length):
        if text[i] | 32 != word[i]:
            return False
    return True


cdef inline bint is_space(char byte) noexcept nogil:
    """Whether a byte is white space of ASCII."""
    return byte == 32 or 9 <= byte <= 13


cdef inline bint upper(uint8_t byte) noexcept nogil:
    """Whether a byte is a capital letter of ASCII."""
    return 65 <= byte <= 90


cdef inline bint lower(uint8_t byte) noexcept nogil:
    """Whether a byte is a small letter of ASCII."""
    return 97 <= byte <= 122
