# The types of what is in `records/names.py`, which is compiled with them.
cimport cython
from weblode.records.compiled.drafts cimport ColumnDraft

cdef int _LEVELS, _SAMPLE, _MANY, _PROSE, _TR

cdef class Naming:
    cdef readonly dict headers, authors
    cdef readonly list drafts, names, hidden, is_described
    cdef readonly object tree
    cdef readonly set labelled
    cdef readonly int title
    cdef readonly bint strong
    @cython.locals(draft=ColumnDraft, label=str, name=str, kind=str)
    cpdef describe(self, int i)
    @cython.locals(draft=ColumnDraft, columns=list, nodes=list, above=list, i=int, k=int)
    cpdef set with_attributes(self)
    @cython.locals(author=str)
    cpdef str by_author(self, ColumnDraft draft)
    cpdef str unlike_title(self, str name)
    @cython.locals(draft=ColumnDraft)
    cpdef bint is_field(self, int i) except -1
    @cython.locals(draft=ColumnDraft, other=ColumnDraft, step=int, near=int, name=str)
    cpdef str fallback(self, int i)

@cython.locals(naming=Naming, own_fields=list, ordered=list, draft=ColumnDraft, i=int, number=int, used=set, all_taken=set,
               own_names=set, name=str, has_name=bint)
cpdef name_columns(tree, records, list drafts, bint visible_only)
cdef bint _says_nothing(ColumnDraft draft) except -1
@cython.locals(label=ColumnDraft, after=ColumnDraft, i=int, own=int, both=int, text=str, values=list, value=str)
cpdef mark_labels(list drafts)
cdef bint _is_rare(ColumnDraft draft) except -1
@cython.locals(kind=str)
cdef str _by_kind(column)
cdef dict _headers(tree, records)
