"""Caches for functions of texts, and regular expressions that are compiled when they are first used.

Caches are bounded by bytes, not by the number of entries: pages have addresses, labels and values of any length, so a
number of entries would not bound the memory.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import wraps
from sys import getsizeof
from typing import Any, AnyStr, Generic, Protocol, TypeVar, cast, overload

Result = TypeVar("Result")
Owner = TypeVar("Owner")
Given = TypeVar("Given", covariant=True)

_ENTRY = 200  # bytes of an entry without its texts: the key, its slot in the dictionary, a small result
_MISSING: Any = object()


class Kept(Protocol[Given]):
    """A function with cached results; the function without the cache is `__wrapped__`."""

    __wrapped__: Callable[..., Any]

    def __call__(self, *texts: str | bytes) -> Given:
        """The result for some texts."""

    def cache_clear(self) -> None:
        """Forget all results."""


def _weight(result: object) -> int:
    return getsizeof(result) if isinstance(result, str) else 0


def bounded_cache(limit: int, weigh: Callable[[Any], int] = _weight) -> Callable[[Callable[..., Result]], Kept[Result]]:
    """A decorator that caches a function of texts; results and texts take up to `limit` bytes.

    `weigh` gives the bytes of a result beyond a small entry; by default strings count, everything else is small.
    Entries are in two halves; when the newer one is full, the older one is dropped. So entries in frequent use stay,
    and a lookup costs as much as in a dictionary. Threads may share a cache: at worst, one computes a result again.

    >>> @bounded_cache(10_000)
    ... def loud(text: str) -> str:
    ...     print("working")
    ...     return text.upper()
    >>> loud("a"), loud("a")
    working
    ('A', 'A')
    """
    half = limit // 2

    def decorate(work: Callable[..., Result]) -> Kept[Result]:
        newer: dict[tuple[str | bytes, ...], Result] = {}
        older: dict[tuple[str | bytes, ...], Result] = {}
        used = 0

        @wraps(work)
        def look(*texts: str | bytes) -> Result:
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

        cached = cast(Any, look)
        cached.cache_clear = clear
        return cast(Kept[Result], cached)

    return decorate


class lazy(Generic[Owner, Result]):  # noqa: N801
    """A property that is computed when it is first asked for: `functools.cached_property` without its lock.

    That of Python 3.11 takes longer than many of the values. Threads may share it: at worst, one computes it again.

    >>> class Name:
    ...     @lazy
    ...     def upper(self) -> str:
    ...         print("working")
    ...         return "ADA"
    >>> name = Name()
    >>> name.upper, name.upper
    working
    ('ADA', 'ADA')
    """

    def __init__(self, work: Callable[[Owner], Result]) -> None:
        self.work, self.__doc__ = work, work.__doc__

    def __set_name__(self, owner: type[Owner], name: str) -> None:
        self.name = name

    @overload
    def __get__(self, instance: None, owner: type[Owner]) -> lazy[Owner, Result]: ...
    @overload
    def __get__(self, instance: Owner, owner: type[Owner]) -> Result: ...
    def __get__(self, instance: Owner | None, owner: type[Owner]) -> lazy[Owner, Result] | Result:
        if instance is None:
            return self
        value = instance.__dict__[self.name] = self.work(instance)
        return value


class _Regex:
    """A regular expression that is compiled when a method of it is first asked for."""

    def __init__(self, pattern: str | bytes, flags: int) -> None:
        self.pattern = pattern
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        """A method of the compiled expression, which is this object's own from now on."""
        if name.startswith("__"):  # those of Python itself: copies and pickles are made without it
            raise AttributeError(name)
        value = getattr(re.compile(self.pattern, self._flags), name)
        setattr(self, name, value)
        return value


def regex(pattern: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """A regular expression of a module. There are hundreds: compiling them all takes longer than reading a page.

    >>> year = regex(r"\\d{4}")
    >>> year.pattern, year.findall("from 1999 to 2003")
    ('\\\\d{4}', ['1999', '2003'])
    """
    return cast("re.Pattern[AnyStr]", _Regex(pattern, flags))
