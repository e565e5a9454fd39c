"""Chooses the source of pages (`Web`) for the home pages that a user named."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache

from weblode.errors import SourceError
from weblode.pages.links import normalise, site
from weblode.pages.page import Page, Unread, printable
from weblode.pages.web import Web
from weblode.sources.archives import ARCHIVE_SUFFIXES
from weblode.sources.arguments import ADDRESS, pages, path_and_url
from weblode.sources.crawl import DEFAULT, Crawl, CrawlOptions
from weblode.sources.offline import Offline
from weblode.sources.recorded import Recorded
from weblode.sources.saved import Saved

NO_PAGE = "no page is there: name an address, a file, or a folder with an index.html"


def web(
    homes: Sequence[str],
    directory: str | os.PathLike[str] | None = None,
    options: CrawlOptions = DEFAULT,
    *,
    retry: bool = False,
    tell: Callable[[str], None] = lambda _: None,
) -> Web:
    """The source of pages for home pages: addresses, folders, files in folders, archives, FILE=URL.

    `web.homes(home)` has the addresses of a home's pages. Addresses are crawled into the directory. The links of a
    file or folder lead to the pages saved in the same folder, those of an archive to the pages recorded there, and
    those of FILE=URL nowhere unless its folder is named as well. Raises SourceError for a home that is none of these.
    `tell` is called with messages about the progress of a crawl.
    """
    kinds = {home: _kind(home) for home in homes}
    if directory is None and "live" in kinds.values():
        raise SourceError("a crawl needs a directory for its pages: name one")
    file_urls = {home: path_and_url(home) for home, kind in kinds.items() if kind == "file=url"}
    addresses = {path: url for path, url in file_urls.values() if url}
    folders = dict.fromkeys(_folder(home) for home, kind in kinds.items() if kind == "saved")
    saved = {folder: Saved(folder, addresses, options.limits) for folder in folders}
    alone = [home for home, (path, _) in file_urls.items() if _folder(path) not in saved]
    offline = Offline(pages(alone, limits=options.limits))

    @cache
    def crawl() -> Web:  # made only for an address: it needs scrapy
        return Crawl(directory or "", options, retry=retry, tell=tell)

    def source(home: str, kind: str) -> Web:
        if kind == "recorded":
            return Recorded(home, options.limits)
        if kind == "live":
            return crawl()
        return offline if home in alone else saved[_folder(path_and_url(home)[0])]

    sources = {home: source(home, kind) for home, kind in kinds.items()}
    return next(iter(sources.values())) if len(set(map(id, sources.values()))) == 1 else Joined(sources)


@contextmanager
def open_web(
    homes: Sequence[str],
    directory: str | os.PathLike[str] | None = None,
    options: CrawlOptions = DEFAULT,
    *,
    retry: bool = False,
    tell: Callable[[str], None] = lambda _: None,
) -> Iterator[Web]:
    """A context manager for the source that `web` chooses; on exit a crawl is stopped and its folder unlocked."""
    source = web(homes, directory, options, retry=retry, tell=tell)
    try:
        yield source
    finally:
        if isinstance(source, Crawl | Joined):
            source.close()


def only_file_urls(homes: Iterable[str]) -> bool:
    """Whether all homes are FILE=URL, so that no link can be followed."""
    return all(_kind(home) == "file=url" for home in homes)


def sites(homes: Iterable[str]) -> tuple[str, ...]:
    """The sites of the homes on the web, for the `CrawlOptions.scope` of a crawl from them."""
    return tuple(dict.fromkeys(site(home) for home in homes if _kind(home) == "live"))


def check_homes(homes: Sequence[str]) -> None:
    """Raise SourceError if `web` does not know what a home is, or if none of the homes has a page."""
    bare = [home for home in homes if _kind(home) == "saved" and not Saved(_folder(home)).homes(home)]
    if bare and len(bare) == len(homes):
        raise SourceError(f"{printable(bare[0])}: {NO_PAGE}")


def _kind(home: str) -> str:
    """What a home is: "live" (an address), "saved" (a file or folder), "recorded" (an archive) or "file=url"."""
    path, url = path_and_url(home)
    if url is None and ADDRESS.match(home):
        if not normalise(home):
            raise SourceError(f"{printable(home)}: not the address of a page; it begins with http:// or https://")
        return "live"
    if url is not None and os.path.isdir(path):
        raise SourceError(f"{printable(home)}: a folder has no single address; name it alone, or a file in it")
    if os.path.isdir(path):
        return "saved"
    if url is not None and (path == "-" or os.path.exists(path)):
        return "file=url"
    if not os.path.isfile(path):
        raise SourceError(f"{printable(home)}: no such file or folder; an address begins with http:// or https://")
    return "recorded" if path.lower().endswith(ARCHIVE_SUFFIXES) else "saved"


def _folder(path: str) -> str:
    """The path if it is a folder, else the folder of the file."""
    return os.path.normpath(path if os.path.isdir(path) else os.path.dirname(path) or ".")


class Joined:
    """Several sources of pages as one `Web`; the links of a page are resolved by the source that it came from."""

    def __init__(self, sources: Mapping[str, Web]) -> None:
        self._sources = sources  # by home page, as the user named it
        self._owners: dict[str, Web] = {}

    def close(self) -> None:
        """Stop the crawl, if one of the sources is a crawl."""
        for source in self._sources.values():
            if isinstance(source, Crawl):
                source.close()

    def homes(self, source: str) -> list[str]:
        """The addresses of the home pages of a source."""
        owner = self._sources.get(source)
        homes = owner.homes(source) if owner else []
        for address in homes:
            self._owners.setdefault(address, self._sources[source])
        return homes

    def address(self, base: str, href: str) -> str | None:
        """Where a link leads to."""
        source = self._owner(base)
        address = source.address(base, href)
        if address is not None:
            self._owners.setdefault(address, source)
        return address

    def site(self, address: str) -> str:
        """The site of an address in its source."""
        return self._owner(address).site(address)

    def canonical(self, address: str) -> str | None:
        """The address on the web of a page in its source."""
        return self._owner(address).canonical(address)

    def pages(self, addresses: Iterable[str]) -> Iterator[Page | Unread]:
        """The pages at addresses, in that order; all addresses of a source are requested at once."""
        owned = [(address, self._owner(address)) for address in addresses]
        requests: dict[int, list[str]] = {}
        for address, owner in owned:
            requests.setdefault(id(owner), []).append(address)
        answers = {id(owner): owner.pages(requests[id(owner)]) for _, owner in owned}
        for _, owner in owned:
            yield next(answers[id(owner)])

    def _owner(self, address: str) -> Web:
        """The source that an address came from, else that of the first home."""
        return self._owners.get(address) or next(iter(self._sources.values()))
