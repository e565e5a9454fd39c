"""Trees of other parsers as HTML: BeautifulSoup, lxml, parsel, selectolax, ElementTree.

None of them is imported here: an object says by its class where it comes from.
"""

from __future__ import annotations

import re
import sys
from typing import Any

from weblode.errors import SourceError

_PREFIX = re.compile(r"<(/?)html:")


def markup_of(source: object) -> str | None:
    """The tree of another parser, or an element of one, as HTML or XML; None if the object is no such tree."""
    origins = {each.__module__.partition(".")[0] for each in type(source).__mro__}
    writers = [write for name, write in _WRITERS.items() if name in origins]
    if not writers:
        return None
    try:
        return writers[0](source)
    except (RecursionError, ValueError) as error:
        kind = type(source).__name__
        raise SourceError(f"a {kind} that cannot be written as HTML ({error}); give the page's bytes") from error


def address_of(source: Any) -> str | None:
    """The address that such a tree knows: a parsel selector of a response, an lxml tree with a base; else None."""
    root = source
    if _is_from(source, "parsel"):
        if (response := getattr(source, "response", None)) is not None:
            return str(response.url)
        root = getattr(source, "root", None)
    if not _is_from(root, "lxml"):
        return None
    address = (root.getroottree() if hasattr(root, "getroottree") else root).docinfo.URL
    return address if address and re.match("https?://", address, re.IGNORECASE) else None


def _is_from(source: object, package: str) -> bool:
    return any(each.__module__.partition(".")[0] == package for each in type(source).__mro__)


def _write_soup(soup: Any) -> str:
    return str(soup)


def _write_selector(selector: Any) -> str | None:
    """A parsel selector, or several of them one after the other."""
    if hasattr(selector, "getall"):
        return "".join(selector.getall())
    return None


def _write_selectolax(node: Any) -> str | None:
    text = getattr(node, "html", None)
    return text if isinstance(text, str) else None


def _write_elements(source: Any) -> str | None:
    """An element of lxml or ElementTree, or a whole tree, without the text that follows it."""
    element = source.getroot() if hasattr(source, "getroot") else source
    if element is None or not isinstance(getattr(element, "tag", None), str):
        return None
    is_lxml = _is_from(element, "lxml")
    library: Any = sys.modules["lxml.etree" if is_lxml else "xml.etree.ElementTree"]
    is_html = _is_html(element, is_lxml=is_lxml)
    without_tail = {"with_tail": False} if is_lxml else {}
    text: str = library.tostring(element, encoding="unicode", method="html" if is_html else "xml", **without_tail)
    # Trees of html5lib have HTML's namespace, under a prefix that a parser of HTML does not know.
    return _PREFIX.sub(r"<\1", text) if is_html else f"<?xml version='1.0'?>{text}"


def _is_html(element: Any, *, is_lxml: bool) -> bool:
    """Whether an element is one of an HTML page: by its class, its parser or the root of its tree."""
    root, parser = element, None
    if is_lxml:
        tree = element.getroottree()
        root, parser = tree.getroot(), tree.parser
    names = [each.__name__ for each in (*type(element).__mro__, *type(parser).__mro__)]
    return any("html" in name.lower() for name in names) or root.tag.rpartition("}")[2].lower() == "html"


_WRITERS = {
    "bs4": _write_soup,
    "parsel": _write_selector,
    "selectolax": _write_selectolax,
    "lxml": _write_elements,
    "xml": _write_elements,
}
