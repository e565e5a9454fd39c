"""The tables and columns that an application needs.

A set that an object has at most once is a column; if the set is not lexical, the sets that it has at most once are
columns in its place. A set that an object may have several times is a table below. A relationship of three or more sets
is a table below with a column for each.
"""

import hashlib
import re
from dataclasses import dataclass, field

from weblode.application.model import Application
from weblode.values.names import unused_name

RESERVED = ("page", "record", "number", "above", "node", "starts_at", "ends_at")  # columns that every table may have
PREFIX = "weblode_"  # of our own tables, beside those of the domain
_BYTES = 60  # of an identifier: PostgreSQL silently cuts at 63


@dataclass(frozen=True)
class TableField:
    """A column: the object set whose objects it has, and the sets whose keywords belong to it (`contexts`)."""

    set: str
    column: str
    contexts: tuple[str, ...]
    required: bool


@dataclass(frozen=True)
class TablePlan:
    """A table: its name and title, the index of the table above (-1 for the entity's own), and its columns."""

    name: str
    title: str
    above: int
    fields: tuple[TableField, ...]


@dataclass
class _TableDraft:
    title: str
    above: int
    fields: list[TableField] = field(default_factory=list)
    columns: set[str] = field(default_factory=lambda: set(RESERVED))

    def add(self, application: Application, step: "_LayoutStep") -> None:
        """Add a column for a set if it is lexical."""
        if application.is_lexical(step.set):
            column = identifier(step.set, self.columns)
            self.fields.append(TableField(step.set, column, step.contexts, step.required))


@dataclass(frozen=True)
class _LayoutStep:
    """A set to continue from, the table it belongs to, and the sets on the way to it."""

    set: str
    table: int
    contexts: tuple[str, ...]
    required: bool


def layout(application: Application) -> tuple[TablePlan, ...]:
    """The tables of an application, the entity's first; one without columns and without tables below it is left out."""
    drafts = [_TableDraft(application.entity, -1)]
    seen = {application.entity}
    steps = [_LayoutStep(application.entity, 0, (), required=True)]
    while steps:
        step = steps.pop(0)
        for relationship in application.relationships:
            mine = next((each for each in relationship.participants if each.name == step.set), None)
            others = [each.name for each in relationship.participants if each.name not in seen]
            if not mine or not others:
                continue
            seen.update(others)
            table = step.table
            if mine.most > 1:
                drafts.append(_TableDraft(" ".join(others), step.table))
                table = len(drafts) - 1
            required = step.required and mine.least > 0 and mine.most == 1
            new = [_LayoutStep(name, table, (*step.contexts, name), required) for name in others]
            for each in new:
                drafts[table].add(application, each)
            steps += new
    return _finish(drafts)


def _finish(drafts: list[_TableDraft]) -> tuple[TablePlan, ...]:
    """The drafts as plans with names, without the empty ones."""
    needed = {0}
    for place in range(len(drafts) - 1, 0, -1):
        if drafts[place].fields or place in needed:
            needed |= {place, drafts[place].above}
    places = {place: i for i, place in enumerate(sorted(needed))}
    taken: set[str] = set()
    return tuple(
        TablePlan(identifier(draft.title, taken), draft.title, places.get(draft.above, -1), tuple(draft.fields))
        for place, draft in enumerate(drafts)
        if place in places
    )


def identifier(name: str, taken: set[str]) -> str:
    """A name as an SQL identifier: lower case, letters, digits and underscores, short, and not yet taken.

    >>> identifier('Deceased Name', set()), identifier('x"; DROP TABLE cars; --', {"x_drop_table_cars"})
    ('deceased_name', 'x_drop_table_cars_2')
    """
    plain = re.sub(r"\W+", "_", name.lower()).strip("_") or "unnamed"
    plain = f"x_{plain}" if plain[0].isdigit() or plain.startswith(PREFIX) else plain
    if len(plain.encode()) > _BYTES - 5:
        digest = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:8]
        plain = plain.encode()[: _BYTES - 15].decode(errors="ignore") + f"_{digest}"
    free = unused_name(plain, taken, join="_")
    taken.add(free)
    return free
