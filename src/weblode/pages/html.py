"""Bytes to a tree: lexbor builds the page as a browser with scripts on would, one walk over it makes the columns.

We differ from the plain way, serialising lexbor's tree and scanning it: with selectolax 1.0 the serialisation alone
costs half a parse, so `kernels` walks lexbor's own nodes (`python -m bench.speed` measures it again).
"""

from weblode import kernels
from weblode import limits as bounds
from weblode.errors import LimitError
from weblode.limits import Limits
from weblode.pages.encodings import to_utf8
from weblode.tree import Tree

# Below this a page cannot make the parser work for more than about a second, whatever it holds: the worst we know is
# half `<b x>`, each with another attribute, and half `<p>x`, for which lexbor takes 0.04 s and 60 MB at this size.
_HARMLESS = 4 * 1024
# The steps that a part of a page stands for: lexbor takes up to 220 bytes for one (an element), so that the default
# limit is at most 600 MB.
_PART = 150
_BYTES = 10  # of a page for each node, beyond which it is dense


def parse(
    data: bytes,
    *,
    page: str = "",
    url: str | None = None,
    charset: str | None = None,
    limits: Limits = bounds.DEFAULT,
    kernel: kernels.Kernels | None = None,
) -> Tree:
    """The tree of a page. Any bytes give one, unless they exceed a limit: then LimitError.

    >>> tree = parse(b"<p>Hello <b>world</b>")
    >>> tree.text(0)
    'Hello world'
    """
    from selectolax.lexbor import LexborHTMLParser, SelectolaxError

    kernel = kernel or kernels.fastest()
    if len(data) > limits.size:
        raise LimitError(f"{len(data):,} bytes, more than the limit of {limits.size:,}; raise it with --max-size")
    utf8, encoding = to_utf8(data, charset)
    if len(utf8) > _HARMLESS:
        _check(*kernel.effort(utf8), limits.effort)
    # Option 1, "without events": the copy of the chosen option that browsers show in `selectedcontent` costs lexbor
    # time that grows with the square of the options.
    try:
        document = LexborHTMLParser(utf8, options=1, scripting=True)
        columns = kernel.columns(document, limits.nodes, limits.depth, len(utf8))
    except (MemoryError, SelectolaxError) as error:
        raise LimitError(f"not enough memory to parse {len(data):,} bytes; give the process more") from error
    _check_density(columns.block.shape[1] - 1, len(utf8), limits.dense)
    return Tree.of(columns, page=page, url=url, encoding=encoding)


def _check_density(nodes: int, size: int, limit: int) -> None:
    """Raises LimitError if a page has far more nodes than a page of its size: small pages must not cost much.

    All that is done with a page takes the time and memory of its nodes. A large page may have many; nobody writes a
    small one that has.
    """
    if nodes > max(limit, size // _BYTES):
        raise LimitError(
            f"{nodes:,} nodes in {size:,} bytes, more than one for every {_BYTES} and than the limit of {limit:,} for "
            "such pages; raise it with --max-dense"
        )


def _check(steps: int, parts: int, limit: int) -> None:
    """Raises LimitError if the steps that a parse takes, and those for the parts it makes, are more than the limit."""
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
