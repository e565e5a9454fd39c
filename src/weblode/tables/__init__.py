"""Data tables: which `table` elements hold data, their cells as a grid, which cells are headers, and the records.

The package can be called, like `weblode.records`: `weblode.tables(tree)` is `weblode.tables.discover.discover(tree)`.
"""

import sys
from types import ModuleType
from typing import Any

METHODS = ("evidence", "ontominer")  # the first is the default


class _CallableTables(ModuleType):
    def __call__(self, *arguments: Any, **options: Any) -> Any:
        """The data tables of a page: see `discover.discover`."""
        from weblode.tables.discover import discover

        return discover(*arguments, **options)


sys.modules[__name__].__class__ = _CallableTables
