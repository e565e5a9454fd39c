"""Pages of an earlier crawl are asked for only if they have changed, and are in the new archive all the same."""

import pytest
from loopback import HTML, serving
from sources.made import SMALL

from weblode.pages.page import Page
from weblode.sources.crawl import Crawl, CrawlOptions
from weblode.sources.recorded import Recorded
from weblode.sources.revisits import Revisits
from weblode.sources.store import ARCHIVE, read_index

pytestmark = pytest.mark.usefixtures("no_proxy")


class Versions:
    """A server whose pages have a version; it answers 304 to those who have the latest one."""

    def __init__(self, header="ETag", condition="If-None-Match"):
        self.versions = {}
        self.header, self.condition = header, condition
        self.answers = []

    def __call__(self, handler):
        path = handler.path
        if path == "/robots.txt":
            handler.reply(b"", 404)
        elif path == "/moved":
            handler.reply(b"", 301, {"Location": "/a", **HTML})
        elif path == "/gone":
            handler.reply(b"no", 404)
        else:
            version = self.versions.get(path, "1")
            tag = f'"{version}"' if self.header == "ETag" else f"Mon, 0{version} Jan 2024 00:00:00 GMT"
            same = handler.headers.get(self.condition) == tag
            self.answers.append((path, 304 if same else 200))
            if same:
                handler.reply(b"", 304, {self.header: tag})
            else:
                handler.reply(f"<p>{path} {version}</p>".encode(), 200, {**HTML, self.header: tag})


def crawl(server, directory, before, *paths):
    options = CrawlOptions(0, retries=0, before=str(before or ""), limits=SMALL)
    with Crawl(directory, options) as web:
        pages = list(web.pages([server.url(path) for path in paths]))
    return [page.data if isinstance(page, Page) else str(page.error) for page in pages]


@pytest.mark.parametrize("headers", [("ETag", "If-None-Match"), ("Last-Modified", "If-Modified-Since")])
def test_only_what_has_changed_is_sent_again(tmp_path, headers):
    versions = Versions(*headers)
    one, two, three = (tmp_path / name for name in ("one", "two", "three"))
    with serving(versions) as server:
        crawl(server, one, None, "/a", "/b")
        versions.versions["/b"] = "2"
        versions.answers.clear()
        assert crawl(server, two, one, "/a", "/b", "/c") == [b"<p>/a 1</p>", b"<p>/b 2</p>", b"<p>/c 1</p>"]
        assert sorted(versions.answers) == [("/a", 304), ("/b", 200), ("/c", 200)]
        assert crawl(server, three, two, "/a") == [b"<p>/a 1</p>"]
        assert [entry.status for entry in read_index(three).values()] == [304]
        [page] = Recorded(three / ARCHIVE).pages([server.url("/a")])
    assert page.data == b"<p>/a 1</p>"


def test_pages_that_were_redirected_or_failed_are_asked_for_as_new_ones(tmp_path):
    versions = Versions()
    with serving(versions) as server:
        crawl(server, tmp_path / "one", None, "/moved", "/gone")
        versions.answers.clear()
        pages = crawl(server, tmp_path / "two", tmp_path / "one", "/moved", "/gone")
        assert (pages[0], versions.answers) == (b"<p>/a 1</p>", [("/a", 200)])
        assert "answered 404" in pages[1]


def test_an_answer_that_nobody_asked_for_is_no_page(tmp_path):
    with serving(lambda handler: handler.reply(b"", 304 if handler.path != "/robots.txt" else 404)) as server:
        assert "answered 304 Not Modified" in crawl(server, tmp_path / "one", None, "/a")[0]


def test_without_an_earlier_crawl_there_are_no_conditions(tmp_path):
    for directory in ("", str(tmp_path / "none")):
        revisits = Revisits(directory, SMALL)
        assert (revisits.headers("http://a.example/"), revisits.exchange("http://a.example/")) == ({}, None)


def test_a_damaged_archive_is_as_if_there_were_none(tmp_path):
    versions = Versions()
    with serving(versions) as server:
        crawl(server, tmp_path / "one", None, "/a")
        (tmp_path / "one" / ARCHIVE).write_bytes(b"broken")
        assert crawl(server, tmp_path / "two", tmp_path / "one", "/a") == [b"<p>/a 1</p>"]
