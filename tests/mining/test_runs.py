"""What a folder holds after a run, and how the next run begins, whatever stopped the one before."""

import json
import os
import shutil
from pathlib import Path

import pytest
from killing import Killed, killed_after
from mining.made import NEW, asked, changed, contents, mine
from newspapers import SECTIONS, site

import weblode
from weblode import files
from weblode.errors import SourceError
from weblode.mining import runs


def test_a_run_leaves_all_that_was_found_and_says_that_it_is_finished(tmp_path, papers):
    done = mine(papers, tmp_path / "out")
    assert (done.exit_code, done.stderr) == (0, "")
    assert "World  [3 sites, 6 instances]" in done.stdout
    offline = set(runs.RESULTS) - {"pages.warc.gz", "pages.index.jsonl", "changes.json", "mined"}
    assert {path.name for path in (tmp_path / "out").iterdir()} == offline | {"run.json", "mine.lock", "crawl.lock"}
    run = json.loads((tmp_path / "out" / "run.json").read_text())
    assert run["homes"] == papers
    assert run["figures"] == {"concept": 5, "site": 3, "broader pair": 0, "instance": 30, "membership": 30, "page": 48}
    assert [stage["name"] for stage in run["stages"]][:4] == ["home pages", "taxonomy", "level 1", "pages"]


def test_outlines_are_those_of_home_pages_and_concepts_as_the_schema_has_them(tmp_path, papers):
    from lxml import etree

    mine(papers, tmp_path / "out")
    schema = etree.XMLSchema(file=str(Path(weblode.__file__).parent / "outline" / "outline.xsd"))
    found = [etree.parse(path) for path in (tmp_path / "out" / "outlines").iterdir()]
    assert all(schema.validate(tree) for tree in found)
    names = sorted(Path(tree.find("page").get("name")).name for tree in found)
    assert names == sorted(["index.html", *(f"{name.lower()}.html" for name in SECTIONS)] * 3)


def test_the_same_pages_again_are_the_same_bytes_and_nothing_changed(tmp_path, papers):
    mine(papers, tmp_path / "out")
    first = contents(tmp_path / "out")
    done = mine(papers, tmp_path / "out")
    assert "nothing changed since the last run" in done.stdout
    assert contents(tmp_path / "out") == contents(tmp_path / "out" / "previous") == first
    mine(papers, tmp_path / "out")
    assert not (tmp_path / "out" / "previous" / "previous").exists()


def test_an_unfinished_run_goes_on_and_fetches_nothing_twice(tmp_path, served, monkeypatch):
    homes, _, servers = served
    monkeypatch.setattr(runs.Run, "finish", lambda *_: (_ for _ in ()).throw(OSError("no space left")))
    stopped = mine(homes, tmp_path / "out", "--concurrency", "8")
    assert (stopped.exit_code, "no space left" in stopped.stderr) == (1, True)
    fetched = asked(servers)
    assert len(fetched) == 48
    monkeypatch.undo()
    assert mine(homes, tmp_path / "out").exit_code == 0
    assert asked(servers) == fetched
    assert not (tmp_path / "out" / "previous").exists()


def test_after_a_finished_run_pages_are_fetched_anew_and_the_former_ones_kept(tmp_path, served):
    homes, pages, servers = served
    mine(homes, tmp_path / "out", "--concurrency", "8")
    archive = (tmp_path / "out" / "pages.warc.gz").read_bytes()
    for one in pages:
        one.update(site({**SECTIONS, "World": [*SECTIONS["World"], NEW]}))
    mine(homes, tmp_path / "out", "--concurrency", "8")
    assert len(asked(servers)) == 48 + 51
    assert (tmp_path / "out" / "previous" / "pages.warc.gz").read_bytes() == archive
    assert [one["name"] for one in changed(tmp_path / "out")["instances"]["new"]] == [NEW] * 3


MOVING = ((os, "replace"), (shutil, "rmtree"))


def test_killed_again_and_again_at_the_start_of_an_update_nothing_is_lost(tmp_path, papers):
    out = tmp_path / "out"
    mine(papers, out)
    mine(papers, out)  # so that there is a previous one in the way
    before = contents(out)
    steps = 0
    while True:
        with pytest.MonkeyPatch.context() as patch:
            killed_after(patch, steps, *MOVING)
            try:
                with runs.open_run(out):
                    break
            except Killed:
                steps += 1
        everything = [path for path in out.rglob("*") if path.is_file()]
        for name, data in before.items():
            assert any(path.name == name and path.read_bytes() == data for path in everything), (steps, name)
    assert steps >= 4  # each time a step further than the last time
    assert contents(out / "previous") == before
    done = mine(papers, out)
    assert "nothing changed since the last run" in done.stdout
    assert contents(out) == before


def test_each_single_kill_is_got_over_by_the_next_run(tmp_path, papers):
    out = tmp_path / "out"
    mine(papers, out)
    before = contents(out)
    for steps in range(len(runs.RESULTS) + 4):
        with pytest.MonkeyPatch.context() as patch:
            killed_after(patch, steps, *MOVING)
            with pytest.raises(Killed), runs.open_run(out):
                raise Killed
        with runs.open_run(out):
            assert contents(out / "previous") == before
        assert not [path.name for path in out.iterdir() if path.name.startswith(("previous.", ".weblode"))]
        os.rename(out / "previous" / "run.json", out / "run.json")  # finished again, with what is there
        for name in runs.RESULTS:
            if (out / "previous" / name).exists():
                files.remove(out / name)
                os.rename(out / "previous" / name, out / name)


def test_a_run_that_finds_nothing_keeps_the_results_before_it_and_asks_again_next_time(tmp_path, served):
    homes, pages, _ = served
    mine(homes, tmp_path / "out", "--concurrency", "8")
    before = contents(tmp_path / "out")
    there = [dict(one) for one in pages]
    for one in pages:
        one.clear()
    for _ in range(2):
        done = mine(homes, tmp_path / "out")
        assert done.exit_code == 1
        assert done.stdout == ""
        assert "none of the home pages could be read" in done.stderr
        assert contents(tmp_path / "out" / "previous") == before
    for one, old in zip(pages, there, strict=True):
        one.update(old)
    done = mine(homes, tmp_path / "out", "--concurrency", "8")
    assert done.exit_code == 0
    assert "nothing changed since the last run" in done.stdout


@pytest.mark.parametrize("name", ["outlines", "previous", "run.json", "mined"])
def test_a_folder_with_something_else_under_our_names_is_left_alone(tmp_path, papers, name):
    (tmp_path / "out" / name).mkdir(parents=True)
    done = mine(papers, tmp_path / "out", "--force")
    assert done.exit_code == 1
    assert f"{name} exists and was not written by `weblode mine`" in done.stderr


def test_results_cannot_be_mined_into_their_own_folder(tmp_path, served):
    homes, _, _ = served
    mine(homes, tmp_path / "out", "--concurrency", "8")
    done = mine([str(tmp_path / "out" / "pages.warc.gz")], tmp_path / "out")
    assert done.exit_code == 1
    assert "is among the results in" in done.stderr
    assert (tmp_path / "out" / "run.json").exists()


def test_a_folder_has_one_run_at_a_time(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "PATIENCE", 0.0)
    with (
        runs.open_run(tmp_path),
        pytest.raises(SourceError, match="at work in this directory"),
        runs.open_run(tmp_path),
    ):
        pass
    with runs.open_run(tmp_path):
        pass


def test_a_typo_leaves_finished_runs_and_fresh_folders_as_they_are(tmp_path, papers):
    out = tmp_path / "out"
    mine(papers, out)
    mine(papers, out)
    before = {path: path.read_bytes() for path in out.rglob("*") if path.is_file()}
    (tmp_path / "empty").mkdir()
    for wrong in ("nosuchfolder", f"{tmp_path}/empty", "nosuch.html=http://a.com/", "htp://a.com/"):
        done = mine([wrong], out)
        assert (done.exit_code, len(done.stderr.splitlines())) == (1, 1)
        assert {path: path.read_bytes() for path in out.rglob("*") if path.is_file()} == before
        assert mine([wrong], tmp_path / "fresh").exit_code == 1
        assert not (tmp_path / "fresh").exists()


def test_a_run_that_found_nothing_asks_again_also_after_the_next_was_stopped(tmp_path, served, monkeypatch):
    homes, pages, _ = served
    there = [dict(one) for one in pages]
    for one in pages:
        one.clear()
    assert mine(homes, tmp_path / "out").exit_code == 1
    for one, old in zip(pages, there, strict=True):
        one.update(old)
    monkeypatch.setattr("weblode.sources.crawl.Crawl._ask", lambda *_: (_ for _ in ()).throw(Killed))
    with pytest.raises(Killed):
        mine(homes, tmp_path / "out")
    monkeypatch.undo()
    done = mine(homes, tmp_path / "out", "--concurrency", "8")
    assert (done.exit_code, done.stderr) == (0, "")
    assert not (tmp_path / "out" / runs.NOTHING).exists()
    (tmp_path / "out" / runs.NOTHING).write_text("{}")  # killed just after `run.json` was written
    with runs.open_run(tmp_path / "out") as run:
        assert not run.retry
