"""Pages that end the process that reads them: nothing is lost but these, and they are told."""

import os
import signal

import pytest
from crawls import batch, crawl, listing, rows, write_warc

from weblode import subprocesses
from weblode.batches import guard, process, tasks
from weblode.batches.guard import process_guarded
from weblode.batches.schemas import TASKS
from weblode.batches.shards import Shard
from weblode.batches.tasks import TaskOptions
from weblode.errors import SourceError

pytestmark = pytest.mark.skipif(not subprocesses.can_fork(), reason="needs processes that are forked")
PAGES = crawl(150)
ENDED = "ended the process that read it (Killed)"


@pytest.fixture
def poison(monkeypatch):
    """Addresses whose pages end the process that works on them, as a fault in compiled code would."""
    addresses, here, work = set(), os.getpid(), dict(tasks._WORK)

    def records(tree, options):
        if tree.url in addresses and os.getpid() != here:
            os.kill(os.getpid(), signal.SIGKILL)
        return work["records"](tree, options)

    monkeypatch.setitem(tasks._WORK, "records", records)
    return addresses


@pytest.mark.parametrize("task", [task for task in TASKS if task != "apply"])
def test_a_guarded_process_gives_the_same(task):
    assert rows(process_guarded([batch(PAGES)], task)) == rows(process([batch(PAGES)], task))


@pytest.mark.parametrize("numbers", [[0], [149], [17], [63, 64], [3, 4, 5, 120]])
def test_a_page_that_ends_its_process_is_a_failure_and_nothing_else_is_lost(poison, numbers):
    whole = rows(process([batch(PAGES)], "records"))
    poison.update(PAGES[i][0] for i in numbers)
    result = rows(process_guarded([batch(PAGES[:70]), batch(PAGES[70:])], "records"))
    assert [row["url"] for row in result if row["error"] == ENDED] == [PAGES[i][0] for i in numbers]
    assert [row for row in result if not row["error"]] == [row for row in whole if row["url"] not in poison]


def test_pages_of_archives_are_guarded_too(poison, tmp_path):
    shards = [Shard((write_warc(tmp_path / f"{i}.warc.gz", PAGES[30 * i : 30 * i + 30]),)) for i in range(3)]
    whole = rows(process(shards, "records"))
    poison.update(PAGES[i][0] for i in (29, 30, 45))
    result = rows(process_guarded(shards, "records"))
    assert [row["url"] for row in result if row["error"]] == [PAGES[i][0] for i in (29, 30, 45)]
    assert [row for row in result if not row["error"]] == [row for row in whole if row["url"] not in poison]


def test_one_death_is_no_failure_of_the_page(monkeypatch, tmp_path):
    once = tmp_path / "died"
    real = tasks._WORK["records"]

    def records(tree, options):
        if tree.url == PAGES[40][0] and not once.exists():
            once.touch()
            os.kill(os.getpid(), signal.SIGTERM)
        return real(tree, options)

    monkeypatch.setitem(tasks._WORK, "records", records)
    assert rows(process_guarded([batch(PAGES)], "records")) == rows(process([batch(PAGES)], "records"))
    assert once.exists()


def test_a_file_whose_reading_ends_the_process_is_a_failure_and_the_next_goes_on(monkeypatch, tmp_path):
    first, second = (write_warc(tmp_path / f"{name}.warc.gz", PAGES[:10]) for name in "ab")
    real = guard.steps

    def ending(source, *arguments, **options):
        def items():
            for item in source:
                if item.paths[0] == first:
                    os.kill(os.getpid(), signal.SIGKILL)
                yield item

        return real(items(), *arguments, **options)

    monkeypatch.setattr(guard, "steps", ending)
    result = rows(process_guarded([Shard((first,)), Shard((second,))], "records"))
    assert [(row["page"], row["error"]) for row in result if row["error"]] == [
        (first, "ended the process that read it, after 0 pages (Killed)")
    ]
    assert {row["page"].partition("#")[0] for row in result if not row["error"]} == {second}


def test_an_exception_of_ours_on_a_page_is_a_failure_and_one_of_the_source_is_raised(monkeypatch):
    monkeypatch.setitem(tasks._WORK, "records", lambda *_: 1 / 0)
    [row] = rows(process_guarded([batch([("http://h.example/", listing(1))])], "records"))
    assert row["error"].startswith("ZeroDivisionError: division by zero; this is a fault of weblode")
    with pytest.raises(SourceError, match="a dict is no path"):
        list(process_guarded([{}], "records", TaskOptions()))


def test_who_stops_reading_leaves_no_process(monkeypatch):
    started, fork = [], subprocesses.fork

    def recording(*arguments):
        process, connection = fork(*arguments)
        started.append(process.pid)
        return process, connection

    monkeypatch.setattr(subprocesses, "fork", recording)
    results = process_guarded([batch(PAGES)] * 50, "records")
    next(results)
    results.close()
    for number in started:
        with pytest.raises(ChildProcessError):  # it has ended and was waited for; other tests have children too
            os.waitpid(number, os.WNOHANG)
    assert started


@pytest.mark.parametrize("numbers", [[0], [149], [17, 64, 65]])
def test_of_pages_that_are_worked_on_together_only_those_that_end_the_process_fail(monkeypatch, numbers):
    here, compared, bad = os.getpid(), tasks._compared, {PAGES[i][0] for i in numbers}

    def ending(trees):
        if os.getpid() != here and any(tree.url in bad for tree in trees):
            os.kill(os.getpid(), signal.SIGKILL)
        return compared(trees)

    monkeypatch.setattr(tasks, "_compared", ending)
    result = rows(process_guarded([batch(PAGES[:70]), batch(PAGES[70:])], "details"))
    assert {row["url"]: row["error"] for row in result if row["error"]} == dict.fromkeys(bad, ENDED)
    assert sorted(row["url"] for row in result) == sorted(url for url, _ in PAGES)


def test_one_death_on_pages_that_are_worked_on_together_changes_nothing(monkeypatch, tmp_path):
    once, here, compared = tmp_path / "died", os.getpid(), tasks._compared

    def ending(trees):
        if os.getpid() != here and not once.exists():
            once.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return compared(trees)

    monkeypatch.setattr(tasks, "_compared", ending)
    assert rows(process_guarded([batch(PAGES)], "details")) == rows(process([batch(PAGES)], "details"))
    assert once.exists()
