"""Crawls of public hosts only: a server on the loopback hears nothing unless it is allowed."""

import textwrap

import pytest
from loopback import serving
from sources.made import GUARDED, redirecting

from weblode.pages.page import Page
from weblode.sources.crawl import Crawl, CrawlOptions

FAST = CrawlOptions(delay=0, retries=1, limits=GUARDED)


PATCHES = """
    import socket
    from weblode.sources import public

    looked_up, named, allowed = socket.getaddrinfo, {named!r}, {allowed!r}

    def getaddrinfo(host, port, *args, **kwargs):
        return [found for one in named.get(host, [host]) for found in looked_up(one, port, *args, **kwargs)]

    socket.getaddrinfo = getaddrinfo
    if allowed:
        public.is_public = lambda address: address in allowed
"""


@pytest.fixture
def told(monkeypatch, tmp_path):
    """A function that makes the crawler believe in these names, and in these addresses as the public ones."""

    def tell(named, allowed=()):
        (tmp_path / "sitecustomize.py").write_text(textwrap.dedent(PATCHES).format(named=named, allowed=allowed))
        monkeypatch.setenv("PYTHONPATH", str(tmp_path))

    return tell


def crawled(directory, *addresses, options=FAST):
    """The pages at addresses, or why they cannot be fetched."""
    with Crawl(directory / "crawl", options) as crawl:
        found = list(crawl.pages(addresses))
    return [one.data if isinstance(one, Page) else str(one.error).removeprefix(one.name + ": ") for one in found]


def test_a_crawl_asks_no_host_that_is_not_public_not_even_for_its_robots_txt(told, tmp_path):
    told({"inside.example": ["127.0.0.1"], "mixed.example": ["93.184.216.34", "::1"]})
    hosts = ["127.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "localhost", "inside.example", "mixed.example"]
    with serving() as server:
        found = crawled(tmp_path, *(f"http://{host}:{server.server_port}/" for host in hosts))
        assert server.hits == []
    end = "is not a public address; allow those with --allow-private"
    assert found[0] == f"not asked for: 127.0.0.1 {end}"
    assert found[4:] == [
        f"not asked for: inside.example is 127.0.0.1, which {end}",
        f"not asked for: mixed.example is ::1, which {end}",
    ]
    assert all(said.endswith(end) for said in found)


@pytest.mark.parametrize("robots", [True, False])
@pytest.mark.parametrize("target", ["http://[::1]:{0}/x", "http://127.0.0.2:{0}/x", "//0x7f.2:{0}/x", "//ours:{0}/x"])
def test_a_crawl_checks_every_redirect(told, tmp_path, target, robots):
    told({"ours": ["127.0.0.2"]}, allowed=["127.0.0.1"])
    with serving(redirecting(target)) as server:
        [said] = crawled(tmp_path, server.url("/"), options=CrawlOptions(delay=0, robots=robots, limits=GUARDED))
        assert server.counts() == {"/": 1, "/2": 1}
    assert "is not a public address" in said


@pytest.mark.parametrize("addresses", [["127.0.0.1"], ["::1", "127.0.0.1"]])
def test_a_crawl_connects_to_public_addresses_only_by_what_was_looked_up(told, tmp_path, monkeypatch, addresses):
    told({"public.example": addresses}, allowed=addresses)
    for name in ("http_proxy", "HTTP_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9/")  # not used: it would look names up itself
    with serving() as server:
        there, nowhere = (f"http://{name}:{server.server_port}/a" for name in ("public.example", "no.such.invalid"))
        assert crawled(tmp_path, there, there + "b") == [b"<p>page /a</p>", b"<p>page /ab</p>"]
        assert crawled(tmp_path, nowhere) == ["robots.txt: cannot be fetched (there is no such host)"]
        assert [path for path, _ in server.hits] == ["/robots.txt", "/a", "/ab"]
