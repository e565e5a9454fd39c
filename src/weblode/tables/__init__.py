"""Data tables: which `table` elements hold data, their cells as a grid, which cells are headers, and the records.

The attribute `weblode.tables` is the function of that name; the modules of this package are imported by their names.
"""

METHODS = ("evidence", "ontominer")  # the first is the default
