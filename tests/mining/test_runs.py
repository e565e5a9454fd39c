"""What a folder holds after a run, and how the next run begins, whatever stopped the one before."""

import json
import os
import shutil
from contextlib import ExitStack
from pathlib import Path

import pytest
from click.testing import CliRunner
from killing import Killed, killed_after
from loopback import serving
from newspapers import SECTIONS, answering, save, site

import weblode
from weblode import files
from weblode.cli import main
from weblode.errors import SourceError
from weblode.mining import runs

THREE = ("a", "b", "c")
NEW = "Volcano wakes up under the ice"


def mine(homes, folder, *more):
    return CliRunner().invoke(main, ["mine", *homes, "-o", str(folder), "--delay", "0", *more])


def contents(folder):
    """The bytes of all files that say what was found, by name."""
    names = [name for name in runs.RESULTS if name.startswith(("taxonomy", "instances"))]
    found = {name: (folder / name).read_bytes() for name in names}
    return found | {path.name: path.read_bytes() for path in (folder / runs.OUTLINES).iterdir()}


def taxonomy(folder):
    return json.loads((folder / "taxonomy.json").read_text(encoding="utf-8"))


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
    offline = set(runs.RESULTS) - {"pages.warc.gz", "pages.index.jsonl", "changes.json", "mined"}
    assert {path.name for path in (tmp_path / "out").iterdir()} == offline | {"run.json", "mine.lock", "crawl.lock"}
    run = json.loads((tmp_path / "out" / "run.json").read_text())
    assert run["homes"] == papers
    assert run["figures"] == {"concept": 5, "site": 3, "broader pair": 0, "instance": 30, "page": 48}
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


def test_a_site_that_fails_is_a_warning_and_the_others_are_mined(tmp_path, served):
    homes, pages, _ = served
    pages[0].clear()
    del pages[1]["world.html"]
    done = mine(homes, tmp_path / "out", "--concurrency", "8")
    assert done.exit_code == 0
    assert f"weblode: {homes[0]}: answered 404" in done.stderr
    assert f"weblode: {homes[1]}world.html: answered 404" in done.stderr
    assert "pages that could not be fetched, and why" in done.stdout
    assert "Politics  [2 sites" in done.stdout


def test_many_pages_of_a_site_that_fail_are_one_warning(tmp_path, served):
    homes, pages, _ = served
    for path in [path for path in pages[2] if "-" in path]:
        del pages[2][path]
    done = mine(homes, tmp_path / "out", "--concurrency", "8")
    assert done.exit_code == 0
    [line] = done.stderr.splitlines()
    assert f"{homes[2].split('/')[2]}: 10 pages could not be fetched, the first {homes[2]}" in line
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


@pytest.mark.parametrize("name", ["outlines", "previous", "run.json", "mined"])
def test_a_folder_with_something_else_under_our_names_is_left_alone(tmp_path, papers, name):
    (tmp_path / "out" / name).mkdir(parents=True)
    done = mine(papers, tmp_path / "out")
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


def test_results_before_that_cannot_be_read_are_a_warning(tmp_path, papers):
    mine(papers, tmp_path / "out")
    (tmp_path / "out" / "instances.jsonl").write_text("{")
    done = mine(papers, tmp_path / "out")
    assert done.exit_code == 0
    assert "weblode: the changes since the previous run are not known:" in done.stderr
    assert not (tmp_path / "out" / "changes.json").exists()


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


def test_an_archive_of_several_sites_is_mined_as_these(tmp_path, served):
    homes, _, _ = served
    mine(homes, tmp_path / "live", "--concurrency", "8")
    done = mine([str(tmp_path / "live" / "pages.warc.gz")], tmp_path / "out")
    assert (done.exit_code, done.stderr) == (0, "")
    assert "World  [3 sites, 6 instances]" in done.stdout
    live, out = ((tmp_path / name / "instances.jsonl").read_text().splitlines() for name in ("live", "out"))
    assert sorted(out) == sorted(live)  # the archive has the sites in the order in which they answered


def test_saved_sites_of_which_only_some_pages_declare_an_address_are_mined(tmp_path, papers):
    for number, home in enumerate(papers):
        path = Path(home)
        path.write_text(f'<link rel=canonical href="http://www.s{number}.com/">{path.read_text()}')
    done = mine(papers, tmp_path / "out")
    assert "World  [3 sites, 6 instances]" in done.stdout
    assert set(taxonomy(tmp_path / "out")["sites"]) == {"s0.com", "s1.com", "s2.com"}


@pytest.mark.parametrize("seconds", ["inf", "1e300", "nan", "-1"])
def test_a_delay_that_nobody_waits_for_is_refused(tmp_path, papers, seconds):
    done = CliRunner().invoke(main, ["mine", *papers, "-o", str(tmp_path / "out"), "--delay", seconds])
    assert done.exit_code == 2
    assert "Invalid value for '--delay'" in done.stderr
    assert not (tmp_path / "out").exists()


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


def provenance(folder, concept):
    """When the pages of the witnesses of a concept were fetched, by page."""
    asked = ["query", str(folder), "--provenance", f"concept:{concept}", "--format", "jsonl"]
    rows = map(json.loads, CliRunner().invoke(main, asked).stdout.splitlines())
    return {row["page"]: row.get("time") for row in rows}


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


def test_each_page_over_a_limit_is_noted_once(tmp_path, papers):
    first, second, _ = (Path(home).parent for home in papers)
    articles = sorted(path for path in second.iterdir() if "-" in path.name)[:2]
    for path in (first / "world.html", *articles):
        path.write_text(path.read_text() + "<i></i>" * 500)
    done = mine(papers, tmp_path / "out", "--max-nodes", "300", "--depth", "2")
    lost = [one["name"] for one in taxonomy(tmp_path / "out")["dropped"] if one["kind"] == "page"]
    assert sorted(lost) == sorted(map(str, (first / "world.html", *articles)))
    assert "2 pages could not be fetched, the first" in done.stderr
    assert "raise it with --max-nodes" in done.stderr


def test_pages_of_other_sites_are_neither_fetched_nor_mined(tmp_path, served):
    homes, pages, servers = served
    with serving(answering(site())) as other:
        elsewhere = other.url("/world.html")
        away = answering(pages[0])
        servers[0].answer = lambda handler: (
            handler.reply(status=302, headers={"Location": elsewhere}) if "world" in handler.path else away(handler)
        )
        pages[1]["world.html"] = pages[1]["world.html"].replace('<a href="harbour', f'<a href="{other.url("/harbour")}')
        done = mine(homes, tmp_path / "out", "--concurrency", "8")
        assert other.hits == []
    assert f"leads to 127.0.0.1:{other.server_port}, which is none of the sites of this crawl" in done.stderr
    assert "World  [3 sites, 4 instances]" in done.stdout
    assert len(done.stderr.splitlines()) == 2


def test_a_single_site_without_concepts_is_not_told_of_others(tmp_path):
    text = site()["index.html"]
    (tmp_path / "index.html").write_text(text)
    done = mine([str(tmp_path / "index.html")], tmp_path / "out")
    assert done.exit_code == 1
    assert "index.html: has no labels that several of its pages link to" in done.stderr
    assert "no concepts were found on 1 home page; " in done.stderr
    assert "report.html says what was left out" in done.stderr
    assert "other sites" not in done.stderr


def test_an_interrupt_says_that_the_same_command_goes_on_and_a_question_where_the_results_are(
    tmp_path, papers, monkeypatch
):
    mine(papers, tmp_path / "out")
    monkeypatch.setattr(runs.Run, "save_outline", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
    stopped = mine(papers, tmp_path / "out")
    assert (stopped.exit_code, "weblode: stopped; run the same command to continue" in stopped.stderr) == (1, True)
    asked = CliRunner().invoke(main, ["query", str(tmp_path / "out"), "--concepts"])
    assert f"its run is not finished; query the previous one: {tmp_path / 'out' / 'previous'}" in asked.stderr


def test_given_files_whose_links_would_be_followed_are_refused(tmp_path, papers):
    given = [f"{home}=http://site{number}.com/" for number, home in enumerate(papers)]
    done = mine(given, tmp_path / "out")
    assert done.exit_code == 2
    assert "links of the given files cannot be followed: use --depth 0, or name the folder" in done.stderr
    assert not (tmp_path / "out").exists()
    assert mine(given, tmp_path / "out", "--depth", "0").exit_code == 0
