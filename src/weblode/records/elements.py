"""The fields of XML records: every element and attribute with a value is a field, named by its path below the record.

The name is an XPath without positions: `title`, `author/name`, `enclosure/@url`, `link[@rel='self']/@href` (a link of
Atom says in `rel` what it leads to; without it, or as `alternate`, it is just `link/@href`). The second value of the
same name in a record is a field of its own, `category_2`. An element that has text of its own, or XHTML, is one field
with all the text inside it; other elements are entered.
"""

from collections.abc import Mapping, Sequence
from urllib.parse import urljoin

import numpy as np

from weblode.records.objects import Range
from weblode.records.places import FieldCell, FieldPlace
from weblode.tags import NAMES, TEXT
from weblode.tree import Tree

_PLACES = 400  # the most places of a record that are read, and the most columns of a list
_COLUMNS = 500
_LEFT_OUT = -1
# Names, without prefix, of elements and attributes that hold addresses, and of those that lead to the record's page.
_LINKS = frozenset("about comments href icon link loc logo resource src uri url".split())
_MAIN_LINKS = ("link", "link/@href", "loc")
_TEXT_KINDS = frozenset({"html", "text", "xhtml"})  # in Atom, how an element's text is written, not what it says

Row = list[tuple[FieldPlace, FieldCell]]


def rows(tree: Tree, records: Sequence[Range]) -> list[Row]:
    """The places of each record with their values, in document order."""
    reading = _ElementReading(tree)
    return [reading.row(*record) for record in records]


class _ElementReading:
    """Reads the elements and attributes of records."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.tag, self.end, self.parent, self.start = (
            column.tolist() for column in (tree.tag, tree.end, tree.parent, tree.start)
        )
        whole = np.zeros(len(tree) + 1, dtype=bool)  # the last entry is for the parent of the root, -1
        whole[tree.parent[tree.tag < len(NAMES)]] = True  # texts and XHTML
        self.whole = whole.tolist()
        self.has_bases = b"xml:base\0" in tree.buffer
        self._places: dict[str, FieldPlace] = {}

    def row(self, start: int, stop: int) -> Row:
        """The places of one record: an element, or several siblings."""
        alone = self.end[start] == stop
        paths: dict[int, str] = {}
        cells: Row = []
        u = start
        while u < stop and len(cells) < _PLACES:
            name = self.tree.name_of(self.tag[u])
            attributes = self._attributes(u)
            above = paths.get(self.parent[u], "")
            path = "" if alone and u == start else f"{above}/{_step(name, attributes)}".lstrip("/")
            paths[u] = path
            for key, value in attributes.items():
                if value.strip() and _is_value(name, key, value):
                    place = f"{path}/@{key}" if path else f"@{key}"
                    self._add(cells, place, (u, u + 1), self._absolute(u, key, value), key)
            if self.tag[u] == TEXT or self.whole[u]:
                only = u + 1 if self.end[u] == u + 2 else u  # its only text: nearly all elements have one
                value = self.tree.string(only) if self.tag[only] == TEXT else self.tree.text(u, line=" ")
                if value:
                    self._add(cells, path or name, (u, self.end[u]), self._absolute(u, name, value))
                u = self.end[u]
            else:
                u += 1
        return cells[:_PLACES]

    def _add(self, cells: Row, path: str, nodes: Range, value: str, attribute: str = "") -> None:
        path = path.replace("#text", "text")
        place = self._places.get(path) or self._places.setdefault(path, FieldPlace(path))
        cells.append((place, FieldCell(nodes, value, attribute=attribute)))

    def _attributes(self, u: int) -> Mapping[str, str]:
        return self.tree.attributes(u) if self.tag[u] != TEXT and self.start[u] < self.start[u + 1] else {}

    def _absolute(self, u: int, name: str, value: str) -> str:
        """The value on one line; if it is an address, joined to that of the page where it is known."""
        value = " ".join(value.split())
        if _local(name) not in _LINKS or " " in value:
            return value
        bases = [self.tree.url or ""]
        if self.has_bases:
            around = [*reversed(self.tree.ancestors(u)), u]
            bases += [self._attributes(v).get("xml:base", "") for v in around]
        try:
            base = ""
            for each in bases:
                base = urljoin(base, each)
            return urljoin(base, value)
        except ValueError:
            return value


def _step(name: str, attributes: Mapping[str, str]) -> str:
    """A step of a field's name: the element, and for a link its relation."""
    relation = attributes.get("rel", "alternate").strip() if _local(name) == "link" and "href" in attributes else ""
    return name if relation in ("", "alternate") else f"{name}[@rel='{relation}']"


def _is_value(name: str, key: str, value: str) -> bool:
    """Whether an attribute is a value of the record, and not about how the document is written."""
    if key == "xmlns" or key.startswith(("xmlns:", "xml:")):
        return False
    if key == "rel":
        return _local(name) != "link"
    return key != "type" or value not in _TEXT_KINDS


def _local(name: str) -> str:
    return name.rpartition(":")[2]


def group(
    sequences: Sequence[Sequence[FieldPlace]], known_places: Sequence[FieldPlace] = ()
) -> tuple[list[tuple[int, FieldPlace]], list[list[int]]]:
    """The columns with their numbers, and for each place the index of its column, as by `fields.align`.

    The same place for the second time in a record is a second column, which stands beside the first.
    """
    numbers: dict[tuple[FieldPlace, int], int] = {}
    first: dict[FieldPlace, int] = {}

    def numbered(sequence: Sequence[FieldPlace]) -> list[int]:
        seen: dict[FieldPlace, int] = {}
        result = []
        for place in sequence:
            seen[place] = seen.get(place, 0) + 1
            first.setdefault(place, len(first))
            key = (place, seen[place])
            full = key not in numbers and len(numbers) >= _COLUMNS
            result.append(_LEFT_OUT if full else numbers.setdefault(key, len(numbers)))
        return result

    numbered(known_places)
    results = [numbered(sequence) for sequence in sequences]
    ordered = sorted(numbers, key=lambda key: (first[key[0]], key[1]))
    order = {numbers[key]: i for i, key in enumerate(ordered)} | {_LEFT_OUT: _LEFT_OUT}
    return [(numbers[key], key[0]) for key in ordered], [[order[number] for number in row] for row in results]


def links(columns: Sequence[tuple[FieldPlace, Sequence[FieldCell | None]]], n: int) -> list[list[str]]:
    """The addresses in each of `n` records, first that of its own page, without duplicates."""
    names = [_local(place.path.rpartition("/")[2].lstrip("@")) for place, _ in columns]
    holding = [(place.path, cells) for name, (place, cells) in zip(names, columns, strict=True) if name in _LINKS]
    holding.sort(key=lambda each: each[0] not in _MAIN_LINKS)
    return [list(dict.fromkeys(cell.value for _, cells in holding if (cell := cells[i]))) for i in range(n)]


def attribute_step(name: str) -> str:
    """The last step of an attribute's XPath, "" for no attribute. A name with a prefix is written so that any tool
    finds it.

    >>> attribute_step("url"), attribute_step("rdf:about")
    ('/@url', "/@*[name()='rdf:about']")
    """
    if not name:
        return ""
    return f"/@*[name()='{name}']" if ":" in name else f"/@{name}"
