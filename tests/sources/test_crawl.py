"""The crawler against a server on the loopback, whose log says what it was asked for and when."""

import os
import signal
import threading
from pathlib import Path

import pytest
from children import PATIENCE
from loopback import page, serving
from sources.made import FAST, crawled, finish, program, with_robots

from weblode import files
from weblode.errors import LimitError, SourceError
from weblode.pages.page import Page
from weblode.sources.crawl import Crawl, CrawlOptions
from weblode.sources.recorded import Recorded

pytestmark = pytest.mark.usefixtures("no_proxy")


def test_pages_come_in_the_order_asked_with_the_names_asked(tmp_path):
    paths = [f"/{n}" for n in range(40, 0, -1)]
    with serving() as server:
        found = crawled(server, tmp_path, *paths)
        assert [page.name for page in found] == [page.url for page in found] == [server.url(path) for path in paths]
        assert [page.data for page in found] == [f"<p>page {path}</p>".encode() for path in paths]
        assert {page.charset for page in found} == {"utf-8"}


def test_levels_are_asked_one_after_the_other_of_one_process(tmp_path):
    with serving() as server, Crawl(tmp_path, FAST) as crawl:
        for level in range(3):
            addresses = [server.url(f"/{level}/{n}") for n in range(5)]
            assert [page.url for page in crawl.pages(addresses)] == addresses
        assert [path for path, _ in server.hits].count("/robots.txt") == 1


def test_an_address_has_one_form_and_is_fetched_once(tmp_path):
    with serving() as server, Crawl(tmp_path, FAST) as crawl:
        forms = [server.url(path) for path in ("/a/../b", "/b#top", "/b")]
        assert [page.url for page in crawl.pages(forms)] == forms
        assert server.counts() == {"/b": 1}
        assert crawl.address(forms[0], "./c?d#e") == server.url("/c?d")


def test_what_is_no_address_of_a_page_is_an_unread(tmp_path):
    with Crawl(tmp_path, FAST) as crawl:
        [found] = crawl.pages(["mailto:me@example.com"])
    assert "not the address of a page" in str(found.error)


def test_a_second_run_fetches_nothing(tmp_path):
    with serving() as server:
        first = crawled(server, tmp_path, "/a", "/b")
        hits = len(server.hits)
        assert crawled(server, tmp_path, "/b", "/a") == first[::-1]
        assert len(server.hits) == hits


def redirecting(handler):
    handler.reply(status=301, headers={"Location": "/new/"}) if handler.path == "/old" else page(handler)


def test_a_redirected_page_keeps_its_name_and_its_links_start_where_it_is(tmp_path):
    with serving(with_robots(b"", redirecting)) as server, Crawl(tmp_path, FAST) as crawl:
        [found] = crawl.pages([server.url("/old")])
        assert (found.url, found.data) == (server.url("/old"), b"<p>page /new/</p>")
        assert crawl.address(server.url("/old"), "a.html") == server.url("/new/a.html")
        [same] = crawl.pages([server.url("/new/")])
        assert same.data == found.data
        assert server.counts() == {"/old": 1, "/new/": 1}


def test_a_page_that_others_redirect_to_is_not_fetched_again(tmp_path):
    with serving(with_robots(b"", redirecting)) as server, Crawl(tmp_path, FAST) as crawl:
        list(crawl.pages([server.url("/new/")]))
        [found] = crawl.pages([server.url("/old")])
        assert found.data == b"<p>page /new/</p>"
        assert server.counts() == {"/old": 1, "/new/": 1}


def test_failures_are_kept_and_tried_again_only_when_asked(tmp_path):
    status = [404]
    with serving(with_robots(b"", lambda handler: handler.reply(b"<p>", status[0]))) as server:
        crawled(server, tmp_path, "/x")
        status[0] = 200
        [found] = crawled(server, tmp_path, "/x")
        assert str(found.error).endswith("answered 404 Not Found")
        assert server.counts() == {"/x": 1}
        [found] = crawled(server, tmp_path, "/x", retry=True)
        assert found.data == b"<p>"
        crawled(server, tmp_path, "/x", retry=True)
        assert server.counts() == {"/x": 2}


def test_no_more_pages_than_the_limit_are_fetched_over_all_runs(tmp_path):
    with serving() as server:
        few = CrawlOptions(delay=0, max_pages=3)
        first = crawled(server, tmp_path, "/a", "/b", options=few)
        assert all(isinstance(page, Page) for page in first)
        a, c, d = crawled(server, tmp_path, "/a", "/c", "/d", options=few)
        assert isinstance(a, Page)
        assert isinstance(c, Page)
        assert "the limit of 3 pages" in str(d.error)
        assert isinstance(d.error, LimitError)
        assert len(server.counts()) == 3


def test_a_crawl_that_ends_asks_for_nothing_more_and_the_next_one_goes_on(tmp_path):
    slow, fast = CrawlOptions(delay=8, robots=False), CrawlOptions(delay=0, robots=False)
    with serving() as server:
        addresses = [server.url(path) for path in ("/a", "/b")]
        with Crawl(tmp_path, slow) as crawl:
            assert next(crawl.pages(addresses)).data == b"<p>page /a</p>"
        assert server.counts() == {"/a": 1}  # though there was time to ask for the second page
        with Crawl(tmp_path, fast) as crawl:
            assert [page.data for page in crawl.pages(addresses)] == [b"<p>page /a</p>", b"<p>page /b</p>"]
        assert server.counts() == {"/a": 1, "/b": 1}


def test_a_crawl_that_ends_waits_for_the_answers_to_what_was_asked(tmp_path):
    hold = threading.Event()

    def answer(handler):
        if handler.path == "/b":
            hold.wait(PATIENCE)
        page(handler)

    with serving(answer) as server:
        addresses = [server.url(path) for path in ("/a", "/b")]
        with Crawl(tmp_path, CrawlOptions(delay=0, concurrency=2, robots=False)) as crawl:
            next(crawl.pages(addresses))
            server.wait_for(2)
            threading.Timer(0.5, hold.set).start()
        with Crawl(tmp_path, FAST) as crawl:
            assert [page.data for page in crawl.pages(addresses)] == [b"<p>page /a</p>", b"<p>page /b</p>"]
        assert server.counts() == {"/a": 1, "/b": 1}


def test_two_crawls_cannot_work_in_one_directory(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "PATIENCE", 0.1)
    with serving() as server, Crawl(tmp_path, FAST) as crawl:
        list(crawl.pages([server.url()]))
        with pytest.raises(SourceError, match="another crawl is at work"):
            crawled(server, tmp_path, "/")


def test_a_crawler_that_dies_is_told_of(tmp_path):
    end = threading.Event()
    with serving(with_robots(b"", lambda _: end.wait(PATIENCE))) as server, Crawl(tmp_path, FAST) as crawl:
        killer = threading.Thread(target=lambda: (server.wait_for(1), kill_children(os.getpid())))
        killer.start()
        with pytest.raises(SourceError, match=r"the crawler stopped before http.*run it again"):
            list(crawl.pages([server.url()]))
        killer.join()
        end.set()


def kill_children(pid):
    """Kill the crawlers of a process with -9."""
    for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
        if b"weblode.sources.spider" in Path(f"/proc/{child}/cmdline").read_bytes():
            os.kill(int(child), signal.SIGKILL)


COUNT = 60


def archived(directory, server):
    """All pages of an archive, read without its index."""
    recorded = Recorded(directory / "pages.warc.gz")
    return [page.data for page in recorded.pages([server.url(f"/{n}") for n in range(COUNT)])]


@pytest.mark.parametrize("moment", [1, 7, 30, 31, 55])
def test_after_kill_9_the_same_command_goes_on_and_fetches_nothing_twice(tmp_path, moment):
    with serving() as server:
        child = program(tmp_path, server, COUNT)
        server.wait_for(moment)
        child.kill()
        finish(child, status=-signal.SIGKILL)
        assert len(finish(program(tmp_path, server, COUNT))) == COUNT + 1
        assert server.counts() == {f"/{n}": 1 for n in range(COUNT)}
        assert archived(tmp_path, server) == [f"<p>page /{n}</p>".encode() for n in range(COUNT)]


@pytest.mark.parametrize("moment", [1, 13, 40])
def test_after_kill_9_of_the_crawler_too_only_what_was_under_way_is_asked_again(tmp_path, moment):
    with serving() as server:
        child = program(tmp_path, server, COUNT)
        server.wait_for(moment)
        kill_children(child.pid)
        child.kill()
        finish(child, status=-signal.SIGKILL)
        assert len(finish(program(tmp_path, server, COUNT))) == COUNT + 1
        assert sum(server.counts().values()) <= COUNT + 4
        assert archived(tmp_path, server) == [f"<p>page /{n}</p>".encode() for n in range(COUNT)]


def test_an_interrupt_ends_the_program_and_keeps_what_was_under_way(tmp_path):
    with serving() as server:
        child = program(tmp_path, server, COUNT)
        server.wait_for(10)
        child.send_signal(signal.SIGINT)
        finish(child, status=-signal.SIGINT)
        finish(program(tmp_path, server, COUNT))
        assert server.counts() == {f"/{n}": 1 for n in range(COUNT)}
