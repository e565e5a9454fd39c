"""Processes of ours in a folder of somebody else's."""

import sys

import pytest
from children import PIPE, run
from loopback import serving
from newspapers import answering, site
from workbench.made import CONCEPTS, viewing

from weblode import subprocesses
from weblode.sources.crawl import Crawl
from weblode.workbench.job_orders import JobOrder
from weblode.workbench.jobs import Jobs

MODULES = ("click", "weblode", "json", "httpx", "scrapy", "pyoxigraph", "sitecustomize")


@pytest.fixture
def hostile(tmp_path, monkeypatch):
    """The folder that we are in, full of modules that leave a mark when they run."""
    folder = tmp_path / "hostile"
    folder.mkdir()
    for name in MODULES:
        (folder / f"{name}.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'a').write({name!r})\n")
    monkeypatch.chdir(folder)
    return folder


def test_the_modules_of_the_folder_do_run_without_care(hostile):
    """So that the tests below can fail."""
    run([sys.executable, "-m", "weblode", "--help"], check=True)
    assert (hostile.parent / "ran").exists()


def test_a_process_takes_no_module_from_where_we_are(hostile):
    with subprocesses.start("weblode", "--help", stdout=PIPE, stderr=PIPE) as process:
        assert b"Usage: " in process.communicate()[0]
    assert not (hostile.parent / "ran").exists()


def test_questions_jobs_and_crawls_take_no_module_from_where_we_are(hostile):
    with serving(answering(site())) as one, serving(answering(site())) as other:
        with Jobs(hostile, allow_private=True) as jobs:
            assert (
                jobs.wait(jobs.start(JobOrder((one.url(), other.url()), "news", {"delay": 0})).id).state == "finished"
            )
        with Crawl(hostile / "crawl") as crawl:
            assert [page.data for page in crawl.pages([one.url()])]
    answer = viewing(hostile).get("/ontology/news/query.json", params={"q": CONCEPTS})
    assert len(answer.json()["answer"]["rows"]) == 5
    assert not (hostile.parent / "ran").exists()
