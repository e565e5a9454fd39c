"""HTML inside a text, as feeds have it in descriptions: the text that a person reads.

A description is often a whole page's HTML in a CDATA section, or escaped. It is a text of the XML document, not a part
of its tree, so it is not parsed: tags are taken out by one pass of a regular expression, in linear time, blocks become
spaces, and references become characters. lexbor would be more exact, but a feed with a thousand descriptions that are
written to be slow would then cost a thousand times what a page may cost.
"""

import re
from html import unescape

from weblode.caches import regex
from weblode.tags import JOINED, LEAD, NAMES, NUMBERS

# Comments, scripts and styles with all they hold; one that is never closed hides the rest. Then tags; `>` may stand in
# a quoted value. Possessive, so no position is tried twice.
_MARKUP = regex(
    r"<!--(?:.*?-->|.*)|<(?P<unread>script|style)\b.*?(?:</(?P=unread)\s*>|\Z)"
    r"|<(?:/?(?P<name>[a-z][a-z0-9]*+)(?![\w:.-])(?:[^<>\"']|\"[^\"]*\"|'[^']*')*+|![a-z\[][^<>]*)>"
    r"|<[/a-z][^<>]*\Z",  # a tag that is cut off
    re.DOTALL | re.IGNORECASE,
)
_TAG = regex(rf"</?(?:{'|'.join(NAMES[1:])})(?=[\s/>])[^<>]*>", re.IGNORECASE)
_REFERENCE = regex(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,31});")


def readable(text: str, *, is_html: bool = False) -> str:
    """The text without HTML's tags and references; as it is if it has no tag of HTML and is not said to be HTML.

    >>> readable("<p>Salt &amp; <b>pepper</b>.<p>Free")
    ' Salt & pepper. Free'
    >>> readable("a < b &amp; c"), readable("a < b &amp; c", is_html=True)
    ('a < b &amp; c', 'a < b & c')
    """
    if "<" in text and _TAG.search(text):
        return decode_references(_MARKUP.sub(_space, text))
    return decode_references(text) if is_html else text


def decode_references(text: str) -> str:
    """The text with the characters that references stand for; only those that end in a semicolon count.

    >>> decode_references("caf&eacute; &#38; bar?a=1&copy=2")
    'café & bar?a=1&copy=2'
    """
    return _REFERENCE.sub(lambda match: unescape(match[0]), text) if "&" in text else text


def _space(match: re.Match[str]) -> str:
    """What stands for a piece of markup: a space for a block, nothing for a mark within a line."""
    number = NUMBERS.get((match["name"] or "").lower(), 0)
    return " " if LEAD[number] != JOINED else ""
