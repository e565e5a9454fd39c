"""Tables on their way into a file and out of one: batches with their types, and the columns that a file holds."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from weblode.errors import TableError
from weblode.table import Table, Value


class NamedBatches(NamedTuple):
    """A table for a file that may hold several: its parts, and the types of its columns.

    `name` is that of a child table, "" for the main one; `parent` the child table whose rows its rows belong to.
    """

    batches: Iterable[Table]
    types: Mapping[str, str]
    name: str = ""
    parent: str = ""


class ReadyRows(NamedTuple):
    """The rows of a table for a writer: names and kinds of columns, and the table itself or what is written of it."""

    names: tuple[str, ...]
    kinds: Mapping[str, str]
    body: Any


def from_columns(names: Sequence[str], columns: Sequence[Sequence[Value]]) -> Table:
    """A table; a TableError if a name is there twice, as a mapping would drop one of the two."""
    twice = [name for name in dict.fromkeys(names) if names.count(name) > 1]
    if twice:
        raise TableError(f"column names {twice} are there more than once: rename them")
    return Table(dict(zip(names, columns, strict=True)))


def transposed(rows: Sequence[Sequence[Any]], n: int) -> list[Any]:
    """The n columns of the rows."""
    return list(zip(*rows, strict=True)) if rows else [()] * n
