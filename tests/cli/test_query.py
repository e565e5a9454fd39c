"""`weblode query` as a person uses it."""

import json
import sys
import threading
from pathlib import Path

import pytest
import rdflib
from click.testing import CliRunner
from commands import lines, on_a_terminal, run
from graph.made import NEWS

from weblode.cli import main
from weblode.errors import OntologyError
from weblode.files import acquire_lock
from weblode.graph import statements, store

LABELS = "SELECT ?label ?n { concept:cup skos:prefLabel ?label ; wl:support ?n OPTIONAL { concept:cup owl:no ?none } }"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    found = tmp_path_factory.mktemp("mined")
    store.write(statements.triples(NEWS), found)
    return str(found)


def test_a_terminal_gets_a_table_and_a_pipe_json_lines(folder):
    assert on_a_terminal("query", folder, LABELS) == "label      n\n---------  -\nWorld Cup  1\n"
    assert json.loads(run("query", folder, LABELS).stdout) == {"label": "World Cup", "n": 1}


def test_answers_as_the_json_of_the_standard(folder):
    found = json.loads(run("query", folder, LABELS, "--format", "json").stdout)
    assert found["head"] == {"vars": ["label", "n"]}
    assert found["results"]["bindings"][0]["label"] == {"type": "literal", "value": "World Cup"}


def test_an_answer_without_rows_is_told(folder):
    nothing = "SELECT ?x { ?x skos:prefLabel 'Nothing'@en }"
    for form, output in (("csv", b"x\n"), ("jsonl", b"")):
        done = run("query", folder, nothing, "--format", form)
        assert (done.returncode, done.stdout, lines(done.stderr)) == (0, output, ["weblode: no answers"])
    assert run("query", folder, LABELS, "--format", "csv").stderr == b""


def test_answers_as_csv_and_json_lines(folder):
    assert run("query", folder, LABELS, "--format", "csv").stdout == b"label,n\nWorld Cup,1\n"
    assert json.loads(run("query", folder, LABELS, "--format", "jsonl").stdout) == {"label": "World Cup", "n": 1}


def test_a_carriage_return_begins_no_row(folder):
    question = r'SELECT ("a\r=1+1" AS ?x) ("b" AS ?y) {}'
    for options in ([], ["--csv-safe"]):
        assert run("query", folder, question, "--format", "csv", *options).stdout == b'x,y\n"a\r=1+1","b"\n'


def test_csv_can_be_made_safe_for_spreadsheets(folder):
    question = 'SELECT ?formula ?n { BIND("=1+1" AS ?formula) BIND(-3 AS ?n) }'
    assert run("query", folder, question, "--format", "csv").stdout == b"formula,n\n=1+1,-3\n"
    assert run("query", folder, question, "--format", "csv", "--csv-safe").stdout == b'formula,n\n"\'=1+1","-3"\n'


@pytest.mark.parametrize(("form", "yes"), [("text", "yes"), ("csv", "boolean\ntrue"), ("jsonl", '{"boolean": true}')])
def test_ask_is_yes_or_no(folder, form, yes):
    shown = run("query", folder, "ASK { concept:cup skos:broader concept:world }", "--format", form).stdout.decode()
    assert shown == yes + "\n"
    assert run("query", folder, "ASK { concept:world skos:broader ?x }", "--format", "text").stdout == b"no\n"


def test_a_graph_comes_as_turtle_that_is_the_same_twice(folder):
    one, two = (run("query", folder, "DESCRIBE concept:cup").stdout for _ in range(2))
    assert one == two
    assert len(rdflib.Graph().parse(data=one.decode(), format="turtle")) == 12


def test_a_question_may_come_from_standard_input_and_go_to_a_file(folder, tmp_path):
    out = tmp_path / "labels.csv"
    assert run("query", folder, "-", "-o", str(out), stdin=LABELS.encode()).returncode == 0
    assert out.read_text(encoding="utf-8") == "label,n\nWorld Cup,1\n"


def test_named_questions(folder):
    assert "concept:cup       World Cup         Football, World  1        1" in on_a_terminal(
        "query", folder, "--concepts"
    )
    assert "Monsoon" in run("query", folder, "--instances", "asia", "--format", "text").stdout.decode()
    shown = run("query", folder, "--provenance", "concept:asia", "--format", "csv").stdout.decode()
    assert "/html/body/nav/a[1],outline" in shown


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["SELECT ?x {"], "Error: wrong SPARQL, line 1, column 12, at its end"),
        (["--instances", "nothing like it"], "Error: no concept is called 'nothing like it': --concepts lists them"),
        (
            ["SELECT * {?a ?b ?c. ?d ?e ?f. ?g ?h ?i}", "--format", "csv", "--max-time", "0.3", "-o", "x"],
            "Error: no answer",
        ),
        (
            ["SELECT * { ?a ?b 'it''s' . service<http://127.0.0.1:1/>{?a ?b ?c} }"],
            "Error: SERVICE queries other servers",
        ),
    ],
)
def test_what_goes_wrong_is_one_line(folder, tmp_path, arguments, message):
    done = run("query", folder, *arguments, cwd=tmp_path)
    assert done.returncode == 1
    assert done.stderr.decode().startswith(message)
    assert done.stderr.count(b"\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_service_is_refused_only_where_it_is_a_word_of_the_question(folder):
    texts = """ASK { VALUES ?service { "SERVICE" 'a SERVICE' <urn:SERVICE> } # SERVICE
    }"""
    assert run("query", folder, texts, "--format", "text").stdout == b"yes\n"


def test_one_question_at_a_time(folder):
    assert run("query", folder).returncode == 2
    assert b"give exactly one query" in run("query", folder, LABELS, "--concepts").stderr


def test_a_missing_folder_is_told(tmp_path):
    assert b"Error: there is no folder" in run("query", str(tmp_path / "x"), "--concepts").stderr


def test_a_graph_that_is_being_exchanged_is_opened_when_that_is_done(folder, monkeypatch):
    real, lock = store.open_store, Path(folder, "mine.lock")
    writer = acquire_lock(str(lock))

    def opened(directory):
        if not writer.closed:
            threading.Timer(0.2, writer.close).start()
            raise OntologyError("cannot open graph: Corruption")
        return real(directory)

    monkeypatch.setattr(store, "open_store", opened)
    done = CliRunner().invoke(main, ["query", folder, LABELS, "--format", "csv"])
    assert (done.exit_code, done.stdout) == (0, "label,n\nWorld Cup,1\n")
    lock.unlink()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells how much memory a process has")
def test_a_question_gets_no_more_memory_than_it_is_given(folder):
    q = "SELECT ?a { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i } ORDER BY ?c ?f ?i"
    assert run("query", folder, LABELS, "--max-memory", "134217728", "--format", "csv").returncode == 0
    assert run("query", folder, q, "--max-memory", "134217728", "--max-time", "20").returncode < 0
