# The types of what is in `records/nested_search.py`, which is compiled with them.
cimport cython
from libc.stdint cimport int64_t

from weblode.records.compiled.nested_kinds cimport Kind

ctypedef const int[::1] Numbers
ctypedef const int64_t[::1] Sizes
cdef int _STEPS, _NAV
cdef double _ALIKE, _MOST, _SEVERAL, _COMMON

cdef class NestedSearch:
    cdef readonly object tree, records, siblings, seen
    cdef readonly tuple above
    cdef readonly set undecided, common_tags
    cdef readonly list tops
    cdef readonly int first, last
    cdef long long left
    cdef bint hides
    cdef Numbers parent, end, tag, path
    cpdef shown(self)
    cpdef str place(self, int u)
    @cython.locals(accepted=list, threads=dict, repeats=dict, closed=set, tops=frozenset, path=int, alike=bint, runs=list,
                   word=str, kind=Kind, reason=str)
    cpdef list lists(self, no_lists=*)
    cpdef bint _may_be_alike(self, int path) except -1
    @cython.locals(first=int, start=int, stop=int, parent=int)
    cpdef _hide(self, items)
    @cython.locals(begin=int, last=int, start=int, stop=int, paths=list, shapes=list)
    cpdef list _shapes(self, list items)
    @cython.locals(before=Sizes, chosen=list, each=tuple, start=int, stop=int)
    cpdef list _with_text(self, list items)
    cpdef list like_records(self)
    cpdef set _own_tags(self)
    @cython.locals(firsts=list, u=int, owner=int)
    cpdef dict _threads(self, no_lists)
    @cython.locals(starts=list, start=int, stop=int, end=int, words=list, numbers=list, counts=dict)
    cpdef str _own_word(self)
    @cython.locals(nodes=list, words=list, numbers=list, holding=list, chosen=set, i=int, path=int)
    cpdef set _paths_with(self, str word, list paths)
    @cython.locals(words=list)
    cpdef bint _has_word(self, list runs, str word) except -1
    @cython.locals(way=list)
    cpdef tuple _way(self, int u, int start)
    @cython.locals(on=bint, groups=list, headers=list, every=list, group=list, piece=tuple, number=int, fits=list, chosen=list,
                   items=list, owners=list, own_shapes=list, whole=list, reason=str)
    cpdef tuple _judge(self, Kind kind, thread)
    @cython.locals(items=list, owners=list, parents=list)
    cpdef tuple _list(self, Kind kind, list headers, list chosen)
    @cython.locals(n=int, alike=int, u=int, members=list, common=set)
    cpdef bint _like_records(self, Kind kind) except -1
    @cython.locals(tags=set, v=int, stop=int, tag=int)
    cpdef set _tags(self, int u)
    @cython.locals(u=int, start=int)
    cpdef bint _pages(self, int parent, int owner) except -1
    @cython.locals(several=int, n=int)
    cpdef str _refusal(self, list items, list owners, list shapes)
    cpdef int _node(self, int parent, tuple piece) except? -9

@cython.locals(several=bint, n=int, group=list)
cdef bint _repeats(list groups, list owners) except -1
