"""`weblode at-scale`: a crawl into a folder, continued after kill -9."""

import signal
import sys

import children
import pytest
from commands import lines, run
from crawls import crawl, listing, write_warc
from pyarrow import parquet

from weblode.subprocesses import can_fork

pytestmark = pytest.mark.skipif(not can_fork(), reason="needs processes that are forked")
PAGES = crawl(300)
# The command, with a process that kills the first one, as by kill -9, when the tenth shard is to be written.
KILLED = """
import os, signal, weblode.batches.runs as runs
from weblode.cli import main
write = runs.ScaleRun.write
def kill_or_write(run, number, steps):
    if number == 9:
        os.kill(os.getppid(), signal.SIGKILL)
    return write(run, number, steps)
runs.ScaleRun.write = kill_or_write
main()
"""


@pytest.fixture
def warc(tmp_path):
    return write_warc(tmp_path / "a.warc.gz", PAGES)


def urls(folder, name="pages"):
    return [url for path in sorted((folder / name).glob("*")) for url in parquet.read_table(path)["url"].to_pylist()]


def test_a_crawl_becomes_a_folder_and_the_last_line_says_how_much(tmp_path, warc):
    done = run("at-scale", warc, "-o", str(tmp_path / "out"), "--task", "pages", "--jobs", "2")
    assert done.returncode == 0
    assert lines(done.stderr)[-1].endswith("out: 300 pages in 1 shards, 300 rows in pages/, 0 failed")
    assert urls(tmp_path / "out") == [url for url, _ in PAGES]
    again = run("at-scale", warc, "-o", str(tmp_path / "out"), "--task", "pages")
    assert "1 of 1 shards are done already" in lines(again.stderr)[0]


def test_rules_are_applied_and_pages_that_do_not_fit_are_failures(tmp_path, warc):
    (tmp_path / "a.html").write_text(listing(400))
    rule = str(tmp_path / "rule.json")
    assert run("learn", str(tmp_path / "a.html"), "-o", rule).returncode == 0
    done = run("at-scale", warc, "-o", str(tmp_path / "out"), "--task", "apply", "--rule", rule)
    assert done.returncode == 0
    lists = [url for url, html in PAGES if "<main>" in html]
    assert list(dict.fromkeys(urls(tmp_path / "out", "apply"))) == lists
    assert len(urls(tmp_path / "out", "failures")) == 300 - len(lists)


def test_a_run_that_is_killed_in_the_middle_is_complete_after_the_same_command(tmp_path):
    sources = [write_warc(tmp_path / f"{i:02}.warc.gz", PAGES[10 * i : 10 * i + 10]) for i in range(30)]
    command = ["at-scale", *sources, "-o", str(tmp_path / "out"), "--task", "records", "--jobs", "2"]
    done = tmp_path / "out" / "done"
    killed = children.run([sys.executable, "-c", KILLED, *command], capture_output=True)
    assert killed.returncode == -signal.SIGKILL
    before = {path.name: path.stat().st_mtime_ns for path in done.glob("*.json")}
    assert 3 <= len(before) < 30
    assert run(*command).returncode == 0
    after = {path.name: path.stat().st_mtime_ns for path in done.glob("*.json")}
    assert len(after) == 30
    assert {name: after[name] for name in before} == before
    whole = run("at-scale", *sources, "-o", str(tmp_path / "whole"), "--task", "records").returncode
    assert whole == 0
    assert urls(tmp_path / "out", "records") == urls(tmp_path / "whole", "records")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["no.warc.gz", "-o", "out"], "no.warc.gz: no such file or folder"),
        (["{warc}", "-o", "out", "--task", "apply"], "--task apply and --rule belong together"),
        (["{warc}", "-o", "out", "--master", "local"], "--master is for --engine spark"),
        (["{warc}", "-o", "{warc}"], "has files that are of no run"),
    ],
)
def test_what_cannot_be_is_one_line(tmp_path, warc, arguments, message):
    done = run("at-scale", *(each.format(warc=warc) for each in arguments), cwd=tmp_path)
    assert done.returncode in (1, 2)
    assert message in lines(done.stderr)[-1]
