"""Ways: how the records of a page stand, stored so that the next page of the site needs no discovery.

D. Buttler, L. Liu, C. Pu, "A fully automated object extraction system for the World Wide Web", ICDCS 2001, section 6.6
(cached rules). We differ in that a way also stores the shape of its records, and so recognises a page that it does not
fit, and finds a region that has moved.
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
from weblode.records.copies import without_copies
from weblode.records.objects import DroppedPiece, Range, shapes
from weblode.records.record_list import RecordList
from weblode.tags import NUMBERS, TEXT
from weblode.tree import Column, Tree

_SURE = 0.8  # a region at its stored place is taken if it fits this well; otherwise others are tried
_SAME = 0.9  # how well another list of the page must fit to continue the first
_BESIDE = 0.9  # the share of the records beside a list that must be among its own for others to continue it
_LISTS = 50  # more lists of one tag path than this do not continue each other
_CANDIDATES = 400  # how many regions are tried


@dataclass(frozen=True)
class Way:
    """How the records of a site's pages stand.

    `marks` are the words of the region's id and class. `shape` has the tag paths, from the region down, that at least
    four of five records had; `size` is the typical number of bytes of text of a record, `span` its typical number of
    children of the region. `joined` is as in `RecordList`. `beside` means that other lists with the region's tag path
    continue it if they fit: no page that the way was learnt from had such a list that does not.
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
        """The records of a page, with how well they fit as the score; None if there are none.

        They come from the region at its stored place, or, if that does not fit well, from the best of all regions: one
        with the same marks comes before others, then the one with the highest product of fit and number of records.
        """
        at = self._at_place(tree)
        here = self._extract(tree, at) if at >= 0 else None
        marked = here is not None and self._marked(tree, at)
        if here and here.score >= _SURE and (marked or not self.marks):
            return _without_copies(self._with_others(here))
        fits = [(marked, here)] if here else []
        for u in self._others(tree, at):
            if match := self._extract(tree, u):
                fits.append((self._marked(tree, u), match))
        if not fits:
            return None
        return _without_copies(self._with_others(max(fits, key=_rank)[1]))

    def others_of_path(self, record_list: RecordList) -> list[RecordList]:
        """The lists at other nodes with the region's tag path that fit very well."""
        tree, region = record_list.tree, record_list.region
        elsewhere = tree.path == tree.path.item(record_list.records[0][0])
        elsewhere[region : tree.end.item(region)] = False
        tops = elsewhere.nonzero()[0]
        if not len(tops):
            return []
        alike = np.unique(tree.parent[tops])
        if len(alike) > _LISTS:
            return []
        return [match for u in alike.tolist() if (match := self._extract(tree, u, least_fit=_SAME))]

    def _with_others(self, record_list: RecordList) -> RecordList:
        """The list together with those beside it that continue it, if `beside` is set."""
        more = self.others_of_path(record_list) if self.beside else ()
        if not more:
            return record_list
        records = sorted([*record_list.records, *(record for each in more for record in each.records)])
        dropped = (*record_list.dropped, *(each for other in more for each in other.dropped))
        return replace(record_list, records=tuple(records), dropped=dropped, beside=True)

    def _at_place(self, tree: Tree) -> int:
        """The node at the region's XPath, -1 if there is none."""
        try:
            return paths.find(tree, self.region)
        except PathError:
            return -1

    def _others(self, tree: Tree, at: int) -> list[int]:
        """The other nodes with the region's tag that have a child with the separator's tag."""
        tag = tree.number(paths.tag_path(self.region)[-1])
        parents = np.unique(tree.parent[tree.tag == tree.number(self.separator)])
        parents = parents[(parents >= 0) & (parents != at)]
        nodes: list[int] = parents[tree.tag[parents] == tag].tolist()
        return nodes[:_CANDIDATES]

    def _marked(self, tree: Tree, u: int) -> bool:
        """Whether a node has most of the region's marks."""
        return bool(self.marks) and 2 * len(set(self.marks) & set(marks(tree, u))) > len(self.marks)

    @cached_property
    def _steps(self) -> tuple[tuple[int, str], ...]:
        """The shape as steps of parent and tag: the parent is the index of an earlier step, -1 for none."""
        tag_paths = {name.rsplit("/", k)[0] for name in self.shape for k in range(name.count("/") + 1)}
        ordered = sorted(tag_paths, key=lambda name: (name.count("/"), name))
        number = {name: i for i, name in enumerate(ordered)}
        return tuple((number.get(name.rpartition("/")[0], -1), name.rpartition("/")[2]) for name in ordered)

    @cached_property
    def _numbered(self) -> Column | None:
        """The steps with tag numbers; None if a tag has no number that is the same on every page."""
        if all(name in NUMBERS for _, name in self._steps):
            return np.array([(above, NUMBERS[name]) for above, name in self._steps], np.int32).reshape(-1, 2)
        return None

    def _extract(self, tree: Tree, region: int, *, least_fit: float = 0.0) -> RecordList | None:
        """The records of a region, with how well it fits as the score; None if it has none or fits less than asked."""
        separator = tree.number(self.separator)
        cut = objects.cut(tree, region, separator, placement=self.placement, span=self.span)
        pieces, steps = self._pieces(tree, cut), None if tree.is_xml else self._numbered
        if steps is None:
            rows = [(above, tree.number(name)) for above, name in self._steps]
            steps = np.array(rows, np.int32).reshape(-1, 2)
        measured = kernels.fastest().shaped(tree.depth, tree.tag, tree.leaf, tree.start, list(pieces), steps)
        if (fit := self._fit(measured)) < least_fit:
            return None
        least = objects.ALIKE * (len(steps) + 1) - 1
        low, high = objects.size_bounds(self.size)
        right = [matched >= least and low <= size <= high and size > 0 for matched, size in measured]
        records, dropped = pieces, [DroppedPiece(piece, objects.OUTSIDE) for piece in cut.others]
        if not all(right):
            records = tuple([piece for piece, fits in zip(pieces, right, strict=True) if fits])
            faulty = [(piece, *each) for piece, each, fits in zip(pieces, measured, right, strict=True) if not fits]
            dropped += [
                DroppedPiece(piece, self._fault(size, short=matched < least)) for piece, matched, size in faulty
            ]
        if not records:
            return None
        return RecordList(
            tree,
            "rule",
            region,
            separator,
            cut.placement,
            records,
            tuple(dropped),
            self.joined,
            certainty={separator: fit},
        )

    def _pieces(self, tree: Tree, cut: objects.RegionCut) -> tuple[Range, ...]:
        """The pieces of a cut, joined into records if `joined` is set, even if there is a single record."""
        if not self.joined:
            return cut.records
        pieces = objects.join_pieces(cut.records, objects.shapes(tree, cut.records))
        if pieces == cut.records and 0 < len(pieces) <= self.span:
            return ((pieces[0][0], pieces[-1][1]),)
        return pieces

    def _fault(self, size: int, *, short: bool) -> str:
        """Why a piece is not a record, "" if it may be one."""
        if not size:
            return "has no text"
        return "misses tags that the rule expects" if short else objects.misfit(size, self.size)

    def _fit(self, measured: Sequence[tuple[int, int]]) -> float:
        """The share of the shape that pieces with text have on average; without a shape, 1.0 if their size fits."""
        filled = [matched for matched, size in measured if size]
        if not filled:
            return 0.0
        if self._steps:
            return sum(filled) / len(filled) / len(self._steps)
        return float(self.size / 3 <= median(size for _, size in measured if size) <= self.size * 3)


def _without_copies(record_list: RecordList) -> RecordList:
    records, repeated = without_copies(record_list.tree, record_list.records)
    return replace(record_list, records=records, dropped=(*record_list.dropped, *repeated)) if repeated else record_list


def _rank(fit: tuple[bool, RecordList]) -> tuple[bool, float, int]:
    """The sort key of a region, the highest is the best: its marks, if it fits at all; fit times records; position."""
    marked, record_list = fit
    return marked and record_list.score >= 0.5, record_list.score * len(record_list.records), -record_list.region


def marks(tree: Tree, u: int) -> tuple[str, ...]:
    """The words of a node's id and class, except those with digits: they often belong to one page only."""
    attributes = tree.attributes(u)
    words = f"{attributes.get('id', '')} {attributes.get('class', '')}".split()
    return tuple(dict.fromkeys(word for word in words if not any(map(str.isdigit, word))))


def relative_paths(tree: Tree, region: int) -> dict[int, str]:
    """The tag paths below a region, by number, written from the region down: `tr/td/a`.

    The region's own path is left out: records may stand beside the region, and a shape has no step for it.
    """
    base = int(tree.path[region])
    first = tree.first_of_paths(region + 1, int(tree.end[region]))
    names: dict[int, str] = {}
    above = tree.path[tree.parent[first]].tolist()
    for path, parent, tag in zip(tree.path[first].tolist(), above, tree.tag[first].tolist(), strict=True):
        if tag != TEXT:
            names[path] = f"{names[parent]}/{tree.name_of(tag)}" if parent != base else tree.name_of(tag)
    return names


def common_way(lists: Sequence[RecordList]) -> Way:
    """The common way of lists with the same layout: what most of their records have."""
    page_shapes = [_named_shapes(each) for each in lists]
    counts = Counter(name for page in page_shapes for record in page for name in record)
    n = sum(map(len, page_shapes))
    sizes = [each.tree.text_before[b] - each.tree.text_before[a] for each in lists for a, b in each.records]
    first = lists[0]
    marked = [set(marks(each.tree, each.region)) for each in lists]
    way = Way(
        Counter(paths.xpath(each.tree, each.region) for each in lists).most_common(1)[0][0],
        first.tree.name_of(first.separator),
        first.placement,
        tuple(sorted(name for name, m in counts.items() if m >= 0.8 * n)),
        int(median(sizes)),
        int(median(span for each in lists for span in each.spans())),
        first.joined,
        marks=tuple(word for word in marks(first.tree, first.region) if all(word in words for words in marked)),
    )
    # Lists beside one of these that are not among its records are evidence against taking such lists.
    pairs = [(set(each.records), way.others_of_path(each)) for each in lists]
    beside = [record in own for own, others in pairs for other in others for record in other.records]
    return replace(way, beside=sum(beside) >= _BESIDE * len(beside))


def recut(record_list: RecordList) -> RecordList:
    """The list with the separator and placement that best reproduce its records; unchanged if none reproduces any.

    Patterns find records that start with a tag which occurs again inside them, while another tag ends each.
    """
    tree, region, records = record_list.tree, record_list.region, set(record_list.records)
    tags = dict.fromkeys([record_list.separator, *tree.tag[tree.children(region)].tolist()])
    best, highest = record_list, 0.0
    for tag in tags if not record_list.joined else ():
        for placement in dict.fromkeys([record_list.placement, *objects.PLACEMENTS]) if tag != TEXT else ():
            pieces = set(objects.cut(tree, region, tag, placement=placement).records)
            score = len(pieces & records) - len(pieces - records) / len(pieces | records)
            if score > highest:
                best, highest = replace(record_list, separator=tag, placement=placement), score
            if highest == len(records):  # no other can do better
                return best
    return best


def group_alike(lists: Iterable[RecordList]) -> list[list[RecordList]]:
    """The lists in groups of the same layout: the same region tag, separator and placement."""
    groups: dict[tuple[object, ...], list[RecordList]] = {}
    for each in lists:
        tree = each.tree
        key = (tree.name(each.region), tree.name_of(each.separator), each.placement, each.joined)
        groups.setdefault(key, []).append(each)
    return list(groups.values())


def _named_shapes(record_list: RecordList) -> list[set[str]]:
    """The shape of each record, as names of tag paths."""
    names = relative_paths(record_list.tree, record_list.region)
    return [{names[path] for path in shape if path in names} for shape in shapes(record_list.tree, record_list.records)]
