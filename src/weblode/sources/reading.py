"""The pages of sources, parsed to trees."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

from weblode import limits as bounds
from weblode.errors import LimitError, SourceError
from weblode.limits import Limits
from weblode.pages.binary import binary_kind
from weblode.pages.html import parse
from weblode.pages.page import Page, Unread, unread_page
from weblode.sources.arguments import pages
from weblode.tree import Tree


def trees(sources: Iterable[str], *, limits: Limits = bounds.DEFAULT, xml: bool = True) -> Iterator[Tree | Unread]:
    """The trees of all pages of the sources, one at a time; an Unread for a page that cannot be read or parsed.

    Without `xml`, the XML documents of folders and archives are left out.
    """
    for page in pages(sources, limits=limits, xml=xml):
        yield page if isinstance(page, Unread) else _tree(page, limits)


def read(source: str | os.PathLike[str] | bytes, *, limits: Limits = bounds.DEFAULT) -> Tree:
    """The tree of one page: a file, an address, "-", FILE=URL, or the page itself as bytes.

    Raises SourceError or LimitError; also for a source with several pages, which `trees` reads.
    """
    if isinstance(source, bytes):
        return parse(source, limits=limits)
    results = trees([os.fspath(source)], limits=limits)
    first = next(results, None)
    if first is None:
        raise SourceError(f"{source}: holds no page")
    if isinstance(first, Unread):
        raise first.error
    if next(results, None) is not None:
        raise SourceError(f"{source}: holds more than one page; read them with weblode.trees([{str(source)!r}])")
    return first


def _tree(page: Page, limits: Limits) -> Tree | Unread:
    if kind := binary_kind(page.data):
        return unread_page(page.name, SourceError(f"is {kind}, not a page; give HTML or XML"))
    try:
        return parse(page.data, page=page.name, url=page.url, charset=page.charset, limits=limits)
    except LimitError as error:
        return unread_page(page.name, error)
