"""Record lists as tables: the records themselves, and a child table for each list inside them."""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import chain
from typing import IO

from weblode import kernels, paths
from weblode.formats import Writer
from weblode.records.nested_tables import nested_tables, table_name, with_region
from weblode.records.record_list import COLUMNS, RecordList, as_table
from weblode.table import Table, merged

_KEPT_BYTES = 32 * 1024 * 1024  # of tables as they are
_SPOOL_BYTES = 32 * 1024 * 1024  # of further tables as bytes in memory; those after them are on disk
# The table of the records, under (), and of each nested list under the names down to it.
_Parts = dict[tuple[str, ...], Table]


@dataclass(frozen=True)
class RecordTables:
    """The tables of one record list: of its records, and of each nested list by the names of the lists down to it.

    `region` is its place, "" if it is found by a rule, which finds one list on a page.
    """

    region: str
    records: Table
    nested: dict[tuple[str, ...], Table]

    @classmethod
    def of(cls, record_list: RecordList, *, fields: bool, all_columns: bool = False) -> RecordTables:
        """The tables of a list; with `fields`, one column per field, with `all_columns` also hidden ones."""
        table = record_list.as_table(all_columns=all_columns) if fields else as_table(record_list)
        nested = nested_tables(record_list, fields=fields, all_columns=all_columns)
        region = "" if record_list.known_fields else paths.xpath(record_list.tree, record_list.region)
        return cls(region, table, nested)


def write_tables(out: Writer, lists: Iterable[RecordTables], *, fields: bool, children: bool) -> list[str]:
    """Write the records, and with `children` those of nested lists; returns the names of the nested lists."""
    if fields:
        return _write_fields(out, lists, children=children)
    out.add(Table(dict.fromkeys(COLUMNS, ())))  # the columns are there even if no page has records
    names: dict[str, None] = {}
    for each in lists:
        out.add(each.records)
        for path, table in each.nested.items():
            names[table_name(path)] = None
            if children:
                out.child(table_name(path), table_name(path[:-1])).add(table)
    return list(names)


def _write_fields(out: Writer, lists: Iterable[RecordTables], *, children: bool) -> list[str]:
    """Write records and nested records with one column for each field that any page has.

    The columns are known only after the last page, so the tables wait on disk if they are many.
    """
    with ExitStack() as stack:
        spool: IO[bytes] | None = None
        n, names = 0, _Names()
        tables: list[tuple[str, _Parts]] = []
        left = _KEPT_BYTES
        for each in lists:
            parts: _Parts = {(): each.records, **each.nested}
            left -= sum(kernels.fastest().text_size(table.columns.values()) for table in parts.values())
            if left > 0:
                tables.append((each.region, parts))
            else:
                spool = spool or _spool(stack)
                pickle.dump((each.region, parts), spool, pickle.HIGHEST_PROTOCOL)
                n += 1
            names.add(parts)
        nested = sorted(set(names.by_path) - {()}, key=names.order)

        def stored() -> Iterator[_Parts]:
            for region, parts in chain(tables, _spooled(spool, n) if spool else ()):
                yield _keyed(region, parts) if nested and children else parts

        if nested and children:
            tables = [("", _keyed(region, parts)) for region, parts in tables]
            names = _Names()
            for parts in stored():
                names.add(parts)
        if not n and not tables:
            out.add(merged([]))
        writers: dict[tuple[str, ...], Writer] = {(): out}
        for path in nested if children else ():
            writers[path] = out.child(table_name(path), table_name(path[:-1]))
        for parts in stored():
            for path, table in parts.items():
                if path in writers:
                    writers[path].add_part(table, names.places(path))
    return [table_name(path) for path in nested]


def _spool(stack: ExitStack) -> IO[bytes]:
    """A file for tables that are too many to keep, which is gone at the end of the stack."""
    from tempfile import SpooledTemporaryFile

    return stack.enter_context(SpooledTemporaryFile(_SPOOL_BYTES))


def _spooled(spool: IO[bytes], n: int) -> Iterator[tuple[str, _Parts]]:
    """The tables in a file."""
    spool.seek(0)
    return (pickle.load(spool) for _ in range(n))


def _keyed(region: str, parts: _Parts) -> _Parts:
    """The same, with the column `region` for the records, as the key of nested tables needs if a page has several."""
    return parts | {(): with_region(region, parts[()])} if region else parts


class _Names:
    """The column names of all tables of a kind, by the names of the lists down to it."""

    def __init__(self) -> None:
        self.by_path: dict[tuple[str, ...], dict[str, None]] = {}
        self._valid: dict[tuple[str, ...], dict[str, int]] = {}

    def add(self, parts: _Parts) -> None:
        """Add the names of tables after those before."""
        for path, table in parts.items():
            self.by_path.setdefault(path, {}).update(dict.fromkeys(table.columns))

    def order(self, path: tuple[str, ...]) -> tuple[int, int]:
        """Outer lists first, then as they came."""
        return len(path), list(self.by_path).index(path)

    def places(self, path: tuple[str, ...]) -> dict[str, int]:
        """The number of each column, from 0, of all tables of a kind."""
        if path not in self._valid:  # two pages may have names that differ only in case
            names = Table(dict.fromkeys(self.by_path[path], ())).names
            self._valid[path] = {name: i for i, name in enumerate(names)}
        return self._valid[path]
