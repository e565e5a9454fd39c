# The types of what is in `records/lines.py`, which is compiled with them.
cimport cython
from weblode.records.compiled.drafts cimport ColumnDraft

cdef int _UNIT, _RIVALS, _PAIRS, _MANY, _PARAGRAPH, _PROSE

@cython.locals(few=bint, partial=list, filled=list, groups=list, rivals=dict, possible=set, number=int, draft=ColumnDraft,
               features=tuple, path=str, keys=list, is_linked=bint, group=list, near=list, each=list, ordered=list, ranked=list, key=tuple, i=int)
cpdef list join_halves(list drafts)
@cython.locals(new=list, i=int, k=int)
cpdef bint may_have_halves(list places, list columns, list earlier) except -1
@cython.locals(i=int, k=int, apart=list)
cdef list _apart(list numbers, list filled)
@cython.locals(i=int)
cdef bint _fits(list group, int number, list filled, list drafts) except -1
@cython.locals(short=str, long=str)
cdef bint _are_halves(ColumnDraft one, ColumnDraft other) except -1
@cython.locals(wholes=list, numbers=set, others=list, texts=list, number=int, i=int, line=ColumnDraft)
cpdef set hidden(list drafts, set repeated)
@cython.locals(draft=ColumnDraft, one=ColumnDraft, other=ColumnDraft, line=ColumnDraft, some=bint, texts=list, k=int)
cpdef name_by_words(list drafts)
cdef bint _is_inside(ColumnDraft part, ColumnDraft line) except -1
@cython.locals(values=list, value=str)
cdef bint _is_word(ColumnDraft draft) except -1
cdef str _word(column)
cdef bint _stands_in(str link, str text) except -1
@cython.locals(values=list)
cdef bint _are_numbers(column) except -1
@cython.locals(several=dict, number=int, draft=ColumnDraft, numbers=set, alike=list, group=list, seen=dict, first=int,
               column=ColumnDraft, other=ColumnDraft, linked=bint, better=bint)
cpdef set repeats(list drafts)
@cython.locals(parts=list, part=ColumnDraft, first=ColumnDraft, i=int, n=int, own=int, sparse=int, alike=bint,
               first_own=bint, linked=bint, words=double, path=str)
cdef bint _is_one_value(ColumnDraft line, list numbers, list drafts) except -1
