# The types of what is in `records/describing.py`, which is compiled with them.
cimport cython
from weblode.records.compiled.drafts cimport ColumnDraft

@cython.locals(groups=list, joined=list, left=list, group=list, draft=ColumnDraft, i=int)
cpdef list describe_all(list drafts, bint known_only)
@cython.locals(several=bint, few=tuple, constant=bint)
cdef _describe(ColumnDraft draft)
@cython.locals(heads=list, value=str)
cdef str _common_label(list values)
