"""A few given pages as a source of pages; links lead to no other pages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from weblode.errors import SourceError
from weblode.pages import links
from weblode.pages.page import Page, Unread, unread_page
from weblode.sources.arguments import path_and_url

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

    def homes(self, source: str) -> list[str]:
        """The address of the page with that name, or of FILE=URL."""
        address = self._names.get(source) or self._names.get(path_and_url(source)[0]) or links.normalise(source)
        return [address] if address else []

    def address(self, base: str, href: str) -> str | None:
        """Where a link leads to."""
        return links.resolve(base, href)

    def site(self, address: str) -> str:
        """The registrable domain of an address."""
        return links.site(address)

    def canonical(self, address: str) -> str | None:
        """The address itself if it is one on the web, else None."""
        return links.normalise(address)

    def pages(self, addresses: Iterable[str]) -> Iterator[Page | Unread]:
        """The pages at addresses, in that order; an Unread for an address without a page."""
        for address in addresses:
            page = self._pages.get(links.normalise(address) or address)
            if isinstance(page, Page):
                yield Page(address, page.data, address, page.charset)
            else:
                yield page or unread_page(address, SourceError(NOT_FOLLOWED))
