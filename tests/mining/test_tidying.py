"""The folder of a run after edits by hand, undo, new runs, and kills in between."""

import itertools
import json
import os
import re
import shutil
from contextlib import suppress

import pytest
import rdflib
from click.testing import CliRunner
from killing import Killed, killed_after
from newspapers import SECTIONS, save, site
from rdflib.namespace import DCTERMS, SKOS

from weblode.cli import main
from weblode.errors import OntologyError, SourceError
from weblode.graph import files, store
from weblode.graph.edits import Edit
from weblode.mining import runs, tidying
from weblode.mining.tidying import edit_results
from weblode.ontology import Concept

NOON = "2026-01-31T12:00:00Z"
NEW = "Volcano wakes up under the ice"
FILES = [name for name in runs.RESULTS if re.match("taxonomy|instances", name)]


def mine(homes, folder):
    return CliRunner().invoke(main, ["mine", *homes, "-o", str(folder), "--delay", "0"])


def edit(kind, *ids, **more):
    return Edit(kind, tuple(Concept(id_, ()) for id_ in ids), **more)


MERGE = edit("merge", "sports", "politics")


def contents(folder):
    return {name: (folder / name).read_bytes() for name in FILES}


def ids(folder):
    return [one["id"] for one in json.loads((folder / "taxonomy.json").read_text())["concepts"]]


def about(folder):
    return json.loads((folder / "run.json").read_text())


@pytest.fixture
def out(tmp_path, papers):
    """The folder of a finished run."""
    assert mine(papers, tmp_path / "out").exit_code == 0
    return tmp_path / "out"


def test_all_results_have_the_edit_and_undo_restores_their_bytes(out):
    before = contents(out)
    names = {path.name for path in out.iterdir()}
    found = edit_results(out, MERGE, time=NOON)
    assert found.ontology == files.read(out)
    assert found.problems == ()
    assert "politics" not in ids(out)
    for name in FILES:
        assert (out / name).read_bytes() != before[name]
    [(label,)] = store.ask(
        store.open_store(out), "SELECT ?l { ?c dcterms:replaces concept:politics ; skos:prefLabel ?l }"
    ).rows
    assert label.value == "Sports"
    assert f"{NOON}: merged with" in (out / "report.html").read_text()
    assert [one.id for one in files.read(out / "mined").concepts if one.id not in ids(out)] == ["politics"]
    edit_results(out, Edit("undo"), time=NOON)
    assert contents(out) == before
    assert {path.name for path in out.iterdir()} == names | {"edits.jsonl"}
    edit_results(out, Edit("redo"), time=NOON)
    assert "politics" not in ids(out)
    assert about(out)["edits"] == {"last": 3, "applied": 1, "problems": []}


def test_edits_of_one_call_are_all_done_or_none_and_undone_together(out):
    before = contents(out)
    several = [edit("reject", "world"), edit("reject", "science")]
    with pytest.raises(OntologyError, match="there is no concept 'golf'"):
        edit_results(out, *several, edit("reject", "golf"), time=NOON)
    assert contents(out) == before
    assert not (out / "edits.jsonl").exists()
    assert [each.group for each in edit_results(out, *several, time=NOON).added] == [1, 1]
    edit_results(out, edit("rename", "sports", label="Games"), time=NOON)
    assert [each.edit for each in edit_results(out, Edit("undo"), time=NOON).added] == [3]
    assert [each.edit for each in edit_results(out, Edit("undo"), time=NOON).added] == [1, 2]
    assert contents(out) == before
    assert [each.edit for each in edit_results(out, Edit("redo"), time=NOON).added] == [1, 2]
    assert {"world", "science"}.isdisjoint(ids(out))
    edit_results(out, Edit("undo", edit=1), time=NOON)
    assert [each.edit for each in edit_results(out, Edit("undo"), time=NOON).added] == [2]


def test_what_was_split_off_and_rejected_is_whole_again_when_the_split_is_undone(out):
    edit_results(out, edit("rename", "business", label="All business"), time=NOON)
    edit_results(out, edit("split", "business", labels=("Business",), sites=("a",)), time=NOON)
    edit_results(out, edit("reject", "business-2"), time=NOON)
    found = edit_results(out, Edit("undo", edit=2), time=NOON)
    assert found.ontology.by_id()["business"].labels == ("All business", "Business")
    assert sum(each.concept == "business" for each in found.ontology.instances) == 6
    line = "edit 3, reject 'Business' is left out: 'Business' is not there any more: edit 2 made it, which is not done"
    assert found.problems == (line,)


def test_a_history_that_somebody_took_away_is_no_more(out):
    before = contents(out)
    edit_results(out, MERGE, time=NOON)
    (out / "edits.jsonl").unlink()
    assert edit_results(out).history.lines == []
    assert contents(out) == before
    assert "edits" not in about(out)


def test_the_exported_graph_says_what_was_done_by_hand(out):
    edit_results(out, MERGE, time=NOON)
    edit_results(out, edit("rename", "world", label="Abroad"), time=NOON)
    graph = rdflib.Graph().parse(str(out / "taxonomy.ttl"))
    base = rdflib.Namespace("urn:weblode:concept/")
    assert list(graph.objects(base.sports, DCTERMS.replaces)) == [base.politics]
    assert [str(one) for one in graph.objects(base.sports, SKOS.changeNote)] == [f"{NOON}: merged with 'Politics'"]
    assert [str(one) for one in graph.objects(base.world, SKOS.changeNote)] == [f"{NOON}: renamed, was 'World'"]
    assert str(graph.value(base.world, SKOS.prefLabel)) == "Abroad"


def test_edits_survive_a_new_run_and_are_no_change(out, papers):
    edit_results(out, MERGE, time=NOON)
    edit_results(out, edit("move", "world", "business"), time=NOON)
    edit_results(out, edit("reject", "science"), time=NOON)
    before = contents(out)
    done = mine(papers, out)
    assert (done.exit_code, done.stderr) == (0, "")
    assert "nothing changed since the last run" in done.stdout
    assert contents(out) == before
    assert about(out)["edits"] == {"last": 3, "applied": 3, "problems": []}
    assert about(out)["figures"]["concept"] == 5  # of what was mined
    assert (out / "previous" / "mined").is_dir()
    assert not (out / "previous" / "edits.jsonl").exists()
    edit_results(out, Edit("undo"), time=NOON)
    changed = json.loads((out / "changes.json").read_text())
    assert changed["concepts"] == {"new": [], "gone": [], "moved": []}


def test_news_below_an_edited_concept_is_told_under_its_name_and_news_of_a_rejected_one_is_not(out, tmp_path):
    edit_results(out, edit("rename", "world", label="Abroad"), time=NOON)
    edit_results(out, edit("reject", "science"), time=NOON)
    sections = {**SECTIONS, "World": [*SECTIONS["World"], NEW], "Science": [*SECTIONS["Science"], "Atoms are smaller"]}
    mine(save(tmp_path / "papers", dict.fromkeys("abc", site(sections))), out)
    found = json.loads((out / "changes.json").read_text())["instances"]
    assert [(one["name"], one["now"]) for one in found["new"]] == [(NEW, ["Abroad"])] * 3


def test_an_edit_whose_concept_is_gone_is_a_warning_and_applies_again_when_it_is_back(out, tmp_path):
    edit_results(out, edit("rename", "science", label="Research"), time=NOON)
    less = {name: titles for name, titles in SECTIONS.items() if name != "Science"}
    done = mine(save(tmp_path / "papers", dict.fromkeys("abc", site(less))), out)
    assert done.exit_code == 0
    line = "edit 1, rename 'Science' is left out: 'Science' is not there any more"
    assert done.stderr == f"weblode: {line}\n"
    assert about(out)["edits"] == {"last": 1, "applied": 0, "problems": [line]}
    assert edit_results(out).problems == (line,)
    mine(save(tmp_path / "papers", dict.fromkeys("abc", site())), out)
    assert "Research" in (out / "taxonomy.json").read_text()


def test_a_run_after_all_was_rejected_is_an_update_like_any_other(out, papers):
    for id_ in ids(out):
        edit_results(out, edit("reject", id_), time=NOON)
    assert ids(out) == []
    mine(papers, out)
    assert (out / "previous" / "run.json").exists()
    assert not (out / "nothing.json").exists()


def test_an_edit_that_cannot_be_changes_nothing(out):
    before = {path: path.read_bytes() for path in out.rglob("*") if path.is_file()}
    with pytest.raises(OntologyError, match="there is no concept 'golf'"):
        edit_results(out, edit("reject", "golf"), time=NOON)
    with pytest.raises(OntologyError, match="there is nothing to undo"):
        edit_results(out, Edit("undo"), time=NOON)
    with pytest.raises(OntologyError, match="is not a time in UTC"):
        edit_results(out, MERGE, time="now")
    assert {path: path.read_bytes() for path in out.rglob("*") if path.is_file()} == before


def test_a_folder_with_a_run_at_work_or_unfinished_cannot_be_edited(out, tmp_path, monkeypatch):
    monkeypatch.setattr(tidying, "PATIENCE", 0.0)
    with (
        runs.acquire_lock(os.fspath(out / "mine.lock")),
        pytest.raises(SourceError, match="another process edits or mines"),
    ):
        edit_results(out, MERGE, time=NOON)
    with runs.open_run(out), pytest.raises(OntologyError, match="has no finished run to edit: wait"):
        edit_results(out, MERGE, time=NOON)
    with pytest.raises(OntologyError, match="has no finished run to edit"):
        edit_results(tmp_path, MERGE, time=NOON)
    assert list(tmp_path.glob("*.lock")) == []


def test_edits_that_cannot_be_read_end_a_run_before_it_begins(out, papers):
    (out / "edits.jsonl").write_text("rubbish\n")
    before = contents(out)
    done = mine(papers, out)
    assert done.exit_code == 1
    assert "edits.jsonl line 1 is not an edit" in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert contents(out) == before


# What puts a file or folder in place, or removes it.
PUTTING = ((os, "replace"), (os, "rename"), (shutil, "rmtree"))


def labels(folder):
    """The preferred labels that the graph has to be asked for."""
    return {row[0].value for row in store.ask(store.open_store(folder), "SELECT ?l { ?c skos:prefLabel ?l }").rows}


@pytest.mark.parametrize("wanted", [MERGE, Edit("undo")], ids=str)
def test_killed_at_any_moment_of_an_edit_the_next_call_makes_all_whole(out, tmp_path, wanted):
    whole = contents(out)
    edit_results(out, MERGE, time=NOON)
    merged = contents(out)
    if wanted is MERGE:
        edit_results(out, Edit("undo"), time=NOON)
    for steps in itertools.count():
        shutil.copytree(out, tmp_path / f"{steps}")
        folder = tmp_path / f"{steps}"
        with pytest.MonkeyPatch.context() as patch, suppress(Killed):
            killed_after(patch, steps, *PUTTING)
            edit_results(folder, wanted, time=NOON)
            break
        now = edit_results(folder)
        assert contents(folder) == (merged if now.history.active else whole)
        assert labels(folder) == {one.label for one in now.ontology.concepts}
        assert files.read(folder) == now.ontology
    assert contents(folder) == (merged if wanted is MERGE else whole)
    assert steps >= 8
