"""Why a page may have nothing to find: what it shows is in other pages, or is loaded by scripts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from weblode.tags import NUMBERS
from weblode.terminal import printable

if TYPE_CHECKING:
    from weblode.tree import Tree

_FRAMES = (NUMBERS["frame"], NUMBERS["iframe"])
_SCRIPT = NUMBERS["script"]
_TEXT = 200  # characters of the texts of a page that has hardly any
_NAMED = 3  # frames that are named


def empty_page_hint(tree: Tree) -> str:
    """What to do about a page with hardly any text; "" for other pages."""
    if tree.is_xml or len(tree.text(0)) > _TEXT:
        return ""
    frames = [u for tag in _FRAMES for u in (tree.tag == tag).nonzero()[0].tolist()]
    sources = [source for u in frames if (source := tree.attributes(u).get("src", "").strip())]
    if sources:
        names = ", ".join(printable(each, 60) for each in sources[:_NAMED])
        more = f" and {len(sources) - _NAMED:,} more" if len(sources) > _NAMED else ""
        return f"; what it shows is in frames, pages of their own to give instead: {names}{more}"
    if (tree.tag == _SCRIPT).any():
        return "; it has hardly any text, which its scripts load: save the page from a browser first"
    return ""
