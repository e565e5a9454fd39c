"""Made sites on loopback, and what goes wrong there on demand."""

import threading

import httpx
import pytest
from children import PATIENCE

from weblode.demo import addresses
from weblode.demo.generate import generate
from weblode.demo.serve import Fault, serve
from weblode.errors import LimitError, SourceError
from weblode.limits import Limits
from weblode.sources.fetch import Fetcher


@pytest.fixture(scope="module")
def server():
    with serve(generate(3, 60)) as running:
        yield running


@pytest.fixture(scope="module")
def client():
    with httpx.Client(trust_env=False, timeout=PATIENCE) as made:
        yield made


def story(server, index, number):
    site = server.web.site(index)
    return site.base + addresses.article_path(site, site.article(number))


def fetch(address, **limits):
    with Fetcher(Limits(**limits)) as fetcher:
        return fetcher.fetch(address)


def test_every_site_has_a_port_and_sends_its_pages(server, client):
    assert len({httpx.URL(home).port for home in server.web.homes()}) == 3
    for home in server.web.homes():
        answer = client.get(home)
        page = server.web.page(home)
        assert (answer.status_code, answer.content, answer.headers["content-type"]) == (200, page.data, page.kind)


def test_pages_on_loopback_link_to_each_other_there(server, client):
    page = client.get(server.web.site(1).home).text
    assert f'href="{server.web.site(1).base}/' in page
    assert "http://www.fenmouth-examiner.example/" not in page


def test_a_page_that_is_not_there_is_404_and_robots_say_what_is_closed(server, client):
    base = server.web.site(0).base
    assert client.get(base + "/none").status_code == 404
    assert "Disallow: /login.html" in client.get(base + "/robots.txt").text
    assert client.get(base + "/images/thumb3.png").content.startswith(b"\x89PNG")
    assert client.get(base + "/images/spacer.gif").content.startswith(b"GIF89a")


def test_a_page_that_has_not_changed_is_not_sent_again(server, client):
    first = client.get(server.web.homes()[0])
    by_tag = client.get(server.web.homes()[0], headers={"If-None-Match": first.headers["etag"]})
    by_date = client.get(server.web.homes()[0], headers={"If-Modified-Since": first.headers["last-modified"]})
    assert [(answer.status_code, answer.content) for answer in (by_tag, by_date)] == [(304, b"")] * 2
    older = {"If-Modified-Since": "Mon, 06 Jan 2003 00:00:00 GMT"}
    assert client.get(server.web.homes()[0], headers=older).status_code == 200
    assert client.get(server.web.homes()[0], headers={"If-Modified-Since": "yesterday"}).status_code == 200


def test_a_head_has_no_body(server, client):
    answer = client.head(server.web.homes()[2])
    assert answer.content == b""
    assert int(answer.headers["content-length"]) == len(server.web.page(server.web.homes()[2]).data)


def test_the_log_has_every_request_in_order(server, client):
    server.log.clear()
    asked = [story(server, 2, number) for number in (3, 4, 5)]
    for address in asked:
        client.get(address, headers={"User-Agent": "reader"})
    assert [request.address for request in server.log] == asked
    assert {request.agent for request in server.log} == {"reader"}
    times = [request.time for request in server.log]
    assert times == sorted(times)


def test_as_a_proxy_it_has_host_names(server):
    homes = generate(3, 60).homes()
    with httpx.Client(proxy=server.web.homes()[0], trust_env=False, timeout=PATIENCE) as proxied:
        pages = [proxied.get(home) for home in homes]
    assert [page.status_code for page in pages] == [200, 200, 200]
    assert f'href="{homes[1]}' in pages[1].text
    assert server.log[-1].address == homes[2]


def test_a_host_name_in_the_header_is_enough(server, client):
    host = generate(3, 60).site(2).host
    assert "Norport Mercury" in client.get(server.web.homes()[0], headers={"Host": host}).text


def test_a_status_can_be_had_as_often_as_wanted(server, client):
    address = story(server, 0, 7)
    server.spoil(address, Fault("status", status=503, times=2))
    assert [client.get(address).status_code for _ in range(4)] == [503, 503, 200, 200]


def test_a_circle_of_redirects_ends_by_the_limit(server):
    server.spoil(story(server, 0, 8), Fault("circle"))
    with pytest.raises(SourceError, match="redirects more than 10 times"):
        fetch(story(server, 0, 8))


def test_an_endless_body_ends_by_the_limit(server):
    server.spoil(story(server, 0, 9), Fault("endless"))
    with pytest.raises(LimitError, match="more than the limit of 200,000 bytes"):
        fetch(story(server, 0, 9), size=200_000)


def test_a_hanging_server_is_left_and_serves_others_meanwhile(server, client):
    server.spoil(story(server, 0, 10), Fault("hang"))
    caught = []

    def ask():
        with pytest.raises(SourceError, match="no answer within") as error:
            fetch(story(server, 0, 10), timeout=0.5)
        caught.append(error)

    asking = threading.Thread(target=ask)
    asking.start()
    assert client.get(server.web.homes()[0]).status_code == 200
    asking.join()
    assert caught


def test_a_slow_page_comes_whole_or_not_within_the_limit(server):
    address = story(server, 0, 11)
    server.spoil(address, Fault("slow", seconds=0.001))
    assert fetch(address).data == server.web.page(address).data
    server.spoil(address, Fault("slow", seconds=60))
    with pytest.raises((LimitError, SourceError), match=r"takes longer|no answer"):
        fetch(address, time=0.3)


def test_a_cut_page_is_an_error(server):
    server.spoil(story(server, 0, 12), Fault("cut"))
    with pytest.raises(SourceError, match="cannot be fetched"):
        fetch(story(server, 0, 12))


def test_closing_ends_connections_that_hang_or_never_end():
    with serve(generate(1, 5)) as running:
        home = running.web.homes()[0]
        running.spoil(home, Fault("hang"))
        hanging, wait = threading.Event(), running.closing.wait
        running.closing.wait = lambda seconds: hanging.set() or wait(seconds)

        caught = []

        def ask():
            with pytest.raises(SourceError, match="cannot be fetched") as error:  # not: no answer within the limit
                fetch(home, timeout=PATIENCE, time=PATIENCE)
            caught.append(error)

        asking = threading.Thread(target=ask)
        asking.start()
        assert hanging.wait(PATIENCE)
    asking.join()
    assert caught
    with pytest.raises(SourceError, match="cannot be fetched"):
        fetch(home)


def test_many_sites_are_served_by_one_thread_that_waits():
    before = threading.active_count()
    with serve(generate(60, 40)) as running:
        assert threading.active_count() == before + 1
        assert fetch(running.web.homes()[59]).data == running.web.page(running.web.homes()[59]).data
