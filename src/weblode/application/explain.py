"""Extractions as text for people: one line per page, the table of fields, and the explanation of a record."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from weblode.application.layout import TablePlan
from weblode.application.pieces import SEVERAL, Extraction, Record
from weblode.application.recognise import RecognisedEntry
from weblode.terminal import escaped, printable

_WIDTH = 60


@dataclass(frozen=True)
class Summary:
    """Counts of one page."""

    records: int
    filled: int
    missing: int
    conflicts: int


def summary(extraction: Extraction, plans: Sequence[TablePlan]) -> Summary:
    """The counts of records, filled and missing fields of the entity's own table, and conflicts."""
    records = extraction.records
    filled = sum(len(record.rows[0].cells) for record in records)
    conflicts = sum(len(record.conflicts) for record in records)
    return Summary(len(records), filled, len(plans[0].fields) * len(records) - filled, conflicts)


def line(extraction: Extraction, plans: Sequence[TablePlan]) -> str:
    """One line about a page."""
    tree, counts = extraction.text.tree, summary(extraction, plans)
    if extraction.kind != SEVERAL or extraction.record_list is None:
        how = {"one record": "the page is one record"}.get(extraction.kind, "no record was recognised")
    else:
        name = printable(tree.name_of(extraction.record_list.separator), _WIDTH)
        how = f"<{name}> stands {extraction.record_list.placement} them, certain to {extraction.record_list.score:.2%}"
    return (
        f"{escaped(tree.page)}: {counts.records} records, {counts.filled} fields filled, {counts.missing} missing, "
        f"{counts.conflicts} conflicts; {how}"
    )


class PageTally(NamedTuple):
    """The records of a page; by field how many of them have it, and conflicts in it."""

    records: int
    filled: Counter[tuple[int, str]]
    conflicts: Counter[str]


def tally(extraction: Extraction) -> PageTally:
    """The counts of a page."""
    filled: Counter[tuple[int, str]] = Counter()
    for record in extraction.records:
        filled.update({(row.table, cell.field.column) for row in record.rows for cell in row.cells})
    conflicts = Counter(conflict.field.column for record in extraction.records for conflict in record.conflicts)
    return PageTally(len(extraction.records), filled, conflicts)


class FieldTally:
    """For each field, the number of records that have it, lack it, or have a conflict in it."""

    def __init__(self, plans: Sequence[TablePlan]) -> None:
        self._plans = plans
        self.records = 0
        self._filled: Counter[tuple[int, str]] = Counter()
        self._conflicts: Counter[str] = Counter()

    def add(self, page: PageTally) -> None:
        """Add the counts of a page."""
        self.records += page.records
        self._filled.update(page.filled)
        self._conflicts.update(page.conflicts)

    def lines(self) -> Iterator[str]:
        """The counts as a table."""
        yield f"{'field':36} {'filled':>8} {'missing':>8} {'conflicts':>9}"
        for number, plan in enumerate(self._plans):
            for each in plan.fields:
                name = each.column if not number else f"{plan.name}.{each.column}"
                filled = self._filled[number, each.column]
                yield f"{name:36} {filled:8,} {self.records - filled:8,} {self._conflicts[each.column]:9,}"


def as_dict(extraction: Extraction, plans: Sequence[TablePlan]) -> dict[str, object]:
    """A page as one object: its kind, its separator, its counts, and its records with their fields."""
    tree, record_list = extraction.text.tree, extraction.record_list
    counts = summary(extraction, plans)
    return {
        "page": tree.page,
        "url": tree.url,
        "kind": extraction.kind,
        "separator": tree.name_of(record_list.separator) if record_list else None,
        "certainty": round(record_list.score, 4) if record_list else None,
        "filled": counts.filled,
        "missing": counts.missing,
        "conflicts": counts.conflicts,
        "records": [_as_dict(record, plans) for record in extraction.records],
    }


def _as_dict(record: Record, plans: Sequence[TablePlan]) -> dict[str, object]:
    """A record as one object: its own fields, and a list of objects for each table below."""
    rows: list[dict[str, object]] = [
        {
            cell.field.column: cell.value if isinstance(cell.value, str | int | float) else cell.value.isoformat()
            for cell in row.cells
        }
        for row in record.rows
    ]
    own = dict(rows[0])
    for row, values in zip(record.rows[1:], rows[1:], strict=True):
        below = own.setdefault(plans[row.table].name, [])
        assert isinstance(below, list)
        below.append(values)
    return own


def explain_record(extraction: Extraction, number: int) -> Iterator[str]:
    """The explanation of a record: its separator, its part of the data-record table, and the field of each constant."""
    tree = extraction.text.tree
    record = extraction.records[number - 1]
    if extraction.record_list is not None:
        votes = "".join(extraction.record_list.votes)
        ranks = ", ".join(f"{tree.name_of(tag)} {value:.2%}" for tag, value in extraction.record_list.certainty.items())
        yield f"separator by {votes}: {ranks}; {extraction.expected:.2f} records expected by identifying fields"
    yield f"record {number} of {len(extraction.records)}, characters {record.span[0]} to {record.span[1]}"
    yield from _entries(record.entries, [record])


def explain_page(extraction: Extraction) -> Iterator[str]:
    """The explanation of a page: of each record, of pieces that are none, and all other matches."""
    for number in range(1, len(extraction.records) + 1):
        yield from explain_record(extraction, number)
    for piece in extraction.refused:
        yield f"no record, characters {piece.span[0]} to {piece.span[1]}: too few fields, or not close together"
    explained = {entry for record in extraction.records for entry in record.entries}
    rest = [entry for entry in extraction.table.entries() if entry not in explained]
    if not extraction.records:
        yield f"no record; {extraction.expected:.2f} records expected by identifying fields"
    yield f"{len(rest):,} matches outside of records"
    yield from _entries(rest, [])


def _entries(entries: Sequence[RecognisedEntry], records: Sequence[Record]) -> Iterator[str]:
    """Rows of the data-record table, with the field of each constant."""
    placed = {
        cell.entry: f"{cell.field.column} = {cell.value}, {cell.why}"
        for record in records
        for row in record.rows
        for cell in row.cells
    }
    conflicts = {each.entry: f"no room in {each.field.column}" for record in records for each in record.conflicts}
    for entry in entries:
        note = "" if entry.keyword or not records else placed.get(entry) or conflicts.get(entry) or "not needed"
        head = f"  {entry.descriptor}|{printable(' '.join(entry.string.split()), _WIDTH)}|{entry.start}|{entry.end}"
        yield f"{head}  {printable(note, 2 * _WIDTH)}".rstrip()
