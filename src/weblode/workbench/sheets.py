"""The style sheets that a page links to, fetched when it is opened and stored with it; a shown page loads nothing.

What the sheets refer to (`@import`, `url()`) is not fetched. A sheet that cannot be fetched is left out, which changes
only how the page looks.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import numpy as np

from weblode.errors import WeblodeError
from weblode.files import read_file
from weblode.limits import Limits
from weblode.sources.fetch import Fetcher
from weblode.tags import NUMBERS
from weblode.tree import Tree

_MOST = 20  # sheets of a page
_SIZE = 2**20  # bytes of a sheet
_SECONDS = 10.0  # for all of them


def no_sheets(_: Tree) -> dict[int, str]:
    """No sheets, for pages that are pasted or uploaded."""
    return {}


def fetch_sheets(tree: Tree, limits: Limits) -> dict[int, str]:
    """The sheets of a page from the web, by the node of the link."""
    base, sheets = urljoin(tree.url or "", tree.base), {}
    bounds = replace(limits, size=min(limits.size, _SIZE), timeout=min(limits.timeout, _SECONDS))
    end = time.monotonic() + _SECONDS
    with Fetcher(replace(bounds, time=min(limits.time, _SECONDS))) as fetcher:
        for u, href in _links(tree):
            if time.monotonic() > end:
                break
            try:
                answer = fetcher.fetch(urljoin(base, href), ("text/css",))
                sheets[u] = answer.data.decode(answer.charset or "utf-8", "replace")
            except (WeblodeError, LookupError, ValueError):  # the sheet, the charset or the address does not exist
                continue
    return sheets


def local_sheets(tree: Tree, folder: Path, page: str) -> dict[int, str]:
    """The sheets of a page in a file that are files of the folder too, by the node of the link."""
    inside, sheets = folder.resolve(), {}
    for u, href in _links(tree):
        parts = urlsplit(href)
        if parts.scheme or parts.netloc or not parts.path:
            continue
        path = (inside / page).parent / unquote(parts.path)
        try:
            full = path.resolve(strict=True)
            if full.is_relative_to(inside) and full.suffix == ".css" and full.stat().st_size <= _SIZE:
                sheets[u] = read_file(full).decode("utf-8", "replace")
        except (OSError, ValueError):
            continue
    return sheets


def _links(tree: Tree) -> Iterator[tuple[int, str]]:
    """The nodes and addresses of the links to style sheets, in document order."""
    links = np.flatnonzero(tree.tag == NUMBERS["link"]).tolist()
    attributes = ((u, tree.attributes(u)) for u in links)
    sheets = [(u, each.get("href", "").strip()) for u, each in attributes if _is_sheet(each.get("rel", ""))]
    yield from [(u, href) for u, href in sheets if href][:_MOST]


def _is_sheet(rel: str) -> bool:
    words = rel.lower().split()
    return "stylesheet" in words and "alternate" not in words
