"""What the main job knows so far: concepts, what is broader, instances, and what was left out."""

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field, replace

from weblode.graph.merging import joined, renamed
from weblode.mining.journal import Journal
from weblode.ontology import Broader, Concept, Dropped, Instance, Ontology
from weblode.taxonomy.labels import key
from weblode.taxonomy.semantics import Same
from weblode.values.names import unused_name


@dataclass
class MiningState:
    """What is known so far."""

    journal: Journal
    concepts: list[Concept] = field(default_factory=list)
    broader: list[Broader] = field(default_factory=list)
    instances: list[Instance] = field(default_factory=list)
    dropped: list[Dropped] = field(default_factory=list)
    keys: set[str] = field(default_factory=set)  # of all labels of the concepts and of the home pages
    ids: set[str] = field(default_factory=set)
    merged: dict[str, str] = field(default_factory=dict)  # by the id of a concept that is no more, that of its own now

    def add(self, concept: Concept) -> Concept:
        """A concept, now among the known ones, under an id that no other has."""
        id_ = unused_name(concept.id, self.ids)
        self.ids.add(id_)
        self.keys.update(map(key, concept.labels))
        self.concepts.append(found := replace(concept, id=id_))
        return found

    def merge(self, same: Same) -> None:
        """Put two concepts together, under the name of the one that more sites have; unless a site has both."""
        found = {concept.id: concept for concept in self.concepts}
        pair = [found[self._now(id_)] for id_ in (same.one, same.other)]
        one, other = sorted(pair, key=lambda concept: (-len(concept.sites), concept.id))
        if one is other or set(one.sites) & set(other.sites):
            return
        both = joined(one, other)
        both = replace(both, merged=(*both.merged, f"{other.label!r} and {one.label!r}: {same.why}"))
        self.merged[other.id] = one.id
        self.concepts = [both if concept is one else concept for concept in self.concepts if concept is not other]
        self.broader = renamed(self.broader, {other.id: one.id})
        self.instances = [
            replace(instance, concept=one.id) if instance.concept == other.id else instance
            for instance in self.instances
        ]

    def _now(self, id_: str) -> str:
        """The id that a concept has by now."""
        while id_ in self.merged:
            id_ = self.merged[id_]
        return id_

    def drop(self, concepts: Iterable[Concept], reason: str) -> None:
        """Leave concepts out, and the pairs they are in."""
        gone = {concept.id: concept for concept in concepts}
        self.dropped += [Dropped(concept.label, reason) for concept in gone.values()]
        self.concepts = [concept for concept in self.concepts if concept.id not in gone]
        self.broader = [pair for pair in self.broader if not {pair.narrower, pair.broader} & gone.keys()]
        self.instances = [instance for instance in self.instances if instance.concept not in gone]

    def parents(self) -> dict[str, set[str]]:
        """By concept the broader ones."""
        found: dict[str, set[str]] = {}
        for pair in self.broader:
            found.setdefault(pair.narrower, set()).add(pair.broader)
        return found

    def fell(self, seen: Container[str], reason: str) -> None:
        """Leave out concepts of which pages were seen and that have neither instances nor narrower concepts."""
        listed = {instance.concept for instance in self.instances}
        while True:
            fruitful = listed | {pair.broader for pair in self.broader}
            bare = [concept for concept in self.concepts if concept.id in seen and concept.id not in fruitful]
            if not bare:
                break
            self.drop(bare, reason)

    def ontology(self, sites: Mapping[str, str]) -> Ontology:
        """All of it, the concepts of most sites first."""
        order = sorted(self.concepts, key=lambda concept: (-len(concept.sites), concept.id))
        return Ontology(tuple(order), tuple(self.broader), tuple(self.instances), tuple(self.dropped), sites)
