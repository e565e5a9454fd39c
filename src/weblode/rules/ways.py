"""Ways: how the records of a page stand, stored so that the next page of the site needs no discovery.

D. Buttler, L. Liu, C. Pu, "A fully automated object extraction system for the World Wide Web", ICDCS 2001, section 6.6
(cached rules). We differ in that a way also stores the shape of its records, and so recognises a page that it does not
fit, and finds a region that has moved.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import compress, pairwise
from statistics import median

import numpy as np

from weblode import kernels, paths
from weblode.caches import lazy
from weblode.errors import PathError
from weblode.records import objects
from weblode.records.copies import may_have_copies, without_copies
from weblode.records.header_rows import HEADER, header_rows
from weblode.records.objects import DroppedPiece, Range
from weblode.records.record_list import RecordList
from weblode.rules.conditions import holding, marks
from weblode.tags import NUMBERS
from weblode.tree import Column, Tree

NEARLY = "has half of the tags that the rule expects, and more are needed"  # why a piece is dropped
FITS = 0.5  # if records have, on average, less than this share of what a way expects, the page has changed
_SURE = 0.8  # a region at its stored place is taken if it fits this well; otherwise others are tried
_SAME = 0.9  # how well another list of the page must fit to continue the first
_TELLING = 5  # with so many steps of a shape, a piece that has them all is a record however little text it has
_LISTS = 50  # more lists of one tag path than this do not continue each other
_CANDIDATES = 400  # how many regions are tried

# A region cut, its pieces, and of each how many steps of the shape it has, and its bytes of text.
Measured = tuple[objects.RegionCut, tuple[Range, ...], list[tuple[int, int]]]


@dataclass(slots=True)
class RegionRecords:
    """What a way takes from a region: the records, the bytes of text of each, and how well they fit.

    It becomes a list only if the region is the one: most regions that are tried are not.
    """

    region: int
    separator: int
    placement: str
    records: list[Range]
    sizes: list[int]
    dropped: list[DroppedPiece]
    fit: float
    joined: bool = False
    beside: bool = False

    def without_copies(self, tree: Tree) -> "RegionRecords":
        """The same, without records that repeat earlier ones."""
        n = len(self.records)
        equal_sizes = n - len({*self.sizes})
        if equal_sizes and may_have_copies(n, equal_sizes):
            records, repeated = without_copies(tree, self.records)
            self.records, self.dropped = [*records], [*self.dropped, *repeated]
        return self

    def as_list(self, tree: Tree, **about: object) -> RecordList:
        """The list, with what else is known about it."""
        return RecordList.of(
            tree=tree,
            method="rule",
            region=self.region,
            separator=self.separator,
            placement=self.placement,
            records=tuple(self.records),
            dropped=tuple(self.dropped),
            joined=self.joined,
            beside=self.beside,
            certainty={self.separator: self.fit},
            **about,
        )


@dataclass(frozen=True)
class Way:
    """How the records of a site's pages stand.

    `marks` are the words of the region's id and class. `shape` has the tag paths, from the region down, that at least
    four of five records had; `size` is the typical number of bytes of text of a record, `span` its typical number of
    children of the region. `joined` is as in `RecordList`. `beside` means that other lists with the region's tag path
    continue it if they fit: no page that the way was learnt from had such a list that does not.

    `where` are the conditions (see `conditions`) under which an element with the separator's tag separates. With
    `anywhere`, the records are all such elements of a page, whatever they stand in. `alike` is the share of the shape
    that a record must have, `least` its bytes of text, 0 for a tenth of `size`.
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
    where: tuple[str, ...] = ()
    anywhere: bool = False
    alike: float = objects.ALIKE
    least: int = 0

    def best(self, tree: Tree) -> RecordList | None:
        """The records of a page, with how well they fit as the score; None if there are none."""
        best = self.extract(tree)
        return best.as_list(tree) if best else None

    def extract(self, tree: Tree) -> RegionRecords | None:
        """The records of a page as `best` has them, before they become a list.

        They come from the region at its stored place, or, if that does not fit well, from the best of all regions: one
        with the same marks comes before others, then the one with the highest product of fit and number of records.
        """
        if self.anywhere:
            everywhere = self._extract_anywhere(tree)
            return everywhere.without_copies(tree) if everywhere else None
        at, measuring = self._at_place(tree), self._measuring(tree)
        here = self._select(tree, at, *measuring(at)) if at >= 0 else None
        marked = here is not None and self._marked(tree, at)
        if here and here.fit >= _SURE and (marked or not self.marks):
            return self._with_others(tree, here, measuring).without_copies(tree)
        fits = [(marked, here)] if here else []
        for u in self._others(tree, at):
            if match := self._select(tree, u, *measuring(u)):
                fits.append((self._marked(tree, u), match))
        if not fits:
            return None
        return self._with_others(tree, max(fits, key=_rank)[1], measuring).without_copies(tree)

    def others_of_path(self, record_list: RecordList) -> list[RecordList]:
        """The lists at other nodes with the region's tag path that fit very well."""
        tree, n = record_list.tree, len(record_list.records)
        regions = _of_path(tree, record_list.region, record_list.records[0][0])
        measuring, least_fit = self._measuring(tree), self._least_fit(n)
        matches = [self._select(tree, u, *measuring(u), least_fit=least_fit) for u in regions]
        return [match.as_list(tree) for match in matches if match]

    def _least_fit(self, n: int) -> float:
        """How well another list must fit to continue one of so many records.

        A list of one record is like the others as a record of a list is.
        """
        return self.alike if n == 1 else _SAME

    def _with_others(self, tree: Tree, match: RegionRecords, measuring: Callable[[int], Measured]) -> RegionRecords:
        """The list together with those beside it that continue it, if `beside` is set."""
        if not self.beside:
            return match
        more: list[RegionRecords] = []
        least_fit = self._least_fit(len(match.records))
        for u in _of_path(tree, match.region, match.records[0][0]):
            cut, pieces, measured = measuring(u)
            if other := self._select(tree, u, cut, pieces, measured, least_fit=least_fit):
                more.append(other)
            elif self.where or pieces is not cut.records:
                match.dropped += self._nearly(tree, u)
            else:
                match.dropped += self._near(pieces, measured)
        for other in more:
            match.records += other.records
            match.sizes += other.sizes  # in another order: they are only counted
            match.dropped += other.dropped
        if more:
            match.records.sort()
            match.beside = True
        return match

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

    @lazy
    def _steps(self) -> tuple[tuple[int, str], ...]:
        """The shape as steps of parent and tag: the parent is the index of an earlier step, -1 for none."""
        tag_paths = {name.rsplit("/", k)[0] for name in self.shape for k in range(name.count("/") + 1)}
        ordered = sorted(tag_paths, key=lambda name: (name.count("/"), name))
        number = {name: i for i, name in enumerate(ordered)}
        return tuple((number.get(name.rpartition("/")[0], -1), name.rpartition("/")[2]) for name in ordered)

    @lazy
    def _numbered(self) -> Column | None:
        """The steps with tag numbers; None if a tag has no number that is the same on every page."""
        if all(name in NUMBERS for _, name in self._steps):
            return np.array([(above, NUMBERS[name]) for above, name in self._steps], np.int32).reshape(-1, 2)
        return None

    def _measuring(self, tree: Tree) -> Callable[[int], Measured]:
        """What cuts a region of a page and measures its pieces, joined if records are (see `measure`)."""
        separator = tree.number(self.separator)
        if self.placement == "around" and not self.where and not self.joined:  # most ways
            columns = (tree.end, tree.depth, tree.tag, tree.leaf, tree.start)
            shaped, steps = kernels.fastest().shaped_children, self._steps_of(tree)

            def read(region: int) -> Measured:
                records, others, measured = shaped(columns, region, separator, steps)
                return objects.RegionCut("around", records, others), records, measured

            return read
        chosen = (lambda nodes: holding(tree, nodes, self.where)) if self.where else None

        def cut(region: int) -> Measured:
            cut = objects.cut(tree, region, separator, placement=self.placement, span=self.span, chosen=chosen)
            pieces = self._pieces(tree, cut)
            return cut, pieces, self.measure(tree, pieces)

        return cut

    def _nearly(self, tree: Tree, region: int) -> list[DroppedPiece]:
        """The pieces of a region that are nearly records, whatever separates them."""
        cut = objects.cut(tree, region, tree.number(self.separator), placement=self.placement, span=self.span)
        return self._near(cut.records, self.measure(tree, cut.records))

    def _near(self, pieces: Sequence[Range], measured: Sequence[tuple[int, int]]) -> list[DroppedPiece]:
        """Those of some pieces that are nearly records, or are."""
        pairs = zip(pieces, measured, strict=True)
        return [DroppedPiece(piece, NEARLY) for piece, each in pairs if self._fault(*each) in (NEARLY, "")]

    def _extract_anywhere(self, tree: Tree) -> RegionRecords | None:
        """The records wherever they stand; one that stands in another ends it."""
        nodes = holding(tree, (tree.tag == tree.number(self.separator)).nonzero()[0].tolist(), self.where)
        if not nodes:
            return None
        records = tuple([(u, min(tree.end.item(u), after)) for u, after in pairwise([*nodes, len(tree)])])
        cut = objects.RegionCut("around", records, ())
        pieces = self._pieces(tree, cut)
        match = self._select(tree, tree.parent.item(nodes[0]), cut, pieces, self.measure(tree, pieces))
        if match is None:
            return None
        parents = tree.parent[[start for start, _ in match.records]]
        match.region, match.beside = parents.item(0), bool((parents != parents[0]).any())
        return match

    def _select(
        self,
        tree: Tree,
        region: int,
        cut: objects.RegionCut,
        pieces: Sequence[Range],
        measured: Sequence[tuple[int, int]],
        *,
        least_fit: float = 0.0,
    ) -> RegionRecords | None:
        """The records among the measured pieces of a region, with how well it fits; None if it has none.

        Or if it fits less than asked.
        """
        whole = max(len(self._steps), _TELLING)
        filled, steps, sizes, right = kernels.fastest().fitting(measured, self._least_matched, self._sizes, whole)
        fit = self._fit(filled, steps, sizes)
        if fit < least_fit:
            return None
        records, dropped = [*pieces], [DroppedPiece(piece, objects.OUTSIDE) for piece in cut.others]
        if right:
            records, sizes = [*compress(pieces, right)], [*compress(sizes, right)]
            faulty = [(piece, *each) for piece, each, fits in zip(pieces, measured, right, strict=True) if not fits]
            dropped += [DroppedPiece(piece, self._fault(matched, size)) for piece, matched, size in faulty]
        if headers := header_rows(tree, records):  # they may have the shape of the rows below them
            left = [piece not in headers for piece in records]
            records, sizes = [*compress(records, left)], [*compress(sizes, left)]
            dropped += [DroppedPiece(piece, HEADER) for piece in headers]
        if not records:
            return None
        separator = tree.number(self.separator)
        return RegionRecords(region, separator, cut.placement, records, sizes, dropped, fit, joined=self.joined)

    def measure(self, tree: Tree, pieces: Sequence[Range]) -> list[tuple[int, int]]:
        """For each piece, how many steps of the shape it has, and its bytes of text."""
        steps = self._steps_of(tree)
        return kernels.fastest().shaped(tree.depth, tree.tag, tree.leaf, tree.start, list(pieces), steps)

    def _steps_of(self, tree: Tree) -> Column:
        """The steps of the shape with the numbers that tags have on a page."""
        steps = None if tree.is_xml else self._numbered
        if steps is None:
            rows = [(above, tree.number(name)) for above, name in self._steps]
            steps = np.array(rows, np.int32).reshape(-1, 2)
        return steps

    @property
    def steps(self) -> int:
        """How many steps the shape has."""
        return len(self._steps)

    @lazy
    def _least_matched(self) -> float:
        """How many steps of the shape a record has at least; that it has text counts as one."""
        return self.alike * (len(self._steps) + 1) - 1

    @lazy
    def _sizes(self) -> tuple[float, float]:
        """How many bytes of text a record has, at least and at most."""
        low, high = objects.size_bounds(self.size)
        return min(low, self.least) if self.least else low, high

    def _pieces(self, tree: Tree, cut: objects.RegionCut) -> tuple[Range, ...]:
        """The pieces of a cut, joined into records if `joined` is set, even if there is a single record."""
        if not self.joined:
            return cut.records
        pieces = objects.join_pieces(cut.records, objects.shapes(tree, cut.records))
        if pieces == cut.records and 0 < len(pieces) <= self.span:
            return ((pieces[0][0], pieces[-1][1]),)
        return pieces

    def _fault(self, matched: int, size: int) -> str:
        """Why a piece with so many steps of the shape, and bytes of text, is not a record; "" if it may be one."""
        if not size:
            return "has no text"
        misfit, (low, _) = objects.misfit(size, self.size), self._sizes
        if matched >= self._least_matched:
            return misfit
        return NEARLY if 2 * matched >= len(self._steps) and size >= low else "misses tags that the rule expects"

    def _fit(self, filled: int, steps: int, sizes: Sequence[int]) -> float:
        """The share of the shape that pieces with text have on average; without a shape, 1.0 if their size fits.

        So many have text, and so many steps in all.
        """
        if not filled:
            return 0.0
        if self._steps:
            return steps / filled / len(self._steps)
        return float(self.size / 3 <= median(size for size in sizes if size) <= self.size * 3)


def _of_path(tree: Tree, region: int, start: int) -> list[int]:
    """The parents outside of a region of nodes with the tag path of its first record; none if they are too many."""
    without = (region, tree.end.item(region))
    parents = kernels.fastest().parents_of_path(tree.path, tree.parent, tree.path.item(start), without)
    return parents if len(parents) <= _LISTS else []


def _rank(fit: tuple[bool, RegionRecords]) -> tuple[bool, float, int]:
    """The sort key of a region, the highest is the best: its marks, if it fits at all; fit times records; position."""
    marked, match = fit
    return marked and match.fit >= 0.5, match.fit * len(match.records), -match.region
