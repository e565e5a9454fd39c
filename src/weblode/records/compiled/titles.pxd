# The types of what is in `records/titles.py`, which is compiled with them.
cimport cython
from weblode.records.compiled.drafts cimport ColumnDraft

cdef double _LEAST, _SURE, _SURE_LINKED, _BEFORE
cdef int _PROSE, _SAMPLE

@cython.locals(possible=list, i=int, draft=ColumnDraft, before=double, shared=list, best=double, number=int, strong=bint,
               most=double, evidence=double, facts=dict)
cpdef tuple choose(tree, list drafts, bint visible_only)
@cython.locals(evidence=double)
cdef double _most(ColumnDraft draft) except? -1
cpdef bint is_heading(str path) except -1
cdef bint _is_address(str text) except -1
cpdef list shared_links(list cells)
@cython.locals(n=int, values=list, size=int, characters=int, spaces=int, digits=int, numbers=int, length=double,
               heading=bint, linked=int, main=int, strong=int, titled=bint, other=bint, prose=bint, value=str)
cpdef dict facts_of(tree, ColumnDraft draft, list shared)
