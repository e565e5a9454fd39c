"""Single pages of public hosts only: a server on the loopback hears nothing unless it is allowed."""

import socket

import pytest
from loopback import serving
from sources.made import GUARDED, redirecting

from weblode.errors import SourceError
from weblode.limits import Limits
from weblode.sources import public
from weblode.sources.fetch import Fetcher


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
