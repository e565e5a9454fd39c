"""The elements of a page that a selector matches.

Plain selectors are matched for all elements at once, on columns: left to right, with the set of elements that match so
far. Others are tested on one element at a time: a `StyledElement` gives cssselect2 the interface that it needs on a
row of a tree.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from weblode import kernels
from weblode.caches import regex
from weblode.style.selectors import Selector, SelectorStep
from weblode.tree import Column, Tree

Nodes = Column | list[int]  # in document order; those with a class or an id come as a list, and are few

_CLASSES = regex(rb"[^ \t\r\n\f]+")

# The most tests of an element by all selectors of a page; the slow path counts more. Beyond it, rules are not read.
TESTS = 1_000_000
_SLOW = 4


class Spent(Exception):  # noqa: N818 - not an error: it ends the matching when the budget is used up
    """The page's selectors cost more than `TESTS`."""


class Elements:
    """The elements of a tree by tag, class and id, to find those that a selector matches."""

    def __init__(self, tree: Tree, names: frozenset[bytes]) -> None:
        """`names` are all that the selectors have (see `selector_names`)."""
        self.tree = tree
        self.spent = 0
        self._tags: dict[str, Column] = {}
        self._children: dict[int, _ElementChildren] = {}
        self._elements: dict[int, StyledElement] = {}
        self._named: dict[bytes, list[int]] = {name: [] for name in names}
        classes = {name[1:]: nodes for name, nodes in self._named.items() if name[:1] == b"."}
        ids = {name[1:]: nodes for name, nodes in self._named.items() if name[:1] == b"#"}
        if classes or ids:
            kernels.fastest().collect(tree.buffer, tree.start, tree.tag, classes, ids)
        self.missing = {name for name, nodes in self._named.items() if not nodes}
        self._attributed: dict[bytes, list[int]] = {}

    def may_match(self, selector: Selector) -> bool:
        """Whether the page has all classes and ids that a selector needs."""
        return self.missing.isdisjoint(selector.needs)

    def _with_attribute(self, name: bytes) -> list[int]:
        """The elements with an attribute of this name, and a few more in which it is the end of a name or a value."""
        if name not in self._attributed:
            tree, part = self.tree, name + b"\0"
            places: list[int] = []
            at = tree.buffer.find(part)
            while at >= 0:
                places.append(at)
                at = tree.buffer.find(part, at + len(part))
            nodes = np.unique(tree.start.searchsorted(np.array(places, dtype=np.int32), side="right") - 1)
            self._attributed[name] = nodes[tree.tag[nodes] > 0].tolist() if places else []
        return self._attributed[name]

    def spend(self, n: int) -> None:
        """Count `n` tests. Raises Spent if there were more than `TESTS`."""
        self.spent += n
        if self.spent > TESTS:
            raise Spent

    def match(self, selector: Selector) -> list[int]:
        """The elements that a selector matches, in document order."""
        if not self.may_match(selector):
            return []
        if selector.test is not None:
            names = (name[1:] for name in selector.needs if name[:1] == b"[")
            if not all(map(self._with_attribute, names)):
                return []
        nodes = self._matching(selector.steps)
        self.spend(len(nodes))
        if selector.test is None or not nodes:
            return nodes
        self.spend(_SLOW * len(nodes))
        return [u for u in nodes if selector.test(self.element(u))]

    def _matching(self, steps: tuple[SelectorStep, ...]) -> list[int]:
        """The elements that match all steps of a selector."""
        first = steps[0]
        if len(steps) == 1 and not first.tag and (lists := self._lists(first)):  # as of most selectors that hide
            return lists[0] if len(lists) == 1 else sorted(set(lists[0]).intersection(*lists[1:]))
        nodes = self._matching_step(first)
        for step in steps[1:]:
            if not len(nodes):
                break
            nodes = self._linked(nodes, step.link, self._matching_step(step))
        return nodes if isinstance(nodes, list) else nodes.tolist()

    def element(self, u: int) -> "StyledElement":
        """The element of a node for cssselect2; always the same object, which caches its attributes."""
        element = self._elements.get(u)
        if element is None:
            element = self._elements[u] = StyledElement(self, u)
        return element

    def children(self, u: int) -> "list[StyledElement]":
        """The child elements of an element."""
        if u not in self._children:
            tree = self.tree
            nodes = [v for v in kernels.fastest().children(tree.end, u) if tree.tag[v]]
            self.spend(_SLOW * len(nodes))
            self._children[u] = _ElementChildren(self.element(v) for v in nodes)
        return self._children[u]

    def _matching_step(self, step: SelectorStep) -> Nodes:
        """The elements that match one step of a selector alone."""
        lists = self._lists(step)
        if not lists:
            return self._with_tag(step.tag)
        nodes = lists[0] if len(lists) == 1 else sorted(set(lists[0]).intersection(*lists[1:]))
        if not step.tag or not nodes:
            return nodes
        matching = np.array(nodes, dtype=np.int32)
        having: Column = matching[self.tree.tag[matching] == self.tree.number(step.tag)]
        return having

    def _lists(self, step: SelectorStep) -> list[list[int]]:
        """For each id, class and attribute of a step the elements that have it."""
        lists = [self._named[b"#" + name] for name in step.ids] + [self._named[b"." + name] for name in step.classes]
        return lists + [self._with_attribute(name) for name in step.attributes] if step.attributes else lists

    def _with_tag(self, name: str) -> Column:
        """The elements with a tag; all elements for ""."""
        if name not in self._tags:
            tag = self.tree.tag
            which = tag == self.tree.number(name) if name else tag > 0
            self._tags[name] = np.flatnonzero(which).astype(np.int32)
        self.spend(1 + len(self._tags[name]) // 8)
        return self._tags[name]

    def _linked(self, matched: Nodes, link: str, nodes: Nodes) -> Nodes:
        """The nodes that are related to one of the matched ones by a combinator."""
        if not len(nodes):
            return nodes
        if link == " " and len(matched) == 1 and isinstance(nodes, list):  # as most: columns would take longer
            stop = self.tree.end.item(u := int(matched[0]))
            return [v for v in nodes if u < v < stop]
        return self._related(np.asarray(matched, dtype=np.int32), link, np.asarray(nodes, dtype=np.int32))

    def _related(self, matched: Column, link: str, nodes: Column) -> Column:
        """The same of columns, none of them empty."""
        parent, position = self.tree.parent, self.tree.position
        if link == " ":
            # The largest end of those that start before a node is beyond the node only if one of them contains it.
            before = matched.searchsorted(nodes) - 1
            chosen = (before >= 0) & (np.maximum.accumulate(self.tree.end[matched])[before] > nodes)
        elif link == ">":
            above = parent[nodes]  # -1 for the root, which no node matches
            chosen = matched[matched.searchsorted(above).clip(max=len(matched) - 1)] == above
        elif link == "+":
            before, at = ((parent[some].astype(np.int64) << 32) + position[some] for some in (matched, nodes))
            chosen = np.isin(at - 1, before)
        else:
            # The first matched child of each parent, since the nodes are in document order.
            parents, first = np.unique(parent[matched], return_index=True)
            at = parents.searchsorted(parent[nodes]).clip(max=len(parents) - 1)
            chosen = (parents[at] == parent[nodes]) & (position[matched[first[at]]] < position[nodes])
        related: Column = nodes[chosen]
        return related


class _ElementChildren(list["StyledElement"]):
    """The children of an element; taking a slice counts as tests, since cssselect2 then visits them all."""

    def __getitem__(self, which: Any) -> Any:
        result = super().__getitem__(which)
        if isinstance(which, slice) and result:
            result[0].elements.spend(_SLOW * len(result) // 8)
        return result


class StyledElement:
    """An element with the interface that selectors compiled by cssselect2 use. Steps to other elements are counted."""

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
