# The types of what is in `outline/ties.py`, which is compiled with them.
cimport cython
from weblode.outline.compiled.draft cimport OutlineDraft

cdef int HEADING, _AFFIXES, _TOKENS, _OUT, _ROOT, _LARGEST

@cython.locals(first=int, stop=int, tab=int, panel=int, row=int, atom=int, rows=list, low=list, high=list, above=list,
               row_of=dict, label=int)
cpdef move_panels(OutlineDraft draft, tree, atoms, list ties)
@cython.locals(low=list, high=list, above=list, rows=list, below=list, parts=list, row=int, part=int, holder=int,
               label=int)
cdef tuple _extents(OutlineDraft draft)
@cython.locals(holder=int)
cdef _detach(OutlineDraft draft, list above, int row)
@cython.locals(value=bytes, token=bytes, candidates=list)
cdef list _candidates(attributes, list data, dict panels)
cdef list _tabs(tree, atoms, list candidates, set ids)
cdef dict _panel_ends(tree, atoms, elements)
