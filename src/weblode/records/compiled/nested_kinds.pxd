# The types of what is in `records/nested_kinds.py`, which is compiled with them.
cimport cython

ctypedef const int[::1] Numbers
cdef int _DD, _DT, _TBODY, _CLIMB, _LABEL
cdef double _SAME

cdef class Kind:
    cdef readonly str word, name
    cdef readonly int path
    cdef readonly list parents, owners, members
    cpdef add(self, int parent, int owner, list nodes)

@cython.locals(words=list, numbers=list)
cpdef list class_words(tree, nodes)
@cython.locals(labels=list, numbers=list, words=list, which=list, distinct=dict)
cpdef tuple numbered_words(tree, nodes)
@cython.locals(parts=list)
cdef bint _says_something(str word) except -1
@cython.locals(every=list)
cpdef list nodes_of(runs)
@cython.locals(words=list, places=dict, merged=dict, parts=dict, nodes=list, own=list, every=list, same=str, name=str,
               word=str, place=str, at=int, kind=Kind, same_kind=Kind)
cpdef list kinds(tree, runs, frozenset tops, str thread=*)
@cython.locals(words=list, numbers=list, times=list, total=dict, repeats=dict, likeliest=list, each=tuple, i=int, n=int,
               word=str)
cdef tuple _item_words(tree, runs, str thread)
@cython.locals(best=str, word=str, most=int, highest=int, n=int)
cdef str _most_repeated(tuple each, dict repeats, dict total)
@cython.locals(rows=dict, nodes=list, row=tuple, at=int, n=int, repeats=dict, seen=set, again=set, word=str)
cdef dict _repeating_words(runs, list words, list numbers)
@cython.locals(labels=dict, first_owner=dict, plain=bint, parent=int, parents=list, same=list, words=dict, distinct=set,
               first=tuple, by_class=dict, ranks=dict, names_of=dict)
cdef tuple _parent_names(tree, runs, frozenset tops)
@cython.locals(words=dict, above=list, nodes=list, left=list, upper=list, own_words=list, numbers=list, own=tuple, i=int,
               u=int, up=int, parent_of=Numbers, end=Numbers, tag=Numbers)
cdef dict _words_above(tree, list parents, frozenset tops)
@cython.locals(elements=int, v=int, stop=int)
cdef bint _holds_one(Numbers end, Numbers tag, int u) except -1
@cython.locals(headings=dict, labels=dict, names_of=dict, nodes=list, texts=list)
cdef dict _labels(tree, runs, frozenset tops)
@cython.locals(every=list, group=list, nodes=list, u=int, stop=int)
cpdef list subtrees(Numbers end, list members)
@cython.locals(parts=list, part_shapes=list, part_of=dict, i=int, k=int, part=Kind, members=list,
               shape=frozenset, other=frozenset)
cdef list _by_shape(tree, Kind kind)
