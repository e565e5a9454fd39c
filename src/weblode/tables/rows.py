"""Data tables as tables of results: one row per record, with what was read beside each column, or one row per value."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from weblode.table import KEYS, Table, Value
from weblode.tables.grid import NOTHING
from weblode.tags import NUMBERS
from weblode.values.beside import TYPES, ReadColumn, read_column, spread
from weblode.values.kinds import Column
from weblode.values.locales import page_locale
from weblode.values.page_links import page_address

if TYPE_CHECKING:
    from weblode.tables.discover import DataTable

# The columns of `value_table`.
COLUMNS = ("page", "node", "page_url", "table", "caption", "orientation", "record", "field", "value", *TYPES)
_BESIDE = ("", *(f" ({kind})" for kind in TYPES))  # the columns that a header may have
_TIME = NUMBERS["time"]


def record_table(data_table: DataTable) -> Table:
    """One row per record, one column per header path, with columns for numbers, dates and links beside it."""
    records, address = data_table.cells, page_address(data_table.tree)
    n = len(records)
    about: dict[str, Sequence[Value]] = {
        "page": [data_table.tree.page] * n,
        "node": [min((u for _, u in record.values() if u >= 0), default=data_table.table) for record in records],
    }
    about |= {"page_url": [address] * n} if address else {}
    columns = [each for _, each in read_columns(data_table)]
    return Table({**about, "record": range(1, n + 1), **spread(columns, {each.name for each in columns})})


def value_table(data_table: DataTable) -> Table:
    """One row per value, so that tables with different headers fit into one."""
    page_url = page_address(data_table.tree) or None
    about = (data_table.tree.page, data_table.table, page_url, data_table.index, data_table.caption or None)
    beside = [(header, each.beside()) for header, each in read_columns(data_table)]
    rows: list[tuple[Value, ...]] = []
    for i, record in enumerate(data_table.records):
        for header, columns in beside:
            if header in record:
                read = (columns[kind][i] if kind in columns else None for kind in TYPES)
                rows.append((*about, data_table.orientation, i + 1, header, record[header], *read))
    return Table(dict(zip(COLUMNS, zip(*rows, strict=True) if rows else [()] * len(COLUMNS), strict=True)))


def readings(data_table: DataTable) -> list[dict[str, dict[str, Value]]]:
    """What was read from the values of each record, by header: numbers, currencies, dates, seconds."""
    columns = list(read_columns(data_table))
    return [
        {header: values for header, each in columns if (values := each.reading(i))}
        for i in range(len(data_table.records))
    ]


def read_columns(data_table: DataTable) -> Iterator[tuple[str, ReadColumn]]:
    """The headers, each with its column under a name that no other has, and what was read from it."""
    locale, links = page_locale(data_table.tree), data_table.links
    machine_dates = _machine_dates(data_table)
    headers = dict.fromkeys(name for record in data_table.records for name in record)
    for header, name in _column_names(headers).items():
        cells = [record.get(header, ("", NOTHING)) for record in data_table.cells]
        machine = [machine_dates.get(u, "") for _, u in cells]
        about = Column(locale, machine if any(machine) else (), header)
        urls = [each.get(header) for each in links]
        yield header, read_column(name, [text or None for text, _ in cells], about, urls if any(urls) else None)


def _machine_dates(data_table: DataTable) -> dict[int, str]:
    """The `datetime` of the cells that hold one `time` element."""
    tree = data_table.tree
    times = data_table.table + np.flatnonzero(tree.tag[data_table.table : tree.end[data_table.table]] == _TIME)
    if not len(times):
        return {}
    nodes, dates = times.tolist(), {}
    for u in {u for record in data_table.cells for _, u in record.values() if u != NOTHING}:
        i = bisect_left(nodes, u)
        if i < len(nodes) and nodes[i] < tree.end[u] and (i + 1 == len(nodes) or nodes[i + 1] >= tree.end[u]):
            dates[u] = tree.attributes(nodes[i]).get("datetime", "").strip()
    return dates


def _column_names(headers: Iterable[str]) -> dict[str, str]:
    """A name for each column that neither another one nor a column beside one has, compared as SQLite does."""
    taken = {*KEYS, "page_url"}
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
