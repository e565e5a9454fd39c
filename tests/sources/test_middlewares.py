"""What the crawler does with robots.txt, retries, scopes and redirects, against a server on the loopback."""

import gzip
import threading

import pytest
from children import PATIENCE
from loopback import HTML, page, serving
from OpenSSL import SSL
from scrapy import Request
from scrapy.exceptions import IgnoreRequest
from scrapy.http import Response
from service_identity import VerificationError
from sources.made import crawled, reason, since, with_robots
from twisted.python.failure import Failure

from weblode.limits import Limits
from weblode.pages.page import Page, Unread
from weblode.sources.crawl import CrawlOptions
from weblode.sources.middlewares import Certificates, Robots, Untrusted, describe_answer, exchange

pytestmark = pytest.mark.usefixtures("no_proxy")


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


def test_the_delay_of_robots_txt_is_kept_if_longer(tmp_path):
    with serving(with_robots(b"User-agent: *\nCrawl-delay: 0.6")) as server:
        crawled(server, tmp_path, "/a", "/b", "/c", options=CrawlOptions(delay=0.05, concurrency=2))
        assert since(server)[2] > 0.55
        assert since(server)[3] > 1.15


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


def test_a_redirect_off_the_sites_of_the_crawl_is_not_followed(tmp_path):
    with serving() as other:
        home = {"Location": other.url("/x")}
        with serving(with_robots(b"", lambda handler: handler.reply(status=302, headers=home))) as server:
            options = CrawlOptions(delay=0, scope=(server.url().split("/")[2],))
            first, second = crawled(server, tmp_path, "/a", "/b", options=options)
        assert f"leads to 127.0.0.1:{other.server_port}, which is none of the sites" in str(first.error)
        assert other.hits == []
        assert isinstance(second, Unread)


ROBOTS = Request("http://a.example/robots.txt")


def answered(status=200, body=b"", **headers):
    names = {name.replace("_", "-"): value for name, value in headers.items()}
    return Response("http://a.example/x", status=status, headers=names, body=body)


@pytest.mark.parametrize(
    ("response", "words"),
    [
        (answered(404), "answered 404 Not Found"),
        (answered(799), "answered 799"),
        (answered(503, Retry_After="5"), "answered 503 Service Unavailable"),
        (answered(503, Retry_After="4000"), "answered 503 Service Unavailable, and asks to come back in 4,000 s"),
        (answered(404, Retry_After="4000"), "answered 404 Not Found"),
    ],
)
def test_an_answer_is_described_by_its_status_and_the_rest_it_asks_for(response, words):
    assert describe_answer(response) == words


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_robots_txt_of_a_server_in_trouble_allows_nothing(status):
    with pytest.raises(IgnoreRequest, match=f"answered {status}"):
        Robots().process_response(ROBOTS, answered(status, b"User-agent: *"))


def test_a_robots_txt_is_unpacked_and_one_that_is_missing_is_empty():
    rules = b"User-agent: *\nDisallow: /"
    packed = answered(200, gzip.compress(rules), Content_Encoding="gzip")
    assert Robots().process_response(ROBOTS, packed).body == rules
    assert Robots().process_response(ROBOTS, answered(404, rules)).body == b""
    with pytest.raises(IgnoreRequest, match="damaged"):
        Robots().process_response(ROBOTS, answered(200, b"junk", Content_Encoding="gzip"))


def test_pages_pass_the_rules_for_robots_txt_as_they_are():
    response = answered(503, b"<p>busy")
    assert Robots().process_response(Request("http://a.example/x", meta={"trail": []}), response) is response


def test_an_exchange_has_the_headers_of_both_sides_but_no_frames():
    response = answered(200, b"<p>", Content_Type="text/html", Transfer_Encoding="chunked")
    response = response.replace(request=Request("http://a.example/x", headers={"User-Agent": "tester"}))
    kept = exchange(response)
    assert (kept.url, kept.status, kept.body) == ("http://a.example/x", 200, b"<p>")
    assert kept.headers == (("Content-Type", "text/html"),)
    assert kept.request == (("User-Agent", "tester"),)


class FailedConnectionError(Exception):
    """What Scrapy raises when a connection fails: the cause lists why."""

    def __init__(self, *reasons):
        self.__cause__ = Exception()
        self.__cause__.reasons = [Failure(reason) for reason in reasons]


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        (VerificationError(errors=[]), "it is for another host"),
        (SSL.Error([("SSL routines", "", "certificate verify failed")]), "nobody whom we trust vouches for it"),
    ],
)
def test_a_certificate_that_is_not_trusted_is_told_from_other_failures(reason, words):
    with pytest.raises(Untrusted, match=words):
        Certificates().process_exception(ROBOTS, FailedConnectionError(OSError("reset"), reason))
    for other in (
        FailedConnectionError(OSError("reset")),
        FailedConnectionError(SSL.Error([("", "", "eof")])),
        ValueError(),
    ):
        assert Certificates().process_exception(ROBOTS, other) is None
