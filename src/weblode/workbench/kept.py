"""What was read from files, kept until they change."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from pathlib import Path
from typing import Generic, TypeVar

Found = TypeVar("Found")


def stamp(*paths: Path) -> tuple[tuple[int, int], ...]:
    """What is another one when one of the files is: when it was written, and its size."""
    return tuple(map(_stamp, paths))


def _stamp(path: Path) -> tuple[int, int]:
    try:
        about = path.stat()
    except OSError:
        return (0, -1)
    return (about.st_mtime_ns, about.st_size)


class Kept(Generic[Found]):
    """The things that were asked for last. Many may ask for one at once: it is made once, and they wait for that."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._slots: OrderedDict[Hashable, _Slot[Found]] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Hashable, stamp: Hashable, make: Callable[[], Found]) -> Found:
        """What `make` gives, or gave when it was asked for with this stamp before."""
        with self._lock:
            slot = self._slots.setdefault(key, _Slot())
            self._slots.move_to_end(key)
            while len(self._slots) > self._most:
                self._slots.popitem(last=False)
        with slot.lock:
            if not slot.made or slot.made[0][0] != stamp:
                slot.made = [(stamp, make())]
            return slot.made[0][1]


class _Slot(Generic[Found]):
    """A thing, once it is made, with its stamp."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.made: list[tuple[Hashable, Found]] = []
