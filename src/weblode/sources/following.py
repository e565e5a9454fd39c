"""Walks along lists that go on over several pages: from a page to the one that follows it, and so on.

Pages come from the web, politely (`crawl`), or from the same folder, archive or files. A walk ends at a page without a
following one, at one that was read before (session ids aside), at one with the same text as another, and at a bound.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace

from weblode.errors import SourceError
from weblode.pages.links import join_base
from weblode.pages.page import Page, Unread
from weblode.pages.web import Web
from weblode.sources.arguments import ADDRESS, pages, path_and_url
from weblode.sources.choice import open_web
from weblode.sources.crawl import DEFAULT, Crawl, CrawlOptions
from weblode.sources.reading import page_tree
from weblode.terminal import printable
from weblode.tree import Tree

ALL = 1000  # pages of a list, if all are asked for


@dataclass(frozen=True)
class WalkOptions:
    """How far to go along a list, and how to fetch."""

    most: int = ALL  # pages of a list, the first one among them
    directory: str = ""  # for pages from the web: those that are there already are not fetched again
    crawl: CrawlOptions = DEFAULT
    xml: bool = False


class ListWalk:
    """The pages of sources, each followed by the further pages of its list.

    `following` gives the link to the page after a page, as the page writes it, or None. `key` is what two addresses of
    one page of a list share; a page of a source is left out only if its very address was read before. `tell` is called
    with the reason why a list was left before its end.
    """

    def __init__(
        self,
        sources: Sequence[str],
        following: Callable[[Tree], str | None],
        *,
        options: WalkOptions,
        key: Callable[[str], object] = str,
        tell: Callable[[str], None] = lambda _: None,
    ) -> None:
        self._sources, self._following, self.options = sources, following, options
        self._key, self._tell = key, tell
        self._read: set[str] = set()  # the addresses of all pages that were read
        self._keys: set[object] = set()  # those of the pages of a list
        self._texts: dict[bytes, str] = {}  # the pages of a list by their text
        self._ended = False
        self.number = 0  # of the page in its list, from 1

    def end(self, reason: str) -> None:
        """End the list after the page that came last, and say why."""
        self._ended = True
        self._tell(reason)

    def __iter__(self) -> Iterator[Tree | Unread]:
        """The trees of all pages, list by list; an Unread for a page that cannot be read."""
        for source in self._sources:
            with ExitStack() as stack:
                web = self._web(source, stack)
                for page in self._starts(source, web):
                    address = self._address(source, page)
                    if isinstance(page, Unread):
                        yield page
                    elif address not in self._read:
                        yield from self._list(page, address, web)

    def _web(self, source: str, stack: ExitStack) -> Web | None:
        """The source of the pages that follow; None if the links of a page lead nowhere."""
        files = [each for each in self._sources if path_and_url(each)[1] is not None]
        homes = [source, *files] if source in files else [source]
        try:
            web = open_web(list(dict.fromkeys(homes)), self.options.directory, self.options.crawl, retry=True)
            return stack.enter_context(web)
        except SourceError:  # such as standard input
            return None

    def _starts(self, source: str, web: Web | None) -> Iterator[Page | Unread]:
        """The pages of a source."""
        if web is not None and ADDRESS.match(source):
            return web.pages(web.homes(source))
        return pages([source], limits=self.options.crawl.limits, xml=self.options.xml)

    def _address(self, source: str, page: Page | Unread) -> str:
        """The address of a page by which its source knows it: for a saved page its path."""
        if ADDRESS.match(source) or (isinstance(page, Page) and page.url):
            return (page.url if isinstance(page, Page) else None) or page.name
        return os.path.normpath(page.name)

    def _list(self, start: Page, address: str, web: Web | None) -> Iterator[Tree | Unread]:
        """The pages of one list, from its first page."""
        self._texts.clear()
        self._keys.clear()
        self._ended, self.number = False, 0
        page: Page | Unread = start
        while True:
            self._keys.add(self._key(address))
            tree = page if isinstance(page, Unread) else page_tree(page, self.options.crawl.limits)
            if isinstance(tree, Tree) and (same := self._texts.setdefault(_digest(tree), tree.page)) != tree.page:
                self._tell(f"{tree.page}: has the text of {same}; the list ends before it")
                return
            self._read.add(address)
            self.number += 1
            yield tree
            if isinstance(tree, Unread) or self._ended or web is None:
                return
            following = self._after(tree, address, web)
            if following is None:
                return
            address, page = following, next(iter(web.pages([following])))
            if isinstance(page, Unread) and not isinstance(web, Crawl):
                self._tell(f"{tree.page}: the next page, {printable(address)}, is not here; the list ends")
                return
            page = _renamed(page, start, address)

    def _after(self, tree: Tree, address: str, web: Web) -> str | None:
        """The address of the page after a page; None if the list ends."""
        href = self._following(tree)
        if href is None:
            return None
        following = web.address(address, join_base(tree.base, href))
        if following is None or web.site(following) != web.site(address):
            return None
        if following in self._read or self._key(following) in self._keys:
            self._tell(f"{tree.page}: the next page, {printable(following)}, was read before; the list ends here")
            return None
        if self.number >= self.options.most:
            if self.options.most == ALL:
                self._tell(f"{tree.page}: stopped after {ALL:,} pages; --follow N reads more")
            return None
        return following


def _renamed(page: Page | Unread, start: Page, address: str) -> Page | Unread:
    """A page under the name that its source gives it: in an archive that of the archive and its address."""
    if isinstance(page, Unread) or ADDRESS.match(start.name):
        return page
    if not ADDRESS.match(address):
        return replace(page, url=None)  # a path
    archive, mark, _ = start.name.partition("#")
    return replace(page, name=f"{archive}#{address}") if mark else page


def _digest(tree: Tree) -> bytes:
    """What two pages with the same text share."""
    return hashlib.sha256(tree.text(0, len(tree)).encode()).digest()
