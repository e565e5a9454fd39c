"""A WARC file as an offline source of pages."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from functools import cached_property

from weblode import limits as bounds
from weblode.errors import SourceError, WeblodeError
from weblode.limits import Limits
from weblode.pages import links
from weblode.pages.page import Page, Unread, unread_page
from weblode.sources.archives import ArchivePlace, page_at, places


class Recorded:
    """The pages of an archive by their addresses, as a `Web`. Of several records of a page the last one counts.

    A refusal that does not say that a page is gone (404, 410), such as 503, does not count after a page or a redirect.
    Recorded redirects are followed, and what servers refused is refused. The archive is scanned once, and pages are
    read when they are requested; so each record must be compressed by itself, as the standard says, or the archive not
    at all.
    """

    def __init__(self, path: str | os.PathLike[str], limits: Limits = bounds.DEFAULT) -> None:
        self._path = os.fspath(path)
        self._limits = limits

    def homes(self, source: str = "") -> list[str]:
        """The first page of each site, where a crawl began; if the source is an address, that address."""
        if source and source != self._path:
            return [address] if (address := links.normalise(source)) else []
        first: dict[str, str] = {}
        for address in self._places:
            if (final := self._final(address)) in self._places and not self._places[final].refusal:
                site = links.site(final)
                first.setdefault(site, address if links.site(address) == site else final)
        return list(first.values())

    def address(self, base: str, href: str) -> str | None:
        """Where a link leads to; relative to the final address of a page that was redirected."""
        return links.resolve(self._final(base) or base, href)

    def site(self, address: str) -> str:
        """The registrable domain of an address."""
        return links.site(address)

    def canonical(self, address: str) -> str | None:
        """The address itself if it is one on the web, else None."""
        return links.normalise(address)

    def pages(self, addresses: Iterable[str]) -> Iterator[Page | Unread]:
        """The recorded pages at addresses, in that order."""
        for address in addresses:
            try:
                page = page_at(self._path, self._place(address), self._limits)
                yield Page(address, page.data, address, page.charset)
            except (WeblodeError, OSError, EOFError) as error:
                yield unread_page(address, error)

    @cached_property
    def _places(self) -> dict[str, ArchivePlace]:
        by_address: dict[str, ArchivePlace] = {}
        for place in places(self._path):
            if address := links.normalise(place.url):
                before = by_address.get(address)
                if before is None or before.refusal or not place.is_refused_for_now:
                    by_address[address] = place
        return by_address

    def _final(self, address: str) -> str | None:
        """The address after all recorded redirects; None if there are too many."""
        current = links.normalise(address)
        for _ in range(self._limits.redirects + 1):
            place = self._places.get(current or "")
            if place is None or not place.location:
                return current
            current = links.resolve(place.url, place.location)
        return None

    def _place(self, address: str) -> ArchivePlace:
        final = self._final(address)
        if final is None:
            raise SourceError(f"is not the address of a page, or redirects more than {self._limits.redirects} times")
        if final not in self._places:
            raise SourceError(f"is not among the pages recorded in {self._path}")
        if refusal := self._places[final].refusal:
            raise SourceError(f"answered {refusal}")
        return self._places[final]
