"""The site of a page, given the sites of an ontology and their home pages."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping

from weblode.ontology import Witness
from weblode.pages import links

_WEB = ("http://", "https://")


class Homes:
    """The sites and their home pages, to tell which site a page belongs to.

    >>> homes = Homes({"bbc.co.uk": "https://bbc.co.uk/", "gazette": "papers/gazette/index.html"})
    >>> [homes.site(page) for page in ("https://news.bbc.co.uk/a", "papers/gazette/world/asia.html", "papers/b.html")]
    ['bbc.co.uk', 'gazette', '']
    """

    def __init__(self, sites: Mapping[str, str]) -> None:
        self._sites = sites
        self._folders: dict[str, str] = {}
        for site, home in sites.items():
            if not home.startswith(_WEB):
                folder = os.path.dirname(os.path.normpath(home))
                self._folders[folder] = "" if folder in self._folders else site  # two sites share the folder: not known

    def site(self, address: str) -> str:
        """The site of a page, "" if it is not known.

        An address on the web belongs to its registrable domain, or to the site whose name is in its host name, as in a
        crawl. A saved page belongs to the site whose home page is in its folder, or in the nearest folder around it.
        """
        if address.startswith(_WEB):
            domain = links.site(address)
            branded = () if domain in self._sites else (one for one in self._sites if links.has_site_name(address, one))
            return next(iter(branded), domain)
        folder, inner = os.path.dirname(os.path.normpath(address)), None
        while folder not in self._folders and folder != inner:
            folder, inner = os.path.dirname(folder), folder
        return self._folders.get(folder, "")

    def divide(self, witnesses: Iterable[Witness], sites: Iterable[str]) -> tuple[list[Witness], list[Witness]]:
        """The witnesses on pages of other sites, and those on pages of these sites."""
        stay: list[Witness] = []
        go: list[Witness] = []
        for witness in witnesses:
            (go if self.site(witness.url or witness.page) in sites else stay).append(witness)
        return stay, go
