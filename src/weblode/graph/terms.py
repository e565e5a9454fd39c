"""RDF terms, cached: vocabulary terms by prefix, literals by type, and the triples of a subject."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from functools import lru_cache

from pyoxigraph import Literal, NamedNode, Triple

from weblode.caches import bounded_cache
from weblode.graph.names import PREFIXES, plain
from weblode.ontology import Attribute
from weblode.values.literals import value

Term = NamedNode | Literal
Pair = tuple[NamedNode, Iterable[Term]]
RdfStatement = tuple[NamedNode, NamedNode, Term]  # subject, predicate, object


@lru_cache(maxsize=4096)
def term(name: str) -> NamedNode:
    """The term of a vocabulary, as in `term("skos:broader")`."""
    prefix, _, rest = name.partition(":")
    return NamedNode(PREFIXES[prefix] + rest)


@bounded_cache(2 * 2**20)
def iri_node(iri: str) -> NamedNode:
    """The node with an IRI."""
    return NamedNode(iri)


def text(words: str) -> Literal:
    """A plain literal."""
    return Literal(plain(words))


def number(n: int) -> Literal:
    """An integer literal."""
    return typed_as(str(n), "integer")


def typed_as(words: str, kind: str) -> Literal:
    """A literal of an XML Schema type."""
    return Literal(words, datatype=term(f"xsd:{kind}"))


@bounded_cache(2 * 2**20)
def typed(words: str) -> Literal:
    """A literal of the type that the words have beyond doubt, else plain text."""
    parsed = value(words)
    return typed_as(parsed.text, parsed.type) if parsed.type else text(words)


def attribute_literal(attribute: Attribute) -> Literal:
    """The value of an attribute: as its column was read, else by what its own words say beyond doubt."""
    read = dict(attribute.read)
    if (number := read.get("number")) is not None:
        return typed_as(format(Decimal(str(number)), "f"), "decimal")
    if (day := read.get("date")) is not None:
        return typed_as(str(day), "dateTime" if "T" in str(day) else "date")
    if (seconds := read.get("seconds")) is not None:
        return typed_as(f"PT{format(Decimal(str(seconds)), 'f')}S", "dayTimeDuration")
    return typed(attribute.value)


def about(subject: NamedNode, *pairs: Pair) -> list[Triple]:
    """The triples of a subject, each once."""
    return [Triple(subject, predicate, each) for predicate, objects in pairs for each in dict.fromkeys(objects)]


def reification(statement: RdfStatement) -> list[Pair]:
    """The predicates and objects of a node that quotes a statement."""
    subject, predicate, object_ = statement
    return [
        (term("rdf:type"), [term("rdf:Statement")]),
        (term("rdf:subject"), [subject]),
        (term("rdf:predicate"), [predicate]),
        (term("rdf:object"), [object_]),
    ]
