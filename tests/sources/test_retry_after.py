"""Servers that ask to be left alone: no request before that time, whatever it was for."""

from itertools import pairwise

import pytest
from loopback import HTML, page, serving

from weblode.limits import Limits
from weblode.pages.page import Page
from weblode.sources.crawl import Crawl, CrawlOptions

DAY = ["86400", "Fri, 31 Dec 2100 23:59:59 GMT"]
ASKED = "not asked for: the server asked to be left alone for "


pytestmark = pytest.mark.usefixtures("no_proxy")


def resting(wait, status=429, at="/0"):
    """A server that asks for a rest when it is asked for one page."""

    def answer(handler):
        if handler.path == at:
            handler.reply(b"<p>", status, HTML | {"Retry-After": wait})
        else:
            page(handler)

    return answer


def crawled(directory, options, *addresses):
    with Crawl(directory, options) as crawl:
        return list(crawl.pages(addresses))


def reasons(found):
    return [str(one.error).removeprefix(f"{one.name}: ") for one in found]


@pytest.mark.parametrize("wait", DAY)
@pytest.mark.parametrize("status", [429, 503])
def test_a_host_that_asks_for_a_day_is_asked_for_nothing_more(tmp_path, wait, status):
    with serving(resting(wait, status)) as server:
        found = crawled(tmp_path, CrawlOptions(delay=0), *(server.url(f"/{n}") for n in range(8)))
        assert [path for path, _ in server.hits] == ["/robots.txt", "/0"]
    first, *others = reasons(found)
    assert ", and asks to come back in " in first
    assert all(one.startswith(ASKED) and one.endswith(" s") for one in others)


def test_requests_that_wait_for_their_turn_are_not_sent_either(tmp_path):
    with serving(resting("86400")) as server:
        options = CrawlOptions(delay=0.3, concurrency=6)
        found = crawled(tmp_path, options, *(server.url(f"/{n}") for n in range(8)))
        assert [path for path, _ in server.hits] == ["/robots.txt", "/0"]
    assert reasons(found)[1:] == [f"{ASKED}86,400 s"] * 7


@pytest.mark.parametrize("status", [429, 503])
def test_a_robots_txt_that_asks_for_a_day_is_the_only_request(tmp_path, status):
    with serving(resting("86400", status, at="/robots.txt")) as server:
        found = crawled(tmp_path, CrawlOptions(delay=0, concurrency=4), *(server.url(f"/{n}") for n in range(8)))
        assert [path for path, _ in server.hits] == ["/robots.txt"]
    assert {one.partition(":")[0] for one in reasons(found)} <= {"robots.txt", "not asked for"}
    assert all("86,400 s" in one for one in reasons(found))


def test_other_servers_go_on(tmp_path):
    with serving(resting("86400")) as tired, serving() as fresh:
        addresses = [server.url(f"/{n}") for n in range(4) for server in (tired, fresh)]
        found = crawled(tmp_path, CrawlOptions(delay=0), *addresses)
    assert [isinstance(one, Page) for one in found] == [False, True] * 4


def test_a_short_rest_is_the_whole_hosts_and_then_all_pages_come(tmp_path):
    busy = iter([True])

    def answer(handler):
        if handler.path == "/2" and next(busy, False):
            handler.reply(b"<p>", 503, HTML | {"Retry-After": "2"})
        else:
            page(handler)

    with serving(answer) as server:
        options = CrawlOptions(delay=0.2, concurrency=4, retries=1)
        found = crawled(tmp_path, options, *(server.url(f"/{n}") for n in range(8)))
        times = dict.fromkeys(path for path, _ in server.hits)
        hits = [time for _, time in server.hits]
    assert all(isinstance(one, Page) for one in found)
    assert len(times) == 9
    gaps = [after - before for before, after in pairwise(hits)]
    assert max(gaps) > 1.9  # nothing was asked for meanwhile
    assert sum(gap > 1.9 for gap in gaps) == 1
    assert min(gaps[2:]) > 0.05  # and then with the usual delay again


def test_a_rest_is_kept_also_when_the_page_is_not_tried_again(tmp_path):
    with serving(resting("2")) as server:
        options = CrawlOptions(delay=0, retries=0)
        found = crawled(tmp_path, options, server.url("/0"), server.url("/1"))
        [_, first, second] = [time for _, time in server.hits]
    assert isinstance(found[1], Page)
    assert second - first > 1.9


def test_a_redirect_does_not_lead_to_a_server_that_rests(tmp_path):
    with serving(resting("86400")) as tired:

        def away(handler):
            if handler.path == "/robots.txt":
                handler.reply(b"", 404)
            else:
                handler.reply(b"", 302, {"Location": tired.url("/1")})

        with serving(away) as other, Crawl(tmp_path, CrawlOptions(delay=0, limits=Limits())) as crawl:
            list(crawl.pages([tired.url("/0")]))
            [found] = crawl.pages([other.url("/x")])
        assert reasons([found]) == [f"{ASKED}86,400 s"]
        assert [path for path, _ in tired.hits] == ["/robots.txt", "/0"]
