"""Terms by their prefixes and types, and the triples of a subject."""

import pytest
from hypothesis import given
from pyoxigraph import Literal, NamedNode, RdfFormat, Triple, parse, serialize

from graph.made import TEXTS
from weblode.graph.terms import about, iri_node, number, reification, term, text, typed, typed_as

XSD = "http://www.w3.org/2001/XMLSchema#"
A, B = NamedNode("urn:a"), NamedNode("urn:b")


def test_a_term_is_named_with_the_prefix_of_its_vocabulary():
    assert term("skos:broader") == NamedNode("http://www.w3.org/2004/02/skos/core#broader")
    assert term("wl:xpath") == NamedNode("urn:weblode:terms#xpath")
    with pytest.raises(KeyError):
        term("foaf:name")


def test_an_iri_that_is_none_is_refused():
    assert iri_node("urn:a") == A
    with pytest.raises(ValueError, match="IRI"):
        iri_node("no iri")


@given(TEXTS)
def test_every_text_survives_rdf_xml(words):
    triple = Triple(A, B, text(words))
    written = serialize([triple], format=RdfFormat.RDF_XML)
    assert [quad.triple for quad in parse(written, format=RdfFormat.RDF_XML)] == [triple]


@pytest.mark.parametrize(
    ("words", "value", "kind"),
    [
        ("March 5, 2017", "2017-03-05", "date"),
        ("812", "812", "integer"),
        ("19,99 €", "19.99", "decimal"),
        ("03/04/2017", "03/04/2017", "string"),
        ("", "", "string"),
    ],
)
def test_a_literal_has_a_type_only_where_there_is_no_doubt(words, value, kind):
    assert typed(words) == Literal(value, datatype=NamedNode(XSD + kind))


def test_a_number_is_an_integer():
    assert number(-3) == typed_as("-3", "integer") == Literal(-3)


def test_an_object_that_comes_twice_is_told_once_in_the_place_of_the_first():
    found = list(about(A, (B, [text("x"), text("y"), text("x")]), (A, iter([B])), (B, [])))
    assert found == [Triple(A, B, text("x")), Triple(A, B, text("y")), Triple(A, A, B)]


def test_a_node_that_quotes_a_statement_says_what_it_quotes():
    found = {
        str(triple.predicate).rpartition("#")[2][:-1]: triple.object for triple in about(A, *reification((A, B, A)))
    }
    assert found == {"type": term("rdf:Statement"), "subject": A, "predicate": B, "object": A}
