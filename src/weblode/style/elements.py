"""Which elements of a page a selector matches.

Plain selectors are answered for all elements at once, from columns: left to right, the set of elements that match so
far. Others are asked of one element at a time, a `StyledElement`, which shows cssselect2 a row of a tree as it wants
it.
"""

import re
from collections.abc import Iterator
from typing import Any

import numpy as np

from weblode import kernels
from weblode.style.selectors import Selector, SelectorStep
from weblode.tree import Column, Tree

_CLASSES = re.compile(rb"[^ \t\r\n\f]+")

# How many elements all selectors of a page may be asked of; the slow path counts more. Beyond it, rules are not read.
TESTS = 1_000_000
_SLOW = 4


class Spent(Exception):  # noqa: N818 - no error: how a count that is used up ends the matching
    """The page's selectors cost more than `TESTS`."""


class Elements:
    """The elements of a tree by tag, class and id; asked for those a selector matches."""

    def __init__(self, tree: Tree, wanted: list[Selector]) -> None:
        self.tree = tree
        self.spent = 0
        self._tags: dict[str, Column] = {}
        self._children: dict[int, _ElementChildren] = {}
        self._known: dict[int, StyledElement] = {}
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
            found = self._linked(found, step.link, self._having(step))
        self.spend(len(found))
        if selector.test is None or not len(found):
            return found
        self.spend(_SLOW * len(found))
        return np.array([u for u in found.tolist() if selector.test(self.element(u))], dtype=np.int32)

    def element(self, u: int) -> "StyledElement":
        """One element for cssselect2: always the same object, which remembers its attributes."""
        found = self._known.get(u)
        if found is None:
            found = self._known[u] = StyledElement(self, u)
        return found

    def children(self, u: int) -> "list[StyledElement]":
        """The elements directly below one."""
        if u not in self._children:
            tree = self.tree
            nodes = [v for v in kernels.fastest().children(tree.end, u) if tree.tag[v]]
            self.spend(_SLOW * len(nodes))
            self._children[u] = _ElementChildren(self.element(v) for v in nodes)
        return self._children[u]

    def _having(self, step: SelectorStep) -> Column:
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
            which = tag == self.tree.number(name) if name else tag > 0
            self._tags[name] = np.flatnonzero(which).astype(np.int32)
        self.spend(1 + len(self._tags[name]) // 8)
        return self._tags[name]

    def _linked(self, found: Column, link: str, nodes: Column) -> Column:
        """Those of the nodes that stand to one of the found as a combinator says."""
        if not len(nodes):
            return nodes
        parent, position = self.tree.parent, self.tree.position
        if link == " ":
            # The furthest end of those that begin before a node: beyond the node only if one of them holds it.
            before = found.searchsorted(nodes) - 1
            chosen = (before >= 0) & (np.maximum.accumulate(self.tree.end[found])[before] > nodes)
        elif link == ">":
            chosen = np.isin(parent[nodes], found)
        elif link == "+":
            places, asked = ((parent[some].astype(np.int64) << 32) + position[some] for some in (found, nodes))
            chosen = np.isin(asked - 1, places)
        else:
            # The first found below each parent: the order is the document's.
            parents, first = np.unique(parent[found], return_index=True)
            at = parents.searchsorted(parent[nodes]).clip(max=len(parents) - 1)
            chosen = (parents[at] == parent[nodes]) & (position[found[first[at]]] < position[nodes])
        matched: Column = nodes[chosen]
        return matched


class _ElementChildren(list["StyledElement"]):
    """The children of an element; taking a slice of them is counted, as it is taken to go through it."""

    def __getitem__(self, which: Any) -> Any:
        found = super().__getitem__(which)
        if isinstance(which, slice) and found:
            found[0].elements.spend(_SLOW * len(found) // 8)
        return found


class StyledElement:
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
    def etree_element(self) -> "StyledElement":
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
    def parent(self) -> "StyledElement | None":
        above = int(self.elements.tree.parent[self.u])
        return None if above < 0 else self.elements.element(above)

    @property
    def ancestors(self) -> "Iterator[StyledElement]":
        v = self.u
        while (v := int(self.elements.tree.parent[v])) >= 0:
            self.elements.spend(_SLOW)
            yield self.elements.element(v)

    @property
    def index(self) -> int:
        return int(self.elements.tree.position[self.u]) - 1

    @property
    def etree_siblings(self) -> "list[StyledElement]":
        above = self.parent
        return [self] if above is None else above.etree_children

    @property
    def etree_children(self) -> "list[StyledElement]":
        return self.elements.children(self.u)

    @property
    def previous_siblings(self) -> "list[StyledElement]":
        return self.etree_siblings[: self.index]

    @property
    def previous(self) -> "StyledElement | None":
        return self.etree_siblings[self.index - 1] if self.index else None

    def iter_siblings(self) -> "Iterator[StyledElement]":
        return iter(self.etree_siblings)

    def iter_next_siblings(self) -> "Iterator[StyledElement]":
        return iter(self.etree_siblings[self.index + 1 :])

    def iter_children(self) -> "Iterator[StyledElement]":
        return iter(self.etree_children)

    def iter_subtree(self) -> "Iterator[StyledElement]":
        tree = self.elements.tree
        for v in range(self.u, int(tree.end[self.u])):
            self.elements.spend(_SLOW)
            if tree.tag[v]:
                yield self.elements.element(v)
