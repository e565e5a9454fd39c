"""A run as a reconciliation service, asked as OpenRefine does: over HTTP, by a program, with forms."""

import json
import sys

import httpx
import pytest
from children import PATIENCE, PIPE, start
from graph.made import NEWS

from weblode.graph import files
from weblode.workbench.run_folders import Runs


@pytest.fixture(scope="module")
def service(tmp_path_factory):
    """The address of the service of a run, in a workbench of its own process."""
    folder = tmp_path_factory.mktemp("bench")
    files.write(NEWS, folder / "news")
    (folder / "news" / "mine.lock").touch()
    (folder / "news" / "run.json").write_text(json.dumps({"homes": [], "finished": "", "figures": {}}))
    command = [sys.executable, "-m", "weblode", "serve", str(folder), "--port", "0", "--no-browser"]
    with start(command, stderr=PIPE, text=True) as process:
        url = process.stderr.readline().split()[5].rstrip("/")
        yield f"{url}/reconcile/news"
        process.kill()


@pytest.fixture
def client():
    with httpx.Client(transport=httpx.HTTPTransport(retries=8), timeout=PATIENCE, trust_env=False) as client:
        yield client


def ask(client, service, **queries):
    answer = client.post(service, data={"queries": json.dumps(queries)})
    assert answer.status_code == 200, answer.text
    return {key: each["result"] for key, each in answer.json().items()}


def test_the_manifest_says_what_the_service_is(client, service):
    manifest = client.get(service).json()
    assert "0.2" in manifest["versions"]
    assert {each["id"] for each in manifest["defaultTypes"]} == {"concept", "instance"}
    assert {"name", "identifierSpace", "schemaSpace", "view"} <= manifest.keys()


def test_a_batch_of_queries_is_answered_by_key(client, service):
    label = NEWS.concepts[0].label
    found = ask(client, service, q0={"query": label, "type": "concept"}, q1={"query": "zzzz qqqq"})
    assert (found["q0"][0]["id"], found["q0"][0]["match"], found["q0"][0]["score"]) == (NEWS.concepts[0].id, True, 100)
    assert found["q0"][0]["type"] == [{"id": "concept", "name": "Concept"}]
    assert found["q1"] == []


def test_instances_are_found_by_their_titles(client, service):
    title = NEWS.instances[0].title
    found = ask(client, service, q0={"query": title, "type": "instance", "limit": 1})["q0"]
    assert [(each["name"], each["type"][0]["id"]) for each in found] == [(title, "instance")]


def test_queries_may_be_in_the_address(client, service):
    query = json.dumps({"q0": {"query": NEWS.concepts[0].label}})
    assert client.get(service, params={"queries": query}).json()["q0"]["result"]


@pytest.mark.parametrize("queries", ["{", "[]", '{"q0": 1}', '{"q0": {}}', '{"q0": {"query": 3}}'])
def test_what_is_no_query_is_told(client, service, queries):
    answer = client.post(service, data={"queries": queries})
    assert answer.status_code == 400
    assert "quer" in answer.json()["error"]


def test_pages_of_this_machine_may_ask_and_others_may_not(client, service):
    local = client.get(service, headers={"origin": "http://127.0.0.1:3333", "sec-fetch-site": "same-site"})
    assert (local.status_code, local.headers["access-control-allow-origin"]) == (200, "http://127.0.0.1:3333")
    assert client.get(service, headers={"origin": "https://far.example"}).status_code == 403
    assert client.post(service, headers={"origin": "https://far.example"}).status_code == 403
    assert client.get(service.replace("/reconcile/", "/nothing/"), headers={"origin": "http://127.0.0.1:1"}).status_code
    changes = client.post(service.replace("/reconcile/news", "/pages"), headers={"origin": "http://127.0.0.1:3333"})
    assert changes.status_code == 403


def test_a_run_that_is_not_there_is_told(client, service):
    assert client.get(service + "-no").status_code == 404


def test_an_address_that_is_no_service_never_gives_the_token(client, service):
    """Not the shell, which has it, to a page of another port of this machine; nor may that page read the answer."""
    local = {"origin": "http://localhost:9999", "accept": "text/html"}
    for site in ({"sec-fetch-site": "same-site"}, {}, {"sec-fetch-site": "same-origin"}):
        for path in ("/a", "/a/b", "-no/x"):
            answer = client.get(service + path, headers=local | site)
            assert "access-control-allow-origin" not in answer.headers
            assert (answer.status_code in (403, 404), "error" in answer.json()) == (True, True), path
    assert client.put(service, headers=local).status_code in (403, 405)
    assert "access-control-allow-origin" not in client.put(service, headers=local).headers


@pytest.mark.parametrize("origin", ["http://[", "http://[::1", "null", ""])
def test_an_origin_that_is_none_is_refused(client, service, origin):
    assert client.get(service, headers={"origin": origin}).status_code == 403


def test_a_query_that_is_too_long_is_refused_alone(client, service):
    label = NEWS.concepts[0].label
    queries = {"q0": {"query": "x" * 301}, "q1": {"query": label}, "q2": {"query": "x" * 300}}
    answer = client.post(service, data={"queries": json.dumps(queries)}).json()
    assert answer["q0"] == {"result": [], "error": "a query of 301 characters, more than the limit of 300"}
    assert answer["q1"]["result"][0]["name"] == label
    assert answer["q2"] == {"result": []}


def test_an_empty_query_has_no_candidates_and_keeps_no_other_from_its_own(client, service):
    label = NEWS.concepts[0].label
    found = ask(client, service, q0={"query": " "}, q1={"query": label})
    assert found["q0"] == []
    assert found["q1"][0]["name"] == label


def test_the_space_of_the_ids_is_that_of_the_type(client, service):
    spaces = [client.get(service, params={"type": kind}).json()["identifierSpace"] for kind in ("concept", "instance")]
    assert [space.rpartition(":")[2] for space in spaces] == ["concept/", "instance/"]


def test_the_address_of_a_concept_is_whole_and_instances_have_none(client, service):
    view = client.get(service).json()["view"]["url"]
    assert view == service.replace("/reconcile/news", "/ontology/news/concept/{{id}}")
    page = client.get(view.replace("{{id}}", NEWS.concepts[0].id) + ".json")
    assert page.json()["id"] == NEWS.concepts[0].id
    assert client.get(service, params={"type": "concept"}).json()["view"]["url"] == view
    alone = client.get(service, params={"type": "instance"}).json()
    assert "view" not in alone
    assert [each["id"] for each in alone["defaultTypes"]] == ["instance"]
    assert client.get(service, params={"type": "other"}).status_code == 400


def test_a_service_of_one_type_gives_candidates_of_that_type_only(client, service):
    batch = json.dumps({"q0": {"query": NEWS.concepts[0].label}, "q1": {"query": NEWS.instances[0].title}})
    found = client.post(service, params={"type": "instance"}, data={"queries": batch}).json()
    kinds = [one["type"][0]["id"] for each in found.values() for one in each["result"]]
    assert set(kinds) == {"instance"}


def test_labels_are_indexed_once_until_the_run_changes(tmp_path):
    files.write(NEWS, tmp_path / "news")
    (tmp_path / "news" / "run.json").write_text("{}")
    runs = Runs(tmp_path)
    first = runs.ontology(runs.get("news")).labels
    assert runs.ontology(runs.get("news")).labels is first
    (tmp_path / "news" / "run.json").write_text("{ }")
    assert runs.ontology(runs.get("news")).labels is not first
