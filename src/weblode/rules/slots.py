"""Slots: which fields of a list a user takes, under which names and as which kinds.

C.-H. Chang, C.-N. Hsu, S.-C. Lui, "Automatic information extraction from semi-structured Web pages by pattern
discovery", Decision Support Systems 35, 2003, section 3: a user looks at what a pattern extracts and says which of its
slots are wanted, and what they are. We differ in that fields have names and kinds before, and are taken unless they are
left out.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from weblode.errors import RuleError
from weblode.records.fields import KnownField, learnt
from weblode.records.kinds import KINDS
from weblode.records.names import RESERVED
from weblode.records.record_list import RecordList


@dataclass(frozen=True)
class Slot:
    """What is chosen for a field: another name or kind, None for the one that it has, and whether it is kept."""

    name: str | None = None
    kind: str | None = None
    keep: bool = True


def chosen(found: RecordList, slots: Mapping[str, Slot]) -> RecordList:
    """The list with fields as they were chosen, each by its present name; a rule learnt from it keeps that.

    Raises RuleError if there is no such field, or if a name or kind cannot be.

    >>> import weblode
    >>> items = "".join(f"<li><b>Book {i}</b> <p>{i}.50</p> <p>in stock</p></li>" for i in range(5))
    >>> [found] = weblode.records(weblode.read(f"<ul>{items}</ul>".encode()))
    >>> [field.name for field in found.fields]
    ['field_1', 'number', 'field_3']
    >>> books = chosen(found, {"field_1": Slot(name="Book"), "field_3": Slot(keep=False)})
    >>> [field.name for field in books.fields]
    ['Book', 'number']
    """
    return replace(found, known=columns(learnt([found], found.known), slots))


def columns(known: Sequence[KnownField], slots: Mapping[str, Slot]) -> tuple[KnownField, ...]:
    """The columns of a list or a rule as they were chosen, each by its present name. Raises RuleError as `chosen`.

    One that was left out before can be had back under its name, unless another has that now.
    """
    fields = [(i, each) for i, each in enumerate(known) if not each.names_next]
    at = {each.name: i for i, each in sorted(fields, key=lambda field: field[1].kept)}
    changed = list(known)
    for name, slot in slots.items():
        if name not in at:
            raise RuleError(f"no field {name!r}; the fields are {', '.join(each.name for _, each in fields)}")
        changed[at[name]] = _changed(known[at[name]], slot)
    _check_differ(each.name for each in changed if each.kept and not each.names_next)
    return tuple(changed)


def _changed(known: KnownField, slot: Slot) -> KnownField:
    """A column as it was chosen."""
    name = known.name if slot.name is None else slot.name
    kind = known.kind if slot.kind is None else slot.kind
    if not name.strip() or not name.isprintable():
        raise RuleError(f"{known.name!r} cannot be called {name!r}; give a name of printable characters")
    if kind not in KINDS:
        raise RuleError(f"{known.name!r} cannot be of the kind {kind!r}; choose one of {', '.join(KINDS)}")
    return replace(known, name=name, kind=kind, kept=slot.keep)


def _check_differ(names: Iterable[str]) -> None:
    """None, or a RuleError if two columns of a table with these fields would have one name but for case.

    A field may have others beside it with its numbers, dates and addresses (`fields.as_table`).
    """
    taken = dict.fromkeys(RESERVED, "a column of every table of records")
    for name in names:
        for shown in (name, *(f"{name} ({kind})" for kind in ("number", "date", "url"))):
            if other := taken.get(shown.lower()):
                raise RuleError(f"no field can be called {name!r}: {shown!r} is {other}; choose another name")
            taken[shown.lower()] = f"the name of another field or stands beside {name!r}"
