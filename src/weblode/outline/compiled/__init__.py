"""The modules of the outline that are compiled from their own sources, by the types in the files beside this one."""

from functools import partial

from weblode.kernels.modules import fastest_of

MODULES = (
    *("atom_columns", "boxes", "draft", "entries", "kinds", "lines", "places", "rows", "structure", "tabs"),
    *("ties",),
)
fastest = partial(fastest_of, "weblode.outline")
