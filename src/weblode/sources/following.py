"""Walks along lists that go on over several pages: from a page to the one that follows it, and so on.

Pages come from the web, politely (`crawl`), or from the same folder, archive or files. A walk ends at a page without a
following one, at one that was read before (session ids aside), at one with the same text as another, and at a bound.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from typing import Generic, Protocol, TypeVar

from weblode.errors import SourceError
from weblode.limits import Limits
from weblode.pages.links import join_base
from weblode.pages.page import Page, Unread
from weblode.pages.web import Web
from weblode.sources.arguments import ADDRESS, pages, path_and_url
from weblode.sources.choice import open_web
from weblode.sources.crawl import DEFAULT, Crawl, CrawlOptions
from weblode.sources.reading import page_tree
from weblode.sources.recorded import Recorded
from weblode.terminal import printable
from weblode.tree import Tree

ALL = 1000  # pages of a list, if all are asked for


class PageOfList(Protocol):
    """A page of a list, as far as a walk must know it."""

    @property
    def page(self) -> str:
        """Its name."""


Read = TypeVar("Read", bound=PageOfList)


class ListReader(Protocol[Read]):
    """What a walk asks of the pages of a list."""

    def read(self, page: Page) -> Read | Unread:
        """What is read from a page; an Unread if that cannot be done."""

    def digest(self, page: Read) -> bytes:
        """What two pages with the same text share."""

    def following(self, page: Read) -> str | None:
        """The link to the page after a page, joined to its base; None if there is none."""


class TreeReader:
    """Reads the pages of a list as trees; `link` gives the link to the page after a page, as the page writes it."""

    def __init__(self, link: Callable[[Tree], str | None], limits: Limits) -> None:
        self._link, self._limits = link, limits

    def read(self, page: Page) -> Tree | Unread:
        """The tree of a page."""
        return page_tree(page, self._limits)

    def digest(self, page: Tree) -> bytes:
        """What two pages with the same text share."""
        return text_digest(page)

    def following(self, page: Tree) -> str | None:
        """The link to the page after a page, joined to its base."""
        href = self._link(page)
        return None if href is None else join_base(page.base, href)


@dataclass(frozen=True)
class WalkOptions:
    """How far to go along a list, and how to fetch."""

    most: int = ALL  # pages of a list, the first one among them
    directory: str = ""  # for pages from the web: those that are there already are not fetched again
    crawl: CrawlOptions = DEFAULT
    xml: bool = False
    replay: str = ""  # an archive that has the pages of all addresses, instead of the web
    progress: Callable[[str], None] = lambda _: None  # called with how far a crawl is


class ListWalk(Generic[Read]):
    """The pages of sources, each followed by the further pages of its list.

    `reader` reads them. `key` is what two addresses of one page of a list share; a page of a source is left out only if
    its very address was read before. `tell` is called with the reason why a list was left before its end.
    """

    def __init__(
        self,
        sources: Sequence[str],
        reader: ListReader[Read],
        *,
        options: WalkOptions,
        key: Callable[[str], object] = str,
        tell: Callable[[str], None] = lambda _: None,
    ) -> None:
        self._sources, self._reader, self.options = sources, reader, options
        self._key, self._tell = key, tell
        self._read: set[str] = set()  # the addresses of all pages that were read
        self._keys: set[object] = set()  # those of the pages of a list
        self._texts: dict[bytes, str] = {}  # the pages of a list by their text
        self._ended = False
        self.cut = False  # whether a list was left though a link leads on: at a bound, or as the page is not here
        self.number = 0  # of the page in its list, from 1
        self.source = self.address = ""  # those of the page that came last
        self.web: Web | None = None  # where its links lead to

    def end(self, reason: str) -> None:
        """End the list after the page that came last, and say why."""
        self._ended = True
        self._tell(reason)

    def __iter__(self) -> Iterator[Read | Unread]:
        """What was read from all pages, list by list; an Unread for a page that cannot be read."""
        for source in self._sources:
            self.source = source
            with self.open_source(source) as web:
                self.web = web
                for page in self._starts(source, web):
                    address = self._address(source, page)
                    if isinstance(page, Unread):
                        self.address, self.number = address, 1
                        yield page
                    elif address not in self._read:
                        yield from self._list(page, address, web)

    @contextmanager
    def open_source(self, source: str) -> Iterator[Web | None]:
        """The source of the pages that the links of a source's pages lead to; None if they lead nowhere."""
        if self.options.replay and ADDRESS.match(source):
            yield Recorded(self.options.replay, self.options.crawl.limits)
            return
        files = [each for each in self._sources if path_and_url(each)[1] is not None]
        homes = [source, *files] if source in files else [source]
        with ExitStack() as stack:
            try:
                unique = list(dict.fromkeys(homes))
                web = stack.enter_context(
                    open_web(
                        unique,
                        self.options.directory,
                        self.options.crawl,
                        retry=True,
                        tell=self.options.progress,
                    )
                )
            except SourceError:  # such as standard input
                web = None
            yield web

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

    def _list(self, start: Page, address: str, web: Web | None) -> Iterator[Read | Unread]:
        """The pages of one list, from its first page."""
        self._texts.clear()
        self._keys.clear()
        self._ended, self.number = False, 0
        page: Page | Unread = start
        while True:
            self._keys.add(self._key(address))
            result = page if isinstance(page, Unread) else self._reader.read(page)
            if not isinstance(result, Unread):
                same = self._texts.setdefault(self._reader.digest(result), result.page)
                if same != result.page:
                    self._tell(f"{result.page}: has the text of {same}; the list ends before it")
                    return
            self._read.add(address)
            self.number += 1
            self.address = address
            yield result
            if isinstance(result, Unread) or self._ended or web is None:
                return
            following = self._after(result, address, web)
            if following is None:
                return
            address, page = following, next(iter(web.pages([following])))
            if isinstance(page, Unread) and not isinstance(web, Crawl) and not self.options.replay:
                self._tell(f"{result.page}: the next page, {printable(address)}, is not here; the list ends")
                self.cut = True
                return
            page = _renamed(page, start, address)

    def _after(self, result: Read, address: str, web: Web) -> str | None:
        """The address of the page after a page; None if the list ends."""
        href = self._reader.following(result)
        if href is None:
            return None
        following = web.address(address, href)
        if following is None or web.site(following) != web.site(address):
            return None
        if following in self._read or self._key(following) in self._keys:
            self._tell(f"{result.page}: the next page, {printable(following)}, was read before; the list ends here")
            return None
        if self.number >= self.options.most:
            self.cut = True
            if self.options.most == ALL:
                self._tell(f"{result.page}: stopped after {ALL:,} pages; --follow N reads more")
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


def text_digest(tree: Tree) -> bytes:
    """What two pages with the same text share."""
    return hashlib.sha256(tree.text(0, len(tree)).encode()).digest()
