import os
import resource
import time

import pytest
from pyoxigraph import Literal, NamedNode, Triple

from graph.made import NEWS, large, values
from weblode.errors import LimitError, OntologyError
from weblode.files import clean, temporary_name
from weblode.graph import files, questions, rdf, statements, store
from weblode.graph.triple_terms import with_both


def test_the_store_has_every_triple_once(news):
    assert len(news) == len(set(with_both(statements.triples(NEWS))))  # witnesses in both readings


def test_a_file_of_quads_is_the_same_store(news, tmp_path):
    rdf.write(NEWS, tmp_path / "news.nq")
    store.write(tmp_path / "news.nq", tmp_path)
    assert set(store.open_store(tmp_path)) == set(news)


def test_a_graph_takes_the_place_of_the_one_before(tmp_path):
    store.write(statements.triples(NEWS), tmp_path)
    before = store.open_store(tmp_path)
    one = Triple(NamedNode("urn:a"), NamedNode("urn:b"), Literal("c"))
    store.write([one], tmp_path)
    assert len(store.open_store(tmp_path)) == 1
    assert len(list(before)) > 1, "who has the old one open goes on reading it"
    assert os.listdir(tmp_path) == ["graph"]


def test_a_failure_leaves_the_graph_as_it_was(tmp_path):
    store.write(statements.triples(NEWS), tmp_path)

    def failing():
        yield from statements.triples(NEWS)
        raise OSError("no more pages")

    with pytest.raises(OntologyError, match="no more pages"):
        store.write(failing(), tmp_path)
    assert os.listdir(tmp_path) == ["graph"]
    assert len(store.open_store(tmp_path)) > 1


def test_a_graph_that_a_killed_writer_had_put_aside_is_found(tmp_path):
    store.write(statements.triples(NEWS), tmp_path)
    os.rename(tmp_path / "graph", temporary_name(tmp_path / "graph", "old"))
    assert len(store.open_store(tmp_path)) > 1
    store.write(statements.triples(NEWS), tmp_path)
    clean(tmp_path)
    assert os.listdir(tmp_path) == ["graph"]


def test_a_folder_of_somebody_else_is_not_replaced(tmp_path):
    (tmp_path / "graph").mkdir()
    (tmp_path / "graph" / "thesis.tex").touch()
    with pytest.raises(OntologyError, match="is not a graph of weblode"):
        store.write([], tmp_path)
    assert (tmp_path / "graph" / "thesis.tex").exists()


def test_a_store_that_is_open_for_questions_takes_no_changes(news):
    with pytest.raises(RuntimeError, match="read-write"):
        news.clear()


@pytest.mark.parametrize("folder", ["missing", "."])
def test_a_folder_without_a_graph_is_told(tmp_path, folder):
    with pytest.raises(OntologyError, match=r"give (one|a folder) that `weblode mine` wrote"):
        store.open_store(tmp_path / folder)


def test_a_broken_graph_is_told_in_one_line(tmp_path):
    store.write(statements.triples(NEWS), tmp_path)
    (tmp_path / "graph" / "CURRENT").write_text("nonsense")
    with pytest.raises(OntologyError, match=r"cannot open .*graph: [^\n]*$"):
        store.open_store(tmp_path)


@pytest.mark.parametrize(
    ("question", "message"),
    [
        ("SELECT ?x {", "line 1, column 12, at its end: something is missing"),
        (
            "SELECT ?x {\n ?x foaf:name ?y }",
            "line 2, .*: the prefix 'foaf:' is not known: declare it, or use attribute, ",
        ),
        ("", "wrong SPARQL"),
        ("DELETE WHERE { ?a ?b ?c }", "wrong SPARQL"),
        ("SELECT ?x { SERVICE <http://127.0.0.1:1/> { ?x ?y ?z } }", "SERVICE queries other servers"),
    ],
)
def test_a_wrong_question_is_one_line_with_the_place(news, question, message):
    with pytest.raises(OntologyError, match=message) as error:
        list(store.ask(news, question).rows)
    assert "\n" not in str(error.value)


def test_a_question_that_takes_too_long_is_given_up(news):
    start = time.process_time()
    with pytest.raises(LimitError, match=r"no answer within 0\.001 seconds"):
        store.ask(news, "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f }", seconds=0.001)
    assert time.process_time() - start < 5


def test_another_base_is_found_in_the_store(tmp_path):
    store.write(statements.triples(NEWS, options=statements.GraphOptions(base="https://a.test/o/")), tmp_path)
    found = store.open_store(tmp_path)
    assert store.base(found) == "https://a.test/o/"
    assert len(values(questions.instances(found, "concept:world"))) == 2


def test_a_large_ontology_is_written_and_asked_in_bounded_time_and_memory(tmp_path):
    """A tenth of 5,000 concepts and 50,000 instances; docs/graph.md has the figures of the whole."""
    ontology = large(500, 5000)
    start, before = time.process_time(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    files.write(ontology, tmp_path)
    rdf.write(ontology, tmp_path / "graph.ttl")
    store.write(statements.triples(ontology), tmp_path)
    found = store.open_store(tmp_path)
    assert len(found) > 250_000
    assert len(values(questions.instances(found, "Concept 1"))) == 1110
    assert time.process_time() - start < 40
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 600 * 1024
