"""The fields that identify a record: those that occur exactly once in each.

Thesis, section 3.1. Sets that are one-to-one with the entity of interest come first, then those functionally dependent
on it; within each group, keywords before constants, without constants of a type that several sets share. Where the
thesis leaves the order open, it is the order of the file.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from weblode.application.model import Application
from weblode.application.recognise import DataRecords, format_descriptor

_LEAST = 3
_SHARE = 0.2


@dataclass(frozen=True)
class Identifying:
    """A field that identifies a record, by its keywords or by its constants."""

    set: str
    keyword: bool

    @property
    def descriptor(self) -> str:
        """Its descriptor in the data-record table."""
        return format_descriptor(self.set, keyword=self.keyword)


def identifying_fields(application: Application) -> tuple[Identifying, ...]:
    """The record-identifying fields, best first, at most a fifth of the sets (or three); empty if fewer than three."""
    one_to_one, functional = _dependents(application)
    shared = {each.special_of for each in application.sets.values()}
    fields: list[Identifying] = []
    for names in (one_to_one, functional):
        fields += [Identifying(name, keyword=True) for name in names if application.sets[name].keywords]
        fields += [
            Identifying(name, keyword=False)
            for name in names
            if application.sets[name].has_values and not application.sets[name].special_of and name not in shared
        ]
    most = max(_LEAST, round(_SHARE * len(application.sets)))
    return tuple(fields[:most]) if len(fields) >= _LEAST else ()


def _dependents(application: Application) -> tuple[list[str], list[str]]:
    """The sets that are one-to-one with the entity within a record, and those only functionally dependent on it."""
    one_to_one: list[str] = []
    functional: list[str] = []
    for relationship in application.relationships:
        entity = next((each for each in relationship.participants if each.name == application.entity), None)
        if entity is None or entity.within > 1 or len(relationship.participants) > 2:
            continue
        other = next(each for each in relationship.participants if each.name != application.entity)
        (one_to_one if other.within == 1 else functional).append(other.name)
    order = list(application.sets)
    return sorted(set(one_to_one), key=order.index), sorted(set(functional) - set(one_to_one), key=order.index)


def counts(table: DataRecords, fields: Sequence[Identifying], rows: slice = slice(None)) -> list[int]:
    """The number of occurrences of each field in rows of a data-record table."""
    numbers = {kind: number for number, kind in enumerate(table.kinds)}
    by_kind = np.bincount(table.kind[rows], minlength=len(table.kinds)).tolist()
    places = (numbers.get((field.set, field.keyword)) for field in fields)
    return [0 if place is None else by_kind[place] for place in places]


def estimate(occurrences: Sequence[int]) -> float:
    """The number of records by the counts: their mean, without fields that do not occur."""
    present = [n for n in occurrences if n]
    return sum(present) / len(present) if present else 0.0
