# The types of what is in `records/place_reading.py`, which is compiled with them.
cimport cython

cdef int IMG

cdef class PlaceReading:
    cdef readonly object tree
    cdef readonly int base, first, stop
    cdef readonly str link_base
    cdef readonly dict urls, ratings, signed, sources, times, contents, properties
    cdef readonly set repeated
    cdef readonly list starry, pictures
    cdef const int[::1] parent, start, tag
    cpdef reader(self)
    cpdef list stars(self)
    cpdef list images_and_stars(self)
    @cython.locals(attributes=bytes)
    cpdef tuple rating(self, int u)
    @cython.locals(prices=dict, pieces=dict)
    cpdef dict prices(self, leaves, records)
    @cython.locals(w=int, x=int, around=list, text=bytes)
    cpdef str machine(self, int above, int u, int v)
    @cython.locals(rating=tuple, source=str, holding=bint)
    cpdef image(self, int u, str href)
    @cython.locals(url=str)
    cpdef str address(self, str href)
    @cython.locals(counts=dict)
    cpdef bint is_repeated(self, str source) except -1
