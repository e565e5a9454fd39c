"""Pages of XHTML, which are read as HTML: elements that XML ends in their own tag are written with an end tag.

HTML knows no `<script src="a.js"/>` and no `<div/>`: to a parser of HTML all that follows is inside them, and after a
script no text of the page is left. Only pages that declare to be both XML and XHTML are changed.
"""

import re

from weblode.caches import regex
from weblode.pages.xml_signs import XHTML

_HEAD = 2048  # bytes within which a page declares what it is
_NAMESPACE = XHTML.encode()
_VOID = frozenset(b"area base basefont br col embed frame hr img input link meta param source track wbr".split())
_EMPTY = regex(
    rb"<!--.*?(?:-->|\Z)|<!\[CDATA\[.*?(?:\]\]>|\Z)|<(script|style)\b[^<>]*(?<!/)>.*?(?:</\1\b|\Z)"
    rb"|<(?P<name>[A-Za-z][A-Za-z0-9]*)(?P<rest>\s[^<>]*)?/>",
    re.DOTALL | re.IGNORECASE,
)

_BARE = regex(rb"=\s*[^\s\"']+\Z")  # a value without quotes at the end of a tag, to which the slash belongs


def with_end_tags(utf8: bytes) -> bytes:
    """The page, in UTF-8; of XHTML, with an end tag for each empty element that may hold something.

    >>> with_end_tags(b'<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><p/><br/>')[-12:]
    b'<p></p><br/>'
    """
    head = utf8[:_HEAD].lstrip()
    if not head.startswith(b"<?xml") or _NAMESPACE not in head:
        return utf8
    return _EMPTY.sub(_end, utf8)


def _end(tag: re.Match[bytes]) -> bytes:
    name = tag["name"]
    if name is None or name.lower() in _VOID or _BARE.search(tag["rest"] or b""):
        return tag[0]
    return b"<%b%b></%b>" % (name, tag["rest"] or b"", name)
