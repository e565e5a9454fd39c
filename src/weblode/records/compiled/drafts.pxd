# The types of what is in `records/drafts.py`, which is compiled with them.
cimport cython

cdef class ColumnDraft:
    cdef public object place, cells, known, cell
    cdef public str path, author, said, name, prefix, label, piece, kind
    cdef public int n, filled, links, rank
    cdef public bint image, whole, kept, names_next, constant, hidden, linked
    cdef public tuple template
    @cython.locals(part=ColumnDraft)
    cpdef ColumnDraft part(self, str name, str piece, tuple template, cells)
    cpdef bint is_known(self) except -1
    @cython.locals(about=dict)
    cpdef dict about(self)

cpdef list drafts(places, columns, earlier)
