"""Where pages come from when links are followed: the web, an archive, or a folder of saved pages.

`mine` sees nothing but this: an address for every link, the site of an address, and pages by their addresses.
"""

from collections.abc import Iterable, Iterator
from typing import Protocol

from weblode.pages.page import Page, Unread


class Web(Protocol):
    """A source of pages by address."""

    def homes(self, named: str) -> list[str]:
        """The addresses of the home pages that a user named so, one of each site; none if no page is there."""

    def address(self, base: str, href: str) -> str | None:
        """Where a link on the page at `base` leads to, in one form for all links to a page; None if to no page."""

    def site(self, address: str) -> str:
        """The site that an address belongs to: its registrable domain, or the folder's name for saved pages."""

    def pages(self, addresses: Iterable[str]) -> Iterator[Page | Unread]:
        """The pages at addresses, each named and addressed (`Page.url`) as asked for, in that order."""
