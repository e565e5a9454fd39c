"""Runs of `weblode mine` from the workbench: real processes, on folders and on sites on the loopback."""

import json
import signal
import threading

import pytest
from certificates import self_signed
from children import PATIENCE
from loopback import serving
from newspapers import answering, site
from workbench.made import order

from weblode.demo.generate import generate
from weblode.demo.serve import serve
from weblode.errors import SourceError, WeblodeError
from weblode.limits import Limits
from weblode.workbench import jobs as module
from weblode.workbench.jobs import Jobs
from weblode.workbench.workspace import Workspace

PAPERS = order("north/index.html", "south")


def test_a_job_mines_into_its_folder_and_tells_what_it_found(folder):
    with Jobs(folder) as jobs:
        started = jobs.start(PAPERS)
        assert (started.state, started.order.name, started.ended) == ("running", "news", "")
        done = jobs.wait(started.id)
    assert (done.state, done.reason, done.stopping) == ("finished", "", False)
    assert done.figures == json.loads((folder / "news" / "run.json").read_text())["figures"]
    assert done.figures["concept"] == 5
    assert done.progress["mining"] == "writing"
    assert done.lines[-1].startswith("everything is in ")
    assert done.started < done.ended


def test_a_job_on_the_web_is_watched_to_its_end(tmp_path):
    with serve(generate(sites=2, articles=6, seed=1)) as server, Jobs(tmp_path, allow_private=True) as jobs:
        done = jobs.wait(jobs.start(order(*server.web.homes(), delay=0, depth=1)).id)
    assert done.state == "finished"
    assert done.figures["site"] == 2
    assert "pages, 0 queued, 0 failed" in done.progress["crawl"]


def test_private_addresses_are_refused_unless_allowed(tmp_path):
    with serving(answering(site())) as server, Jobs(tmp_path) as jobs:
        done = jobs.wait(jobs.start(order(server.url())).id)
        assert server.hits == []
    assert (done.state, done.reason) == ("failed", "none of the home pages could be read")
    assert any("is not a public address" in line for line in done.lines)


def holding(pages, hold):
    """The answer of a server with pages that keeps one of them back until it is told not to."""

    def answer(handler):
        if handler.path == "/world.html":
            hold.wait(PATIENCE)
        answering(pages)(handler)

    return answer


def test_a_job_is_stopped_and_goes_on_where_it_was(tmp_path):
    pages, hold = site(), threading.Event()
    first, second = serving(holding(pages, hold)), serving(answering(pages))
    with first as server, second as other, Jobs(tmp_path, allow_private=True) as jobs:
        job = jobs.start(order(server.url(), other.url(), delay=0))
        server.wait_for(2)
        assert jobs.stop(job.id).stopping
        assert jobs.stop(job.id).state == "running"
        hold.set()
        stopped = jobs.wait(job.id)
        assert (stopped.state, stopped.reason, stopped.stopping) == ("stopped", "", False)
        assert jobs.stop(job.id) == stopped
        asked = server.counts()
        assert jobs.resume(job.id).state == "running"
        done = jobs.wait(job.id)
        assert (done.id, done.state, done.figures["concept"]) == (job.id, "finished", 5)
        assert server.counts()["/"] == asked["/"] == 1
        assert "stopped; run the same command to continue" in done.lines


@pytest.fixture
def ignoring():
    """This process ignores interrupts, as all that a shell starts in the background does."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("ignoring")
def test_a_job_that_has_hardly_started_is_stopped_though_the_server_ignores_interrupts(folder, monkeypatch):
    killed = []
    monkeypatch.setattr(module.subprocess.Popen, "kill", lambda process: killed.append(process))
    with serving(answering(site())) as server, Jobs(folder, allow_private=True) as jobs:
        job = jobs.start(order(server.url(), "south", delay=60))
        jobs.stop(job.id)
        assert jobs.wait(job.id).state == "stopped"
    assert killed == []


def test_a_job_that_does_not_stop_is_killed_and_so_are_all_with_the_server(folder, monkeypatch):
    monkeypatch.setattr(module, "PATIENCE", 0.0)
    hold = threading.Event()
    with serving(holding(site(), hold)) as server:
        with Jobs(folder, allow_private=True) as jobs:
            job = jobs.start(order(server.url(), "south", delay=0))
            server.wait_for(2)
        hold.set()
        assert jobs.get(job.id).state == "stopped"
        with Jobs(folder) as again:
            assert again.recent() == [jobs.get(job.id)]


def test_a_job_whose_server_died_has_stopped_and_can_go_on(folder):
    with Jobs(folder) as jobs:
        job = jobs.start(PAPERS)
        kept = (folder / "workbench" / "jobs" / f"{job.id}.json").read_bytes()
        jobs.wait(job.id)
    assert json.loads(kept)["state"] == "running"
    (folder / "workbench" / "jobs" / f"{job.id}.json").write_bytes(kept)
    for broken in ("{}", "[", '{"id": "x", "homes": 1}'):
        (folder / "workbench" / "jobs" / f"{len(broken)}.json").write_text(broken)
    with Jobs(folder) as jobs:
        [known] = jobs.recent()
        assert (known.id, known.state, known.order) == (job.id, "stopped", PAPERS)
        assert jobs.wait(jobs.resume(job.id).id).state == "finished"


def test_a_failure_has_its_reason(folder):
    (folder / "empty").mkdir()
    with Jobs(folder) as jobs:
        done = jobs.wait(jobs.start(order("empty")).id)
    assert done.state == "failed"
    assert "no page is there" in done.reason


def test_only_some_jobs_run_at_once_and_only_one_in_a_folder(folder):
    with serving(answering(site())) as server, Jobs(folder, allow_private=True, most=2) as jobs:
        job = jobs.start(order(server.url(), delay=60))
        for again in (lambda: jobs.start(order("north")), lambda: jobs.resume(job.id)):
            with pytest.raises(WeblodeError, match="a job is running in 'news': wait for it, or stop it"):
                again()
        jobs.start(order(server.url(), name="other", delay=60))
        with pytest.raises(WeblodeError, match="2 jobs are running"):
            jobs.start(order("north", name="third"))
        assert len(jobs.recent()) == 2


def test_an_unknown_job_is_an_error(folder):
    with Jobs(folder) as jobs:
        for act in (jobs.get, jobs.stop, jobs.resume, jobs.wait):
            with pytest.raises(SourceError, match=r"there is no job '\.\./x'"):
                act("../x")


def test_the_signal_of_a_stop_is_that_of_ctrl_c(monkeypatch, folder):
    sent = []
    monkeypatch.setattr(module.subprocess.Popen, "send_signal", lambda _, number: sent.append(number))
    with Jobs(folder) as jobs:
        jobs.stop(jobs.start(PAPERS).id)
    assert sent == [signal.SIGINT]


def test_jobs_check_certificates_unless_the_workbench_was_told_not_to(tmp_path):
    for insecure in (False, True):
        (tmp_path / str(insecure)).mkdir()
        with serving(answering(site()), tls=self_signed(tmp_path)) as server:
            workspace = Workspace(tmp_path / str(insecure), limits=Limits(insecure=insecure))
            with workspace.jobs as jobs:
                jobs.wait(jobs.start(order(server.url(), depth=0, delay=0)).id)
            assert bool(server.hits) is insecure
