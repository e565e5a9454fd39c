"""Record extraction: the region of a page that lists things of a kind, the separator, and the records themselves.

The package can be called: `weblode.records(tree)` is `weblode.records.discover.discover(tree)`. A function and a
package of the same name cannot both be attributes of `weblode`; with a callable package the import order is irrelevant.
"""

import sys
from types import ModuleType
from typing import Any

METHODS = ("consensus", "omini", "byu", "iepad")  # the first is the default
FACTORS = ("ours", "paper")  # certainty factors: estimated on our pages, or as printed in the papers


class _CallableRecords(ModuleType):
    def __call__(self, *arguments: Any, **options: Any) -> Any:
        """The record lists of a page: see `discover.discover`."""
        from weblode.records.discover import discover

        return discover(*arguments, **options)


sys.modules[__name__].__class__ = _CallableRecords
