# The types of what is in `records/column_parts.py`, which is compiled with them.
cimport cython
from weblode.records.compiled.drafts cimport ColumnDraft

@cython.locals(known_parts=dict, every=list, rank=int, draft=ColumnDraft)
cpdef list with_parts(list columns, known_fields, bint visible_only)
@cython.locals(joined=list, ranks=dict, shown_parts=dict, ranked=list, every=list, i=int, draft=ColumnDraft,
               part=ColumnDraft)
cpdef list known_ones(list places, list columns, list earlier, known_fields)
cdef bint _is_idle(ColumnDraft draft) except -1
@cython.locals(pieces=list, parts=list, part=ColumnDraft)
cdef list _read_parts(ColumnDraft draft, learnt)
@cython.locals(labelled=bint, own=ColumnDraft, name=str)
cdef int _add_new_parts(list every, ColumnDraft draft, bint visible_only) except -1
