"""Servers that cannot show who they are, one page at a time and in crawls."""

import json
import os

import pytest
from certificates import ELSEWHERE, Authority, self_signed
from click.testing import CliRunner
from loopback import serving
from newspapers import answering, site

from weblode.cli import main
from weblode.errors import SourceError
from weblode.limits import Limits
from weblode.pages.page import Page
from weblode.sources import public, trust
from weblode.sources.arguments import pages
from weblode.sources.crawl import Crawl, CrawlOptions

STRICT, LAX = Limits(), Limits(insecure=True)


@pytest.fixture(autouse=True)
def _no_proxy_and_the_usual_authorities(monkeypatch):
    monkeypatch.setenv("NO_PROXY", "*")
    monkeypatch.delenv("SSL_CERT_FILE", raising=False)
    monkeypatch.delenv("SSL_CERT_DIR", raising=False)


def single(address, limits, _):
    [found] = pages([address], limits=limits)
    return found


def crawled(address, limits, folder):
    with Crawl(folder, CrawlOptions(delay=0, retries=3, limits=limits)) as crawl:
        [found] = crawl.pages([address])
    return found


@pytest.fixture(params=[single, crawled])
def fetched(request, tmp_path):
    return lambda server, limits=STRICT: request.param(server.url("/x"), limits, tmp_path / "pages")


def test_a_certificate_that_nobody_vouches_for_is_refused_in_one_line(fetched, tmp_path):
    with serving(tls=self_signed(tmp_path)) as server:
        found = fetched(server)
        assert not isinstance(found, Page)
        message = str(found.error)
        assert message.startswith(f"{server.url('/x')}: the server's certificate is not trusted")
        assert message.endswith("; name who vouches for it in SSL_CERT_FILE, or allow any with --insecure")
        assert "\n" not in message
        assert server.hits == []


def test_it_is_fetched_if_the_user_says_so(fetched, tmp_path):
    with serving(tls=self_signed(tmp_path)) as server:
        assert fetched(server, LAX).data == b"<p>page /x</p>"


def test_an_authority_that_the_user_trusts_is_enough(fetched, tmp_path, monkeypatch):
    authority = Authority(tmp_path)
    with serving(tls=authority.server()) as server:
        assert not isinstance(fetched(server), Page)
    monkeypatch.setenv("SSL_CERT_FILE", str(authority.path))
    with serving(tls=authority.server()) as server:
        assert fetched(server).data == b"<p>page /x</p>"


def test_a_certificate_for_another_host_is_refused_whoever_vouches_for_it(fetched, tmp_path, monkeypatch):
    authority = Authority(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(authority.path))
    with serving(tls=authority.server(ELSEWHERE)) as server:
        found = fetched(server)
        assert "the server's certificate is not trusted" in str(found.error)
        assert server.hits == []
    with serving(tls=authority.server(ELSEWHERE)) as server:
        assert fetched(server, LAX).data == b"<p>page /x</p>"


def test_a_file_of_authorities_that_is_not_there_is_told(tmp_path, monkeypatch):
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "nowhere.pem"))
    fault = f"SSL_CERT_FILE names {tmp_path / 'nowhere.pem'}, which is not there"
    with serving(tls=self_signed(tmp_path)) as server:
        assert str(single(server.url("/x"), STRICT, tmp_path).error).endswith(fault)
        with pytest.raises(SourceError, match=fault):
            crawled(server.url("/x"), STRICT, tmp_path / "pages")
        assert isinstance(crawled(server.url("/x"), LAX, tmp_path / "pages"), Page)


def test_several_folders_of_authorities_may_be_named(tmp_path, monkeypatch):
    monkeypatch.setenv("SSL_CERT_DIR", os.pathsep.join([str(tmp_path / "nowhere"), str(tmp_path)]))
    assert trust.certificate_paths() == {"SSL_CERT_DIR": os.environ["SSL_CERT_DIR"]}


def test_where_only_public_addresses_are_asked_certificates_are_checked_too(tmp_path, monkeypatch):
    monkeypatch.setattr(public, "NOT_PUBLIC", ())  # so that the loopback is public
    with serving(tls=self_signed(tmp_path)) as server:
        refused = single(server.url("/x"), Limits(private=False), tmp_path)
        assert "the server's certificate is not trusted" in str(refused.error)
        assert isinstance(single(server.url("/x"), Limits(private=False, insecure=True), tmp_path), Page)


def test_a_refused_server_is_asked_once_however_many_pages_and_tries(tmp_path):
    with serving(tls=self_signed(tmp_path)) as server, Crawl(tmp_path / "pages", CrawlOptions(delay=0)) as crawl:
        asked = []
        accept = server.get_request
        server.get_request = lambda: asked.append(1) or accept()
        assert not any(isinstance(page, Page) for page in crawl.pages([server.url(f"/{n}") for n in range(5)]))
        assert len(asked) == 1


def test_a_command_says_that_nobody_is_checked(tmp_path):
    with serving(tls=self_signed(tmp_path)) as server:
        refused = CliRunner().invoke(main, ["tree", server.url("/x")])
        done = CliRunner().invoke(main, ["tree", "--insecure", server.url("/x")])
    assert refused.exit_code == 1
    assert refused.stderr.count("\n") == 1
    assert done.exit_code == 0
    assert done.stderr == "weblode: the certificates of servers are not checked: anybody on the way can change pages\n"


def test_a_run_says_in_its_report_that_nobody_was_checked(tmp_path):
    with serving(answering(site()), tls=self_signed(tmp_path)) as one:
        command = ["mine", one.url(), "-o", str(tmp_path / "out"), "--delay", "0", "--insecure"]
        done = CliRunner().invoke(main, command)
    assert "the certificates of servers are not checked" in done.stderr
    assert "The certificates of servers were not checked" in (tmp_path / "out" / "report.html").read_text()
    assert json.loads((tmp_path / "out" / "run.json").read_text())["insecure"] is True
