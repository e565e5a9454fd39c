"""Ready-made questions: the concepts, the instances of a concept, and the provenance of a thing."""

from __future__ import annotations

from difflib import get_close_matches

from pyoxigraph import NamedNode, Store

from weblode.errors import OntologyError
from weblode.graph.rdf import prefixes
from weblode.graph.store import QueryAnswer, ask, base

CONCEPTS = """
SELECT ?concept ?label ?broader ?support ?instances {
  ?concept a skos:Concept ; skos:prefLabel ?label ; wl:support ?support .
  OPTIONAL { SELECT ?concept (GROUP_CONCAT(?above; separator=", ") AS ?broader) {
    SELECT ?concept ?above { ?concept skos:broader/skos:prefLabel ?above } ORDER BY ?above } GROUP BY ?concept }
  OPTIONAL { SELECT ?concept (COUNT(?instance) AS ?counted) {
    ?instance a owl:NamedIndividual, ?concept } GROUP BY ?concept }
  BIND(COALESCE(?counted, 0) AS ?instances)
} ORDER BY DESC(?support) ?label ?concept
"""
INSTANCES = """
SELECT ?instance ?title ?concept ?url {
  ?class rdfs:subClassOf* $it .
  ?instance a ?class ; rdfs:label ?title .
  ?class skos:prefLabel ?concept .
  OPTIONAL { ?instance schema:url ?url }
} ORDER BY ?title ?concept ?instance
"""
PROVENANCE = """
SELECT ?property ?value ?page ?xpath ?method ?time {
  ?witness rdf:subject $it ; rdf:predicate ?property ; rdf:object ?value ;
    prov:wasDerivedFrom ?page ; wl:method ?method .
  OPTIONAL { ?witness wl:xpath ?xpath }
  OPTIONAL { ?page prov:generatedAtTime ?time }
} ORDER BY ?property ?value ?page ?xpath ?method
"""
_LABELS = "SELECT ?concept ?label { ?concept a skos:Concept ; skos:prefLabel|skos:altLabel ?label }"


def concepts(store: Store, *, seconds: float = 60.0) -> QueryAnswer:
    """One row per concept: its IRI, label, broader labels, support, and the number of its own instances."""
    return ask(store, CONCEPTS, seconds=seconds)


def instances(store: Store, concept: str, *, seconds: float = 60.0) -> QueryAnswer:
    """One row per instance of a concept or a narrower one; the concept by any of its labels, its id or its IRI."""
    return ask(store, _of(INSTANCES, _concept(store, concept)), seconds=seconds)


def provenance(store: Store, thing: str, *, seconds: float = 60.0) -> QueryAnswer:
    """One row per witness of a statement about a thing; the thing by its IRI, in full or with a prefix."""
    node = _node(store, thing)
    if not any(store.quads_for_pattern(node, None, None)):
        raise OntologyError(f"{thing!r} is not in the graph: give an IRI that --concepts or --instances prints")
    return ask(store, _of(PROVENANCE, node), seconds=seconds)


def _of(question: str, node: NamedNode) -> str:
    return question.replace("$it", str(node))  # str(node) is SPARQL syntax


def _node(store: Store, name: str) -> NamedNode:
    """The node that a name with or without a prefix stands for."""
    bare = name.removeprefix("<").removesuffix(">")
    prefix, _, rest = bare.partition(":")
    known_prefixes = prefixes(base(store))
    try:
        return NamedNode(
            known_prefixes[prefix] + rest if prefix in known_prefixes and not rest.startswith("//") else bare
        )
    except ValueError as error:
        raise OntologyError(f"{name!r} is not an IRI: {error}") from error


def _concept(store: Store, name: str) -> NamedNode:
    """The concept with a name: an exact label, else its id or IRI, else a label that differs in case and spaces."""
    rows: list[tuple[NamedNode, str]] = [(concept, label.value) for concept, label in ask(store, _LABELS).rows]
    base_iri = f"{base(store)}concept/"
    for matches in (
        {concept for concept, label in rows if label == name},
        {
            concept
            for concept, _ in rows
            if concept.value in (base_iri + name, name, f"{base_iri}{name.removeprefix('concept:')}")
        },
        {concept for concept, label in rows if _folded(label) == _folded(name)},
    ):
        if len(matches) == 1:
            return matches.pop()
        if matches:
            iris = ", ".join(sorted(concept.value for concept in matches))
            raise OntologyError(f"{name!r} is a label of several concepts: give one of {iris}")
    near = get_close_matches(_folded(name), sorted({_folded(label) for _, label in rows}), 3)
    hint = f"did you mean {' or '.join(map(repr, near))}?" if near else "--concepts lists them"
    raise OntologyError(f"no concept is called {name!r}: {hint}")


def _folded(label: str) -> str:
    return " ".join(label.casefold().split())
