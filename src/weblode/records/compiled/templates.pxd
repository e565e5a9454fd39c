# The types of what is in `records/templates.py`, which is compiled with them.
cimport cython

cpdef infer(values)
@cython.locals(every=list, phrase=list, gaps=list, i=int, k=int, before=str, after=str)
cpdef list parts(template)
@cython.locals(phrases=list, number=int, anchor=str, token=str)
cdef list _phrases(template)
cdef bint _is_mark(str token) except -1
@cython.locals(words=list, marks=set)
cdef _split(template)
cpdef dict read(template, values)
