"""The source of pages that fits what the user named."""

import pytest
from loopback import serving

from weblode.errors import SourceError
from weblode.pages.page import Page
from weblode.sources.choice import Joined, check_homes, web
from weblode.sources.crawl import Crawl, CrawlOptions
from weblode.sources.offline import Offline
from weblode.sources.recorded import Recorded
from weblode.sources.saved import Saved


@pytest.fixture
def folder(tmp_path):
    for name in ("index.html", "a.html", "b.html"):
        (tmp_path / name).write_text(f"<p>{name}")
    (tmp_path / "x.warc.gz").write_bytes(b"")
    return str(tmp_path)


def test_the_source_fits_what_was_named(folder):
    assert isinstance(web(["http://example.com/"], folder), Crawl)
    assert isinstance(web([folder]), Saved)
    assert isinstance(web([f"{folder}/a.html", f"{folder}/b.html"]), Saved)
    assert isinstance(web([f"{folder}/x.warc.gz"]), Recorded)
    assert isinstance(web([f"{folder}/a.html=http://example.com/"]), Offline)
    assert isinstance(web([folder, "http://example.com/"], folder), Joined)


def test_what_is_nothing_is_refused(folder):
    with pytest.raises(SourceError, match="no such file or folder"):
        web([f"{folder}/missing.html"])
    for wrong in (f"{folder}/missing.html=http://example.com/", "ftp://example.com/", f"{folder}=http://example.com/"):
        with pytest.raises(SourceError, match=r"no such file|not the address of a page|no single address"):
            check_homes([f"{folder}/a.html", wrong])
    with pytest.raises(SourceError, match="needs a directory"):
        web(["http://example.com/"])


def test_homes_without_any_page_are_refused_but_one_of_several_may_have_none(folder, tmp_path):
    (tmp_path / "empty").mkdir()
    with pytest.raises(SourceError, match="empty: no page is there: name an address"):
        check_homes([f"{folder}/empty"])
    check_homes([folder, f"{folder}/empty"])


def test_a_file_at_an_address_is_a_page_at_that_address(folder):
    home = f"{folder}/a.html=http://example.com"
    source = web([home])
    assert [page.data for page in source.pages(source.homes(home))] == [b"<p>a.html"]


def test_a_file_at_an_address_belongs_to_its_folder_if_that_is_named(folder):
    source = web([folder, f"{folder}/a.html=http://example.com/x"])
    assert isinstance(source, Saved)
    assert source.address(f"{folder}/b.html", "http://example.com/x") == f"{folder}/a.html"
    assert source.homes(f"{folder}/a.html=http://example.com/x") == [f"{folder}/a.html"]


def test_several_sources_are_one(folder, tmp_path, monkeypatch):
    monkeypatch.setenv("NO_PROXY", "*")
    with serving() as server:
        (tmp_path / "elsewhere").mkdir()
        (tmp_path / "elsewhere" / "c.html").write_text("<p>c")
        homes = [folder, server.url(), f"{tmp_path}/elsewhere/c.html=http://example.com/"]
        source = web(homes, tmp_path / "crawl", CrawlOptions(delay=0))
        addresses = [address for home in homes for address in source.homes(home)]
        assert addresses == [f"{folder}/index.html", server.url(), "http://example.com/"]
        asked = [*addresses, source.address(addresses[0], "b.html"), source.address(addresses[1], "/x")]
        found = list(source.pages(asked))
        assert all(isinstance(page, Page) for page in found)
        assert [page.name for page in found] == asked
        assert [page.data for page in found[2:]] == [b"<p>c", b"<p>b.html", b"<p>page /x</p>"]
        sites = [source.site(address) for address in asked]
        assert sites[1:3] == [server.url().split("/")[2], "example.com"]
        source.close()
