"""Modules of a package that are compiled from their own sources: which of two to ask.

The types of `PACKAGE/NAME.py` stand in `PACKAGE/compiled/NAME.pxd`; `setup.py` makes the module `PACKAGE.compiled.NAME`
of the two. The sources import each other by relative names (`from .drafts import ...`), so that compiled modules ask
compiled ones. A class whose types stand there has no attributes but those; functions whose types do have no generators,
lambdas or keyword-only parameters. After a change of a source: `python setup.py build_ext --inplace`.
"""

from functools import cache
from importlib import import_module
from typing import Any

from weblode import kernels


def fastest_of(package: str, name: str) -> Any:
    """The compiled module of a name in a package; the Python one where one of them, or a kernel, is not compiled."""
    return _module(package, name, kernels.fastest().name)


@cache
def _module(package: str, name: str, implementation: str) -> Any:
    """The module of a name that goes with an implementation of the kernels."""
    compiled = implementation == "native" and _are_compiled(package)
    return import_module(f"{package}.compiled.{name}" if compiled else f"{package}.{name}")


@cache
def _are_compiled(package: str) -> bool:
    """Whether all modules of a package that can be compiled are: their classes are of no use to the Python ones."""
    try:
        for name in import_module(f"{package}.compiled").MODULES:
            import_module(f"{package}.compiled.{name}")
    except ImportError:
        return False
    return True
