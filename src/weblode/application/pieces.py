"""The records of a page by an application ontology: where they are, what separates them, and their rows.

Thesis, chapters 1 and 3: the recogniser goes over the page once; the fields that identify a record decide which tag
separates the records (OM, with RP, SD, IT and HT); the data-record table is cut at the separator. We differ in two
points. The region is not the node with the highest fan-out but the deepest one that still has most of the identifying
fields (or several regions side by side). And we distinguish pages with one record, or none: the thesis's open question.

`extract` builds on this: it asks `records` for lists too, and reads pages about one thing by their columns.
"""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise

import numpy as np

from weblode.application.assign import Assigner, Conflict, Row
from weblode.application.identify import Identifying, counts, estimate, identifying_fields
from weblode.application.layout import layout
from weblode.application.model import Application
from weblode.application.recognise import DataRecords, RecognisedEntry, recognise
from weblode.application.text import PageText, page_text
from weblode.application.values import years
from weblode.records.discover import read
from weblode.records.record_list import RecordList
from weblode.records.regions import rank
from weblode.tree import Tree

SEVERAL, ONE, NONE = "several records", "one record", "no records"
HEURISTICS = "ORSIH"
METHODS = ("ours", "byu")  # byu: by the separators of the thesis, and the whole page

_INSIDE = 0.7  # the share of the identifying fields that a region must have
_SEVERAL = 1.5  # a page with fewer expected records, by its identifying fields, has one record
ENOUGH = 0.6  # the share of the expected records that a region must give
_LEAST = 3  # the fewest fields of a record
_MANY = 4  # a piece with this many fields is a record even if it lacks most of the required ones
_SPARSE = 500  # characters between two fields of a record, on average; a long story with a few fields is no record
_LEVELS = 4  # the number of regions to try, from the deepest


@dataclass(frozen=True)
class Record:
    """A record: its part of the page and of the data-record table, its rows, and the conflicts in it."""

    nodes: tuple[int, int]
    span: tuple[int, int]  # characters of the page's text
    entries: tuple[RecognisedEntry, ...] = field(repr=False)
    rows: tuple[Row, ...] = field(repr=False)
    conflicts: tuple[Conflict, ...] = ()


@dataclass(frozen=True)
class Extraction:
    """The records of a page by an application ontology, and how they were found.

    `record_list` has the region and its separator, those of the largest if there are several, None if the page has no
    list; `expected` is the number of records by the identifying fields; `refused` are pieces that are not records.
    """

    application: Application = field(repr=False)
    text: PageText = field(repr=False)
    kind: str
    table: DataRecords = field(repr=False)
    records: tuple[Record, ...] = field(repr=False)
    expected: float
    record_list: RecordList | None = None
    refused: tuple[Record, ...] = field(default=(), repr=False)


@dataclass(frozen=True)
class ExtractOptions:
    """The heuristics that vote, the set of certainty factors, the seconds for the patterns, and the method."""

    heuristics: str = HEURISTICS
    factors: str = "ours"
    seconds: float = 10.0
    method: str = METHODS[0]


DEFAULT = ExtractOptions()


def recognise_page(tree: Tree, application: Application, options: ExtractOptions = DEFAULT) -> DataRecords:
    """The data-record table of a page. Raises LimitError if the patterns take too long."""
    return recognise(page_text(tree), application, seconds=options.seconds)


class PageExtraction:
    """The extraction of one page."""

    def __init__(self, application: Application, table: DataRecords, options: ExtractOptions) -> None:
        self._application = application
        self._text = text = table.text
        self._table = table
        self._options = options
        self.assigner = Assigner(application, layout(application))
        self._fields: tuple[Identifying, ...] = identifying_fields(application)
        self.year = max(years(text.string), default=None)
        self.least = min(_LEAST, len(self.assigner.plans[0].fields))
        self._rows: dict[tuple[int, int], tuple[tuple[Row, ...], tuple[Conflict, ...]]] = {}
        self._required = sum(each.required for each in self.assigner.plans[0].fields)

    def nothing(self) -> Extraction:
        """The answer that the page has no record."""
        expected = estimate(counts(self._table, self._fields))
        return Extraction(self._application, self._text, NONE, self._table, (), expected)

    def extraction(self) -> Extraction:
        """The records of the page by the method of the thesis."""
        return self.several() or self.one() or self.nothing()

    def one(self) -> Extraction | None:
        """The whole page as one record; None if it is not."""
        whole = self.record((0, len(self._text.tree)))
        return replace(self.nothing(), kind=ONE, records=(whole,)) if self.is_record(whole) else None

    def several(self) -> Extraction | None:
        """The records of a list; None if there are no two."""
        expected = estimate(counts(self._table, self._fields))
        if not len(self._table) or (self._fields and expected < _SEVERAL):
            return None
        result = self._several(expected)
        return result if result is not None and len(result.records) > 1 else None

    @cached_property
    def identified(self) -> int:
        """How many of the identifying fields the page has; 1 if the application has none."""
        return sum(map(bool, counts(self._table, self._fields))) if self._fields else 1

    def _several(self, expected: float) -> Extraction | None:
        """The records of the best region, or of several regions side by side; None if no region can be cut."""
        regions = self._regions()
        best = self._best(regions, expected)
        if self._fields and (best is None or len(best.records) < ENOUGH * expected):
            parts = self._side_by_side(regions[0])
            if parts is not None and len(parts.records) >= max(2.0, ENOUGH * expected):
                return replace(parts, expected=expected)
        return best

    def _best(self, regions: Sequence[int], expected: float) -> Extraction | None:
        """The records of the first region with enough of the expected ones, else of the region with most."""
        best: Extraction | None = None
        for region in regions:
            result = self._cut(region, expected)
            if result and (best is None or len(result.records) > len(best.records)):
                best = result
            if result and len(result.records) >= max(2.0, ENOUGH * expected):
                break
        return best

    def _side_by_side(self, region: int) -> Extraction | None:
        """The records of several lists below a region, for example one for each day; None if there is no list."""
        tree = self._text.tree
        lists: list[Extraction] = []
        alone: list[Record] = []
        for v in tree.children(region):
            expected = estimate(self._counts(tree, v))
            if expected >= _SEVERAL:
                best = self._best(self._regions(v), expected)
                lists += [best] if best else []
            elif expected and self.is_record(record := self.record((v, int(tree.end[v])))):
                alone.append(record)
        if not lists:
            return None
        records = sorted((*alone, *(record for each in lists for record in each.records)), key=lambda each: each.nodes)
        refused = tuple(record for each in lists for record in each.refused)
        return replace(max(lists, key=lambda each: len(each.records)), records=tuple(records), refused=refused)

    def _cut(self, region: int, expected: float) -> Extraction | None:
        """The records of a region, or None if it cannot be cut."""
        options = self._options
        record_list = read(
            self._text.tree,
            region,
            "byu",
            factors=options.factors,
            counts=self._counts,
            heuristics=options.heuristics,
        )
        if record_list is None:
            return None
        return replace(self._of_pieces(record_list), expected=expected)

    def _of_pieces(self, record_list: RecordList) -> Extraction:
        """The pieces of a list that are records, and those that are not."""
        return self.judged(record_list, [self.record(piece) for piece in record_list.records])

    def judged(self, record_list: RecordList, pieces: Sequence[Record]) -> Extraction:
        """Pieces of a list as an extraction: those that are records, and those that are not."""
        expected = estimate(counts(self._table, self._fields))
        are_records = [self.is_record(piece) for piece in pieces]
        records = tuple(piece for piece, is_record in zip(pieces, are_records, strict=True) if is_record)
        refused = tuple(piece for piece, is_record in zip(pieces, are_records, strict=True) if not is_record)
        return Extraction(self._application, self._text, SEVERAL, self._table, records, expected, record_list, refused)

    def _regions(self, top: int = 0) -> list[int]:
        """The nodes with most of the identifying fields, deepest first; without such fields, those of high fan-out."""
        tree = self._text.tree
        if not self._fields:
            return rank(tree, "HF", limit=_LEVELS)
        nodes = [u for u in self._hits if top <= u < tree.end[top]]
        chain = [top]
        while True:
            inside = [
                v
                for v in tree.children(chain[-1])
                if bisect_left(nodes, int(tree.end[v])) - bisect_left(nodes, v) >= _INSIDE * len(nodes)
                and estimate(self._counts(tree, v)) >= _SEVERAL
            ]
            if not inside:
                return chain[: -_LEVELS - 1 : -1]
            chain.append(inside[0])

    @cached_property
    def _hits(self) -> list[int]:
        """The text nodes with identifying fields, in order."""
        kinds = {(each.set, each.keyword) for each in self._fields}
        numbers = [number for number, kind in enumerate(self._table.kinds) if kind in kinds]
        return self._text.nodes(self._table.start[np.isin(self._table.kind, numbers)])

    def _counts(self, tree: Tree, u: int) -> Sequence[int]:
        return counts(self._table, self._fields, self._table.within(self._text.span(u, int(tree.end[u]))))

    def record(self, piece: tuple[int, int]) -> Record:
        """A piece as a record; one with too few constants has no rows."""
        span = self._text.span(*piece)
        part = self._table.within(span)
        if self._constants[part.stop] - self._constants[part.start] < self.least:
            return Record(piece, span, (), ())
        entries = tuple(self._table.entries(part))
        key = (part.start, part.stop)
        if key not in self._rows:  # nested regions are often cut into the same pieces
            rows, conflicts = self.assigner.rows(entries, self._text.string, year=self.year)
            self._rows[key] = tuple(rows), tuple(conflicts)
        return Record(piece, span, entries, *self._rows[key])

    @cached_property
    def _constants(self) -> list[int]:
        """The number of places with constants before each row of the table; no field takes a place twice."""
        table = self._table
        keyword = np.array([flag for _, flag in table.kinds], dtype=bool)[table.kind]
        places = table.start[~keyword]
        first = np.zeros(len(table), dtype=np.int64)
        first[~keyword] = np.diff(places, prepend=-1) > 0
        return [0, *np.cumsum(first).tolist()]

    def is_record(self, piece: Record) -> bool:
        """Whether a piece has enough fields of a record, close together, and not too many conflicts."""
        if not piece.rows:
            return False
        own = piece.rows[0].cells
        identifying = {(each.set, each.keyword) for each in self._fields}
        identified = len({(entry.set, entry.keyword) for entry in piece.entries} & identifying)
        required = sum(cell.field.required for cell in own)
        if len(own) < self.least or len(piece.conflicts) > len(own) or (identifying and not identified):
            return False
        if sum(b.entry.start - a.entry.end for a, b in pairwise(own)) > _SPARSE * len(own):
            return False
        whole = required == self._required
        return whole or (identified > 1 and (len(own) >= _MANY or required * 2 >= self._required))
