"""Archives whose links are followed."""

import gzip

import pytest

from weblode.errors import LimitError, SourceError
from weblode.limits import Limits
from weblode.sources.recorded import Recorded
from weblode.sources.store import ARCHIVE, Exchange, IndexEntry, PageStore

HTML = (("Content-Type", "text/html; charset=utf-8"),)


def moved(path, location):
    return Exchange(f"http://example.com{path}", (), 301, (("Location", location),))


@pytest.fixture
def archive(tmp_path):
    store = PageStore(str(tmp_path))
    pages = [Exchange(f"http://example.com/{n}", (), 200, HTML, f"<p>{n}".encode()) for n in range(5)]
    image = Exchange("http://example.com/image", (), 200, (("Content-Type", "image/png"),), b"png")
    missing = Exchange("http://example.com/missing", (), 404, HTML, b"<p>no")
    again = Exchange("http://example.com/1", (), 200, HTML, b"<p>newer")
    others = [moved("/old", "/dir/new"), Exchange("http://example.com/dir/new", (), 200, HTML, b"<p>new")]
    circle = [moved("/x", "/y"), moved("/y", "/x")]
    store.add(IndexEntry("http://example.com/", ""), [*pages, image, missing, again, *others, *circle])
    store.close()
    return tmp_path / ARCHIVE


def read(web, *paths):
    return list(web.pages([f"http://example.com{path}" for path in paths]))


def test_pages_come_by_address_in_the_order_asked(archive):
    found = read(Recorded(archive), "/4", "/2#part", "/a/../0")
    assert [page.data for page in found] == [b"<p>4", b"<p>2", b"<p>0"]
    assert [page.name for page in found] == [page.url for page in found]
    assert found[1].name == "http://example.com/2#part"
    assert found[0].charset == "utf-8"


def test_the_last_record_of_a_page_is_taken(archive):
    assert read(Recorded(archive), "/1")[0].data == b"<p>newer"


def test_redirects_lead_on_and_links_start_where_they_end(archive):
    web = Recorded(archive)
    assert read(web, "/old")[0].data == b"<p>new"
    assert web.address("http://example.com/old", "a.html") == "http://example.com/dir/a.html"
    assert web.address("http://example.com/1", "a.html") == "http://example.com/a.html"
    assert web.site("http://www.example.com/old") == "example.com"


def test_what_a_server_refused_is_refused_with_its_words_and_is_no_home(archive, tmp_path):
    assert str(read(Recorded(archive), "/missing")[0].error) == "http://example.com/missing: answered 404 Not Found"
    (folder := tmp_path / "gone").mkdir()
    store = PageStore(str(folder))
    entry = store.add(IndexEntry("http://b.org/", "", reason="gone"), [Exchange("http://b.org/", (), 410, HTML)])
    store.close()
    assert (entry.offset, entry.end) == (-1, (folder / ARCHIVE).stat().st_size)
    assert Recorded(folder / ARCHIVE).homes() == []


@pytest.mark.parametrize("statuses", [(200, 503), (503, 200), (200, 429, 500), (301, 503), (503, 301)])
def test_a_refusal_for_now_hides_no_page_of_the_same_address(tmp_path, statuses):
    web = Recorded(_record(tmp_path, *statuses))
    assert read(web, "/")[0].data == b"<p>here"
    assert web.homes() == ["http://example.com/"]


@pytest.mark.parametrize(
    ("statuses", "said"),
    [
        ((200, 404), "404 Not Found"),
        ((200, 410, 503), "503 Service Unavailable"),
        ((503, 429), "429 Too Many Requests"),
    ],
)
def test_a_page_that_is_gone_or_was_always_refused_is_refused(tmp_path, statuses, said):
    web = Recorded(_record(tmp_path, *statuses))
    assert str(read(web, "/")[0].error) == f"http://example.com/: answered {said}"


def _record(folder, *statuses):
    """An archive with answers of these statuses for one address; redirects lead to a page."""
    store = PageStore(str(folder))
    home = "http://example.com/"
    headers = {301: (("Location", "/moved"),)}
    bodies = {200: b"<p>here", 301: b""}
    answers = [
        Exchange(home, (), status, headers.get(status, HTML), bodies.get(status, b"<p>no")) for status in statuses
    ]
    moved_to = Exchange(f"{home}moved", (), 200, HTML, b"<p>here")
    store.add(IndexEntry(home, ""), [*answers, moved_to])
    store.close()
    return folder / ARCHIVE


@pytest.mark.parametrize("path", ["/image", "/9"])
def test_what_is_no_page_of_the_archive_is_an_unread(archive, path):
    [found] = read(Recorded(archive), path)
    assert str(found.error) == f"http://example.com{path}: is not among the pages recorded in {archive}"


def test_a_circle_of_redirects_ends(archive):
    assert "redirects more than 10 times" in str(read(Recorded(archive), "/x")[0].error)


def test_the_first_page_of_each_site_is_its_home(archive):
    web = Recorded(archive)
    assert web.homes() == ["http://example.com/0"]
    assert web.homes(str(archive)) == ["http://example.com/0"]


def test_each_site_of_an_archive_has_its_home_and_one_that_only_redirects_is_none(tmp_path):
    store = PageStore(str(tmp_path))
    for url in ("http://a.com/", "http://www.a.com/x", "http://b.org/start", "http://b.org/"):
        store.add(IndexEntry(url, ""), [Exchange(url, (), 200, HTML, b"<p>")])
    away = [("http://short.ly/1", "http://c.net/home"), ("http://gone.ly/", "http://nowhere.net/")]
    for url, target in away:
        store.add(IndexEntry(url, ""), [Exchange(url, (), 301, (("Location", target),))])
    store.add(IndexEntry("http://c.net/home", ""), [Exchange("http://c.net/home", (), 200, HTML, b"<p>")])
    store.close()
    web = Recorded(tmp_path / ARCHIVE)
    assert web.homes() == ["http://a.com/", "http://b.org/start", "http://c.net/home"]
    assert web.homes("http://a.com/x#y") == ["http://a.com/x"]


def test_a_page_over_the_limit_is_an_unread(archive):
    [found] = read(Recorded(archive, Limits(size=2)), "/0")
    assert isinstance(found.error, LimitError)


def test_an_archive_that_is_not_packed_is_read(archive, tmp_path):
    plain = tmp_path / "plain.warc"
    plain.write_bytes(gzip.decompress(archive.read_bytes()))
    assert read(Recorded(plain), "/old", "/3")[1].data == b"<p>3"


def test_an_archive_that_is_packed_as_a_whole_is_told_of(archive, tmp_path):
    whole = tmp_path / "whole.warc.gz"
    whole.write_bytes(gzip.compress(gzip.decompress(archive.read_bytes())))
    assert "pack it anew with `warcio recompress`" in str(read(Recorded(whole), "/3")[0].error)


def test_an_archive_that_is_cut_off_has_the_pages_before(archive):
    archive.write_bytes(archive.read_bytes()[:1500])
    zero, four = read(Recorded(archive), "/0", "/4")
    assert zero.data == b"<p>0"
    assert isinstance(four.error, SourceError)


def test_what_is_no_archive_has_no_pages(tmp_path):
    (tmp_path / "a.warc").write_bytes(b"nonsense")
    for path in (tmp_path / "a.warc", tmp_path / "missing.warc"):
        assert isinstance(read(Recorded(path), "/")[0].error, SourceError)
