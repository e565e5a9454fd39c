# The types of what is in `outline/boxes.py`, which is compiled with them.
cimport cython
from weblode.outline.compiled.rows cimport StructureRows

cdef int BOLD, HEADING, _BESIDE, _TIMES

@cython.locals(row=int, after=int, first=int, below=list, label=list, size=list)
cpdef list open_boxes(StructureRows work, list parts)
@cython.locals(rank=int)
cdef bint _is_header(StructureRows work, int row, int after) except -1
@cython.locals(row=int, part=int, number=int, below=list)
cdef bint _is_list(StructureRows work, list rows) except -1
cdef bint _is_unlike(StructureRows work, int first, int row) except -1
@cython.locals(row=int, label=list)
cdef bint _are_beside(StructureRows work, list rows) except -1
@cython.locals(label=int)
cdef bint _is_beside(StructureRows work, int row) except -1
@cython.locals(row=int, label=int, part=int)
cpdef bint is_line_above(StructureRows work, list parts) except -1
@cython.locals(below=list, label=list, first=int, name=int, item=int, part=int, row=int, top=int, late=bint, column=list)
cpdef list join_columns(StructureRows work, list parts)
@cython.locals(label=int)
cdef bint _is_label(StructureRows work, int row, int path) except -1
