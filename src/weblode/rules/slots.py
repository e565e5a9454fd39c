"""Slots: a user's choice of a list's fields, with their names and kinds.

C.-H. Chang, C.-N. Hsu, S.-C. Lui, "Automatic information extraction from semi-structured Web pages by pattern
discovery", Decision Support Systems 35, 2003, section 3: a user looks at what a pattern extracts, chooses slots and
names them. We differ in that fields already have names and kinds, and are kept unless the user leaves them out.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from weblode.errors import RuleError
from weblode.records.fields import learn_columns
from weblode.records.known_fields import KnownField
from weblode.records.record_list import RecordList
from weblode.table import KEYS
from weblode.values.beside import TYPES
from weblode.values.kinds import KINDS


@dataclass(frozen=True)
class Slot:
    """The choice for a field: its new name and kind (None: unchanged), and whether it is kept."""

    name: str | None = None
    kind: str | None = None
    keep: bool = True


def choose(record_list: RecordList, slots: Mapping[str, Slot]) -> RecordList:
    """The list with fields as chosen, by their current names; a rule learnt from it keeps the choice.

    Raises RuleError if there is no such field, or if a name or kind is not valid.

    >>> import weblode
    >>> items = "".join(f"<li><a href=/{i}>Book {i}</a> <p>{i}.50</p> <p>in stock</p></li>" for i in range(5))
    >>> [found] = weblode.records(weblode.read(f"<ul>{items}</ul>".encode()))
    >>> [field.name for field in found.fields]
    ['title', 'number']
    >>> books = choose(found, {"title": Slot(name="Book"), "number": Slot(keep=False)})
    >>> [field.name for field in books.fields]
    ['Book']
    """
    return replace(record_list, known_fields=columns(learn_columns([record_list], record_list.known_fields), slots))


def columns(known_fields: Sequence[KnownField], slots: Mapping[str, Slot]) -> tuple[KnownField, ...]:
    """The columns of a list or a rule as chosen, by their current names. Raises RuleError like `choose`.

    A column that was left out before can be restored by its name, unless another column has that name now.
    """
    fields = [(i, each) for i, each in enumerate(known_fields) if not each.names_next]
    at = {each.name: i for i, each in sorted(fields, key=lambda field: field[1].kept)}
    changed = list(known_fields)
    for name, slot in slots.items():
        if name not in at:
            raise RuleError(
                f"no field {name!r}; the fields are {', '.join(each.name for _, each in fields if not each.hidden)}"
            )
        changed[at[name]] = _change(known_fields[at[name]], slot)
    _check_names_differ(each.name for each in changed if each.kept and not each.names_next)
    return tuple(changed)


def _change(column: KnownField, slot: Slot) -> KnownField:
    """A column as chosen."""
    name = column.name if slot.name is None else slot.name
    kind = column.kind if slot.kind is None else slot.kind
    if not name.strip() or not name.isprintable():
        raise RuleError(f"{column.name!r} cannot be called {name!r}; give a name of printable characters")
    if kind not in KINDS:
        raise RuleError(f"{column.name!r} cannot be of the kind {kind!r}; choose one of {', '.join(KINDS)}")
    # The columns beside dates do not depend on the page: of a column that was no date, times may come.
    clock = column.clock if column.kind == kind else "time" if kind == "date" else ""
    return replace(column, name=name, kind=kind, clock=clock, kept=slot.keep, hidden=column.hidden and not slot.keep)


def _check_names_differ(names: Iterable[str]) -> None:
    """Raise RuleError if two columns of a table with these fields would have the same name, ignoring case.

    A field may have further columns with its numbers, dates and URLs (`values.beside`).
    """
    taken = dict.fromkeys(KEYS, "a column of every table of records")
    for name in names:
        for title in (name, *(f"{name} ({kind})" for kind in TYPES)):
            if other := taken.get(title.lower()):
                raise RuleError(f"no field can be called {name!r}: {title!r} is {other}; choose another name")
            taken[title.lower()] = f"the name of another field, or a column that belongs to {name!r}"
