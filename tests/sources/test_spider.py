"""The process that fetches: how often, how much, and why not."""

import gzip
import json
import os
import sys
import threading
import time

import children
import pytest
from children import PATIENCE
from loopback import HTML, page, serving
from scrapy import Request
from scrapy.exceptions import (
    CannotResolveHostError,
    DownloadCancelledError,
    DownloadTimeoutError,
    IgnoreRequest,
    ResponseDataLossError,
)
from scrapy.http import Response
from sources.made import PROGRAM, SMALL, crawled, finish, program, reason, since, with_robots
from twisted.internet.error import ConnectionLost

from weblode.errors import LimitError, SourceError
from weblode.limits import Limits
from weblode.pages.page import Page
from weblode.sources.crawl import Crawl, CrawlOptions
from weblode.sources.middlewares import KnownAnswers, NoRules, NotPublic, Untrusted
from weblode.sources.spider import PUBLIC_RESOLVER, check_page, failure, outcome, settings
from weblode.sources.store import Exchange, IndexEntry

pytestmark = pytest.mark.usefixtures("no_proxy")


def test_requests_to_a_host_keep_the_delay(tmp_path):
    with serving() as server:
        start = time.monotonic()
        crawled(server, tmp_path, "/a", "/b", "/c", options=CrawlOptions(delay=1))
        assert [path for path, _ in server.hits] == ["/robots.txt", "/a", "/b", "/c"]
        assert since(server, start)[1] > 0.95
        assert since(server)[2] > 0.95
        assert since(server)[3] > 1.95
        assert server.most == 1


def test_as_many_requests_as_allowed_are_under_way_and_no_more(tmp_path):
    meeting = threading.Barrier(3)

    def answer(handler):
        meeting.wait(PATIENCE)
        page(handler)

    with serving(with_robots(b"", answer)) as server:
        found = crawled(server, tmp_path, *(f"/{n}" for n in range(9)), options=CrawlOptions(delay=0, concurrency=3))
        assert all(isinstance(page, Page) for page in found)
        assert server.most == 3


def test_a_server_that_hangs_is_left(tmp_path):
    end = threading.Event()
    impatient = CrawlOptions(delay=0, retries=1, robots=False, limits=Limits(timeout=1))
    said = reason(lambda _: end.wait(PATIENCE), tmp_path, impatient)
    end.set()
    assert said == ("no answer within 1 s; wait longer with --timeout", 2)


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
            "the server did not answer for 3 pages in a row"
        ] * 4


def test_a_server_that_is_gone_is_given_up(tmp_path):
    with serving() as server:
        pass
    found = crawled(server, tmp_path, *(f"/{n}" for n in range(8)), options=CrawlOptions(0, retries=0, robots=False))
    reasons = [str(one.error).rpartition(": ")[2] for one in found]
    assert all("refuses connections" in each for each in reasons[:3])
    assert reasons[3:] == ["the server did not answer for 3 pages in a row"] * 5


def test_a_server_that_sends_on_to_one_that_is_gone_is_not_given_up(tmp_path):
    with serving() as gone:
        pass

    def answer(handler):
        handler.reply(b"", 302, {"Location": gone.url(handler.path)}) if handler.path < "/5" else page(handler)

    with serving(answer) as server:
        paths = [f"/{n}" for n in range(7)]
        found = crawled(server, tmp_path, *paths, options=CrawlOptions(0, retries=0, robots=False))
        assert list(server.counts()) == paths
    assert all("refuses connections" in str(one.error) for one in found[:3])
    assert all("the server did not answer for 3 pages in a row" in str(one.error) for one in found[3:5])
    assert all(isinstance(one, Page) for one in found[5:])


def test_a_server_that_starts_again_loses_no_page(tmp_path):
    def close(handler):
        page(handler)
        handler.close_connection = True

    with Crawl(tmp_path, CrawlOptions(delay=0, robots=False)) as crawl:
        with serving(close) as server:
            assert isinstance(*crawl.pages([server.url("/a")]), Page)
        waiting = crawl.pages([server.url("/b")])
        found = threading.Thread(target=lambda: pages.extend(waiting))
        pages = []
        found.start()
        time.sleep(2)  # retries without a rest are over
        with serving(port=server.server_port):
            found.join()
    assert isinstance(*pages, Page)


def test_a_connection_that_is_refused_is_a_reason(tmp_path):
    with serving() as server:
        pass
    [found] = crawled(server, tmp_path, "/")
    assert str(found.error).endswith("robots.txt: cannot be fetched (the server refuses connections)")


def test_a_circle_of_redirects_ends(tmp_path):
    said = reason(lambda handler: handler.reply(status=302, headers={"Location": "/x"}), tmp_path)
    assert said == ("redirects more than 3 times", 4)


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


def test_the_server_is_told_who_asks(tmp_path):
    seen = []

    def answer(handler):
        seen.append(handler.headers["User-Agent"])
        page(handler)

    with serving(answer) as server:
        crawled(server, tmp_path, "/", options=CrawlOptions(delay=0, limits=Limits(user_agent="tester/1")))
    assert seen == ["tester/1"] * 2


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


def answered(status=200, body=b"<p>", *, kind="text/html", trail=(), url="http://a.example/x", **headers):
    names = {"Content-Type": kind, **{name.replace("_", "-"): value for name, value in headers.items()}}
    request = Request(url, meta={"trail": list(trail)})
    return Response(url, status=status, headers=names, body=body, request=request)


def caused(error, cause):
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (DownloadCancelledError(), "more than the limit of 100,000 bytes; raise it with --max-size"),
        (DownloadTimeoutError(), "no answer within 30 s; wait longer with --timeout"),
        (IgnoreRequest("max redirections reached"), "redirects more than 3 times"),
        (IgnoreRequest("Forbidden by robots.txt"), "robots.txt forbids it"),
        (IgnoreRequest("leads elsewhere"), "leads elsewhere"),
        (CannotResolveHostError(), "cannot be fetched (there is no such host)"),
        (ResponseDataLossError(), "cannot be fetched (the answer is cut off)"),
        (ConnectionLost(), "cannot be fetched (the connection breaks off, or does not carry HTTP)"),
        (caused(NoRules(), CannotResolveHostError()), "robots.txt: cannot be fetched (there is no such host)"),
        (caused(NoRules(), NotPublic("not a public address")), "not a public address"),
        (ValueError("odd"), "cannot be fetched (odd)"),
        (ValueError(), "cannot be fetched (ValueError)"),
    ],
)
def test_every_failure_has_a_reason_in_our_words(error, words):
    assert str(failure(error, SMALL)) == words


def test_a_certificate_that_is_not_trusted_is_told_the_same_for_a_page_and_for_robots_txt():
    for error in (Untrusted("it has expired"), caused(NoRules(), Untrusted("it has expired"))):
        told = str(failure(error, SMALL))
        assert "it has expired" in told
        assert "robots.txt" not in told


@pytest.mark.parametrize(
    ("response", "words"),
    [
        (answered(404), "answered 404 Not Found"),
        (answered(304), "answered 304 Not Modified"),
        (answered(kind="image/png"), "is image/png, not a page"),
        (answered(body=b"junk", Content_Encoding="gzip"), "damaged"),
        (answered(body=gzip.compress(bytes(200_000)), Content_Encoding="gzip"), "more than the limit of 100,000 bytes"),
    ],
)
def test_an_answer_without_a_page_is_refused_with_the_reason(response, words):
    with pytest.raises((SourceError, LimitError), match=words):
        check_page(response, SMALL)


@pytest.mark.parametrize("response", [answered(), answered(kind=""), answered(206, kind="text/plain; charset=x")])
def test_what_may_be_a_page_is_one(response):
    check_page(response, SMALL)


def test_the_outcome_of_a_page_has_its_answer_and_the_redirects_before():
    moved = Exchange("http://a.example/old", (), 301, (("Location", "/x"),))
    entry, exchanges = outcome("http://a.example/old", answered(trail=[moved]), SMALL)
    assert (entry.address, entry.status, entry.final, entry.reason) == (
        "http://a.example/old",
        200,
        "http://a.example/x",
        "",
    )
    assert [(each.url, each.status) for each in exchanges] == [(moved.url, 301), ("http://a.example/x", 200)]


def test_the_outcome_of_a_failure_has_its_reason_and_for_the_archive_what_the_server_said():
    entry, exchanges = outcome("http://a.example/x", answered(404), SMALL)
    assert (entry.status, entry.reason, entry.limit) == (404, "answered 404 Not Found", False)
    assert [(each.url, each.status) for each in exchanges] == [("http://a.example/x", 404)]
    entry, exchanges = outcome("http://a.example/x", answered(kind="image/png"), SMALL)
    assert (entry.reason, exchanges) == ("is image/png, not a page", [])
    entry, exchanges = outcome("http://a.example/x", DownloadCancelledError(), SMALL)
    assert (entry.status, entry.final, entry.limit, exchanges) == (None, "", True, [])


def test_a_redirect_to_a_page_of_the_archive_has_the_place_of_that_page():
    known = IndexEntry("http://a.example/new", "then", 200, "http://a.example/new", offset=7, length=9, end=16)
    moved = Exchange("http://a.example/old", (), 301, ())
    entry, exchanges = outcome("http://a.example/old", KnownAnswers(known, [moved]), SMALL)
    assert (entry.address, entry.final, entry.offset, entry.length) == ("http://a.example/old", known.final, 7, 9)
    assert (entry.time == "then", exchanges) == (False, [moved])


def test_guarded_crawls_use_the_resolver_of_public_hosts_and_no_proxy():
    guarded, plain = (settings(CrawlOptions(limits=Limits(private=private))) for private in (False, True))
    assert guarded["TWISTED_DNS_RESOLVER"] == PUBLIC_RESOLVER != plain["TWISTED_DNS_RESOLVER"]
    assert (guarded["HTTPPROXY_ENABLED"], plain["HTTPPROXY_ENABLED"]) == (False, True)
    asked = settings(CrawlOptions(limits=Limits(insecure=True, timeout=9, time=5)))
    assert (asked["DOWNLOAD_VERIFY_CERTIFICATES"], asked["DOWNLOAD_TIMEOUT"]) == (False, 5)
