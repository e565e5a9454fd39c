"""Ways: how the records of a page stand, kept so that the next page of the site needs no discovery.

D. Buttler, L. Liu, C. Pu, "A fully automated object extraction system for the World Wide Web", ICDCS 2001, section 6.6
(cached rules). We differ in that a way also keeps what its records are made of, and so knows a page that it does not
fit, and finds a region that moved.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from statistics import median

import numpy as np

from weblode import kernels, paths
from weblode.errors import PathError
from weblode.records import objects
from weblode.records.objects import DroppedPiece, Range, shapes
from weblode.records.record_list import RecordList
from weblode.tags import NUMBERS, TEXT
from weblode.tree import Column, Tree

_SURE = 0.8  # a region at its place that fits so well is the one; otherwise others are looked at
_SAME = 0.9  # how well another list of the page must fit to go on with one
_LISTS = 50  # so many lists of a tag path are no list that goes on
_CANDIDATES = 400  # regions that are looked at


@dataclass(frozen=True)
class Way:
    """How the records of a site's pages stand.

    `marks` are the words of the region's id and class. `shape` has the tag paths, from the region down, that at least
    four of five records had; `size` is the typical number of bytes of text of a record, `span` of children of the
    region. `joined` is as in `RecordList`; `beside` says that other lists of the region's tag path, where they fit, go
    on with it: no page that taught it had one that does not.
    """

    region: str  # XPath
    separator: str
    placement: str
    shape: tuple[str, ...]
    size: int
    span: int = 1
    joined: bool = False
    beside: bool = False
    marks: tuple[str, ...] = ()

    def best(self, tree: Tree) -> RecordList | None:
        """The records of a page, from the region at its place, or where that does not fit well, from the one that does
        best; its score is how well. None if there are none.

        A region of the same marks goes before others; then the one with the most that a record must have.
        """
        at = self._at_place(tree)
        here = self._extract(tree, at) if at >= 0 else None
        marked = here is not None and self._marked(tree, at)
        if here and here.records and here.score >= _SURE and (marked or not self.marks):
            return self._with_others(here)
        fits = [(marked, here)] if here and here.records else []
        for u in self._others(tree, at):
            found = self._extract(tree, u)
            if found.records:
                fits.append((self._marked(tree, u), found))
        if not fits:
            return None
        return self._with_others(max(fits, key=_rank)[1])

    def others_of_path(self, found: RecordList) -> list[RecordList]:
        """The lists at other nodes of the region's tag path that fit very well."""
        tree, region = found.tree, found.region
        tops = np.flatnonzero(tree.path == tree.path[found.records[0][0]])
        elsewhere = tree.parent[tops[(tops < region) | (tops >= tree.end[region])]]
        if not len(elsewhere):
            return []
        alike = np.unique(elsewhere)
        lists = [self._extract(tree, u) for u in alike.tolist()] if len(alike) <= _LISTS else []
        return [each for each in lists if each.records and each.score >= _SAME]

    def _with_others(self, found: RecordList) -> RecordList:
        """A list with those beside it that go on with it, if lists of this way do."""
        more = self.others_of_path(found) if self.beside else ()
        if not more:
            return found
        records = sorted([*found.records, *(record for each in more for record in each.records)])
        dropped = (*found.dropped, *(each for other in more for each in other.dropped))
        return replace(found, records=tuple(records), dropped=dropped, beside=True)

    def _at_place(self, tree: Tree) -> int:
        """The node that the XPath names, -1 if there is none."""
        try:
            return paths.find(tree, self.region)
        except PathError:
            return -1

    def _others(self, tree: Tree, at: int) -> list[int]:
        """The other nodes with the region's tag that have a child with the separator's."""
        tag = NUMBERS.get(paths.tag_path(self.region)[-1], -1)
        parents = np.unique(tree.parent[tree.tag == tree.number(self.separator)])
        parents = parents[(parents >= 0) & (parents != at)]
        found: list[int] = parents[tree.tag[parents] == tag].tolist()
        return found[:_CANDIDATES]

    def _marked(self, tree: Tree, u: int) -> bool:
        """Whether a node has most of the region's marks."""
        return bool(self.marks) and 2 * len(set(self.marks) & set(marks(tree, u))) > len(self.marks)

    @cached_property
    def _steps(self) -> tuple[tuple[int, str], ...]:
        """The shape as steps: the number of the one above, -1 for none, and a tag; the one above is before it."""
        wanted = {name.rsplit("/", k)[0] for name in self.shape for k in range(name.count("/") + 1)}
        ordered = sorted(wanted, key=lambda name: (name.count("/"), name))
        number = {name: i for i, name in enumerate(ordered)}
        return tuple((number.get(name.rpartition("/")[0], -1), name.rpartition("/")[2]) for name in ordered)

    @cached_property
    def _numbered(self) -> Column | None:
        """The steps by the tags' numbers if these are the same on every page."""
        if all(name in NUMBERS for _, name in self._steps):
            return np.array([(above, NUMBERS[name]) for above, name in self._steps], np.int32).reshape(-1, 2)
        return None

    def _extract(self, tree: Tree, region: int) -> RecordList:
        """The records of a region, what was dropped, and how well it fits."""
        separator = tree.number(self.separator)
        cut = objects.cut(tree, region, separator, placement=self.placement, span=self.span)
        pieces, steps = self._pieces(tree, cut), self._numbered
        if steps is None:
            rows = [(above, tree.number(name)) for above, name in self._steps]
            steps = np.array(rows, np.int32).reshape(-1, 2)
        made = kernels.fastest().shaped(tree.depth, tree.tag, tree.leaf, tree.start, list(pieces), steps)
        least = objects.ALIKE * (len(steps) + 1) - 1
        low, high = objects.amounts(self.size)
        right = [had >= least and low <= size <= high and size > 0 for had, size in made]
        records, dropped = pieces, [DroppedPiece(piece, objects.OUTSIDE) for piece in cut.others]
        if not all(right):
            records = tuple([piece for piece, fits in zip(pieces, right, strict=True) if fits])
            faulty = [(piece, *each) for piece, each, fits in zip(pieces, made, right, strict=True) if not fits]
            dropped += [DroppedPiece(piece, self._fault(size, short=had < least)) for piece, had, size in faulty]
        score = {separator: self._fit(made)}
        return RecordList(
            tree,
            "rule",
            region,
            separator,
            cut.placement,
            records,
            tuple(dropped),
            self.joined,
            certainty=score,
        )

    def _pieces(self, tree: Tree, cut: objects.RegionCut) -> tuple[Range, ...]:
        """The pieces of a cut, joined if records are; those of a single record as well."""
        if not self.joined:
            return cut.records
        pieces = objects.grouped(cut.records, objects.shapes(tree, cut.records))
        if pieces == cut.records and 0 < len(pieces) <= self.span:
            return ((pieces[0][0], pieces[-1][1]),)
        return pieces

    def _fault(self, size: int, *, short: bool) -> str:
        """Why a piece is no record, or ""."""
        if not size:
            return "has no text"
        return "misses tags that the rule expects" if short else objects.misfit(size, self.size)

    def _fit(self, made: Sequence[tuple[int, int]]) -> float:
        """How much of the shape pieces with text have on average; without a shape, whether they are about as large."""
        filled = [had for had, size in made if size]
        if not filled:
            return 0.0
        if self._steps:
            return sum(filled) / len(filled) / len(self._steps)
        return float(self.size / 3 <= median(size for _, size in made if size) <= self.size * 3)


def _rank(fit: tuple[bool, RecordList]) -> tuple[bool, float, int]:
    """What makes a region better: its marks, if it fits at all; how much of what is wanted it has; its place."""
    marked, found = fit
    return marked and found.score >= 0.5, found.score * len(found.records), -found.region


def marks(tree: Tree, u: int) -> tuple[str, ...]:
    """The words of a node's id and class that have no digits: those are often made for one page alone."""
    attributes = tree.attributes(u)
    words = f"{attributes.get('id', '')} {attributes.get('class', '')}".split()
    return tuple(dict.fromkeys(word for word in words if not any(map(str.isdigit, word))))


def relative_paths(tree: Tree, region: int) -> dict[int, str]:
    """The tag paths below a region by number, each written from the region down: `tr/td/a`.

    The region's own path is none of them: records may stand beside the region, and a shape has no step for it.
    """
    base = int(tree.path[region])
    first = tree.first_of_paths(region + 1, int(tree.end[region]))
    names: dict[int, str] = {}
    above = tree.path[tree.parent[first]].tolist()
    for path, parent, tag in zip(tree.path[first].tolist(), above, tree.tag[first].tolist(), strict=True):
        if tag != TEXT:
            names[path] = f"{names[parent]}/{tree.name_of(tag)}" if parent != base else tree.name_of(tag)
    return names


def pooled(lists: Sequence[RecordList]) -> Way:
    """The way of lists that stand alike: what most of their records have."""
    made = [_named_shapes(each) for each in lists]
    held = Counter(name for page in made for record in page for name in record)
    n = sum(map(len, made))
    sizes = [each.tree.text_before[b] - each.tree.text_before[a] for each in lists for a, b in each.records]
    first = lists[0]
    marked = [set(marks(each.tree, each.region)) for each in lists]
    way = Way(
        Counter(paths.xpath(each.tree, each.region) for each in lists).most_common(1)[0][0],
        first.tree.name_of(first.separator),
        first.placement,
        tuple(sorted(name for name, m in held.items() if m >= 0.8 * n)),
        int(median(sizes)),
        int(median(span for each in lists for span in each.spans())),
        first.joined,
        marks=tuple(word for word in marks(first.tree, first.region) if all(word in words for words in marked)),
    )
    # Lists that stand beside a found one and are none of its records speak against taking such lists.
    against = any(not set(other.records) <= set(each.records) for each in lists for other in way.others_of_path(each))
    return replace(way, beside=not against)


def recut(found: RecordList) -> RecordList:
    """The list with a separator and placement that cut it again as it was found; as it is if none does better.

    Patterns find records that begin with a tag which comes again inside them, where another tag ends each.
    """
    tree, region, wanted = found.tree, found.region, set(found.records)
    tags = dict.fromkeys([found.separator, *tree.tag[tree.children(region)].tolist()])
    best, highest = found, 0.0
    for tag in tags if not found.joined else ():
        for placement in dict.fromkeys([found.placement, *objects.PLACEMENTS]) if tag != TEXT else ():
            made = set(objects.cut(tree, region, tag, placement=placement).records)
            score = len(made & wanted) - len(made - wanted) / len(made | wanted)
            if score > highest:
                best, highest = replace(found, separator=tag, placement=placement), score
            if highest == len(wanted):  # no other can do better
                return best
    return best


def grouped(lists: Iterable[RecordList]) -> list[list[RecordList]]:
    """Lists that stand alike together: by the region's tag, separator and placement."""
    found: dict[tuple[object, ...], list[RecordList]] = {}
    for each in lists:
        tree = each.tree
        key = (tree.name(each.region), tree.name_of(each.separator), each.placement, each.joined)
        found.setdefault(key, []).append(each)
    return list(found.values())


def _named_shapes(found: RecordList) -> list[set[str]]:
    """What each record is made of, by the names of the tag paths."""
    names = relative_paths(found.tree, found.region)
    return [{names[path] for path in shape if path in names} for shape in shapes(found.tree, found.records)]
