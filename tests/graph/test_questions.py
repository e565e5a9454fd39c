"""The ready-made questions, asked of the news."""

import pytest

from graph.made import concept, values
from weblode.errors import OntologyError
from weblode.graph import questions, statements, store
from weblode.ontology import Ontology


def test_concepts_are_listed_by_support(news):
    rows = values(questions.concepts(news))
    assert rows[0] == ("urn:weblode:concept/asia", "Asia", "World", "2", "1")
    assert rows[-1] == ("urn:weblode:concept/cup", "World Cup", "Football, World", "1", "1")
    assert len(rows) == 10


@pytest.mark.parametrize(
    "name", ["world", "World", "INTERNATIONAL", "world  news", "urn:weblode:concept/world", "concept:world"]
)
def test_instances_of_a_concept_and_of_those_below_it_by_any_of_its_names(news, name):
    assert [(title, of) for _, title, of, _ in values(questions.instances(news, name))] == [
        ("Final", "World Cup"),
        ("Monsoon", "Asia"),
    ]


def test_an_unknown_concept_is_told_with_one_like_it(news):
    with pytest.raises(OntologyError, match=r"no concept is called 'Footbal': did you mean 'football'\?"):
        questions.instances(news, "Footbal")


@pytest.mark.parametrize(
    "name", ["instance:https://gazette.test/shares.html", "<urn:weblode:instance/https://gazette.test/shares.html>"]
)
def test_where_each_statement_was_read(news, name):
    rows = values(questions.provenance(news, name))
    page = "https://gazette.test/shares.html"
    assert ("urn:weblode:attribute/Price", "19.99", page, "/html/body/p[1]", "template", None) in rows
    assert ("urn:weblode:attribute/Note", "", page, "/html/body/p[2]", "template", None) in rows
    assert [row[2] for row in rows if row[0].endswith("#type")] == ["https://gazette.test/markets"]


@pytest.mark.parametrize("name", ["urn:nothing", "no iri"])
def test_a_thing_that_is_not_there_is_told(news, name):
    with pytest.raises(OntologyError, match=name):
        questions.provenance(news, name)


def test_a_label_of_two_concepts_is_told_with_both_unless_its_case_or_the_id_tells_them_apart(tmp_path):
    two = Ontology((concept("it", "IT"), concept("films", "It"), concept("tech", "it")))
    store.write(statements.triples(Ontology((*two.concepts, concept("other", "IT")))), tmp_path)
    found = store.open_store(tmp_path)
    with pytest.raises(OntologyError, match=r"'IT' is a label of several concepts: give one of \S+/it, \S+/other"):
        questions.instances(found, "IT")
    assert values(questions.instances(found, "It")) == []
    with pytest.raises(OntologyError, match="'iT' is a label of several concepts"):
        questions.instances(found, "iT")


def test_an_empty_graph_has_no_concepts_and_no_names_to_propose(tmp_path):
    store.write([], tmp_path)
    found = store.open_store(tmp_path)
    assert values(questions.concepts(found)) == []
    with pytest.raises(OntologyError, match="no concept is called 'World': --concepts lists them"):
        questions.instances(found, "World")
