"""Data tables that go on over several pages, as one table each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from weblode.table import Table, merged

if TYPE_CHECKING:
    from weblode.tables.discover import DataTable

_LISTS = ("records", "readings", "links")  # of a table as a JSON object: one entry per record


@dataclass(frozen=True)
class ReadTable:
    """A data table as read, without the tree of its page: `about` is the table as a JSON object."""

    pages: tuple[str, ...]
    url: str | None
    index: int
    caption: str
    headers: tuple[str, ...]
    records: Table
    about: dict[str, Any]

    @classmethod
    def of(cls, data_table: DataTable) -> ReadTable:
        """What was read of a table."""
        headers = tuple(dict.fromkeys(name for record in data_table.records for name in record))
        tree, about = data_table.tree, data_table.as_dict()
        return cls((tree.page,), tree.url, data_table.index, data_table.caption, headers, data_table.as_table(), about)


def join(tables: Iterable[ReadTable]) -> list[ReadTable]:
    """The tables, those of later pages with the headers of an earlier one appended to it.

    If a page has several tables with the same headers, the second goes on with the second. Tables without headers, and
    those of different hosts, stay apart.
    """
    parts: dict[object, list[ReadTable]] = {}
    count: Counter[object] = Counter()
    for each in tables:
        kind = (each.headers, each.about["orientation"], urlsplit(each.url or "").netloc)
        on_page = (each.pages, kind)
        count[on_page] += 1
        key = (kind, count[on_page]) if _has_headers(each) else (on_page, each.index)
        parts.setdefault(key, []).append(each)
    return [_joined(each) for each in parts.values()]


def _has_headers(table: ReadTable) -> bool:
    """Whether the names of the columns stand in the table, above its records."""
    return len(table.headers) > 1 and table.about["orientation"] in ("column", "row-column", "multi-column")


def _joined(parts: list[ReadTable]) -> ReadTable:
    first = parts[0]
    if len(parts) == 1:
        return first
    records = merged([each.records for each in parts])
    about = first.about | {"rows": sum(each.about["rows"] for each in parts)}
    for name in _LISTS:
        if any(name in each.about for each in parts):
            about[name] = [entry for each in parts for entry in each.about.get(name, [{}] * len(each.records))]
    totals: list[int] = []
    before = 0
    for each in parts:
        totals += [before + i for i in each.about.get("totals", ())]
        before += len(each.records)
    about |= {"totals": totals} if totals else {}
    return replace(
        first,
        pages=tuple(dict.fromkeys(page for each in parts for page in each.pages)),
        records=Table({**records.columns, "record": range(1, len(records) + 1)}),
        about=about,
    )
