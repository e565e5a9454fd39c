"""A page as HTML that can be looked at in a frame: what it looks like, and nothing that runs or loads.

Every tag and attribute is written by us, from the tree, and only if it is on a list; so is the number of each node, for
the workbench to find it: an element has it in `data-w`, a text in a comment before it. The frame's sandbox and the
answer's policy forbid scripts and requests once more (see `security`).
"""

import re
from collections.abc import Iterator, Mapping
from html import escape

from weblode.tree import Tree

# With all they hold: what runs, loads, leads elsewhere, or is nothing to look at.
_DROPPED = frozenset(
    "applet audio base basefont bgsound embed frame frameset iframe link meta noembed noframes noscript object param "
    "portal script source template track video "
    "animate animateMotion animateTransform foreignObject image set use".split()
)
_VOID = frozenset("area br col hr img input keygen wbr".split())
_RAW = frozenset(("</style>", "</textarea>", "</title>"))  # in which a comment would be text
_LINED = frozenset(("pre", "textarea"))  # whose first line end is not part of the text
_RENAMED = {"plaintext": "pre", "xmp": "pre", "listing": "pre", "image": "img"}
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9-]*")
_ATTRIBUTES = frozenset(
    "abbr align alink alt bgcolor border cellpadding cellspacing char charoff checked class clear color cols colspan "
    "compact coords dir disabled face frame headers height hidden high hspace id label lang link low max min multiple "
    "noshade nowrap open optimum placeholder readonly reversed rows rowspan rules scope selected shape size span start "
    "style summary text title type valign value vlink vspace width wrap "
    "clip-path clip-rule cx cy d dx dy fill fill-opacity fill-rule font-family font-size font-weight gradientTransform "
    "gradientUnits offset opacity points preserveAspectRatio r rx ry stop-color stop-opacity stroke stroke-linecap "
    "stroke-linejoin stroke-opacity stroke-width text-anchor transform viewBox x x1 x2 y y1 y2".split()
)
_DATA = re.compile(r"data-(?!w$)[a-z0-9-]+")
_PICTURE = re.compile(r"data:image/(?:png|jpe?g|gif|webp|svg\+xml)[;,]", re.IGNORECASE)
_NOWHERE = "#-"  # where links lead: they look like links, and a click changes nothing
_DOCTYPE = re.compile(rb"<!doctype[^<>]*>", re.IGNORECASE)
BEGINNING = 2048  # bytes in which a document says its type; it decides how the browser lays it out


def doctype(data: bytes) -> str:
    """How a page says what it is, as it stands in its bytes; "" if it does not.

    >>> doctype(b"<!-- old --><!DOCTYPE HTML><p>")
    '<!DOCTYPE HTML>'
    """
    found = _DOCTYPE.search(data[:BEGINNING])
    return found[0].decode("ascii", "replace") if found else ""


def html(tree: Tree, *, doctype: str = "", sheets: Mapping[int, str] | None = None) -> str:
    """The page, its own style in it; `sheets` has the text of style sheets by the `link` that names each."""
    return doctype + "".join(_pieces(tree, sheets or {}))


def _pieces(tree: Tree, sheets: Mapping[int, str]) -> Iterator[str]:
    """The page, node by node; columns as lists, as one look at an array costs as much as all else for a node."""
    ends, tags, starts, apart = tree.end.tolist(), tree.tag.tolist(), tree.start.tolist(), _apart(tree)
    names = [_written_as(tree.name_of(number)) for number in range(max(tags, default=0) + 1)]
    open_: list[tuple[int, str]] = []  # where each open element ends, and its end tag
    u = drawn = 0  # where the drawing or formula ends that we are in
    while u < len(ends):
        while open_ and open_[-1][0] <= u:
            yield open_.pop()[1]
        if u in apart:
            yield "\n"  # blank text is no node, but it keeps words apart
        name = names[tags[u]]
        held = tree.buffer[starts[u] : starts[u + 1]].decode()
        if name == "#text":
            yield _text(u, held, open_[-1][1])
        elif not name or (name == "style" and u < drawn):  # a style in a drawing is no raw text: it could hold tags
            yield _sheet(tree, u, sheets[u]) if u in sheets else ""
            u = ends[u]
            continue
        else:
            yield f"<{name} data-w={u}{_attributes(held) if held else ''}>" + ("\n" if name in _LINED else "")
            drawn = max(drawn, ends[u]) if name in ("math", "svg") else drawn
            if name not in _VOID:
                open_.append((ends[u], f"</{name}>"))
        u += 1
    while open_:
        yield open_.pop()[1]


def _written_as(name: str) -> str:
    """The tag that an element is written with; "" if it is left out with all it holds."""
    if name == "#text":
        return name
    return "" if name in _DROPPED or not _NAME.fullmatch(name) else _RENAMED.get(name, name)


def _apart(tree: Tree) -> set[int]:
    """The nodes that follow a text leaf and stand off from it by white space of their own."""
    leaves = tree.leaves.tolist()
    leads = tree.lead[tree.leaves].tolist()
    return {before + 1 for before, lead in zip(leaves, leads[1:], strict=False) if lead}


def _text(u: int, text: str, around: str) -> str:
    """A text in an element with that end tag."""
    if around == "</style>":
        return _css(text)
    said = escape(text, quote=False)
    return said if around in _RAW else f"<!--{u}-->{said}"


def _sheet(tree: Tree, link: int, text: str) -> str:
    """A style sheet in place of the link that names it."""
    media = tree.attributes(link).get("media", "")
    return f'<style media="{escape(media)}">{_css(text)}</style>'


def _css(text: str) -> str:
    """A style sheet that cannot end the element it is in."""
    return text.replace("</", "<\\/")


def _attributes(held: str) -> str:
    """The attributes that are written, of those that an element holds (see `tree`)."""
    parts = held.split("\0")
    return "".join([_attribute(name, value) for name, value in zip(parts[:-1:2], parts[1::2], strict=True)])


def _attribute(name: str, value: str) -> str:
    if name == "href":
        return f' href="{_NOWHERE}"'
    if name in _ATTRIBUTES or _DATA.fullmatch(name) or (name == "src" and _PICTURE.match(value)):
        return f' {name}="{escape(value)}"'
    return ""
