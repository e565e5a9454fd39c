"""A cache of recent values, bounded by memory; each is computed once even if several threads request it."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

from weblode.workbench.sizes import Held, memory_of, total

Value = TypeVar("Value")


class Recent(Generic[Value]):
    """The last value, and of those before it the most recent ones that fit into a number of bytes.

    A value may grow after it is returned, as it fills caches of its own, and values share trees: they are measured
    together when a new one is added. `cachetools` measures a value once, when it is added, and each by itself.

    >>> squares = Recent[int](1000)
    >>> squares.get(7, lambda: 49), squares.get(7, lambda: 0)
    (49, 49)
    """

    def __init__(self, limit: int, measure: Callable[[Value], Held] = memory_of) -> None:
        self._limit, self._measure = limit, measure
        self._values: OrderedDict[Hashable, Value] = OrderedDict()
        self._sizes: dict[Hashable, Held] = {}  # of values that were not returned since they were measured
        self._making: dict[Hashable, threading.Lock] = {}
        self._lock = threading.Lock()

    def get(self, key: Hashable, make: Callable[[], Value]) -> Value:
        """The value of a key; computed by `make` if it is not cached."""
        with self._lock:
            making = self._making.setdefault(key, threading.Lock())
        with making:
            try:
                with self._lock:
                    if key in self._values:
                        self._values.move_to_end(key)
                        self._sizes.pop(key, None)
                        return self._values[key]
                value = make()
                with self._lock:
                    self._add(key, value)
                return value
            finally:
                with self._lock:
                    self._making.pop(key, None)

    def _add(self, key: Hashable, value: Value) -> None:
        """Add a value, and drop the oldest of the others until they fit."""
        for each, cached in self._values.items():
            if each not in self._sizes:
                self._sizes[each] = self._measure(cached)
        while total(self._sizes.values()) > self._limit:
            oldest, _ = self._values.popitem(last=False)
            del self._sizes[oldest]
        self._values[key] = value
