"""Questions to the graph of a run, asked in the workbench."""

import sys

import pytest
from loopback import serving
from starlette.testclient import TestClient
from workbench.made import CONCEPTS

from weblode.graph import store
from weblode.mining import runs
from weblode.workbench import query
from weblode.workbench.app import application
from weblode.workbench.workspace import Workspace


def test_a_question_is_answered_as_a_table_whose_concepts_have_views(view):
    found = view.get("/ontology/saved/query.json", params={"q": CONCEPTS}).json()["answer"]
    assert found["names"] == ["concept", "label"]
    concept, label = found["rows"][-1]
    assert (concept["text"], label["text"]) == ("concept:world", "World")
    assert view.get(f"{concept['link']}.json").json()["id"] == "world"


def test_instances_and_pages_have_views_too(view):
    q = "SELECT ?it ?page { ?it a owl:NamedIndividual . ?w rdf:subject ?it ; prov:wasDerivedFrom ?page } LIMIT 1"
    [[it, page]] = view.get("/ontology/saved/query.json", params={"q": q}).json()["answer"]["rows"]
    path, query = it["link"].split("?")
    assert view.get(f"{path}.json?{query}").json()["chosen"] >= 0
    path, query = page["link"].split("?")
    assert view.get(f"{path}.json?{query}").status_code == 200


def test_every_example_can_be_asked(view, mine):
    graph = store.open_store(mine / "crawled")
    for each in view.get("/ontology/crawled/query.json").json()["examples"]:
        assert store.ask(graph, each["q"]).names
    assert view.get("/ontology/crawled/query.json").json()["answer"] is None


def test_an_answer_saved_as_csv_is_safe_for_spreadsheets(view):
    q = 'SELECT ?a { BIND("=1+1" AS ?a) }'
    assert view.get("/ontology/saved/answer.csv", params={"q": q}).text == 'a\n"\'=1+1"\n'


def test_a_wrong_question_says_where(view):
    answer = view.get("/ontology/saved/query.json", params={"q": "SELECT ?x {\n ?x foo:y ?z }"})
    assert answer.status_code == 400
    assert answer.json()["error"].startswith("wrong SPARQL, line 2, column 10")


def test_a_question_cannot_change_the_graph_or_ask_others(view):
    for q in ("DELETE WHERE { ?a ?b ?c }", "SELECT * { SERVICE <http://127.0.0.1:9/> { ?a ?b ?c } }"):
        assert view.get("/ontology/saved/query.json", params={"q": q}).status_code == 400
    assert view.get("/ontology/saved/query.json", params={"q": "ASK { ?a ?b ?c }"}).json()["answer"]["rows"] == [
        [{"text": "yes"}]
    ]


def test_no_question_makes_the_workbench_ask_another_server(view):
    with serving() as server:
        q = f"SELECT * {{ OPTIONAL{{?s <urn:\\u0041#> ?o}} SERVICE <{server.url()}> {{?a ?b ?x}} }}"
        answer = view.get("/ontology/saved/query.json", params={"q": q})
        assert (answer.status_code, "SERVICE queries other servers" in answer.json()["error"]) == (400, True)
    assert server.met == 0


def test_a_question_that_is_nested_too_deeply_says_so(view):
    answer = view.get("/ontology/saved/query.json", params={"q": f"SELECT * {'{' * 3000}{'}' * 3000}"})
    assert (answer.status_code, "nested more than 200 deep" in answer.json()["error"]) == (400, True)


def test_a_long_answer_is_cut_off_and_says_so_but_not_as_a_file(view):
    q = "SELECT * { ?a ?b ?c }"
    found = view.get("/ontology/saved/query.json", params={"q": q}).json()["answer"]
    assert (len(found["rows"]), found["more"]) == (query.ROWS, True)
    lines = view.get("/ontology/saved/answer.csv", params={"q": q}).text.splitlines()
    assert (lines[0], len(lines) > query.ROWS + 1) == ("a,b,c", True)
    answer = view.get("/ontology/saved/answer.json", params={"q": CONCEPTS})
    assert len(answer.json()["results"]["bindings"]) == 5
    assert view.get("/ontology/saved/answer.xml", params={"q": q}).status_code == 400


def test_a_question_that_takes_for_ever_is_given_up(view, monkeypatch):
    monkeypatch.setattr(query, "SECONDS", 0.5)
    q = "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l }"
    answer = view.get("/ontology/saved/query.json", params={"q": q})
    assert (answer.status_code, "no answer within 0.5 seconds" in answer.json()["error"]) == (413, True)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells how much memory a process has")
def test_a_question_that_takes_all_memory_is_given_up(view, monkeypatch):
    monkeypatch.setattr(query, "MEMORY", 2**27)
    q = "SELECT ?a ?d { ?a ?b ?c . ?d ?e ?f } ORDER BY ?c ?f"
    answer = view.get("/ontology/saved/query.json", params={"q": q})
    assert (answer.status_code, "more than 134,217,728 bytes of memory" in answer.json()["error"]) == (413, True)
    assert view.get("/ontology/saved/query.json", params={"q": CONCEPTS}).json()["answer"]["rows"]


def test_when_enough_questions_are_at_work_another_is_refused_at_once(mine):
    workspace = Workspace(mine)
    client = TestClient(application(workspace), base_url="http://localhost")
    while workspace.query_slots.acquire(blocking=False):
        pass
    for address in ("query.json", "answer.csv"):
        answer = client.get(f"/ontology/saved/{address}", params={"q": CONCEPTS})
        assert (answer.status_code, "too many queries are running" in answer.json()["error"]) == (400, True)
    workspace.query_slots.release()
    assert client.get("/ontology/saved/query.json", params={"q": CONCEPTS}).status_code == 200
    assert client.get("/ontology/saved/query.json", params={"q": "wrong"}).json()["error"].startswith("wrong SPARQL")


def test_a_question_to_results_that_were_just_put_by_is_asked_there(tidy):
    _, folder = tidy
    workspace = Workspace(folder.parent)
    run = workspace.runs.get("saved")
    with runs.open_run(folder):
        assert query._answer(workspace, run, CONCEPTS, form="csv", read=list)[0] == b"concept,label\n"
