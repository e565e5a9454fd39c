# The types of what is in `outline/draft.py`, which is compiled with them.
cimport cython

cdef class OutlineDraft:
    cdef public list label, below, group
    cdef public int root
    cpdef bint is_bare(self, int row) except -1
    @cython.locals(labels=list, below=list, rows=list, holders=list, parts=list, row=int, above=int, n=int,
                   parent=cython.int[::1], depth=cython.int[::1], label=cython.int[::1])
    cpdef tuple columns(self)

@cython.locals(row=int, above=cython.int[::1], end=cython.int[::1])
cpdef row_ends(parent)
@cython.locals(row=int, holder=int, above=cython.int[::1], low=cython.int[::1], high=cython.int[::1])
cpdef tuple row_extents(parent, label, int atoms)
