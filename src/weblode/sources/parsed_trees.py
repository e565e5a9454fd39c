"""Trees of other parsers as HTML: BeautifulSoup, lxml, parsel, selectolax, ElementTree.

None of them is imported here: an object says by its class where it comes from.
"""

from __future__ import annotations

import re
import sys
from copy import copy
from typing import Any

from weblode.errors import SourceError


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
    if not _is_html(element, is_lxml=is_lxml):
        alone = copy(element)  # in lxml of the whole part, in ElementTree of the element
        alone.tail = None
        library: Any = sys.modules["lxml.etree" if is_lxml else "xml.etree.ElementTree"]
        return f"<?xml version='1.0'?>{library.tostring(alone, encoding='unicode')}"
    if not is_lxml or element.tag.startswith("{"):
        return _write_html(element)
    text: str = sys.modules["lxml.etree"].tostring(element, encoding="unicode", method="html", with_tail=False)
    return text


def _is_html(element: Any, *, is_lxml: bool) -> bool:
    """Whether an element is one of an HTML page: by its namespace, class, parser or the root of its tree."""
    root, parser = element, None
    if is_lxml:
        tree = element.getroottree()
        root, parser = tree.getroot(), tree.parser
    if element.tag.startswith(_XHTML) or root.tag.rpartition("}")[2].lower() == "html":
        return True
    return any("html" in each.__name__.lower() for each in (*type(element).__mro__, *type(parser).__mro__))


def _write_html(root: Any) -> str:
    """An element as HTML, without namespaces: trees of html5lib have them, and no library writes them as HTML."""
    from html import escape

    parts: list[str] = []
    stack: list[Any] = [root]
    while stack:
        node = stack.pop()
        if isinstance(node, str):
            parts.append(node)
            continue
        if node is not root and node.tail:
            stack.append(escape(node.tail, quote=False))
        if isinstance(node.tag, str):  # no comment or instruction
            name = node.tag.rpartition("}")[2]
            attributes = (f' {key.rpartition("}")[2]}="{escape(value)}"' for key, value in node.attrib.items())
            text = node.text or ""
            parts.append(f"<{name}{''.join(attributes)}>{text if name in _RAW else escape(text, quote=False)}")
            if name not in _VOID:
                stack.append(f"</{name}>")
            stack += reversed(list(node))
    return "".join(parts)


_XHTML = "{http://www.w3.org/1999/xhtml}"
_VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())  # they have no end tag
_RAW = frozenset("iframe noembed noframes plaintext script style xmp".split())  # their text is not escaped
_WRITERS = {
    "bs4": _write_soup,
    "parsel": _write_selector,
    "selectolax": _write_selectolax,
    "lxml": _write_elements,
    "xml": _write_elements,
}
