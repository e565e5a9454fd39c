"""The records of pages that were given together: lists, and pages about one thing with the help of their siblings.

A page about one thing is one record. The pages of one template are read together: a column of theirs that fits a field
fills it on all of them. Which of list and thing a page is, its fields say: the reading that fills more of them counts.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from weblode.application.assign import IN_ORDER, AssignedCell, Row
from weblode.application.columns import PageLeaves, columns, list_columns
from weblode.application.fitting import FilledCell, Fitter
from weblode.application.layout import layout
from weblode.application.model import Application
from weblode.application.pieces import (
    DEFAULT,
    ENOUGH,
    ONE,
    SEVERAL,
    Extraction,
    ExtractOptions,
    PageExtraction,
    Record,
    recognise_page,
)
from weblode.application.recognise import DataRecords, SetPatterns
from weblode.details.groups import Grouping
from weblode.records.discover import discover
from weblode.records.record_list import RecordList
from weblode.tree import Tree

WINDOW = 40  # pages that are read together
_MANY = 4  # fields of a thing that lacks most of the required ones
_FEWEST = 2  # fields of a thing, if most pages of its template are about one
_SIBLINGS = 4  # pages of a template from which few fields are enough, if most of them have these
_IDENTIFIED = 3  # identifying fields of such pages
_LISTS = 3  # rival lists that are tried


def extract(tree: Tree, application: Application, *, options: ExtractOptions = DEFAULT) -> Extraction:
    """The records of a page. Raises LimitError if the patterns take too long."""
    return next(extract_pages([tree], application, options=options))


def extract_pages(
    trees: Iterable[Tree], application: Application, *, options: ExtractOptions = DEFAULT
) -> Iterator[Extraction]:
    """The records of each page, in their order. Raises LimitError if the patterns take too long."""
    tables = (recognise_page(tree, application, options) for tree in trees)
    return extract_tables(tables, application, options=options)


def extract_tables(
    tables: Iterable[DataRecords], application: Application, *, options: ExtractOptions = DEFAULT
) -> Iterator[Extraction]:
    """The records of each page, whose constants and keywords are known; so many at a time that memory is bounded."""
    tables, read = iter(tables), window_reader(application, options)
    while window := list(islice(tables, WINDOW)):
        yield from read(window)


def window_reader(
    application: Application, options: ExtractOptions = DEFAULT
) -> Callable[[Sequence[DataRecords]], list[Extraction]]:
    """A function that gives the records of some pages, which are read together, as many as `WINDOW`."""
    if options.method == "byu":
        return lambda tables: [PageExtraction(application, table, options).extraction() for table in tables]
    return _SiblingReader(application, options).extractions


@dataclass(frozen=True)
class _Thing:
    """A page as a record about one thing, the number of its fields, and how many of them are certain."""

    record: Record
    cells: int
    certain: float


class _SiblingReader:
    """Reads the pages of one application."""

    def __init__(self, application: Application, options: ExtractOptions) -> None:
        self._application = application
        self._options = options
        self._plans = layout(application)
        self._patterns = SetPatterns(application)
        self._fitter = Fitter(application, self._plans, self._patterns)

    def extractions(self, tables: Sequence[DataRecords]) -> list[Extraction]:
        """The records of some pages."""
        pages = {number: PageLeaves(table) for number, table in enumerate(tables) if table.text.string.strip()}
        grouping = Grouping()
        groups: dict[int, list[int]] = {}
        for number, page in pages.items():
            groups.setdefault(grouping.add(page.leaves), []).append(number)
        answers = {
            number: PageExtraction(self._application, table, self._options).nothing()
            for number, table in enumerate(tables)
            if number not in pages
        }
        for numbers in groups.values():
            own = [PageExtraction(self._application, tables[number], self._options) for number in numbers]
            things = self._things([pages[number] for number in numbers], own)
            answers |= dict(
                zip(numbers, self._choose([tables[number] for number in numbers], own, things), strict=True)
            )
        return [answers[number] for number in range(len(tables))]

    def _things(self, pages: Sequence[PageLeaves], own: Sequence[PageExtraction]) -> list[_Thing]:
        """Each page of a template as a record about one thing."""
        cells = self._fitter.fill(pages, columns(pages, self._patterns), [each.year for each in own])
        return [self._thing(page, each) for page, each in zip(pages, cells, strict=True)]

    def _thing(self, page: PageLeaves, filled: Sequence[FilledCell]) -> _Thing:
        rows = self._rows(filled)
        everything = (0, len(page.text.tree))
        entries = tuple(sorted({*page.table.entries(), *(each.cell.entry for each in filled)}))
        record = Record(everything, page.text.span(*everything), entries, rows)
        several = len({row.table for row in rows[1:]})
        certain = sum(each.worth for each in filled if not each.table)
        return _Thing(record, len(rows[0].cells) + several, certain + several)

    def _rows(self, filled: Sequence[FilledCell]) -> tuple[Row, ...]:
        """The cells as rows of their tables."""
        rows = [Row(0, 1, 0, tuple(sorted((each.cell for each in filled if not each.table), key=_start)))]
        for table in range(1, len(self._plans)):
            below = sorted((each.cell for each in filled if each.table == table), key=_start)
            rows += [Row(table, number, 1, (cell,)) for number, cell in enumerate(below, 1)]
        return tuple(rows)

    def _choose(
        self, tables: Sequence[DataRecords], pages: Sequence[PageExtraction], things: Sequence[_Thing]
    ) -> list[Extraction]:
        """For each page of a template a list, or one thing, or nothing: what fills most fields on most of the pages."""
        lists = list(map(self._several, tables, pages))
        are_things = list(map(self._is_record, pages, things))
        better = [
            is_thing and (several is None or thing.certain > _mean_fields(several))
            for several, thing, is_thing in zip(lists, things, are_things, strict=True)
        ]
        usual = 2 * sum(better) > len(pages) or self._are_things(pages, things, lists)
        answers = []
        for page, several, thing, is_better in zip(pages, lists, things, better, strict=True):
            is_thing = is_better or (usual and thing.cells >= _FEWEST)
            answers.append(several if several is not None and not is_thing else _single(page, thing, is_thing=is_thing))
        return answers

    def _is_record(self, page: PageExtraction, thing: _Thing) -> bool:
        """Whether a page has enough fields to be about a thing of the application."""
        required = [each for each in self._plans[0].fields if each.required]
        has = sum(cell.field.required for cell in thing.record.rows[0].cells)
        return (
            bool(page.identified)
            and thing.certain >= page.least
            and (2 * has >= len(required) or thing.certain >= _MANY)
        )

    def _are_things(
        self, pages: Sequence[PageExtraction], things: Sequence[_Thing], lists: Sequence[Extraction | None]
    ) -> bool:
        """Whether most pages of a template have all required fields and one more that is certain, several identifying
        fields, and no list: fewer fields than a single page needs, but at the same places."""
        required = sum(each.required for each in self._plans[0].fields)
        sure = [
            several is None
            and page.identified >= _IDENTIFIED
            and thing.certain >= required + 1
            and sum(cell.field.required for cell in thing.record.rows[0].cells) == required
            for page, thing, several in zip(pages, things, lists, strict=True)
        ]
        return len(pages) >= _SIBLINGS and 2 * sum(sure) > len(pages)

    def _several(self, table: DataRecords, page: PageExtraction) -> Extraction | None:
        """The list of the page with most records: by the separators of the thesis, else by `records`."""
        best = page.several()
        if best is not None and len(best.records) >= ENOUGH * best.expected:
            return best
        for record_list in _lists(table.text.tree) if len(table) else ():
            result = self._listed(table, page, record_list)
            if len(result.records) > max(1, len(best.records) if best else 0):
                best = replace(result, kind=SEVERAL)
        return best

    def _listed(self, table: DataRecords, page: PageExtraction, record_list: RecordList) -> Extraction:
        """The records of a list, with fields that its columns fill and their own constants and keywords do not."""
        leaves, n = PageLeaves(table), len(record_list.records)
        filled = self._fitter.fill([leaves] * n, list_columns(leaves, record_list), [page.year] * n)
        pieces = []
        for piece, cells in zip(map(page.record, record_list.records), filled, strict=True):
            other = replace(piece, rows=self._rows(cells))
            entries = tuple(table.entries(table.within(piece.span)))
            pieces.append(replace(_merged(piece, other) if piece.rows else other, entries=entries))
        return page.judged(record_list, pieces)


def _lists(tree: Tree) -> Iterator[RecordList]:
    """The lists of a page by the consensus, and those inside their records."""
    for each in discover(tree, limit=_LISTS):
        yield each
        for nested in each.nested:
            yield nested.record_list


def _mean_fields(several: Extraction) -> float:
    return sum(len(each.rows[0].cells) for each in several.records) / len(several.records)


def _single(page: PageExtraction, thing: _Thing, *, is_thing: bool) -> Extraction:
    """A page as one record, by its columns and as a whole; or as none."""
    whole = page.one()
    if not is_thing:
        return whole or page.nothing()
    record = _merged(thing.record, whole.records[0]) if whole else thing.record
    return replace(page.nothing(), kind=ONE, records=(record,))


def _merged(record: Record, other: Record) -> Record:
    """A record with the fields that it lacks and another reading of the page has beside a keyword, and its tables."""
    filled = {cell.field for row in record.rows for cell in row.cells}
    places = {(cell.entry.start, cell.entry.end) for row in record.rows for cell in row.cells}
    tables = {row.table for row in record.rows}
    more = [
        cell
        for cell in other.rows[0].cells
        if cell.field not in filled and cell.why != IN_ORDER and (cell.entry.start, cell.entry.end) not in places
    ]
    own = Row(0, 1, 0, tuple(sorted((*record.rows[0].cells, *more), key=_start)))
    below = [row for row in other.rows if row.table not in tables]
    rows = sorted((own, *record.rows[1:], *below), key=lambda row: (row.table, row.number))
    return replace(record, rows=tuple(rows))


def _start(cell: AssignedCell) -> int:
    return cell.entry.start
