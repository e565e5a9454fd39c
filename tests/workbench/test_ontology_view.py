"""The ontology view as JSON: runs, the taxonomy, concepts, the pages they were read on, questions, edits."""

import json
import os
import shutil
import sys
import threading
import time
from contextlib import closing

import pytest
from click.testing import CliRunner
from loopback import serving
from newspapers import answering, save, site
from starlette.testclient import TestClient

from weblode import runs
from weblode.cli import main
from weblode.ontology import files, store
from weblode.pages.crawl import locked
from weblode.paths import find
from weblode.workbench import asking
from weblode.workbench.app import application
from weblode.workbench.desk import Desk
from weblode.workbench.security import TOKEN

SCRIPT = "<script>document.title='ran'</script>"
CONCEPTS = "SELECT ?concept ?label { ?concept a skos:Concept ; skos:prefLabel ?label } ORDER BY ?label"


def mined(homes, folder):
    done = CliRunner().invoke(main, ["mine", *homes, "-o", str(folder), "--delay", "0", "--concurrency", "8"])
    assert done.exit_code == 0, done.output


@pytest.fixture(scope="module")
def mine(tmp_path_factory):
    """A folder with a run on saved pages, `saved`, and one on the web, `crawled`."""
    folder = tmp_path_factory.mktemp("mine")
    mined(save(folder / "papers", dict.fromkeys("abc", site())), folder / "saved")
    pages = {name: text + SCRIPT for name, text in site().items()}
    with serving(answering(pages)) as one, serving(answering(pages)) as other:
        mined([one.url(), other.url()], folder / "crawled")
    return folder


def viewing(folder):
    desk = Desk(folder)
    return TestClient(application(desk), base_url="http://localhost", headers={TOKEN: desk.door.token})


@pytest.fixture(scope="module")
def view(mine):
    """A client of a workbench in that folder, for tests that change nothing."""
    return viewing(mine)


@pytest.fixture
def tidy(mine, tmp_path):
    """A client of a workbench with a run of its own, `saved`, and that run's folder."""
    shutil.copytree(mine / "saved", tmp_path / "saved")
    return viewing(tmp_path), tmp_path / "saved"


def labels(client, run="saved"):
    return {each["label"] for each in client.get(f"/ontology/{run}.json").json()["concepts"]}


# ---------------------------------------------------------------- runs
def test_the_runs_of_the_folder_are_listed_with_their_figures(view):
    found = view.get("/ontology.json").json()["runs"]
    assert [run["name"] for run in found] == ["crawled", "saved"]
    assert found[1]["figures"] == {"concept": 5, "site": 3, "broader pair": 0, "instance": 30, "page": 48}
    assert found[1]["updating"] is False


def test_the_folder_itself_is_a_run_called_here(mine):
    found = viewing(mine / "saved")
    assert [run["name"] for run in found.get("/ontology.json").json()["runs"]] == ["here"]
    assert len(found.get("/ontology/here.json").json()["concepts"]) == 5


def test_a_folder_without_runs_lists_none(client):
    assert client.get("/ontology.json").json()["runs"] == []
    assert client.get("/ontology/nothing.json").status_code == 404


@pytest.mark.parametrize("name", ["..", "%2e%2e", "..%2fmine", "%2e%2e%2fmine%2fsaved", "saved%2f..%2fcrawled", "."])
def test_a_run_is_never_a_path(view, name):
    for address in (f"/ontology/{name}.json", f"/ontology/{name}/files/taxonomy.json"):
        assert view.get(address).status_code in (404, 405)


def test_a_link_to_a_run_outside_of_the_folder_is_no_run(mine, tmp_path):
    inside = tmp_path / "served"
    inside.mkdir()
    (inside / "linked").symlink_to(mine / "saved")
    (inside / "real").mkdir()
    (inside / "real" / "taxonomy.json").symlink_to(mine / "saved" / "taxonomy.json")
    found = viewing(inside)
    assert found.get("/ontology.json").json()["runs"] == []
    assert found.get("/ontology/linked.json").status_code == 404


def test_a_file_that_links_outside_cannot_be_taken_away(tidy, mine):
    client, folder = tidy
    (folder / "taxonomy.ttl").unlink()
    (folder / "taxonomy.ttl").symlink_to(mine / "saved" / "taxonomy.ttl")
    assert client.get("/ontology/saved/files/taxonomy.ttl").status_code == 404


def test_while_an_update_is_under_way_the_run_before_it_is_shown(tidy):
    client, folder = tidy
    (folder / "previous").mkdir()
    for name in ("taxonomy.json", "instances.jsonl", "run.json"):
        (folder / name).rename(folder / "previous" / name)
    assert client.get("/ontology.json").json()["runs"][0]["updating"] is True
    assert "World" in labels(client)
    refused = edit(client, kind="reject", concepts=["world"])
    assert (refused.status_code, "a run is under way in saved" in refused.json()["error"]) == (400, True)


def test_until_an_update_is_finished_the_run_before_it_is_shown_and_asked(tidy):
    client, folder = tidy
    with runs.running(folder):
        files.write(
            files.read(folder / "previous"), folder
        )  # what the update found, but not yet its graph and run.json
        assert client.get("/ontology.json").json()["runs"][0]["updating"] is True
        assert len(labels(client)) == 5
        answer = client.get("/ontology/saved/query.json", params={"q": CONCEPTS})
        assert len(answer.json()["answer"]["rows"]) == 5, answer.text
        assert edit(client, kind="reject", concepts=["world"]).status_code == 400


def test_a_run_that_was_never_finished_is_not_shown(tidy):
    client, folder = tidy
    (folder / "run.json").unlink()
    assert client.get("/ontology.json").json()["runs"] == []


def test_a_question_to_results_that_were_just_put_by_is_asked_there(tidy):
    _, folder = tidy
    desk = Desk(folder.parent)
    run = desk.runs.get("saved")
    with runs.running(folder):
        assert asking._answered(desk, run, CONCEPTS, form="csv", read=list)[0] == b"concept,label\n"


OUTSIDE = [
    "instances.jsonl",
    "run.json",
    "taxonomy.json",
    "pages.warc.gz",
    "pages.index.jsonl",
    "edits.jsonl",
    "changes.json",
    "mine.lock",
    "graph",
    "graph/CURRENT",
    "mined",
    "mined/taxonomy.json",
    "previous",
    "previous/instances.jsonl",
    "previous/graph/CURRENT",
]


@pytest.mark.parametrize("name", OUTSIDE)
def test_a_run_with_a_file_that_is_a_link_out_of_its_folder_is_not_read(tidy, mine, tmp_path, name):
    client, folder = tidy
    edit(client, kind="reject", concepts=["world"])  # so that there are edits and what was mined
    shutil.copytree(mine / "saved", folder / "previous")
    path, secret = folder / name, tmp_path / ".secret"  # in the workspace, but not of the run
    if path.exists():
        path.rename(secret)
    else:
        secret.write_text("{}")
    path.symlink_to(secret)
    assert client.get("/ontology.json").json()["runs"] == []
    for address in ("saved.json", "saved/concept/sports.json", "saved/edits.json", "saved/query.json?q=ASK{}"):
        answer = client.get(f"/ontology/{address}")
        assert (answer.status_code, f"{name} of the run 'saved' is a link" in answer.json()["error"]) == (404, True)
    assert edit(client, kind="reject", concepts=["sports"]).status_code == 404


def test_links_inside_of_a_run_and_links_that_lead_nowhere_are_no_harm(tidy):
    client, folder = tidy
    (folder / "instances.jsonl").rename(folder / "kept.jsonl")
    (folder / "instances.jsonl").symlink_to("kept.jsonl")
    (folder / "edits.jsonl").symlink_to("edits.jsonl")
    assert len(labels(client)) == 5


# ---------------------------------------------------------------- the taxonomy and its concepts
def test_the_tree_has_support_instances_and_what_was_left_out(view):
    found = view.get("/ontology/saved.json").json()
    world = next(each for each in found["concepts"] if each["id"] == "world")
    assert (world["label"], world["support"], world["instances"], world["below"]) == ("World", 3, 6, [])
    assert sorted(found["top"]) == ["business", "politics", "science", "sports", "world"]
    assert all(each["number"] >= len(each["names"]) > 0 for each in found["dropped"])
    assert found["files"] == [
        "taxonomy.ttl",
        "taxonomy.rdf",
        "taxonomy.jsonld",
        "taxonomy.nq",
        "taxonomy.json",
        "instances.jsonl",
    ]


def test_what_changed_since_the_run_before_is_told(tidy):
    client, folder = tidy
    assert client.get("/ontology/saved.json").json()["changes"] is None
    changes = {"concepts": {"new": [{"name": "Travel", "id": "travel"}], "gone": [], "moved": []}}
    (folder / "changes.json").write_text(json.dumps(changes | {"broader": {"new": [["Asia", "World"]], "gone": []}}))
    found = client.get("/ontology/saved.json").json()["changes"]
    assert found["concepts"]["new"] == {"number": 1, "names": ["Travel"]}
    assert found["broader"]["new"]["names"] == ["Asia below World"]


def test_a_concept_has_its_instances_and_where_all_was_read(view):
    found = view.get("/ontology/saved/concept/world.json").json()
    assert (found["labels"], found["total"], len(found["instances"])) == (["World"], 6, 6)
    assert [each["name"] for each in found["sites"]] == ["a", "b", "c"]
    assert all(each["xpath"].startswith("/html/body/") for each in found["witnesses"])
    first = found["instances"][0]
    assert first["title"] == "Harbour bridge opens after ten years"
    assert first["witness"]["page"].endswith("world.html")
    assert {"name", "value", "witness"} == set(first["attributes"][0])


def test_instances_come_a_hundred_at_a_time(tidy):
    client, folder = tidy
    lines = (folder / "instances.jsonl").read_text().splitlines()
    world = next(line for line in lines if json.loads(line)["id"] == "world")
    (folder / "instances.jsonl").write_text("".join(f"{world}\n" for _ in range(250)))
    found = client.get("/ontology/saved/concept/world.json", params={"from": 200}).json()
    assert (found["total"], found["from"], len(found["instances"])) == (250, 200, 50)
    found = client.get("/ontology/saved/concept/world.json", params={"instance": 142}).json()
    assert (found["from"], found["chosen"], len(found["instances"])) == (100, 142, 100)
    assert client.get("/ontology/saved/concept/world.json", params={"from": "x"}).status_code == 400


def test_a_concept_that_is_not_there_is_told(view):
    answer = view.get("/ontology/saved/concept/nothing.json")
    assert (answer.status_code, "there is no concept 'nothing'" in answer.json()["error"]) == (404, True)


def test_a_concept_may_have_any_characters_in_its_id(tidy):
    client, folder = tidy
    text = (folder / "taxonomy.json").read_text().replace('"id": "world"', '"id": "a/b c?.json"')
    (folder / "taxonomy.json").write_text(text)
    assert client.get("/ontology/saved/concept/a%2Fb%20c%3F.json.json").json()["labels"] == ["World"]


@pytest.mark.parametrize("name", ["taxonomy.ttl", "taxonomy.jsonld", "instances.jsonl"])
def test_files_can_be_taken_away(view, mine, name):
    answer = view.get(f"/ontology/saved/files/{name}")
    assert answer.content == (mine / "saved" / name).read_bytes()
    assert answer.headers["content-disposition"] == f"attachment; filename*=UTF-8''saved-{name}"


@pytest.mark.parametrize("name", ["run.json", "mine.lock", "..%2f..%2fsaved%2ftaxonomy.ttl", "graph"])
def test_no_other_files_can_be(view, name):
    assert view.get(f"/ontology/saved/files/{name}").status_code == 404


def test_many_viewers_have_the_files_read_once(mine, monkeypatch):
    read: list[object] = []
    real = files.read
    monkeypatch.setattr(files, "read", lambda folder: (read.append(folder), real(folder))[1])
    client = viewing(mine)
    seen = []
    viewers = [
        threading.Thread(target=lambda: seen.append(client.get("/ontology/saved.json").status_code)) for _ in range(50)
    ]
    for each in viewers:
        each.start()
    for each in viewers:
        each.join()
    assert (seen, len(read)) == ([200] * 50, 1)


# ---------------------------------------------------------------- pages
@pytest.mark.parametrize("run", ["saved", "crawled"])
def test_a_witness_leads_to_its_node_in_the_page_as_it_was_read(view, run):
    witness = view.get(f"/ontology/{run}/concept/world.json").json()["instances"][0]["witness"]
    asked = {"address": witness["page"], "xpath": witness["xpath"]}
    found = view.get(f"/ontology/{run}/page.json", params=asked).json()
    start, stop = found["range"]
    assert stop > start > 0
    assert "Harbour bridge opens after ten years" in found["said"]
    assert [each["xpath"] for each in found["statements"] if each["kind"] == "instance"].count(witness["xpath"]) == 1
    shown = view.get(f"/ontology/{run}/shown", params=asked)
    assert f"data-w={start}" in shown.text
    assert "<script" not in shown.text
    assert "sandbox" in shown.headers["content-security-policy"]


def test_reading_a_page_changes_nothing_in_the_folder(view, mine):
    before = {path.name: path.stat().st_mtime_ns for path in (mine / "crawled").iterdir()}
    page = view.get("/ontology/crawled/concept/world.json").json()["witnesses"][0]["page"]
    assert view.get("/ontology/crawled/shown", params={"address": page}).status_code == 200
    assert {path.name: path.stat().st_mtime_ns for path in (mine / "crawled").iterdir()} == before


def test_a_node_that_is_not_there_any_more_is_told_and_the_page_shown(view):
    page = view.get("/ontology/saved/concept/world.json").json()["witnesses"][0]["page"]
    found = view.get("/ontology/saved/page.json", params={"address": page, "xpath": "/html/body/table[9]"}).json()
    assert (found["range"], "/html/body/table[9]" in found["problem"]) == (None, True)


@pytest.mark.parametrize(
    "address", ["", "/etc/passwd", "../saved/run.json", "http://127.0.0.1:1/", "papers/a/index.html"]
)
def test_only_pages_that_the_run_has_read_are_shown(view, address):
    for path in ("page.json", "shown"):
        answer = view.get(f"/ontology/saved/{path}", params={"address": address})
        assert (answer.status_code, "not a page that this run has read" in answer.json()["error"]) == (404, True)


def test_files_outside_of_the_folder_are_not_read_though_the_run_names_them(tidy):
    client, _ = tidy
    page = client.get("/ontology/saved/concept/world.json").json()["witnesses"][0]["page"]
    assert os.path.isfile(page)
    answer = client.get("/ontology/saved/shown", params={"address": page})
    assert answer.status_code == 404
    assert "start `weblode serve` in a folder that holds these pages" in answer.json()["error"]


def test_paths_of_saved_pages_are_taken_from_the_folder(mine, tmp_path):
    save(tmp_path / "papers", {"a": site()})
    shutil.copytree(mine / "saved", tmp_path / "out")
    for path in (tmp_path / "out" / "taxonomy.json", tmp_path / "out" / "instances.jsonl"):
        path.write_text(path.read_text().replace(f"{mine}/", ""))
    found = viewing(tmp_path).get("/ontology/out/page.json", params={"address": "papers/a/index.html"}).json()
    assert found["name"] == "Paper"


# ---------------------------------------------------------------- questions
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
    graph = store.opened(mine / "crawled")
    for each in view.get("/ontology/crawled/query.json").json()["examples"]:
        assert store.ask(graph, each["q"]).names
    assert view.get("/ontology/crawled/query.json").json()["answer"] is None


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


def test_a_long_answer_is_cut_off_and_says_so_but_not_as_a_file(view):
    q = "SELECT * { ?a ?b ?c }"
    found = view.get("/ontology/saved/query.json", params={"q": q}).json()["answer"]
    assert (len(found["rows"]), found["more"]) == (asking.ROWS, True)
    lines = view.get("/ontology/saved/answer.csv", params={"q": q}).text.splitlines()
    assert (lines[0], len(lines) > asking.ROWS + 1) == ("a,b,c", True)
    answer = view.get("/ontology/saved/answer.json", params={"q": CONCEPTS})
    assert len(answer.json()["results"]["bindings"]) == 5
    assert view.get("/ontology/saved/answer.xml", params={"q": q}).status_code == 400


def test_a_question_that_takes_for_ever_is_given_up(view, monkeypatch):
    monkeypatch.setattr(asking, "SECONDS", 0.5)
    q = "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l }"
    answer = view.get("/ontology/saved/query.json", params={"q": q})
    assert (answer.status_code, "no answer within 0.5 seconds" in answer.json()["error"]) == (413, True)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells how much memory a process has")
def test_a_question_that_takes_all_memory_is_given_up(view, monkeypatch):
    monkeypatch.setattr(asking, "MEMORY", 2**27)
    q = "SELECT ?a ?d { ?a ?b ?c . ?d ?e ?f } ORDER BY ?c ?f"
    answer = view.get("/ontology/saved/query.json", params={"q": q})
    assert (answer.status_code, "more than 134,217,728 bytes of memory" in answer.json()["error"]) == (413, True)
    assert view.get("/ontology/saved/query.json", params={"q": CONCEPTS}).json()["answer"]["rows"]


def test_when_enough_questions_are_at_work_another_is_refused_at_once(mine):
    desk = Desk(mine)
    client = TestClient(application(desk), base_url="http://localhost")
    while desk.questions.acquire(blocking=False):
        pass
    start = time.monotonic()
    for address in ("query.json", "answer.csv"):
        answer = client.get(f"/ontology/saved/{address}", params={"q": CONCEPTS})
        assert (answer.status_code, "others are asking this workbench" in answer.json()["error"]) == (400, True)
    assert time.monotonic() - start < asking.SECONDS / 2
    desk.questions.release()
    assert client.get("/ontology/saved/query.json", params={"q": CONCEPTS}).status_code == 200
    assert client.get("/ontology/saved/query.json", params={"q": "wrong"}).json()["error"].startswith("wrong SPARQL")


# ---------------------------------------------------------------- edits
def edit(client, *several, **what):
    return client.post("/ontology/saved/edit", json={"edits": [*several, *([what] if what else [])]})


def test_a_merge_is_in_all_results_and_can_be_undone(tidy):
    client, folder = tidy
    before = (folder / "taxonomy.ttl").read_bytes()
    done = edit(client, kind="merge", concepts=["world", "politics"]).json()
    assert (done["concept"], done["said"]) == ("world", "merged Politics into World")
    assert labels(client) == {"World", "Business", "Sports", "Science"}
    found = client.get("/ontology/saved/concept/world.json").json()
    assert (found["labels"], found["total"]) == (["World", "Politics"], 12)
    assert "merged with 'Politics'" in found["edited"][0]
    assert client.get("/ontology/saved/concept/politics.json").json() == found
    assert b'skos:altLabel "Politics"' in client.get("/ontology/saved/files/taxonomy.ttl").content
    rows = client.get("/ontology/saved/query.json", params={"q": CONCEPTS}).json()["answer"]["rows"]
    assert len(rows) == 4
    assert client.post("/ontology/saved/undo", json={}).json()["said"] == "merged Politics into World"
    assert "Politics" in labels(client)
    assert client.get("/ontology/saved/files/taxonomy.ttl").content == before


def test_concepts_are_renamed_moved_split_and_rejected(tidy):
    client, _ = tidy
    edit(client, kind="rename", concepts=["world"], label="Abroad")
    edit(client, kind="move", concepts=["politics", "world"])
    edit(client, kind="split", concepts=["world"], labels=["World"], sites=["a"])
    edit(client, kind="reject", concepts=["sports"])
    assert labels(client) == {"Abroad", "World", "Politics", "Business", "Science"}
    found = client.get("/ontology/saved/concept/politics.json").json()
    assert [each["label"] for each in found["broader"]] == ["Abroad"]
    told = client.get("/ontology/saved/edits.json").json()
    assert [each["said"] for each in told["edits"]] == [
        "rejected Sports",
        "split World, a off Abroad",
        "moved Politics below Abroad",
        "renamed World to Abroad",
    ]
    assert all(each["time"].endswith("+00:00") and each["standing"] for each in told["edits"])


def test_any_edit_can_be_undone_and_done_again(tidy):
    client, _ = tidy
    first = edit(client, kind="reject", concepts=["sports"]).json()["numbers"]
    edit(client, kind="reject", concepts=["science"])
    client.post("/ontology/saved/undo", json={"edits": first})
    assert labels(client) == {"World", "Politics", "Business", "Sports"}
    client.post("/ontology/saved/undo", json={"edits": first, "redo": True})
    assert labels(client) == {"World", "Politics", "Business"}
    assert [each["standing"] for each in client.get("/ontology/saved/edits.json").json()["edits"]] == [True, True]


REJECTS = [{"kind": "reject", "concepts": [id_]} for id_ in ("sports", "science")]


def test_edits_of_one_request_are_one_to_undo_and_redo(tidy):
    client, _ = tidy
    before = labels(client)
    done = edit(client, *REJECTS).json()
    assert (done["said"], done["numbers"], done["concept"]) == ("rejected Sports; rejected Science", [1, 2], None)
    assert labels(client) == {"World", "Politics", "Business"}
    undone = client.post("/ontology/saved/undo", json={}).json()
    assert (undone["said"], undone["concept"]) == (done["said"], "sports")
    assert labels(client) == before
    assert client.post("/ontology/saved/undo", json={"redo": True}).json()["numbers"] == [1, 2]
    assert labels(client) == {"World", "Politics", "Business"}


def test_what_somebody_else_did_meanwhile_stays_when_edits_are_undone_by_their_numbers(tidy):
    client, _ = tidy
    mine = edit(client, *REJECTS).json()["numbers"]
    edit(client, kind="rename", concepts=["world"], label="Abroad")
    client.post("/ontology/saved/undo", json={"edits": mine})
    assert labels(client) == {"Abroad", "Politics", "Business", "Sports", "Science"}


def test_of_edits_one_of_which_cannot_be_none_is_done(tidy):
    client, folder = tidy
    answer = edit(client, *REJECTS, {"kind": "reject", "concepts": ["nothing"]})
    assert (answer.status_code, "there is no concept 'nothing'" in answer.json()["error"]) == (400, True)
    assert {"Sports", "Science"} <= labels(client)
    assert not (folder / "edits.jsonl").exists()


@pytest.mark.parametrize(
    ("what", "why"),
    [
        ({"kind": "undo", "concepts": ["world"]}, "'undo' is no kind of edit"),
        ({"kind": "reject", "concepts": ["nothing"]}, "there is no concept 'nothing'"),
        ({"kind": "reject", "concepts": "world"}, "concepts is 'world', but must be a list"),
        ({"kind": "rename", "concepts": ["world"], "label": 7}, "label is 7, but must be a text"),
        ({"kind": "rename", "concepts": ["world"], "label": " "}, "needs a new label"),
        ({"kind": "move", "concepts": ["world", "world"]}, "cannot be below itself"),
        ({"concepts": ["world"]}, "'' is no kind of edit: use rename"),
        ({"kind": "reject", "concepts": ["world"], "x": 1}, "'x' is not known"),
        ({}, "the request needs 'edits', a list"),
    ],
)
def test_an_edit_that_cannot_be_is_refused_and_nothing_changes(tidy, what, why):
    client, folder = tidy
    answer = edit(client, **what)
    assert (answer.status_code, why in answer.json()["error"]) == (400, True), answer.text
    assert not (folder / "edits.jsonl").exists()


def test_there_may_be_nothing_to_undo(tidy):
    client, _ = tidy
    answer = client.post("/ontology/saved/undo", json={})
    assert (answer.status_code, answer.json()["error"]) == (400, "there is nothing to undo")
    for wrong in (1, ["1"], [True], [0], [7]):
        assert client.post("/ontology/saved/undo", json={"edits": wrong}).status_code == 400


def test_an_edit_while_somebody_else_is_at_work_is_refused(tidy, monkeypatch):
    client, folder = tidy
    monkeypatch.setattr("weblode.tidying.PATIENCE", 0.1)
    with closing(locked(os.fspath(folder / "mine.lock"))):
        answer = edit(client, kind="reject", concepts=["world"])
    assert (answer.status_code, "somebody else edits or mines there" in answer.json()["error"]) == (400, True)
    assert "World" in labels(client)


def test_edits_need_the_token_of_our_own_pages(tidy):
    client, _ = tidy
    for address in ("/ontology/saved/edit", "/ontology/saved/undo"):
        body = {"edits": [{"kind": "reject", "concepts": ["world"]}]}
        assert client.post(address, json=body, headers={TOKEN: "no"}).status_code == 403
        assert client.post(address, json=body, headers={"origin": "http://evil.test"}).status_code == 403
    assert "World" in labels(client)


def test_an_xpath_of_a_witness_is_found_in_the_tree_that_is_shown(mine):
    desk = Desk(mine)
    run = desk.runs.get("crawled")
    known = desk.runs.known(run)
    for page, read in known.read.items():
        _, tree = desk.archived.page(run, page)
        assert all(find(tree, each.witness.xpath) >= 0 for each in read if each.witness.xpath)
