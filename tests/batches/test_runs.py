"""Runs in a folder: complete after whatever happens, no page twice, and nothing is done again that was done."""

import json
import os
import signal

import pytest
from crawls import crawl, rows, write_parquet, write_warc
from pyarrow import parquet

from weblode import subprocesses
from weblode.batches import process, tasks
from weblode.batches.local import run_locally
from weblode.batches.processing import steps
from weblode.batches.runs import open_run, plan
from weblode.batches.shards import Shard
from weblode.errors import SourceError, WeblodeError

pytestmark = pytest.mark.skipif(not subprocesses.can_fork(), reason="needs processes that are forked")
PAGES = crawl(120)
URLS = [url for url, _ in PAGES]
SHARD = 1500  # bytes: several shards a file


@pytest.fixture
def sources(tmp_path):
    """A crawl as two WARC files, a Parquet file and a folder of pages."""
    folder = tmp_path / "pages"
    folder.mkdir()
    for i, (_, html) in enumerate(PAGES[90:]):
        (folder / f"{i:03}.html").write_text(html)
    (folder / ".hidden.html").write_text("<p>hidden")
    warcs = [write_warc(tmp_path / f"{i}.warc.gz", PAGES[30 * i : 30 * i + 30]) for i in range(2)]
    return [*warcs, write_parquet(tmp_path / "a.parquet", PAGES[60:90]), str(folder)]


def results(folder, name="pages"):
    """The rows of all shards of a run."""
    return [row for path in sorted((folder / name).glob("*.parquet")) for row in parquet.read_table(path).to_pylist()]


@pytest.mark.parametrize("jobs", [1, 3])
def test_a_run_has_every_page_once(tmp_path, sources, jobs):
    run = open_run(tmp_path / "out", sources, "pages", shard_bytes=SHARD)
    done = list(run_locally(run, jobs))
    urls = [row["url"] for row in results(run.folder.path)]
    assert urls == [*URLS[:90], *[None] * 30]
    assert len(run.shards) > 10
    assert [each.number for each in done] == list(range(len(run.shards)))
    assert (sum(each.pages for each in done), sum(each.failed for each in done)) == (120, 0)
    assert results(run.folder.path, "failures") == []


def test_results_are_those_of_the_function_for_engines(tmp_path, sources):
    run = open_run(tmp_path / "out", sources[:3], "records", shard_bytes=SHARD)
    list(run_locally(run, 2))
    whole = [
        {name: value for name, value in row.items() if name != "error"} for row in rows(process(sources[:3], "records"))
    ]
    assert results(run.folder.path, "records") == whole


def test_a_second_run_continues_and_does_nothing_twice(tmp_path, sources):
    run = open_run(tmp_path / "out", sources, "pages", shard_bytes=SHARD)
    first = run_locally(run, 2)
    begun = [next(first).number for _ in range(3)]
    first.close()  # as an interrupt does
    again = open_run(tmp_path / "out", sources, "pages", shard_bytes=SHARD)
    done_before = set(again.done())
    assert set(begun) <= done_before
    assert {each.number for each in run_locally(again, 2)} == set(range(len(run.shards))) - done_before
    assert list(run_locally(again, 2)) == []
    assert [row["url"] for row in results(run.folder.path)] == [*URLS[:90], *[None] * 30]


def test_a_shard_that_was_interrupted_while_it_was_written_is_done_again(tmp_path, sources):
    run = open_run(tmp_path / "out", sources, "pages", shard_bytes=SHARD)

    def interrupted():
        yield next(steps([run.shards[0]], "pages"))
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run.write(0, interrupted())
    assert run.done() == {}
    assert list((run.folder.path / "pages").iterdir()) == []
    list(run_locally(run, 1))
    assert len(results(run.folder.path)) == 120


def poison(monkeypatch, addresses, when=lambda: True):
    """Have pages of some addresses end the process that works on them, as a fault in compiled code would."""
    here, work = os.getpid(), tasks._WORK["records"]

    def records(tree, options):
        if tree.url in addresses and os.getpid() != here and when():
            os.kill(os.getpid(), signal.SIGKILL)
        return work(tree, options)

    monkeypatch.setitem(tasks._WORK, "records", records)


@pytest.mark.parametrize("jobs", [1, 2])
def test_pages_that_end_their_process_are_failures_and_nothing_else_is_lost(tmp_path, sources, monkeypatch, jobs):
    whole = {row["url"] for row in rows(process(sources[:3], "records"))}
    bad = {URLS[3], URLS[4], URLS[70]}
    poison(monkeypatch, bad)
    run = open_run(tmp_path / "out", sources[:3], "records", shard_bytes=SHARD)
    done = list(run_locally(run, jobs))
    failures = results(run.folder.path, "failures")
    assert {row["url"]: row["error"] for row in failures} == dict.fromkeys(
        bad, "ended the process that read it (Killed)"
    )
    assert {row["url"] for row in results(run.folder.path, "records")} == whole - bad
    assert sum(each.pages for each in done) == 90
    assert sum(each.failed for each in done) == len(failures) == 3


def test_a_process_that_somebody_kills_loses_nothing(tmp_path, sources, monkeypatch):
    once = tmp_path / "killed"

    def first_time():
        if once.exists():
            return False
        once.touch()
        return True

    poison(monkeypatch, {URLS[7]}, first_time)
    run = open_run(tmp_path / "out", sources[:3], "records", shard_bytes=SHARD)
    assert sum(each.failed for each in run_locally(run, 2)) == 0
    assert once.exists()
    urls = [row["url"] for row in results(run.folder.path, "records")]
    assert len(urls) == len(rows(process(sources[:3], "records")))


def test_another_run_is_refused_and_says_what_differs(tmp_path, sources):
    open_run(tmp_path / "out", sources, "pages")
    with pytest.raises(WeblodeError, match='has a run with other task: "pages", not "records"'):
        open_run(tmp_path / "out", sources, "records")
    with pytest.raises(WeblodeError, match="has a run with other sources"):
        open_run(tmp_path / "out", sources[:1], "pages")
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("dear")
    with pytest.raises(WeblodeError, match="has files that are of no run"):
        open_run(tmp_path / "mine", sources, "pages")


def test_a_file_that_has_changed_since_is_refused(tmp_path, sources):
    open_run(tmp_path / "out", sources, "pages", shard_bytes=SHARD)
    with open(sources[0], "ab") as stream:
        stream.write(b"more")
    with pytest.raises(WeblodeError, match=r"0\.warc\.gz has changed since the run began"):
        open_run(tmp_path / "out", sources, "pages", shard_bytes=SHARD)


def test_small_files_share_a_shard_and_what_is_not_there_is_one_line(tmp_path, sources):
    [shard] = plan([sources[3]])
    assert len(shard.paths) == 30
    for source, reason in ((str(tmp_path / "no"), "no such file"), ("https://a.example/", "is an address")):
        with pytest.raises(SourceError, match=reason):
            list(plan([source]))
    (tmp_path / "empty").mkdir()
    with pytest.raises(SourceError, match="no pages in this folder"):
        list(plan([str(tmp_path / "empty")]))


def test_the_folder_says_what_was_asked_for(tmp_path, sources):
    run = open_run(tmp_path / "out", sources, "pages", shard_bytes=SHARD)
    about = json.loads((run.folder.path / "run.json").read_text())
    assert (about["task"], about["sources"]) == ("pages", sources)
    assert len((run.folder.path / "shards.jsonl").read_text().splitlines()) == len(run.shards)


def test_of_pages_that_are_worked_on_together_only_those_that_end_the_process_fail(tmp_path, sources, monkeypatch):
    here, compared, bad = os.getpid(), tasks._compared, {URLS[3], URLS[20], URLS[70]}

    def ending(trees):
        if os.getpid() != here and any(tree.url in bad for tree in trees):
            os.kill(os.getpid(), signal.SIGKILL)
        return compared(trees)

    monkeypatch.setattr(tasks, "_compared", ending)
    run = open_run(tmp_path / "out", sources[:3], "details")
    done = list(run_locally(run, 1))
    assert {row["url"]: row["error"] for row in results(run.folder.path, "failures")} == dict.fromkeys(
        bad, "ended the process that read it (Killed)"
    )
    assert sorted(row["url"] for row in results(run.folder.path, "details")) == sorted(set(URLS[:90]) - bad)
    assert sum(each.failed for each in done) == 3


def test_a_large_parquet_file_that_is_broken_is_one_shard_and_a_failure(tmp_path):
    for name, data in (
        ("a.parquet", b"PAR1" + b"x" * 2 * SHARD),
        ("b.parquet", b"PAR1" + b"\xff" * SHARD + b"\xff\0\0\0PAR1"),
    ):
        (tmp_path / name).write_bytes(data)
        assert list(plan([str(tmp_path / name)], SHARD)) == [Shard((str(tmp_path / name),))]
    run = open_run(tmp_path / "out", [str(tmp_path / "a.parquet")], "records", shard_bytes=SHARD)
    list(run_locally(run, 1))
    [failure] = results(run.folder.path, "failures")
    assert "cannot be read as a Parquet file" in failure["error"]


def test_a_large_file_with_its_address_is_a_shard(tmp_path):
    (tmp_path / "big.html").write_text("<p>one" * SHARD)
    source = f"{tmp_path / 'big.html'}=http://h.example/big"
    assert list(plan([source], SHARD)) == [Shard((source,))]
