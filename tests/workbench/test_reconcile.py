"""A run as a reconciliation service, asked as OpenRefine does: over HTTP, by a program, with forms."""

import json
import sys

import httpx
import pytest
from children import PATIENCE, PIPE, start
from graph.made import NEWS

from weblode.graph import files


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
