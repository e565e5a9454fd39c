"""What becomes of a page of a command."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from weblode import terminal
from weblode.cli.output import NothingFound
from weblode.errors import LimitError, RuleError
from weblode.pages.page import Unread
from weblode.sources.further_records import ListEndedError

if TYPE_CHECKING:
    from weblode.tree import Tree

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


Stage = Callable[[Any], Any]  # of the work on a page: from what the stage before gave, the tree at first


class OutcomeDraft:
    """What becomes of a page, stage by stage."""

    def __init__(self, page: Tree | Unread, size: int) -> None:
        self._name, self._nodes, self._size = "", 0, size
        self._messages: list[str] = []
        self._without: list[tuple[str, str]] = []
        self._value: Any = page
        self._error: Exception | None = None  # which no page should raise
        self._is_done, self._failed = True, False
        if isinstance(page, Unread):
            self._end(str(page.error))
        else:
            self._name, self._nodes = page.page, len(page)

    def work(self, stage: Stage, without: PagesWithout) -> None:
        """Do the next stage of the work, unless the page has failed; note what it tells."""
        if not self._is_done:
            return
        failure = ""
        with terminal.collected() as messages:
            try:
                self._value = stage(self._value)
            except ListEndedError:
                self._end()
            except LimitError as error:
                failure = f"{self._name}: {error}"
            except RuleError as error:  # its message begins with the page
                failure = str(error)
            except MemoryError:
                failure = f"{self._name}: not enough memory for its {self._nodes:,} nodes; give the process more"
            except Exception as error:
                self._error = error
                self._end()
        if messages:
            self._messages += messages
        if without:
            self._without += without.take()
        if failure:
            self._end(failure)

    def _end(self, failure: str = "") -> None:
        self._value, self._is_done, self._failed = None, False, bool(failure)
        self._messages += [failure] if failure else []

    def outcome(self) -> Outcome[Any]:
        """What became of the page. Raises what its work has raised, if that is no failure of a page."""
        if self._error is not None:
            raise self._error
        about = (self._messages, self._without)
        return Outcome(self._value, self._size, self._is_done, self._failed, *about)


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

    def __bool__(self) -> bool:
        return bool(self._pages)

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
