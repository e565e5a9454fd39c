"""Record lists as tables: the records themselves, and a child table for each list inside them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from weblode import paths
from weblode.formats import Writer
from weblode.records.fields import as_table as field_table
from weblode.records.fields import merged
from weblode.records.nested_tables import nested_tables, table_name, with_regions
from weblode.records.record_list import COLUMNS, RecordList, as_table
from weblode.table import Table


@dataclass(frozen=True)
class RecordTables:
    """The tables of one record list: of its records, and of each nested list by the names of the lists down to it."""

    region: str
    records: Table
    nested: dict[tuple[str, ...], Table]

    @classmethod
    def of(cls, record_list: RecordList, *, fields: bool) -> RecordTables:
        """The tables of a list; with `fields`, one column per field."""
        tree = record_list.tree
        if fields:
            url = record_list.page_url
            table = field_table(tree.page, record_list.records, record_list.fields, page_url=url)
        else:
            table = as_table(record_list)
        return cls(paths.xpath(tree, record_list.region), table, nested_tables(record_list, fields=fields))


def write_tables(out: Writer, lists: Iterable[RecordTables], *, fields: bool, children: bool) -> list[str]:
    """Write the records, and with `children` those of nested lists; returns the names of the nested lists."""
    if fields:  # the columns are known only after the last page
        return _write_fields(out, list(lists), children=children)
    out.add(Table(dict.fromkeys(COLUMNS, ())))  # the columns are there even if no page has records
    names: dict[str, None] = {}
    for each in lists:
        out.add(each.records)
        for path, table in each.nested.items():
            names[table_name(path)] = None
            if children:
                out.child(table_name(path), table_name(path[:-1])).add(table)
    return list(names)


def _write_fields(out: Writer, lists: list[RecordTables], *, children: bool) -> list[str]:
    """Write records and nested records with one column for each field that any page has."""
    nested = dict.fromkeys(_paths(lists))
    tables = [each.records for each in lists]
    if nested and children:
        tables = with_regions([(each.region, each.records) for each in lists])
    out.add(merged(tables))
    for path in nested if children else ():
        parts = [each.nested[path] for each in lists if path in each.nested]
        out.child(table_name(path), table_name(path[:-1])).add(merged(parts))
    return [table_name(path) for path in nested]


def _paths(lists: Iterable[RecordTables]) -> Iterator[tuple[str, ...]]:
    """The names down to each nested list, outer ones first."""
    paths_of_all = dict.fromkeys(path for each in lists for path in each.nested)
    yield from sorted(paths_of_all, key=len)
