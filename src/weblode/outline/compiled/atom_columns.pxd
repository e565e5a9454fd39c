# The types of what is in `outline/atom_columns.py`, which is compiled with them.
cimport cython

ctypedef const int[::1] Numbers
ctypedef int[::1] Row
ctypedef int[:, ::1] Rows
ctypedef unsigned char[::1] FlagRow
ctypedef unsigned char[:, ::1] FlagRows
ctypedef const unsigned char[::1] FixedFlags
cdef int AFTER_LINK, _OTHER, _LINK, _IMAGE
cdef const unsigned char[::1] _RANKS, _DIVIDES, _HOLDS

@cython.locals(rows=Rows, rank=Row, weight=Row, block=Row, link=Row, holding=Row, dividing=Row, before=Row,
               parent=Numbers, depth=Numbers, tag=Numbers, leaf=Numbers, n=int, u=int, holds=int, divides=int,
               leaves=int, above=int, kind=int, name=int, own=int)
cpdef node_columns(tree)
@cython.locals(buffer=bytes, start=Numbers, leaves=Numbers, texts=list, i=int, u=int, first=int, stop=int)
cpdef list leaf_texts(tree)
@cython.locals(rows=FlagRows, mark=FlagRow, upper=FlagRow, colon=FlagRow, capitals=FixedFlags, row=Row, start=Numbers,
               leaves=Numbers, buffer=bytes, text=str, i=int, last=int, n=int)
cpdef tuple leaf_columns(tree, style, list texts)
@cython.locals(character=Py_UCS4)
cdef bint _has_word(str text) except -1
@cython.locals(character=Py_UCS4, n=int)
cdef int _letters(str text) except -1
@cython.locals(leaves=Numbers, ends=Numbers, link=Row, before=Row, weight=Row, bolds=FixedFlags, follows=list, rows=Rows, node=Row,
               begin=int, first=Row, stop=Row, links=Row, is_whole=Row, n=int, leaf=int, place=int, after=int, u=int, low=int,
               last=int, apart=bint, more=list)
cpdef tuple join_leaves(tree, Rows nodes, whole, joins, bold)
@cython.locals(tag=Numbers, end=Numbers, link=Row, before=Row, u=int, images=list)
cdef list _linked_images(tree, Rows nodes)
@cython.locals(rows=FlagRows, mark=FlagRow, strong=FlagRow, colon=FlagRow, bold=FlagRow, marks=FlagRow, uppers=FlagRow,
               colons=FlagRow, larges=FlagRow, bolds=FlagRow, i=int, begin=int, end=int, leaf=int, is_mark=bint,
               is_upper=bint, is_large=bint, is_bold=bint)
cpdef atom_flags(Row first, Row stop, FlagRows leaves, Row letters)
@cython.locals(node=Row, first=Row, stop=Row, link=Row, whole=Row, leaves=Numbers, parent=Numbers, ends=Numbers,
               before=Row, last=int, i=int, after=int, own=int, holder=int, other=int, past=int, alone=bint)
cpdef set_holders(tree, Rows nodes, tuple columns)
cdef int _next_part(Row whole, int i) noexcept
