# The types of what is in `records/parts.py`, which is compiled with them.
cimport cython

cdef int _LABEL, _WORDS

@cython.locals(template=tuple, parts=list, divided=dict, phrases=int, complete=bint, seen=set, column_parts=list, label=str,
               own=tuple, values=list, name=str, least=double)
cpdef find(cells)
@cython.locals(label=str)
cdef str _name(part, list values)
@cython.locals(text=str)
cdef bint _are_counted(list values, str after) except -1
