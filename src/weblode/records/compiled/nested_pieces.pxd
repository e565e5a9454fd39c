# The types of what is in `records/nested_pieces.py`, which is compiled with them.
cimport cython
from weblode.records.compiled.nested_kinds cimport Kind

cdef int _TH, _THEAD, _TR

@cython.locals(headers=list, members=list, groups=list, group=list, tag=int, i=int)
cpdef tuple pieces(tree, Kind kind, records)
