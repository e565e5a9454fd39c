"""From what a file holds to the columns of a table."""

from collections.abc import Sequence
from typing import Any

from weblode.errors import TableError
from weblode.table import Table, Value


def from_columns(names: Sequence[str], columns: Sequence[Sequence[Value]]) -> Table:
    """A table; a TableError if a name is there twice, as a mapping would drop one of the two."""
    twice = [name for name in dict.fromkeys(names) if names.count(name) > 1]
    if twice:
        raise TableError(f"column names {twice} are there more than once: rename them")
    return Table(dict(zip(names, columns, strict=True)))


def transposed(rows: Sequence[Sequence[Any]], n: int) -> list[Any]:
    """The n columns of the rows."""
    return list(zip(*rows, strict=True)) if rows else [()] * n
