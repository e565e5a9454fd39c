# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, freethreading_compatible=True
"""The compiled twin of `effort.py`, which explains it: the same names, the same order."""

from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.stdlib cimport calloc, free, realloc
from libc.string cimport memchr, memcmp, memset

from weblode.kernels import effort as twin

ctypedef const unsigned char *chars

cdef enum:
    SPECIAL, SCOPE, BUTTON_SCOPE, LIST_SCOPE, ITEM_SCOPE, TABLE_SCOPE, HTML, BARRIERS

cdef enum:
    VOID = 1 << 7
    RAW = 1 << 8
    FORMATTING = 1 << 9
    MARKER = 1 << 10
    ENDS_P = 1 << 11
    LEAVES_FOREIGN = 1 << 12
    REOPENS = 1 << 13

cdef enum:
    IN_HTML, IN_SVG, IN_MATH, IN_SVG_POINT, IN_MATH_POINT

cdef enum:
    CELL = 3
    NAMES = 256  # room for the names that are known

assert (twin.HTML, twin.BARRIERS, twin.VOID, twin.REOPENS) == (HTML, BARRIERS, VOID, REOPENS)
assert (twin.IN_MATH_POINT, twin.CELL) == (IN_MATH_POINT, CELL)

cdef int64_t REOPENED = twin.REOPENED, REOPENED_ATTRIBUTE = twin.REOPENED_ATTRIBUTE
cdef int64_t REOPENED_BYTE = twin.REOPENED_BYTE, ADOPTED = twin.ADOPTED, ADOPTIONS = twin.ADOPTIONS
cdef int SORTED = twin.SORTED
cdef int32_t POINT = twin.POINT


# ---------------------------------------------------------------- a map from hashes to numbers
cdef struct Map:
    uint64_t *keys  # 0 is free: keys are never 0
    int32_t *values
    size_t mask
    size_t used


cdef int map_make(Map *map, size_t size) except -1:
    map.keys = <uint64_t *>calloc(size, sizeof(uint64_t))
    map.values = <int32_t *>calloc(size, sizeof(int32_t))
    map.mask, map.used = size - 1, 0
    if map.keys == NULL or map.values == NULL:
        raise MemoryError
    return 0


cdef void map_free(Map *map) noexcept nogil:
    free(map.keys)
    free(map.values)


cdef inline size_t map_slot(Map *map, uint64_t key) noexcept nogil:
    cdef size_t i = (key ^ (key >> 29)) & map.mask
    while map.keys[i] != 0 and map.keys[i] != key:
        i = (i + 1) & map.mask
    return i


cdef int map_grow(Map *map) except -1:
    cdef Map larger
    cdef size_t i, j
    map_make(&larger, 2 * (map.mask + 1))
    for i in range(map.mask + 1):
        if map.keys[i] != 0:
            j = map_slot(&larger, map.keys[i])
            larger.keys[j], larger.values[j] = map.keys[i], map.values[i]
    larger.used = map.used
    map_free(map)
    map[0] = larger
    return 0


cdef int32_t *map_at(Map *map, uint64_t key) except NULL:
    """The value of a key, 0 at first."""
    cdef size_t slot = map_slot(map, key)
    if map.keys[slot] == 0:
        if 2 * map.used > map.mask:
            map_grow(map)
            slot = map_slot(map, key)
        map.keys[slot] = key
        map.used += 1
    return &map.values[slot]


cdef unsigned char[256] folded  # upper to lower case
cdef int _byte
for _byte in range(256):
    folded[_byte] = _byte | 32 if 65 <= _byte <= 90 else _byte


cdef uint64_t hashed(chars s, chars stop) noexcept nogil:
    """A text as a number (FNV-1a), never 0."""
    cdef uint64_t h = <uint64_t>0xCBF29CE484222325
    while s < stop:
        h = (h ^ s[0]) * <uint64_t>0x100000001B3
        s += 1
    return h | 1


# ---------------------------------------------------------------- what is known of names
cdef Map numbers
cdef int32_t[NAMES] traits_of, rank_of, ends_rank_of, ends_scope_of, ends_first, ends_second, ends_innermost, point_of
cdef int32_t[NAMES] doubtful
map_make(&numbers, 1024)


cdef dict learn():
    """Number the names of the twin's tables, from 1, and copy the tables."""
    cdef dict found = {}
    cdef int32_t number
    cdef bytes name
    foreign = [*twin.POINTS, *twin.FOREIGN_IN_MATH_POINT, b"annotation-xml"]
    for name in [*twin.TRAITS, *(name for name in foreign if name not in twin.TRAITS)]:
        number = len(found) + 1
        found[name] = number
        map_at(&numbers, hashed(<chars>name, <chars>name + len(name)))[0] = number
        traits_of[number] = twin.TRAITS.get(name, twin.UNKNOWN)
        point_of[number] = twin.POINTS.get(name, -1)
        ends_rank_of[number], rank_of[number] = twin.RANKS.get(name, (-1, -1))
    assert len(found) < NAMES
    for name, (scope, others) in twin.ENDS.items():
        ends_scope_of[found[name]] = scope
        ends_first[found[name]] = found[others[0]]
        ends_second[found[name]] = found[others[len(others) - 1]]
    for name, other in twin.ENDS_INNERMOST.items():
        ends_innermost[found[name]] = found[other]
    for name, other in twin.DOUBTFUL.items():
        doubtful[found[name]] = found[other]
    for name in twin.HEADINGS:
        map_at(&numbers, hashed(<chars>name, <chars>name + len(name)))[0] = found[b"h1"]
    return found


traits_of[0], rank_of[0], ends_rank_of[0], point_of[0] = twin.UNKNOWN, -1, -1, -1
cdef dict known = learn()
cdef int32_t A = known[b"a"], NOBR = known[b"nobr"], FONT = known[b"font"], P = known[b"p"], BR = known[b"br"]
cdef int32_t LI = known[b"li"], FORM = known[b"form"], SELECT = known[b"select"], TABLE = known[b"table"]
cdef int32_t TEMPLATE = known[b"template"], SVG = known[b"svg"], MATH = known[b"math"], ROOT = known[b"html"]
cdef int32_t BODY = known[b"body"], SCRIPT = known[b"script"], ANNOTATION = known[b"annotation-xml"]
cdef int32_t CAPTION = known[b"caption"], TD = known[b"td"], TH = known[b"th"]
cdef int32_t TR = known[b"tr"], TBODY = known[b"tbody"], THEAD = known[b"thead"], TFOOT = known[b"tfoot"]
cdef int32_t GLYPH = known[b"mglyph"], MARK = known[b"malignmark"]


# ---------------------------------------------------------------- tokens
cdef struct Tag:
    chars name
    chars name_end
    chars end
    int64_t attributes
    bint bare
    bint styled
    int32_t number  # 0 if the name is not known
    uint64_t key


cdef inline bint letter(unsigned char c) noexcept nogil:
    return 97 <= (c | 32) <= 122


cdef enum:  # what a byte may be in a tag
    GAP = 1
    NAME_END = 2
    ATTRIBUTE_END = 4

cdef unsigned char[256] role
role[9] = role[10] = role[12] = role[13] = role[32] = GAP | NAME_END | ATTRIBUTE_END
role[47] = role[62] = NAME_END | ATTRIBUTE_END
role[61] = ATTRIBUTE_END


cdef inline bint gap(unsigned char c) noexcept nogil:
    return role[c] & GAP


cdef inline chars seek(chars s, chars stop, unsigned char c) noexcept nogil:
    cdef const void *found = memchr(s, c, stop - s) if s < stop else NULL
    return stop if found == NULL else <chars>found


cdef inline bint starts(chars s, chars stop, const char *text, Py_ssize_t n) noexcept nogil:
    return stop - s >= n and memcmp(s, text, n) == 0


cdef inline bint is_name(chars s, chars stop, const char *name, Py_ssize_t n) noexcept nogil:
    """Whether a text is a name, upper and lower case alike."""
    cdef Py_ssize_t k
    if stop - s != n:
        return False
    for k in range(n):
        if folded[s[k]] != folded[<unsigned char>name[k]]:
            return False
    return True


cdef inline bint names_tag(chars s, chars stop, const char *name, Py_ssize_t n) noexcept nogil:
    """Whether the name of a tag stands here, and ends."""
    return stop - s > n and is_name(s, s + n, name, n) and (gap(s[n]) or s[n] == 47 or s[n] == 62)


cdef void read_tag(chars s, chars stop, Tag *tag) noexcept nogil:
    cdef chars attribute
    cdef uint64_t h = <uint64_t>0xCBF29CE484222325
    tag.name = s
    while s < stop and not role[s[0]] & NAME_END:
        h = (h ^ folded[s[0]]) * <uint64_t>0x100000001B3
        s += 1
    tag.name_end, tag.attributes, tag.styled, tag.bare, tag.key = s, 0, False, False, h | 1
    tag.number = numbers.values[map_slot(&numbers, h | 1)]
    if s < stop and s[0] == 62:
        tag.end = s + 1
        return
    while True:
        tag.bare = False
        while s < stop and (gap(s[0]) or s[0] == 47):
            tag.bare = s[0] == 47
            s += 1
        if s >= stop or s[0] == 62:
            tag.end = s + 1
            return
        tag.attributes += 1
        attribute = s
        s += 1
        while s < stop and not role[s[0]] & ATTRIBUTE_END:
            s += 1
        if tag.number == FONT:
            tag.styled |= is_name(attribute, s, "color", 5) or is_name(attribute, s, "face", 4)
            tag.styled |= is_name(attribute, s, "size", 4)
        s = read_value(s, stop)


cdef inline chars read_value(chars s, chars stop) noexcept nogil:
    cdef chars t = s
    while t < stop and gap(t[0]):
        t += 1
    if t >= stop or t[0] != 61:
        return s
    t += 1
    while t < stop and gap(t[0]):
        t += 1
    if t < stop and (t[0] == 34 or t[0] == 39):
        s = seek(t + 1, stop, t[0])
        return s + 1 if s < stop else stop
    while t < stop and not gap(t[0]) and t[0] != 62:
        t += 1
    return t


cdef chars comment_end(chars s, chars stop, bint foreign) noexcept nogil:
    if foreign and starts(s, stop, "<![CDATA[", 9):
        s = seek(s + 9, stop, 93)
        while s < stop and not starts(s, stop, "]]>", 3):
            s = seek(s + 1, stop, 93)
        return s + 3 if s < stop else stop
    if not starts(s, stop, "<!--", 4):
        return seek(s + 2, stop, 62) + 1
    s += 4
    if starts(s, stop, ">", 1):
        return s + 1
    if starts(s, stop, "->", 2):
        return s + 2
    while True:
        s = seek(s, stop, 45)
        if s >= stop:
            return stop
        if starts(s, stop, "-->", 3):
            return s + 3
        if starts(s, stop, "--!>", 4):
            return s + 4
        s += 1


cdef chars raw_end(chars s, chars stop, Tag *tag) noexcept nogil:
    cdef Py_ssize_t n = tag.name_end - tag.name
    if tag.number == SCRIPT:
        return script_end(s, stop)
    while True:
        s = seek(s, stop, 60)
        if s >= stop:
            return stop
        if starts(s, stop, "</", 2) and names_tag(s + 2, stop, <const char *>tag.name, n):
            return s
        s += 1


cdef chars script_end(chars s, chars stop) noexcept nogil:
    cdef bint comment = False, inner = False
    while True:
        if comment:
            while s < stop and s[0] != 60 and s[0] != 45:
                s += 1
        else:
            s = seek(s, stop, 60)
        if s >= stop:
            return stop
        if starts(s, stop, "<!--", 4):
            comment = True
            s += 2
        elif starts(s, stop, "-->", 3):
            comment = inner = False
            s += 3
        elif s[0] == 60 and names_tag(s + 1, stop, "script", 6):
            inner = comment
            s += 7
        elif starts(s, stop, "</", 2) and names_tag(s + 2, stop, "script", 6):
            if not inner:
                return s
            inner = False
            s += 8
        else:
            s += 1


# ---------------------------------------------------------------- open elements
cdef struct Level:
    int32_t place, base, count, waiting, unsure  # `base`: its first entry among the lost
    int64_t weight
    bint leaky


cdef struct Lost:
    uint64_t text
    int64_t end, weight
    int32_t number, before  # `before`: the one of its name that was lost before, counted from 1
    bint ended


cdef struct Element:
    chars name
    chars end
    uint64_t key
    int64_t attributes
    int32_t number  # -1: formatting elements that are open again
    int32_t foreign, many, below
    bint marks
    int32_t[BARRIERS] near
    Level outer


cdef class Page:
    cdef int64_t steps, parts, depth, root_attributes
    cdef Element *stack
    cdef Py_ssize_t height, room
    cdef int32_t[NAMES] last, newest
    cdef Map unknown, copies
    cdef Lost *lost
    cdef Py_ssize_t losses, lost_room
    cdef Level level

    def __cinit__(self):
        map_make(&self.unknown, 64)
        map_make(&self.copies, 64)
        self.grow()
        self.stack[0].number, self.stack[0].many, self.height = -1, 1, 1

    def __dealloc__(self):
        map_free(&self.unknown)
        map_free(&self.copies)
        free(self.stack)
        free(self.lost)

    cdef int grow(self) except -1:
        cdef Element *more
        cdef size_t room = 2 * self.room + 64
        more = <Element *>realloc(self.stack, room * sizeof(Element))
        if more == NULL:
            raise MemoryError
        if self.room == 0:
            memset(more, 0, sizeof(Element))
        self.stack, self.room = more, room
        return 0

    cdef inline Element *top(self) noexcept:
        return &self.stack[self.height - 1]

    cdef inline int32_t *last_of(self, int32_t number, uint64_t key) except NULL:
        return &self.last[number] if number else map_at(&self.unknown, key)

    cdef inline bint in_foreign(self) noexcept:
        return self.top().foreign == IN_SVG or self.top().foreign == IN_MATH

    # ------------------------------------------------------------ tags
    cdef bint start(self, Tag *tag) except -1:
        cdef int32_t traits = traits_of[tag.number], number = tag.number
        self.steps += self.depth + self.level.count + tag.attributes * tag.attributes // 2
        self.parts += 1 + tag.attributes + (traits & RAW != 0) + 2 * (rank_of[number] >= 0)
        cdef bint math_point = self.top().foreign == IN_MATH_POINT
        if self.in_foreign() or (math_point and (number == GLYPH or number == MARK)):
            if not traits & LEAVES_FOREIGN and not (number == FONT and tag.styled):
                self.start_foreign(tag)
                return False
            self.leave_foreign()
        if self.end_others(number, traits):
            if traits & REOPENS:
                self.reopen()
            if not traits & (VOID | RAW):
                self.push(tag, traits, IN_SVG if number == SVG else IN_MATH if number == MATH else IN_HTML)
            if doubtful[number] and self.last[doubtful[number]]:
                self.doubt()
        if number == ROOT or number == BODY:
            self.root_attributes += tag.attributes
            self.steps += tag.attributes * self.root_attributes
        return traits & RAW != 0

    cdef int finish(self, Tag *tag) except -1:
        cdef int32_t number = tag.number
        cdef int32_t traits = traits_of[number], place = self.last_of(number, tag.key)[0]
        self.steps += self.depth
        self.parts += number == P or number == BR
        if self.top().foreign != IN_HTML:
            if place > self.top().near[HTML]:
                return self.pop_from(place)
            if number == P or number == BR:
                self.leave_foreign()
        if number == BR:
            self.reopen()
        elif traits & FORMATTING:
            self.end_formatting(number)
        elif number == FORM:
            if place > 0 and place >= self.top().near[SCOPE]:
                self.end_in_doubt(place)
        elif number == TEMPLATE:
            if place and self.stack[place].foreign == IN_HTML:
                self.pop_from(place)
        elif rank_of[number] >= 0:
            self.end_part(number, place)
        elif number == P or number == LI:
            self.end(place, BUTTON_SCOPE if number == P else LIST_SCOPE)
        else:
            self.end(place, SCOPE if traits & 1 << SPECIAL else SPECIAL)
        return 0

    cdef int reopen(self) except -1:
        cdef int32_t waiting = self.level.waiting
        if waiting == 0 or self.in_foreign():
            return 0
        self.steps += self.level.weight * waiting // self.level.count
        if 0 <= self.rank(self.top().near[TABLE_SCOPE]) < CELL:
            return 0
        self.push(NULL, 0, IN_HTML)
        self.top().many = waiting
        self.depth += waiting - 1
        self.level.waiting = 0
        return 0

    # ------------------------------------------------------------ what a tag closes
    cdef bint end_others(self, int32_t number, int32_t traits) except -1:
        if ends_first[number]:
            self.end(self.last[ends_first[number]], ends_scope_of[number])
            if ends_second[number] != ends_first[number]:
                self.end(self.last[ends_second[number]], ends_scope_of[number])
        if traits & ENDS_P:
            self.end(self.last[P], BUTTON_SCOPE)
        if ends_innermost[number] and self.top().number == ends_innermost[number]:
            self.pop_from(self.height - 1)
        if number == A or number == NOBR:
            self.end_formatting(number)
        if number == SELECT:
            return not self.end(self.last[SELECT], SCOPE)
        if number == FORM:
            if 0 <= self.rank(self.top().near[TABLE_SCOPE]) < CELL or (self.last[FORM] and not self.last[TEMPLATE]):
                return False
            self.end(self.last[P], BUTTON_SCOPE)
        return ends_rank_of[number] < 0 or self.end_parts(number)

    cdef bint end_parts(self, int32_t number) except -1:
        cdef int32_t place = self.top().near[TABLE_SCOPE]
        if number == TABLE:
            if 0 <= self.rank(place) < CELL:
                self.pop_from(self.table())
            return True
        if self.rank(place) < 0:
            self.doubt()
            return False
        self.end_cell()
        place = self.top().near[TABLE_SCOPE]
        while self.rank(place) >= ends_rank_of[number]:
            place = self.stack[place - 1].near[TABLE_SCOPE]
        self.pop_above(place)
        return True

    cdef int end_part(self, int32_t number, int32_t place) except -1:
        cdef int32_t table = self.table()
        if place and place >= table:
            if rank_of[number] < CELL:
                self.end_cell()
            self.pop_from(place)
        elif number == TR or (number == TBODY and max(self.last[THEAD], self.last[TFOOT]) < table):
            if self.last[CAPTION] < table:
                self.end_cell()
            self.doubt()
        return 0

    cdef inline int32_t rank(self, int32_t place) noexcept:
        return rank_of[self.stack[place].number] if place else -1

    cdef int32_t table(self) noexcept:
        cdef int32_t place = self.top().near[TABLE_SCOPE]
        while self.rank(place) > 0:
            place = self.stack[place - 1].near[TABLE_SCOPE]
        return place

    cdef int end_cell(self) except -1:
        cdef int32_t place = max(self.last[CAPTION], self.last[TD], self.last[TH])
        return self.pop_from(place) if place > self.table() else 0

    cdef bint end(self, int32_t place, int32_t scope) except -1:
        cdef bint found = place > 0 and place >= self.top().near[scope]
        if found and place < self.level.unsure and not self.stack[place].marks:
            self.end_in_doubt(place)
        elif found:
            self.pop_from(place)
        return found

    cdef int end_in_doubt(self, int32_t place) except -1:
        cdef Element *element = &self.stack[place]
        self.last_of(element.number, element.key)[0] = element.below
        self.depth -= element.many
        element.many = 0
        self.pop_ended()
        return self.doubt()

    cdef int doubt(self) except -1:
        cdef Py_ssize_t place
        for place in range(max(self.level.unsure, self.level.place + 1), self.height):
            if self.stack[place].many and self.formatting(&self.stack[place]):
                self.lose(&self.stack[place])
        self.level.unsure, self.level.waiting = <int32_t>self.height, self.level.count
        return 0

    cdef int end_formatting(self, int32_t number) except -1:
        cdef int32_t place = self.last[number], newest = self.newest[number]
        cdef int64_t lost = self.lost[newest - 1].end if newest > self.level.base else 0
        cdef int64_t open = <int64_t>self.stack[place].end if place > self.level.place else 0
        if open == 0 or lost > open:
            if lost:
                self.remove(number)
                self.doubt()
            return 0
        if lost == open and self.height - place <= ADOPTIONS:
            self.remove(number)
        return self.end_alone(number)

    cdef int end_alone(self, int32_t number) except -1:
        cdef int32_t place = self.last[number]
        if not (place > 0 and place >= self.top().near[SCOPE]):
            return 0
        if self.top().near[SPECIAL] <= place and place >= self.level.unsure:
            return self.pop_from(place)
        self.parts += ADOPTED
        if self.height - place <= ADOPTIONS:
            return self.end_in_doubt(place)
        return self.doubt()

    # ------------------------------------------------------------ foreign content
    cdef int leave_foreign(self) except -1:
        while self.in_foreign():
            self.pop_from(self.height - 1)
        return 0

    cdef int start_foreign(self, Tag *tag) except -1:
        if tag.bare:
            return 0
        if point_of[tag.number] == self.top().foreign:
            return self.push(tag, POINT, IN_SVG_POINT if self.top().foreign == IN_SVG else IN_MATH_POINT)
        if tag.number == SVG and self.top().number == ANNOTATION:
            return self.push(tag, 0, IN_SVG)
        return self.push(tag, 0, IN_SVG if self.top().foreign == IN_SVG else IN_MATH)

    # ------------------------------------------------------------ the stack
    cdef int push(self, Tag *tag, int32_t traits, int32_t foreign) except -1:
        cdef int32_t place = <int32_t>self.height, barriers = traits
        cdef int32_t *last
        cdef Element *element
        cdef int k
        if self.height == self.room:
            self.grow()
        element = &self.stack[place]
        element[0] = self.stack[place - 1]  # for `near`
        if foreign == IN_HTML:
            barriers |= 1 << HTML
        for k in range(BARRIERS):
            if barriers >> k & 1:
                element.near[k] = place
        element.foreign, element.many, element.number, element.marks = foreign, 1, -1, traits & MARKER != 0
        if tag != NULL:
            element.name, element.end = tag.name, tag.end
            element.number, element.key, element.attributes = tag.number, tag.key, tag.attributes
            last = self.last_of(tag.number, tag.key)
            element.below = last[0]
            last[0] = place
        if element.marks:
            element.outer = self.level
            self.level = Level(place, <int32_t>self.losses, 0, 0, 0, 0, False)
        self.height += 1
        self.depth += 1
        return 0

    cdef int pop_from(self, Py_ssize_t place) except -1:
        self.pop_above(place)
        self.pop(False)
        return self.pop_ended()

    cdef int pop_ended(self) except -1:
        while self.top().many == 0:
            self.pop(False)
        return 0

    cdef int pop_above(self, Py_ssize_t place) except -1:
        while self.height > place + 1:
            self.pop(True)
        return 0

    cdef int pop(self, bint lose) except -1:
        cdef Element *element = self.top()
        self.height -= 1
        self.depth -= element.many
        if element.number < 0:
            self.level.waiting = min(self.level.waiting + element.many, self.level.count)
        elif element.many:
            self.last_of(element.number, element.key)[0] = element.below
            if element.marks:
                self.forget()
                if lose or self.level.leaky:
                    element.outer.count += self.level.count
                    element.outer.weight += self.level.weight
                    element.outer.waiting, element.outer.leaky = element.outer.count, True
                self.level = element.outer
            elif lose and self.formatting(element) and self.height >= self.level.unsure:
                self.lose(element)
        self.level.unsure = min(self.level.unsure, <int32_t>self.height)
        return 0

    cdef inline bint formatting(self, Element *element) noexcept:
        return element.number > 0 and element.foreign == IN_HTML and traits_of[element.number] & FORMATTING != 0

    # ------------------------------------------------------------ lost formatting elements
    cdef inline int32_t *copies_of(self, uint64_t text) except NULL:
        return map_at(&self.copies, (text ^ <uint64_t>self.level.base * <uint64_t>0x9E3779B97F4A7C15) | 1)

    cdef int lose(self, Element *element) except -1:
        cdef uint64_t text = hashed(element.name, element.end - 1)
        cdef int64_t weight = REOPENED + REOPENED_ATTRIBUTE * element.attributes, end = <int64_t>element.end
        weight += REOPENED_BYTE * (element.end - 1 - element.name)
        cdef int32_t number = element.number, base = self.level.base, before = self.newest[number], newer = 0
        cdef int32_t *copies
        cdef int k = 0
        cdef Lost *more
        if self.losses == self.lost_room:
            more = <Lost *>realloc(self.lost, (2 * self.lost_room + 64) * sizeof(Lost))
            if more == NULL:
                raise MemoryError
            self.lost, self.lost_room = more, 2 * self.lost_room + 64
        while before > base and self.lost[before - 1].end > end and k < SORTED:
            newer, before, k = before, self.lost[before - 1].before, k + 1
        self.lost[self.losses] = Lost(text, end, weight, number, before, False)
        self.losses += 1
        if before <= base or self.lost[before - 1].end < end:
            if newer:
                self.lost[newer - 1].before = <int32_t>self.losses
            else:
                self.newest[number] = <int32_t>self.losses
        copies = self.copies_of(text)
        copies[0] += 1
        if copies[0] <= 3:
            self.level.count += 1
            self.level.weight += weight
        self.level.waiting = min(self.level.waiting + 1, self.level.count)
        return 0

    cdef int remove(self, int32_t number) except -1:
        cdef Lost *lost = &self.lost[self.newest[number] - 1]
        cdef int32_t *copies = self.copies_of(lost.text)
        copies[0] -= 1
        lost.ended = True
        self.newest[number] = lost.before
        if copies[0] < 3:
            self.level.count -= 1
            self.level.weight -= lost.weight
        self.level.waiting = min(self.level.waiting, self.level.count)
        return 0

    cdef int forget(self) except -1:
        """Forget the lost elements since the last marker."""
        cdef Lost *lost
        while self.losses > self.level.base:
            lost = &self.lost[self.losses - 1]
            if not lost.ended:
                self.copies_of(lost.text)[0] -= 1
            while self.newest[lost.number] > self.level.base:
                self.newest[lost.number] = self.lost[self.newest[lost.number] - 1].before
            self.losses -= 1
        return 0


def effort(bytes data):
    """The steps that the parse of a page may take beyond those that grow with its length, and the parts it may make."""
    cdef Page page = Page()
    cdef chars start = data
    cdef chars stop = start + len(data)
    cdef chars s = start
    cdef chars behind = start  # the last token
    cdef Tag tag
    while True:
        s = seek(s, stop, 60)
        if stop - s < 2:
            return page.steps, page.parts
        if not (letter(s[1]) or s[1] == 33 or s[1] == 47 or s[1] == 63):
            s += 1
            continue
        while behind < s and behind[0] == 0:
            behind += 1
        if behind < s:
            page.parts += 1
            page.reopen()
        if letter(s[1]):
            read_tag(s + 1, stop, &tag)
            s = raw_end(tag.end, stop, &tag) if page.start(&tag) else tag.end
        elif s[1] == 47 and stop - s > 2 and letter(s[2]):
            read_tag(s + 2, stop, &tag)
            page.finish(&tag)
            s = tag.end
        else:
            page.parts += 1
            s = comment_end(s, stop, page.top().foreign != IN_HTML)
        behind = s
