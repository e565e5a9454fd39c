"""Texts and links of pages as HTML, escaped: nothing from a page becomes markup."""

from __future__ import annotations

from html import escape

from weblode.caches import regex

_CONTROL = regex("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")
_WEB = ("http://", "https://")


def text(words: str, width: int | None = None) -> str:
    """A text, escaped for both content and attributes; shortened to `width` if it is longer.

    >>> text('<b title="x">')
    '&lt;b title=&quot;x&quot;&gt;'
    """
    plain = _CONTROL.sub("\ufffd", " ".join(words.split()))
    return escape(plain if width is None or len(plain) <= width else f"{plain[: width - 1].rstrip()}…")


def bdi(words: str, width: int | None = None) -> str:
    """A text of a page in a `bdi` element, so that Arabic does not change the direction of the text around it."""
    return f"<bdi>{text(words, width)}</bdi>"


def link(address: str | None, words: str, width: int | None = None) -> str:
    """A text of a page as a link; without the link if the address is not http(s), so that no script can run.

    >>> link("javascript:alert(1)", "x")
    '<bdi>x</bdi>'
    """
    if not address or not address.startswith(_WEB):
        return bdi(words, width)
    return f'<a href="{text(address)}" rel="noopener noreferrer">{bdi(words, width)}</a>'
