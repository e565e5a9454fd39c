"""Nested records as tables: one table for each nested list, whose rows name the row of the record that holds them."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from weblode import paths
from weblode.records.fields import as_table as field_table
from weblode.records.record_list import COLUMNS, NestedList, RecordList, as_table
from weblode.table import Table, Value, merged
from weblode.values.page_links import page_address

_LONGEST = 100  # bytes of a table's name


def nested_lists(record_list: RecordList) -> Iterator[tuple[tuple[str, ...], NestedList]]:
    """All lists inside the records, outer ones first, each with the names of the lists from the outermost to it."""
    queue: list[tuple[tuple[str, ...], RecordList]] = [((), record_list)]
    while queue:
        above, outer = queue.pop(0)
        for each in outer.nested:
            yield (*above, each.name), each
            queue.append(((*above, each.name), each.record_list))


def table_name(names: Sequence[str]) -> str:
    """The name of the table of a nested list, from the names of the lists down to it.

    A list in a list of the same name has a number, and very long names end in a digest.

    >>> table_name(["offers", "comments"]), table_name(["comments", "comments", "comments"])
    ('offers.comments', 'comments.3')
    """
    runs = [(name, len(list(run))) for name, run in groupby(names)]
    whole = ".".join(name if n == 1 else f"{name}.{n}" for name, n in runs)
    if len(whole.encode()) <= _LONGEST:
        return whole
    from hashlib import sha256

    return f"{runs[-1][0][:20]}-{sha256(whole.encode()).hexdigest()[:12]}"


def nested_tables(
    record_list: RecordList, *, fields: bool = False, all_columns: bool = False
) -> dict[tuple[str, ...], Table]:
    """The table of each nested list by the names down to it; with `fields`, one column per field, or `all_columns`.

    The records of a list are numbered through the whole page and region: (`page`, `region`, `record`) is the key of a
    row, and (`page`, `region`, `parent`) the key of the row that holds it in the table above.
    """
    lists = list(nested_lists(record_list))
    region = paths.xpath(record_list.tree, record_list.region) if lists else ""
    return {names: _table(each, region, fields=fields, all_columns=all_columns) for names, each in lists}


def _table(nested_list: NestedList, region: str, *, fields: bool, all_columns: bool) -> Table:
    """The table of one nested list."""
    inner = nested_list.record_list
    keys: dict[str, Sequence[Value]] = {
        "region": [region] * len(inner.records),
        "parent": [owner + 1 for owner in nested_list.owners],
    }
    if fields:
        chosen = inner.columns(all_columns=all_columns)
        return field_table(inner.tree.page, inner.records, chosen, keys, page_url=page_address(inner.tree) or None)
    plain = as_table(inner)
    columns = {name: keys["region"] if name == "region" else plain[name] for name in COLUMNS}
    before = COLUMNS.index("record")
    return Table({**dict(list(columns.items())[:before]), "parent": keys["parent"], **columns})


def all_tables(lists: Sequence[RecordList]) -> dict[tuple[str, ...], Table]:
    """The table of the records of some lists, under (), and of each nested list, outer ones first.

    If there are nested lists, `region` is part of the key of the records too, but not for those of a rule, which finds
    one list on a page: its columns are the same on every page.
    """
    nested: dict[tuple[str, ...], list[Table]] = {}
    for each in lists:
        for names, table in nested_tables(each, fields=True).items():
            nested.setdefault(names, []).append(table)
    records = [
        with_region(paths.xpath(each.tree, each.region), each.as_table())
        if nested and not each.known_fields
        else each.as_table()
        for each in lists
    ]
    return {(): merged(records)} | {names: merged(nested[names]) for names in sorted(nested, key=len)}


def with_region(region: str, table: Table) -> Table:
    """The table with the XPath of its list as the column `region`; a field of that name gets a number."""
    other = "region_2" if "region_2" not in table.columns else "region_field"
    fields = [name for name in table.columns if name == "region" or name.startswith("region (")]
    return table.renamed({name: name.replace("region", other, 1) for name in fields}, {"region": region})
