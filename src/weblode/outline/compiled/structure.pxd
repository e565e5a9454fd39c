# The types of what is in `outline/structure.py`, which is compiled with them.
cimport cython
from weblode.outline.compiled.rows cimport StructureRows
from weblode.outline.compiled.draft cimport OutlineDraft

ctypedef const int[::1] Numbers
cdef int BOLD, HEADING, LEADING, PLAIN, STRONG, _FEW, _LOW, _HEADER

cdef class StructureWork(StructureRows):
    cdef public bint in_item
    cdef public dict bold_paths, begins_with_menu
    @cython.locals(depths=list, nodes=list, before=list, node=list, end=Numbers, parent=Numbers, depth=Numbers, parts=list,
                   atom=int, meeting=int, u=int)
    cpdef list close_all(self, int first)
    @cython.locals(heading=int, row=int)
    cpdef list close_node(self, int node, list parts)
    @cython.locals(row=int, path=int, rank=int)
    cpdef bint is_plain_list(self, list parts) except -1
    @cython.locals(row=int)
    cpdef bint may_have_labels(self, list parts) except -1
    @cython.locals(rank=list, path=list, first=int, row=int, own=int, level=int, i=int, begins=bint, places=dict)
    cpdef list arrange(self, int node, list parts)
    @cython.locals(path=list, i=int, row=int, own=int, in_list=bint, ranks=list)
    cpdef list label_ranks(self, int node, list parts, dict places)
    @cython.locals(rank=int, nameless=bint, tag=int)
    cpdef bint is_beyond(self, int node, int label, list below, int row) except -1
    @cython.locals(part=int)
    cpdef list put_below_label(self, int row, list parts)
    @cython.locals(part=int, label=int, rank=int, size=int, item=bint)
    cpdef bint names_too_much(self, int row, list parts) except -1
    @cython.locals(row=int, before=int, after=int, label=int, rank=int)
    cpdef int label_rank(self, int node, list parts, int i) except? -1
    @cython.locals(row=int, before=int, after=int, label=int, plain=int, in_item=bint, items=bint, alone=bint, strong=bint)
    cpdef int rank_by_place(self, int node, list parts, int i) except? -1
    @cython.locals(path=int, begin=int, part=int, alike=list)
    cpdef bint is_among_menus(self, list parts, int i) except -1
    cpdef bint is_menu(self, int row, int begin) except -1
    @cython.locals(path=int, parts=list, labels=list)
    cpdef bint is_in_list(self, int row, int before, int after) except -1
    @cython.locals(part=int, label=int)
    cpdef bint is_current(self, list parts, int row, int before) except -1
    @cython.locals(u=int)
    cpdef bint is_in_inner_list(self, int node, int row) except -1
    @cython.locals(one=int, other=int, label=int, linked=bint)
    cpdef bint before_links(self, list parts, int i) except -1
    @cython.locals(begin=int, highest=int, labelled=int, size=int, most=int, j=int, row=int, item=bint, alike=bint)
    cpdef int before_a_list(self, int node, list parts, int i) except? -1
