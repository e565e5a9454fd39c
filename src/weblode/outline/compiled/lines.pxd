# The types of what is in `outline/lines.py`, which is compiled with them.
cimport cython

ctypedef const int[::1] Numbers
cdef int _SMALL, _TITLE, BROKEN

@cython.locals(leaves=Numbers, parent=Numbers, end=Numbers, path=Numbers, lead=Numbers, tag=Numbers, link=cython.int[::1],
               lines=cython.int[::1], joins=list, alone=list, i=int, b=int, u=int, above=int, around=int, from_link=bint,
               to_link=bint, one_link=bint, broken=bint, bare=bint, goes_on=bint)
cpdef list line_joins(tree, int[:, ::1] nodes, list texts)
@cython.locals(numbers=cython.int[::1], dividing=cython.int[::1], i=int, b=int, u=int, in_line=bint)
cdef _lines(Numbers leaves, Numbers lead, int[:, ::1] nodes)
cdef bint _is_one_block(int[:, ::1] nodes, int b, int u) noexcept
@cython.locals(number=list, i=int, u=int)
cdef list _lines_of_one_link(Numbers leaves, int[::1] link, int[::1] lines)
cdef bint _is_end(str text) except -1
cdef bint _is_kicker(str before, str text) except -1
cdef bint _goes_on(str before, str text) except -1
cdef bint _is_lower(str before, str text) except -1
cdef bint _have_words(str before, str text) except -1
