"""JSON documents as trees, as if they were XML: a key is an element, an entry of an array is an `item`.

So a list that a site serves as JSON is read as records, with the names that it has. Numbers stay as they are written;
what is null has no element.
"""

import json
from collections.abc import Iterator
from typing import Any

from weblode.caches import regex
from weblode.limits import Limits
from weblode.tree import Tree

_BEGINNING = 64  # bytes in which a document must begin
_ROOT, _ITEM = "json", "item"
_UNNAMEABLE = regex(r"[^\w.-]+")


def read_json(utf8: bytes, most: int = 2**31) -> Any:
    """The value of a page that is a JSON document with an object in an array; None for all other pages.

    A page that may hold more than `most` values, by its signs, is none: it would take too much memory to find out.

    >>> read_json(b'[{"a": 1.50}]'), read_json(b"[1]"), read_json(b"{margin: 0}"), read_json(b"<p>[{}]")
    ([{'a': '1.50'}], None, None, None)
    """
    if utf8[:_BEGINNING].lstrip(b"\xef\xbb\xbf \t\r\n")[:1] not in (b"{", b"["):
        return None
    if sum(map(utf8.count, (b"{", b"[", b","))) > most:
        return None
    try:
        value = json.loads(utf8.decode("utf-8-sig"), parse_int=str, parse_float=str, parse_constant=str)
    except (ValueError, RecursionError):
        return None
    return value if _has_objects(value) else None


def _has_objects(value: Any) -> bool:
    """Whether some array holds an object."""
    waiting = [value]
    while waiting:
        each = waiting.pop()
        if isinstance(each, list):
            if any(isinstance(one, dict) for one in each):
                return True
            waiting += each
        elif isinstance(each, dict):
            waiting += each.values()
    return False


def json_tree(value: Any, size: int, limits: Limits, **about: str | None) -> Tree:
    """The tree of a JSON value that was read from a page of so many bytes. Raises LimitError."""
    from weblode.pages.xml import TreeBuilding

    building = TreeBuilding(limits, size)
    building.start(_ROOT, [])
    waiting = [(_ROOT, _parts(value))]
    while waiting:
        name, parts = waiting[-1]
        part = next(parts, None)
        if part is None:
            building.end(name)
            waiting.pop()
            continue
        key, inner = part
        building.start(key, [])
        if isinstance(inner, dict | list):
            waiting.append((key, _parts(inner)))
        else:
            building.characters(_text(inner))
            building.end(key)
    return building.tree(**about)


def _parts(value: Any) -> Iterator[tuple[str, Any]]:
    """The parts of an object or array, each with the name of its element."""
    pairs = value.items() if isinstance(value, dict) else ((_ITEM, each) for each in value)
    return ((_element(key), each) for key, each in pairs if each is not None)


def _text(value: Any) -> str:
    """A value as text: half of a pair of surrogates, which JSON can name, is a question mark."""
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return text.encode(errors="replace").decode()


def _element(key: str) -> str:
    """A key as the name of an element, which XPaths can have."""
    name = _UNNAMEABLE.sub("_", key).strip("_") or _ITEM  # surrogates are no letters
    return name if name[0].isalpha() or name[0] == "_" else f"_{name}"
