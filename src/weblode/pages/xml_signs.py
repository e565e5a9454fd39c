"""Whether a page is an XML document, and its encoding: asked of every page, most of which are not.

What reads XML (`xml`) is imported for those that are.
"""

import re

from weblode.caches import regex
from weblode.tags import NUMBERS

XHTML = "http://www.w3.org/1999/xhtml"

# Roots of documents that are XML even if they do not declare it.
_ROOTS = frozenset("feed opml rdf rss sitemapindex urlset".split())
# First elements of pages of HTML that begin with an XML declaration but have no `html` tag.
_PAGES = frozenset("body center div frameset head meta p script span style".split())
_ASIDE = regex(rb"\s+|<!--.*?-->|<\?.*?\?>", re.DOTALL)
_DOCTYPE = regex(rb"<!DOCTYPE\s+([^\s<>\[]++)[^<>\[]*+(?:\[.*?\]\s*)?>", re.DOTALL | re.IGNORECASE)
_HTML = regex(rb"\s*<!DOCTYPE\s+html[\s>]", re.IGNORECASE)
_ROOT = regex(rb"<([^\s<>/!?\"'=]+)([^<>]*)")
_NAMESPACE = regex(rb"\sxmlns(?::([^\s=]+))?\s*=\s*[\"']([^\"']*)")
_DECLARED = regex(rb"\s*<\?xml\s[^<>]*?\bencoding\s*=\s*[\"']\s*([\w:.-]+)")


def is_xml(data: bytes) -> bool:
    """Whether a page in UTF-8 is an XML document and no XHTML, by its declaration and its root element.

    >>> is_xml(b"<?xml version='1.0'?><books/>"), is_xml(b"<rss>"), is_xml(b"<?xml version='1.0'?><html>")
    (True, True, False)
    """
    if _HTML.match(data):  # most pages
        return False
    declared = data.lstrip()[:5] == b"<?xml"
    at = 0
    while match := _ASIDE.match(data, at) or _DOCTYPE.match(data, at):
        if match.lastindex and match[1].lower() == b"html":  # only a document type has a group
            return False
        at = match.end()
    root = _ROOT.match(data, at)
    if root is None:
        return False
    prefix, _, local = root[1].lower().decode("utf-8", "replace").rpartition(":")
    spaces = {name.decode("utf-8", "replace").lower(): value for name, value in _NAMESPACE.findall(root[2])}
    space = spaces.get(prefix, b"").decode("utf-8", "replace")
    if space == XHTML or local == "html":
        return False
    if local in _ROOTS or (space and local not in NUMBERS):
        return True
    return declared and (bool(space) or local not in _PAGES)


def declared_encoding(data: bytes) -> str | None:
    """The encoding that an XML document declares; None without a declaration, and for XHTML, which is read as HTML."""
    match = _DECLARED.match(data)
    return match[1].decode("ascii", "replace") if match and is_xml(data) else None
