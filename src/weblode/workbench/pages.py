"""The pages that were opened in the workbench, each kept as it came, under a name made of its bytes.

pages/ID.html      the bytes
pages/ID.json      {"name", "url", "charset", "title", "opened"}
pages/ID.sheets    {node of the link: style sheet}, as JSON; if it has some
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from weblode.errors import SourceError
from weblode.files import NOT_A_FILE, is_special, open_file, read_file, replace_file
from weblode.limits import Limits
from weblode.pages.html import parse
from weblode.pages.page import Page, Unread
from weblode.sources.named import ADDRESS, pages
from weblode.tags import NUMBERS
from weblode.tree import Tree
from weblode.workbench import shown
from weblode.workbench.recent import Recent

_ID = re.compile(r"[0-9a-f]{16}")
_TREES = 256 * 2**20  # bytes of the trees that are kept
_SHOWN = 64 * 2**20  # and of pages to look at
_RECENT = 50


@dataclass(frozen=True)
class Opened:
    """A page that was opened: what is known of it."""

    id: str
    name: str
    url: str | None
    charset: str | None
    title: str
    opened: str  # when, ISO 8601
    size: int

    def as_dict(self) -> dict[str, object]:
        """What a view tells of it."""
        return {name: getattr(self, name) for name in ("id", "name", "url", "title", "opened", "size")}


class Pages:
    """The pages in a folder, and the trees of those that were looked at last."""

    def __init__(self, folder: Path, limits: Limits) -> None:
        self._folder, self.limits = folder, limits
        self._trees = Recent[Tree](_TREES)
        self._shown = Recent[str](_SHOWN)

    def add(self, page: Page, sheets: Callable[[Tree], Mapping[int, str]] = lambda _: {}) -> Opened:
        """The page, now among the opened ones, with the style sheets that its tree names, as `sheets` has them.

        Raises LimitError if it cannot be parsed.
        """
        key = json.dumps([page.url, page.charset]).encode() + b"\n" + page.data
        id_ = hashlib.sha256(key).hexdigest()[:16]
        with suppress(SourceError):  # it is not there, or damaged
            return self.get(id_)
        tree = self._parsed(page)
        about = {
            "name": page.name,
            "url": page.url,
            "charset": page.charset,
            "title": title(tree) or page.name,
            "opened": datetime.now(UTC).isoformat(timespec="seconds"),
        }
        self._folder.mkdir(parents=True, exist_ok=True)
        replace_file(self._bytes(id_), page.data)
        if styles := dict(sheets(tree)):
            _write(self._sheets(id_), styles)
        _write(self._about(id_), about)
        self._trees.get(id_, lambda: tree)
        return self.get(id_)

    def get(self, id_: str) -> Opened:
        """What is known of an opened page. Raises SourceError if there is none of that name."""
        try:
            if not _ID.fullmatch(id_):
                raise ValueError(id_)
            about = json.loads(read_file(self._about(id_)))
            return Opened(id_, size=self._bytes(id_).stat().st_size, **about)
        except (OSError, ValueError, TypeError) as error:
            raise SourceError(f"no page {id_!r} was opened here; open it again") from error

    def tree(self, id_: str) -> Tree:
        """The tree of an opened page."""
        about = self.get(id_)
        return self._trees.get(id_, lambda: self._parsed(self._page(about)))

    def shown(self, id_: str) -> str:
        """The page as HTML to look at."""
        about = self.get(id_)
        return self._shown.get(id_, lambda: self._html(about))

    def _html(self, about: Opened) -> str:
        with open_file(self._bytes(about.id)) as stream:
            kind = shown.doctype(stream.read(shown.BEGINNING))
        sheets = json.loads(read_file(self._sheets(about.id))) if self._sheets(about.id).is_file() else {}
        return shown.html(self.tree(about.id), doctype=kind, sheets={int(u): sheet for u, sheet in sheets.items()})

    def recent(self) -> list[Opened]:
        """The pages that were opened last, the latest first."""
        files = sorted(self._folder.glob("*.json"), key=lambda path: (-path.stat().st_mtime, path.name))
        found = []
        for path in files[:_RECENT]:
            with suppress(SourceError):  # damaged: opened again, it is whole
                found.append(self.get(path.stem))
        return found

    def _page(self, about: Opened) -> Page:
        return Page(about.name, read_file(self._bytes(about.id)), about.url, about.charset)

    def _parsed(self, page: Page) -> Tree:
        return parse(page.data, page=page.name, url=page.url, charset=page.charset, limits=self.limits)

    def _about(self, id_: str) -> Path:
        return self._folder / f"{id_}.json"

    def _sheets(self, id_: str) -> Path:
        return self._folder / f"{id_}.sheets"

    def _bytes(self, id_: str) -> Path:
        return self._folder / f"{id_}.html"


def title(tree: Tree) -> str:
    """The title of a page, "" if it has none."""
    found = next((u for u in range(len(tree)) if tree.tag[u] == NUMBERS["title"]), None)
    return "" if found is None else " ".join(tree.text(found).split())[:200]


def _write(path: Path, about: dict[Any, Any]) -> None:
    replace_file(path, json.dumps(about).encode())


def fetched(address: str, limits: Limits) -> Page:
    """The page at an address. Raises SourceError or LimitError."""
    if not ADDRESS.match(address):
        raise SourceError(f"{address!r} is not an address; it begins with http:// or https://")
    return _only(pages([address], limits=limits), address)


def within(folder: Path, path: str, limits: Limits) -> Page:
    """The page in a file of a folder, named by its path from there. Raises SourceError if it is not in the folder."""
    inside = folder.resolve()
    try:
        full = (inside / path).resolve()
    except (OSError, ValueError, RuntimeError):  # too long a name, NUL in it, links in a circle
        full = inside
    if not full.is_relative_to(inside) or full == inside:
        raise SourceError(f"{path!r} is not in {folder}: the workbench opens files of its folder only")
    if is_special(full):
        raise SourceError(f"{path!r} {NOT_A_FILE}: the workbench opens files only")
    found = _only(pages([str(full)], limits=limits), path)
    return Page(path, found.data, found.url, found.charset)


def _only(found: Iterator[Page | Unread], name: str) -> Page:
    """The page, if it is the only one. Raises SourceError."""
    first = next(found, None)
    if isinstance(first, Unread):
        raise first.error
    if first is None or next(found, None) is not None:
        raise SourceError(f"{name}: holds {'no page' if first is None else 'several pages'}; name a single page")
    return first
