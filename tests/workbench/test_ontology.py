"""The ontology view as JSON: runs, the taxonomy, concepts, the pages they were read on."""

import json
import os
import shutil
import threading

import pytest
from newspapers import save, site
from workbench.made import CONCEPTS, edit, labels, viewing

from weblode.graph import files
from weblode.mining import runs
from weblode.paths import find
from weblode.workbench import query
from weblode.workbench.workspace import Workspace


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
    assert (refused.status_code, "a run in saved is not finished" in refused.json()["error"]) == (400, True)


def test_until_an_update_is_finished_the_run_before_it_is_shown_and_asked(tidy):
    client, folder = tidy
    with runs.open_run(folder):
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
    workspace = Workspace(folder.parent)
    run = workspace.runs.get("saved")
    with runs.open_run(folder):
        assert query._answer(workspace, run, CONCEPTS, form="csv", read=list)[0] == b"concept,label\n"


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


def test_an_xpath_of_a_witness_is_found_in_the_tree_that_is_shown(mine):
    workspace = Workspace(mine)
    run = workspace.runs.get("crawled")
    known = workspace.runs.ontology(run)
    for page, read in known.statements.items():
        _, tree = workspace.archived.page(run, page)
        assert all(find(tree, each.witness.xpath) >= 0 for each in read if each.witness.xpath)
