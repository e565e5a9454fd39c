"""How many bytes of memory a thing holds: its trees, counted apart as things share them, and all else, by a sample.

Of a long list some members stand for all: a look at each would take longer than making it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import islice
from types import FunctionType, MethodType, ModuleType
from typing import Any

import numpy as np

from weblode.kernels.columns import ROWS
from weblode.tree import Tree

_SAMPLE = 8  # members of a list that are looked at
_ENTRY = 190  # bytes of a pair in a dictionary of nodes, without its text
_LEAVES = (str, bytes, int, float, np.ndarray, type, ModuleType, FunctionType, MethodType, type(None))


@dataclass(frozen=True)
class Held:
    """The bytes that a thing holds alone, and those of the trees that it holds, by what each is."""

    own: int
    trees: Mapping[int, int]


def held(thing: object) -> Held:
    """What a thing holds.

    >>> held([b"x" * 1000] * 3).own // 1000
    1
    """
    own = 0.0
    trees: dict[int, int] = {}
    seen: set[int] = set()
    waiting: list[tuple[Any, float]] = [(thing, 1.0)]  # and how many others each stands for
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
    """The bytes that things hold together: each tree once."""
    own = 0
    trees: dict[int, int] = {}
    for each in things:
        own += each.own
        trees.update(each.trees)
    return own + sum(trees.values())


def tree_bytes(tree: Tree) -> int:
    """The bytes of a tree, with the columns that it makes when they are asked for."""
    columns = sum(int(getattr(tree, name).nbytes) for name in ROWS)
    later = len(tree) * 24  # `leaves`, `text_before`, `namesakes`, `elements`
    paths = tree.__dict__.get("written", {})  # of XPaths, by node; a sample tells how long they are
    some = list(islice((path for path, _ in paths.values()), 0, None, max(1, len(paths) // 100)))
    written = len(paths) * (sum(map(sys.getsizeof, some)) // max(1, len(some)) + _ENTRY)
    return columns + later + written + len(tree.buffer) + sum(map(sys.getsizeof, tree.names))


def _bytes(thing: Any) -> int:
    """The bytes of a thing without its members."""
    if isinstance(thing, np.ndarray):
        return int(thing.nbytes)  # getsizeof knows nothing of what a view shows
    return sys.getsizeof(thing)


def _members(thing: Any) -> tuple[list[Any], float]:
    """Some members of a thing, and how many each stands for."""
    if isinstance(thing, _LEAVES):
        return [], 1.0
    if isinstance(thing, dict):
        members: Iterable[Any] = (each for pair in _some(thing.items(), len(thing)) for each in pair)
    elif isinstance(thing, tuple | list | set | frozenset):
        members = _some(thing, len(thing))
    else:
        slots = (getattr(thing, name, None) for name in getattr(type(thing), "__slots__", ()))
        return [*list(getattr(thing, "__dict__", {}).values()), *slots], 1.0
    return list(members), max(1.0, len(thing) / _SAMPLE)


def _some(things: Iterable[Any], n: int) -> list[Any]:
    """Some of n things, from all over."""
    return list(things) if n <= _SAMPLE else list(islice(things, 0, None, -(-n // _SAMPLE)))
