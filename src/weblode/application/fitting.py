"""Which column of pages about one thing fills which field: by labels, by patterns, by the name of the thing.

The thesis assigns the constants of a record one by one. Siblings know more: a column that is a field on one page is it
on all of them, so the evidence of all pages decides, and a pattern that matches by chance on one page does not count.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from weblode.application.assign import AssignedCell
from weblode.application.columns import PageLeaves, Span, TextColumn
from weblode.application.layout import TableField, TablePlan
from weblode.application.model import Application, ObjectSet
from weblode.application.recognise import RecognisedEntry, SetPatterns
from weblode.application.values import Value, value_of

# Chosen on the half of the sites that was read (`python -m bench.domain`).
_LABELLED, _NAMED, _HINTED, _PLAIN, _INSIDE = 3.0, 2.5, 2.0, 1.0, 1.2
_COVERED = 0.9  # the share of a text that a constant covers, for it to be the text
_FULL = 0.6  # the share of the pages on which a column without a label is a constant, for it to be a field
_FEW = 1.3  # texts a page of a column that is one value
_LONG = 150  # characters of a value, at most
_ENOUGH = 4  # pages on which a value that is always the same is rather the site's than the things'
_CONSTANT = 2.5  # what such a column loses
_GAP = 3  # characters between two texts that are one


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
    named: bool


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

    def fill(
        self, pages: Sequence[PageLeaves], columns: Sequence[TextColumn], years: Sequence[int | None]
    ) -> list[list[tuple[int, AssignedCell, bool]]]:
        """For each page, its cells with the numbers of their tables, and whether the page has no other text for it."""
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
        label = column.label
        sets = self._patterns.labelled(label) if label else frozenset()
        labelled = each.set in sets
        named = bool(column.title) and own.title and not sets - {each.set}
        free = ((labelled and own.is_open) or named) and own.type == "text"
        readings = {
            number: self._readings(pages[number], spans, frame, free=free, whole=named, year=years[number])
            for number, spans in column.cells.items()
        }
        base = self._base(column, each, labelled=labelled, named=named, foreign=bool(sets) and not labelled)
        if base == _PLAIN:
            readings = {number: [one for one in some if one.whole] for number, some in readings.items()}
        readings = {number: some for number, some in readings.items() if some}
        if not readings or base <= 0:
            return None
        coverage = len(readings) / len(pages)
        matched = sum(some[0].matched for some in readings.values()) / len(pages)
        several = sum(map(len, readings.values())) / len(readings)
        constant = (
            len(pages) >= _ENOUGH and coverage > 0.5 and len({str(some[0].value) for some in readings.values()}) == 1
        )
        if base < _HINTED and not named and (coverage < _FULL or constant or (several > _FEW and not table)):
            return None
        score = base + coverage + matched / 2 - 0.3 * (several > _FEW and not table) - _CONSTANT * constant
        why = f"{'after ' + repr(label) if labelled or base == _HINTED else 'the name' if named else 'by its pattern'}"
        return _Fit(
            score, table, each, readings, f"{why}, on {len(readings)} of {len(pages)} pages", named and not labelled
        )

    def _base(self, column: TextColumn, each: TableField, *, labelled: bool, named: bool, foreign: bool) -> float:
        """The kind of the evidence for a column, as a number."""
        if labelled:
            return _LABELLED
        if named:
            return _NAMED - 1 + column.title
        if foreign:
            return 0.0
        if column.label and self._patterns.indicates(each.set, column.label):
            return _HINTED
        return _INSIDE if column.title else _PLAIN

    def _readings(
        self, page: PageLeaves, spans: Sequence[Span], frame: ObjectSet, *, free: bool, whole: bool, year: int | None
    ) -> list[_Reading]:
        """The values of texts on a page for a set; a text after a label is one as a whole, but for sets of words."""
        string = page.text.string
        readings = [each for span in spans for each in self._constants(string, span, frame, year)]
        if not any(each.whole for each in readings) and len(runs := _runs(spans)) < len(spans):
            joined = [each for span in runs for each in self._constants(string, span, frame, year)]
            readings = joined if any(each.whole for each in joined) else readings
        if not free or (readings and (frame.words or frame.canonical) and not whole):
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


def _place(fits: Sequence[_Fit], number: int, page: PageLeaves) -> list[tuple[int, AssignedCell, bool]]:
    """The cells of a page: the best fits first; a field for one value takes the first, and no text is taken twice."""
    taken: list[Span] = []
    cells: list[tuple[int, AssignedCell, bool]] = []
    filled: set[tuple[int, str]] = set()
    for fit in fits:
        key = (fit.table, fit.field.column)
        if key in filled:
            continue
        values: set[str] = set()
        alone = len(fit.readings.get(number, ())) == 1
        for reading in fit.readings.get(number, ()):
            start, end = reading.span
            if any(start < b and a < end for a, b in taken) or str(reading.value).lower() in values:
                continue
            entry = RecognisedEntry(start, end, fit.field.set, keyword=False, string=page.text.string[start:end])
            cells.append((fit.table, AssignedCell(fit.field, reading.value, entry, fit.why), alone))
            values.add(str(reading.value).lower())
            taken += [] if fit.named else [reading.span]  # a name may have other fields in it: year, make and model
            filled.add(key)
            if not fit.table:
                break
    return cells
