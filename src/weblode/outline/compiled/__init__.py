"""Modules of the outline that are compiled from the same sources; their types stand in the files beside this one.

A file `rows.pxd` here says how to compile `outline/rows.py`: `setup.py` makes the module `outline.compiled.rows` of the
two. The sources import each other by relative names (`from .rows import ...`), so that compiled modules ask compiled
ones. A class whose types stand here has no attributes but those; functions that stand here have no generators, lambdas
or keyword-only parameters. After a change of a source: `python setup.py build_ext --inplace`.
"""

from functools import cache
from importlib import import_module
from typing import Any


@cache
def fastest(name: str) -> Any:
    """The compiled module of a name, or the Python one where it is not compiled."""
    try:
        return import_module(f"weblode.outline.compiled.{name}")
    except ImportError:
        return import_module(f"weblode.outline.{name}")
