# cython: boundscheck=False, wraparound=False, freethreading_compatible=True
"""The compiled twin of what `cells.py` says of texts; the columns are in `_texts.pyx`."""

from cpython.unicode cimport PyUnicode_DATA
from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free

from weblode.kernels import cells as definition

cdef enum:
    PRICE = 1, DATE = 2, RATING = 4, DURATION = 8, NUMBER = 16, MONTH = 32, ADDRESS = 64
assert (PRICE, DATE, RATING, DURATION, NUMBER) == tuple(definition.SHARES)
assert (MONTH, ADDRESS) == (definition.MONTH, definition.ADDRESS)
cdef double PRICED = definition.SHARES[PRICE], MOST = definition.SHARES[DATE]
assert definition.SHARES == dict.fromkeys(definition.SHARES, MOST) | {PRICE: PRICED}
cdef Py_ssize_t FIRST = definition.FIRST, LONGEST = definition.LONGEST, DIGITS = definition.DIGITS
assert definition.TELLING == frozenset("0123456789\u2605\u2b50") and definition.ADDRESSES == "hHwW"


def measures(values):
    """Of some texts: their characters, their spaces, their digits, and how many of the texts have a digit."""
    cdef Py_ssize_t characters = 0, spaces = 0, digits = 0, numbers = 0, before, i
    cdef uint32_t own_spaces, own_digits
    cdef const uint8_t *data
    cdef str value
    cdef Py_UCS4 character
    for value in values:
        if value is None:
            raise TypeError("a text is missing")
        characters += len(value)
        before = digits
        if value.isascii():  # a plain loop over bytes, which the compiler makes one over many at once
            data = <const uint8_t *>PyUnicode_DATA(value)
            own_spaces = own_digits = 0
            for i in range(len(value)):
                own_spaces += data[i] == 32
                own_digits += <uint8_t>(data[i] - 48) < 10
            spaces += own_spaces
            digits += own_digits
            numbers += own_digits > 0
            continue
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


def readable(values):
    """The texts that may be numbers or dates: short ones with a digit or star; "" for the others."""
    cdef list found = []
    cdef object value
    for value in values:
        found.append(value if value and may_be_read(<str?>value) else "")
    return found


cdef class Words:
    """What texts with some words may be: words of ASCII letters as numbers, five bits a letter, in a table."""

    cdef dict words
    cdef uint64_t *keys
    cdef int *bits
    cdef uint64_t mask
    cdef Py_ssize_t n

    def __dealloc__(self):
        free(self.keys)
        free(self.bits)

    def __init__(self, dict words):
        cdef uint64_t size = 64, key, k
        cdef str word
        cdef Py_UCS4 c
        while size < <uint64_t>(4 * len(words)):
            size *= 2
        self.words, self.n, self.mask = words, len(words), size - 1
        self.keys, self.bits = <uint64_t *>calloc(size, sizeof(uint64_t)), <int *>calloc(size, sizeof(int))
        if not self.keys or not self.bits:
            raise MemoryError()
        for word, own in words.items():
            key = 0
            for c in word:
                key = (key << 5) | (<uint64_t>(<int>c) - 96)
            if not word or len(word) > 12 or not all([97 <= ord(c) <= 122 for c in word]):
                continue  # no letters of ASCII, or more than fit: only texts beyond ASCII and longer words have these
            k = (key * <uint64_t>0x9E3779B97F4A7C15) >> 40 & self.mask
            while self.keys[k] and self.keys[k] != key:
                k = (k + 1) & self.mask
            self.keys[k], self.bits[k] = key, own

    cdef inline int get(self, uint64_t key) noexcept:
        """The bits of a word, 0 for others."""
        cdef uint64_t k = (key * <uint64_t>0x9E3779B97F4A7C15) >> 40 & self.mask
        while self.keys[k]:
            if self.keys[k] == key:
                return self.bits[k]
            k = (k + 1) & self.mask
        return 0


cdef Words last_words = Words({})


def hints(values, dict words):
    """What a column of texts may be: the bits of what one of the first texts may be, and enough of all."""
    global last_words
    cdef Py_ssize_t n = 0, i
    cdef Py_ssize_t[5] counts
    cdef int bits = 0, first = 0, own
    cdef bint may_read = False
    cdef Words table = last_words
    cdef str text
    if table.words is not words or len(table.words) != table.n:  # the same few words are asked for again and again
        last_words = table = Words(words)
    for i in range(5):
        counts[i] = 0
    for value in values:
        if not value:
            continue
        text = <str?>value
        if n == FIRST and not (may_read and first):  # most columns are prose
            return bits
        if n == 0 and text[0] in "hHwW":
            bits = ADDRESS
        own = hints_of(text, table)
        if n < FIRST:
            may_read = may_read or may_be_read(text)
            first |= own
        for i in range(5):
            counts[i] += own >> i & 1
        n += 1
    if may_read:
        for i in range(5):
            if first >> i & 1 and counts[i] >= (MOST if i else PRICED) * n:
                bits |= 1 << i
    return bits


cdef int hints_of(str text, Words words) except -1:
    """What a text may be."""
    cdef int bits = 0, own
    cdef Py_ssize_t i = 0, n = len(text), first
    cdef Py_UCS4 c, next_one, begin
    cdef bint months = False, yearly = False, dated = False, stars = False
    cdef uint64_t key
    if n > LONGEST:
        return 0
    if not text.isascii():
        return hints_beyond_ascii(text)
    while i < n and is_white(text[i]):
        i += 1
    begin = text[i] if i < n else 0
    if is_digit(begin) or begin == "(" or begin == "[" or begin == "-":
        bits |= NUMBER
    while i < n:
        c = text[i]
        if is_letter(c):
            first, key, next_one = i, 0, 0
            while i < n:
                c = text[i]
                if not is_letter(c):
                    break
                c = <Py_UCS4>(<int>c | 32)
                if (c == 116 and next_one == 115) or (c == 119 and next_one == 103):  # st, gw
                    stars = True
                next_one = c
                key = (key << 5) | (<uint64_t>(<int>c) - 96)
                i += 1
                if not months and (i - first == 3 or i - first == 5):  # in 1stJan, the third to fifth letter
                    months = words.get(key & 0x7FFF) & MONTH
            own = words.get(key) if i - first <= 12 else 0
            bits |= own if own & RATING == 0 or is_scale(text, i, n) else own & ~RATING
            if i + 1 < n and text[i] == "-" and is_digit(text[i + 1]) and 97 <= text[i - 1] <= 122:
                yearly = True
            continue
        next_one = text[i + 1] if i + 1 < n else 0
        if is_digit(c):
            if next_one == 47 or next_one == 46 or next_one == 45:
                dated = dated or has_second_mark(text, i + 2, n, next_one)
            elif i + 3 < n and ((c == 49 and 53 <= next_one <= 57) or (c == 50 and next_one == 48)):
                yearly = yearly or (is_digit(text[i + 2]) and is_digit(text[i + 3]))
        elif c == 36:
            bits |= PRICE
        elif c == 58:
            bits |= DURATION
        elif c == 47:
            if is_scale(text, i + 1, n):
                bits |= RATING
        elif c == 39 and i and is_white(text[i - 1]) and is_digit(next_one):
            yearly = True
        i += 1
    if stars and bits & NUMBER:
        bits |= RATING
    if not is_digit(begin) and begin != 80:  # P
        bits &= ~DURATION
    if dated or (months and yearly):
        bits |= DATE
    return bits & ~MONTH if may_be_read(text) else bits & DATE


cdef int hints_beyond_ascii(str text) noexcept:
    """What a text may be whose words are not known."""
    cdef int bits = PRICE | DATE
    cdef Py_UCS4 c, begin = 0
    if not may_be_read(text):
        return DATE
    for c in text:
        if not begin and not c.isspace():
            begin = c
        if c == 49 or c == 53 or c == 0x2605 or c == 0x2B50:
            bits |= RATING
    if is_digit(begin) or begin == "(" or begin == "[" or begin == "-":
        bits |= NUMBER | RATING
    if is_digit(begin) or begin == 80:  # P
        bits |= DURATION
    return bits


cdef inline bint is_scale(str text, Py_ssize_t i, Py_ssize_t n) noexcept:
    """Whether what follows is a number that begins with 1 or 5."""
    while i < n and is_white(text[i]):
        i += 1
    return i < n and (text[i] == 49 or text[i] == 53)


cdef inline bint has_second_mark(str text, Py_ssize_t i, Py_ssize_t n, Py_UCS4 mark) noexcept:
    """Whether one or two digits and a mark follow."""
    if i < n and is_white(text[i]):
        i += 1
    if i + 1 < n and is_digit(text[i]):
        i += 1
        return text[i] == mark or (is_digit(text[i]) and i + 1 < n and text[i + 1] == mark)
    return False


cdef inline bint is_digit(Py_UCS4 c) noexcept:
    return 48 <= c <= 57


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


def plain_dates(values, dict months, *, day_first):
    """The dates that texts are in the most usual forms, as ISO 8601; None for all others, which need a closer look."""
    cdef list found = []
    cdef int first = -1 if day_first is None else bool(day_first)
    for value in values:
        found.append(plain_date(<str?>value, months, first) if value else None)
    return found


cdef int[13] DAYS = [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]


cdef object plain_date(str text, dict months, int day_first):
    """The date that a text is; None if it needs a closer look. `day_first` is -1 if it is not known."""
    cdef Py_ssize_t n = len(text), i = 0, name
    cdef int one = 0, two = 0, year, day, month
    cdef Py_UCS4 mark
    if n < 8 or n > 24 or not text.isascii():
        return None
    year = year_at(text, n - 4)
    if is_letter(text[0]):  # May 3, 2017
        name = letters_at(text, 0, n)
        i = name + (text[name] == ".")
        month = month_at(text, 0, name, months)
        if not month or not year or text[i] != " ":
            return None
        i += 1
        day = number_at(text, &i, n)
        i += i < n and text[i] == ","
        if day < 0 or i != n - 5 or text[i] != " ":
            return None
    else:
        one = number_at(text, &i, n)
        if one < 0:
            year = year_at(text, 0)
            if n != 10 or not year or text[4] != "-" or text[7] != "-":
                return None
            i = 5
            month = two_digits_at(text, 5)
            day = two_digits_at(text, 8)
            return text if is_day(year, month, day) else None
        mark = text[i]
        if not year:
            return None
        if mark == " ":  # 3 May 2017
            day, i = one, i + 1
            name = letters_at(text, i, n)
            month = month_at(text, i, name, months)
            i = name + (text[name] == ".")
            i += i < n and text[i] == ","
            if not month or i != n - 5 or text[i] != " ":
                return None
        elif mark == "/" or mark == "." or mark == "-":
            i += 1
            two = number_at(text, &i, n)
            if two < 0 or i != n - 5 or text[i] != mark:
                return None
            if mark == ".":
                day_first = 1
            if day_first < 0 and one <= 12 and two <= 12 and one != two:
                return None
            day, month = (one, two) if (day_first == 1 and two <= 12) or one > 12 else (two, one)
        else:
            return None
    return f"{year:04d}-{month:02d}-{day:02d}" if is_day(year, month, day) else None


cdef inline bint is_day(int year, int month, int day) noexcept:
    """Whether there is such a day."""
    if not 1 <= month <= 12 or day < 1:
        return False
    return day <= DAYS[month] + (month == 2 and year % 4 == 0 and (year % 100 != 0 or year % 400 == 0))


cdef inline int two_digits_at(str text, Py_ssize_t i) noexcept:
    """The number that two characters are, -1 if they are none."""
    if not is_digit(text[i]) or not is_digit(text[i + 1]):
        return -1
    return 10 * (<int>text[i] - 48) + <int>text[i + 1] - 48


cdef inline int year_at(str text, Py_ssize_t i) noexcept:
    """The year that four characters are, from 1500 to 2099; 0 if they are none."""
    cdef int century = two_digits_at(text, i), rest = two_digits_at(text, i + 2)
    return 100 * century + rest if 15 <= century <= 20 and rest >= 0 else 0


cdef inline int number_at(str text, Py_ssize_t *at, Py_ssize_t n) noexcept:
    """A number up to 39, of one digit or two, after which the place stands; -1 if there is none."""
    cdef Py_ssize_t i = at[0]
    cdef int number
    if i + 2 >= n or not is_digit(text[i]):
        return -1
    number = <int>text[i] - 48
    if is_digit(text[i + 1]):
        if number > 3 or is_digit(text[i + 2]):
            return -1
        number = 10 * number + <int>text[i + 1] - 48
        i += 1
    at[0] = i + 1
    return number


cdef inline Py_ssize_t letters_at(str text, Py_ssize_t i, Py_ssize_t n) noexcept:
    """Where letters end, before the last characters."""
    while i < n - 5 and is_letter(text[i]):
        i += 1
    return i


cdef inline int month_at(str text, Py_ssize_t i, Py_ssize_t stop, dict months) except -1:
    """The month that a word of three to twelve letters names, 0 if it is none."""
    return <int>months.get(text[i : i + 3].lower(), 0) if 3 <= stop - i <= 12 else 0


def plain_counts(values, others, *, bint by_comma):
    """The numbers with the first letters of their unit that texts are in the most usual forms; None for all others."""
    cdef list found = []
    for value in values:
        found.append(plain_count(<str?>value, others, by_comma) if value else None)
    return found


cdef object plain_count(str text, others, bint by_comma):
    """The number and unit that a text is; None if it needs a closer look."""
    cdef Py_ssize_t n = len(text), i = 0, digits, decimals = 0, group = 0
    cdef int64_t number = 0
    cdef str unit
    if n > 40 or not text.isascii() or not is_digit(text[0]):
        return None
    while i < n and is_digit(text[i]):
        i += 1
    digits = i
    if digits > DIGITS or (digits > 1 and text[0] == "0"):
        return None
    if i < n and text[i] == ",":
        if not by_comma or digits > 3 or text[0] == "0":
            return None
        while i + 3 < n and text[i] == "," and is_digit(text[i + 1]) and is_digit(text[i + 2]) and is_digit(text[i + 3]):
            i += 4
            digits += 3
        if i < n and (is_digit(text[i]) or text[i] == "," or text[i] == "."):
            return None
    elif i < n and text[i] == ".":
        i += 1
        while i < n and decimals < 3 and is_digit(text[i]):
            i += 1
            decimals += 1
        digits += decimals
        if not 1 <= decimals <= 2:
            return None
    if digits > DIGITS:
        return None
    for group in range(i):
        if is_digit(text[group]):
            number = 10 * number + <int64_t>(<int>text[group] - 48)
    value = <double>number / (1.0 if decimals == 0 else 10.0 if decimals == 1 else 100.0)
    if i == n:
        unit = ""
    elif i + 1 == n and text[i] == "%":
        unit = "%"
    else:
        i += text[i] == " "
        group = i
        while i < n and is_letter(text[i]):
            i += 1
        if i < n or not 2 <= i - group <= 20:
            return None
        unit = text[group:].lower()
    return None if unit in others or unit[:3] in others else (value, unit[:3])


def text_size(columns):
    """About how many bytes the values of columns take: the characters of texts, and some for each value."""
    cdef Py_ssize_t size = 0
    for column in columns:
        for value in column:
            size += 60 + (len(<str>value) if isinstance(value, str) else 0)
    return size
