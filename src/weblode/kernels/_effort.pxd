# The types of what is in `effort.py`, which is compiled with them as `_effort`.
cimport cython
from libc.stdint cimport int64_t
from libc.string cimport memchr

ctypedef const unsigned char *chars

cdef inline Py_ssize_t seek(chars text, Py_ssize_t i, Py_ssize_t end, int byte) noexcept:
    cdef const void *found = memchr(text + i, byte, end - i) if i < end else NULL
    return end if found == NULL else <chars>found - text

cdef int64_t SPECIAL, SCOPE, BUTTON, LIST, ITEM, TABLE, HTML, SVG, MATH, MATH_POINT, VOID, RAW, FORMATTING, MARKER
cdef int64_t ENDS_P, LEAVES, REOPENS, IMPLIED, GROUP, SECTION, ROW, CELL, PLAIN, FOREIGN, PART, POINT, UNKNOWN
cdef int64_t GAP, NAME_END, ATTRIBUTE_END, AFTER_LESS, MASK, SLOTS, LOOK, ENOUGH, ADOPTIONS, ADOPTED
cdef int64_t TEXT, SIZE, WEIGHT, PLACE, NUMBER, FIELDS, REOPENED, REOPENED_ATTRIBUTE, REOPENED_BYTE
cdef int64_t A, BODY, BR, FONT, FORM, NOBR, P, SELECT, TBODY, TEMPLATE, TR, ROOT, SVG_ROOT, MATH_ROOT, TABLE_ROOT
cdef int64_t GLYPH, MARK, ANNOTATION
cdef chars ROLES, FOLDED
cdef int64_t[::1] KEYS, VALUES, TRAITS, ENDS, ENDS_ELSE, ENDS_STOP, ENDS_INNERMOST, IMPLIES, IMPLIED_BITS, INSIDE, STOPS, POINTS

@cython.final
cdef class EffortEstimate:
    cdef int64_t steps, parts, root_attributes, number, unsure, form, height, listed, marked, base
    cdef int64_t name, name_size, attributes, bare, text, size
    cdef int64_t[::1] open, names, traits, numbers, marks, list
    cdef chars data
    @cython.locals(start=Py_ssize_t, key=int64_t, slot=int64_t, attributes=int64_t, bare=int64_t)
    cdef Py_ssize_t read(self, chars text, Py_ssize_t i, Py_ssize_t end) noexcept
    @cython.locals(name=int64_t, traits=int64_t, top=int64_t, opens=int64_t)
    cdef int64_t start(self) except -1
    @cython.locals(name=int64_t, traits=int64_t, top=int64_t)
    cdef int64_t finish(self) except -1
    cdef int64_t _finish_other(self, int64_t name, int64_t traits) except -1
    @cython.locals(i=int64_t)
    cdef int64_t reopen(self) except -1
    @cython.locals(i=int64_t, place=int64_t, ended=int64_t)
    cdef int64_t _end_others(self, int64_t name, int64_t traits) except -1
    @cython.locals(place=int64_t)
    cdef int64_t _start_table(self) except -1
    @cython.locals(place=int64_t)
    cdef int64_t _start_part(self, int64_t name, int64_t traits) except -1
    @cython.locals(space=int64_t)
    cdef int64_t _start_foreign(self, int64_t name, int64_t top) except -1
    @cython.locals(number=int64_t, place=int64_t)
    cdef int64_t _is_open(self, int64_t i) noexcept
    @cython.locals(i=int64_t, k=int64_t, equal=int64_t)
    cdef int64_t _list(self, int64_t name) except -1
    cdef void _unlist(self, int64_t i) noexcept
    @cython.locals(i=int64_t)
    cdef int64_t _last_listed(self, int64_t name) noexcept
    @cython.locals(i=int64_t, place=int64_t, is_open=int64_t, blocks=int64_t, k=int64_t)
    cdef void _end_formatting(self, int64_t name) noexcept
    @cython.locals(place=int64_t, clear=int64_t, traits=int64_t)
    cdef int64_t _find(self, int64_t name, int64_t stops, int64_t bits) noexcept
    @cython.locals(place=int64_t)
    cdef int64_t _end(self, int64_t name, int64_t stops, int64_t alone) noexcept
    cdef void _end_alone(self, int64_t place) noexcept
    @cython.locals(place=int64_t)
    cdef void _end_run(self, int64_t bits, int64_t name, int64_t sure) noexcept
    cdef void _doubt(self, int64_t place, int64_t but) noexcept
    cdef void _doubt_all(self) noexcept
    cdef void _unmark(self) noexcept
    cdef int64_t _push(self, int64_t name, int64_t traits) except -1
    @cython.locals(marker=int64_t)
    cdef void _pop_to(self, int64_t place) noexcept

@cython.locals(page=EffortEstimate, text=chars, i=Py_ssize_t, behind=Py_ssize_t, end=Py_ssize_t, start=Py_ssize_t)
cpdef effort(bytes data)
@cython.locals(start=Py_ssize_t, kind=int64_t)
cdef Py_ssize_t comment_end(chars text, Py_ssize_t i, Py_ssize_t end, int64_t foreign) except -1
@cython.locals(script=int64_t, comment=int64_t, inner=int64_t)
cdef Py_ssize_t raw_end(chars text, Py_ssize_t i, Py_ssize_t end, Py_ssize_t name, Py_ssize_t name_end) except -1
cdef int64_t names_tag(chars text, Py_ssize_t i, Py_ssize_t end, Py_ssize_t name, Py_ssize_t name_end) noexcept
@cython.locals(j=Py_ssize_t)
cdef Py_ssize_t value_end(chars text, Py_ssize_t i, Py_ssize_t end) noexcept
cdef int64_t _traits_of(int64_t name) noexcept
