"""A folder of saved pages as a source of pages that can be followed, offline.

The address of a saved page is its path, as the folder was named. A link leads to a saved page by its relative path, or
because the page says that it lives where the link points to: by `<link rel=canonical>`, else by `og:url`. Such
addresses are compared without scheme, "www." and a last "/"; a link's query may be missing in them, since saved links
often carry nothing but tracking in it. Other links keep the address they have, and have no page. A page that declares
nothing is of the site that most pages around it are of.
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
from weblode.errors import SourceError
from weblode.files import is_special, open_file
from weblode.limits import Limits
from weblode.pages import links
from weblode.pages.page import Page, Unread, unread_page
from weblode.sources.named import PAGE_SUFFIXES, pages, path_and_url

HEAD = 65536  # bytes of a page in which its address is looked for; of 443 real pages none has it later
INDEXES = ("index.html", "index.htm", "index.xhtml", "index.shtml", "home.html", "default.htm")

_TAG = re.compile(rb"<(?:link|meta)\s", re.IGNORECASE)
_WITH_HOST = re.compile(r"[a-z][a-z0-9+.-]*:|//", re.IGNORECASE)
_ATTRIBUTE = re.compile(r"(?<![a-z:-])([a-z:-]++)\s*+=\s*+(?:\"([^\"]*)\"|'([^']*)'|([^\s>\"']+))", re.IGNORECASE)


class Saved:
    """The pages below a folder, as a `Web`; `given` has the addresses of files where they are known otherwise."""

    def __init__(
        self, folder: str | os.PathLike[str], given: Mapping[str, str] | None = None, limits: Limits = bounds.DEFAULT
    ) -> None:
        self._folder = os.path.normpath(os.fspath(folder))
        self._given = {os.path.normpath(path): url for path, url in (given or {}).items()}
        self._limits = limits

    def homes(self, named: str) -> list[str]:
        """The path of the home page that a user named so: a file, FILE=URL, a folder with an index."""
        path = self._by_address(named) if _is_live(named) else self._page_at(path_and_url(named)[0])
        return [path] if path else []

    def address(self, base: str, href: str) -> str | None:
        """The path of the saved page that a link leads to, else the link's own address on the web."""
        href = href.strip()
        page = self._relative(base, href)
        live = links.resolve(self.canonical(base) or "", href)
        return page or (live and self._by_address(live)) or live or self._missing(base, href)

    def site(self, address: str) -> str:
        """The registrable domain of where a page lives, by itself or by the pages around it; else the folder's name."""
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
        """Where the page at a path lives on the web, None if that is not known."""
        return address if _is_live(address) else self._canonical.get(os.path.normpath(address))

    @cached_property
    def _files(self) -> dict[str, None]:
        """The paths of all pages below the folder, sorted. Links to folders are not followed."""
        found = []
        for folder, inner, names in os.walk(self._folder):
            inner[:] = [name for name in inner if not name.startswith(".")]
            shown = (name for name in names if name.lower().endswith(PAGE_SUFFIXES) and not name.startswith("."))
            paths = (os.path.normpath(os.path.join(folder, name)) for name in shown)
            found += [path for path in paths if not is_special(path)]
        return dict.fromkeys(sorted(found))

    @cached_property
    def _canonical(self) -> dict[str, str]:
        known = ((path, self._given.get(path) or declared_address(path)) for path in self._files)
        return {path: address for path, address in known if address}

    @cached_property
    def _sites(self) -> dict[str, str]:
        """By folder the site that most pages below it say they are of; of equals the first by path."""
        counts: dict[str, Counter[str]] = {}
        for path, address in self._canonical.items():
            for folder in self._above(path):
                counts.setdefault(folder, Counter())[links.site(address)] += 1
        return {folder: found.most_common(1)[0][0] for folder, found in counts.items()}

    def _above(self, path: str) -> Iterator[str]:
        """The folders that a path is in, from the nearest up to ours."""
        while path != self._folder and (folder := os.path.dirname(path) or ".") != path:
            yield folder
            path = folder

    @cached_property
    def _by_key(self) -> dict[str, str]:
        """The paths by where their pages live; of several copies the first."""
        found: dict[str, str] = {}
        for path, address in self._canonical.items():
            found.setdefault(_key(address), path)
        return found

    def _page_at(self, path: str) -> str | None:
        path = os.path.normpath(path)
        return path if path in self._files else self._index(path)

    def _index(self, folder: str) -> str | None:
        inner = (os.path.normpath(os.path.join(folder, name)) for name in INDEXES)
        return next((path for path in inner if path in self._files), None)

    def _relative(self, base: str, href: str) -> str | None:
        """The page that a link leads to by its path."""
        paths = self._paths(base, href)
        return next((path for path in paths if path in self._files), None) or (
            self._index(paths[-1]) if paths else None
        )

    def _paths(self, base: str, href: str) -> list[str]:
        """The paths that a link may mean: with its query, as "a?b" may be saved under that name, and without."""
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
        """The path of a page that was not saved, None if it would be outside of the folder or is no page."""
        path = next(reversed(self._paths(base, href)), "")
        return path if path.startswith(self._folder + os.sep) and not path.lower().endswith(links.MEDIA) else None

    def _by_address(self, address: str) -> str | None:
        key = _key(address)
        return self._by_key.get(key) or self._by_key.get(key.partition("?")[0].removesuffix("/"))


def _is_live(address: str) -> bool:
    return address.startswith(("http://", "https://"))


def _key(address: str) -> str:
    """What two addresses of one page have in common."""
    path, mark, query = address.partition("://")[2].removeprefix("www.").partition("?")
    return path.removesuffix("/") + mark + query


def declared_address(path: str) -> str | None:
    """Where the page in a file says that it lives: by its canonical link, else by `og:url`; None if it does not."""
    try:
        with open_file(path) as stream:
            head = stream.read(HEAD)
    except OSError:
        return None  # reading it will say why
    found: dict[str, str] = {}
    for tag in _tags(head):
        attributes = {match[1].lower(): match[2] or match[3] or match[4] or "" for match in _ATTRIBUTE.finditer(tag)}
        if "canonical" in attributes.get("rel", "").lower().split():
            found.setdefault("canonical", attributes.get("href", ""))
        elif "og:url" in (attributes.get("property"), attributes.get("name")):
            found.setdefault("og:url", attributes.get("content", ""))
    urls = (links.normalise(unescape(found[kind]).strip()) for kind in ("canonical", "og:url") if kind in found)
    return next((url for url in urls if url), None)


def _tags(head: bytes) -> Iterator[str]:
    """The `link` and `meta` tags that may hold an address, in time linear in the length of the head."""
    position = 0
    while (start := _TAG.search(head, position)) and (position := head.find(b">", start.end())) >= 0:
        tag = head[start.start() : position].decode(errors="replace")
        if "canonical" in (lower := tag.lower()) or "og:url" in lower:
            yield tag
