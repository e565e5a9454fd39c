"""What was made last, to be had again without making it anew; made once even if many ask for it at a time."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Made = TypeVar("Made")


class Recent(Generic[Made]):
    """The things that were asked for last, as many as fit: each has a size, and the last one stays whatever its size.

    >>> squares = Recent[int](10)
    >>> squares.get(7, lambda: 49), squares.get(7, lambda: 0)
    (49, 49)
    """

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._made: OrderedDict[Hashable, tuple[Made, int]] = OrderedDict()
        self._making: dict[Hashable, threading.Lock] = {}
        self._lock = threading.Lock()

    def get(self, key: Hashable, make: Callable[[], Made], *, size: int = 1) -> Made:
        """What is kept under a key; made if it is not there."""
        with self._lock:
            making = self._making.setdefault(key, threading.Lock())
        with making:
            try:
                with self._lock:
                    if key in self._made:
                        self._made.move_to_end(key)
                        return self._made[key][0]
                found = make()
                with self._lock:
                    self._keep(key, found, size)
                return found
            finally:
                with self._lock:
                    self._making.pop(key, None)

    def _keep(self, key: Hashable, found: Made, size: int) -> None:
        self._made[key] = (found, size)
        while len(self._made) > 1 and sum(size for _, size in self._made.values()) > self._limit:
            self._made.popitem(last=False)
