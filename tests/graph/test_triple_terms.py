"""Witnesses in RDF 1.2."""

from pyoxigraph import Triple

from graph.made import NEWS
from weblode.graph import store
from weblode.graph.statements import triples
from weblode.graph.terms import term
from weblode.graph.triple_terms import reifications, with_both, with_triple_terms


def quoting(graph):
    return [each for each in graph if each.predicate == term("rdf:reifies")]


def test_each_quoted_statement_is_one_triple_term():
    old = list(triples(NEWS))
    subjects = {each.subject for each in old if each.predicate == term("rdf:subject")}
    new = list(with_triple_terms(old))
    assert {each.subject for each in quoting(new)} == subjects
    assert len(new) == len(old) - 3 * len(subjects)
    assert not {each.predicate for each in new} & {term("rdf:subject"), term("rdf:predicate"), term("rdf:object")}
    assert all(isinstance(each.object, Triple) for each in quoting(new))


def test_the_statement_is_the_one_that_was_quoted():
    old = list(triples(NEWS))
    first = quoting(with_triple_terms(old))[0]
    parts = {each.predicate: each.object for each in old if each.subject == first.subject}
    assert list(first.object) == [parts[term(f"rdf:{name}")] for name in ("subject", "predicate", "object")]


def test_a_graph_may_have_both_readings():
    old = list(triples(NEWS))
    assert set(with_both(old)) == {*old, *reifications(old)}


def test_a_graph_without_witnesses_stays():
    plain = [each for each in triples(NEWS) if each.predicate == term("skos:prefLabel")]
    assert list(with_triple_terms(plain)) == plain
    assert list(reifications(plain)) == []


def test_the_store_answers_both_ways(tmp_path):
    store.write(triples(NEWS), tmp_path)
    found = store.open_store(tmp_path)
    select = "SELECT ?s ?o ?page { ?w prov:wasDerivedFrom ?page ; "
    new = store.ask(found, select + "rdf:reifies <<( ?s skos:broader ?o )>> }")
    old = store.ask(found, select + "rdf:predicate skos:broader ; rdf:subject ?s ; rdf:object ?o }")
    rows = set(new.rows)
    assert rows
    assert rows == set(old.rows)
