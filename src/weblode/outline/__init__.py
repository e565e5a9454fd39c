"""Outlines: the segments of a page, what belongs together, and the labels above it.

The attribute `weblode.outline` is the function of that name; the modules of this package are imported by their names.
"""

METHODS = ("structure", "ontominer")  # the first is the default
SEGMENTS = ("blocks", "ontominer")  # methods that cut a page into segments
