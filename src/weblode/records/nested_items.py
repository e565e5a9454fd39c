"""What a nested list is: its items in all records, and how they stand there."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace

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


def outermost(lists: Sequence[NestedItems]) -> list[NestedItems]:
    """The lists that stand in no item of another one, in document order."""
    pieces_in_order = sorted([piece for each in lists for piece in each.items])
    starts, reach, reaches = [start for start, _ in pieces_in_order], 0, []
    inner: set[int] = set()  # where items begin that stand in others
    for i, (start, stop) in enumerate(pieces_in_order):
        if start < reach or (i and starts[i - 1] == start):
            inner.add(start)
        reach = max(reach, stop)
        reaches.append(reach)
    outer = []
    for each in lists:
        headers = each.headers
        if headers:
            places = [(piece, bisect_right(starts, piece[0])) for piece in headers]
            headers = tuple([piece for piece, i in places if not i or reaches[i - 1] <= piece[0]])
        if not inner and len(headers) == len(each.headers):
            outer.append(each)
            continue
        chosen = [i for i, (start, _) in enumerate(each.items) if start not in inner]
        if chosen:
            part = replace(
                each,
                items=tuple([each.items[i] for i in chosen]),
                owners=tuple([each.owners[i] for i in chosen]),
                parents=tuple([each.parents[i] for i in chosen]),
                headers=headers,
            )
            outer.append(part)
    return sorted(outer, key=lambda each: each.items[0])
