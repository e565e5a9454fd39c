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
from bisect import bisect_right
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import compress

import numpy as np
from numpy.typing import NDArray

from weblode import kernels
from weblode.caches import lazy, regex
from weblode.kernels.siblings import HIDDEN, WORDS, Run
from weblode.records import nested_kinds, objects
from weblode.records.nested_evidence import NEARLY, are_alike, is_form, is_structured, varies
from weblode.records.objects import Range
from weblode.tags import NO_CONTENT, NUMBERS
from weblode.tree import Tree
from weblode.values.names import unused_name

LEVELS = 64  # the most levels of lists in lists
_TEXT = 100_000_000  # the most bytes of text of all levels, since the text of a record has that of the records in it
_NODES = 300_000  # the same for the nodes of all levels; a page below 1 MB takes less than 5 seconds
_STEPS = 20_000_000  # the most nodes that are looked at in one list, counted once for each level of tags
_ALIKE = 0.7  # the share of the items' common tag paths that an item must have
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

_PAGES = regex(r"pagin|\bpager?\b", re.IGNORECASE)  # class words around links to other pages


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


def find(
    tree: Tree, records: Sequence[Range], above: Sequence[Relation] = (), no_lists: Collection[str] = ()
) -> list[NestedItems]:
    """The lists inside the records, in document order; `above` are the relations by which the records are nested.

    `no_lists` are tag paths of siblings that are known to be fields of the records (see `repeating_fields`).
    """
    level, nodes = len(above) + 1, sum([stop - start for start, stop in records])
    if not nodes or level > LEVELS or (level > 1 and nodes * level > _NODES):
        return []
    if len(tree.buffer) * len(records) * level > _TEXT and sum(objects.sizes(tree, records)) * level > _TEXT:
        return []  # few pages are so large that the texts need to be counted
    lists = _NestedSearch(tree, records, tuple(above)).lists(no_lists)
    used: set[str] = set()
    for i, each in enumerate(lists):
        name = unused_name(each.name or "list", used, join="_")
        used.add(name)
        lists[i] = replace(each, name=name)
    return lists


def repeating_fields(record_lists: Iterable[tuple[Tree, Sequence[Range]]]) -> tuple[str, ...]:
    """The tag paths, from the top of a record, of siblings that are fields by what they are, on every page.

    Those that are no list on a page only because too few records have several, or because all have as many, are not
    among them: on another page they may be a list.
    """
    fields: dict[str, None] = {}
    list_paths: set[str] = set()
    for tree, records in record_lists:
        search = _NestedSearch(tree, records, ())
        lists = search.lists()
        fields |= dict.fromkeys(search.place(u) for u in (*search.siblings.repeats.values(), *search.like_records()))
        list_paths |= {"/".join(each.relation.path) for each in lists} | search.undecided
    within_lists = tuple(f"{each}/" for each in list_paths)
    return tuple(path for path in sorted(fields) if not f"{path}/".startswith(within_lists))


class _NestedSearch:
    """Looks for nested lists, outer ones first."""

    def __init__(self, tree: Tree, records: Sequence[Range], above: tuple[Relation, ...]) -> None:
        self.tree, self.records, self.above = tree, records, above
        columns = (tree.parent, tree.end, tree.tag, tree.path, tree.leaf)
        self.siblings = kernels.fastest().siblings(columns, records, _USABLE, _IS_ITEM)
        self.left, self.hides = _STEPS, False  # `hides`: whether an inner list is left out of `shown`
        self.first, self.last = self.siblings.first, self.siblings.last
        self.undecided: set[str] = set()  # places of siblings that another page may show to be a list

    @lazy
    def shown(self) -> NDArray[np.int32]:
        """What counts for the shape of an item, of the nodes from the first record to the last."""
        tree, span = self.tree, slice(self.first, self.last)
        paths = np.where(tree.leaf[span] < 0, tree.path[span], np.int32(WORDS))
        paths[(tree.tag[span] == NUMBERS["br"]) | (tree.tag[span] == NUMBERS["hr"])] = HIDDEN
        return paths

    @lazy
    def _tops(self) -> list[int]:
        return sorted([start for start, _ in self.records])

    def place(self, u: int) -> str:
        """The tag path of a node from the top of its record."""
        return "/".join(self._way(u, self._tops[bisect_right(self._tops, u) - 1]))

    def lists(self, no_lists: Collection[str] = ()) -> list[NestedItems]:
        """The nested lists, in document order, none of them at the tag paths of `no_lists`.

        Inner lists are judged first: what they hold says nothing about whether the items around them are alike.
        """
        accepted: list[NestedItems] = []
        threads = self._threads(no_lists)
        if not threads and not self.siblings.repeats:
            return []
        tops = frozenset([start for start, _ in self.records])
        closed: set[int] = set()  # parents whose children are fields
        for path in self._paths(threads):
            if no_lists and path in self.siblings.repeats and self.place(self.siblings.repeats[path]) in no_lists:
                continue
            if path not in threads and not self._may_be_alike(path):
                continue
            runs = self.siblings.runs(path)
            if closed:
                runs = [each for each in runs if each[0] not in closed]
            word = threads[path].word if path in threads else ""
            if word and not self._may_be_alike(path) and not self._has_word(runs, word):
                continue  # none is like a sibling, and none is like the records
            for kind in nested_kinds.kinds(self.tree, runs, tops, word):
                items, reason = self._judge(kind, threads.get(path))
                if reason in (_FORM, _AS_MANY):
                    closed.update(kind.parents)
                if reason in (_SELDOM, _AS_MANY):
                    self.undecided.add(self.place(kind.members[0][0]))
                if items is not None:
                    accepted.append(items)
                    closed.update(parent for parent in kind.parents if self.tree.tag[items.items[0][0]] in _HEADS)
                    self._hide(items)
        return _outermost(accepted, len(self.tree))

    def _may_be_alike(self, path: int) -> bool:
        """Whether a tag path may have items that are alike (see `are_alike`): a record has two that are, or heads."""
        if path not in self.siblings.repeating:
            return False
        first = self.siblings.repeats.get(path)
        if first is not None and self.tree.tag.item(first) in _HEADS:  # their items are more than these elements
            return True
        return self.siblings.may_be_alike(path, objects.BREAKS, NEARLY)

    def _hide(self, items: NestedItems) -> None:
        """Leave the nodes of a list out of the shapes of the items around it, with its parents if they hold no more."""
        first, self.hides = self.first, True
        for start, stop in (*items.items, *items.headers):
            self.shown[max(0, start - first) : max(0, stop - first)] = HIDDEN
        for parent in dict.fromkeys(items.parents):
            if parent < first:  # it holds records, and stands in none
                continue
            rest = self.shown[parent + 1 - first : self.tree.end[parent] - first]
            if (rest == HIDDEN).all():
                self.shown[parent - first] = HIDDEN

    def _shapes(self, pieces: Sequence[Range]) -> list[objects.Shape]:
        """The shape of each item: its tag paths, without that of its first node and without inner lists."""
        hidden = {HIDDEN, self.tree.path.item(pieces[0][0])}
        begin, end = pieces[0][0] - self.first, max(stop for _, stop in pieces) - self.first
        paths, begin = self.shown[begin:end].tolist(), pieces[0][0]
        return [frozenset(paths[start - begin : stop - begin]) - hidden for start, stop in pieces]

    def _paths(self, threads: dict[int, Relation]) -> list[int]:
        """The tag paths at which siblings repeat or a thread goes on, inner ones first."""
        repeats = dict(self.siblings.repeats)
        for path in threads:
            if path not in repeats:
                repeats[path] = self.siblings.runs(path)[0][2][0]
        return sorted(repeats, key=lambda path: (-self.tree.depth.item(repeats[path]), repeats[path]))

    def like_records(self) -> list[int]:
        """Of each tag path in the records that ends in their own tag, if they have one, the first node."""
        return [u for _, (u, above, _) in self.siblings.firsts(self._own_tags) if above >= 0]

    @property
    def _own_tags(self) -> set[int]:
        """The tag that all records begin with, if there is one."""
        return {self.siblings.own_tag} - {-1}

    def _threads(self, no_lists: Collection[str]) -> dict[int, Relation]:
        """The tag paths at which items stand in the records as the records, or those above them, stand in theirs."""
        tree, threads = self.tree, {}
        tags = {tree.number(each.path[-1]) for each in self.above} if self.above else self._own_tags
        firsts = [each for each in self.siblings.firsts(tags) if each[1][1] >= 0]
        if no_lists and firsts:
            firsts = [each for each in firsts if self.place(each[1][0]) not in no_lists]
        if not self.above:
            own = self._own_word() if firsts else ""
            numbers = [number for number, _ in firsts]
            paths = self._paths_with(own, numbers) if own else ()
            return dict.fromkeys([number for number in numbers if number in paths], Relation((), own))
        for number, (u, _, owner) in firsts:
            way = self._way(u, self.records[owner][0])
            relation = next((each for each in self.above if each.path == way), None)
            if relation:
                threads[number] = relation
        return threads

    def _own_word(self) -> str:
        """The class word that four of five records have, each one element; "" without one."""
        tree, starts, end = self.tree, [start for start, _ in self.records], self.tree.end.item
        if any(end(start) != stop for start, stop in self.records):
            return ""
        words, numbers = nested_kinds.numbered_words(tree, starts)
        counts: dict[str, int] = {}
        for number, n in Counter(numbers).items():
            for word in words[number]:
                counts[word] = counts.get(word, 0) + n
        word = max(counts, key=counts.__getitem__, default="")
        return word if word and counts[word] >= 0.8 * len(starts) else ""

    def _paths_with(self, word: str, paths: Sequence[int]) -> set[int]:
        """Those of some tag paths at which an element, from the first record to the last, has a class word."""
        tree, span = self.tree, self.tree.path[self.first : self.last]
        nodes = (np.bincount(paths, minlength=int(span.max()) + 1)[span].nonzero()[0] + self.first).tolist()
        words, numbers = nested_kinds.numbered_words(tree, nodes)
        chosen = {number for number, own in enumerate(words) if word in own}
        return {tree.path.item(u) for u, number in zip(nodes, numbers, strict=True) if number in chosen}

    def _has_word(self, runs: Sequence[Run], word: str) -> bool:
        """Whether a candidate has a class word."""
        return any(word in words for words in nested_kinds.numbered_words(self.tree, nested_kinds.nodes_of(runs))[0])

    def _way(self, u: int, start: int) -> tuple[str, ...]:
        """The tags from the top of a record down to a node."""
        way, tag, parent = [], self.tree.tag.item, self.tree.parent.item
        while u >= start:
            way.append(self.tree.name_of(tag(u)))
            u = parent(u)
        return tuple(reversed(way))

    def _judge(self, kind: nested_kinds.Kind, thread: Relation | None) -> tuple[NestedItems | None, str]:
        """The items of a kind if they are a list; otherwise None and why."""
        tree = self.tree
        on = thread is not None and thread.word == kind.word and self._like_records(kind)
        if not on and not _repeats(kind.members, kind.owners):
            return None, _SELDOM
        groups, headers = nested_kinds.pieces(tree, kind, self.records)
        if not any(groups) or not (on or _repeats(groups, kind.owners)):
            return None, _SELDOM
        self.left -= sum([stop - start for group in groups for start, stop in group])
        if self.left < 0:
            return None, "takes too many steps"
        fits = kernels.fastest().alike(self.shown, self.first, kind.path, groups, (_COMMON, _ALIKE))
        if not on and sum(fits) < _MOST * len(fits):
            return None, "items differ"
        pieces = [(piece, number) for number, group in enumerate(groups) for piece in group]
        chosen = sorted(pieces if on else compress(pieces, fits))
        sizes = objects.sizes(tree, [piece for piece, _ in chosen])
        chosen = list(compress(chosen, sizes))
        items, owners = [piece for piece, _ in chosen], [kind.owners[group] for _, group in chosen]
        if not items or len(items) < _MOST * len(fits):
            return None, "has no text"
        own_shapes = self._shapes(items)
        whole = [shape - {kind.path} for shape in objects.shapes(tree, items)] if self.hides else own_shapes
        if not are_alike(whole, owners):
            return None, "items differ"
        if not on and (reason := self._refusal(items, owners, own_shapes)):
            return None, reason
        parents = [self._node(kind.parents[group], piece) for piece, group in chosen]
        relation = Relation(self._way(items[0][0], self.records[owners[0]][0]), kind.word)
        if any(self._pages(parent, owner) for parent, owner in dict(zip(parents, owners, strict=True)).items()):
            return None, "leads to other pages"
        return NestedItems(kind.name, relation, tuple(items), tuple(owners), tuple(parents), tuple(headers)), ""

    def _like_records(self, kind: nested_kinds.Kind) -> bool:
        """Whether most candidates begin with the tags with which most records begin: replies are comments again."""
        common = self._common_tags
        nodes = [u for members in kind.members for u in members]
        return sum(2 * len(self._tags(u) & common) >= len(common) for u in nodes) >= _MOST * len(nodes)

    def _tags(self, u: int) -> set[int]:
        """The tags of a node's children."""
        tag = self.tree.tag.item
        return {tag(v) for v in self.tree.children(u)}

    @lazy
    def _common_tags(self) -> set[int]:
        """The tags with which most records begin."""
        counts = Counter(tag for start, _ in self.records for tag in self._tags(start))
        return {tag for tag, n in counts.items() if 2 * n >= len(self.records)}

    def _pages(self, parent: int, owner: int) -> bool:
        """Whether a list stands in navigation, such as links to the next pages of results."""
        u, start = parent, self.records[owner][0]
        while u >= start:
            if self.tree.tag[u] == NUMBERS["nav"] or _PAGES.search(self.tree.attributes(u).get("class", "")):
                return True
            u = int(self.tree.parent[u])
        return False

    def _refusal(self, items: list[Range], owners: list[int], shapes: list[objects.Shape]) -> str:
        """Why alike items of some shapes are no list; "" if they are."""
        counts = Counter(owners)
        several = sum(n > 1 for n in counts.values())
        if not several or (len(counts) < 2 and len(items) < 3) or several < _SEVERAL * len(counts):
            return _SELDOM
        if is_form(self.tree, items, owners, shapes):
            return _FORM
        if is_structured(self.tree, items, most=len(counts) == 1):
            return ""
        if self.tree.tag[items[0][0]] not in _BARE:
            return "holds bare words"
        return "" if varies(counts, len(self.records)) else _AS_MANY

    def _node(self, parent: int, piece: Range) -> int:
        """The parent node of an item; negative numbers stand for the top of a record."""
        return parent if parent >= 0 else int(self.tree.parent[piece[0]])


# Why items are no list.
_FORM = "is a form"
_AS_MANY = "has as many items in each record"
_SELDOM = "does not repeat"


def _outermost(lists: Sequence[NestedItems], n: int) -> list[NestedItems]:
    """The lists that stand in no item of another one, in document order; `n` is the number of nodes."""
    if not lists:
        return []
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


def _repeats(groups: Sequence[Sequence[object]], owners: Sequence[int]) -> bool:
    """Whether there are two items beside each other, in two records or three in one."""
    return max(map(len, groups), default=0) > 1 and (len(set(owners)) > 1 or sum(map(len, groups)) > 2)
