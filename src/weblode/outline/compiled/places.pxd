# The types of what is in `outline/places.py`, which is compiled with them.
cimport cython
from weblode.outline.compiled.rows cimport StructureRows

cdef int BOLD, HEADING, PLAIN, _SMALL, _BODY, _TIMES

@cython.locals(row=int, label=int, main=int, i=int)
cpdef int heading_of_several(StructureRows work, list parts) except? -1
@cython.locals(row=int)
cpdef bint is_header(StructureRows work, int node, list parts) except -1
@cython.locals(lead=int, rank=int)
cpdef dict label_places(StructureRows work, list parts)
@cython.locals(i=int, last=int, row=int, path=int, part=int, highest=int, depth=int, rest=list)
cdef tuple _lead(StructureRows work, list parts)
@cython.locals(i=int, row=int, path=int, k=int, label=int, lists=int, rank=int, a=int, b=int, real=list, places=list)
cdef dict _alternating(StructureRows work, list parts)
@cython.locals(row=int, begins=list)
cpdef list name_records(StructureRows work, list parts)
@cython.locals(first=int, rest=list, path=int, part=int, labelled=bint)
cdef int _named_record(StructureRows work, int row) except? -1
@cython.locals(first=int, name=int, begin=int, item=int, below=list, label=list, rest=list, items=list)
cdef int _named_group(StructureRows work, int row) except? -1
@cython.locals(row=int, label=int, below=int)
cdef bint _is_kicker(StructureRows work, int first, list rest) except -1
