# The types of what is in `records/nested_evidence.py`, which is compiled with them.
cimport cython

ctypedef const int[::1] Numbers
cdef int _DT, _LABEL, _TH, _A, _TERM, _CELL, _COLON, _MANY, _LEAVES, _FEW, _PLAIN, _MANY_RECORDS, _SHORT
cdef double _HALF

cdef list _first_texts(tree, list items)
cpdef bint is_structured(tree, list items, bint most) except -1
@cython.locals(n=int, structured=bint)
cdef bint _are_structured(list texts, double least) except -1
@cython.locals(groups=dict, group=list, i=int, k=int, pairs=int, total=double, one=frozenset, other=frozenset)
cpdef bint are_alike(list shapes, list owners) except -1
@cython.locals(chosen=list, items=list, owners=list, shapes=list, first=list, labels=list, marks=list, texts=list, plain=list,
               starts=list, n=int, structured=bint, least=double)
cpdef bint is_form(tree, list all_items, list all_owners, list all_shapes) except -1
@cython.locals(words=list, numbers=list)
cdef list _classes(tree, list items)
@cython.locals(i=int, each=int)
cdef list _marked(list labels, list marks, int mark)
cdef list _templates(list texts)
@cython.locals(words=list, start=str)
cdef str _start(str text)
@cython.locals(spread=dict, counts=dict, alone=set, shape=frozenset, i=int, once=int, times=int, least=double)
cdef bint _has_own_parts(tree, list items, list owners, list shapes) except -1
@cython.locals(above=dict, shape=frozenset, i=int, n=int)
cdef bint _are_apart(tree, list items, list shapes, set chosen) except -1
@cython.locals(texts=list, some=bint, labels=list, marks=list, parent=Numbers, tag=Numbers, i=int, k=int, one=int, two=int,
               text=str, label=str)
cdef tuple _labels(tree, list items, list first)
cdef str _before_colon(str text)
@cython.locals(best=int, linked=bint, own=int)
cdef int _mark(Numbers parent, Numbers tag, int u, int top, bint followed) except -1
@cython.locals(counts=dict, where=dict, once=set, records=set, total=int, n=int, i=int, share=double)
cdef set _recurring(list features, list owners, double least=*, double most=*)
@cython.locals(chosen=set)
cdef bint _recurring_in_order(list features, list owners, double least, double most) except -1
@cython.locals(row=list)
cdef bint _in_order(list features, list owners, set chosen) except -1
