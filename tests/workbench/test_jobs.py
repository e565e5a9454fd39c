"""Runs of `weblode mine` from the workbench: real processes, on folders and on sites on the loopback."""

import json
import signal
import threading

import pytest
from certificates import self_signed
from children import PATIENCE
from loopback import serving
from newspapers import answering, save, site

from weblode.demo.generate import generate
from weblode.demo.serve import serve
from weblode.errors import SourceError, WeblodeError
from weblode.limits import Limits
from weblode.workbench import jobs as module
from weblode.workbench.job_orders import JobOrder, checked_home, checked_options, checked_output
from weblode.workbench.jobs import Jobs
from weblode.workbench.workspace import Workspace


@pytest.fixture
def folder(tmp_path):
    """A folder with two newspapers in it, `north` and `south`."""
    save(tmp_path / "served", dict.fromkeys(("north", "south"), site()))
    return tmp_path / "served"


def order(*homes, name="news", **options):
    return JobOrder(homes, name, options)


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


@pytest.mark.parametrize(
    "name", ["", "..", "../x", "/tmp/x", "a/b", ".x", "-o", "workbench", "WorkBench", "a" * 65, "a\n", "é"]
)
def test_a_name_never_leads_out_of_the_folder_nor_to_what_the_workbench_keeps(folder, name):
    with pytest.raises(WeblodeError, match="is not allowed as a folder name"):
        checked_output(folder, name)


def test_a_folder_of_something_else_is_left_alone(folder, tmp_path):
    (folder / "link").symlink_to(tmp_path)
    (folder / "file").write_text("")
    for name in ("link", "file"):
        with pytest.raises(WeblodeError, match="is not a folder"):
            checked_output(folder, name)
    with pytest.raises(WeblodeError, match="holds files that are not from `weblode mine`"):
        checked_output(folder, "north")
    (folder / "empty").mkdir()
    assert checked_output(folder, "empty") == folder.resolve() / "empty"


@pytest.mark.parametrize(
    "home",
    """-  --help  -o  -=http://a.com/  ..  ../secret.html  ../secret.html=http://a.com/  /etc/passwd  link/secret.html
    link/secret.html=http://a.com/  file:///etc/passwd  ftp://a.com/  javascript://a  missing.html""".split(),
)
def test_a_home_page_is_on_the_web_or_in_the_folder(folder, home):
    (folder.parent / "secret.html").write_text("secret")
    (folder / "link").symlink_to(folder.parent)
    with pytest.raises(WeblodeError):
        checked_home(folder, home)


@pytest.mark.parametrize(
    "home", ["", "a\0b", "a\nb", "\ud800", "x" * 300, "x/" * 900, "round/x", "http://" + "x" * 3000]
)
def test_a_home_page_that_is_no_name_at_all_is_refused(folder, home):
    (folder / "round").symlink_to("round")
    with pytest.raises(WeblodeError):
        checked_home(folder, home)


def test_home_pages_are_given_as_the_command_takes_them(folder):
    (folder / "a=b.html").write_text("")
    assert checked_home(folder, "https://example.com/") == "https://example.com/"
    assert checked_home(folder, "north") == str(folder.resolve() / "north")
    assert checked_home(folder, str(folder / "north")) == str(folder.resolve() / "north")
    assert checked_home(folder, "a=b.html") == str(folder.resolve() / "a=b.html")
    given = checked_home(folder, "north/../south/index.html=http://a.com/")
    assert given == f"{folder.resolve() / 'south' / 'index.html'}=http://a.com/"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("depth", value) for value in ("1", True, -1, 1.5, None)),
        *(("delay", value) for value in ("0", float("nan"), 1e9, -0.1)),
        *(("max_pages", value) for value in (None, 10**12, 0)),
        ("semantics", 1),
        ("output", "x"),
        ("", 1),
    ],
)
def test_options_are_known_typed_and_bounded(name, value):
    with pytest.raises(WeblodeError, match=r"is not an option of a job|it must be"):
        checked_options({name: value})


def test_options_become_arguments_before_the_home_pages(folder):
    asked = order("north", depth=2, semantics=True, delay=0.5, max_per_concept=3)
    command = asked.command(folder, allow_private=False)
    flags = "--progress json --no-private --depth 2 --semantics --delay 0.5 --max-per-concept 3 --".split()
    assert command[command.index("--progress") :] == [*flags, str(folder.resolve() / "north")]
    assert "--semantics" not in order("north", semantics=False).command(folder, allow_private=True)
    for homes in ((), ("north",) * 101):
        with pytest.raises(WeblodeError, match="a job has from 1 to 100"):
            order(*homes).command(folder, allow_private=True)


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"homes": "a", "name": "b"},
        {"homes": [1], "name": "b"},
        {"homes": ["a"]},
        {"homes": ["a"], "name": "b", "options": [1]},
    ],
)
def test_an_order_has_its_form(sent):
    with pytest.raises(WeblodeError, match="a job needs"):
        JobOrder.from_dict(sent)


def test_jobs_check_certificates_unless_the_workbench_was_told_not_to(tmp_path):
    for insecure in (False, True):
        (tmp_path / str(insecure)).mkdir()
        with serving(answering(site()), tls=self_signed(tmp_path)) as server:
            workspace = Workspace(tmp_path / str(insecure), limits=Limits(insecure=insecure))
            with workspace.jobs as jobs:
                jobs.wait(jobs.start(order(server.url(), depth=0, delay=0)).id)
            assert bool(server.hits) is insecure
