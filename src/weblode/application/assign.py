"""Assigns the constants of a record to fields: by the nearest keyword, by order, and by how many a field may have.

Thesis, chapter 1, step 5, which names the heuristics (keywords near constants, cardinality constraints) but no numbers;
the numbers here were chosen on one half of the pages in `tests/application/pages` (`python -m bench.application`
measures them again).
"""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from weblode.application.layout import TableField, TablePlan
from weblode.application.model import Application
from weblode.application.recognise import RecognisedEntry
from weblode.application.values import Value, value_of, years
from weblode.caches import regex

IN_ORDER = "first in order"  # why a constant is in a field that no keyword is near

_NEAR = 250  # the largest distance, in characters, at which a keyword counts
_BACK = 3  # a keyword after a constant counts as one that is this many times as far before it
_END = regex(r"[a-z\d)]{3}\.\s+[A-Z]")  # the end of a sentence; there is none in "10 a.m. Monday"
_STOP = 60  # the cost of the end of a sentence or line between a keyword and a constant


@dataclass(frozen=True)
class AssignedCell:
    """A value in a field: the constant it was read from, and why it is there."""

    field: TableField
    value: Value
    entry: RecognisedEntry
    why: str


@dataclass(frozen=True)
class Row:
    """A row of a table: its number within the record, and that of its row in the table above."""

    table: int
    number: int
    above: int
    cells: tuple[AssignedCell, ...]


@dataclass(frozen=True)
class Conflict:
    """A constant that did not get into its field, because another one is there."""

    field: TableField
    entry: RecognisedEntry


@dataclass
class _AssignWork:
    """The cells and conflicts of a record so far."""

    cells: dict[tuple[int, str], list[AssignedCell]] = field(default_factory=dict)
    conflicts: list[Conflict] = field(default_factory=list)

    def used(self) -> set[tuple[int, int]]:
        """The places of the constants that are assigned to a field."""
        return {(cell.entry.start, cell.entry.end) for cells in self.cells.values() for cell in cells}


@dataclass(frozen=True)
class Assigner:
    """Assigns the constants of records to fields; `plans` are the tables of the application."""

    application: Application
    plans: tuple[TablePlan, ...]

    def rows(
        self, entries: Sequence[RecognisedEntry], text: str, *, year: int | None = None
    ) -> tuple[list[Row], list[Conflict]]:
        """The rows of a record and the conflicts in it; the first row is the entity's own.

        `entries` are the record's part of the data-record table, `text` is the text of the page; `year` is for dates
        without one.
        """
        span = text[entries[0].start : entries[-1].end] if entries else ""
        year = max(years(span), default=year)
        keywords: dict[str, list[RecognisedEntry]] = {}
        constants: dict[str, list[RecognisedEntry]] = {}
        for entry in entries:
            (keywords if entry.keyword else constants).setdefault(entry.set, []).append(entry)
        work = _AssignWork()
        for source, rivals in self._groups.items():
            if source not in constants:
                continue
            used = work.used()
            free = [each for each in constants[source] if (each.start, each.end) not in used]
            candidates = self._with_values(source, free, year)
            if [each.set for _, each in rivals] == [source]:
                self._assign_to_one(
                    rivals[0], candidates, work=work, field_keywords=_FieldKeywords(rivals[0][1], keywords, text)
                )
            else:
                field_keywords = [_FieldKeywords(each, keywords, text) for _, each in rivals]
                self._assign_to_several(rivals, candidates, work=work, field_keywords=field_keywords)
        used = work.used()  # a constant of two sets that is assigned for one of them is not a conflict for the other
        conflicts = [each for each in work.conflicts if (each.entry.start, each.entry.end) not in used]
        return self._compose_rows(work), conflicts

    @cached_property
    def _groups(self) -> dict[str, list[tuple[int, TableField]]]:
        """By set, the (table, field) pairs that take its constants; sets that are a field's own come first."""
        own: dict[str, list[tuple[int, TableField]]] = {}
        general: dict[str, list[tuple[int, TableField]]] = {}
        for table, plan in enumerate(self.plans):
            for each in plan.fields:
                for frame in self.application.frames(each.set):
                    if frame.has_values:
                        (own if frame.name == each.set else general).setdefault(frame.name, []).append((table, each))
        for name, rivals in general.items():
            own[name] = [*own.pop(name, []), *rivals]
        return own

    def _with_values(
        self, source: str, entries: Sequence[RecognisedEntry], year: int | None
    ) -> list[tuple[RecognisedEntry, Value]]:
        """The constants that have a value of the type of their set, with that value."""
        frame = self.application.sets[source]
        values = (value_of(each.string, frame, year=year, american=self.application.american) for each in entries)
        return [(entry, value) for entry, value in zip(entries, values, strict=True) if value is not None]

    def _assign_to_one(
        self,
        place: tuple[int, TableField],
        candidates: list[tuple[RecognisedEntry, Value]],
        *,
        work: _AssignWork,
        field_keywords: "_FieldKeywords",
    ) -> None:
        """Assign constants that only one field takes: all in order, or the best if the field has room for one."""
        table, each = place
        if table:
            work.cells[table, each.column] = [
                AssignedCell(each, value, entry, "in order") for entry, value in candidates
            ]
            return
        if not candidates:
            return
        ranked = sorted(candidates, key=lambda pair: (field_keywords.cost(pair[0])[0], pair[0].start))
        entry, value = ranked[0]
        work.cells[table, each.column] = [AssignedCell(each, value, entry, field_keywords.cost(entry)[1] or IN_ORDER)]
        work.conflicts += [Conflict(each, other) for other, rival in ranked[1:] if rival != value]

    def _assign_to_several(
        self,
        rivals: list[tuple[int, TableField]],
        candidates: list[tuple[RecognisedEntry, Value]],
        *,
        work: _AssignWork,
        field_keywords: list["_FieldKeywords"],
    ) -> None:
        """Assign constants that several fields take: those nearest to a keyword of a field first."""
        offers = sorted(
            (cost, i, j, why)
            for i, (entry, _) in enumerate(candidates)
            for j in range(len(rivals))
            for cost, why in [field_keywords[j].cost(entry)]
            if why
        )
        placed: set[int] = set()
        crowded_out: dict[int, Conflict] = {}
        for _, i, j, why in offers:
            table, each = rivals[j]
            cells = work.cells.setdefault((table, each.column), [])
            if i in placed:
                continue
            if cells and not table:  # no room
                if all(cell.value != candidates[i][1] for cell in cells):
                    crowded_out.setdefault(i, Conflict(each, candidates[i][0]))
                else:
                    placed.add(i)  # the page repeats the value
                continue
            placed.add(i)
            cells.append(AssignedCell(each, candidates[i][1], candidates[i][0], why))
        work.conflicts += [conflict for i, conflict in crowded_out.items() if i not in placed]
        rest = [pair for i, pair in enumerate(candidates) if i not in placed and i not in crowded_out]
        self._assign_in_order(rivals, rest, work=work, field_keywords=field_keywords)

    def _assign_in_order(
        self,
        rivals: list[tuple[int, TableField]],
        candidates: list[tuple[RecognisedEntry, Value]],
        *,
        work: _AssignWork,
        field_keywords: list["_FieldKeywords"],
    ) -> None:
        """Assign the remaining constants, in order, to the empty fields whose sets have no keywords."""
        for (table, each), keywords in zip(rivals, field_keywords, strict=True):
            if keywords.without_keywords(self.application) and candidates and not work.cells.get((table, each.column)):
                entry, value = candidates.pop(0)
                work.cells[table, each.column] = [AssignedCell(each, value, entry, IN_ORDER)]

    def _compose_rows(self, work: _AssignWork) -> list[Row]:
        """The cells as rows of their tables."""
        own = sorted((cell for (table, _), cells in work.cells.items() if not table for cell in cells), key=_place)
        rows = [Row(0, 1, 0, tuple(own))]
        for table in range(1, len(self.plans)):
            cells = sorted(
                (cell for (t, _), column_cells in work.cells.items() if t == table for cell in column_cells), key=_place
            )
            above = [row for row in rows if row.table == self.plans[table].above]
            for number, each in enumerate(_group_into_rows(cells), 1):
                rows.append(Row(table, number, _above(above, each), each))
        return rows


def _place(cell: AssignedCell) -> int:
    return cell.entry.start


def _above(rows: Sequence[Row], cells: Sequence[AssignedCell]) -> int:
    """The number of the last row that begins before the cells; 1 if none does."""
    before = [row.number for row in rows if row.cells and row.cells[0].entry.start <= cells[0].entry.start]
    return before[-1] if before else 1


def _group_into_rows(cells: Sequence[AssignedCell]) -> list[tuple[AssignedCell, ...]]:
    """The cells of a table as rows: a repeated column begins a new row, which keeps the cells before that column.

    "sons Paul, John" gives two rows, both with "sons"; "Monday at 5, Tuesday at 6" gives two with nothing in common.
    """
    rows: list[tuple[AssignedCell, ...]] = []
    row: list[AssignedCell] = []
    for cell in cells:
        columns = [other.field.column for other in row]
        if cell.field.column in columns:
            rows.append(tuple(row))
            row = row[: columns.index(cell.field.column)]
        row.append(cell)
    if row:
        rows.append(tuple(row))
    seen: set[tuple[tuple[str, str], ...]] = set()
    unique = []
    for each in rows:
        key = tuple((cell.field.column, str(cell.value).lower()) for cell in each)
        if key not in seen:
            seen.add(key)
            unique.append(each)
    return unique


class _FieldKeywords:
    """The keywords of a record that belong to a field."""

    def __init__(self, of: TableField, keywords: dict[str, list[RecognisedEntry]], text: str) -> None:
        self._field = of
        self._text = text
        self._keywords = sorted(entry for name in of.contexts for entry in keywords.get(name, ()))
        self._starts = [entry.start for entry in self._keywords]

    def without_keywords(self, application: Application) -> bool:
        """Whether no set that the field belongs to has keywords in the ontology."""
        return not any(application.sets[name].keywords for name in self._field.contexts)

    def cost(self, entry: RecognisedEntry) -> tuple[int, str]:
        """The cost of the nearest keyword, and a description of where it is; _NEAR and "" if none is near."""
        place = bisect_left(self._starts, entry.start)
        best, why = _NEAR, ""
        for keyword in self._keywords[max(0, place - 1) : place + 1]:
            before = keyword.start <= entry.start
            start, end = (keyword.end, entry.start) if before else (entry.end, keyword.start)
            gap = max(end - start, 0)
            cost = gap * (1 if before else _BACK) + _STOP * _stops(self._text, start, end) if gap < _NEAR else _NEAR
            if cost < best:
                best, why = cost, f"{gap} characters {'after' if before else 'before'} {keyword.string!r}"
        return best, why


def _stops(text: str, start: int, end: int) -> int:
    """The number of sentences and lines that end in a part of a text."""
    return len(_END.findall(text, max(0, start - 3), end + 1)) + text.count("\n", start, end)
