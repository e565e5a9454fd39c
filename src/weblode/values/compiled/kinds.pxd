# The types of what is in `values/kinds.py`, which is compiled with them.
cimport cython

cdef int _LONGEST, _FIRST, _LOOKED_AT, _FIRST_YEAR, _LAST_YEAR
cdef double _MOST, _PRICED
cdef dict _HINTS

@cython.locals(possible=int, bit=int, start=list, kind=str, is_address=bint)
cpdef tuple kind_of(values, about=*)
@cython.locals(n=int, value=str)
cdef _as_read(values, locale)
cdef bint _some(list typed) except -1
cdef tuple _as_numbers(values, about)
cpdef tuple as_kind(values, str kind, about=*)
@cython.locals(values=list, some=bint)
cdef tuple _converted(str kind, list typed)
@cython.locals(n=int, hits=int, read=int, telling=int, converted=int)
cdef bint _is_kind(str kind, values, list typed) except -1
@cython.locals(n=int)
cdef bint _mostly(list hits) except -1
cdef tuple _start(values, about)
cdef list _readable(values)
@cython.locals(plain=list, counts=list, units=list, unit=str, allowed=set)
cpdef list _numbers(values, about)
@cython.locals(typed=list, i=int)
cpdef list _prices(values, about)
cpdef list _dates(values, about)
cpdef list _dates_in_any_order(values, about)
@cython.locals(plain=list, typed=list, i=int)
cdef list _dates_by(values, about, day_first)
