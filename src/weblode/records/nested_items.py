"""What a nested list is: its items in all records, and how they stand there."""

from dataclasses import dataclass

from weblode.records.objects import Range


@dataclass(frozen=True)
class Relation:
    """How items stand in a record: the tags from its top down to them, and the class word that they share."""

    path: tuple[str, ...]
    word: str = ""


@dataclass(frozen=True)
class NestedItems:
    """The items of one nested list in all records: for each the record that holds it, from 0, and its parent node.

    `headers` are the rows with the headers of tables among them, which are part of no record.
    """

    name: str
    relation: Relation
    items: tuple[Range, ...]
    owners: tuple[int, ...]
    parents: tuple[int, ...]
    headers: tuple[Range, ...] = ()
