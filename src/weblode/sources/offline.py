"""A few pages that are all there is: no link is followed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from weblode.errors import SourceError
from weblode.pages import links
from weblode.pages.page import Page, Unread, unread_page
from weblode.sources.named import path_and_url

REMEDY = "use --depth 0, or name the folder with the pages of the site"
NOT_FOLLOWED = f"not followed: of FILE=URL that file alone is known; {REMEDY}"


class Offline:
    """Given pages by their addresses, as a `Web`. A page without an address goes by its name."""

    def __init__(self, pages: Iterable[Page | Unread]) -> None:
        self._pages: dict[str, Page | Unread] = {}
        for page in pages:
            url = links.normalise(page.url) if isinstance(page, Page) and page.url else None
            self._pages.setdefault(url or page.name, page)
        self._names = {page.name: address for address, page in self._pages.items()}

    def homes(self, named: str) -> list[str]:
        """The address of the page that was given under that name, or as FILE=URL."""
        found = self._names.get(named) or self._names.get(path_and_url(named)[0]) or links.normalise(named)
        return [found] if found else []

    def address(self, base: str, href: str) -> str | None:
        """Where a link leads to."""
        return links.resolve(base, href)

    def site(self, address: str) -> str:
        """The registrable domain of an address."""
        return links.site(address)

    def pages(self, addresses: Iterable[str]) -> Iterator[Page | Unread]:
        """The pages at addresses, in that order; one that was not given is an Unread."""
        for address in addresses:
            page = self._pages.get(links.normalise(address) or address)
            if isinstance(page, Page):
                yield Page(address, page.data, address, page.charset)
            else:
                yield page or unread_page(address, SourceError(NOT_FOLLOWED))
