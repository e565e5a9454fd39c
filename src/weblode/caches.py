"""What functions of texts gave, kept for the next time, bounded by bytes and not by their number.

Pages bring addresses, labels and values of any length: a number of them says nothing about how much memory they take.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from sys import getsizeof
from typing import Any, Protocol, TypeVar, cast

Result = TypeVar("Result")
Given = TypeVar("Given", covariant=True)

_ENTRY = 200  # bytes of an entry but its texts: the key, its place in the table, a small result
_MISSING: Any = object()


class Kept(Protocol[Given]):
    """A function whose results are kept; without that it is `__wrapped__`."""

    __wrapped__: Callable[..., Any]

    def __call__(self, *texts: str) -> Given:
        """The result for some texts."""

    def cache_clear(self) -> None:
        """Forget all results."""


def _weight(result: object) -> int:
    return getsizeof(result) if isinstance(result, str) else 0


def kept(limit: int, weigh: Callable[[Any], int] = _weight) -> Callable[[Callable[..., Result]], Kept[Result]]:
    """A decorator for a function of texts: its results are kept while they and the texts take up to `limit` bytes.

    `weigh` says how many a result takes beyond its texts; by default texts count, all else is small. Results are kept
    in two halves; when the newer one is full, the older one goes. So what is asked for again and again stays, and a
    look costs a dictionary's. Threads may share it: at the worst, one works something out once more.

    >>> @kept(10_000)
    ... def loud(text: str) -> str:
    ...     print("working")
    ...     return text.upper()
    >>> loud("a"), loud("a")
    working
    ('A', 'A')
    """
    half = limit // 2

    def decorate(work: Callable[..., Result]) -> Kept[Result]:
        newer: dict[tuple[str, ...], Result] = {}
        older: dict[tuple[str, ...], Result] = {}
        used = 0

        @wraps(work)
        def look(*texts: str) -> Result:
            nonlocal newer, older, used
            result: Result = newer.get(texts, _MISSING)
            if result is not _MISSING:
                return result
            result = older.get(texts, _MISSING)
            if result is _MISSING:
                result = work(*texts)
            size = _ENTRY + sum(map(getsizeof, texts)) + weigh(result)
            if size <= half:
                if used + size > half:
                    newer, older, used = {}, newer, 0
                newer[texts] = result
                used += size
            return result

        def clear() -> None:
            nonlocal newer, older, used
            newer, older, used = {}, {}, 0

        found = cast(Any, look)
        found.cache_clear = clear
        return cast(Kept[Result], found)

    return decorate
