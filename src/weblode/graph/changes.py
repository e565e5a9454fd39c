"""What changed between two runs: which concepts, broader pairs and instances are new, gone, or moved.

Two concepts are the same if they have the same id, else if they have the same preferred label, else if they share a
label, ignoring case; each has at most one counterpart. Two instances are the same if they have the same address. An
instance that is gone and one that is new are also the same if both are on one host (for saved pages: in one folder)
and no other instance there has their title.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from weblode.ontology import Concept, Instance, Ontology
from weblode.values.addresses import holder

CHANGES = "changes.json"


@dataclass(frozen=True)
class Change:
    """A concept or instance, and the labels of the concepts that it was below before and is below now."""

    name: str  # the preferred label, or the title
    id: str  # of the concept, or the address of the instance
    before: tuple[str, ...] = ()
    now: tuple[str, ...] = ()
    was_at: str = ""  # the former address of an instance that has another one now

    @property
    def left(self) -> tuple[str, ...]:
        """The labels of the concepts that it is no longer below."""
        return tuple(label for label in self.before if label not in self.now)

    @property
    def joined(self) -> tuple[str, ...]:
        """The labels of the concepts that it is newly below."""
        return tuple(label for label in self.now if label not in self.before)


@dataclass(frozen=True)
class Difference:
    """What is new, gone and moved, in the order of the ontologies."""

    new: tuple[Change, ...] = ()
    gone: tuple[Change, ...] = ()
    moved: tuple[Change, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.new or self.gone or self.moved)


@dataclass(frozen=True)
class Changes:
    """The differences between two ontologies. Pairs are only new or gone; it is their concept that is moved."""

    concepts: Difference = Difference()
    broader: Difference = Difference()
    instances: Difference = Difference()

    def as_json(self) -> dict[str, Any]:
        """The content of `changes.json`."""
        pairs = self.broader
        return {
            "concepts": _as_rows(self.concepts, "id"),
            "broader": {
                "new": [[pair.name, *pair.now] for pair in pairs.new],
                "gone": [[pair.name, *pair.before] for pair in pairs.gone],
            },
            "instances": _as_rows(self.instances, "url"),
        }


def changes(before: Ontology, now: Ontology) -> Changes:
    """What changed from one ontology to the next."""
    old = _Side(before, match_concepts(before.concepts, now.concepts))
    new = _Side(now, {concept.id: concept.id for concept in now.concepts})
    return Changes(_concepts(old, new), _pairs(old, new), _instances(old, new))


def _as_rows(difference: Difference, id_: str) -> dict[str, list[dict[str, Any]]]:
    def row(change: Change) -> dict[str, Any]:
        optional = {"before": list(change.before), "now": list(change.now), "was_at": change.was_at}
        return {"name": change.name, id_: change.id} | {name: value for name, value in optional.items() if value}

    return {name: list(map(row, getattr(difference, name))) for name in ("new", "gone", "moved")}


def match_concepts(before: Iterable[Concept], now: Collection[Concept], *, preferred: bool = False) -> dict[str, str]:
    """By the id of a concept before, its id now; concepts that are gone are left out.

    With `preferred`, only preferred labels are compared.
    """
    unmatched = {concept.id: concept for concept in before}
    matches = {concept.id: concept.id for concept in now if unmatched.pop(concept.id, None)}
    taken = set(matches)
    for which in (slice(1), slice(None))[: 1 if preferred else 2] if unmatched else ():  # preferred labels, then all
        by_label: dict[str, list[str]] = {}
        for concept in unmatched.values():
            for label in concept.labels[which]:
                by_label.setdefault(label.casefold(), []).append(concept.id)
        for concept in now:
            candidates = (id_ for label in concept.labels[which] for id_ in by_label.get(label.casefold(), ()))
            former = next((id_ for id_ in candidates if id_ in unmatched), None)
            if former is not None and concept.id not in taken:
                matches[former] = concept.id
                taken.add(concept.id)
                del unmatched[former]
    return matches


Key = tuple[bool, str]  # (True, current id) for a concept in both runs, (False, its own id) for one in a single run


class _Side:
    """One of the two ontologies; a concept that is in both has the same key in both."""

    def __init__(self, ontology: Ontology, same: Mapping[str, str]) -> None:
        self._same = same
        self.ontology = ontology
        self.concepts = {self.key(concept.id): concept for concept in ontology.concepts}
        self.above: dict[Key, list[Key]] = {}
        for pair in ontology.broader:
            self.above.setdefault(self.key(pair.narrower), []).append(self.key(pair.broader))
        self.instances: dict[str, list[Instance]] = {}
        for instance in ontology.instances:
            self.instances.setdefault(address(instance), []).append(instance)

    def key(self, id_: str) -> Key:
        """The key of a concept."""
        return (id_ in self._same, self._same.get(id_, id_))

    def labels(self, keys: Sequence[Key]) -> tuple[str, ...]:
        """The preferred labels of concepts, each once."""
        return tuple(dict.fromkeys(self.concepts[key].label for key in keys if key in self.concepts))

    def concepts_at(self, place: str) -> list[Key]:
        """The keys of the concepts of the instance at an address."""
        return [self.key(instance.concept) for instance in self.instances[place]]


def address(instance: Instance) -> str:
    """What identifies an instance: its address; else the page that lists it, with its link or title there."""
    return instance.url or f"{instance.page}#{instance.href or instance.title}"


def _concepts(old: _Side, new: _Side) -> Difference:
    def change(key: Key) -> Change:
        one = new.concepts.get(key) or old.concepts[key]
        before, now = (side.labels(side.above.get(key, ())) for side in (old, new))
        return Change(one.label, one.id, before, now)

    return Difference(
        tuple(change(key) for key in new.concepts if key not in old.concepts),
        tuple(change(key) for key in old.concepts if key not in new.concepts),
        tuple(
            change(key)
            for key in new.concepts
            if key in old.concepts and set(old.above.get(key, ())) != set(new.above.get(key, ()))
        ),
    )


def _pairs(old: _Side, new: _Side) -> Difference:
    def pairs(side: _Side, other: _Side) -> Iterator[tuple[str, str, tuple[str, ...]]]:
        for key, above in side.above.items():
            for broader in above:
                if broader not in other.above.get(key, ()):
                    yield side.concepts[key].label, side.concepts[key].id, side.labels([broader])

    return Difference(
        tuple(Change(name, id_, now=above) for name, id_, above in pairs(new, old)),
        tuple(Change(name, id_, before=above) for name, id_, above in pairs(old, new)),
    )


def _instances(old: _Side, new: _Side) -> Difference:
    gone = [place for place in old.instances if place not in new.instances]
    fresh = [place for place in new.instances if place not in old.instances]
    moves = _moves(old, new, gone, fresh)  # by the current address, the former one
    former_places = set(moves.values())

    def change(place: str, former: str = "") -> Change:
        title = (new.instances.get(place) or old.instances[place])[0].title
        before, now = (
            side.labels(side.concepts_at(where)) if where in side.instances else ()
            for side, where in ((old, former or place), (new, place))
        )
        return Change(title, place, before, now, former)

    elsewhere = (
        place
        for place in new.instances
        if place in old.instances and set(old.concepts_at(place)) != set(new.concepts_at(place))
    )
    return Difference(
        tuple(change(place) for place in fresh if place not in moves),
        tuple(change(place) for place in gone if place not in former_places),
        (*map(change, elsewhere), *(change(place, former) for place, former in moves.items())),
    )


def _moves(old: _Side, new: _Side, gone: Sequence[str], fresh: Sequence[str]) -> dict[str, str]:
    """By the current address of an instance, its former one, where the title leaves no doubt."""
    former, latter = _by_title(old, gone), _by_title(new, fresh)
    pairs = ((latter[title], former[title]) for title in latter if title in former)
    return {now[0]: before[0] for now, before in pairs if len(now) == len(before) == 1}


def _by_title(side: _Side, places: Sequence[str]) -> dict[tuple[str, str], list[str]]:
    """Addresses by (host or folder, title); instances without a title are left out."""
    places_by_title: dict[tuple[str, str], list[str]] = {}
    for place in places:
        title = " ".join(side.instances[place][0].title.casefold().split())
        if title:
            places_by_title.setdefault((holder(place), title), []).append(place)
    return places_by_title
