"""How much work a page makes for the parser, estimated before it is parsed: the definition, in Python.

lexbor looks through all open elements at many start tags and through all earlier attributes at each attribute, as
the HTML standard's algorithm says. Both are quadratic, harmless on real pages and endless on hostile ones: 200,000
nested `div`s take it a minute and a half. The estimate tokenises the page by the standard's rules and follows a simple
stack of open elements. It does not know foreign content (`svg`, `math`), so a page made to deceive it can.
"""

import re

from weblode.tags import NUMBERS

VOID = frozenset(
    "area base basefont bgsound br col embed frame hr image img input keygen link meta param source track wbr".split()
)
# Their next sibling or their parent's end closes them, so that they do not pile up.
CLOSED_BY_OTHERS = frozenset(
    (
        "a body button caption colgroup dd dt h1 h2 h3 h4 h5 h6 head html li nobr optgroup option p rb rp rt rtc "
        "tbody td tfoot th thead tr"
    ).split()
)
RAW = frozenset("iframe noembed noframes noscript script style textarea title xmp".split())

_MARKUP = re.compile(rb"<(?:(?P<start>[A-Za-z])|(?P<end>/[A-Za-z])|[!?/])")
_NAME = re.compile(rb"[^\t\n\f\r />]*")
_ATTRIBUTE = re.compile(
    rb"[\t\n\f\r /]*+[^\t\n\f\r />][^\t\n\f\r />=]*+"
    rb"(?:[\t\n\f\r ]*+=[\t\n\f\r ]*+(?:\"[^\"]*+\"?|'[^']*+'?|[^\t\n\f\r >]*+))?+"
)
_TAG_END = re.compile(rb"[\t\n\f\r /]*")


def effort(data: bytes) -> int:
    """The number of steps that the parse of a page may take, beyond those that grow with its length.

    >>> effort(b"<div><div><div>")
    3
    """
    steps, i = 0, 0
    still_open: list[bytes] = []
    counts: dict[bytes, int] = {}
    while found := _MARKUP.search(data, i):
        i = found.start()
        if found["start"]:
            name, attributes, bare, i = _tag(data, i + 1)
            steps += len(still_open) + attributes * attributes // 2
            if _piles_up(name, bare=bare):
                still_open.append(name)
                counts[name] = counts.get(name, 0) + 1
            elif name in _RAW_BYTES:
                i = _raw_end(data, name, i)
        elif found["end"]:
            name, _, _, i = _tag(data, i + 2)
            _close(name, still_open, counts)
        else:
            i = _comment_end(data, i)
    return steps


_RAW_BYTES = frozenset(name.encode() for name in RAW)
_PILES_UP = frozenset(name.encode() for name in NUMBERS.keys() - VOID - CLOSED_BY_OTHERS - RAW)
_KNOWN = frozenset(name.encode() for name in NUMBERS)


def _piles_up(name: bytes, *, bare: bool) -> bool:
    """Whether an element stays open; one that HTML does not know and that ends in `/>` is a drawing's, and closed."""
    return name in _PILES_UP or (name not in _KNOWN and not bare)


def _tag(data: bytes, i: int) -> tuple[bytes, int, bool, int]:
    """The name of the tag at `i`, how many attributes it has, whether it ends in `/>`, and where it ends."""
    matched = _NAME.match(data, i)
    assert matched is not None
    name, i, attributes = matched[0].lower(), matched.end(), 0
    while found := _ATTRIBUTE.match(data, i):
        attributes += 1
        i = found.end()
    rest = _TAG_END.match(data, i)
    assert rest is not None
    return name, attributes, rest[0].endswith(b"/"), rest.end() + 1


def _close(name: bytes, still_open: list[bytes], counts: dict[bytes, int]) -> None:
    if not counts.get(name):
        return
    while True:
        last = still_open.pop()
        counts[last] -= 1
        if last == name:
            return


def _comment_end(data: bytes, i: int) -> int:
    mark = b"-->" if data.startswith(b"<!--", i) else b">"
    end = data.find(mark, i + 2)
    return len(data) if end < 0 else end + len(mark)


def _raw_end(data: bytes, name: bytes, i: int) -> int:
    while (i := data.find(b"</", i)) >= 0:
        if data[i + 2 : i + 2 + len(name)].lower() == name:
            return i
        i += 2
    return len(data)
