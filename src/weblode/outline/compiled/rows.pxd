# The types of what is in `outline/rows.py`, which is compiled with them.
cimport cython
from weblode.outline.compiled.draft cimport OutlineDraft

cdef int _PAGE, _FOOTER

cdef class StructureRows:
    cdef readonly object tree, with_footers
    cdef readonly frozenset rules
    cdef readonly OutlineDraft draft
    cdef readonly list data, texts, node, link, strong, text, ranks, tables, colon, paths, first, stop
    cdef readonly list rank, inner, path, mark, begin_paths, begin, size, at, head, front
    cdef readonly dict attributes, targets
    cdef readonly int most
    cdef readonly set opens
    cdef public set strong_paths
    cdef const int[::1] tag, parent
    @cython.locals(row=int, first=int, begin=int, front=int, size=int, head=int, inner=int, parts=list)
    cpdef int add(self, list below, int at=*) except? -1
    @cython.locals(part=int, size=int, head=int, inner=int)
    cpdef put(self, int row, list below)
    cpdef str words(self, int label)
    cpdef int width(self, int label) except? -1
    cpdef bint is_short(self, int label) except -1
    cpdef bint has_letter(self, int label) except -1
    cpdef bint is_strong_path(self, int path) except -1
    cpdef bint has_time(self, int label) except -1
    @cython.locals(label=int)
    cpdef bint is_image(self, int row) except -1
    @cython.locals(label=int)
    cpdef bint is_nameless(self, int row) except -1
    cpdef bytes target(self, int label)
    cpdef bint leads_away(self, int node, int label) except -1
    cpdef bint leads_past(self, int node, bytes target) except -1
    cpdef bint is_item(self, int node, int row) except -1
    @cython.locals(u=int)
    cpdef int child(self, int node, int row) except? -1
    cpdef bint is_footer(self, int node, int row) except -1
    @cython.locals(u=int, control=int)
    cpdef bint is_of_control(self, int node, list parts, int i) except -1
    cpdef bint begins_with_link(self, int row) except -1
    @cython.locals(label=int)
    cpdef int outer_path(self, int row) except? -1
