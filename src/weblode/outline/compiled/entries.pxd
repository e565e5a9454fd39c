# The types of what is in `outline/entries.py`, which is compiled with them.
cimport cython
from weblode.outline.compiled.rows cimport StructureRows

cdef int BOLD, LEADING, SHORT, _BUTTON, _FEWEST

@cython.locals(row=int, label=int, part=int, path=int, labels=list, below=int, other=int, rest=list)
cpdef int announcing_rank(StructureRows work, list parts, int i) except? -1
@cython.locals(first=int, row=int, labels=list, header=list)
cpdef list unwrap_entry(StructureRows work, int node, list parts)
@cython.locals(u=int)
cdef bint _is_in_button(StructureRows work, int node, int row) except -1
@cython.locals(first=int, second=int, label=int, row=int, caption=int)
cpdef bint is_entry(StructureRows work, int node, list parts) except -1
@cython.locals(row=int, alike=int, links=list, labels=list)
cdef bint _is_header_of_links(StructureRows work, int node, list parts) except -1
@cython.locals(row=int)
cdef bint _is_past_marks(StructureRows work, list parts) except -1
@cython.locals(below=list, label=list, part=int, column=int, rows=list, one=int, other=int)
cdef bint _is_menu(StructureRows work, int row) except -1
