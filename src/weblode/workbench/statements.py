"""All that a run read, by the page that it was read on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from weblode.ontology import Instance, Ontology, Witness


@dataclass(frozen=True)
class Statement:
    """Something that was read on a page."""

    kind: str  # concept, pair, instance, attribute
    text: str
    concept: str  # id
    instance: int | None  # its place in the list of the concept
    witness: Witness


def by_page(ontology: Ontology, listed: Mapping[str, Sequence[Instance]]) -> dict[str, list[Statement]]:
    """The statements of an ontology by the page of their witness; `listed` has the instances by their concepts."""
    found: dict[str, list[Statement]] = {}
    for statement in _statements(ontology, listed):
        found.setdefault(statement.witness.page, []).append(statement)
    return found


def addresses(ontology: Ontology) -> frozenset[str]:
    """The pages that an ontology knows of, though nothing may have been read on them."""
    linked = {url for concept in ontology.concepts for url in concept.urls}
    listing = {page for one in ontology.instances for page in (one.page, one.url) if page}
    return frozenset(linked | listing | set(ontology.sites.values()))


def _statements(ontology: Ontology, listed: Mapping[str, Sequence[Instance]]) -> Iterator[Statement]:
    labels = {concept.id: concept.label for concept in ontology.concepts}
    for concept in ontology.concepts:
        for witness in concept.witnesses:
            yield Statement("concept", concept.label, concept.id, None, witness)
    for pair in ontology.broader:
        text = " is below ".join(labels.get(id_, id_) for id_ in (pair.narrower, pair.broader))
        for witness in pair.witnesses:
            yield Statement("pair", text, pair.narrower, None, witness)
    for id_, instances in listed.items():
        for number, instance in enumerate(instances):
            witness = instance.witness or Witness(instance.page)
            yield Statement("instance", instance.title or instance.href, id_, number, witness)
            for attribute in instance.attributes:
                yield Statement("attribute", f"{attribute.name}: {attribute.value}", id_, number, attribute.witness)
