"""The state of a mining job: concepts, broader pairs, instances, and what was dropped."""

from collections.abc import Collection, Container, Iterable, Mapping
from dataclasses import dataclass, field, replace

from weblode.graph.merging import merge_concepts, rename_pairs
from weblode.mining.journal import Journal
from weblode.ontology import Broader, Concept, Dropped, Instance, Ontology
from weblode.taxonomy.keys import key
from weblode.taxonomy.second_names import Same
from weblode.values.names import unused_name


@dataclass
class MiningState:
    """All concepts, broader pairs and instances so far."""

    journal: Journal
    concepts: list[Concept] = field(default_factory=list)
    broader: list[Broader] = field(default_factory=list)
    instances: list[Instance] = field(default_factory=list)
    dropped: list[Dropped] = field(default_factory=list)
    keys: set[str] = field(default_factory=set)  # the keys of all labels of the concepts
    refused: set[str] = field(default_factory=set)  # those of labels that enough home pages share
    ids: set[str] = field(default_factory=set)
    merged: dict[str, str] = field(
        default_factory=dict
    )  # by the id of a concept that was merged away, the id of the concept it is part of
    _addresses: set[str | None] = field(default_factory=set)
    _counted: int = 0  # the instances whose addresses are there

    def add(self, concept: Concept) -> Concept:
        """Add a concept, under an id that no other has, and return it."""
        id_ = unused_name(concept.id, self.ids)
        self.ids.add(id_)
        self.keys.update(map(key, concept.labels))
        self.concepts.append(added := replace(concept, id=id_))
        return added

    def merge(self, same: Same) -> None:
        """Merge two concepts under the name of the one that more sites have, unless a site has both."""
        by_id = {concept.id: concept for concept in self.concepts}
        pair = [by_id[self._current_id(id_)] for id_ in (same.one, same.other)]
        one, other = sorted(pair, key=lambda concept: (-len(concept.sites), concept.id))
        if one is other or set(one.sites) & set(other.sites):
            return
        merged = merge_concepts(one, other)
        merged = replace(merged, merged=(*merged.merged, f"{other.label!r} and {one.label!r}: {same.why}"))
        self.merged[other.id] = one.id
        self.concepts = [merged if concept is one else concept for concept in self.concepts if concept is not other]
        self.broader = rename_pairs(self.broader, {other.id: one.id})
        self.instances = [
            replace(instance, concept=one.id) if instance.concept == other.id else instance
            for instance in self.instances
        ]

    def _current_id(self, id_: str) -> str:
        """The id of the concept that this one has been merged into, or its own."""
        while id_ in self.merged:
            id_ = self.merged[id_]
        return id_

    def drop(self, concepts: Iterable[Concept], reason: str) -> None:
        """Drop concepts, with their broader pairs and instances."""
        gone = {concept.id: concept for concept in concepts}
        self.dropped += [Dropped(concept.label, reason) for concept in gone.values()]
        self.concepts = [concept for concept in self.concepts if concept.id not in gone]
        self.broader = [pair for pair in self.broader if not {pair.narrower, pair.broader} & gone.keys()]
        self.instances = [instance for instance in self.instances if instance.concept not in gone]
        self._addresses, self._counted = set(), 0

    def drop_labels(self, labels: Iterable[Dropped]) -> None:
        """Note labels that were dropped, unless they were before, or are or must not become concepts."""
        new = [one for one in labels if key(one.name) not in self.keys and key(one.name) not in self.refused]
        names = {one.name for one in self.dropped} if new else set()
        self.dropped += [one for one in new if one.name not in names]

    def addresses(self) -> set[str | None]:
        """The addresses of all instances so far."""
        for one in self.instances[self._counted :]:
            self._addresses.add(one.url)
        self._counted = len(self.instances)
        return self._addresses

    def among(self, ids: Collection[str]) -> list[Concept]:
        """The concepts with these ids, as far as they are there."""
        return [concept for concept in self.concepts if concept.id in ids]

    def parents(self) -> dict[str, set[str]]:
        """By concept id, the ids of its broader concepts."""
        parents: dict[str, set[str]] = {}
        for pair in self.broader:
            parents.setdefault(pair.narrower, set()).add(pair.broader)
        return parents

    def drop_barren(self, seen: Container[str], reason: str) -> None:
        """Drop the concepts in `seen` that have neither instances nor narrower concepts."""
        with_instances = {instance.concept for instance in self.instances}
        while True:
            fruitful = with_instances | {pair.broader for pair in self.broader}
            barren = [concept for concept in self.concepts if concept.id in seen and concept.id not in fruitful]
            if not barren:
                break
            self.drop(barren, reason)

    def ontology(self, sites: Mapping[str, str]) -> Ontology:
        """The ontology as it is now, the concepts of most sites first."""
        order = sorted(self.concepts, key=lambda concept: (-len(concept.sites), concept.id))
        return Ontology(tuple(order), tuple(self.broader), tuple(self.instances), tuple(self.dropped), sites)
