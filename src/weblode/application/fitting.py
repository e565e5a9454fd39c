"""Which column of pages about one thing fills which field: by labels, by patterns, by the name of the thing.

The thesis assigns the constants of a record one by one. Siblings know more: a column that is a field on one page is it
on all of them, so the evidence of all pages decides, and a pattern that matches by chance on one page does not count.
"""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from weblode.application.assign import AssignedCell
from weblode.application.columns import SHORT, PageLeaves, Span, TextColumn
from weblode.application.layout import TableField, TablePlan
from weblode.application.model import Application, ObjectSet
from weblode.application.recognise import RecognisedEntry, SetPatterns
from weblode.application.values import Value, value_of

# Chosen on the half of the sites that was read (`python -m bench.domain`).
_LABELLED, _NAMED, _HINTED, _INSIDE, _PLAIN = 3.0, 2.5, 2.0, 1.2, 1.0
_WHY = {
    _LABELLED: "after {label!r}",
    _NAMED: "the name",
    _HINTED: "beside a keyword",
    _INSIDE: "in the name",
    _PLAIN: "by its pattern",
}
_COVERED = 0.9  # the share of a text that a constant covers, for it to be the text
_FULL = 0.6  # the share of the pages on which a column without a label is a constant, for it to be a field
_FEW = 1.3  # texts a page of a column that is one value
_LONG = 150  # characters of a value, at most
_ENOUGH = 4  # pages on which a value that is always the same is rather the site's than the things'
_CONSTANT = 2.5  # what such a column loses
_GAP = 3  # characters between two texts that are one


class FilledCell(NamedTuple):
    """A value of a field, the number of the field's table, and what it says for the page to be about one thing, 0 to 1.

    A field that the page has several texts for says nothing: the page may be a list. A pattern alone says little.
    `constant` says that all siblings have the same value.
    """

    table: int
    cell: AssignedCell
    worth: float
    constant: bool = False


@dataclass(frozen=True)
class _Reading:
    """A value read from a text: where it is, whether it is all of the text, and whether a pattern matches it."""

    span: Span
    value: Value
    whole: bool
    matched: bool


@dataclass(frozen=True)
class _Fit:
    """How well a column fits a field, what it gives on each page, and why."""

    score: float
    table: int
    field: TableField
    readings: Mapping[int, Sequence[_Reading]]
    why: str
    evidence: float
    constant: bool  # whether all pages have the same value


class Fitter:
    """Fills the fields of an application from the columns of pages."""

    def __init__(self, application: Application, plans: Sequence[TablePlan], patterns: SetPatterns) -> None:
        self._application = application
        self._patterns = patterns
        self._fields = [
            (table, each)
            for table, plan in enumerate(plans)
            if not table or len(plan.fields) == 1
            for each in plan.fields
        ]
        self._rivals: dict[str, str] = {}  # of special sets of one set, the first takes constants without a label
        for _, each in self._fields:
            general = application.sets[each.set].special_of
            if general:
                self._rivals.setdefault(general, each.set)

    def fill(
        self, pages: Sequence[PageLeaves], columns: Sequence[TextColumn], years: Sequence[int | None]
    ) -> list[list[FilledCell]]:
        """The cells of each page."""
        fits = [
            fit
            for column in columns
            for table, each in self._fields
            if (fit := self._fit(pages, column, table, each, years)) is not None
        ]
        fits.sort(key=lambda fit: -fit.score)
        return [_place(fits, number, page) for number, page in enumerate(pages)]

    def _fit(
        self, pages: Sequence[PageLeaves], column: TextColumn, table: int, each: TableField, years: Sequence[int | None]
    ) -> _Fit | None:
        """How a column fits a field; None if it does not."""
        own = self._application.sets[each.set]
        frame = next((one for one in self._application.frames(each.set) if one.has_values), own)
        evidence = self._evidence(pages, column, each)
        free = evidence == _NAMED or (evidence == _LABELLED and own.is_open)
        free = free and (own.type == "text" or not frame.has_values)
        readings = {
            number: self._readings(pages[number], spans, frame, free=free, words=evidence != _NAMED, year=years[number])
            for number, spans in column.cells.items()
        }
        if evidence == _PLAIN:
            readings = {number: [one for one in some if one.whole] for number, some in readings.items()}
        readings = {number: some for number, some in readings.items() if some}
        if not readings or not evidence:
            return None
        coverage = len(readings) / len(pages)
        matched = sum(some[0].matched for some in readings.values()) / len(pages)
        several = not table and sum(map(len, readings.values())) > _FEW * len(readings)
        values = {str(some[0].value) for some in readings.values()}
        constant = len(pages) >= _ENOUGH and coverage > 0.5 and len(values) == 1
        if evidence in (_INSIDE, _PLAIN) and (coverage < _FULL or constant or several):
            return None
        score = evidence + coverage + matched / 2 - 0.3 * several - _CONSTANT * constant
        score -= 1 - column.title if evidence == _NAMED else 0
        why = f"{_WHY[evidence].format(label=column.label)}, on {len(readings)} of {len(pages)} pages"
        return _Fit(score, table, each, readings, why, evidence, constant)

    def _evidence(self, pages: Sequence[PageLeaves], column: TextColumn, each: TableField) -> float:
        """The kind of the evidence for a column, as a number; 0 for none."""
        sets = self._patterns.labelled(column.label) if column.label else frozenset()
        if each.set in sets:
            return _LABELLED
        if sets:
            return 0.0
        if column.title and self._application.sets[each.set].title:
            return _NAMED
        if self._patterns.indicates(each.set, column.label) or self._hinted(pages, column, each):
            return _HINTED
        if self._rivals.get(self._application.sets[each.set].special_of, each.set) != each.set:
            return 0.0
        return _INSIDE if column.title else _PLAIN

    def _hinted(self, pages: Sequence[PageLeaves], column: TextColumn, each: TableField) -> bool:
        """Whether most texts of a column are short and have a keyword of a field in them: "Posted Dec 6, 2010"; or
        begin with a label and have a constant: "Call us at (801) 555-0143"."""
        own = self._application.sets[each.set]
        if not own.keywords and not own.labels:
            return False
        texts = [pages[number].text.string[slice(*spans[0])] for number, spans in column.cells.items()]
        hints = sum(len(text) <= SHORT and self._is_hint(each.set, text) for text in texts)
        return hints >= _FULL * len(pages)

    def _is_hint(self, name: str, text: str) -> bool:
        if self._patterns.indicates(name, text):
            return True
        frames = [one.name for one in self._application.frames(name) if one.has_values]
        return self._patterns.begins(name, text) and any(self._patterns.constants(one, text) for one in frames)

    def _readings(
        self, page: PageLeaves, spans: Sequence[Span], frame: ObjectSet, *, free: bool, words: bool, year: int | None
    ) -> list[_Reading]:
        """The values of texts on a page for a set; a text after a label is one as a whole, but for sets of words."""
        string = page.text.string
        readings = [each for span in spans for each in self._constants(string, span, frame, year)]
        if not any(each.whole for each in readings) and len(runs := _runs(spans)) < len(spans):
            joined = [each for span in runs for each in self._constants(string, span, frame, year)]
            readings = joined if any(each.whole for each in joined) else readings
        if not free or (readings and words and (frame.words or frame.canonical)):
            return readings
        if readings and readings[0].whole and len(spans) > 1:
            return readings
        return [each for span in spans if (each := self._whole(string, span, frame)) is not None]

    def _whole(self, string: str, span: Span, frame: ObjectSet) -> _Reading | None:
        text = string[slice(*span)]
        remark = text.strip().startswith("(") and text.strip().endswith(")")
        value = value_of(text, frame) if len(text) <= _LONG and not remark else None
        if value is None:
            return None
        return _Reading(span, value, whole=True, matched=bool(self._patterns.constants(frame.name, text)))

    def _constants(self, string: str, span: Span, frame: ObjectSet, year: int | None) -> Iterator[_Reading]:
        """The constants of a set in a part of the text."""
        text = string[slice(*span)]
        for start, end in self._patterns.constants(frame.name, text) if len(text) <= 20 * _LONG else ():
            value = value_of(text[start:end], frame, year=year, american=self._application.american)
            if value is not None:
                whole = end - start >= _COVERED * len(text.strip(" \t\n|.,;:()"))
                yield _Reading((span[0] + start, span[0] + end), value, whole, matched=True)


def _runs(spans: Sequence[Span]) -> list[Span]:
    """The spans, with those joined that only white space parts."""
    runs: list[Span] = []
    for start, end in spans:
        if runs and 0 <= start - runs[-1][1] <= _GAP:
            runs[-1] = (runs[-1][0], end)
        else:
            runs.append((start, end))
    return runs


def _place(fits: Sequence[_Fit], number: int, page: PageLeaves) -> list[FilledCell]:
    """The cells of a page: the best fits first; a field for one value takes the first, and no text is taken twice."""
    taken: list[Span] = []  # in order; they do not overlap
    cells: list[FilledCell] = []
    filled: set[tuple[int, str]] = set()
    for fit in fits:
        key = (fit.table, fit.field.column)
        if key in filled:
            continue
        values: set[str] = set()
        readings = fit.readings.get(number, ())
        worth = 0.0 if len(readings) > 1 else 1.0 if fit.evidence >= _HINTED else 0.5
        for reading in readings:
            start, end = reading.span
            place = bisect_left(taken, reading.span)
            if any(start < b and a < end for a, b in taken[max(0, place - 1) : place + 1]):
                continue
            if str(reading.value).lower() in values:
                continue
            entry = RecognisedEntry(start, end, fit.field.set, keyword=False, string=page.text.string[start:end])
            cell = AssignedCell(fit.field, reading.value, entry, fit.why)
            cells.append(FilledCell(fit.table, cell, worth, fit.constant))
            values.add(str(reading.value).lower())
            if fit.evidence != _NAMED:  # a name may have other fields in it: year, make and model
                taken.insert(place, reading.span)
            filled.add(key)
            if not fit.table:
                break
    return _without_frame(cells)


def _without_frame(cells: Sequence[FilledCell]) -> list[FilledCell]:
    """The cells without those that all siblings have above or below all others: the site's own phone in a footer."""
    places = [each.cell.entry.start for each in cells if not each.constant]
    return (
        [each for each in cells if not each.constant or min(places) < each.cell.entry.start < max(places)]
        if places
        else []
    )
