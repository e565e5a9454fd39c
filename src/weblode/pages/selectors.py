"""Which elements of a page a style rule is for.

Selectors of tags, classes and ids, below or directly below one another (`#menu li.open > a`), are nearly all there are
on real pages. They are answered for all elements at once, from columns: left to right, the set of elements that match
so far. All others are compiled by cssselect2 and asked of one element at a time, `Element`, which shows it a tree's row
as it wants it. Where a selector is plain, both give the same (tests/pages/test_selectors.py).
"""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import cssselect2
import numpy as np
from numpy.typing import NDArray

from weblode import kernels
from weblode.tags import NUMBERS
from weblode.tree import Column, Tree

_NAME = r"-?[_a-zA-Z][_a-zA-Z0-9-]*"
_STEP = re.compile(rf"([\s>]*)({_NAME}|\*)?((?:[.#]{_NAME})*)((?::(?:hover|active|focus|visited))*)")
_PARTS = re.compile(rf"[.#]{_NAME}")
_ADDED = re.compile(r"::?(?:before|after|first-line|first-letter)\Z")  # what stands for no element
_SPECIAL = re.compile(r"""["'()\[\]\\/]""")
_CLASSES = re.compile(rb"[^ \t\r\n\f]+")
# cssselect2 makes each combinator and each bracket a level of a Python expression, and Python has a limit of 200.
_NESTED = re.compile(r"[\s>+~(]+")
_NESTING = 40
# What cssselect2 raises for what it cannot compile: besides its own SelectorError, a ValueError, some slips.
_REFUSED = (ValueError, NotImplementedError, AttributeError, SyntaxError, TypeError, RecursionError)

# How many elements all selectors of a page may be asked of; the slow path counts more. Beyond it, rules are not read.
TESTS = 4_000_000
_SLOW = 4

Specificity = tuple[int, int, int]


class Spent(Exception):  # noqa: N818 - no error: how a count that is used up ends the matching
    """The page's selectors cost more than `TESTS`."""


class Step(NamedTuple):
    """One compound of a plain selector: how it follows the one before, and what an element must have."""

    child: bool  # directly below what the steps before found, otherwise anywhere below
    tag: str  # "" for any
    classes: tuple[bytes, ...] = ()
    ids: tuple[bytes, ...] = ()


class Selector(NamedTuple):
    """One selector. `steps` are all of it if `test` is None, otherwise what an element needs to be worth the test."""

    specificity: Specificity
    steps: tuple[Step, ...]
    test: Any = None
    needs: frozenset[bytes] = frozenset()  # classes and ids, as `.x` and `#y`, without which no page has a match

    @property
    def tag_only(self) -> str | None:
        """The tag, or "" for any, of a selector that is nothing but a tag; otherwise None."""
        first = self.steps[0]
        plain = len(self.steps) == 1 and self.test is None and not first.classes and not first.ids
        return first.tag if plain else None


def selectors(prelude: str) -> tuple[Selector, ...] | None:
    """The selectors of a rule that can match anything; None if one of them is invalid, which makes the rule so.

    >>> [selector.specificity for selector in selectors("h1, #menu a.open, a:hover")]
    [(0, 0, 1), (1, 1, 1)]
    """
    if _SPECIAL.search(prelude):
        return compiled(prelude)
    found: list[Selector] = []
    for part in prelude.split(","):
        plain = _plain(part)
        if plain is None:
            plain = compiled(part)
        if plain is None:
            return None
        found += plain
    return tuple(found)


def _plain(text: str) -> tuple[Selector, ...] | None:
    """The selector if it is plain; nothing if it never matches a page that nobody touches; None if it is not plain."""
    text = text.strip(" \t\r\n\f")
    added = _ADDED.search(text) if ":" in text else None
    text = text[: added.start()] if added else text
    at, steps, never = 0, [], added is not None
    a = b = c = 0
    while at < len(text):
        step = _STEP.match(text, at)
        if step is None:
            return None
        between, tag, named, dynamic = step.groups()
        if not (tag or named) or bool(between) != bool(at):
            return None
        child = ">" in between
        if child and between.count(">") > 1:
            return None
        tag = "" if tag is None or tag == "*" else tag.lower()
        classes: tuple[bytes, ...] = ()
        ids: tuple[bytes, ...] = ()
        if named:
            parts = _PARTS.findall(named)
            ids = tuple([part[1:].encode() for part in parts if part[0] == "#"])
            classes = tuple([part[1:].encode() for part in parts if part[0] == "."])
        steps.append(Step(child, tag, classes, ids))
        a, b, c = a + len(ids), b + len(classes), c + bool(tag)
        never = never or bool(dynamic)
        at = step.end()
    if not steps:
        return None
    return () if never else (Selector((a, b, c), tuple(steps)),)


def compiled(prelude: str) -> tuple[Selector, ...] | None:
    """The same as `selectors` by cssselect2 alone: the definition."""
    if len(_NESTED.findall(prelude)) > _NESTING and max(len(_NESTED.findall(s)) for s in prelude.split(",")) > _NESTING:
        return None
    try:
        parsed = cssselect2.compile_selector_list(prelude)
    except _REFUSED:
        return None
    # Between brackets stands what an element must have, or what it must not.
    needs = frozenset[bytes]() if _SPECIAL.search(prelude) or "," in prelude else _names(prelude)
    return tuple(
        Selector(one.specificity, (_worth(one),), one.test, needs)
        for one in parsed
        if one.pseudo_element is None and not one.never_matches
    )


def _names(text: str) -> frozenset[bytes]:
    return frozenset(name.encode() for name in _PARTS.findall(text))


def _worth(selector: Any) -> Step:
    classes = (selector.class_name.encode(),) if selector.class_name else ()
    ids = (selector.id.encode(),) if selector.id else ()
    return Step(False, selector.lower_local_name or "", classes, ids)


class Elements:
    """The elements of a tree by tag, class and id; asked for those a selector matches."""

    def __init__(self, tree: Tree, wanted: list[Selector]) -> None:
        self.tree = tree
        self.spent = 0
        self._tags: dict[str, Column] = {}
        self._children: dict[int, _Children] = {}
        self._known: dict[int, Element] = {}
        # By the name with its dot or hash.
        names = {b"." + name for one in wanted for step in one.steps for name in step.classes}
        names.update(b"#" + name for one in wanted for step in one.steps for name in step.ids)
        names.update(name for one in wanted for name in one.needs)
        self._named: dict[bytes, list[int]] = {name: [] for name in names}

    def index(self, found: list[tuple[int, int, bytes]]) -> None:
        """Takes in the elements with the attributes `class` (number 0) and `id` (number 1)."""
        classes = {name[1:]: nodes for name, nodes in self._named.items() if name[:1] == b"."}
        ids = {name[1:]: nodes for name, nodes in self._named.items() if name[:1] == b"#"}
        unknown = classes.keys().isdisjoint
        known: dict[bytes, list[list[int]]] = {}  # few values are written often
        for u, k, value in found:
            if k == 0:
                lists = known.get(value)
                if lists is None:
                    names = _CLASSES.findall(value) if b"\v" in value else value.split()
                    lists = [] if unknown(names) else [classes[name] for name in {*names} & classes.keys()]
                    known[value] = lists
                for nodes in lists:
                    nodes.append(u)
            elif k == 1 and value in ids:
                ids[value].append(u)

    def spend(self, n: int) -> None:
        """Counts `n` tests; raises Spent when there were too many."""
        self.spent += n
        if self.spent > TESTS:
            raise Spent

    def match(self, selector: Selector) -> Column:
        """The elements that a selector matches, in document order."""
        if any(not self._named[name] for name in selector.needs):
            return np.zeros(0, dtype=np.int32)
        found = self._having(selector.steps[0])
        for step in selector.steps[1:]:
            if not len(found):
                break
            found = self._below(found, self._having(step), child=step.child)
        self.spend(len(found))
        if selector.test is None or not len(found):
            return found
        self.spend(_SLOW * len(found))
        return np.array([u for u in found.tolist() if selector.test(self.element(u))], dtype=np.int32)

    def element(self, u: int) -> "Element":
        """One element for cssselect2: always the same object, which remembers its attributes."""
        found = self._known.get(u)
        if found is None:
            found = self._known[u] = Element(self, u)
        return found

    def children(self, u: int) -> "list[Element]":
        """The elements directly below one."""
        if u not in self._children:
            tree = self.tree
            nodes = [v for v in kernels.fastest().children(tree.end, u) if tree.tag[v]]
            self.spend(_SLOW * len(nodes))
            self._children[u] = _Children(self.element(v) for v in nodes)
        return self._children[u]

    def _having(self, step: Step) -> Column:
        lists = [self._named[b"#" + name] for name in step.ids] + [self._named[b"." + name] for name in step.classes]
        if not lists:
            return self._tagged(step.tag)
        nodes = lists[0] if len(lists) == 1 else sorted(set(lists[0]).intersection(*lists[1:]))
        found = np.array(nodes, dtype=np.int32)
        if step.tag and nodes:
            found = found[self.tree.tag[found] == self.tree.number(step.tag)]
        return found

    def _tagged(self, name: str) -> Column:
        if name not in self._tags:
            tag = self.tree.tag
            which = tag == (NUMBERS[name] if name in NUMBERS else self.tree.number(name)) if name else tag > 0
            self._tags[name] = np.flatnonzero(which).astype(np.int32)
        self.spend(1 + len(self._tags[name]) // 8)
        return self._tags[name]

    def _below(self, above: Column, nodes: Column, *, child: bool) -> Column:
        """Those of the nodes whose parent, or one of whose ancestors, is one of the nodes above."""
        if not len(nodes):
            return nodes
        before = above.searchsorted(self.tree.parent[nodes] if child else nodes, side="right" if child else "left") - 1
        if child:
            return nodes[(before >= 0) & (above[before] == self.tree.parent[nodes])]
        # The furthest end of those that begin before a node: beyond the node only if one of them holds it.
        furthest: NDArray[np.int32] = np.maximum.accumulate(self.tree.end[above])
        return nodes[(before >= 0) & (furthest[before] > nodes)]


class _Children(list["Element"]):
    """The children of an element; taking a slice of them is counted, as it is taken to go through it."""

    def __getitem__(self, which: Any) -> Any:
        found = super().__getitem__(which)
        if isinstance(which, slice) and found:
            found[0].elements.spend(_SLOW * len(found) // 8)
        return found


class Element:
    """One element as cssselect2's compiled selectors look at it. Steps to other elements are counted."""

    in_html_document = True
    in_disabled_fieldset = False
    namespace_url = "http://www.w3.org/1999/xhtml"

    def __init__(self, elements: Elements, u: int) -> None:
        self.elements = elements
        self.u = u
        self.local_name = elements.tree.name(u)
        self._attrib: dict[str, str] | None = None
        self._classes: set[str] | None = None

    @property
    def etree_element(self) -> "Element":
        return self

    @property
    def tag(self) -> str:
        return self.local_name

    @property
    def text(self) -> str:
        return "" if self.elements.tree.end[self.u] == self.u + 1 else "x"

    @property
    def attrib(self) -> dict[str, str]:
        if self._attrib is None:
            self._attrib = self.elements.tree.attributes(self.u)
        return self._attrib

    def get(self, name: str, default: str | None = None) -> str | None:
        return self.attrib.get(name, default)

    @property
    def id(self) -> str | None:
        return self.attrib.get("id")

    @property
    def classes(self) -> set[str]:
        if self._classes is None:
            self._classes = {name.decode() for name in _CLASSES.findall(self.attrib.get("class", "").encode())}
        return self._classes

    @property
    def lang(self) -> str:
        for one in (self, *self.ancestors):
            if "lang" in one.attrib:
                return one.attrib["lang"].lower()
        return ""

    @property
    def parent(self) -> "Element | None":
        above = int(self.elements.tree.parent[self.u])
        return None if above < 0 else self.elements.element(above)

    @property
    def ancestors(self) -> "Iterator[Element]":
        v = self.u
        while (v := int(self.elements.tree.parent[v])) >= 0:
            self.elements.spend(_SLOW)
            yield self.elements.element(v)

    @property
    def index(self) -> int:
        return int(self.elements.tree.position[self.u]) - 1

    @property
    def etree_siblings(self) -> "list[Element]":
        above = self.parent
        return [self] if above is None else above.etree_children

    @property
    def etree_children(self) -> "list[Element]":
        return self.elements.children(self.u)

    @property
    def previous_siblings(self) -> "list[Element]":
        return self.etree_siblings[: self.index]

    @property
    def previous(self) -> "Element | None":
        return self.etree_siblings[self.index - 1] if self.index else None

    def iter_siblings(self) -> "Iterator[Element]":
        return iter(self.etree_siblings)

    def iter_next_siblings(self) -> "Iterator[Element]":
        return iter(self.etree_siblings[self.index + 1 :])

    def iter_children(self) -> "Iterator[Element]":
        return iter(self.etree_children)

    def iter_subtree(self) -> "Iterator[Element]":
        tree = self.elements.tree
        for v in range(self.u, int(tree.end[self.u])):
            self.elements.spend(_SLOW)
            if tree.tag[v]:
                yield self.elements.element(v)
