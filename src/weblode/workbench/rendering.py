"""A page as HTML to show in a frame: it looks like the page, but nothing in it runs or loads.

Every tag and attribute is written by us, from the tree, and only if it is on a list. The number of each node is written
too, so that the workbench finds it: for an element in `data-w`, for a text in a comment before it. The frame's sandbox
and the content security policy forbid scripts and requests a second time (see `security`).
"""

import re
from collections.abc import Iterator, Mapping
from html import escape

from weblode.caches import regex
from weblode.tags import NAMES
from weblode.tree import Tree

# Elements that run, load or navigate, or cannot be seen; they are left out with all they hold.
_DROPPED = frozenset(
    "applet audio base basefont bgsound embed frame frameset iframe link meta noembed noframes noscript object param "
    "portal script source template track video "
    "animate animateMotion animateTransform foreignObject image set use".split()
)
_VOID = frozenset("area br col hr img input keygen wbr".split())
_RAW = frozenset(("</style>", "</textarea>", "</title>"))  # where a comment would be text
_LINED = frozenset(("pre", "textarea"))  # whose first line break is not part of the text
_RENAMED = {"plaintext": "pre", "xmp": "pre", "listing": "pre", "image": "img"}
_NAME = regex(r"[A-Za-z][A-Za-z0-9-]*")
_ATTRIBUTES = frozenset(
    "abbr align alink alt bgcolor border cellpadding cellspacing char charoff checked class clear color cols colspan "
    "compact coords dir disabled face frame headers height hidden high hspace id label lang link low max min multiple "
    "noshade nowrap open optimum placeholder readonly reversed rows rowspan rules scope selected shape size span start "
    "style summary text title type valign value vlink vspace width wrap "
    "clip-path clip-rule cx cy d dx dy fill fill-opacity fill-rule font-family font-size font-weight gradientTransform "
    "gradientUnits offset opacity points preserveAspectRatio r rx ry stop-color stop-opacity stroke stroke-linecap "
    "stroke-linejoin stroke-opacity stroke-width text-anchor transform viewBox x x1 x2 y y1 y2".split()
)
_DATA = regex(r"data-(?!w$)[a-z0-9-]+")
_PICTURE = regex(r"data:image/(?:png|jpe?g|gif|webp|svg\+xml)[;,]", re.IGNORECASE)
_NOWHERE = "#-"  # the target of links: they look like links, and a click changes nothing
_DOCTYPE = regex(rb"<!doctype[^<>]*>", re.IGNORECASE)
BEGINNING = 2048  # bytes that are searched for a doctype, which decides how the browser lays out the page


def doctype(data: bytes) -> str:
    """The doctype of a page as in its bytes; "" if it has none.

    >>> doctype(b"<!-- old --><!DOCTYPE HTML><p>")
    '<!DOCTYPE HTML>'
    """
    match = _DOCTYPE.search(data[:BEGINNING])
    return match[0].decode("ascii", "replace") if match else ""


def html(tree: Tree, *, doctype: str = "", sheets: Mapping[int, str] | None = None) -> str:
    """The page as HTML with its own styles; `sheets` has the text of style sheets by the node of their `link`."""
    return doctype + "".join(_pieces(tree, sheets or {}))


def _pieces(tree: Tree, sheets: Mapping[int, str]) -> Iterator[str]:
    """The page, node by node. Columns are lists: one array access costs as much as all else for a node."""
    ends, tags, starts, after_space = tree.end.tolist(), tree.tag.tolist(), tree.start.tolist(), _after_space(tree)
    names = [_output_tag(tree.name_of(number)) for number in range(max(tags, default=0) + 1)]
    if tree.is_xml:  # its names mean something else: an RSS feed's `link` and `title` hold text to be seen
        names[len(NAMES) :] = ["div"] * (len(names) - len(NAMES))
    open_: list[tuple[int, str]] = []  # where each open element ends, and its end tag
    u = drawing_end = 0  # where the current drawing or formula ends
    while u < len(ends):
        while open_ and open_[-1][0] <= u:
            yield open_.pop()[1]
        if u in after_space:
            yield "\n"  # blank text is not a node, but it separates words
        name = names[tags[u]]
        content = tree.buffer[starts[u] : starts[u + 1]].decode()
        if name == "#text":
            yield _text(u, content, open_[-1][1])
        elif not name or (
            name == "style" and u < drawing_end
        ):  # a style in a drawing is not raw text and could hold tags
            yield _sheet(tree, u, sheets[u]) if u in sheets else ""
            u = ends[u]
            continue
        else:
            yield f"<{name} data-w={u}{_attributes(content) if content else ''}>" + ("\n" if name in _LINED else "")
            drawing_end = max(drawing_end, ends[u]) if name in ("math", "svg") else drawing_end
            if name not in _VOID:
                open_.append((ends[u], f"</{name}>"))
        u += 1
    while open_:
        yield open_.pop()[1]


def _output_tag(name: str) -> str:
    """The tag to write for an element; "" if it is left out with all it holds."""
    if name == "#text":
        return name
    return "" if name in _DROPPED or not _NAME.fullmatch(name) else _RENAMED.get(name, name)


def _after_space(tree: Tree) -> set[int]:
    """The nodes right after a text leaf that white space separates from it."""
    leaves = tree.leaves.tolist()
    leads = tree.lead[tree.leaves].tolist()
    return {before + 1 for before, lead in zip(leaves, leads[1:], strict=False) if lead}


def _text(u: int, text: str, around: str) -> str:
    """A text as HTML in an element with that end tag."""
    if around == "</style>":
        return _css(text)
    escaped = escape(text, quote=False)
    return escaped if around in _RAW else f"<!--{u}-->{escaped}"


def _sheet(tree: Tree, link: int, text: str) -> str:
    """A style sheet in place of the link that names it."""
    media = tree.attributes(link).get("media", "")
    return f'<style media="{escape(media)}">{_css(text)}</style>'


def _css(text: str) -> str:
    """A style sheet that cannot end the element it is in."""
    return text.replace("</", "<\\/")


def _attributes(content: str) -> str:
    """The attributes to write, of those in the bytes of an element (see `tree`)."""
    parts = content.split("\0")
    return "".join([_attribute(name, value) for name, value in zip(parts[:-1:2], parts[1::2], strict=True)])


def _attribute(name: str, value: str) -> str:
    if name == "href":
        return f' href="{_NOWHERE}"'
    if name in _ATTRIBUTES or _DATA.fullmatch(name) or (name == "src" and _PICTURE.match(value)):
        return f' {name}="{escape(value)}"'
    return ""
