# The types of what is in `outline/kinds.py`, which is compiled with them.
cimport cython

cdef int SECTION, GROUP, ITEM, TEXT, NAVIGATION, DECORATION, TABLE, CONTROL, _SHORT
cdef double _MOST

@cython.locals(path=cython.int[::1], size=cython.double[::1], below=list, parts=list, paths=list, row=int, part=int,
               atom=int, total=double, real=int, bare=bint)
cdef _settle_kinds(int[::1] kind, int[::1] parent, int[::1] first, tuple atoms, list menus)
cdef bint _alike(list paths) except -1
