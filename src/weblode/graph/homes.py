"""The site of a page, by what an ontology knows: its sites and their home pages."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping

from weblode.ontology import Witness
from weblode.pages import links

_WEB = ("http://", "https://")


class Homes:
    """The home pages by their sites, to ask which site another page is of.

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
                self._folders[folder] = "" if folder in self._folders else site  # of two sites in a folder: no telling

    def site(self, address: str) -> str:
        """The site of a page, "" if it cannot be told.

        An address on the web has its registrable domain, or the site whose name its host bears, as a crawl has it. A
        saved page is of the site whose home page is in its folder, or in the nearest one around that.
        """
        if address.startswith(_WEB):
            found = links.site(address)
            bearing = () if found in self._sites else (one for one in self._sites if links.has_site_name(address, one))
            return next(iter(bearing), found)
        folder, inner = os.path.dirname(os.path.normpath(address)), None
        while folder not in self._folders and folder != inner:
            folder, inner = os.path.dirname(folder), folder
        return self._folders.get(folder, "")

    def divided(self, witnesses: Iterable[Witness], sites: Iterable[str]) -> tuple[list[Witness], list[Witness]]:
        """The witnesses whose page is of none of the sites, and those whose page is of one."""
        stay: list[Witness] = []
        go: list[Witness] = []
        for witness in witnesses:
            (go if self.site(witness.url or witness.page) in sites else stay).append(witness)
        return stay, go
