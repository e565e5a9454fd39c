# The types of what is in `records/column_parts.py`, which is compiled with them.
cimport cython
from weblode.records.compiled.drafts cimport ColumnDraft

@cython.locals(known_parts=dict, every=list, rank=int, draft=ColumnDraft)
cpdef list with_parts(list drafts, known_fields, bint visible_only)
cdef bint _is_idle(ColumnDraft draft) except -1
cdef dict _parts_by_source(known_fields)
@cython.locals(pieces=list, drafts=list, part=ColumnDraft)
cdef list _read_parts(ColumnDraft draft, learnt)
@cython.locals(known_parts=dict, every=list, draft=ColumnDraft, visible=list)
cdef list _known_parts(list drafts, known_fields)
@cython.locals(labelled=bint, own=ColumnDraft, name=str)
cdef int _add_new_parts(list every, ColumnDraft draft, bint visible_only) except -1
