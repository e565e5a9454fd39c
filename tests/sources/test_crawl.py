"""The crawler against a server on the loopback, whose log says what it was asked for and when."""

import gzip
import json
import os
import signal
import sys
import threading
import time
from pathlib import Path

import children
import pytest
from children import PATIENCE, PIPE
from loopback import HTML, page, serving

from weblode import files
from weblode.errors import LimitError, SourceError
from weblode.limits import Limits
from weblode.pages.page import Page, Unread
from weblode.sources.crawl import Crawl, CrawlOptions
from weblode.sources.recorded import Recorded

SMALL = Limits(size=100_000, redirects=3)
FAST = CrawlOptions(delay=0, concurrency=4, retries=1, limits=SMALL)


@pytest.fixture(autouse=True)
def _no_proxy(monkeypatch):
    monkeypatch.setenv("NO_PROXY", "*")


def with_robots(text, answer=page):
    def answered(handler):
        handler.reply(text) if handler.path == "/robots.txt" else answer(handler)

    return answered


def crawled(server, directory, *paths, options=FAST, **more):
    with Crawl(directory, options, **more) as crawl:
        return list(crawl.pages([server.url(path) for path in paths]))


def reason(answer, directory, options=FAST):
    """Why the page of a server that answers so cannot be fetched."""
    with serving(with_robots(b"", answer)) as server:
        [found] = crawled(server, directory, "/x", options=options)
        assert isinstance(found, Unread)
        assert found.name == server.url("/x")
        return str(found.error).removeprefix(found.name + ": "), server.counts()["/x"]


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


def test_robots_txt_is_obeyed_unless_told_otherwise(tmp_path):
    answer = with_robots(b"User-agent: weblode\nDisallow: /private")
    with serving(answer) as server:
        open_page, private = crawled(server, tmp_path / "a", "/open", "/private/x")
        assert isinstance(open_page, Page)
        assert str(private.error).endswith("/private/x: robots.txt forbids it")
        assert server.counts() == {"/open": 1}
        [private] = crawled(server, tmp_path / "b", "/private/x", options=CrawlOptions(delay=0, robots=False))
        assert isinstance(private, Page)


def test_a_server_that_allows_nothing_is_asked_for_nothing(tmp_path):
    with serving(with_robots(b"User-agent: *\nDisallow: /")) as server:
        found = crawled(server, tmp_path, *(f"/{n}" for n in range(8)))
        assert [str(page.error).rpartition(": ")[2] for page in found] == ["robots.txt forbids it"] * 8
        assert server.counts() == {}


@pytest.mark.parametrize(("status", "asked"), [(500, 0), (404, 1), (403, 1)])
def test_no_robots_txt_allows_all_but_a_server_in_trouble_nothing(tmp_path, status, asked):
    def answer(handler):
        robots = handler.path == "/robots.txt"
        handler.reply(b"User-agent: *\nDisallow: /" if robots and status < 500 else b"x", status if robots else 200)

    with serving(answer) as server:
        crawled(server, tmp_path, "/a")
        assert server.counts()["/a"] == asked


def test_a_packed_robots_txt_is_read(tmp_path):
    def answer(handler):
        handler.reply(gzip.compress(b"User-agent: *\nDisallow: /"), headers={"Content-Encoding": "gzip"})

    with serving(answer) as server:
        crawled(server, tmp_path, "/a")
        assert server.counts() == {}


def since(server, moment=None):
    """Seconds from a moment, or from the first request, to each request.

    On a busy machine a request is noticed late, so the time between two of them says little; but the first is noticed
    before it is answered, and no later one can be there before the delays that lie between.
    """
    return [time - (server.hits[0][1] if moment is None else moment) for _, time in server.hits]


def test_requests_to_a_host_keep_the_delay(tmp_path):
    with serving() as server:
        start = time.monotonic()
        crawled(server, tmp_path, "/a", "/b", "/c", options=CrawlOptions(delay=1))
        assert [path for path, _ in server.hits] == ["/robots.txt", "/a", "/b", "/c"]
        assert since(server, start)[1] > 0.95
        assert since(server)[2] > 0.95
        assert since(server)[3] > 1.95
        assert server.most == 1


def test_the_delay_of_robots_txt_is_kept_if_longer(tmp_path):
    with serving(with_robots(b"User-agent: *\nCrawl-delay: 0.6")) as server:
        crawled(server, tmp_path, "/a", "/b", "/c", options=CrawlOptions(delay=0.05, concurrency=2))
        assert since(server)[2] > 0.55
        assert since(server)[3] > 1.15


def test_as_many_requests_as_allowed_are_under_way_and_no_more(tmp_path):
    meeting = threading.Barrier(3)

    def answer(handler):
        meeting.wait(PATIENCE)
        page(handler)

    with serving(with_robots(b"", answer)) as server:
        found = crawled(server, tmp_path, *(f"/{n}" for n in range(9)), options=CrawlOptions(delay=0, concurrency=3))
        assert all(isinstance(page, Page) for page in found)
        assert server.most == 3


def test_a_failing_server_is_tried_again_as_often_as_said(tmp_path):
    options = CrawlOptions(delay=0, retries=2)
    assert reason(lambda handler: handler.reply(status=500), tmp_path / "a", options) == (
        "answered 500 Internal Server Error",
        3,
    )
    assert reason(lambda handler: handler.reply(status=404), tmp_path / "b", options) == ("answered 404 Not Found", 1)


def test_a_server_that_recovers_is_read(tmp_path):
    failing = iter([500, 503])
    with serving(with_robots(b"", lambda handler: handler.reply(b"<p>", next(failing, 200)))) as server:
        [found] = crawled(server, tmp_path, "/", options=CrawlOptions(delay=0, retries=2))
        assert found.data == b"<p>"


def test_a_server_that_hangs_is_left(tmp_path):
    end = threading.Event()
    impatient = CrawlOptions(delay=0, retries=1, robots=False, limits=Limits(timeout=1))
    said = reason(lambda _: end.wait(PATIENCE), tmp_path, impatient)
    end.set()
    assert said == ("no answer within 1 s; wait longer with --timeout", 2)


def test_a_server_is_not_asked_again_before_it_said(tmp_path):
    answers = iter([(503, {"Retry-After": "1"}), (429, {"Retry-After": "0"})])

    def busy(handler):
        status, headers = next(answers, (200, {}))
        handler.reply(b"<p>", status, HTML | headers)

    with serving(with_robots(b"", busy)) as server:
        [found] = crawled(server, tmp_path, "/", options=CrawlOptions(delay=0, retries=2))
        assert found.data == b"<p>"
        _, first, second, _ = since(server)
        assert second - first > 0.95


@pytest.mark.parametrize("wait", ["86400", "Fri, 31 Dec 2100 23:59:59 GMT"])
def test_a_server_that_asks_for_a_day_is_left(tmp_path, wait):
    said, asked = reason(lambda handler: handler.reply(status=503, headers=HTML | {"Retry-After": wait}), tmp_path)
    assert said.startswith("answered 503 Service Unavailable, and asks to come back in ")
    assert asked == 1


def test_a_server_that_lets_page_after_page_wait_is_given_up(tmp_path):
    end = threading.Event()
    with serving(lambda handler: end.wait(PATIENCE) if handler.path != "/0" else page(handler)) as server:
        crawled(server, tmp_path, "/0", options=CrawlOptions(delay=0, robots=False))
        impatient = CrawlOptions(delay=0, retries=0, robots=False, limits=Limits(timeout=0.5))
        found = crawled(server, tmp_path, *(f"/{n}" for n in range(8)), options=impatient)
        end.set()
        assert len(server.counts()) == 4
        assert isinstance(found[0], Page)
        assert [str(one.error).rpartition(": ")[2] for one in found[4:]] == [
            "the server let 3 pages in a row wait in vain"
        ] * 4


def test_where_robots_txt_cannot_be_had_nothing_is_asked_for(tmp_path):
    end = threading.Event()
    with serving(lambda handler: end.wait(PATIENCE) if handler.path == "/robots.txt" else page(handler)) as server:
        options = CrawlOptions(delay=0, retries=0, limits=Limits(timeout=0.5))
        found = crawled(server, tmp_path, "/a", "/b", options=options)
        end.set()
        why = "robots.txt: no answer within 0.5 s; wait longer with --timeout"
        assert [str(one.error) for one in found] == [f"{server.url(path)}: {why}" for path in ("/a", "/b")]
        assert server.counts() == {}
        assert len(server.hits) == 1


def test_a_connection_that_is_refused_is_a_reason(tmp_path):
    with serving() as server:
        pass
    [found] = crawled(server, tmp_path, "/")
    assert str(found.error).endswith("robots.txt: cannot be fetched (the server refuses connections)")


def test_a_circle_of_redirects_ends(tmp_path):
    said = reason(lambda handler: handler.reply(status=302, headers={"Location": "/x"}), tmp_path)
    assert said == ("redirects more than 3 times", 4)


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


def test_a_redirect_off_the_sites_of_the_crawl_is_not_followed(tmp_path):
    with serving() as other:
        home = {"Location": other.url("/x")}
        with serving(with_robots(b"", lambda handler: handler.reply(status=302, headers=home))) as server:
            options = CrawlOptions(delay=0, scope=(server.url().split("/")[2],))
            first, second = crawled(server, tmp_path, "/a", "/b", options=options)
        assert f"leads to 127.0.0.1:{other.server_port}, which is none of the sites" in str(first.error)
        assert other.hits == []
        assert isinstance(second, Unread)


def endless(handler):
    """A gigabyte, if anybody reads it."""
    handler.close_connection = True
    handler.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n")
    for _ in range(1000):
        handler.wfile.write(bytes(1_000_000))
        handler.server.sent += 1


def test_a_page_without_end_is_left_at_the_limit(tmp_path):
    with serving(with_robots(b"", endless)) as server:
        server.sent = 0
        [found] = crawled(server, tmp_path, "/")
        assert isinstance(found.error, LimitError)
        assert "more than the limit of 100,000 bytes; raise it with --max-size" in str(found.error)
        assert server.sent < 50  # the rest are buffers of the loopback


def test_a_declared_size_over_the_limit_is_left_unread(tmp_path):
    answer = reason(lambda handler: handler.reply(headers={"Content-Length": "1000000000", **HTML}), tmp_path)
    assert answer == ("more than the limit of 100,000 bytes; raise it with --max-size", 1)


def test_packed_pages_are_unpacked_within_the_limit(tmp_path):
    packed = {**HTML, "Content-Encoding": "gzip"}
    with serving(with_robots(b"", lambda handler: handler.reply(gzip.compress(b"<p>" * 9), headers=packed))) as server:
        [found] = crawled(server, tmp_path / "a", "/")
        assert found.data == b"<p>" * 9
    bomb = gzip.compress(bytes(10_000_000))
    said, _ = reason(lambda handler: handler.reply(bomb, headers=packed), tmp_path / "b")
    assert said.startswith("more than the limit of 100,000 bytes")


def test_what_is_no_page_is_left_unread(tmp_path):
    def film(handler):
        handler.send_response(200)
        handler.send_header("Content-Type", "video/mp4")
        handler.end_headers()
        handler.close_connection = True
        for _ in range(1000):
            handler.wfile.write(bytes(1_000_000))
            handler.server.sent += 1

    with serving(with_robots(b"", film)) as server:
        server.sent = 0
        [found] = crawled(server, tmp_path, "/")
        assert str(found.error).endswith("is video/mp4, not a page")
        assert server.sent < 50


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


def test_the_server_is_told_who_asks(tmp_path):
    seen = []

    def answer(handler):
        seen.append(handler.headers["User-Agent"])
        page(handler)

    with serving(answer) as server:
        crawled(server, tmp_path, "/", options=CrawlOptions(delay=0, limits=Limits(user_agent="tester/1")))
    assert seen == ["tester/1"] * 2


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


PROGRAM = """
import json, sys
from weblode.sources.crawl import Crawl, CrawlOptions
directory, addresses = json.load(sys.stdin)
with Crawl(directory, CrawlOptions(delay=0, concurrency=4)) as crawl:
    half = len(addresses) // 2
    for level in (addresses[:half], addresses[half:]):
        for page in crawl.pages(level):
            print(page.name, len(page.data), flush=True)
    print(crawl.repaired)
"""


def program(directory, server, count):
    """A crawl of that many pages as a program of its own, just started."""
    child = children.start([sys.executable, "-c", PROGRAM], stdin=PIPE, stdout=PIPE)
    addresses = [server.url(f"/{n}") for n in range(count)]
    child.stdin.write(json.dumps([str(directory), addresses]).encode())
    child.stdin.close()
    return child


def finish(child, *, status=0):
    with child.stdout:
        output = child.stdout.read().decode()
    assert child.wait() == status
    return output.splitlines()


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


def test_a_disk_that_takes_no_more_ends_the_crawl_with_the_reason_and_what_was_kept_is_whole(tmp_path):
    def answer(handler):
        handler.reply(b"<p>" + os.urandom(5000))

    full = PROGRAM.replace(
        "import json, sys", "import json, resource, sys\nresource.setrlimit(resource.RLIMIT_FSIZE, (30_000, 30_000))"
    )
    with serving(with_robots(b"", answer)) as server:
        given = json.dumps([str(tmp_path), [server.url(f"/{n}") for n in range(20)]])
        child = children.run([sys.executable, "-c", full], input=given, capture_output=True, text=True)
        assert child.returncode == 1
        assert "the crawler stopped before http" in child.stderr
        assert "File too large; run it again" in child.stderr
        kept = server.counts()
        assert len(finish(program(tmp_path, server, 20))) == 21
        again = server.counts() - kept
        assert sum(again.values()) < 20
