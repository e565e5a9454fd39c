"""Records joined with the attributes of their own pages: every record stays, whatever became of its page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from weblode.caches import regex
from weblode.table import Table, Value
from weblode.values.names import unused_name

WHERE = ("page", "node", "page_url", "region", "record")  # where a row is from
_PREFIX = "details_"  # of attributes whose name the records have already
_BESIDE = regex(r"(.+)( \(\w+\))")  # price (number)


def joined_names(columns: Iterable[str], attributes: Iterable[str]) -> dict[str, str]:
    """The names of attributes beside the columns of records: a name that is taken gets a prefix.

    >>> joined_names(["title", "url"], ["title", "author", "price (number)", "price"])
    {'title': 'details_title', 'author': 'author', 'price (number)': 'price (number)', 'price': 'price'}
    """
    taken = {name.lower() for name in columns}
    names: dict[str, str] = {}
    for name in attributes:
        match = _BESIDE.fullmatch(name)
        base, kind = (match[1], match[2]) if match else (name, "")
        own = f"{_PREFIX}{base}{kind}" if base.lower() in taken or name.lower() in taken else name
        others = {each.lower() for each in names.values()} | taken
        if own.lower() in others:
            own = unused_name(own.lower(), others, join="_")
        names[name] = own
    return names


def join(records: Table, addresses: Sequence[str | None], details: Table | None) -> tuple[Table, tuple[str, ...]]:
    """The records with the attributes of the pages at their addresses, and the names of the columns that were added.

    `details` has a row for each page that was read, by its column `page`.
    """
    if details is None:
        return records, ()
    attributes = [name for name in details.names if name not in WHERE]
    names = joined_names(records.names, attributes)
    row_of = {page: i for i, page in reversed(list(enumerate(details["page"])))}
    rows = [None if address is None else row_of.get(address) for address in addresses]
    columns: dict[str, Sequence[Value]] = dict(records.columns)
    for name in attributes:
        values = details.columns[name]
        columns[names[name]] = [None if row is None else values[row] for row in rows]
    return Table(columns), tuple(names[name] for name in attributes)
