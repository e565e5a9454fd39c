"""The journal of a run: how long each stage took, what it counted, which pages could not be fetched or read.

It is for the report. Only the pages that failed go into the ontology, so that the same input gives the same output.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from weblode.caches import bounded_cache
from weblode.ontology import Dropped
from weblode.outline.document import Outline
from weblode.pages.page import Page, Unread
from weblode.pages.web import Web
from weblode.report.facts import Stage


class Journal:
    """Times, counts and failed pages of a run. `keep` receives the outline of each page whose labels are used.

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
        """The stages in the order in which they began, each followed by those inside it."""
        return [self._stages[path] for path in sorted(self._stages, key=self._sort_key)]

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """A context whose time and counts go to the stage of that name; entering a stage again adds to it."""
        path = (*(outer.name for outer in self._open), name)
        stage = self._stages.setdefault(path, Stage(name, len(self._open)))
        self._open += (stage,)
        start = time.perf_counter()
        try:
            yield
        finally:
            stage.seconds += time.perf_counter() - start
            self._open = self._open[:-1]

    def count(self, **numbers: int) -> None:
        """Add to the counts of all stages that are open now."""
        for stage in self._open:
            stage.counts.update(numbers)

    def keep_outline(self, outline: Outline) -> Outline:
        """Pass the outline to `keep`, and return it."""
        self._keep(outline)
        return outline

    def watch(self, web: Web, failed: list[Dropped]) -> WatchedWeb:
        """The same source of pages, but its pages are counted and its failures added to `failed`, once per address."""
        return WatchedWeb(web, self, failed)

    def _sort_key(self, path: tuple[str, ...]) -> list[int]:
        """Sorts a stage by when the stages around it began, from the outermost, then by when it began itself."""
        began = list(self._stages)
        return [began.index(path[: n + 1]) for n in range(len(path))]


_ADDRESSES = 8 * 2**20  # bytes of addresses of links that are kept, and of sites of addresses


class WatchedWeb:
    """A source of pages that notes its answers in a journal."""

    def __init__(self, web: Web, journal: Journal, failed: list[Dropped]) -> None:
        self._web, self._journal, self._failed = web, journal, failed
        self._address = bounded_cache(_ADDRESSES)(web.address)  # each link of a page is asked for several times
        self._site = bounded_cache(_ADDRESSES)(web.site)
        self._noted: set[str] = set()
        self._lost: set[str] = set()

    def homes(self, home: str) -> list[str]:
        """The addresses of the home pages that a user's argument stands for."""
        return self._web.homes(home)

    def address(self, base: str, href: str) -> str | None:
        """The address that a link on the page `base` leads to, or None."""
        return self._address(base, href)

    def site(self, address: str) -> str:
        """The site of an address."""
        return self._site(address)

    def canonical(self, address: str) -> str | None:
        """The address on the web of a page, or None."""
        return self._web.canonical(address)

    def pages(self, addresses: Iterable[str]) -> Iterator[Page | Unread]:
        """The pages at these addresses, in the same order."""
        urls = list(addresses)
        for address, page in zip(urls, self._web.pages(urls), strict=True):
            if address not in self._noted:
                self._noted.add(address)
                self._note(address, page)
            yield page

    def _note(self, address: str, page: Page | Unread) -> None:
        if isinstance(page, Unread):
            self.lost(address, page.error)
        else:
            self._journal.count(pages=1)

    def lost(self, address: str, error: Exception) -> None:
        """Note why a page could not be fetched or read, once per address; the address is cut off from the reason."""
        if address not in self._lost:
            self._lost.add(address)
            reason = str(error).removeprefix(f"{address}: ")
            self._failed.append(Dropped(address, reason, self._web.site(address), "page"))
            self._journal.count(failed=1)
