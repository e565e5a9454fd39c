"""The journal of a run: how long each stage took, what it brought, which pages could not be had.

It is for the report only. Nothing of it enters the ontology but the pages that failed: same input, same output.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from weblode.ontology import Dropped
from weblode.outline.document import Outline
from weblode.pages.page import Page, Unread
from weblode.pages.web import Web
from weblode.report.facts import Stage


class Journal:
    """Notes on a run. `keep` gets the outline of each page whose labels are looked at, as it is made.

    >>> journal = Journal()
    >>> with journal.stage("level 1"):
    ...     for n in (3, 4):
    ...         with journal.stage("instances"):
    ...             journal.count(instances=n)
    >>> [(stage.name, stage.depth, dict(stage.counts)) for stage in journal.stages]
    [('level 1', 0, {'instances': 7}), ('instances', 1, {'instances': 7})]
    """

    def __init__(self, keep: Callable[[Outline], None] = lambda _: None) -> None:
        self._keep = keep
        self._stages: dict[tuple[str, ...], Stage] = {}
        self._open: tuple[Stage, ...] = ()

    @property
    def stages(self) -> list[Stage]:
        """The stages in the order in which they began, each before those within it."""
        return [self._stages[path] for path in sorted(self._stages, key=self._place)]

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """A context whose time and counts are those of a stage; one that is entered again goes on."""
        path = (*(stage.name for stage in self._open), name)
        found = self._stages.setdefault(path, Stage(name, len(self._open)))
        self._open += (found,)
        start = time.perf_counter()
        try:
            yield
        finally:
            found.seconds += time.perf_counter() - start
            self._open = self._open[:-1]

    def count(self, **numbers: int) -> None:
        """Add to the counts of the stages that are under way."""
        for stage in self._open:
            stage.counts.update(numbers)

    def outlined(self, outline: Outline) -> Outline:
        """The outline, which was kept."""
        self._keep(outline)
        return outline

    def watched(self, web: Web, failed: list[Dropped]) -> WatchedWeb:
        """The source of pages, whose pages are counted and failures added to a list, each address once."""
        return WatchedWeb(web, self, failed)

    def _place(self, path: tuple[str, ...]) -> list[int]:
        """What sorts stages: when each of those around one began, then when itself did."""
        began = list(self._stages)
        return [began.index(path[: n + 1]) for n in range(len(path))]


class WatchedWeb:
    """A source of pages that tells a journal of its answers."""

    def __init__(self, web: Web, journal: Journal, failed: list[Dropped]) -> None:
        self._web, self._journal, self._failed = web, journal, failed
        self._told: set[str] = set()
        self._lost: set[str] = set()

    def homes(self, named: str) -> list[str]:
        """The addresses of the home pages that a user named so."""
        return self._web.homes(named)

    def address(self, base: str, href: str) -> str | None:
        """Where a link leads to."""
        return self._web.address(base, href)

    def site(self, address: str) -> str:
        """The site of an address."""
        return self._web.site(address)

    def pages(self, addresses: Iterable[str]) -> Iterator[Page | Unread]:
        """The pages at addresses, in that order."""
        asked = list(addresses)
        for address, page in zip(asked, self._web.pages(asked), strict=True):
            if address not in self._told:
                self._told.add(address)
                self._note(address, page)
            yield page

    def _note(self, address: str, page: Page | Unread) -> None:
        if isinstance(page, Unread):
            self.lost(address, page.error)
        else:
            self._journal.count(pages=1)

    def lost(self, address: str, error: Exception) -> None:
        """Note, once an address, why its page could not be had or read: the reason without the page's name before."""
        if address not in self._lost:
            self._lost.add(address)
            reason = str(error).removeprefix(f"{address}: ")
            self._failed.append(Dropped(address, reason, self._web.site(address), "page"))
            self._journal.count(failed=1)
