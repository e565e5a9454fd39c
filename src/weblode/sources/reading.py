"""The pages of sources, parsed to trees."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby
from typing import Any, TypeAlias

from weblode import limits as bounds
from weblode.errors import LimitError, SourceError, WeblodeError
from weblode.limits import Limits
from weblode.pages.binary import binary_kind
from weblode.pages.encodings import BYTE_ORDER_MARK, decode_as
from weblode.pages.html import parse
from weblode.pages.page import Page, Unread, unread_page
from weblode.sources.arguments import pages
from weblode.sources.inputs import name_of, page_of, without_password
from weblode.terminal import escaped
from weblode.tree import Tree

# Whatever holds a page. `Any` stands for what other libraries have: responses and parsed trees.
Source: TypeAlias = Tree | Page | str | bytes | os.PathLike[str] | Any


def trees(sources: Iterable[Source], *, limits: Limits = bounds.DEFAULT, xml: bool = True) -> Iterator[Tree | Unread]:
    """The trees of all pages of the sources, one at a time; an Unread for a page that cannot be read or parsed.

    A source is all that `read` takes, also a folder or an archive with many pages. Without `xml`, the XML
    documents of folders and archives are left out.
    """
    several = [sources] if isinstance(sources, str | bytes | os.PathLike) else sources
    pairs = ((_name(source), source) for source in several)
    for has_name, run in groupby(pairs, key=lambda pair: pair[0] is not None):
        if has_name:
            yield from named_trees((name for name, _ in run if name is not None), limits=limits, xml=xml)
        else:
            yield from (_read_other(source, limits) for _, source in run)


def all_trees(sources: Iterable[Source]) -> Iterator[Tree]:
    """The trees of all pages of the sources, as `trees`; raises the error of the first that cannot be read."""
    for tree in trees(sources):
        if isinstance(tree, Unread):
            raise tree.error
        yield tree


def named_trees(names: Iterable[str], *, limits: Limits = bounds.DEFAULT, xml: bool = True) -> Iterator[Tree | Unread]:
    """The trees of all pages of the paths and addresses: as `trees`, but no text is taken for a page."""
    for page in pages(names, limits=limits, xml=xml):
        yield page if isinstance(page, Unread) else page_tree(page, limits)


def _name(source: object) -> str | None:
    try:
        return name_of(source)
    except SourceError:  # which `read` says again
        return None


def _read_other(source: Source, limits: Limits) -> Tree | Unread:
    """The tree of a source that is the page itself; an Unread if it is none."""
    try:
        return read(source, limits=limits)
    except WeblodeError as error:
        return unread_page(f"a {type(source).__name__}", error)


def read(
    source: Source, *, url: str | None = None, encoding: str | None = None, limits: Limits = bounds.DEFAULT
) -> Tree:
    """The tree of one page, from whatever holds it.

    A path, an address, "-" for standard input, FILE=URL; the page itself as bytes or as a str of HTML; a file object; a
    response of Scrapy, requests, httpx or (after `await response.read()`) aiohttp; a tree of BeautifulSoup, lxml,
    parsel or selectolax; a tree of ours, which comes back as it is.

    `url` is where the page lives, if the source does not know; `encoding` is how its bytes are to be decoded, if they
    do not say so or are wrong. Raises SourceError or LimitError; also for a source with several pages, which
    `weblode.trees` reads.

    >>> read("<p>Hello <b>world</b>", url="https://example.org/").text(0)
    'Hello world'
    """
    if isinstance(source, Tree):
        return source if url is None else replace(source, url=without_password(url))
    name = name_of(source)
    page = page_of(source, limits) if name is None else _single_page(name, limits)
    address = without_password(url) or page.url
    page = replace(page, name=page.name or address or "", url=address)
    if encoding is None or page.data.startswith(BYTE_ORDER_MARK):  # the mark: it is so, or was a text
        return _parse(page, limits)
    text, codec = decode_as(page.data, encoding)
    return replace(_parse(replace(page, data=BYTE_ORDER_MARK + text.encode()), limits), encoding=codec)


def _single_page(name: str, limits: Limits) -> Page:
    """The only page of a named source. Raises SourceError if there is none, or more than one."""
    results = pages([name], limits=limits)
    first = next(results, None)
    if first is None:
        raise SourceError(f"{escaped(name)}: holds no page")
    if isinstance(first, Unread):
        raise type(first.error)(escaped(str(first.error)))
    if next(results, None) is not None:
        raise SourceError(f"{escaped(name)}: holds more than one page; read them with weblode.trees([{name!r}])")
    return first


def _parse(page: Page, limits: Limits) -> Tree:
    """The tree of a page. Raises LimitError, or SourceError for what is no page, with the name of the page."""
    tree = page_tree(page, limits)
    if isinstance(tree, Tree):
        return tree
    raise tree.error


def page_tree(page: Page, limits: Limits) -> Tree | Unread:
    """The tree of a page; an Unread for what is no page, or beyond a limit."""
    if kind := binary_kind(page.data):
        return _unread(page, SourceError(f"{'' if page.name else 'this '}is {kind}, not a page; give HTML or XML"))
    try:
        return parse(page.data, page=page.name, url=page.url, charset=page.charset, limits=limits)
    except LimitError as error:
        return _unread(page, error)


def _unread(page: Page, error: WeblodeError) -> Unread:
    """A page that could not be read, by its name if it has one."""
    return unread_page(page.name, error) if page.name else Unread(page.name, error)
