"""The archive of a crawl: what was added is there again, whatever the end of the files has suffered."""

import gzip
import json

import pytest
from warcio.archiveiterator import ArchiveIterator

from weblode.errors import LimitError, SourceError
from weblode.limits import DEFAULT, Limits
from weblode.pages.page import Page, Unread
from weblode.sources.store import ARCHIVE, INDEX, Exchange, IndexEntry, PageStore, load_page, repair

NOW = "2026-01-02T03:04:05Z"
HTML = (("Content-Type", "text/html; charset=latin-1"),)
ASKED = (("User-Agent", "weblode"),)


def exchange(url, body=b"<p>", *, status=200, headers=HTML):
    return Exchange(url, ASKED, status, headers, body)


def entry(name, **more):
    url = f"http://example.com/{name}"
    return IndexEntry(url, NOW, 200, url, **more)


@pytest.fixture
def filled(tmp_path):
    """A directory with the pages a and b, and a failure between them."""
    store = PageStore(str(tmp_path))
    store.add(entry("a"), [exchange("http://example.com/a", b"<p>a")])
    store.add(IndexEntry("http://example.com/x", NOW, reason="answered 404 Not Found"))
    store.add(entry("b"), [exchange("http://example.com/b", b"<p>b")])
    store.close()
    return tmp_path


def names(directory):
    return [address[-1] for address in repair(str(directory))[0]]


def read(directory, name):
    return load_page(str(directory), repair(str(directory))[0][f"http://example.com/{name}"], DEFAULT)


def test_pages_are_read_back_by_their_addresses(filled):
    assert repair(str(filled))[1] == ""
    assert names(filled) == ["a", "x", "b"]
    assert read(filled, "b") == Page("http://example.com/b", b"<p>b", "http://example.com/b", "latin-1")


def test_failures_keep_their_reason_and_kind(tmp_path):
    missing = load_page(str(tmp_path), IndexEntry("http://a.b/", NOW, reason="answered 404 Not Found"), DEFAULT)
    assert isinstance(missing, Unread)
    assert str(missing.error) == "http://a.b/: answered 404 Not Found"
    large = load_page(str(tmp_path), IndexEntry("http://a.b/", NOW, reason="too large", limit=True), DEFAULT)
    assert isinstance(large.error, LimitError)


def test_other_tools_read_the_archive(filled):
    with open(filled / ARCHIVE, "rb") as stream:
        records = [(record.rec_type, record.rec_headers["WARC-Target-URI"]) for record in ArchiveIterator(stream)]
    a, b = "http://example.com/a", "http://example.com/b"
    assert records == [("request", a), ("response", a), ("request", b), ("response", b)]


def test_every_record_is_a_gzip_member_at_its_offset(filled):
    for found in repair(str(filled))[0].values():
        if not found.reason:
            member = (filled / ARCHIVE).read_bytes()[found.offset :][: found.length]
            assert gzip.decompress(member).startswith(b"WARC/1.0\r\nWARC-Type: response")


def test_a_page_is_kept_as_it_was_sent(tmp_path):
    store = PageStore(str(tmp_path))
    packed = (*HTML, ("Content-Encoding", "gzip"))
    store.add(entry("a"), [exchange("http://example.com/a", gzip.compress(b"<p>a" * 99), headers=packed)])
    store.close()
    assert read(tmp_path, "a").data == b"<p>a" * 99


def test_the_archive_may_end_anywhere(filled):
    whole, lines = (filled / ARCHIVE).read_bytes(), (filled / INDEX).read_bytes()
    end = repair(str(filled))[0]["http://example.com/a"].end
    for size in range(end, len(whole), 7):
        (filled / ARCHIVE).write_bytes(whole[:size])
        (filled / INDEX).write_bytes(lines)
        entries, cut = repair(str(filled))
        assert [address[-1] for address in entries] == ["a", "x"]
        assert INDEX in cut
        assert (filled / ARCHIVE).stat().st_size == end
        assert read(filled, "a").data == b"<p>a"


def test_the_index_may_end_anywhere(filled):
    whole, lines = (filled / ARCHIVE).read_bytes(), (filled / INDEX).read_bytes()
    start = len(lines) - len(lines.splitlines(keepends=True)[-1])
    for size in range(start + 1, len(lines)):
        (filled / ARCHIVE).write_bytes(whole)
        (filled / INDEX).write_bytes(lines[:size])
        entries, cut = repair(str(filled))
        assert [address[-1] for address in entries] == ["a", "x"]
        assert "cut off" in cut
        assert ARCHIVE in cut
        assert (filled / INDEX).read_bytes() == lines[:start]


def test_a_last_page_whose_bytes_never_reached_the_disk_is_cut_off(filled):
    last = repair(str(filled))[0]["http://example.com/b"]
    whole = (filled / ARCHIVE).read_bytes()
    (filled / ARCHIVE).write_bytes(whole[: last.offset] + bytes(last.length))
    assert names(filled) == ["a", "x"]


def test_a_repaired_archive_goes_on(filled):
    with open(filled / INDEX, "ab") as index:
        index.write(b'{"address": "http')
    with open(filled / ARCHIVE, "ab") as archive:
        archive.write(b"\x1f\x8b torn")
    assert names(filled) == ["a", "x", "b"]
    store = PageStore(str(filled))
    store.add(entry("c"), [exchange("http://example.com/c", b"<p>c")])
    store.close()
    assert repair(str(filled))[1] == ""
    assert read(filled, "c").data == b"<p>c"


def test_a_damaged_line_in_the_middle_is_not_cut_off_but_told(filled):
    lines = (filled / INDEX).read_bytes().splitlines(keepends=True)
    (filled / INDEX).write_bytes(lines[0] + b"{}\n" + lines[2])
    with pytest.raises(SourceError, match="line 2 is not of an index"):
        repair(str(filled))


def test_a_page_that_is_damaged_in_the_middle_is_an_unread(filled):
    first = repair(str(filled))[0]["http://example.com/a"]
    with open(filled / ARCHIVE, "r+b") as archive:
        archive.seek(first.offset + 100)
        archive.write(bytes(20))
    assert "cannot be read back" in str(read(filled, "a").error)
    assert read(filled, "b").data == b"<p>b"


def test_a_page_beyond_todays_limit_is_an_unread(filled):
    found = load_page(str(filled), repair(str(filled))[0]["http://example.com/a"], Limits(size=3))
    assert "limit of 3 bytes" in str(found.error)


def test_the_last_line_of_an_address_holds(tmp_path):
    store = PageStore(str(tmp_path))
    store.add(IndexEntry("http://example.com/a", NOW, reason="answered 500"))
    store.add(entry("a"), [exchange("http://example.com/a")])
    store.close()
    assert read(tmp_path, "a").data == b"<p>"
    assert len((tmp_path / INDEX).read_text().splitlines()) == 2


def test_an_entry_may_share_the_page_of_another(filled):
    page = repair(str(filled))[0]["http://example.com/a"]
    store = PageStore(str(filled))
    moved = exchange("http://example.com/old", b"", status=301, headers=(("Location", "/a"),))
    shared = IndexEntry("http://example.com/old", NOW, 200, page.final, page.offset, page.length)
    store.add(shared, [moved])
    store.close()
    assert repair(str(filled))[1] == ""
    assert read(filled, "old").data == b"<p>a"


def test_a_line_of_the_index_is_json():
    assert json.loads(entry("a").line())["final"] == "http://example.com/a"
