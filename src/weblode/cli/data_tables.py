"""Data tables of pages as tables of results: one row per record with typed columns and links, or one row per value."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from weblode.formats import SUFFIXES
from weblode.records.beside import TYPES
from weblode.records.fields import KnownField, RecordField
from weblode.records.fields import as_table as field_table
from weblode.records.names import RESERVED
from weblode.records.places import FieldCell, FieldPlace
from weblode.table import Table, Value
from weblode.tables.discover import DataTable
from weblode.values.kinds import Column, currencies, kind_of
from weblode.values.locales import page_locale

# The columns of `value_table`.
VALUE_COLUMNS = tuple("page node table caption orientation record field value number date link".split())
_BESIDE = ("", *(f" ({kind})" for kind in TYPES))  # the columns that a field may have
_NOT_IN_NAMES = re.compile(r"[^\w.-]+")
_LONGEST = 60  # characters of a file's name that come from its page


def record_table(data_table: DataTable) -> Table:
    """One row per record, one column per header path, with columns for numbers, dates and links beside it."""
    page, records = data_table.tree.page, data_table.cells
    nodes = [min((u for _, u in record.values() if u >= 0), default=data_table.table) for record in records]
    return field_table(page, [(u, u + 1) for u in nodes], list(_fields(data_table)))


def value_table(data_table: DataTable) -> Table:
    """One row per value, so that tables with different headers fit into one."""
    columns = {each.name: each for each in _fields(data_table)}
    names = _column_names(_headers(data_table))
    rows: list[tuple[Value, ...]] = []
    about = (data_table.tree.page, data_table.table, data_table.index, data_table.caption or None)
    for i, record in enumerate(data_table.records):
        for header, text in record.items():
            each = columns[names[header]]
            typed = each.typed[i] if each.typed else None
            number, date = (None, typed) if isinstance(typed, str) else (typed, None)
            link = data_table.links[i].get(header)
            rows.append((*about, data_table.orientation, i + 1, header, text, number, date, link))
    return Table(dict(zip(VALUE_COLUMNS, zip(*rows, strict=True) if rows else [()] * 11, strict=True)))


def _fields(data_table: DataTable) -> Iterator[RecordField]:
    """The columns of a data table as fields of records."""
    headers, locale = _headers(data_table), page_locale(data_table.tree)
    for header, name in _column_names(headers).items():
        cells = [
            FieldCell(
                (max(record[header][1], 0), max(record[header][1], 0) + 1), record[header][0], links.get(header, "")
            )
            if header in record and record[header][0]
            else None
            for record, links in zip(data_table.cells, data_table.links, strict=True)
        ]
        values = [cell.value if cell else None for cell in cells]
        kind, typed = kind_of(values, Column(locale))
        money = currencies(values, locale) if kind == "price" else ()
        yield RecordField(
            KnownField(name, kind, FieldPlace("td"), linked=any(cell.href for cell in cells if cell)),
            tuple(cells),
            typed,
            money,
        )


def _headers(data_table: DataTable) -> list[str]:
    return list(dict.fromkeys(name for record in data_table.records for name in record))


def _column_names(headers: Iterable[str]) -> dict[str, str]:
    """A name for each column that neither another one nor a column beside one has, compared as SQLite does."""
    taken = set(RESERVED)
    chosen = {}
    for header in headers:
        name = free = header.replace("\0", " ") or "column"
        n = 1
        while taken & {f"{free}{beside}".lower() for beside in _BESIDE}:
            n += 1
            free = f"{name} {n}"
        taken |= {f"{free}{beside}".lower() for beside in _BESIDE}
        chosen[header] = free
    return chosen


# ---------------------------------------------------------------- one file a table
def file_names(form: str) -> FileNames:
    """The names of the files of tables in a format."""
    suffixes = {name: suffix for suffix, name in reversed(SUFFIXES.items())}
    return FileNames(suffixes[form])


class FileNames:
    """Names for the files of tables, none of which is given twice: `towns-0.csv` is the first table of towns.html."""

    def __init__(self, suffix: str) -> None:
        self._suffix = suffix
        self._taken: set[str] = set()

    def name(self, data_table: DataTable) -> str:
        """The name for a table, by its page and its number there."""
        stem = f"{_stem(data_table.tree.page, data_table.tree.url)}-{data_table.index}"
        free, n = stem, 1
        while free.lower() in self._taken:  # some file systems ignore case
            n += 1
            free = f"{stem}.{n}"
        self._taken.add(free.lower())
        return f"{free}{self._suffix}"


def _stem(page: str, url: str | None) -> str:
    """The name of a page without what no file should have in its name.

    >>> _stem("saved/towns.html", None), _stem("https://a.com/x/?q=1", "https://a.com/x/?q=1"), _stem("-", None)
    ('towns', 'a.com_x_q_1', 'page')
    """
    address = page.rpartition("#")[2] if "://" in page.rpartition("#")[2] else ""
    name = (address or url or page).partition("://")[2] if address or "://" in page else Path(page).stem
    return _NOT_IN_NAMES.sub("_", name).strip("_.-")[:_LONGEST] or "page"
