"""The fields of records: what stands at the same place in each is one column, with a name, a kind and its values.

C.-H. Chang, C.-N. Hsu, S.-C. Lui, "Automatic information extraction from semi-structured Web pages by pattern
discovery", Decision Support Systems 35, 2003, section 3.1 (aligning the blocks of records). We differ in that places
are aligned by what they are, tag path, class and label, so that records of any method can be; and that fields have
names and kinds.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from weblode.records import names
from weblode.records.kinds import as_kind, kind_of
from weblode.records.objects import Range
from weblode.records.places import LABEL, FieldCell, FieldPlace, rows
from weblode.table import Table, Value
from weblode.tree import Tree

if TYPE_CHECKING:
    from weblode.records.record_list import RecordList

_CELLS, _STEPS = (
    40_000,
    2_000_000,
)  # steps of one alignment, and of all; beyond, the next place that is the same is taken
_COLUMNS = 500  # of a list; what would need more is left out

_LEFT_OUT = -1

Cells = tuple[FieldCell | None, ...]


@dataclass(frozen=True)
class KnownField:
    """A column as a rule keeps it; `kind` is one of `kinds.KINDS`.

    `prefix` is a label that the values begin with; a column with `names_next` is nothing but the label of the next.
    `constant` columns have the same words in all records: they are the page's, not the record's. `share` is how many of
    the records have a value. A column that is not `kept` was left out by a user (see `slots`): it is no field.
    """

    name: str
    kind: str
    place: FieldPlace
    prefix: str = ""
    names_next: bool = False
    constant: bool = False
    share: float = 1.0
    kept: bool = True


@dataclass(frozen=True)
class RecordField:
    """A column: what is known of it, and a value or None for each record.

    `typed` has the values as what they are: numbers, and dates as ISO 8601; None where one cannot be read so.
    """

    known: KnownField
    cells: Cells
    typed: tuple[Value, ...] = ()

    @property
    def name(self) -> str:
        """The name of the column."""
        return self.known.name


def fields(tree: Tree, region: int, records: Sequence[Range], known: Sequence[KnownField] = ()) -> list[RecordField]:
    """The columns of a list's records, in the order of the page; those that are known keep their names.

    A column that only labels the next one gives it its name and is no field itself.
    """
    columns = _columns(tree, region, records, known)
    shown = [each for each in columns if each[0].kept and not each[0].names_next]
    return [_field(about, cells, settled=settled) for about, cells, settled in shown]


def learnt(lists: "Sequence[RecordList]", known: Sequence[KnownField] = ()) -> tuple[KnownField, ...]:
    """The columns of lists of a site's pages, of which each page may have others; known ones stay as they are.

    Several pages tell what is the site's: a column is constant if it says the same on all of them.
    """
    settled = {each.name for each in known}
    values: dict[str, list[str]] = {}
    for found in lists:
        columns = _columns(found.tree, found.region, found.records, known)
        for about, cells, _ in columns:
            values.setdefault(about.name, []).extend(cell.value for cell in cells if cell)
        kinds = [about if before else _field(about, cells, settled=False).known for about, cells, before in columns]
        known = tuple(kinds)
    n = sum(len(found.records) for found in lists)
    return tuple(
        each
        if each.name in settled
        else replace(each, constant=len(said) > 1 == len(set(said)), share=round(len(said) / n, 3))
        for each in known
        for said in [values[each.name]]
    )


_Described = tuple[
    KnownField, Sequence[FieldCell | None], bool
]  # what a column is, its cells, and whether it was known before


def _columns(tree: Tree, region: int, records: Sequence[Range], known: Sequence[KnownField]) -> list[_Described]:
    """All columns of a list's records, in the order of the page."""
    read = rows(tree, region, records)
    places, numbers = align([[place for place, _ in row] for row in read], [each.place for each in known])
    columns: list[list[FieldCell | None]] = [[None] * len(read) for _ in places]
    for i, (row, where) in enumerate(zip(read, numbers, strict=True)):
        for (_, cell), number in zip(row, where, strict=True):
            if number >= 0:
                columns[number][i] = cell
    given = [known[number] if number < len(known) else None for number, _ in places]
    parts = zip(given, places, columns, strict=True)
    described = [settled or _described(place, column) for settled, (_, place), column in parts]
    named = names.named(tree, records, _labelled(described, columns, given), columns)
    return list(zip(named, columns, [settled is not None for settled in given], strict=True))


def _described(place: FieldPlace, column: Sequence[FieldCell | None]) -> KnownField:
    """What a new column is like, without a name."""
    values = [cell.value for cell in column if cell]
    heads = {match[0] if (match := LABEL.match(value)) else "" for value in values}
    constant = len(values) > 1 and len(set(values)) == 1
    linked = place.image or any(cell.href for cell in column if cell)
    prefix = heads.pop() if len(heads) == 1 and len(values) > 1 and not linked and not constant else ""
    return KnownField("", "image" if place.image else "text", place, prefix, constant=constant)


def _labelled(
    described: Sequence[KnownField], columns: Sequence[Sequence[FieldCell | None]], given: Sequence[KnownField | None]
) -> list[KnownField]:
    """The columns, those that are labels of the next one marked, and that one named so."""
    found = list(described)
    for i in range(len(found) - 1):
        label, after = found[i], found[i + 1]
        if given[i] or given[i + 1] or not label.constant or label.place.image or after.place.image:
            continue
        text = next(cell.value for cell in columns[i] if cell)
        said = text.endswith(":") or label.place.path.rpartition("/")[2] in ("dt", "th", "label")
        both = sum(bool(a and b) for a, b in zip(columns[i], columns[i + 1], strict=True))
        if said and len(text) <= names.LONGEST and both >= 0.8 * sum(map(bool, columns[i])):
            found[i] = replace(label, names_next=True)
            found[i + 1] = replace(after, name=names.worded(text), constant=False)
    return found


def _field(about: KnownField, column: Sequence[FieldCell | None], *, settled: bool) -> RecordField:
    """A column with its values, without the label that they begin with, and as what they are."""
    cells = tuple(_without(cell, about.prefix) if cell and about.prefix else cell for cell in column)
    values = [cell.value if cell else None for cell in cells]
    if settled:
        return RecordField(about, cells, as_kind(values, about.kind))
    kind, typed = kind_of(values) if about.kind == "text" else (about.kind, ())
    return RecordField(replace(about, kind=kind), cells, typed)


def _without(cell: FieldCell, prefix: str) -> FieldCell | None:
    value = cell.value.removeprefix(prefix)
    return replace(cell, value=value) if value else None


# ---------------------------------------------------------------- as tables
def as_table(page: str, records: Sequence[Range], columns: Sequence[RecordField]) -> Table:
    """A row a record, a column a field; beside it `name (number)` or `name (date)` with its values as such, and
    `name (url)` with where it links to, if it has these."""
    found: dict[str, Sequence[Value]] = {
        "page": [page] * len(records),
        "node": [start for start, _ in records],
        "record": range(1, len(records) + 1),
    }
    for each in columns:
        found[each.name] = [cell.value if cell else None for cell in each.cells]
        kind = {"price": "number"}.get(each.known.kind, each.known.kind)
        if kind in ("number", "date"):
            found[f"{each.name} ({kind})"] = each.typed
        if any(cell.href for cell in each.cells if cell):
            found[f"{each.name} (url)"] = [cell.href or None if cell else None for cell in each.cells]
    return Table(found)


def merged(tables: Sequence[Table]) -> Table:
    """One table of all rows with the columns of all, None where a table lacks one."""
    if not tables:
        return Table(dict.fromkeys(names.RESERVED, ()))
    columns = dict.fromkeys(name for table in tables for name in table.names)
    return Table(
        {
            name: [
                value for table in tables for value in (table[name] if name in table.columns else [None] * len(table))
            ]
            for name in columns
        }
    )


# ---------------------------------------------------------------- alignment
def align(
    sequences: Sequence[Sequence[FieldPlace]], known: Sequence[FieldPlace] = ()
) -> tuple[list[tuple[int, FieldPlace]], list[list[int]]]:
    """The columns of all sequences, each with its number, and for each place of each sequence the index of its column.

    Numbers below that of the known places are theirs; these stay in order. The most frequent sequence comes first, then
    the others, longer ones first; each is aligned with the columns so far, and what has no place among them is a column
    of its own, or -1 if there are too many.
    """
    kinds: dict[FieldPlace, int] = {}
    rows = [tuple([kinds.setdefault(place, len(kinds)) for place in sequence]) for sequence in sequences]
    columns = [(i, kinds.setdefault(place, len(kinds))) for i, place in enumerate(known)]
    likeness = _FieldLikeness(list(kinds))
    counts = Counter(rows)
    found: dict[tuple[int, ...], list[int]] = {}
    for row in sorted(counts, key=lambda each: (-counts[each], -len(each))):
        found[row] = _put_in(columns, row, likeness)
    order = {number: i for i, (number, _) in enumerate(columns)} | {_LEFT_OUT: _LEFT_OUT}
    places = [(number, likeness.places[kind]) for number, kind in columns]
    return places, [[order[number] for number in found[row]] for row in rows]


class _FieldLikeness:
    """How alike places are, by their numbers; each two are compared once. `left` are the steps that may be taken."""

    def __init__(self, places: Sequence[FieldPlace]) -> None:
        self.places, self.left = places, _STEPS
        self._known: dict[tuple[int, int], float] = {}

    def row(self, one: int, others: Sequence[int]) -> list[float]:
        """How alike a place is to each of others."""
        known, places, found = self._known, self.places, []
        for other in others:
            alike = known.get((one, other))
            if alike is None:
                alike = known[one, other] = places[one].likeness(places[other])
            found.append(alike)
        return found


def _put_in(columns: list[tuple[int, int]], row: Sequence[int], likeness: _FieldLikeness) -> list[int]:
    """The numbers of a row's columns; new ones are put where they stand."""
    matched = _matched([kind for _, kind in columns], row, likeness)
    numbers: list[int] = []
    merged: list[tuple[int, int]] = []
    at, n = 0, len(columns)
    for kind, i in zip(row, matched, strict=True):
        if i < 0 and n >= _COLUMNS:
            numbers.append(_LEFT_OUT)
            continue
        if i < 0:
            merged.append((n, kind))
            n += 1
        else:
            merged += columns[at : i + 1]
            at = i + 1
        numbers.append(merged[-1][0])
    columns[:] = [*merged, *columns[at:]]
    return numbers


def _matched(columns: Sequence[int], row: Sequence[int], likeness: _FieldLikeness) -> list[int]:
    """For each place the index of the column that it is, -1 for none: ascending, and as alike in all as can be."""
    n, m = len(columns), len(row)
    if list(columns) == list(row):
        return list(range(n))
    if n * m > min(_CELLS, likeness.left):
        return _next_same(columns, row)
    likeness.left -= n * m
    rows = {kind: likeness.row(kind, row) for kind in set(columns)}
    best = [[0.0] * (m + 1) for _ in range(n + 1)]
    for i in range(n - 1, -1, -1):
        here, below, alike = best[i], best[i + 1], rows[columns[i]]
        after = 0.0
        for j in range(m - 1, -1, -1):
            if below[j] > after:
                after = below[j]
            if alike[j] and below[j + 1] + alike[j] > after:
                after = below[j + 1] + alike[j]
            here[j] = after
    matched = [-1] * m
    i = j = 0
    while i < n and j < m:
        alike = rows[columns[i]]
        if alike[j] and best[i][j] == best[i + 1][j + 1] + alike[j]:
            matched[j] = i
            i, j = i + 1, j + 1
        elif best[i][j] == best[i + 1][j]:
            i += 1
        else:
            j += 1
    return matched


def _next_same(columns: Sequence[int], row: Sequence[int]) -> list[int]:
    """For each place the index of the next column that is just the same, -1 for none."""
    where: dict[int, list[int]] = {}
    for i in range(len(columns) - 1, -1, -1):
        where.setdefault(columns[i], []).append(i)
    matched, at = [], 0
    for kind in row:
        left = where.get(kind, [])
        while left and left[-1] < at:
            left.pop()
        matched.append(left[-1] if left else -1)
        at = left[-1] + 1 if left else at
    return matched
