"""Looks for the lists inside records (see `nested`): which candidates may be lists, and what speaks against each."""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Collection, Sequence
from itertools import compress

import numpy as np
from numpy.typing import NDArray

from weblode import kernels
from weblode.caches import regex
from weblode.kernels.siblings import HIDDEN, WORDS, Run
from weblode.records import objects
from weblode.records.nested_items import NestedItems, Relation, outermost
from weblode.records.objects import Range
from weblode.tags import NO_CONTENT, NUMBERS
from weblode.tree import Tree

from . import nested_kinds
from .nested_evidence import NEARLY, are_alike, is_form, is_structured, varies
from .nested_pieces import pieces

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

_NAV = NUMBERS["nav"]
_PAGES = regex(r"pagin|\bpager?\b", re.IGNORECASE)  # class words around links to other pages


class NestedSearch:
    """Looks for nested lists, outer ones first."""

    def __init__(self, tree: Tree, records: Sequence[Range], above: tuple[Relation, ...]) -> None:
        self.tree, self.records, self.above = tree, records, above
        self.parent, self.end, self.tag, self.path = tree.parent, tree.end, tree.tag, tree.path
        columns = (tree.parent, tree.end, tree.tag, tree.path, tree.leaf)
        self.siblings = kernels.fastest().siblings(columns, records, _USABLE, _IS_ITEM)
        self.left, self.hides = _STEPS, False  # `hides`: whether an inner list is left out of what is shown
        self.first, self.last = self.siblings.first, self.siblings.last
        self.undecided: set[str] = set()  # places of siblings that another page may show to be a list
        self.seen: NDArray[np.int32] | None = None
        self.tops: list[int] | None = None
        self.common_tags: set[int] | None = None

    def shown(self) -> NDArray[np.int32]:
        """What counts for the shape of an item, of the nodes from the first record to the last."""
        if self.seen is None:
            tree, span = self.tree, slice(self.first, self.last)
            self.seen = np.where(tree.leaf[span] < 0, tree.path[span], np.int32(WORDS))
            for tag in objects.BREAKS:
                if tag in tree.tags:
                    self.seen[tree.tag[span] == tag] = HIDDEN
        return self.seen

    def place(self, u: int) -> str:
        """The tag path of a node from the top of its record."""
        if self.tops is None:
            self.tops = sorted([start for start, _ in self.records])
        return "/".join(self._way(u, self.tops[bisect_right(self.tops, u) - 1]))

    def lists(self, no_lists: Collection[str] = ()) -> list[NestedItems]:
        """The nested lists, in document order, none of them at the tag paths of `no_lists`.

        Inner lists are judged first: what they hold says nothing about whether the items around them are alike.
        """
        accepted: list[NestedItems] = []
        threads, repeats = self._threads(no_lists), self.siblings.repeats
        if not threads and not repeats:
            return []
        tops = frozenset([start for start, _ in self.records])
        closed: set[int] = set()  # parents whose children are fields
        for path in self._paths(threads):
            if no_lists and path in repeats and self.place(repeats[path]) in no_lists:
                continue
            thread = threads.get(path)
            alike = self._may_be_alike(path)
            if thread is None and not alike:
                continue
            runs = self.siblings.runs(path)
            if closed:
                runs = [each for each in runs if each[0] not in closed]
            word = thread.word if thread is not None else ""
            if word and not alike and not self._has_word(runs, word):
                continue  # none is like a sibling, and none is like the records
            for kind in nested_kinds.kinds(self.tree, runs, tops, word):
                items, reason = self._judge(kind, thread)
                if reason in (_FORM, _AS_MANY):
                    closed.update(kind.parents)
                if reason in (_SELDOM, _AS_MANY):
                    self.undecided.add(self.place(kind.members[0][0]))
                if items is not None:
                    accepted.append(items)
                    if int(self.tag[items.items[0][0]]) in _HEADS:
                        closed.update(kind.parents)
                    self._hide(items)
        return outermost(accepted) if accepted else []

    def _may_be_alike(self, path: int) -> bool:
        """Whether a tag path may have items that are alike (see `are_alike`): a record has two that are, or heads."""
        if path not in self.siblings.repeating:
            return False
        first = self.siblings.repeats.get(path)
        if first is not None and int(self.tag[first]) in _HEADS:  # their items are more than these elements
            return True
        return self.siblings.may_be_alike(path, objects.BREAKS, NEARLY)

    def _hide(self, items: NestedItems) -> None:
        """Leave the nodes of a list out of the shapes of the items around it, with its parents if they hold no more."""
        first, self.hides = self.first, True
        paths = self.shown()
        for start, stop in (*items.items, *items.headers):
            paths[max(0, start - first) : max(0, stop - first)] = HIDDEN
        for parent in dict.fromkeys(items.parents):
            if parent < first:  # it holds records, and stands in none
                continue
            rest = paths[parent + 1 - first : int(self.end[parent]) - first]
            if (rest == HIDDEN).all():
                paths[parent - first] = HIDDEN

    def _shapes(self, items: Sequence[Range]) -> list[objects.Shape]:
        """The shape of each item: its tag paths, without that of its first node and without inner lists."""
        begin, last = items[0][0], 0
        if not self.hides:
            own = {int(self.path[begin])}
            return [shape - own for shape in objects.shapes(self.tree, items)]
        for _, stop in items:
            last = max(last, stop)
        hidden = {HIDDEN, int(self.path[begin])}
        paths = self.shown()[begin - self.first : last - self.first].tolist()
        shapes = []
        for start, stop in items:
            shapes.append(frozenset(paths[start - begin : stop - begin]) - hidden)
        return shapes

    def _with_text(self, items: Sequence[tuple[Range, int]]) -> list[tuple[Range, int]]:
        """Those of the items that have text."""
        before = self.tree.text_before
        chosen = []
        for each in items:
            start, stop = each[0]
            if before[stop] > before[start]:
                chosen.append(each)
        return chosen

    def _paths(self, threads: dict[int, Relation]) -> list[int]:
        """The tag paths at which siblings repeat or a thread goes on, inner ones first."""
        repeats = dict(self.siblings.repeats)
        if len(repeats) + len(threads) == 1 and repeats:
            return list(repeats)
        for path in threads:
            if path not in repeats:
                repeats[path] = self.siblings.runs(path)[0][2][0]
        return sorted(repeats, key=lambda path: (-self.tree.depth.item(repeats[path]), repeats[path]))

    def like_records(self) -> list[int]:
        """Of each tag path in the records that ends in their own tag, if they have one, the first node."""
        return [u for _, (u, above, _) in self.siblings.firsts(self._own_tags()) if above >= 0]

    def _own_tags(self) -> set[int]:
        """The tag that all records begin with, if there is one."""
        return {self.siblings.own_tag} - {-1}

    def _threads(self, no_lists: Collection[str]) -> dict[int, Relation]:
        """The tag paths at which items stand in the records as the records, or those above them, stand in theirs."""
        tree, threads = self.tree, dict[int, Relation]()
        tags = {tree.number(each.path[-1]) for each in self.above} if self.above else self._own_tags()
        firsts = [each for each in self.siblings.firsts(tags) if each[1][1] >= 0]
        if not firsts:
            return threads
        if no_lists:
            firsts = [each for each in firsts if self.place(each[1][0]) not in no_lists]
        if not self.above:
            own = self._own_word() if firsts else ""
            numbers = [number for number, _ in firsts]
            paths = self._paths_with(own, numbers) if own else ()
            return dict.fromkeys([number for number in numbers if number in paths], Relation((), own))
        for number, (u, _, owner) in firsts:
            way = self._way(u, self.records[owner][0])
            for each in self.above:
                if each.path == way:
                    threads[number] = each
                    break
        return threads

    def _own_word(self) -> str:
        """The class word that four of five records have, each one element; "" without one."""
        starts = []
        for start, stop in self.records:
            end = int(self.end[start])
            if end != stop:
                return ""
            starts.append(start)
        words, numbers = nested_kinds.numbered_words(self.tree, starts)
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
        holding, chosen = [word in own for own in words], set[int]()
        for i, number in enumerate(numbers):
            if holding[number]:
                path = int(self.path[nodes[i]])
                chosen.add(path)
        return chosen

    def _has_word(self, runs: Sequence[Run], word: str) -> bool:
        """Whether a candidate has a class word."""
        words, _ = nested_kinds.numbered_words(self.tree, nested_kinds.nodes_of(runs))
        for each in words:
            if word in each:
                return True
        return False

    def _way(self, u: int, start: int) -> tuple[str, ...]:
        """The tags from the top of a record down to a node."""
        way = []
        while u >= start:
            way.append(self.tree.name_of(int(self.tag[u])))
            u = int(self.parent[u])
        way.reverse()
        return tuple(way)

    def _judge(self, kind: nested_kinds.Kind, thread: Relation | None) -> tuple[NestedItems | None, str]:
        """The items of a kind if they are a list; otherwise None and why."""
        on = thread is not None and thread.word == kind.word and self._like_records(kind)
        if not on and not _repeats(kind.members, kind.owners):
            return None, _SELDOM
        groups, headers = pieces(self.tree, kind, self.records)
        if not any(groups) or not (on or _repeats(groups, kind.owners)):
            return None, _SELDOM
        every: list[tuple[Range, int]] = []
        for number, group in enumerate(groups):
            for piece in group:
                self.left -= piece[1] - piece[0]
                every.append((piece, number))
        if self.left < 0:
            return None, "takes too many steps"
        fits = kernels.fastest().alike(self.shown(), self.first, kind.path, groups, (_COMMON, _ALIKE))
        if not on and sum(fits) < _MOST * len(fits):
            return None, "items differ"
        chosen = self._with_text(sorted(every if on else compress(every, fits)))
        if not chosen or len(chosen) < _MOST * len(fits):
            return None, "has no text"
        items, owners = [piece for piece, _ in chosen], [kind.owners[number] for _, number in chosen]
        own_shapes = self._shapes(items)
        whole = own_shapes
        if self.hides:
            whole = [shape - {kind.path} for shape in objects.shapes(self.tree, items)]
        if not are_alike(whole, owners):
            return None, "items differ"
        reason = "" if on else self._refusal(items, owners, own_shapes)
        if reason:
            return None, reason
        return self._list(kind, headers, chosen)

    def _list(
        self, kind: nested_kinds.Kind, headers: list[Range], chosen: list[tuple[Range, int]]
    ) -> tuple[NestedItems | None, str]:
        """The items of a list, unless they lead to other pages."""
        items, owners = [piece for piece, _ in chosen], [kind.owners[number] for _, number in chosen]
        parents = [self._node(kind.parents[number], piece) for piece, number in chosen]
        for parent, owner in dict(zip(parents, owners, strict=True)).items():
            if self._pages(parent, owner):
                return None, "leads to other pages"
        relation = Relation(self._way(items[0][0], self.records[owners[0]][0]), kind.word)
        return NestedItems(kind.name, relation, tuple(items), tuple(owners), tuple(parents), tuple(headers)), ""

    def _like_records(self, kind: nested_kinds.Kind) -> bool:
        """Whether most candidates begin with the tags with which most records begin: replies are comments again."""
        if self.common_tags is None:
            counts = Counter([tag for start, _ in self.records for tag in self._tags(start)])
            self.common_tags = {tag for tag, n in counts.items() if 2 * n >= len(self.records)}
        common = self.common_tags
        n, alike = 0, 0
        for members in kind.members:
            for u in members:
                n += 1
                alike += 2 * len(self._tags(u) & common) >= len(common)
        return alike >= _MOST * n

    def _tags(self, u: int) -> set[int]:
        """The tags of a node's children."""
        tags, v, stop = set[int](), u + 1, int(self.end[u])
        while v < stop:
            tag = int(self.tag[v])
            tags.add(tag)
            v = int(self.end[v])
        return tags

    def _pages(self, parent: int, owner: int) -> bool:
        """Whether a list stands in navigation, such as links to the next pages of results."""
        u, start = parent, self.records[owner][0]
        while u >= start:
            if self.tag[u] == _NAV:
                return True
            classes = self.tree.attribute(u, "class")
            if classes and _PAGES.search(classes):
                return True
            u = int(self.parent[u])
        return False

    def _refusal(self, items: list[Range], owners: list[int], shapes: list[objects.Shape]) -> str:
        """Why alike items of some shapes are no list; "" if they are."""
        counts = Counter(owners)
        several = 0
        for n in counts.values():
            several += n > 1
        if not several or (len(counts) < 2 and len(items) < 3) or several < _SEVERAL * len(counts):
            return _SELDOM
        if is_form(self.tree, items, owners, shapes):
            return _FORM
        if is_structured(self.tree, items, len(counts) == 1):
            return ""
        if int(self.tag[items[0][0]]) not in _BARE:
            return "holds bare words"
        return "" if varies(counts, len(self.records)) else _AS_MANY

    def _node(self, parent: int, piece: Range) -> int:
        """The parent node of an item; negative numbers stand for the top of a record."""
        return parent if parent >= 0 else int(self.parent[piece[0]])


# Why items are no list.
_FORM = "is a form"
_AS_MANY = "has as many items in each record"
_SELDOM = "does not repeat"


def _repeats(groups: Sequence[Sequence[object]], owners: Sequence[int]) -> bool:
    """Whether there are two items beside each other, in two records or three in one."""
    several, n = False, 0
    for group in groups:
        several = several or len(group) > 1
        n += len(group)
    return several and (n > 2 or len(set(owners)) > 1)
