"""Modules of the outline that are compiled from the same sources; their types stand in the files beside this one.

A file `rows.pxd` here says how to compile `outline/rows.py`: `setup.py` makes the module `outline.compiled.rows` of the
two. The sources import each other by relative names (`from .rows import ...`), so that compiled modules ask compiled
ones. A class whose types stand here has no attributes but those; functions that stand here have no generators, lambdas
or keyword-only parameters. After a change of a source: `python setup.py build_ext --inplace`.
"""

from functools import cache
from importlib import import_module
from typing import Any

from weblode import kernels


def fastest(name: str) -> Any:
    """The compiled module of a name, or the Python one where it or the kernels are not compiled."""
    return _module(name, kernels.fastest().name)


@cache
def _module(name: str, implementation: str) -> Any:
    """The module of a name that goes with an implementation of the kernels."""
    if implementation == "native":
        try:
            return import_module(f"weblode.outline.compiled.{name}")
        except ImportError:
            pass
    return import_module(f"weblode.outline.{name}")
