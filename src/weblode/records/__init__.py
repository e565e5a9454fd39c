"""Records: which part of a page lists things of a kind, what separates them, and the things themselves.

The package is a function too: `weblode.records(tree)` is `weblode.records.discover.discover(tree)`. A function and a
package of one name cannot both be an attribute of `weblode`; this way it does not matter which was imported first.
"""

import sys
from types import ModuleType
from typing import Any

METHODS = ("consensus", "omini", "byu", "iepad")  # the first is the default
FACTORS = ("ours", "paper")  # certainty factors: estimated on our pages, or as the papers print them


class _CallableRecords(ModuleType):
    def __call__(self, *arguments: Any, **options: Any) -> Any:
        """The record lists of a page: see `discover.discover`."""
        from weblode.records.discover import discover

        return discover(*arguments, **options)


sys.modules[__name__].__class__ = _CallableRecords
