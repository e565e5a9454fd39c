"""The kinds of columns that come in batches: which may be one column of a file."""

from typing import Any

from weblode.errors import TableError
from weblode.table import EXACT_INT, Table

NOTHING = "only None"
_WIDE = "int beyond 2**53"
STORED_KINDS = {NOTHING: "str", _WIDE: "int"}
_MEETINGS = {frozenset(("int", "float")): "float", frozenset(("int", _WIDE)): _WIDE}


def kinds_of(table: Table) -> dict[str, str]:
    """The types of the columns that have values, by name."""
    return {name: kind_of(table, name) for name in table.columns if name in table.filled}


def kind_of(table: Table, name: str) -> str:
    """The type of a column with values, told apart further by what it can meet in another batch."""
    if table.types[name] != "int":
        return table.types[name]
    values: list[Any] = [value for value in table.columns[name] if value is not None]
    return _WIDE if max(-min(values), max(values)) > EXACT_INT else "int"


def meet(name: str, before: str, kind: str) -> str:
    """The kind of a column that holds both kinds."""
    if kind in (before, NOTHING):
        return before
    if before == NOTHING:
        return kind
    met = _MEETINGS.get(frozenset((before, kind)))
    if met is None:
        raise TableError(
            f"column {name!r} holds {kind} in this table, but {before} in those before: convert one of them"
        )
    return met
