"""Parse bytes to a tree: lexbor builds the page as a browser with scripts on would, one walk makes the columns.

A page that is an XML document and no XHTML (`xml_signs`) goes to `xml.parse_xml`, one that is JSON to `json_tree`.

We do not serialise lexbor's tree and scan that, the plain way: with selectolax 1.0 the serialisation alone
costs half a parse, so `kernels` walks lexbor's own nodes (`python -m bench.speed` measures it again).

A page whose text is mostly in `noscript` elements has been written for readers without scripts, as we are one: these
elements are read as `div` elements. A notice that JavaScript is needed is no such text.
"""

import re

from weblode import kernels
from weblode import limits as bounds
from weblode.caches import regex
from weblode.errors import LimitError
from weblode.kernels.columns import Columns
from weblode.limits import Limits
from weblode.pages.encodings import to_utf8
from weblode.pages.json_tree import json_tree, read_json
from weblode.pages.xhtml import with_end_tags
from weblode.pages.xml_signs import declared_encoding, is_xml
from weblode.tags import NUMBERS
from weblode.tree import Tree

# Bytes up to which no page keeps the parser busy for more than about a second, whatever it holds: the worst case we
# know, half `<b x>`, each with another attribute, and half `<p>x`, takes lexbor 0.04 s and 60 MB at this size.
_HARMLESS = 4 * 1024
# The steps that each part of a page (element, attribute, text, comment) counts as: lexbor takes up to 220 bytes for
# one, so the default limit is at most 600 MB.
_PART = 150
_BYTES = 10  # a page with more than one node for so many bytes is dense


def parse(
    data: bytes,
    *,
    page: str = "",
    url: str | None = None,
    charset: str | None = None,
    limits: Limits = bounds.DEFAULT,
    kernel: kernels.Kernels | None = None,
) -> Tree:
    """The tree of a page. Any bytes can be parsed; raises LimitError if they exceed a limit.

    >>> tree = parse(b"<p>Hello <b>world</b>")
    >>> tree.text(0)
    'Hello world'
    """
    kernel = kernel or kernels.fastest()
    if len(data) > limits.size:
        raise LimitError(f"{len(data):,} bytes, more than the limit of {limits.size:,}; raise it with --max-size")
    utf8, encoding = to_utf8(data, charset or declared_encoding(data))
    warning = ""
    if (value := read_json(utf8, limits.nodes)) is not None:
        tree = json_tree(value, len(utf8), limits, page=page, url=url, encoding=encoding)
        _check_node_density(len(tree), len(utf8), limits.dense)
        return tree
    if is_xml(utf8):
        from weblode.pages.xml import parse_xml

        tree = parse_xml(utf8, limits, page=page, url=url, encoding=encoding)
        _check_node_density(len(tree), len(utf8), limits.dense)
        if len(tree):
            return tree
        warning = "begins as XML but has no element; read as HTML"
    utf8 = with_end_tags(utf8)
    tree = Tree.of(_columns(utf8, limits, kernel), page=page, url=url, encoding=encoding, warning=warning)
    if _needs_scripts(tree):
        tree = Tree.of(
            _columns(_without_scripts(utf8), limits, kernel), page=page, url=url, encoding=encoding, warning=warning
        )
    return tree


def _columns(utf8: bytes, limits: Limits, kernel: kernels.Kernels) -> Columns:
    """The columns of a page. Raises LimitError if it exceeds a limit."""
    if len(utf8) > _HARMLESS:
        _check_parsing_effort(*kernel.effort(utf8), limits.effort)
    try:
        columns = kernel.columns(utf8, limits.nodes, limits.depth)
    except MemoryError as error:
        raise LimitError(f"not enough memory to parse {len(utf8):,} bytes; give the process more") from error
    _check_node_density(columns.block.shape[1] - 1, len(utf8), limits.dense)
    return columns


# ---------------------------------------------------------------- pages that are written for readers without scripts
def _needs_scripts(tree: Tree) -> bool:
    """Whether most of a page's text is in `noscript` elements: its scripts would load the same."""
    if _NOSCRIPT not in tree.tags:
        return False
    nodes = (tree.tag == _NOSCRIPT).nonzero()[0].tolist()
    others = tree.text_before.item(-1)  # in bytes, of all leaves; other stages ask for this column too
    start, end = tree.start.item, tree.end.item
    if sum([start(end(u)) - start(u + 1) for u in nodes]) <= others:  # in bytes, and all below them
        return False
    sources = [tree.string(v) for u in nodes for v in tree.children(u)]
    if sum(map(len, sources)) <= others:
        return False
    text = "".join(_FOLDED.sub(" ", _TAG.sub("", source)) for source in sources)
    is_notice = len(text) <= _NOTICE and "javascript" in text.casefold()
    return len(text.encode()) > others and not is_notice


def _without_scripts(utf8: bytes) -> bytes:
    """A page with the `noscript` elements of its body as `div` elements."""
    body = _BODY.search(utf8)
    at = body.start() if body else 0
    return utf8[:at] + _NOSCRIPT_TAG.sub(rb"<\1div", utf8[at:])


_NOSCRIPT = NUMBERS["noscript"]
_NOTICE = 300  # characters of a notice to readers without scripts, which names what they lack in any language
_TAG, _FOLDED = regex(r"<[^>]*+>"), regex(r"\s{2,}+")
_BODY, _NOSCRIPT_TAG = regex(rb"<body\b", re.IGNORECASE), regex(rb"<(/?)noscript\b", re.IGNORECASE)


def _check_node_density(nodes: int, size: int, limit: int) -> None:
    """Raise LimitError if a page has far more nodes than ordinary pages of its size: small pages must be cheap.

    Time and memory of everything that is done with a page grow with its nodes. A large page may have many; no ordinary
    small page does.
    """
    if nodes > max(limit, size // _BYTES):
        raise LimitError(
            f"{nodes:,} nodes in {size:,} bytes, more than one for every {_BYTES} and than the limit of {limit:,} for "
            "such pages; raise it with --max-dense"
        )


def _check_parsing_effort(steps: int, parts: int, limit: int) -> None:
    """Raise LimitError if parsing takes more steps than the limit; each part of the page counts as `_PART` steps."""
    effort = steps + _PART * parts
    if effort > limit:
        reason = (
            "so deeply nested, or so many attributes or unended formatting elements,"
            if steps > _PART * parts
            else f"so many elements, attributes, texts and comments ({parts:,})"
        )
        raise LimitError(
            f"{reason} that parsing takes {effort:,} steps, more than the limit of {limit:,}; "
            "raise it with --max-effort"
        )
