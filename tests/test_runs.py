"""What a folder holds after a run, and how the next run begins, whatever stopped the one before."""

import json
import os
from contextlib import ExitStack
from pathlib import Path

import pytest
from click.testing import CliRunner
from loopback import serving
from newspapers import SECTIONS, answering, save, site

from weblode import runs
from weblode.cli import main
from weblode.errors import SourceError
from weblode.pages import crawl

THREE = ("a", "b", "c")
NEW = "Volcano wakes up under the ice"


def mine(homes, folder, *more):
    return CliRunner().invoke(main, ["mine", *homes, "-o", str(folder), "--delay", "0", *more])


def contents(folder):
    """The bytes of all files that say what was found, by name."""
    names = [name for name in runs.RESULTS if name.startswith(("taxonomy", "instances"))]
    found = {name: (folder / name).read_bytes() for name in names}
    return found | {path.name: path.read_bytes() for path in (folder / runs.OUTLINES).iterdir()}


def changed(folder):
    return json.loads((folder / "changes.json").read_text(encoding="utf-8"))


@pytest.fixture
def papers(tmp_path):
    """The home pages of three newspapers in folders."""
    return save(tmp_path / "papers", dict.fromkeys(THREE, site()))


def test_a_run_leaves_all_that_was_found_and_says_that_it_is_finished(tmp_path, papers):
    done = mine(papers, tmp_path / "out")
    assert (done.exit_code, done.stderr) == (0, "")
    assert "World  [3 sites, 6 instances]" in done.stdout
    offline = set(runs.RESULTS) - {"pages.warc.gz", "pages.index.jsonl", "changes.json"}
    assert {path.name for path in (tmp_path / "out").iterdir()} == offline | {"run.json", "mine.lock", "crawl.lock"}
    run = json.loads((tmp_path / "out" / "run.json").read_text())
    assert run["homes"] == papers
    assert run["figures"] == {"concept": 5, "site": 3, "broader pair": 0, "instance": 30, "page": 48}
    assert [stage["name"] for stage in run["stages"]][:4] == ["home pages", "taxonomy", "level 1", "pages"]


def test_outlines_are_those_of_home_pages_and_concepts_as_the_schema_has_them(tmp_path, papers):
    from lxml import etree

    mine(papers, tmp_path / "out")
    schema = etree.XMLSchema(file=str(Path(runs.__file__).parent / "outline" / "outline.xsd"))
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


@pytest.fixture
def served():
    """Three newspapers on the loopback: their home pages, their pages, which may change, and the servers."""
    with ExitStack() as stack:
        pages = [site() for _ in THREE]
        servers = [stack.enter_context(serving(answering(one))) for one in pages]
        yield [server.url() for server in servers], pages, servers


def asked(servers):
    return [path for server in servers for path, _ in server.hits if path != "/robots.txt"]


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


class Killed(BaseException):
    """What no code of ours catches."""


def killed_after(monkeypatch, steps):
    """Have the process end after so many steps of moving and removing."""
    left = iter(range(steps))

    def step(work):
        def stepping(*arguments, **options):
            if next(left, None) is None:
                raise Killed
            return work(*arguments, **options)

        return stepping

    monkeypatch.setattr(runs.os, "rename", step(os.rename))
    monkeypatch.setattr(runs.shutil, "rmtree", step(runs.shutil.rmtree))


def test_killed_again_and_again_at_the_start_of_an_update_nothing_is_lost(tmp_path, papers):
    out = tmp_path / "out"
    mine(papers, out)
    mine(papers, out)  # so that there is a previous one in the way
    before = contents(out)
    steps = 0
    while True:
        with pytest.MonkeyPatch.context() as patch:
            killed_after(patch, steps)
            try:
                with runs.running(out):
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
            killed_after(patch, steps)
            with pytest.raises(Killed), runs.running(out):
                raise Killed
        with runs.running(out):
            assert contents(out / "previous") == before
        assert not [path.name for path in out.iterdir() if path.name.startswith(("previous.", ".weblode"))]
        os.rename(out / "previous" / "run.json", out / "run.json")  # finished again, with what is there
        for name in runs.RESULTS:
            if (out / "previous" / name).exists():
                runs._remove(out / name)
                os.rename(out / "previous" / name, out / name)


def test_killed_while_results_are_written_the_next_run_writes_them_all(tmp_path, papers, monkeypatch):
    mine(papers, tmp_path / "whole")
    monkeypatch.setattr(runs.store, "write", lambda *_: (_ for _ in ()).throw(Killed))
    with pytest.raises(Killed):
        mine(papers, tmp_path / "out")
    assert (tmp_path / "out" / "taxonomy.json").exists()
    assert not (tmp_path / "out" / "run.json").exists()
    monkeypatch.undo()
    assert mine(papers, tmp_path / "out").exit_code == 0
    assert contents(tmp_path / "out") == contents(tmp_path / "whole")
    assert not (tmp_path / "out" / "previous").exists()


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
        assert "nothing was left: none of the 3 home pages could be had" in done.stderr
        assert contents(tmp_path / "out" / "previous") == before
    for one, old in zip(pages, there, strict=True):
        one.update(old)
    done = mine(homes, tmp_path / "out", "--concurrency", "8")
    assert done.exit_code == 0
    assert "nothing changed since the last run" in done.stdout


def test_a_site_that_fails_is_a_warning_and_the_others_are_mined(tmp_path, served):
    homes, pages, _ = served
    pages[0].clear()
    del pages[1]["world.html"]
    done = mine(homes, tmp_path / "out", "--concurrency", "8")
    assert done.exit_code == 0
    assert f"weblode: {homes[0]}: answered 404" in done.stderr
    assert f"weblode: {homes[1]}world.html: answered 404" in done.stderr
    assert "pages that could not be had, and why" in done.stdout
    assert "Politics  [2 sites" in done.stdout


def test_many_pages_of_a_site_that_fail_are_one_warning(tmp_path, served):
    homes, pages, _ = served
    for path in [path for path in pages[2] if "-" in path]:
        del pages[2][path]
    done = mine(homes, tmp_path / "out", "--concurrency", "8")
    assert done.exit_code == 0
    [line] = done.stderr.splitlines()
    assert f"{homes[2].split('/')[2]}: 10 pages could not be had, the first {homes[2]}" in line
    assert line.endswith(": answered 404 Not Found")


def test_a_home_page_that_is_nowhere_is_told(tmp_path, papers):
    (tmp_path / "papers" / "d").mkdir()
    done = mine([*papers, str(tmp_path / "papers" / "d")], tmp_path / "out")
    assert done.exit_code == 0
    assert "papers/d: no page is there" in done.stderr


def test_so_many_items_are_followed_below_a_concept_on_each_site(tmp_path, served):
    homes, _, servers = served
    done = mine(homes, tmp_path / "out", "--max-per-concept", "1", "--concurrency", "8")
    assert "World  [3 sites, 3 instances]" in done.stdout
    assert len([path for path in asked(servers) if "-" in path]) == 3 * len(SECTIONS)


@pytest.mark.parametrize("name", ["outlines", "previous", "run.json"])
def test_a_folder_with_something_else_under_our_names_is_left_alone(tmp_path, papers, name):
    (tmp_path / "out" / name).mkdir(parents=True)
    done = mine(papers, tmp_path / "out")
    assert done.exit_code == 1
    assert f"{name} is there and is not of `weblode mine`: give another folder" in done.stderr


def test_results_cannot_be_mined_into_their_own_folder(tmp_path, served):
    homes, _, _ = served
    mine(homes, tmp_path / "out", "--concurrency", "8")
    done = mine([str(tmp_path / "out" / "pages.warc.gz")], tmp_path / "out")
    assert done.exit_code == 1
    assert "is among the results in" in done.stderr
    assert (tmp_path / "out" / "run.json").exists()


def test_a_folder_has_one_run_at_a_time(tmp_path, monkeypatch):
    monkeypatch.setattr(crawl, "PATIENCE", 0.0)
    with runs.running(tmp_path), pytest.raises(SourceError, match="at work in this directory"), runs.running(tmp_path):
        pass
    with runs.running(tmp_path):
        pass


def test_results_before_that_cannot_be_read_are_a_warning(tmp_path, papers):
    mine(papers, tmp_path / "out")
    (tmp_path / "out" / "instances.jsonl").write_text("{")
    done = mine(papers, tmp_path / "out")
    assert done.exit_code == 0
    assert "weblode: what changed is not known:" in done.stderr
    assert not (tmp_path / "out" / "changes.json").exists()
