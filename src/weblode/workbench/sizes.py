"""Estimates of the memory of objects. Trees are counted separately, as several objects share them.

Of a long list only a sample of the members is measured: measuring all would take longer than creating it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import islice
from types import FunctionType, MethodType, ModuleType
from typing import Any

import numpy as np

from weblode import kernels
from weblode.tree import Tree

_SAMPLE = 8  # members of a list that are measured
_CELL = 100  # bytes of a cell of a column, with its nodes and its place among the cells of all columns
_ENTRY = 190  # bytes of an item in a dictionary of nodes, without its text
_LEAVES = (str, bytes, int, float, np.ndarray, type, ModuleType, FunctionType, MethodType, type(None))


@dataclass(frozen=True)
class Held:
    """The bytes of an object without its trees, and the bytes of each tree by its `id()`."""

    own: int
    trees: Mapping[int, int]


def memory_of(thing: object) -> Held:
    """The memory of an object with all that it refers to.

    >>> memory_of([b"x" * 1000] * 3).own // 1000
    1
    """
    own = 0.0
    trees: dict[int, int] = {}
    seen: set[int] = set()
    waiting: list[tuple[Any, float]] = [(thing, 1.0)]  # each with how many objects it stands for
    while waiting:
        each, times = waiting.pop()
        if id(each) in seen:
            continue
        seen.add(id(each))
        if isinstance(each, Tree):
            trees[id(each)] = tree_bytes(each)
            continue
        own += times * _bytes(each)
        inner, number = _members(each)
        waiting += [(one, times * number) for one in inner]
    return Held(int(own), trees)


def total(things: Iterable[Held]) -> int:
    """The bytes of several objects together, each tree counted once."""
    own = 0
    trees: dict[int, int] = {}
    for each in things:
        own += each.own
        trees.update(each.trees)
    return own + sum(trees.values())


def tree_bytes(tree: Tree) -> int:
    """The bytes of a tree, with its columns on demand and the XPaths that were written."""
    paths = tree.__dict__.get("path_cache", {})  # XPaths by node; their length is estimated from a sample
    some = list(islice((path for path, _ in paths.values()), 0, None, max(1, len(paths) // 100)))
    written = len(paths) * (sum(map(sys.getsizeof, some)) // max(1, len(some)) + _ENTRY)
    return tree.nbytes + written + sum(map(sys.getsizeof, tree.names))


def _bytes(thing: Any) -> int:
    """The bytes of an object without its members."""
    if isinstance(thing, np.ndarray):
        return int(thing.nbytes)  # getsizeof ignores the data of a view
    if isinstance(thing, kernels.fastest().column):  # type: ignore[arg-type] # a class
        return _CELL * len(thing)
    return sys.getsizeof(thing)


def _members(thing: Any) -> tuple[list[Any], float]:
    """A sample of the members of an object, and how many each stands for."""
    if isinstance(thing, _LEAVES):
        return [], 1.0
    if isinstance(thing, dict):
        members: Iterable[Any] = (each for pair in _some(thing.items(), len(thing)) for each in pair)
    elif isinstance(thing, tuple | list | set | frozenset):
        members = _some(thing, len(thing))
    elif isinstance(thing, kernels.fastest().column):  # type: ignore[arg-type]
        return [thing.texts], 1.0
    else:
        slots = (getattr(thing, name, None) for name in getattr(type(thing), "__slots__", ()))
        return [*list(getattr(thing, "__dict__", {}).values()), *slots], 1.0
    return list(members), max(1.0, len(thing) / _SAMPLE)


def _some(things: Iterable[Any], n: int) -> list[Any]:
    """A sample of n things, evenly spread."""
    return list(things) if n <= _SAMPLE else list(islice(things, 0, None, -(-n // _SAMPLE)))
