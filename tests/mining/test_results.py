"""The files of results: what changed, the graph, the ontology without edits; and a kill while they are written."""

import json

import pytest
from graph.made import NEWS
from killing import Killed
from mining.made import NEW, THREE, changed, contents, mine, provenance
from newspapers import SECTIONS, save, site

from weblode.errors import OntologyError
from weblode.graph import files
from weblode.graph.changes import Changes
from weblode.graph.edits import Edit, apply_edits
from weblode.graph.history import History
from weblode.mining import results, runs
from weblode.ontology import Concept, Ontology

NOON = "2026-01-31T12:00:00Z"
REJECT = Edit("reject", (Concept("asia", ("Asia",)),), number=1, time=NOON)


def test_an_update_tells_what_is_new_gone_and_moved(tmp_path, papers):
    mine(papers, tmp_path / "out")
    sections = {name: list(titles) for name, titles in SECTIONS.items() if name != "Science"}
    sections["Travel"] = ["Night trains are back on the map", "Slow boats to the northern islands"]
    sections["World"].append(NEW)
    stays, goes = SECTIONS["Business"]
    sections["Business"].remove(stays)
    sections["Politics"].append(stays)
    papers = save(tmp_path / "papers", dict.fromkeys(THREE, site(sections, renamed=[goes])))
    done = mine(papers, tmp_path / "out")
    found = changed(tmp_path / "out")
    assert [one["name"] for one in found["concepts"]["new"]] == ["Travel"]
    assert [one["name"] for one in found["concepts"]["gone"]] == ["Science"]
    assert {one["name"] for one in found["instances"]["new"]} == {NEW, *sections["Travel"]}
    assert {one["name"] for one in found["instances"]["gone"]} == set(SECTIONS["Science"])
    moved = found["instances"]["moved"]
    assert {one["name"] for one in moved if one["before"] != one["now"]} == {stays}
    assert [one["before"] + one["now"] for one in moved if one["name"] == stays] == [["Business", "Politics"]] * 3
    assert [one["name"] for one in moved if one.get("was_at")] == [goes] * 3
    assert "concepts: 1 new, 1 gone; instances: 9 new, 6 gone, 6 moved" in done.stdout
    assert "Concepts: gone" in (tmp_path / "out" / "report.html").read_text()


def test_killed_while_results_are_written_the_next_run_writes_them_all(tmp_path, papers, monkeypatch):
    mine(papers, tmp_path / "whole")
    monkeypatch.setattr(runs.results.store, "write", lambda *_: (_ for _ in ()).throw(Killed))
    with pytest.raises(Killed):
        mine(papers, tmp_path / "out")
    assert (tmp_path / "out" / "taxonomy.json").exists()
    assert not (tmp_path / "out" / "run.json").exists()
    monkeypatch.undo()
    assert mine(papers, tmp_path / "out").exit_code == 0
    assert contents(tmp_path / "out") == contents(tmp_path / "whole")
    assert not (tmp_path / "out" / "previous").exists()


def test_results_before_that_cannot_be_read_are_a_warning(tmp_path, papers):
    mine(papers, tmp_path / "out")
    (tmp_path / "out" / "instances.jsonl").write_text("{")
    done = mine(papers, tmp_path / "out")
    assert done.exit_code == 0
    assert "weblode: the changes since the previous run are not known:" in done.stderr
    assert not (tmp_path / "out" / "changes.json").exists()


def test_the_graph_says_when_pages_from_the_web_were_fetched_and_nothing_of_saved_ones(tmp_path, served, papers):
    homes, _, _ = served
    mine(homes, tmp_path / "live", "--concurrency", "8")
    index = map(json.loads, (tmp_path / "live" / "pages.index.jsonl").read_text().splitlines())
    fetched = {entry["address"]: entry["time"] for entry in index}
    assert provenance(tmp_path / "live", "world") == {home: fetched[home] for home in homes}
    times = (tmp_path / "live" / "taxonomy.nq").read_text().count("generatedAtTime")
    assert times == len(fetched) == 48
    mine(papers, tmp_path / "saved")
    assert set(provenance(tmp_path / "saved", "world").values()) == {None}


def test_the_ontology_without_edits_is_that_of_mined_and_else_that_of_the_folder(tmp_path):
    edited, _ = apply_edits(NEWS, [REJECT])
    files.write(edited, tmp_path)
    assert results.read_mined(tmp_path) == edited
    results.save_mined(NEWS, tmp_path)
    assert results.read_mined(tmp_path) == NEWS
    results.remove_mined(tmp_path)
    assert results.read_mined(tmp_path) == edited
    results.remove_mined(tmp_path)  # once more is no trouble


def test_what_was_mined_is_written_once_and_never_over_it(tmp_path):
    results.save_mined(NEWS, tmp_path)
    results.save_mined(Ontology(), tmp_path)
    assert results.read_mined(tmp_path) == NEWS


def test_an_ontology_that_is_nowhere_is_told(tmp_path):
    with pytest.raises(OntologyError, match=r"cannot read .*taxonomy\.json"):
        results.read_mined(tmp_path)


def test_without_a_run_before_there_are_no_changes_and_no_file(tmp_path):
    assert results.write_changes(NEWS, [], tmp_path) is None
    files.write(NEWS, tmp_path / "previous")  # but it has no run.json: it was not finished
    assert results.write_changes(NEWS, [], tmp_path) is None
    assert not (tmp_path / "changes.json").exists()


def test_an_edit_is_no_change(tmp_path):
    files.write(apply_edits(NEWS, [REJECT])[0], tmp_path / "previous")
    results.save_mined(NEWS, tmp_path / "previous")
    (tmp_path / "previous" / "run.json").write_text("{}")
    found = results.write_changes(NEWS, [REJECT], tmp_path)
    assert found == Changes()
    assert changed(tmp_path)["concepts"] == {"new": [], "gone": [], "moved": []}


def test_all_formats_of_the_graph_and_the_store_are_written(tmp_path):
    results.write_graphs(NEWS, tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(["graph", *results.GRAPHS])


def test_a_history_is_told_with_its_last_line_and_what_was_applied():
    history = History()
    assert results.about_edits(history, []) == {}
    for id_ in ("asia", "europe"):
        history.add(Edit("reject", (Concept(id_, ()),)), time=NOON)
    problems = ["edit 2 is left out"]
    assert results.about_edits(history, problems) == {"edits": {"last": 2, "applied": 1, "problems": problems}}
    history.add(Edit("undo"), time=NOON)
    assert results.about_edits(history, []) == {"edits": {"last": 3, "applied": 1, "problems": []}}


def test_json_keeps_letters_and_half_of_a_pair(tmp_path):
    content = {"title": "Größe", "half": "\ud83d"}
    results.write_json(tmp_path / "a.json", content)
    text = (tmp_path / "a.json").read_text(encoding="utf-8")
    assert "Größe" in text
    assert json.loads(text) == content
