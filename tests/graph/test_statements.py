"""What the triples say, as rdflib reads them: concepts, attributes, witnesses and pages."""

from dataclasses import replace
from itertools import pairwise

import pytest
import rdflib
from hypothesis import given, settings
from rdflib.namespace import OWL, RDF, RDFS, SKOS, XSD

from graph.made import NEWS, article, ontologies
from graph.readers import SCHEMA, WL, faults, loaded
from weblode.graph.identity import place
from weblode.graph.statements import GraphOptions, triples
from weblode.ontology import Concept, Instance, Ontology, Witness


@pytest.fixture(scope="module")
def news(tmp_path_factory):
    return loaded(NEWS, tmp_path_factory.mktemp("news"))


@given(ontologies())
@settings(max_examples=30)
def test_without_witnesses_it_is_valid_too(tmp_path_factory, ontology):
    found = loaded(ontology, tmp_path_factory.mktemp("graph"), witnesses=False, base="https://a.test/o/")
    assert (None, RDF.type, RDF.Statement) not in found
    assert faults(found) == ""


def test_a_concept_has_its_labels_and_those_above_and_below(news):
    world, cup = rdflib.URIRef("urn:weblode:concept/world"), rdflib.URIRef("urn:weblode:concept/cup")
    assert str(news.value(world, SKOS.prefLabel)) == "World"
    assert {str(each) for each in news.objects(world, SKOS.altLabel)} == {"World news", "International"}
    assert {str(each).rsplit("/")[-1] for each in news.objects(cup, SKOS.broader)} == {"football", "world"}
    assert news.value(world, WL.support).toPython() == 2
    assert (world, SKOS.topConceptOf, rdflib.URIRef("urn:weblode:scheme")) in news
    assert (rdflib.URIRef("urn:weblode:concept/europe"), RDF.type, OWL.Class) not in news


def test_attributes_have_types_where_they_are_sure_and_standard_terms(news):
    monsoon, final, shares = (
        rdflib.URIRef(f"urn:weblode:instance/https://gazette.test/{name}.html")
        for name in ("monsoon", "final", "shares")
    )
    assert news.value(monsoon, SCHEMA.datePublished) == rdflib.Literal("2017-03-05", datatype=XSD.date)
    assert news.value(final, SCHEMA.datePublished) == rdflib.Literal("03/04/2017")
    assert {str(each) for each in news.objects(final, SCHEMA.author)} == {"B. Other", "C. Third"}
    assert news.value(shares, SCHEMA.price).toPython().as_tuple().digits == (1, 9, 9, 9)
    [said] = news.subjects(WL.currency)
    assert str(news.value(said, WL.text)) == "19,99 €"
    assert str(news.value(rdflib.URIRef("urn:weblode:attribute/Words"), RDFS.label)) == "Words"


def test_times_of_pages_are_told(tmp_path):
    witness = Witness("a.html", "/html")
    ontology = Ontology((Concept("a", ("A",), witnesses=(witness,)),))
    found = loaded(ontology, tmp_path, times={"a.html": "2017-03-05T10:00:00Z"})
    [time] = found.objects(rdflib.URIRef("urn:weblode:page/a.html"), rdflib.PROV.generatedAtTime)
    assert time.toPython().year == 2017


@given(ontologies())
def test_each_triple_comes_once_and_those_of_a_subject_come_together(ontology):
    found = list(triples(ontology))
    subjects = [triple.subject for triple in found]
    assert len(set(found)) == len(found)
    assert sum(one != two for one, two in pairwise(subjects)) == max(0, len(set(subjects)) - 1)


@given(ontologies())
def test_without_witnesses_nothing_is_said_that_is_not_said_with_them(ontology):
    assert set(triples(ontology, options=GraphOptions(witnesses=False))) <= set(triples(ontology))


def test_a_page_that_two_concepts_list_is_one_instance_of_both():
    listed = article("asia", "monsoon")
    both = replace(NEWS, instances=(listed, replace(listed, concept="europe")))
    kinds = {str(one.object) for one in triples(both) if ":instance/" in str(one.subject) and "type>" in str(one)}
    assert {"<urn:weblode:concept/asia>", "<urn:weblode:concept/europe>"} <= kinds
    assert len({one.subject for one in triples(both) if ":instance/" in str(one.subject)}) == 1


def test_an_instance_is_known_by_its_address_else_by_its_link_its_node_or_its_title():
    assert place(Instance("c", "T", "t.html", "l.html", "https://a.test/t?x")) == "https://a.test/t%3Fx"
    assert place(Instance("c", "T", "t.html", "l.html", witness=Witness("l.html", "/p"))) == "l.html#t.html"
    assert place(Instance("c", "T", "", "l.html", witness=Witness("l.html", "/p[1]"))) == "l.html#/p%5B1%5D"
    assert place(Instance("c", "T t", "", "l.html")) == "l.html#T%20t"
