"""Texts and links of pages as HTML: whatever a page says, it stays a text."""

from __future__ import annotations

import re
from html import escape

_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")
_WEB = ("http://", "https://")


def text(found: str, width: int | None = None) -> str:
    """A text, escaped for content and attributes alike; cut to a width if it is longer.

    >>> text('<b title="x">')
    '&lt;b title=&quot;x&quot;&gt;'
    """
    plain = _CONTROL.sub("\ufffd", " ".join(found.split()))
    return escape(plain if width is None or len(plain) <= width else f"{plain[: width - 1].rstrip()}…")


def said(found: str, width: int | None = None) -> str:
    """A text of a page as an element that has a direction of its own: Arabic between English does no harm."""
    return f"<bdi>{text(found, width)}</bdi>"


def link(address: str | None, shown: str, width: int | None = None) -> str:
    """A text of a page as a link; only a text if the address is not of the web: no script runs from here.

    >>> link("javascript:alert(1)", "x")
    '<bdi>x</bdi>'
    """
    if not address or not address.startswith(_WEB):
        return said(shown, width)
    return f'<a href="{text(address)}" rel="noopener noreferrer">{said(shown, width)}</a>'
