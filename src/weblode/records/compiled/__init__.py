"""The modules of records that are compiled from their own sources, by the types in the files beside this one."""

from functools import partial

from weblode.kernels.modules import fastest_of

MODULES = (
    *("column_parts", "describing", "drafts", "lines", "names", "nested_evidence", "nested_kinds", "nested_pieces"),
    *("nested_search", "parts", "pieces", "place_reading", "templates", "titles"),
)
fastest = partial(fastest_of, "weblode.records")
