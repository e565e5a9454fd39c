"""An ontology as RDF: SKOS concepts, OWL classes, attributes as properties, and the witness of each statement.

All triples are in one graph, so that Turtle, RDF/XML, JSON-LD and N-Quads have the same content. A witness is one node
that quotes one statement (`rdf:subject`, `rdf:predicate`, `rdf:object`) and has the page, the XPath and the method:
seven triples. Named graphs would need four, but Turtle and RDF/XML have none; a shared node for each place could not
tell which of several statements about a thing was read there. docs/graph.md has the vocabulary and examples.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from pyoxigraph import NamedNode, Triple

from weblode.graph import names
from weblode.graph.attribute_names import standard_term, synonyms
from weblode.graph.identity import place
from weblode.graph.merging import with_ancestors
from weblode.graph.terms import (
    Pair,
    RdfStatement,
    Term,
    about,
    attribute_literal,
    iri_node,
    number,
    reification,
    term,
    text,
    typed_as,
)
from weblode.ontology import Attribute, Broader, Concept, Instance, Ontology, Witness
from weblode.values.literals import value

_TERMS = {
    "currency": "The currency of a price, as the page writes it.",
    "href": "The link to an instance as the page has it, where its address is not known.",
    "method": "How a statement was read: outline, json-ld, template, ...",
    "support": "How many sites a statement was found on.",
    "text": "What the page has, where the value was read as a date or a number.",
    "xpath": "The node of the page that a statement was read from.",
}


@dataclass(frozen=True)
class GraphOptions:
    """How to write a graph."""

    base: str = names.BASE  # the start of the IRIs of concepts, attributes, instances
    witnesses: bool = True  # False leaves out where each statement was read; about a quarter of the triples remains
    times: Mapping[str, str] = field(default_factory=dict)  # by page, when it was fetched, as an XML Schema dateTime


DEFAULT = GraphOptions()


def triples(ontology: Ontology, *, options: GraphOptions = DEFAULT) -> Iterator[Triple]:
    """The graph of an ontology: each triple once, the triples of a subject together."""
    graph = _Graph(ontology, options)
    for part in (graph.scheme, graph.terms, graph.sites, graph.concepts, graph.relations, graph.instances, graph.pages):
        yield from part()


class _Graph:
    """The triples of one ontology, part by part. `pages` comes last: the other parts collect the pages."""

    def __init__(self, ontology: Ontology, options: GraphOptions) -> None:
        self._ontology, self._options = ontology, options
        self._parents: dict[str, list[str]] = {}
        self._children: dict[str, list[str]] = {}
        for pair in ontology.broader:
            self._parents.setdefault(pair.narrower, []).append(pair.broader)
            self._children.setdefault(pair.broader, []).append(pair.narrower)
        self._top = [concept.id for concept in ontology.concepts if concept.id not in self._parents]
        self._classes = with_ancestors({instance.concept for instance in ontology.instances}, self._parents)
        self._written: set[str] = set()  # keys of the witnesses and statements so far
        self._pages: dict[tuple[str, str | None], NamedNode] = {}
        self._attributes: dict[str, NamedNode] = {}

    def scheme(self) -> Iterator[Triple]:
        """The concept scheme, which is also the OWL ontology."""
        homes = ", ".join(sorted(self._ontology.sites)) or "web sites"
        yield from about(
            self._node("scheme"),
            (term("rdf:type"), [term("skos:ConceptScheme"), term("owl:Ontology")]),
            (term("dcterms:title"), [text(f"Concepts of {homes}")]),
            (term("skos:hasTopConcept"), map(self._concept, self._top)),
        )

    def terms(self) -> Iterator[Triple]:
        """Our own vocabulary, then the attributes as properties."""
        for name, meaning in _TERMS.items():
            yield from about(
                term(f"wl:{name}"),
                (term("rdf:type"), [term("owl:AnnotationProperty")]),
                (term("rdfs:label"), [text(name)]),
                (term("rdfs:comment"), [text(meaning)]),
            )
        preferred = synonyms(self._ontology.instances)
        for name in sorted({each.name for instance in self._ontology.instances for each in instance.attributes}):
            best = preferred.get(name, name)
            others = [each for each, other in preferred.items() if other == name != each]
            yield from about(
                self._attribute(name),
                (term("rdf:type"), [term("owl:DatatypeProperty")]),
                (term("rdfs:label"), [text(name)]),
                (term("skos:altLabel"), map(text, others)),
                (term("owl:equivalentProperty"), [self._attribute(best)] if best != name else []),
                (term("rdfs:subPropertyOf"), map(term, _standard(name))),
            )

    def sites(self) -> Iterator[Triple]:
        """The sites that concepts are attributed to."""
        homes = dict.fromkeys((site for each in self._ontology.concepts for site in each.sites), "")
        homes |= dict.fromkeys((site for each in self._ontology.broader for site in each.sites), "")
        homes |= self._ontology.sites
        for site in sorted(homes):
            home = homes[site]
            yield from about(
                self._site(site),
                (term("rdf:type"), [term("prov:Agent"), term("schema:WebSite")]),
                (term("rdfs:label"), [text(site)]),
                (term("schema:url"), [self._page(home, home)] if home else []),
            )

    def concepts(self) -> Iterator[Triple]:
        """The concepts, each followed by its witnesses."""
        for concept in self._ontology.concepts:
            yield from self._about_concept(concept)
            node = self._concept(concept.id)
            for witness in concept.witnesses:
                yield from self._witness((node, term("rdf:type"), term("skos:Concept")), witness)

    def _about_concept(self, concept: Concept) -> Iterator[Triple]:
        preferred, *others = map(text, concept.labels or (concept.id,))
        above, below = (
            list(map(self._concept, links.get(concept.id, ()))) for links in (self._parents, self._children)
        )
        is_class = concept.id in self._classes
        yield from about(
            self._concept(concept.id),
            (term("rdf:type"), [term("skos:Concept"), *([term("owl:Class")] if is_class else [])]),
            (term("skos:prefLabel"), [preferred]),
            (term("skos:altLabel"), [each for each in others if each != preferred]),
            (term("rdfs:label"), [preferred] if is_class else []),
            (term("skos:inScheme"), [self._node("scheme")]),
            (term("skos:topConceptOf"), [] if above else [self._node("scheme")]),
            (term("skos:broader"), above),
            (term("rdfs:subClassOf"), above if is_class else []),
            (term("skos:narrower"), below),
            (term("wl:support"), [number(len(concept.sites))]),
            (term("prov:wasAttributedTo"), map(self._site, concept.sites)),
            (term("schema:subjectOf"), [self._page(url, url) for url in concept.urls]),
            (term("skos:editorialNote"), map(text, concept.merged)),
            (term("skos:changeNote"), map(text, concept.edited)),
            (term("dcterms:replaces"), map(self._concept, concept.replaces)),
        )

    def relations(self) -> Iterator[Triple]:
        """For each broader pair, its statement with the support, and its witnesses."""
        if not self._options.witnesses:
            return
        for pair in self._ontology.broader:
            statement = (self._concept(pair.narrower), term("skos:broader"), self._concept(pair.broader))
            yield from self._support(statement, pair)
            for witness in pair.witnesses:
                yield from self._witness(statement, witness)

    def _support(self, statement: RdfStatement, pair: Broader) -> Iterator[Triple]:
        key = names.digest(*map(str, statement))
        if key not in self._written:
            self._written.add(key)
            yield from about(
                self._node(f"statement/{key}"),
                *reification(statement),
                (term("wl:support"), [number(len(pair.sites))]),
                (term("prov:wasAttributedTo"), map(self._site, pair.sites)),
            )

    def instances(self) -> Iterator[Triple]:
        """The instances, each followed by its witnesses. Instances with the same address are one node."""
        grouped: dict[str, list[Instance]] = {}
        for instance in self._ontology.instances:
            grouped.setdefault(place(instance), []).append(instance)
        for own, group in grouped.items():
            node = self._node(f"instance/{own}")
            yield from self._about_instance(node, group)
            for instance in group:
                statement = (node, term("rdf:type"), self._concept(instance.concept))
                yield from self._witness(statement, instance.witness or Witness(instance.page))
                for attribute in instance.attributes:
                    yield from self._attribute_witness(node, attribute)

    def _about_instance(self, node: NamedNode, group: list[Instance]) -> Iterator[Triple]:
        titles = [text(each.title or each.href) for each in group]
        addresses = [each.url for each in group if each.url]
        properties: dict[NamedNode, list[Term]] = {}
        for attribute in (each for instance in group for each in instance.attributes):
            literal = attribute_literal(attribute)
            for predicate in (self._attribute(attribute.name), *map(term, _standard(attribute.name))):
                properties.setdefault(predicate, []).append(literal)
        properties[term("dcterms:title")] = [*titles, *properties.get(term("dcterms:title"), [])]
        yield from about(
            node,
            (term("rdf:type"), [term("owl:NamedIndividual"), *(self._concept(each.concept) for each in group)]),
            (term("rdfs:label"), titles),
            (term("schema:url"), [self._page(url, url) for url in addresses]),
            (term("wl:href"), [text(each.href) for each in group] if not addresses else []),
            *properties.items(),
        )

    def _attribute_witness(self, node: NamedNode, attribute: Attribute) -> list[Triple]:
        """The witness of an attribute, with the text on the page where the value is a date or number read from it."""
        literal = attribute_literal(attribute)
        currency = dict(attribute.read).get("currency") or value(attribute.value).currency
        more: list[Pair] = []
        if literal.datatype != term("xsd:string") and literal.value != attribute.value:
            more.append((term("wl:text"), [text(attribute.value)]))
        if currency:
            more.append((term("wl:currency"), [text(str(currency))]))
        return self._witness((node, self._attribute(attribute.name), literal), attribute.witness, more)

    def _witness(self, statement: RdfStatement, witness: Witness, more: Iterable[Pair] = ()) -> list[Triple]:
        """The node that quotes a statement and tells where it was read."""
        if not self._options.witnesses:
            return []
        page = self._page(witness.page, witness.url)
        place = (page.value, witness.xpath, witness.method)
        key = names.digest(*map(str, statement), *place, *(str(each) for _, objects in more for each in objects))
        if key in self._written:
            return []
        self._written.add(key)
        return about(
            NamedNode(f"{self._options.base}witness/{key}"),  # is asked for once: it need not be cached
            *reification(statement),
            (term("prov:wasDerivedFrom"), [page]),
            (term("wl:xpath"), [text(witness.xpath)] if witness.xpath else []),
            (term("wl:method"), [text(witness.method)]),
            *more,
        )

    def pages(self) -> Iterator[Triple]:
        """The pages that something was read from or that links lead to."""
        by_node: dict[NamedNode, list[str]] = {}
        for (name, _), node in self._pages.items():
            by_node.setdefault(node, []).append(name)
        for node, page_names in by_node.items():
            times = sorted({self._options.times[name] for name in page_names if name in self._options.times})
            yield from about(
                node,
                (term("rdf:type"), [term("prov:Entity"), term("schema:WebPage")]),
                (term("rdfs:label"), [text(name) for name in page_names if name != node.value]),
                (term("prov:generatedAtTime"), [typed_as(each, "dateTime") for each in times[:1]]),
            )

    def _page(self, name: str, url: str | None) -> NamedNode:
        node = self._pages.get((name, url))
        if node is None:
            node = self._pages[name, url] = iri_node(names.page(self._options.base, name, url))
        return node

    def _node(self, rest: str) -> NamedNode:
        return iri_node(self._options.base + rest)

    def _concept(self, id_: str) -> NamedNode:
        return self._node(f"concept/{names.local(id_)}")

    def _attribute(self, name: str) -> NamedNode:
        node = self._attributes.get(name)
        if node is None:
            node = self._attributes[name] = self._node(f"attribute/{names.local(name)}")
        return node

    def _site(self, site: str) -> NamedNode:
        return self._node(f"site/{names.path(site)}")


def _standard(name: str) -> list[str]:
    """The standard term with the meaning of an attribute's name, in a list; empty if there is none."""
    standard = standard_term(name)
    return [standard] if standard else []
