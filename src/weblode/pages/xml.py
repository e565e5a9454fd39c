"""XML documents (feeds, sitemaps, any other) as trees, with the names and the structure that they have.

The parser is expat, from Python's standard library. It reads events, so the limits stop it in the middle of a document;
it never opens a file or an address; and it brings no dependency. We do not use feedparser, which gives one fixed set of
fields for feeds only, without nodes that a value could lead back to, nor lxml, which builds its whole document before
we could count it, and whose repairs differ between releases of libxml2.

What is not XML's to decide: entities of the document's own DTD are replaced, but all of them together may add only
`_ADDED` characters; other files are never read. A document that is not well-formed is read again by `repair`, and the
tree has a warning. A text that is HTML (a description in a feed) is stored as a person reads it (see `markup`).
"""

from xml.parsers import expat

import numpy as np

from weblode.errors import LimitError
from weblode.kernels.columns import END, LEADS, LEAF, PARENT, Columns, Walk
from weblode.limits import Limits
from weblode.pages.markup import decode_references, readable
from weblode.pages.repair import read_broken
from weblode.pages.xml_signs import XHTML
from weblode.tags import BROKEN, NAMES, NUMBERS, SPACED, TEXT
from weblode.tree import Tree

_ADDED = 2**20  # the most characters that entities and default attributes may add to a document
_AMPLIFIED = 43  # expat's number for more of that than it allows, which is 100 times the document from 8 MiB on
_PLAIN, _GUESSED, _ESCAPED = range(3)  # a text is no HTML, is HTML if it has a tag of it, is HTML
_READINGS = {"rdf": _ESCAPED, "rss": _ESCAPED, "sitemapindex": _PLAIN, "urlset": _PLAIN}


def parse_xml(utf8: bytes, limits: Limits, **about: str | None) -> Tree:
    """The tree of an XML document in UTF-8; `about` has what a tree knows of its page. Raises LimitError.

    Without an element, which no well-formed document is, the tree has no nodes.
    """
    utf8 = utf8.lstrip()
    warning = ""
    try:
        building = TreeBuilding(limits, len(utf8))
        _parse_strictly(utf8, building)
    except expat.ExpatError as error:
        if error.code == _AMPLIFIED:
            raise _added_too_much() from error
        why = f"{expat.errors.messages[error.code]}, line {error.lineno:,}, column {error.offset + 1:,}"
        warning = f"not well-formed XML ({why}); repaired, so something may be missing"
        building = TreeBuilding(limits, len(utf8))
        read_broken(utf8.decode(), building)
    return building.tree(warning=warning, **about)


def _parse_strictly(utf8: bytes, building: "TreeBuilding") -> None:
    """Send the events of a well-formed document. Raises ExpatError for any other."""
    parser = expat.ParserCreate("utf-8")
    parser.buffer_text = True
    parser.ordered_attributes = True
    parser.StartElementHandler = building.start
    parser.EndElementHandler = building.end
    parser.CharacterDataHandler = building.characters
    parser.CommentHandler = building.divide
    parser.ProcessingInstructionHandler = building.divide
    parser.SkippedEntityHandler = building.skip_entity
    parser.Parse(utf8, True)  # noqa: FBT003 - expat takes no keywords


def _added_too_much() -> LimitError:
    return LimitError(
        f"its entities expand to more than {_ADDED:,} characters beyond its size; remove them from its DTD"
    )


class TreeBuilding:
    """The tree of a document from its events: namespaces, which texts are HTML, and the limits."""

    def __init__(self, limits: Limits, size: int) -> None:
        self.walk = Walk(limits.nodes, limits.depth)
        self.names: list[str] = []
        self.namespaced: set[int] = set()
        self._left = size + _ADDED
        self._numbers: dict[tuple[str, bool, bool], int] = {}
        self._root = ("", "")  # the prefix of the root element, and its name in lower case
        # Of each open element: the default namespace and the prefixes of XHTML inside it, and how its text is read.
        self._open: list[tuple[str, frozenset[str], int]] = [("", frozenset(), _GUESSED)]
        self._texts: list[str] = []

    def tree(self, **about: str | None) -> Tree:
        """The tree of all elements so far; `about` has what a tree knows of its page."""
        columns = self.walk.columns(self.names)
        _separate(columns)
        return Tree.of(columns, namespaced=frozenset(self.namespaced), **about)

    def start(self, name: str, attributes: list[str]) -> None:
        self.divide()
        default, prefixes, _ = self._open[-1]
        pairs = list(zip(attributes[::2], attributes[1::2], strict=True))
        for key, value in pairs:
            self._count(value)
            if key == "xmlns":
                default = value.strip()
            elif key.startswith("xmlns:"):
                prefixes = prefixes | {key[6:]} if value.strip() == XHTML else prefixes - {key[6:]}
        prefix, _, local = name.rpartition(":")
        is_html = prefix in prefixes if prefix else default == XHTML
        tag = self._number(name, local, namespaced=bool(default) and not prefix, is_html=is_html)
        u = self.walk.element(tag, pairs)
        self.walk.descend(u)
        if u == 0:
            self._root = (prefix, local.lower())
        self._open.append((default, prefixes, _PLAIN if is_html else self._reading(prefix, pairs)))

    def end(self, _: str) -> None:
        self.divide()
        self._open.pop()
        self.walk.ascend()

    def characters(self, text: str) -> None:
        self._count(text)
        self._texts.append(text)

    def skip_entity(self, name: str, is_parameter: bool) -> None:  # noqa: FBT001 - expat calls it so
        """Add the character of an entity whose DTD is not read: most are HTML's."""
        if not is_parameter:
            self.characters(decode_references(f"&{name};"))

    def divide(self, *_: object) -> None:
        """End the text so far."""
        if self._texts:
            text, reading = "".join(self._texts), self._open[-1][2]
            self._texts.clear()
            self.walk.text(text if reading == _PLAIN else readable(text, is_html=reading == _ESCAPED))

    def _count(self, text: str) -> None:
        self._left -= len(text)
        if self._left < 0:
            raise _added_too_much()

    def _reading(self, prefix: str, attributes: list[tuple[str, str]]) -> int:
        """How the text of an element is read. In Atom the element says so, in RSS any text may be HTML."""
        root_prefix, root = self._root
        if root != "feed" or prefix != root_prefix:
            return _READINGS.get(root, _GUESSED)
        stated = {value for key, value in attributes if key in ("type", "mode")}
        return _ESCAPED if stated & {"html", "text/html", "escaped"} else _PLAIN

    def _number(self, name: str, local: str, *, namespaced: bool, is_html: bool) -> int:
        key = (name, namespaced, is_html)
        number = self._numbers.get(key)
        if number is None:
            number = NUMBERS.get(local.lower(), TEXT) if is_html else TEXT
            if number == TEXT:
                number = len(NAMES) + len(self.names)
                self.names.append(name)
            if namespaced or is_html:
                self.namespaced.add(number)
            self._numbers[key] = number
        return number


def _separate(columns: Columns) -> None:
    """Put a new line between texts, unless they stand in one element that has text of its own.

    No list says which elements of a document are blocks. `<p>one <b>two</b></p>` is one line because `p` has text. Two
    elements in it are still two words: a stray letter between the items of a broken feed does not join their texts.
    """
    block = columns.block[:, :-1]
    parent, end, leads = block[PARENT], block[END], block[LEADS]
    texts = np.flatnonzero(block[LEAF] >= 0)
    mixed = np.zeros(block.shape[1], dtype=bool)
    mixed[parent[texts]] = True
    before, after = texts[:-1], texts[1:]
    above = parent[before]
    while (apart := np.flatnonzero(end[above] <= after)).size:
        above[apart] = parent[above[apart]]
    beside = (parent[before] == above) | (parent[after] == above)
    leads[after[~beside]] = np.maximum(leads[after[~beside]], SPACED)
    leads[after[~mixed[above]]] = BROKEN
