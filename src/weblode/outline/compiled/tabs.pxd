# The types of what is in `outline/tabs.py`, which is compiled with them.
cimport cython
from weblode.outline.compiled.rows cimport StructureRows

cdef int BOLD, PLAIN

cpdef list merge_tabs(StructureRows work, list parts)
@cython.locals(row=int, first=int, second=int, last=int, path=list, label=list, below=list, tabs=bint)
cdef bint _may_have_tabs(StructureRows work, list parts) except -1
@cython.locals(row=int, stop=int, first=int, part=int)
cdef tuple _tabs_at(StructureRows work, list parts, int i)
@cython.locals(row=int, below=list, label=list)
cdef tuple _panels_at(StructureRows work, list parts, int i, list tabs)
@cython.locals(label=int)
cpdef bint is_panel(StructureRows work, int row) except -1
@cython.locals(part=int)
cpdef list parts_without_marks(StructureRows work, int row)
cdef bint _are_alike(StructureRows work, list tabs) except -1
@cython.locals(panel=int, label=int, tab=int)
cdef bint _may_name(StructureRows work, list tabs, list panels) except -1
cpdef bint leads_to_a_page(StructureRows work, int label) except -1
cdef bytes _page(StructureRows work, int label)
