"""Which folders are runs, what of them is read, and that no link leads out."""

import os
import shutil
import threading

import pytest
from workbench.made import CONCEPTS, edit, labels, viewing

from weblode.errors import SourceError
from weblode.graph import files
from weblode.mining import runs
from weblode.workbench.run_folders import HERE, Runs, stamp


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


def test_a_run_is_described_by_its_own_files(mine):
    runs = Runs(mine)
    run = runs.get("saved")
    assert (run.name, run.title, run.updating, run.results) == ("saved", "saved", False, mine / "saved")
    assert run.about()["figures"]["concept"] == 5
    assert (run.problems(), run.changes()) == ([], {})
    assert (list(runs.all()), HERE in Runs(mine / "saved").all()) == (["crawled", "saved"], True)


@pytest.mark.parametrize("text", ["", "[", "[]", "null", '{"edits": 7}', '{"edits": {"problems": 7}}', "[" * 10_000])
def test_a_run_whose_description_is_damaged_has_none(tidy, text):
    _, folder = tidy
    (folder / "run.json").write_text(text)
    assert Runs(folder.parent).get("saved").problems() == []


def test_a_run_that_is_not_there_is_told_with_where_to_look(mine):
    with pytest.raises(SourceError, match=r"there is no run 'nothing' in mine\d*; /ontology lists the runs"):
        Runs(mine).get("nothing")


def test_a_stamp_changes_with_the_time_and_the_size_of_a_file(tmp_path):
    path = tmp_path / "a"
    stamps = [stamp(path)]
    for text, moment in (("x", 1), ("xy", 1), ("yx", 2)):
        path.write_text(text)
        os.utime(path, ns=(moment, moment))
        stamps.append(stamp(path))
    assert len(set(stamps)) == 4
    assert stamp(path, path) == stamps[-1] * 2


def test_an_ontology_is_kept_until_its_run_changes(tidy):
    _, folder = tidy
    runs = Runs(folder.parent)
    first = runs.ontology(runs.get("saved"))
    assert runs.ontology(runs.get("saved")) is first
    text = (folder / "taxonomy.json").read_text()
    (folder / "taxonomy.json").write_text(text.replace('"World"', '"Globe"'))
    second = runs.ontology(runs.get("saved"))
    assert (first.concepts["world"].label, second.concepts["world"].label) == ("World", "Globe")
    assert first.version != second.version


def test_things_are_found_by_their_ids_and_addresses_in_the_graph(mine):
    runs = Runs(mine)
    known = runs.ontology(runs.get("saved"))
    assert set(known.iris.values()) == set(known.concepts) == set(known.below[""])
    assert {concept for concept, _ in known.instance_iris.values()} == set(known.instances)
    assert set(known.page_iris.values()) == set(known.statements)
    assert known.concept("world").label == "World"
    with pytest.raises(SourceError, match="there is no concept 'nothing' in this run"):
        known.concept("nothing")


def test_a_folder_that_is_hidden_or_not_there_has_no_runs(mine, tmp_path):
    shutil.copytree(mine / "saved", tmp_path / ".saved")
    assert Runs(tmp_path).all() == Runs(tmp_path / "gone").all() == {}
