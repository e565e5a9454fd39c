"""What becomes of a page of a command."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from weblode.cli.output import NothingFound

Result = TypeVar("Result")


@dataclass(frozen=True)
class Outcome(Generic[Result]):
    """What became of a page: done with a result, failed, or neither if it is no page of its list."""

    result: Result | None = None
    size: int = 0  # bytes of the page
    is_done: bool = False
    failed: bool = False
    messages: list[str] = field(default_factory=list)
    without: list[tuple[str, str]] = field(default_factory=list)  # pages without a result, each with a hint


def lost(line: str) -> Outcome[Any]:
    """What became of a page that has ended the process that read it."""
    return Outcome(failed=True, messages=[line])


class PagesWithout:
    """The pages without a result that this process has come by, each with a hint.

    A process sees its pages in order, so those that are the first for a reader are among its own first ones.
    """

    def __init__(self) -> None:
        self._pages: list[tuple[str, str]] = []
        self._count = 0

    def add(self, page: str, hint: Callable[[], str]) -> None:
        self._pages.append((page, hint() if self._count < NothingFound.NAMED else ""))
        self._count += 1

    def take(self) -> list[tuple[str, str]]:
        """Those added since the last call."""
        pages, self._pages = self._pages, []
        return pages


@contextmanager
def collector_paused() -> Iterator[None]:
    """Pause the garbage collector, which would scan all objects of a page again and again.

    That takes a third of the time on pages with many records, and hardly any of these objects are in cycles.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()
