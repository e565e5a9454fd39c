"""The columns of a rule: what is known about each, and of all of them what is asked on every page."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from weblode.caches import lazy
from weblode.records.places import FieldPlace


@dataclass(frozen=True)
class KnownField:
    """A column as stored in a rule; `kind` is one of `kinds.KINDS`.

    `prefix` is a label that the values begin with; a column with `names_next` is only the label of the next column.
    `constant` columns have the same words in all records: they belong to the page, not to the record. `share` is the
    share of records with a value. A column that is not `kept` was left out by a user (see `slots`): it is no field.
    A `hidden` column is no column of a table unless all are asked for: constants, and what other columns say too.
    A `linked` column has addresses; `label` are words in its values that name it. A column of dates has beside it the
    times that its `clock` names (see `values.beside`). A column with a `piece` is a part of the texts of the column
    before it, by a `template` (see `templates`). `examples` are some values of the pages that a rule was learnt on.
    Columns come in the order of their `rank`, if a rule has given them one, else as they stand. `pages` counts the
    pages learnt on that have a value: what differs on more than one is surely data, and a constant surely none.
    """

    name: str
    kind: str
    place: FieldPlace
    prefix: str = ""
    names_next: bool = False
    constant: bool = False
    share: float = 1.0
    kept: bool = True
    hidden: bool = False
    linked: bool = False
    clock: str = ""
    label: str = ""
    template: tuple[str, ...] = ()
    piece: str = ""
    examples: tuple[str, ...] = ()
    rank: int = -1
    pages: int = 1

    def but(self, **changes: object) -> "KnownField":
        """The column with some changes: as `dataclasses.replace`, in a tenth of its time."""
        column = object.__new__(KnownField)
        object.__setattr__(column, "__dict__", self.__dict__ | changes)
        return column


class KnownFields(tuple[KnownField, ...]):
    """The columns of a rule, with what is asked of them on each page that it reads."""

    @classmethod
    def of(cls, columns: Sequence[KnownField]) -> "KnownFields":
        """The same columns."""
        return columns if isinstance(columns, KnownFields) else cls(columns)

    def __reduce__(self) -> tuple[Callable[..., "KnownFields"], tuple[tuple[KnownField, ...]]]:
        return KnownFields, (tuple(self),)  # numbers of objects are of no use to another process

    @lazy
    def base(self) -> "list[KnownField | None]":
        """The columns that are no parts of the texts of others."""
        return [each for each in self if not each.piece]

    @lazy
    def places(self) -> list[FieldPlace]:
        """The places of these."""
        return [each.place for each in self if not each.piece]

    @lazy
    def has_cells(self) -> bool:
        """Whether the places have numbers of cells, or there are none: a rule from before has no numbers."""
        return not self.places or any([place.cell for place in self.places])

    @lazy
    def parts(self) -> dict[int, list[KnownField]]:
        """The parts of each column by its `id`."""
        parts: dict[int, list[KnownField]] = {-1: []}
        source = -1
        for each in self:
            if each.piece:
                parts[source].append(each)
            else:
                source = id(each)
                parts[source] = []
        return parts

    @lazy
    def shown_parts(self) -> dict[int, list[KnownField]]:
        """The parts that are shown of each column that has any, by its `id`."""
        visible = {source: [each for each in parts if not each.hidden] for source, parts in self.parts.items()}
        return {source: parts for source, parts in visible.items() if parts}

    @lazy
    def ranks(self) -> dict[int, int]:
        """The place of each column in the order that is the same on every page, by its `id`."""
        return {id(each): each.rank if each.rank >= 0 else i for i, each in enumerate(self)}
