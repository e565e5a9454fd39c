"""Outlines: the segments of a page, what belongs together, and the labels above it.

The package is a function too: `weblode.outline(tree)` is `weblode.outline.build.outline(tree)`.
"""

import sys
from types import ModuleType
from typing import Any

METHODS = ("structure", "ontominer")  # the first is the default
SEGMENTS = ("blocks", "ontominer")  # methods that cut a page into segments


class _CallableOutline(ModuleType):
    def __call__(self, *arguments: Any, **options: Any) -> Any:
        """The outline of a page: see `build.outline`."""
        from weblode.outline.build import outline

        return outline(*arguments, **options)


sys.modules[__name__].__class__ = _CallableOutline
