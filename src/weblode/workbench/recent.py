"""What was made last, to be had again without making it anew; made once even if many ask for it at a time."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

from weblode.workbench.sizes import Held, held, total

Made = TypeVar("Made")


class Recent(Generic[Made]):
    """The thing that was made last, and of those before it the last ones that fit into a number of bytes.

    What is handed out may grow, as things find out more when they are asked: it is measured when there is a new one.

    >>> squares = Recent[int](1000)
    >>> squares.get(7, lambda: 49), squares.get(7, lambda: 0)
    (49, 49)
    """

    def __init__(self, limit: int, measure: Callable[[Made], Held] = held) -> None:
        self._limit, self._measure = limit, measure
        self._made: OrderedDict[Hashable, Made] = OrderedDict()
        self._sizes: dict[Hashable, Held] = {}  # of those that were not handed out since
        self._making: dict[Hashable, threading.Lock] = {}
        self._lock = threading.Lock()

    def get(self, key: Hashable, make: Callable[[], Made]) -> Made:
        """What is kept under a key; made if it is not there."""
        with self._lock:
            making = self._making.setdefault(key, threading.Lock())
        with making:
            try:
                with self._lock:
                    if key in self._made:
                        self._made.move_to_end(key)
                        self._sizes.pop(key, None)
                        return self._made[key]
                found = make()
                with self._lock:
                    self._keep(key, found)
                return found
            finally:
                with self._lock:
                    self._making.pop(key, None)

    def _keep(self, key: Hashable, found: Made) -> None:
        """None; the thing is kept, and of the others those that fit."""
        for each, made in self._made.items():
            if each not in self._sizes:
                self._sizes[each] = self._measure(made)
        while total(self._sizes.values()) > self._limit:
            gone, _ = self._made.popitem(last=False)
            del self._sizes[gone]
        self._made[key] = found
