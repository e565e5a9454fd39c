"""Where pages come from when links are followed: the web, an archive, or a folder of saved pages.

`mine` uses nothing but this: the address of every link, the site of an address, and pages by their addresses.
"""

from collections.abc import Iterable, Iterator
from typing import Protocol

from weblode.pages.page import Page, Unread


class Web(Protocol):
    """A source of pages by address."""

    def homes(self, source: str) -> list[str]:
        """The addresses of the home pages of a source, one of each site; none if it has no page."""

    def address(self, base: str, href: str) -> str | None:
        """The normalised address that a link on the page at `base` leads to; None if it leads to no page."""

    def site(self, address: str) -> str:
        """The site that an address belongs to: its registrable domain, or the folder's name for saved pages."""

    def canonical(self, address: str) -> str | None:
        """The address on the web of the page at an address, as far as the source itself knows; None if it does not."""

    def pages(self, addresses: Iterable[str]) -> Iterator[Page | Unread]:
        """The pages at addresses, in that order, each with the requested address as its name and `Page.url`."""
