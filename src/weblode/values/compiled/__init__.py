"""The modules of values that are compiled from their own sources, by the types in the files beside this one."""

from functools import partial

from weblode.kernels.modules import fastest_of

MODULES = ("kinds",)
fastest = partial(fastest_of, "weblode.values")
