"""A page's records by an application ontology: where they are, what separates them, and their rows.

Thesis, chapters 1 and 3: the recogniser goes over the page once; the fields that identify a record say which tag
separates the records (OM, with RP, SD, IT and HT); the data-record table is cut at the separator. We differ in the
region, which is not the node of the highest fan-out but the deepest one that still holds what identifies records (or
several side by side), and in that pages with one record, or none, are told apart: the thesis's open question.
"""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise

import numpy as np

from weblode.application.assign import Assigner, Conflict, Row
from weblode.application.identify import Identifying, counts, estimate, identifying
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

_INSIDE = 0.7  # how much of what identifies records a region must hold
_SEVERAL = 1.5  # below so many records by their identifying fields a page has one
_ENOUGH = 0.6  # of the records expected, so many must come out of a region
_LEAST = 3  # fields of a record
_MANY = 4  # a piece with so many fields is a record even if it lacks most of the required ones
_SPARSE = (
    500  # characters between the fields of a record, for each of them; a long story that names a few things is none
)
_LEVELS = 4  # regions that are tried, from the deepest


@dataclass(frozen=True)
class Record:
    """A record: its part of the page and of the data-record table, its rows, and what it had no room for."""

    nodes: tuple[int, int]
    span: tuple[int, int]  # characters of the page's text
    entries: tuple[RecognisedEntry, ...] = field(repr=False)
    rows: tuple[Row, ...] = field(repr=False)
    conflicts: tuple[Conflict, ...] = ()


@dataclass(frozen=True)
class Extraction:
    """What a page says of an application: its records, and how they were found.

    `found` is the region with its separator, of several the largest, None where the page has no list; `expected` is how
    many records the identifying fields speak of; `refused` are the pieces of the region that are no records.
    """

    application: Application = field(repr=False)
    text: PageText = field(repr=False)
    kind: str
    table: DataRecords = field(repr=False)
    records: tuple[Record, ...] = field(repr=False)
    expected: float
    found: RecordList | None = None
    refused: tuple[Record, ...] = field(default=(), repr=False)


@dataclass(frozen=True)
class ExtractOptions:
    """How records are found: the heuristics that vote, whose certainty factors, and the seconds for the patterns."""

    heuristics: str = HEURISTICS
    factors: str = "ours"
    seconds: float = 10.0


_DEFAULT = ExtractOptions()


def extract(tree: Tree, application: Application, *, options: ExtractOptions = _DEFAULT) -> Extraction:
    """The records of a page. Raises LimitError where the patterns take too long."""
    table = recognise(page_text(tree), application, seconds=options.seconds)
    return _PageExtraction(application, table, options).extraction()


class _PageExtraction:
    """A page at work."""

    def __init__(self, application: Application, table: DataRecords, options: ExtractOptions) -> None:
        self._application = application
        self._text = text = table.text
        self._table = table
        self._options = options
        self._assigner = Assigner(application, layout(application))
        self._fields: tuple[Identifying, ...] = identifying(application)
        self._year = max(years(text.string), default=None)
        self._least = min(_LEAST, len(self._assigner.plans[0].fields))
        self._rows: dict[tuple[int, int], tuple[tuple[Row, ...], tuple[Conflict, ...]]] = {}
        self._required = sum(each.required for each in self._assigner.plans[0].fields)

    def extraction(self) -> Extraction:
        tree = self._text.tree
        expected = estimate(counts(self._table, self._fields))
        result = Extraction(self._application, self._text, NONE, self._table, (), expected)
        if not len(self._table):
            return result
        if expected >= _SEVERAL or not self._fields:
            several = self._several(expected)
            if several is not None and len(several.records) > 1:
                return several
        whole = self._record((0, len(tree)))
        if self._is_record(whole):
            return replace(result, kind=ONE, records=(whole,))
        return result

    def _several(self, expected: float) -> Extraction | None:
        """The records of the best region, or of several regions side by side; None if none can be cut."""
        regions = self._regions()
        best = self._best(regions, expected)
        if self._fields and (best is None or len(best.records) < _ENOUGH * expected):
            parts = self._parted(regions[0])
            if parts is not None and len(parts.records) >= max(2.0, _ENOUGH * expected):
                return replace(parts, expected=expected)
        return best

    def _best(self, regions: Sequence[int], expected: float) -> Extraction | None:
        """The first region that has enough of the records expected, else the one that has most."""
        best: Extraction | None = None
        for region in regions:
            result = self._cut(region, expected)
            if result and (best is None or len(result.records) > len(best.records)):
                best = result
            if result and len(result.records) >= max(2.0, _ENOUGH * expected):
                break
        return best

    def _parted(self, region: int) -> Extraction | None:
        """The records of lists side by side below a region, as where a page has one for each day; None if of none."""
        tree = self._text.tree
        lists: list[Extraction] = []
        alone: list[Record] = []
        for v in tree.children(region):
            expected = estimate(self._counts(tree, v))
            if expected >= _SEVERAL:
                found = self._best(self._regions(v), expected)
                lists += [found] if found else []
            elif expected and self._is_record(record := self._record((v, int(tree.end[v])))):
                alone.append(record)
        if not lists:
            return None
        records = sorted((*alone, *(record for each in lists for record in each.records)), key=lambda each: each.nodes)
        refused = tuple(record for each in lists for record in each.refused)
        return replace(max(lists, key=lambda each: len(each.records)), records=tuple(records), refused=refused)

    def _cut(self, region: int, expected: float) -> Extraction | None:
        """The records of a region, or None if it cannot be cut."""
        given = self._options
        found = read(
            self._text.tree,
            region,
            "byu",
            factors=given.factors,
            counts=self._counts,
            heuristics=given.heuristics,
        )
        if found is None:
            return None
        pieces = [self._record(piece) for piece in found.records]
        fit = [self._is_record(piece) for piece in pieces]
        records = tuple(piece for piece, fits in zip(pieces, fit, strict=True) if fits)
        refused = tuple(piece for piece, fits in zip(pieces, fit, strict=True) if not fits)
        return Extraction(self._application, self._text, SEVERAL, self._table, records, expected, found, refused)

    def _regions(self, top: int = 0) -> list[int]:
        """The nodes that hold most of what identifies records, deepest first; those of high fan-out if nothing does."""
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
        """The text nodes with what identifies records, in order."""
        wanted = {(each.set, each.keyword) for each in self._fields}
        numbers = [number for number, kind in enumerate(self._table.kinds) if kind in wanted]
        return self._text.nodes(self._table.start[np.isin(self._table.kind, numbers)])

    def _counts(self, tree: Tree, u: int) -> Sequence[int]:
        return counts(self._table, self._fields, self._table.within(self._text.span(u, int(tree.end[u]))))

    def _record(self, piece: tuple[int, int]) -> Record:
        """The record that a piece is; a piece with too few constants for one has no rows."""
        span = self._text.span(*piece)
        part = self._table.within(span)
        if self._constants[part.stop] - self._constants[part.start] < self._least:
            return Record(piece, span, (), ())
        entries = tuple(self._table.entries(part))
        key = (part.start, part.stop)
        if key not in self._rows:  # regions that hold each other are cut into the same pieces
            rows, conflicts = self._assigner.rows(entries, self._text.string, year=self._year)
            self._rows[key] = tuple(rows), tuple(conflicts)
        return Record(piece, span, entries, *self._rows[key])

    @cached_property
    def _constants(self) -> list[int]:
        """How many places with constants there are before each row of the table; no field takes a place twice."""
        table = self._table
        keyword = np.array([flag for _, flag in table.kinds], dtype=bool)[table.kind]
        places = table.start[~keyword]
        first = np.zeros(len(table), dtype=np.int64)
        first[~keyword] = np.diff(places, prepend=-1) > 0
        return [0, *np.cumsum(first).tolist()]

    def _is_record(self, piece: Record) -> bool:
        """Whether a piece has enough of what makes a record, close together, and little that has no room in one."""
        if not piece.rows:
            return False
        own = piece.rows[0].cells
        wanted = {(each.set, each.keyword) for each in self._fields}
        identified = len({(entry.set, entry.keyword) for entry in piece.entries} & wanted)
        required = sum(cell.field.required for cell in own)
        if len(own) < self._least or len(piece.conflicts) > len(own) or (wanted and not identified):
            return False
        if sum(b.entry.start - a.entry.end for a, b in pairwise(own)) > _SPARSE * len(own):
            return False
        whole = required == self._required
        return whole or (identified > 1 and (len(own) >= _MANY or required * 2 >= self._required))
