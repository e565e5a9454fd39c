"""Lists inside records: comments below a post, offers of a product, parties of a case.

A nested list is a run of siblings that repeats inside the records of a list. It is one if all of this holds:

- *Place.* The items have the same tag path in at least two records, or one record has at least three of them; and some
  record has at least two beside each other. Once the place is known, a record may have one item there, or none.
- *Kind.* Items beside other elements of their tag are told apart by a class word that repeats below one parent. Two
  lists at one tag path are told apart by the class words of their parents, by the headings above them, and by shape.
- *Likeness.* Items share most of the tag paths that most of them have.
- *Content.* An item holds more than a bare word: two places of a field or more. A single text or link is enough in
  `li` and `dd` alone, and only if the number of items differs between records: three `li` in each record are its
  fields. Cells of a row, paragraphs, headings, images, marks (`b`, `em`) and lines (`br`) are never items.
- *No form.* If the items carry labels that recur in the records (`Price`, `Year`), a class of their own each, or the
  same words in all records (`Reply`, `Share`), they are fields or furniture of the page (`nested_evidence`).

The elements `dt`, `h2` to `h6`, and `tr` may be the head of an item that goes on in the siblings up to the next head.
Lists inside the items of a list belong to these items. A thread is a list whose items
hold items by the same way down, or of the class of the records themselves: there, one reply is enough.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain
from statistics import median
from typing import Any

import numpy as np
from numpy.typing import NDArray

from weblode.records import nested_kinds, objects
from weblode.records.nested_evidence import are_alike, is_form, is_structured, varies
from weblode.records.objects import Range
from weblode.tags import NO_CONTENT, NUMBERS
from weblode.tree import Tree
from weblode.values.names import unused_name

LEVELS = 64  # the most levels of lists in lists
_TEXT = 100_000_000  # the most bytes of text of all levels, since the text of a record has that of the records in it
_NODES = 300_000  # the same for the nodes of all levels; a page below 1 MB takes less than 5 seconds
_STEPS = 20_000_000  # the most nodes that are looked at in one list, counted once for each level of tags
_ALIKE = 0.7  # the share of the items' common tag paths that an item must have
_HIDDEN = -2  # marks nodes that are no part of a shape
_MOST = 0.7  # the share of the candidates of a kind that must be items
_SEVERAL = 0.15  # the least share of the records with items that have two
_COMMON = 0.6  # the least share of a usual item's tag paths that most items have

_NEVER = NO_CONTENT | frozenset(
    NUMBERS[name]
    for name in (
        "abbr acronym b bdi bdo big blink blockquote body br button canvas caption center cite code del dfn dl em "
        "figcaption font footer form h1 head header hr html i iframe img ins kbd label legend map mark menu nav nobr "
        "object ol p pre q s samp small span strike strong sub summary sup svg table tbody td textarea tfoot th thead "
        "time tt u ul var video wbr"
    ).split()
)
_USABLE = np.ones(len(NUMBERS) + 1, dtype=np.bool_)  # the last entry is for tags that HTML does not define
_USABLE[sorted(_NEVER | {0})] = False
_HEADS = frozenset(NUMBERS[name] for name in "dt h2 h3 h4 h5 h6 tr".split())
_BARE = frozenset(NUMBERS[name] for name in "li dd".split())  # one text is enough in these
_IS_ITEM = np.zeros(len(NUMBERS) + 1, dtype=np.bool_)
_IS_ITEM[sorted(_BARE | _HEADS)] = True

_PAGES = re.compile(r"pagin|\bpager?\b", re.IGNORECASE)  # class words around links to other pages


@dataclass(frozen=True)
class Relation:
    """How items stand in a record: the tags from its top down to them, and the class word that they share."""

    path: tuple[str, ...]
    word: str = ""


@dataclass(frozen=True)
class NestedItems:
    """The items of one nested list in all records: for each the record that holds it, from 0, and its parent node.

    `headers` are the rows with the headers of tables among them, which are part of no record.
    """

    name: str
    relation: Relation
    items: tuple[Range, ...]
    owners: tuple[int, ...]
    parents: tuple[int, ...]
    headers: tuple[Range, ...] = ()


def find(tree: Tree, records: Sequence[Range], above: Sequence[Relation] = ()) -> list[NestedItems]:
    """The lists inside the records, in document order; `above` are the relations by which the records are nested."""
    bounds = np.array(records, dtype=np.int64).reshape(-1, 2)
    text = int((tree.text_before[bounds[:, 1]] - tree.text_before[bounds[:, 0]]).sum())
    nodes, level = int((bounds[:, 1] - bounds[:, 0]).sum()), len(above) + 1
    if not nodes or level > LEVELS or text * level > _TEXT or (level > 1 and nodes * level > _NODES):
        return []
    lists = _NestedSearch(tree, bounds, tuple(above)).lists()
    used: set[str] = set()
    for i, each in enumerate(lists):
        name = unused_name(each.name or "list", used, join="_")
        used.add(name)
        lists[i] = replace(each, name=name)
    return lists


class _NestedSearch:
    """Looks for nested lists, outer ones first."""

    def __init__(self, tree: Tree, bounds: NDArray[np.int64], above: tuple[Relation, ...]) -> None:
        self.tree, self.bounds, self.above = tree, bounds, above
        lengths = bounds[:, 1] - bounds[:, 0]
        owner = np.repeat(np.arange(len(bounds)), lengths)
        firsts = np.repeat(bounds[:, 0], lengths)
        nodes = firsts + np.arange(len(firsts)) - np.repeat(np.cumsum(lengths) - lengths, lengths)
        usable = _USABLE.take(tree.tag[nodes], mode="clip")
        self.nodes, self.owner, firsts = nodes[usable], owner[usable], firsts[usable]
        parent = tree.parent[self.nodes].astype(np.int64)
        self.parent = np.where(parent < firsts, -1 - self.owner, parent)  # below 0 for the top nodes of a record
        self.path = tree.path[self.nodes]
        self.left, self.repeating = _STEPS, set[int]()  # `repeating`: the tag paths at which siblings repeat
        self.shown = np.where(tree.leaf < 0, tree.path, objects.WORDS)  # what counts for the shape of an item
        self.shown[(tree.tag == NUMBERS["br"]) | (tree.tag == NUMBERS["hr"])] = _HIDDEN

    def lists(self) -> list[NestedItems]:
        """The nested lists, in document order.

        Inner lists are judged first: what they hold says nothing about whether the items around them are alike.
        """
        accepted: list[NestedItems] = []
        threads, tops = self._threads(), frozenset(self.bounds[:, 0].tolist())
        closed: set[int] = set()  # parents whose children are fields
        for path in self._paths(threads):
            here = np.flatnonzero(self.path == path)
            parts = zip(self.nodes[here].tolist(), self.parent[here].tolist(), self.owner[here].tolist(), strict=True)
            candidates = [each for each in parts if each[1] not in closed]
            word = threads[path].word if path in threads else ""
            if word and path not in self.repeating and not self._has_word(candidates, word):
                continue  # none has a sibling, and none is like the records
            for kind in nested_kinds.kinds(self.tree, candidates, tops, word):
                items, reason = self._judge(kind, threads.get(path))
                if reason is _FORM:
                    closed.update(kind.parents)
                if items is not None:
                    accepted.append(items)
                    closed.update(parent for parent in kind.parents if self.tree.tag[items.items[0][0]] in _HEADS)
                    self._hide(items)
        return _outermost(accepted, len(self.tree))

    def _hide(self, items: NestedItems) -> None:
        """Leave the nodes of a list out of the shapes of the items around it, with its parents if they hold no more."""
        for start, stop in (*items.items, *items.headers):
            self.shown[start:stop] = _HIDDEN
        for parent in dict.fromkeys(items.parents):
            rest = self.shown[parent + 1 : self.tree.end[parent]]
            if (rest == _HIDDEN).all():
                self.shown[parent] = _HIDDEN

    def _shapes(self, pieces: Sequence[Range]) -> list[objects.Shape]:
        """The shape of each item: its tag paths, without that of its first node and without inner lists."""
        hidden = {_HIDDEN, self.tree.path.item(pieces[0][0])}
        return [frozenset(self.shown[start:stop].tolist()) - hidden for start, stop in pieces]

    def _paths(self, threads: dict[int, Relation]) -> list[int]:
        """The tag paths at which siblings repeat or a thread goes on, inner ones first."""
        keys = (self.parent + len(self.bounds)) * (int(self.path.max(initial=0)) + 1) + self.path
        _, first, inverse, counts = np.unique(keys, return_index=True, return_inverse=True, return_counts=True)
        self.repeating = set(self.path[first[counts > 1]].tolist())
        firsts = first[self._worth(counts, inverse, first)]
        repeats = dict(zip(self.path[firsts].tolist(), self.nodes[firsts].tolist(), strict=True))
        for path in threads:
            repeats.setdefault(path, int(self.nodes[np.flatnonzero(self.path == path)[0]]))
        return sorted(repeats, key=lambda path: (-self.tree.depth.item(repeats[path]), repeats[path]))

    def _worth(self, counts: NDArray[Any], group: NDArray[Any], first: NDArray[Any]) -> NDArray[Any]:
        """Which groups of siblings have two that hold two texts each; one text is enough for some tags."""
        leaves = self.tree.leaves
        texts = leaves.searchsorted(self.tree.end[self.nodes]) - leaves.searchsorted(self.nodes.astype(leaves.dtype))
        full = np.bincount(group.reshape(-1), weights=texts > 1, minlength=len(counts))
        tag = self.tree.tag[self.nodes[first]]
        worth: NDArray[Any] = (counts > 1) & ((full > 1) | _IS_ITEM.take(tag, mode="clip"))
        return worth

    def _threads(self) -> dict[int, Relation]:
        """The tag paths at which items stand in the records as the records, or those above them, stand in theirs."""
        tree, threads = self.tree, {}
        own = self._own_word() if not self.above else ""
        tops = {tree.tag.item(start) for start in self.bounds[:, 0].tolist()} if own else set()
        tags = {tree.number(each.path[-1]) for each in self.above} | (tops if len(tops) == 1 else set())
        if not tags:
            return {}
        path, first = np.unique(self.path, return_index=True)
        for number, i in zip(path.tolist(), first.tolist(), strict=True):
            u = int(self.nodes[i])
            if tree.tag.item(u) not in tags or self.parent[i] < 0:
                continue
            way = self._way(u, int(self.bounds[self.owner[i], 0]))
            relation = next((each for each in self.above if each.path == way), None)
            if relation or own:
                threads[number] = relation or Relation(way, own)
        return threads

    def _own_word(self) -> str:
        """The class word that four of five records have, each one element; "" without one."""
        tree, starts = self.tree, self.bounds[:, 0].tolist()
        if not np.array_equal(tree.end[self.bounds[:, 0]], self.bounds[:, 1]):
            return ""
        counts = Counter(chain.from_iterable(nested_kinds.class_words(tree, starts)))
        return next((word for word, n in counts.most_common(1) if n >= 0.8 * len(starts)), "")

    def _has_word(self, candidates: Sequence[nested_kinds.Candidate], word: str) -> bool:
        """Whether a candidate has a class word."""
        return any(word in words for words in nested_kinds.class_words(self.tree, [u for u, _, _ in candidates]))

    def _way(self, u: int, start: int) -> tuple[str, ...]:
        """The tags from the top of a record down to a node."""
        way = []
        while u >= start:
            way.append(self.tree.name(u))
            u = int(self.tree.parent[u])
        return tuple(reversed(way))

    def _judge(self, kind: nested_kinds.Kind, thread: Relation | None) -> tuple[NestedItems | None, str]:
        """The items of a kind if they are a list; otherwise None and why."""
        tree = self.tree
        on = thread is not None and thread.word == kind.word and self._like_records(kind)
        groups, headers = nested_kinds.pieces(tree, kind, self.bounds)
        pieces = sorted((piece, group) for group, members in enumerate(groups) for piece in members)
        if not pieces or not (on or _repeats(groups, kind.owners)):
            return None, "does not repeat"
        self.left -= sum(stop - start for (start, stop), _ in pieces)
        if self.left < 0:
            return None, "takes too many steps"
        shapes = self._shapes([piece for piece, _ in pieces])
        fits = _alike(shapes, [len(groups[group]) > 1 for _, group in pieces])
        if not on and sum(fits) < _MOST * len(fits):
            return None, "items differ"
        chosen = [each for each, fit in zip(pieces, fits, strict=True) if fit or on]
        sizes = objects.sizes(tree, [piece for piece, _ in chosen])
        chosen = [each for each, size in zip(chosen, sizes, strict=True) if size]
        items, owners = [piece for piece, _ in chosen], [kind.owners[group] for _, group in chosen]
        if not items or len(items) < _MOST * len(fits):
            return None, "has no text"
        whole = [shape - {kind.path} for shape in objects.shapes(tree, items)]
        if not are_alike(whole, owners):
            return None, "items differ"
        if not on and (reason := self._refusal(items, owners)):
            return None, reason
        parents = [self._node(kind.parents[group], piece) for piece, group in chosen]
        relation = Relation(self._way(items[0][0], int(self.bounds[owners[0], 0])), kind.word)
        if any(self._pages(parent, owner) for parent, owner in dict(zip(parents, owners, strict=True)).items()):
            return None, "leads to other pages"
        return NestedItems(kind.name, relation, tuple(items), tuple(owners), tuple(parents), tuple(headers)), ""

    def _like_records(self, kind: nested_kinds.Kind) -> bool:
        """Whether most candidates begin with the tags with which most records begin: replies are comments again."""
        tree = self.tree

        def tags(u: int) -> set[int]:
            return {tree.tag.item(v) for v in tree.children(u)}

        counts = Counter(tag for start in self.bounds[:, 0].tolist() for tag in tags(start))
        common = {tag for tag, n in counts.items() if 2 * n >= len(self.bounds)}
        nodes = [u for members in kind.members for u in members]
        return sum(2 * len(tags(u) & common) >= len(common) for u in nodes) >= _MOST * len(nodes)

    def _pages(self, parent: int, owner: int) -> bool:
        """Whether a list stands in navigation, such as links to the next pages of results."""
        u, start = parent, int(self.bounds[owner, 0])
        while u >= start:
            if self.tree.tag[u] == NUMBERS["nav"] or _PAGES.search(self.tree.attributes(u).get("class", "")):
                return True
            u = int(self.tree.parent[u])
        return False

    def _refusal(self, items: list[Range], owners: list[int]) -> str:
        """Why alike items are no list; "" if they are."""
        counts, shapes = Counter(owners), self._shapes(items)
        several = sum(n > 1 for n in counts.values())
        if not several or (len(counts) < 2 and len(items) < 3) or several < _SEVERAL * len(counts):
            return "does not repeat"
        if is_form(self.tree, items, owners, shapes):
            return _FORM
        if is_structured(self.tree, items, most=len(counts) == 1):
            return ""
        if self.tree.tag[items[0][0]] not in _BARE:
            return "holds bare words"
        return "" if varies(counts, len(self.bounds)) else _FORM

    def _node(self, parent: int, piece: Range) -> int:
        """The parent node of an item; negative numbers stand for the top of a record."""
        return parent if parent >= 0 else int(self.tree.parent[piece[0]])


_FORM = "is a form"


def _outermost(lists: Sequence[NestedItems], n: int) -> list[NestedItems]:
    """The lists that stand in no item of another one, in document order; `n` is the number of nodes."""
    depth = np.zeros(n + 1, dtype=np.int32)
    for each in lists:
        for start, stop in each.items:
            depth[start] += 1
            depth[stop] -= 1
    around = np.cumsum(depth)  # how many items of lists hold a node
    outer = []
    for each in lists:
        chosen = [i for i, (start, _) in enumerate(each.items) if around[start] == 1]
        if chosen:
            part = replace(
                each,
                items=tuple([each.items[i] for i in chosen]),
                owners=tuple([each.owners[i] for i in chosen]),
                parents=tuple([each.parents[i] for i in chosen]),
                headers=tuple([piece for piece in each.headers if not around[piece[0]]]),
            )
            outer.append(part)
    return sorted(outer, key=lambda each: each.items[0])


def _repeats(groups: Sequence[Sequence[Range]], owners: Sequence[int]) -> bool:
    """Whether there are two items beside each other, in two records or three in one."""
    return max(map(len, groups), default=0) > 1 and (len(set(owners)) > 1 or sum(map(len, groups)) > 2)


def _alike(shapes: Sequence[objects.Shape], repeated: Sequence[bool]) -> list[bool]:
    """For each candidate whether it is like most of those that repeat."""
    models = [shape for shape, beside in zip(shapes, repeated, strict=True) if beside] or list(shapes)
    counts = Counter(path for shape in models for path in shape)
    common = {path for path, n in counts.items() if 2 * n >= len(models)}
    if len(common) < _COMMON * median(map(len, models)):
        return [False] * len(shapes)
    # Nothing is left of an element that only holds inner lists.
    return [bool(shape) and len(shape & common) >= _ALIKE * len(common) for shape in shapes]
