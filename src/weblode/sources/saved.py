"""A folder of saved pages as an offline source of pages.

The address of a saved page is its path, beginning with the folder as it was named. A link leads to a saved page by its
relative path, or because the page declares the address that the link has: by `<link rel=canonical>`, else by `og:url`.
Such addresses are compared without scheme, "www." and a last "/"; a link's query may be missing in them, since in saved
links it is often mere tracking. Other links keep their address, and have no page. A page that declares no address
belongs to the site of most pages around it.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from html import unescape
from urllib.parse import unquote

from weblode import limits as bounds
from weblode.caches import regex
from weblode.errors import SourceError
from weblode.files import is_special, open_file
from weblode.limits import Limits
from weblode.pages import links
from weblode.pages.page import Page, Unread, unread_page
from weblode.sources.arguments import PAGE_SUFFIXES, pages, path_and_url
from weblode.values.addresses import file_key

HEAD = 65536  # bytes of a page in which its address is searched; of 443 real pages none has it later
INDEXES = ("index.html", "index.htm", "index.xhtml", "index.shtml", "home.html", "default.htm")

_TAG = regex(rb"<(?:link|meta)\s", re.IGNORECASE)
_WITH_HOST = regex(r"[a-z][a-z0-9+.-]*:|//", re.IGNORECASE)
_ATTRIBUTE = regex(r"(?<![a-z:-])([a-z:-]++)\s*+=\s*+(?:\"([^\"]*)\"|'([^']*)'|([^\s>\"']+))", re.IGNORECASE)


class Saved:
    """The pages below a folder, as a `Web`; `addresses` has, by path, addresses that are known otherwise."""

    def __init__(
        self,
        folder: str | os.PathLike[str],
        addresses: Mapping[str, str] | None = None,
        limits: Limits = bounds.DEFAULT,
    ) -> None:
        self._folder = os.path.normpath(os.fspath(folder))
        self._addresses = {os.path.normpath(path): url for path, url in (addresses or {}).items()}
        self._limits = limits

    def homes(self, source: str) -> list[str]:
        """The path of the home page of a source: a file, FILE=URL, or a folder with an index page."""
        path = self._by_address(source) if _is_live(source) else self._page_at(path_and_url(source)[0])
        return [path] if path else []

    def address(self, base: str, href: str) -> str | None:
        """The path of the saved page that a link leads to, else the link's own address on the web."""
        href = href.strip()
        if page := self._relative(base, href):
            return page
        own = self.canonical(base)
        live = links.resolve(own or "", href) if own or _WITH_HOST.match(href) else None
        return (live and self._by_address(live)) or live or self._missing(base, href)

    def site(self, address: str) -> str:
        """The registrable domain that a page, else most pages around it, declare; else the folder's name."""
        if live := self.canonical(address):
            return links.site(live)
        around = (self._sites[folder] for folder in self._above(os.path.normpath(address)) if folder in self._sites)
        return next(around, os.path.basename(os.path.abspath(self._folder)))

    def pages(self, addresses: Iterable[str]) -> Iterator[Page | Unread]:
        """The saved pages at addresses, in that order."""
        for address in addresses:
            path = self._by_address(address) if _is_live(address) else address
            if path is None or os.path.normpath(path) not in self._files:
                yield unread_page(address, SourceError(f"is not among the pages saved in {self._folder}"))
                continue
            page = next(iter(pages([path], limits=self._limits)))
            yield page if isinstance(page, Unread) else Page(address, page.data, address, page.charset)

    def canonical(self, address: str) -> str | None:
        """The address on the web of the page at a path; None if it is not known."""
        return address if _is_live(address) else self._canonical.get(os.path.normpath(address))

    @cached_property
    def _files(self) -> dict[str, None]:
        """The paths of all pages below the folder, sorted. Links to folders are not followed."""
        files = []
        for folder, inner, names in os.walk(self._folder):
            inner[:] = [name for name in inner if not name.startswith(".")]
            visible = (name for name in names if name.lower().endswith(PAGE_SUFFIXES) and not name.startswith("."))
            paths = (os.path.normpath(os.path.join(folder, name)) for name in visible)
            files += [path for path in paths if not is_special(path)]
        return dict.fromkeys(sorted(files))

    @cached_property
    def _canonical(self) -> dict[str, str]:
        addresses = ((path, self._addresses.get(path) or declared_address(path)) for path in self._files)
        return {path: address for path, address in addresses if address}

    @cached_property
    def _sites(self) -> dict[str, str]:
        """By folder the site that most pages below it declare; in a tie the first by path."""
        counts: dict[str, Counter[str]] = {}
        for path, address in self._canonical.items():
            for folder in self._above(path):
                counts.setdefault(folder, Counter())[links.site(address)] += 1
        return {folder: sites.most_common(1)[0][0] for folder, sites in counts.items()}

    def _above(self, path: str) -> Iterator[str]:
        """The folders that contain a path, from the nearest up to the folder of this source."""
        while path != self._folder and (folder := os.path.dirname(path) or ".") != path:
            yield folder
            path = folder

    @cached_property
    def _by_key(self) -> dict[str, str]:
        """The paths by the key of the page's address; of several copies the first."""
        paths: dict[str, str] = {}
        for path, address in self._canonical.items():
            paths.setdefault(file_key(address), path)
        return paths

    def _page_at(self, path: str) -> str | None:
        path = os.path.normpath(path)
        return path if path in self._files else self._index(path)

    def _index(self, folder: str) -> str | None:
        inner = (os.path.normpath(os.path.join(folder, name)) for name in INDEXES)
        return next((path for path in inner if path in self._files), None)

    def _relative(self, base: str, href: str) -> str | None:
        """The saved page that a link leads to by its path; None if there is none."""
        paths = self._paths(base, href)
        return next((path for path in paths if path in self._files), None) or (
            self._index(paths[-1]) if paths else None
        )

    def _paths(self, base: str, href: str) -> list[str]:
        """The paths that a link may mean: with its query, since "a?b" may be the name of a file, and without."""
        if _is_live(base) or _WITH_HOST.match(href):
            return []
        path = href.partition("#")[0]
        bare = path.partition("?")[0]
        if not bare:
            return [os.path.normpath(base)]
        folder = self._folder if path.startswith("/") else os.path.dirname(base)
        return [
            os.path.normpath(os.path.join(folder, unquote(name).lstrip("/"))) for name in dict.fromkeys((path, bare))
        ]

    def _missing(self, base: str, href: str) -> str | None:
        """The path that a page would have that was not saved; None if it is outside the folder or no page."""
        path = next(reversed(self._paths(base, href)), "")
        return path if path.startswith(self._folder + os.sep) and not path.lower().endswith(links.MEDIA) else None

    def _by_address(self, address: str) -> str | None:
        key = file_key(address)
        return self._by_key.get(key) or self._by_key.get(key.partition("?")[0].removesuffix("/"))


def _is_live(address: str) -> bool:
    return address.startswith(("http://", "https://"))


def declared_address(path: str) -> str | None:
    """The address that the page in a file declares: by its canonical link, else by `og:url`; None without one."""
    try:
        with open_file(path) as stream:
            head = stream.read(HEAD)
    except OSError:
        return None  # reading the page will report the error
    declared: dict[str, str] = {}
    for tag in _tags(head):
        attributes = {match[1].lower(): match[2] or match[3] or match[4] or "" for match in _ATTRIBUTE.finditer(tag)}
        if "canonical" in attributes.get("rel", "").lower().split():
            declared.setdefault("canonical", attributes.get("href", ""))
        elif "og:url" in (attributes.get("property"), attributes.get("name")):
            declared.setdefault("og:url", attributes.get("content", ""))
    urls = (links.normalise(unescape(declared[kind]).strip()) for kind in ("canonical", "og:url") if kind in declared)
    return next((url for url in urls if url), None)


def _tags(head: bytes) -> Iterator[str]:
    """The `link` and `meta` tags that may hold an address, in time linear in the length of the head."""
    position = 0
    while (start := _TAG.search(head, position)) and (position := head.find(b">", start.end())) >= 0:
        tag = head[start.start() : position].decode(errors="replace")
        if "canonical" in (lower := tag.lower()) or "og:url" in lower:
            yield tag
