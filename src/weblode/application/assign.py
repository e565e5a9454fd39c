"""Constants of a record to fields: by the nearest keyword, by order, and by how many a field may have.

Thesis, chapter 1, step 5, which names the heuristics (keywords near constants, cardinality constraints) and no numbers;
those here were chosen on the pages of one half of `tests/application/pages` (`python -m bench.application` measures
them again).
"""

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from weblode.application.layout import TableField, TablePlan
from weblode.application.model import Application
from weblode.application.recognise import RecognisedEntry
from weblode.application.values import Value, value_of, years

_NEAR = 250  # the farthest that a keyword speaks
_BACK = 3  # a keyword after a constant is as good as one this many times as far before it
_END = re.compile(r"[a-z\d)]{3}\.\s+[A-Z]")  # of a sentence; "10 a.m. Monday" is one
_STOP = 60  # what the end of a sentence or line between them costs


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
    """A constant that a field had no room for, since another is there."""

    field: TableField
    entry: RecognisedEntry


@dataclass
class _AssignWork:
    """What is found for a record so far."""

    cells: dict[tuple[int, str], list[AssignedCell]] = field(default_factory=dict)
    conflicts: list[Conflict] = field(default_factory=list)

    def used(self) -> set[tuple[int, int]]:
        """The places of the constants that have a field."""
        return {(cell.entry.start, cell.entry.end) for cells in self.cells.values() for cell in cells}


@dataclass(frozen=True)
class Assigner:
    """Assigns the constants of records; `plans` are the tables of the application."""

    application: Application
    plans: tuple[TablePlan, ...]

    def rows(
        self, entries: Sequence[RecognisedEntry], text: str, *, year: int | None = None
    ) -> tuple[list[Row], list[Conflict]]:
        """The rows of a record and the conflicts in it; the first row is the entity's own.

        `entries` are the record's part of the data-record table, `text` is the page's; `year` is for dates without one.
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
            found = self._valued(source, free, year)
            if [each.set for _, each in rivals] == [source]:
                self._alone(rivals[0], found, work=work, speaking=_Speaking(rivals[0][1], keywords, text))
            else:
                speaking = [_Speaking(each, keywords, text) for _, each in rivals]
                self._shared(rivals, found, work=work, speaking=speaking)
        used = work.used()  # a constant of two sets that has found its place in one is no conflict in the other
        conflicts = [each for each in work.conflicts if (each.entry.start, each.entry.end) not in used]
        return self._composed(work), conflicts

    @cached_property
    def _groups(self) -> dict[str, list[tuple[int, TableField]]]:
        """The fields, with their tables, that take the constants of each set; those of the fields' own sets first."""
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

    def _valued(
        self, source: str, entries: Sequence[RecognisedEntry], year: int | None
    ) -> list[tuple[RecognisedEntry, Value]]:
        """The constants that mean something."""
        frame = self.application.sets[source]
        values = (value_of(each.string, frame, year=year, american=self.application.american) for each in entries)
        return [(entry, value) for entry, value in zip(entries, values, strict=True) if value is not None]

    def _alone(
        self,
        place: tuple[int, TableField],
        found: list[tuple[RecognisedEntry, Value]],
        *,
        work: _AssignWork,
        speaking: "_Speaking",
    ) -> None:
        """Give a field the constants that only it takes: all in order, or the best one if there is room for one."""
        table, each = place
        if table:
            work.cells[table, each.column] = [AssignedCell(each, value, entry, "in order") for entry, value in found]
            return
        if not found:
            return
        ranked = sorted(found, key=lambda pair: (speaking.cost(pair[0])[0], pair[0].start))
        entry, value = ranked[0]
        work.cells[table, each.column] = [AssignedCell(each, value, entry, speaking.cost(entry)[1] or "first in order")]
        work.conflicts += [Conflict(each, other) for other, rival in ranked[1:] if rival != value]

    def _shared(
        self,
        rivals: list[tuple[int, TableField]],
        found: list[tuple[RecognisedEntry, Value]],
        *,
        work: _AssignWork,
        speaking: list["_Speaking"],
    ) -> None:
        """Give each of several fields its share of the constants that all take: the nearest keyword first."""
        offers = sorted(
            (cost, i, j, why)
            for i, (entry, _) in enumerate(found)
            for j in range(len(rivals))
            for cost, why in [speaking[j].cost(entry)]
            if why
        )
        placed: set[int] = set()
        lost: dict[int, Conflict] = {}
        for _, i, j, why in offers:
            table, each = rivals[j]
            cells = work.cells.setdefault((table, each.column), [])
            if i in placed:
                continue
            if cells and not table:  # no room
                if all(cell.value != found[i][1] for cell in cells):
                    lost.setdefault(i, Conflict(each, found[i][0]))
                else:
                    placed.add(i)  # said twice
                continue
            placed.add(i)
            cells.append(AssignedCell(each, found[i][1], found[i][0], why))
        work.conflicts += [conflict for i, conflict in lost.items() if i not in placed]
        rest = [pair for i, pair in enumerate(found) if i not in placed and i not in lost]
        self._in_order(rivals, rest, work=work, speaking=speaking)

    def _in_order(
        self,
        rivals: list[tuple[int, TableField]],
        found: list[tuple[RecognisedEntry, Value]],
        *,
        work: _AssignWork,
        speaking: list["_Speaking"],
    ) -> None:
        """Give fields that no keyword ever speaks of what is left, in order."""
        for (table, each), words in zip(rivals, speaking, strict=True):
            if words.silent(self.application) and found and not work.cells.get((table, each.column)):
                entry, value = found.pop(0)
                work.cells[table, each.column] = [AssignedCell(each, value, entry, "first in order")]

    def _composed(self, work: _AssignWork) -> list[Row]:
        """The cells as rows of their tables."""
        own = sorted((cell for (table, _), cells in work.cells.items() if not table for cell in cells), key=_place)
        rows = [Row(0, 1, 0, tuple(own))]
        for table in range(1, len(self.plans)):
            cells = sorted((cell for (t, _), found in work.cells.items() if t == table for cell in found), key=_place)
            above = [row for row in rows if row.table == self.plans[table].above]
            for number, each in enumerate(_grouped(cells), 1):
                rows.append(Row(table, number, _above(above, each), each))
        return rows


def _place(cell: AssignedCell) -> int:
    return cell.entry.start


def _above(rows: Sequence[Row], cells: Sequence[AssignedCell]) -> int:
    """The number of the last row above that begins before the cells; of the first if none does."""
    before = [row.number for row in rows if row.cells and row.cells[0].entry.start <= cells[0].entry.start]
    return before[-1] if before else 1


def _grouped(cells: Sequence[AssignedCell]) -> list[tuple[AssignedCell, ...]]:
    """The cells of a table as rows: a column that comes again begins one, which keeps what stood before that column.

    "sons Paul, John" is two rows with sons; "Monday at 5, Tuesday at 6" is two with nothing in common.
    """
    found: list[tuple[AssignedCell, ...]] = []
    row: list[AssignedCell] = []
    for cell in cells:
        columns = [other.field.column for other in row]
        if cell.field.column in columns:
            found.append(tuple(row))
            row = row[: columns.index(cell.field.column)]
        row.append(cell)
    if row:
        found.append(tuple(row))
    seen: set[tuple[tuple[str, str], ...]] = set()
    kept = []
    for each in found:
        key = tuple((cell.field.column, str(cell.value).lower()) for cell in each)
        if key not in seen:
            seen.add(key)
            kept.append(each)
    return kept


class _Speaking:
    """The keywords of a record that speak of a field."""

    def __init__(self, of: TableField, keywords: dict[str, list[RecognisedEntry]], text: str) -> None:
        self._field = of
        self._text = text
        self._found = sorted(entry for name in of.contexts for entry in keywords.get(name, ()))
        self._starts = [entry.start for entry in self._found]

    def silent(self, application: Application) -> bool:
        """Whether no set that speaks of the field has keywords."""
        return not any(application.sets[name].keywords for name in self._field.contexts)

    def cost(self, entry: RecognisedEntry) -> tuple[int, str]:
        """How far the nearest keyword is, and how it stands; _NEAR and "" if none is near."""
        place = bisect_left(self._starts, entry.start)
        best, why = _NEAR, ""
        for keyword in self._found[max(0, place - 1) : place + 1]:
            before = keyword.start <= entry.start
            start, end = (keyword.end, entry.start) if before else (entry.end, keyword.start)
            gap = max(end - start, 0)
            cost = gap * (1 if before else _BACK) + _STOP * _stops(self._text, start, end) if gap < _NEAR else _NEAR
            if cost < best:
                best, why = cost, f"{gap} characters {'after' if before else 'before'} {keyword.string!r}"
        return best, why


def _stops(text: str, start: int, end: int) -> int:
    """How many sentences or lines end in a part of a text."""
    return len(_END.findall(text, max(0, start - 3), end + 1)) + text.count("\n", start, end)
