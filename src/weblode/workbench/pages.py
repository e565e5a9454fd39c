"""The pages opened in the workbench, each stored unchanged under an id made from a hash of its bytes.

pages/ID.html      the bytes
pages/ID.json      {"name", "url", "charset", "title", "opened"}
pages/ID.sheets    {node of the link: style sheet}, as JSON; if it has some
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from weblode.caches import regex
from weblode.errors import SourceError
from weblode.files import NOT_A_FILE, is_special, open_file, read_file, replace_file
from weblode.limits import Limits
from weblode.pages.html import parse
from weblode.pages.page import Page, Unread
from weblode.sources.arguments import ADDRESS, pages
from weblode.tags import NUMBERS
from weblode.tree import Tree
from weblode.workbench import rendering
from weblode.workbench.recent import Recent

_ID = regex(r"[0-9a-f]{16}")
_TREES = 256 * 2**20  # bytes of the cached trees
_RENDERED = 64 * 2**20  # bytes of the cached pages as HTML
_RECENT = 50  # pages in the list of recent ones


@dataclass(frozen=True)
class Opened:
    """The description of an opened page."""

    id: str
    name: str
    url: str | None
    charset: str | None
    title: str
    opened: str  # when, ISO 8601
    size: int

    def as_dict(self) -> dict[str, object]:
        """The description for a view."""
        return {name: getattr(self, name) for name in ("id", "name", "url", "title", "opened", "size")}


class Pages:
    """The pages in a folder; the trees and the HTML of those used last are cached."""

    def __init__(self, folder: Path, limits: Limits) -> None:
        self._folder, self.limits = folder, limits
        self._trees = Recent[Tree](_TREES)
        self._rendered = Recent[str](_RENDERED)

    def add(self, page: Page, sheets: Callable[[Tree], Mapping[int, str]] = lambda _: {}) -> Opened:
        """Store a page and return its description; `sheets` returns the style sheets for its tree.

        Raises LimitError if it cannot be parsed.
        """
        key = json.dumps([page.url, page.charset]).encode() + b"\n" + page.data
        id_ = hashlib.sha256(key).hexdigest()[:16]
        with suppress(SourceError):  # not stored yet, or damaged
            return self.get(id_)
        tree = self._parse(page)
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
        """The description of an opened page. Raises SourceError if there is none of that id."""
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
        return self._trees.get(id_, lambda: self._parse(self._page(about)))

    def render(self, id_: str) -> str:
        """An opened page as HTML for a frame, see `shown`."""
        about = self.get(id_)
        return self._rendered.get(id_, lambda: self._render(about))

    def _render(self, about: Opened) -> str:
        with open_file(self._bytes(about.id)) as stream:
            kind = rendering.doctype(stream.read(rendering.BEGINNING))
        sheets = json.loads(read_file(self._sheets(about.id))) if self._sheets(about.id).is_file() else {}
        return rendering.html(self.tree(about.id), doctype=kind, sheets={int(u): sheet for u, sheet in sheets.items()})

    def recent(self) -> list[Opened]:
        """The pages opened last, the latest first."""
        files = sorted(self._folder.glob("*.json"), key=lambda path: (-path.stat().st_mtime, path.name))
        recent = []
        for path in files[:_RECENT]:
            with suppress(SourceError):  # damaged: opening it again repairs it
                recent.append(self.get(path.stem))
        return recent

    def _page(self, about: Opened) -> Page:
        return Page(about.name, read_file(self._bytes(about.id)), about.url, about.charset)

    def _parse(self, page: Page) -> Tree:
        return parse(page.data, page=page.name, url=page.url, charset=page.charset, limits=self.limits)

    def _about(self, id_: str) -> Path:
        return self._folder / f"{id_}.json"

    def _sheets(self, id_: str) -> Path:
        return self._folder / f"{id_}.sheets"

    def _bytes(self, id_: str) -> Path:
        return self._folder / f"{id_}.html"


def title(tree: Tree) -> str:
    """The title of a page, "" if it has none."""
    node = next((u for u in range(len(tree)) if tree.tag[u] == NUMBERS["title"]), None)
    return "" if node is None else " ".join(tree.text(node).split())[:200]


def _write(path: Path, about: dict[Any, Any]) -> None:
    replace_file(path, json.dumps(about).encode())


def fetch_page(address: str, limits: Limits) -> Page:
    """The page at an address. Raises SourceError or LimitError."""
    if not ADDRESS.match(address):
        raise SourceError(f"{address!r} is not an address; it begins with http:// or https://")
    return _only(pages([address], limits=limits), address)


def read_page(folder: Path, path: str, limits: Limits) -> Page:
    """The page in a file, by its path relative to a folder. Raises SourceError if it is not in the folder."""
    inside = folder.resolve()
    try:
        full = (inside / path).resolve()
    except (OSError, ValueError, RuntimeError):  # the name is too long or has a NUL, or links form a circle
        full = inside
    if not full.is_relative_to(inside) or full == inside:
        raise SourceError(f"{path!r} is not in {folder}: the workbench opens only files of its folder")
    if is_special(full):
        raise SourceError(f"{path!r} {NOT_A_FILE}: the workbench opens only regular files")
    source = _only(pages([str(full)], limits=limits), path)
    return Page(path, source.data, source.url, source.charset)


def _only(candidates: Iterator[Page | Unread], name: str) -> Page:
    """The only page. Raises SourceError if there is none, or several."""
    first = next(candidates, None)
    if isinstance(first, Unread):
        raise first.error
    if first is None or next(candidates, None) is not None:
        raise SourceError(f"{name}: holds {'no page' if first is None else 'several pages'}; name a single page")
    return first
