"""The fields of records: values at the same place in each record form a column with a name and a kind.

C.-H. Chang, C.-N. Hsu, S.-C. Lui, "Automatic information extraction from semi-structured Web pages by pattern
discovery", Decision Support Systems 35, 2003, section 3.1 (aligning the blocks of records). We differ in that places
are aligned by tag path, class and label, which works for the records of any method; and in that fields have names and
kinds. With the encodings of `division`, records are divided as in the paper. The fields of XML need no alignment: their
elements and attributes have names (see `elements`).
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from weblode import kernels
from weblode.kernels.cells import CellColumn
from weblode.records import compiled, division, elements
from weblode.records.alignment import align_labelled, align_numbered
from weblode.records.known_fields import KnownField, KnownFields
from weblode.records.objects import Range
from weblode.records.own_classes import classes_of_records, without_classes
from weblode.records.place_rows import block_columns, rows
from weblode.records.places import BlockColumn, FieldCell, FieldPlace, Row
from weblode.records.table_cells import Numbers, numbered_cells, tell_apart, without_cells
from weblode.table import KEYS, Table, Value
from weblode.tree import Tree
from weblode.values import compiled as compiled_values
from weblode.values.beside import ReadColumn, clock_of, name_beside, url_name
from weblode.values.kinds import PLAIN, Column, Typed, currencies
from weblode.values.locales import Locale, page_locale
from weblode.values.names import unused_name

if TYPE_CHECKING:
    from weblode.records.drafts import ColumnDraft
    from weblode.records.record_list import RecordList

_CHANGING = "name label hidden prefix names_next constant linked".split()  # what a pass may change of a known column
_EXAMPLES, _EXAMPLE = 12, 80  # how many values of a column a rule keeps, and how many characters of each


@dataclass(frozen=True)
class RecordField:
    """A column: its description, and a value or None for each record.

    `typed` has the values converted: numbers, seconds, and dates as ISO 8601; None where a value cannot be converted.
    `currencies` are those of prices: ISO codes, or signs that are not clear. A `new` column is one that a rule does not
    know.
    """

    column: KnownField
    cells: CellColumn
    typed: tuple[float | int | str | None, ...] = ()
    currencies: tuple[str | None, ...] = ()
    new: bool = False

    @property
    def name(self) -> str:
        """The name of the column."""
        return self.column.name

    def read(self, name: str = "") -> ReadColumn:
        """The texts with what was read from them, as a column of a table, perhaps under another name."""
        about = self.column
        texts = self.cells.texts
        urls = self.cells.addresses if about.linked else None
        return ReadColumn(name or about.name, texts, about.kind, self.typed, self.currencies, about.clock, urls)


def fields(
    tree: Tree,
    region: int,
    records: Sequence[Range],
    known_fields: Sequence[KnownField] = (),
    *,
    levels: Sequence[str] = (),
    without: Sequence[Range] = (),
    visible_only: bool = False,
) -> list[RecordField]:
    """The columns of a list's records, in document order, hidden ones too; known ones keep their names.

    A column that only labels the next one gives it its name and is a hidden field. With `levels`, the encodings of
    `division`, records are divided by these, otherwise by places. The nodes in `without` are left out: they are records
    of nested lists. With `visible_only`, hidden columns are left out, which spares their names, and those that are not
    known, if any is.
    """
    columns = _columns(tree, region, records, known_fields, levels, without, visible_only=visible_only)
    locale: Locale | None = None
    record_fields: list[RecordField] = []
    taken = {draft.name for draft in columns}
    for draft in columns:
        is_new = bool(known_fields) and draft.known is None
        if not draft.kept or (visible_only and (draft.hidden or draft.names_next or is_new)):
            continue
        about = _described(draft)
        if draft.known is not None and draft.kind in PLAIN and not (draft.names_next or draft.prefix):
            record_fields.append(_record_field(about, draft.cells, new=is_new))
            continue
        if draft.names_next:
            record_fields.append(RecordField(about.but(hidden=True), draft.cells, new=False))
            continue
        locale = locale or page_locale(tree)
        record_fields.append(read_field(about, draft.cells, locale, settled=draft.known is not None, new=is_new))
        if about.prefix and not about.hidden and not visible_only:  # with its label, as the page has it
            line_name = unused_name(f"{about.name}_line", taken, join="_")
            line = about.but(name=line_name, kind="text", prefix="", hidden=True)
            record_fields.append(RecordField(line, draft.cells, new=record_fields[-1].new))
    return record_fields


def learn_columns(lists: "Sequence[RecordList]", known_fields: Sequence[KnownField] = ()) -> tuple[KnownField, ...]:
    """The columns of all lists of a site's pages, each of which may lack some; known ones stay as they are.

    Several pages show what belongs to the site: a column is constant if it has the same words on all of them.
    """
    settled = {each.name for each in known_fields}
    values: dict[str, list[str]] = {}
    pages = Counter[str]()
    for record_list in lists:
        page = (record_list.tree, record_list.region, record_list.records)
        locale = page_locale(record_list.tree)
        columns = _columns(*page, known_fields, record_list.levels, record_list.nested_nodes, growing=not settled)
        for draft in columns:
            values.setdefault(draft.name, []).extend(draft.cells.values)
            pages[draft.name] += bool(draft.filled)
        known_fields = tuple(
            read_field(_described(draft), draft.cells, locale, settled=False).column
            if draft.known is None
            else _relearnt(_described(draft), draft.cells, locale, settled=draft.name in settled)
            for draft in columns
        )
    n = sum(len(record_list.records) for record_list in lists)
    learnt = [each if each.name in settled else _learnt(each, values[each.name], n) for each in known_fields]
    learnt = [each.but(pages=pages[each.name]) for each in learnt]
    grouped = next((each.found_fields[0].column for each in lists if each.groups and not each.known_fields), None)
    return (grouped, *learnt) if grouped and not settled else tuple(learnt)


def _learnt(column: KnownField, texts: Sequence[str], n: int) -> KnownField:
    """A column as all pages have it: one whose words are the same on one page only is shown."""
    constant = len(texts) > 1 == len(set(texts))
    hidden = column.hidden and (constant or not column.constant)
    distinct = list(dict.fromkeys(text[:_EXAMPLE] for text in texts))
    examples = tuple(distinct[:: max(1, -(-len(distinct) // _EXAMPLES))])
    return column.but(constant=constant, share=round(len(texts) / n, 3), hidden=hidden, examples=examples)


def _relearnt(column: KnownField, cells: CellColumn, locale: Locale, *, settled: bool) -> KnownField:
    """A known column after one more page: it may have links there, and times, unless it is settled."""
    clock = column.clock
    if column.kind == "date" and not settled:
        clocks = {clock, clock_of(read_field(column, cells, locale, settled=True).typed)} - {""}
        clock = clocks.pop() if len(clocks) == 1 else "time" if clocks else ""
    return column.but(linked=column.linked or cells.links > 0, clock=clock)


def _described(draft: "ColumnDraft") -> KnownField:
    """The description of a column: the known one, as far as it is as before."""
    column = draft.known
    if column is None:
        described = object.__new__(KnownField)  # all else is as the class has it
        object.__setattr__(described, "__dict__", draft.about())
        return described
    return column if draft.is_known() else column.but(**{name: getattr(draft, name) for name in _CHANGING})


def _columns(
    tree: Tree,
    region: int,
    records: Sequence[Range],
    known_fields: Sequence[KnownField],
    levels: Sequence[str],
    without: Sequence[Range],
    *,
    visible_only: bool = False,
    growing: bool = False,
) -> "list[ColumnDraft]":
    """All columns of a list's records, in document order, known ones first unless `growing`; parts after it.

    With `visible_only`, hidden ones may be missing or have no names, and so may those that are not known, if any is.
    """
    rule_columns = KnownFields.of(known_fields)
    base, known_places = rule_columns.base, rule_columns.places
    blocks = division.divide(tree, records, levels) if levels and not tree.is_xml else None
    divided = None if blocks is None else block_columns(tree, region, records, blocks)
    columns: Sequence[CellColumn]
    if tree.is_xml:
        places, columns = _aligned(elements.rows(tree, records), known_places, by_name=True)
    elif divided is None or known_fields:
        record_rows = rows(tree, region, records, without) if divided is None else _rows(divided, len(records))
        numbers: Sequence[Numbers] = ()
        if rule_columns.has_cells:
            record_rows, numbers = numbered_cells(tree, records, record_rows)
        earlier_places = known_places if numbers else without_cells(known_places)
        places, columns = _aligned(record_rows, earlier_places, numbers, own_classes=classes_of_records(tree, records))
    else:
        places = [(i, _usual_place(column)) for i, column in enumerate(divided)]
        columns = [_column([each[1] if each else None for each in column]) for column in divided]
    order = [place for _, place in places]
    earlier: list[KnownField | None] = [base[number] if number < len(base) else None for number, _ in places]
    every: list[ColumnDraft]
    if rule_columns and visible_only and not tree.is_xml:
        every = compiled.fastest("column_parts").known_ones(order, columns, earlier, rule_columns)
    else:
        every = compiled.fastest("drafts").drafts(order, columns, earlier)
        if tree.is_xml:
            for draft in every:
                draft.name = draft.name or draft.path
        else:
            every = compiled.fastest("describing").describe_all(every, known_only=False)
            every = compiled.fastest("column_parts").with_parts(every, rule_columns, visible_only)
        if rule_columns and not growing:  # their order is the same on every page; what is new comes after them
            number, last = rule_columns.ranks, max(rule_columns.ranks.values()) + 1
            every.sort(key=lambda draft: number.get(id(draft.known), last))
        if rule_columns or tree.is_xml:
            for i, draft in enumerate(every):
                draft.rank = i
    compiled.fastest("names").name_columns(tree, records, every, visible_only)
    return every


def _column(cells: Sequence[FieldCell | None]) -> CellColumn:
    return kernels.fastest().column(cells)


def _aligned(
    record_rows: Sequence[Row],
    known_places: Sequence[FieldPlace],
    numbers_of_cells: Sequence[Numbers] = (),
    *,
    own_classes: frozenset[str] = frozenset(),
    by_name: bool = False,
) -> tuple[list[tuple[int, FieldPlace]], list[CellColumn]]:
    """The columns of rows aligned by their places, with their numbers (see `align`), and the cells of each.

    A class of `own_classes` is that of a whole record, and no author's name for one of its values.
    """
    kernel = kernels.fastest()
    if not (numbers_of_cells or by_name):
        distinct, numbered, which, times = kernel.distinct_places(record_rows)  # most records are like some other
        if own_classes:
            distinct = list(without_classes(distinct, own_classes).values())
        places, numbers = align_numbered(distinct, numbered, known_places, times)
        return places, kernel.spread(record_rows, [numbers[i] for i in which], len(places))
    sequences, which, times = kernel.distinct_rows(record_rows)
    if own_classes:
        own = without_classes([place for row in sequences for place in row], own_classes)
        sequences = [[own[id(place)] for place in row] for row in sequences]
    if numbers_of_cells:
        sequences, which, times = tell_apart(sequences, which, numbers_of_cells)
    if by_name:
        places, numbers = elements.group(sequences, known_places)
    else:
        places, numbers = align_labelled(sequences, known_places, times)
    return places, kernel.spread(record_rows, [numbers[i] for i in which], len(places))


def _rows(divided: Sequence[BlockColumn], n: int) -> list[Row]:
    """The places and cells of each of `n` records, from the columns of its blocks."""
    return [[each for column in divided if (each := column[i]) is not None] for i in range(n)]


def _usual_place(column: BlockColumn) -> FieldPlace:
    """The most frequent place of a column of blocks, of equally frequent ones the first."""
    return Counter(each[0] for each in column if each).most_common(1)[0][0]


def read_field(
    about: KnownField, cells: CellColumn, locale: Locale, *, settled: bool, new: bool = False
) -> RecordField:
    """A column with its values, stripped of a common label and converted to their kind."""
    if about.prefix:
        cells = _column([_strip_prefix(cell, about.prefix) if cell else None for cell in cells])
    if about.hidden and about.kind == "text" and not settled:
        return RecordField(about, cells, new=new)
    texts, kinds = cells.texts, compiled_values.fastest("kinds")
    machine = [cell.machine if cell else "" for cell in cells] if cells.machines else ()
    context = Column(locale, machine, about.place.author)
    kind, typed = about.kind, kinds.as_kind(texts, about.kind, context) if settled else ()
    if not settled and kind == "text":
        kind, typed = kinds.kind_of(texts, context)
    money = currencies(texts, locale) if kind == "price" else ()
    if not settled and (kind != about.kind or about.clock or kind == "date"):
        about = about.but(kind=kind, clock=clock_of(typed) if kind == "date" else "")
    return _record_field(about, cells, typed, money, new=new)


def _record_field(
    about: KnownField,
    cells: CellColumn,
    typed: tuple[Typed, ...] = (),
    money: tuple[str | None, ...] = (),
    *,
    new: bool,
) -> RecordField:
    """A column: its own constructor takes several times as long."""
    record_field = object.__new__(RecordField)
    values = {"column": about, "cells": cells, "typed": typed, "currencies": money, "new": new}
    object.__setattr__(record_field, "__dict__", values)
    return record_field


def _strip_prefix(cell: FieldCell, prefix: str) -> FieldCell | None:
    value = cell.value.removeprefix(prefix)
    return cell._replace(value=value) if value else None


# ---------------------------------------------------------------- as tables
def as_table(
    page: str,
    records: Sequence[Range],
    columns: Sequence[RecordField],
    keys: Mapping[str, Sequence[Value]] = MappingProxyType({}),
    *,
    page_url: str | None = None,
) -> Table:
    """A table with one row per record and one column per field.

    A field that is more than text has further columns beside it (`values.beside`); the address of the title is `url`.
    `keys` are further columns before `record`; a field of such a name gets a number. `page_url` is the page's address,
    "" if it is not known; None for no such column.
    """
    n = len(records)
    base: dict[str, Sequence[Value]] = {"page": (page,) * n, "node": tuple([start for start, _ in records])}
    if page_url is not None:
        base["page_url"] = (page_url or None,) * n
    base.update(keys)
    taken = {each.column.name for each in columns}.union(base)
    url = url_name(taken)
    table = base | {"record": tuple(range(1, n + 1))}
    texts: set[str] = set()  # names of columns of a page's texts
    for each in columns:
        about, name = each.column, each.column.name
        if name in base and name not in KEYS:
            name = unused_name(name, taken, join="_")
        table[name] = each.cells.texts
        texts.add(name)
        if about.kind in PLAIN:
            if about.linked:  # most columns that have something beside them
                name = name_beside(name, "url", url)
                table[name] = each.cells.addresses
                texts.add(name)
        else:
            read = each.read(name)
            for kind, values in read.beside().items():
                name = name_beside(read.name, kind, url)
                table[name] = values
                texts.discard(name)
                if kind == "url":
                    texts.add(name)
    texts.difference_update(KEYS)
    if page.isascii():
        texts.add("page")
    return Table.with_texts(table, texts, ("node", "record") if n else ())
