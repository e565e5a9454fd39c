"""The fields of records: values at the same place in each record form a column with a name and a kind.

C.-H. Chang, C.-N. Hsu, S.-C. Lui, "Automatic information extraction from semi-structured Web pages by pattern
discovery", Decision Support Systems 35, 2003, section 3.1 (aligning the blocks of records). We differ in that places
are aligned by tag path, class and label, which works for the records of any method; and in that fields have names and
kinds. With the encodings of `division`, records are divided as in the paper. The fields of XML need no alignment: their
elements and attributes have names (see `elements`).
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from weblode.records import division, elements, names
from weblode.records.beside import typed_columns
from weblode.records.objects import Range
from weblode.records.places import LABEL, BlockColumn, FieldCell, FieldPlace, Row, block_columns, rows
from weblode.table import Table, Value
from weblode.tree import Tree
from weblode.values.kinds import Column, as_kind, currencies, kind_of
from weblode.values.locales import Locale, page_locale
from weblode.values.names import unused_name

if TYPE_CHECKING:
    from weblode.records.record_list import RecordList

# The most steps of one alignment, and of all of a list; beyond that, each place goes to the next equal column.
_CELLS, _STEPS = 40_000, 2_000_000
_COLUMNS = 500  # the most columns of a list; places that would need more are left out

_LEFT_OUT = -1

Cells = tuple[FieldCell | None, ...]


@dataclass(frozen=True)
class KnownField:
    """A column as stored in a rule; `kind` is one of `kinds.KINDS`.

    `prefix` is a label that the values begin with; a column with `names_next` is only the label of the next column.
    `constant` columns have the same words in all records: they belong to the page, not to the record. `share` is the
    share of records with a value. A column that is not `kept` was left out by a user (see `slots`): it is no field.
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
    """A column: its description, and a value or None for each record.

    `typed` has the values converted: numbers, seconds, and dates as ISO 8601; None where a value cannot be converted.
    `currencies` are those of prices: ISO codes, or signs that are not clear.
    """

    column: KnownField
    cells: Cells
    typed: tuple[float | int | str | None, ...] = ()
    currencies: tuple[str | None, ...] = ()

    @property
    def name(self) -> str:
        """The name of the column."""
        return self.column.name


def fields(
    tree: Tree,
    region: int,
    records: Sequence[Range],
    known_fields: Sequence[KnownField] = (),
    *,
    levels: Sequence[str] = (),
    without: Sequence[Range] = (),
) -> list[RecordField]:
    """The columns of a list's records, in document order; known ones keep their names.

    A column that only labels the next one gives it its name and is not a field itself. With `levels`, the encodings of
    `division`, records are divided by these, otherwise by places. The nodes in `without` are left out: they are records
    of nested lists.
    """
    columns = _columns(tree, region, records, known_fields, levels, without)
    visible = [each for each in columns if each[0].kept and not each[0].names_next]
    locale = page_locale(tree)
    return [_field(about, cells, locale, settled=settled) for about, cells, settled in visible]


def learn_columns(lists: "Sequence[RecordList]", known_fields: Sequence[KnownField] = ()) -> tuple[KnownField, ...]:
    """The columns of all lists of a site's pages, each of which may lack some; known ones stay as they are.

    Several pages show what belongs to the site: a column is constant if it has the same words on all of them.
    """
    settled = {each.name for each in known_fields}
    values: dict[str, list[str]] = {}
    for record_list in lists:
        page = (record_list.tree, record_list.region, record_list.records)
        locale = page_locale(record_list.tree)
        columns = _columns(*page, known_fields, record_list.levels, record_list.nested_nodes)
        for about, cells, _ in columns:
            values.setdefault(about.name, []).extend(cell.value for cell in cells if cell)
        typed = [
            about if before else _field(about, cells, locale, settled=False).column for about, cells, before in columns
        ]
        known_fields = tuple(typed)
    n = sum(len(record_list.records) for record_list in lists)
    return tuple(
        each
        if each.name in settled
        else replace(each, constant=len(texts) > 1 == len(set(texts)), share=round(len(texts) / n, 3))
        for each in known_fields
        for texts in [values[each.name]]
    )


# A column's description, its cells, and whether it was known before.
# The columns with their numbers, and for each row the number of the column of each place, -1 for none.
_Alignment = tuple[list[tuple[int, FieldPlace]], list[list[int]]]
_Described = tuple[KnownField, Sequence[FieldCell | None], bool]


def _columns(
    tree: Tree,
    region: int,
    records: Sequence[Range],
    known_fields: Sequence[KnownField],
    levels: Sequence[str],
    without: Sequence[Range],
) -> list[_Described]:
    """All columns of a list's records, in document order."""
    known_places = [each.place for each in known_fields]
    blocks = division.divide(tree, records, levels) if levels and not tree.is_xml else None
    divided = None if blocks is None else block_columns(tree, region, records, blocks)
    if tree.is_xml:
        places, columns = _aligned(elements.rows(tree, records), known_places, elements.group)
    elif divided is None or known_fields:
        record_rows = rows(tree, region, records, without) if divided is None else _rows(divided, len(records))
        places, columns = _aligned(record_rows, known_places, align)
    else:
        places = [(i, _usual_place(column)) for i, column in enumerate(divided)]
        columns = [[each[1] if each else None for each in column] for column in divided]
    earlier = [known_fields[number] if number < len(known_fields) else None for number, _ in places]
    parts = zip(earlier, places, columns, strict=True)
    if tree.is_xml:
        described = [settled or KnownField(place.path, "text", place) for settled, (_, place), _ in parts]
    else:
        described = [settled or _describe(place, column) for settled, (_, place), column in parts]
        described = _mark_labels(described, columns, earlier)
    descriptions = names.name_columns(tree, records, described, columns)
    return list(zip(descriptions, columns, [settled is not None for settled in earlier], strict=True))


def _aligned(
    record_rows: Sequence[Row], known_places: Sequence[FieldPlace], align_places: "Callable[..., _Alignment]"
) -> tuple[list[tuple[int, FieldPlace]], list[list[FieldCell | None]]]:
    """The columns of rows aligned by their places, with their numbers (see `align`), and the cells of each."""
    places, numbers = align_places([[place for place, _ in row] for row in record_rows], known_places)
    columns: list[list[FieldCell | None]] = [[None] * len(record_rows) for _ in places]
    for i, (row, where) in enumerate(zip(record_rows, numbers, strict=True)):
        for (_, cell), number in zip(row, where, strict=True):
            if number >= 0:
                columns[number][i] = cell
    return places, columns


def _rows(divided: Sequence[BlockColumn], n: int) -> list[Row]:
    """The places and cells of each of `n` records, from the columns of its blocks."""
    return [[each for column in divided if (each := column[i]) is not None] for i in range(n)]


def _usual_place(column: BlockColumn) -> FieldPlace:
    """The most frequent place of a column of blocks, of equally frequent ones the first."""
    return Counter(each[0] for each in column if each).most_common(1)[0][0]


def _describe(place: FieldPlace, column: Sequence[FieldCell | None]) -> KnownField:
    """The description of a new column, without a name."""
    values = [cell.value for cell in column if cell]
    heads = {match[0] if (match := LABEL.match(value)) else "" for value in values}
    constant = len(values) > 1 and len(set(values)) == 1
    linked = place.image or any(cell.href for cell in column if cell)
    prefix = heads.pop() if len(heads) == 1 and len(values) > 1 and not linked and not constant else ""
    return KnownField("", "image" if place.image else "text", place, prefix, constant=constant)


def _mark_labels(
    described: Sequence[KnownField], columns: Sequence[Sequence[FieldCell | None]], earlier: Sequence[KnownField | None]
) -> list[KnownField]:
    """The columns; those that label the next one are marked, and their text becomes its name."""
    marked = list(described)
    for i in range(len(marked) - 1):
        label, after = marked[i], marked[i + 1]
        if earlier[i] or earlier[i + 1] or not label.constant or label.place.image or after.place.image:
            continue
        text = next(cell.value for cell in columns[i] if cell)
        is_label = text.endswith(":") or label.place.path.rpartition("/")[2] in ("dt", "th", "label")
        both = sum(bool(a and b) for a, b in zip(columns[i], columns[i + 1], strict=True))
        if is_label and len(text) <= names.LONGEST and both >= 0.8 * sum(map(bool, columns[i])):
            marked[i] = replace(label, names_next=True)
            marked[i + 1] = replace(after, name=names.name_from_label(text), constant=False)
    return marked


def _field(about: KnownField, column: Sequence[FieldCell | None], locale: Locale, *, settled: bool) -> RecordField:
    """A column with its values, stripped of a common label and converted to their kind."""
    cells = tuple(_strip_prefix(cell, about.prefix) if cell and about.prefix else cell for cell in column)
    values = [cell.value if cell else None for cell in cells]
    machine = [cell.machine if cell else "" for cell in cells]
    context = Column(locale, machine if any(machine) else (), about.place.author)
    kind, typed = about.kind, as_kind(values, about.kind, context) if settled else ()
    if not settled and kind == "text":
        kind, typed = kind_of(values, context)
    money = currencies(values, locale) if kind == "price" else ()
    return RecordField(about if settled else replace(about, kind=kind), cells, typed, money)


def _strip_prefix(cell: FieldCell, prefix: str) -> FieldCell | None:
    value = cell.value.removeprefix(prefix)
    return replace(cell, value=value) if value else None


# ---------------------------------------------------------------- as tables
def as_table(
    page: str,
    records: Sequence[Range],
    columns: Sequence[RecordField],
    keys: Mapping[str, Sequence[Value]] = MappingProxyType({}),
    *,
    page_url: str = "",
) -> Table:
    """A table with one row per record and one column per field.

    A field that is more than text has further columns beside it, see `typed_columns`. `keys` are further columns before
    `record`; a field of such a name gets a number. `page_url` is the page's address, if it is known.
    """
    keys = {**({"page_url": [page_url] * len(records)} if page_url else {}), **keys}
    table: dict[str, Sequence[Value]] = {
        "page": [page] * len(records),
        "node": [start for start, _ in records],
        **keys,
        "record": range(1, len(records) + 1),
    }
    taken = {each.name for each in columns} | set(keys)
    for each in columns:
        name = each.name if each.name not in keys else unused_name(each.name, taken, join="_")
        table[name] = [cell.value if cell else None for cell in each.cells]
        table |= {f"{name} ({kind})": values for kind, values in typed_columns(each).items()}
    return Table(table)


def merged(tables: Sequence[Table]) -> Table:
    """One table with the rows and columns of all; None where a table lacks a column."""
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
    sequences: Sequence[Sequence[FieldPlace]], known_places: Sequence[FieldPlace] = ()
) -> tuple[list[tuple[int, FieldPlace]], list[list[int]]]:
    """The columns of all sequences with their numbers, and for each place of each sequence the index of its column.

    The known places have the first numbers and stay in order. The most frequent sequence comes first, then the others,
    longer ones first; each is aligned with the columns so far. A place that matches no column becomes a new one; if
    there are too many, it gets -1.
    """
    kinds: dict[FieldPlace, int] = {}
    rows = [tuple([kinds.setdefault(place, len(kinds)) for place in sequence]) for sequence in sequences]
    columns = [(i, kinds.setdefault(place, len(kinds))) for i, place in enumerate(known_places)]
    likeness = _FieldLikeness(list(kinds))
    counts = Counter(rows)
    numbers: dict[tuple[int, ...], list[int]] = {}
    for row in sorted(counts, key=lambda each: (-counts[each], -len(each))):
        numbers[row] = _insert(columns, row, likeness)
    order = {number: i for i, (number, _) in enumerate(columns)} | {_LEFT_OUT: _LEFT_OUT}
    places = [(number, likeness.places[kind]) for number, kind in columns]
    return places, [[order[number] for number in numbers[row]] for row in rows]


class _FieldLikeness:
    """The likeness of places by number, each pair compared once; `left` is how many alignment steps remain."""

    def __init__(self, places: Sequence[FieldPlace]) -> None:
        self.places, self.left = places, _STEPS
        self._cache: dict[tuple[int, int], float] = {}

    def row(self, one: int, others: Sequence[int]) -> list[float]:
        """The likeness of one place to each of the others."""
        cache, places, likenesses = self._cache, self.places, []
        for other in others:
            alike = cache.get((one, other))
            if alike is None:
                alike = cache[one, other] = places[one].likeness(places[other])
            likenesses.append(alike)
        return likenesses


def _insert(columns: list[tuple[int, int]], row: Sequence[int], likeness: _FieldLikeness) -> list[int]:
    """The column numbers of a row's places; adds new columns to `columns` where they stand in the row."""
    matched = _match([kind for _, kind in columns], row, likeness)
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


def _match(columns: Sequence[int], row: Sequence[int], likeness: _FieldLikeness) -> list[int]:
    """For each place the index of its column, -1 for none: ascending, with the highest total likeness."""
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
    """For each place the index of the next equal column, -1 for none."""
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
