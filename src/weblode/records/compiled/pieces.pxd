# The types of what is in `records/pieces.py`, which is compiled with them.
cimport cython


cdef class PricePieces:
    cdef const int[::1] parent, end, start, tag, lead
    cdef readonly bytes buffer
    cdef readonly list leaves
    cdef readonly int free
    @cython.locals(runs=dict, i=int, first=int, last=int)
    cpdef dict runs(self, list leaves, dict signed)
    @cython.locals(before=bint, after=bint)
    cpdef tuple around(self, int i, str kind)
    @cython.locals(k=int, marked=bint, alone=bint, together=bint)
    cpdef int with_cents(self, int i, int j) except? -1
    @cython.locals(marked=bint)
    cpdef int with_integer(self, int i) except? -1
    @cython.locals(j=int, k=int, marked=bint)
    cpdef int integer_before(self, int i) except? -1
    @cython.locals(u=int, begin=int, end=int)
    cpdef str text(self, int i)
    cpdef bint is_like(self, int i, pattern) except -1
    cpdef int lead_of(self, int i) except? -1
    cpdef int around_element(self, int i) except? -1
    @cython.locals(u=int, above=int, w=int, begin=int, end=int)
    cpdef bint is_raised(self, int i, int j) except -1
    @cython.locals(u=int, v=int, above=int, starts=bint)
    cpdef bint is_all(self, int i, int j) except -1
    @cython.locals(above=int)
    cpdef bint is_near(self, int i, int j) except -1
    @cython.locals(w=int)
    cpdef bint is_walled(self, int u, int above) except -1
    cpdef int above(self, int u, int v) except? -1
