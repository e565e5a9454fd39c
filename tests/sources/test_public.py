"""What is not public is not asked: the server here is on the loopback, and must hear nothing unless it is allowed."""

import socket
import textwrap

import pytest
from children import PATIENCE
from loopback import serving

from weblode.errors import SourceError
from weblode.limits import Limits
from weblode.pages.page import Page
from weblode.sources import public
from weblode.sources.crawl import Crawl, CrawlOptions
from weblode.sources.fetch import Fetcher

GUARDED = Limits(private=False, timeout=PATIENCE, time=PATIENCE)
FAST = CrawlOptions(delay=0, retries=1, limits=GUARDED)

OURS = """
    127.0.0.1 127.255.255.254 0.0.0.0 10.1.2.3 172.16.0.1 172.31.255.255 192.168.1.1 169.254.169.254 100.64.0.1
    100.100.100.200 192.0.0.8 192.0.2.1 198.18.0.1 198.51.100.7 203.0.113.9 224.0.0.1 239.1.1.1 240.0.0.1
    255.255.255.255 192.88.99.1 168.63.129.16
    :: ::1 fe80::1 fe80::1%1 fec0::1 fc00::1 fd00:ec2::254 ff02::1 2001:db8::1 3fff::1 100::1 5f00::1 4000::1
    ::ffff:127.0.0.1 ::ffff:a9fe:a9fe ::127.0.0.1 ::8.8.8.8 64:ff9b::7f00:1 64:ff9b::a9fe:a9fe 64:ff9b:1::808:808
    2002:7f00:1:: 2002:808:808:: 2001::1 2001:0:7f00:1::1 2001:10::1
""".split()
EVERYBODYS = """
    1.1.1.1 8.8.8.8 93.184.216.34 172.15.0.1 172.32.0.1 100.63.0.1 100.128.0.1 169.253.0.1 192.0.1.1 223.255.255.255
    2606:4700::1111 2a00:1450:4001::1 2001:200::1 2001:4860:4860::8888 ::ffff:8.8.8.8 64:ff9b::8.8.8.8
""".split()


@pytest.fixture
def answers(monkeypatch):
    """What the name server says: a list of addresses for each lookup of a host; numbers are what they are."""
    known: dict[str, list[list[str]]] = {}
    looked_up = socket.getaddrinfo

    def getaddrinfo(host, port, *args, **kwargs):
        given = known[host].pop(0) if known.get(host) else [host]
        return [found for address in given for found in looked_up(address, port, *args, **kwargs)]

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    return known


def refusal(address):
    with Fetcher(GUARDED) as fetcher, pytest.raises(SourceError) as caught:
        fetcher.fetch(address)
    return str(caught.value)


@pytest.mark.parametrize("address", OURS)
def test_an_address_of_this_machine_or_a_network_within_is_not_public(address):
    assert not public.is_public(address)


@pytest.mark.parametrize("address", EVERYBODYS)
def test_an_address_that_everybody_can_reach_is_public(address):
    assert public.is_public(address)


@pytest.mark.parametrize(
    "host",
    "127.0.0.1 2130706433 0x7f000001 0x7f.1 017700000001 127.1 localhost LOCALHOST [::1] [::ffff:127.0.0.1] 0".split(),
)
def test_no_spelling_of_a_host_is_asked_if_it_is_not_public(host):
    with serving() as server:
        said = refusal(f"http://{host}:{server.server_port}/")
        assert "is not a public address; allow those with --allow-private" in said
        assert server.hits == []


def test_a_refusal_says_what_the_host_is(answers):
    answers["intranet.example."] = [["10.0.0.7"]]
    why = "is not a public address; allow those with --allow-private"
    assert refusal("http://intranet.example./") == f"not asked for: intranet.example. is 10.0.0.7, which {why}"
    assert refusal("http://10.0.0.7/") == f"not asked for: 10.0.0.7 {why}"


@pytest.mark.parametrize("mixed", [["127.0.0.1"], ["93.184.216.34", "127.0.0.1"], ["2606:4700::1111", "::1"]])
def test_a_name_is_refused_if_any_of_its_addresses_is_not_public(answers, mixed):
    with serving() as server:
        answers["example.org"] = [mixed]
        assert "example.org is " in refusal(f"http://example.org:{server.server_port}/")
        assert server.hits == []


def test_a_name_is_looked_up_once_and_the_answer_is_what_is_connected_to(answers, monkeypatch):
    answers["rebinding.example"] = [["93.184.216.34", "2606:4700::1111"], ["127.0.0.1"]]
    tried = []

    def connect(place, *_, **__):
        tried.append(place)
        raise ConnectionRefusedError("refused")

    monkeypatch.setattr(socket, "create_connection", connect)
    assert refusal("http://rebinding.example/") == "cannot be fetched (refused)"
    assert tried == [("93.184.216.34", 80), ("2606:4700::1111", 80)]
    assert answers["rebinding.example"] == [["127.0.0.1"]]


@pytest.mark.parametrize("target", ["http://[::1]:{0}/x", "http://127.0.0.2:{0}/x", "//0x7f.2:{0}/x", "//ours:{0}/x"])
def test_every_redirect_is_checked(answers, monkeypatch, target):
    answers["ours"] = [["127.0.0.2"]]
    monkeypatch.setattr(public, "is_public", lambda address: address == "127.0.0.1")  # which stands for a public one
    with serving(redirecting(target)) as server:
        assert "is not a public address" in refusal(server.url("/"))
        assert server.counts() == {"/": 1, "/2": 1}


def redirecting(target):
    """The answer of a server that redirects to its own /2, and from there to a target."""

    def answer(handler):
        location = target.format(handler.server.server_port) if handler.path == "/2" else "/2"
        if handler.path == "/robots.txt":
            handler.reply(b"", 404)
        else:
            handler.reply(b"", 302, {"Location": location})

    return answer


def test_a_host_that_nobody_knows_is_told_as_ever(monkeypatch):
    def getaddrinfo(*_, **__):
        raise socket.gaierror(-2, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    assert refusal("http://nobody.example/") == "cannot be fetched ([Errno -2] Name or service not known)"


def test_no_proxy_is_used(monkeypatch):
    with serving() as proxy:
        for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
            monkeypatch.setenv(name, proxy.url())
        assert "is not a public address" in refusal("http://10.0.0.1/")
        assert proxy.hits == []


def test_without_the_guard_all_is_as_ever(monkeypatch):
    monkeypatch.setenv("NO_PROXY", "*")
    with serving() as server, Fetcher(Limits()) as fetcher:
        assert fetcher.fetch(server.url("/x")).data == b"<p>page /x</p>"


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
