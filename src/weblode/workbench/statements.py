"""The statements of an ontology, by the page they were read on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from weblode.ontology import Instance, Ontology, Witness


@dataclass(frozen=True)
class Statement:
    """A fact of an ontology with one of the places where it was read."""

    kind: str  # concept, pair, instance, attribute
    text: str
    concept: str  # id
    instance: int | None  # its position among the instances of the concept
    witness: Witness


def by_page(ontology: Ontology, instances: Mapping[str, Sequence[Instance]]) -> dict[str, list[Statement]]:
    """The statements of an ontology by the page of their witness; `instances` are by concept id."""
    pages: dict[str, list[Statement]] = {}
    for statement in _statements(ontology, instances):
        pages.setdefault(statement.witness.page, []).append(statement)
    return pages


def addresses(ontology: Ontology) -> frozenset[str]:
    """The addresses of all pages in an ontology, also of those without statements."""
    linked = {url for concept in ontology.concepts for url in concept.urls}
    listing = {page for one in ontology.instances for page in (one.page, one.url) if page}
    return frozenset(linked | listing | set(ontology.sites.values()))


def _statements(ontology: Ontology, instances_by_concept: Mapping[str, Sequence[Instance]]) -> Iterator[Statement]:
    labels = {concept.id: concept.label for concept in ontology.concepts}
    for concept in ontology.concepts:
        for witness in concept.witnesses:
            yield Statement("concept", concept.label, concept.id, None, witness)
    for pair in ontology.broader:
        text = " is below ".join(labels.get(id_, id_) for id_ in (pair.narrower, pair.broader))
        for witness in pair.witnesses:
            yield Statement("pair", text, pair.narrower, None, witness)
    for id_, instances in instances_by_concept.items():
        for number, instance in enumerate(instances):
            witness = instance.witness or Witness(instance.page)
            yield Statement("instance", instance.title or instance.href, id_, number, witness)
            for attribute in instance.attributes:
                yield Statement("attribute", f"{attribute.name}: {attribute.value}", id_, number, attribute.witness)
