"""The pages of archives, whole, cut off and damaged."""

import gzip
import os
import random
from io import BufferedReader, BytesIO

import pytest
from sources.made import Archive, archive, complaint, had, write

from weblode.errors import LimitError, SourceError
from weblode.limits import Limits
from weblode.pages.page import Page, Unread
from weblode.sources.archives import ArchivePlace, first_page, is_archive, page_at, places

KINDS = pytest.mark.parametrize("name", ["site.warc", "site.warc.gz"])


@KINDS
def test_an_archive_gives_its_pages(tmp_path, name):
    path = archive(tmp_path / name, [b"zero", b"one"]).path
    assert had(path) == [
        Page(f"{path}#http://site/0", b"zero", "http://site/0", "utf-8"),
        Page(f"{path}#http://site/1", b"one", "http://site/1", "utf-8"),
    ]


@KINDS
def test_what_is_no_page_in_an_archive_is_skipped(tmp_path, name):
    made = Archive(tmp_path / name)
    made.add("http://site/", b"", kind="request", status="GET / HTTP/1.1")
    made.add("http://site/logo", b"PNG", Content_Type="image/png")
    made.add("http://site/robots.txt", b"", Content_Type="text/plain")
    made.add("http://site/gone", b"gone", status="404 Not Found")
    made.add("http://site/again", b"", kind="revisit")
    assert complaint(made.path).startswith("no pages in this archive")
    made.add("http://site/x", b"<x/>", Content_Type="application/xhtml+xml")
    made.add("http://site/saved", b"<p>saved", kind="resource")
    assert [(page.url, page.data) for page in had(made.path)] == [
        ("http://site/x", b"<x/>"),
        ("http://site/saved", b"<p>saved"),
    ]


def chunked(body: bytes) -> bytes:
    half = len(body) // 2
    parts = [b"%x;note=1\r\n%b\r\n" % (len(part), part) for part in (body[:half], body[half:], b"")]
    return b"".join(parts)


@KINDS
def test_pages_in_an_archive_are_decoded(tmp_path, name):
    page = b"<p>hello" * 100
    made = Archive(tmp_path / name)
    made.add("http://site/0", gzip.compress(page), Content_Encoding="gzip")
    made.add("http://site/1", chunked(page), Transfer_Encoding="chunked")
    both = {"Content_Encoding": "gzip", "Transfer_Encoding": "chunked"}
    made.add("http://site/2", chunked(gzip.compress(page)), **both)
    made.add("http://site/3", page, **both)
    made.add("http://site/4", brotli(page), Content_Encoding="br")
    made.add("http://site/5", page, Content_Encoding="br")
    assert [found.data for found in had(made.path)] == [page] * 6


def brotli(data: bytes) -> bytes:
    """The data as one uncompressed brotli block (RFC 7932, 9.2), and an empty last one."""
    header = 0 | 0 << 1 | 0 << 2 | (len(data) - 1) << 4 | 1 << 20  # window 16, not last, 4 nibbles, plain
    return header.to_bytes(3, "little") + data + b"\x03"


def test_a_page_in_an_archive_that_cannot_be_decoded_does_not_stop_the_others(tmp_path):
    made = Archive(tmp_path / "a.warc")
    made.add("http://site/0", b"what?", Content_Encoding="zip")
    made.add("http://site/1", b"what?", Content_Encoding="br")
    made.add("http://site/2", gzip.compress(b"x" * 1000), Content_Encoding="gzip")
    made.add("http://site/3", b"x" * 200)
    made.add("http://site/4", b"x" * 100)
    found = had(made.path, size=100)
    assert [type(page) for page in found] == [Unread] * 4 + [Page]
    assert str(found[0].error).startswith(f"{made.path}#http://site/0: comes encoded as zip")
    assert str(found[1].error).startswith(f"{made.path}#http://site/1: the br data is damaged")
    assert isinstance(found[2].error, LimitError)
    assert "200 bytes, more than the limit of 100 bytes" in str(found[3].error)


@KINDS
def test_an_archive_cut_anywhere_gives_the_pages_before_the_cut_and_one_complaint(tmp_path, name):
    bodies = [os.urandom(50).hex().encode() for _ in range(4)]
    made = archive(tmp_path / name, bodies)
    whole = made.path.read_bytes()
    for cut in sorted({*range(1, len(whole), 7), len(whole) - 1} - {*made.ends}):
        *found, last = had(write(tmp_path / f"cut.{name}", whole[:cut]))
        assert isinstance(last, Unread), cut
        assert f"cut off or damaged after {len(found)} page" in str(last.error)
        assert [page.data for page in found] == bodies[: len(found)]
        assert len(found) >= sum(end <= cut for end in made.ends[1:])


def test_the_pages_before_damage_are_had(tmp_path):
    made = archive(tmp_path / "a.warc.gz", [b"zero", b"one", b"two"])
    data = bytearray(made.path.read_bytes())
    data[made.ends[2]] ^= 255
    made.path.write_bytes(data)
    *found, last = had(made.path)
    assert [page.data for page in found] == [b"zero", b"one"]
    assert "damaged after 2 pages (Not a gzipped file" in str(last.error)


@pytest.mark.parametrize("data", [b"garbage" * 100, b"<p>hello\r\n\r\n", b"\x1f\x8b\x08" + b"junk" * 100])
def test_garbage_named_as_an_archive_is_refused(tmp_path, data):
    path = write(tmp_path / "x.warc", data)
    assert complaint(path).startswith("is cut off or damaged after 0 pages (")


def test_an_empty_archive_has_no_pages(tmp_path):
    assert complaint(write(tmp_path / "x.warc", b"")).startswith("no pages in this archive")


def test_a_zstandard_archive_is_read(tmp_path):
    plain = archive(tmp_path / "a.warc", [b"zero"]).path.read_bytes()
    path = write(tmp_path / "a.warc.zst", zstandard(plain))
    assert had(path) == [Page(f"{path}#http://site/0", b"zero", "http://site/0", "utf-8")]
    assert complaint(write(path, zstandard(plain)[:-5])).startswith("is cut off or damaged after 0 pages")


def zstandard(data: bytes) -> bytes:
    """The data as one frame with one raw block (RFC 8878, 3.1.1)."""
    size = len(data)
    return b"\x28\xb5\x2f\xfd\xa0" + size.to_bytes(4, "little") + (size << 3 | 1).to_bytes(3, "little") + data


def test_an_archive_is_known_by_its_first_bytes(tmp_path):
    path = archive(tmp_path / "a.warc", [b"zero"]).path.rename(tmp_path / "download")
    assert [page.data for page in had(path)] == [b"zero"]


@pytest.mark.parametrize(
    ("name", "start", "answer"),
    [
        ("a.warc", b"", True),
        ("A.WARC.GZ", b"x", True),
        ("a.bin", b"WARC/1.1\r\n", True),
        ("a.html", b"<p>WARC/1", False),
    ],
)
def test_an_archive_is_one_by_its_name_or_its_first_bytes(name, start, answer):
    stream = BufferedReader(BytesIO(start))
    assert is_archive(name, stream) is answer
    assert stream.read() == start


@KINDS
def test_the_places_of_an_archive_lead_to_its_pages(tmp_path, name):
    made = Archive(tmp_path / name)
    made.add("http://site/image", b"PNG", Content_Type="image/png")
    made.add("http://site/old", b"", status="301 Moved Permanently", Location="/new")
    made.add("http://site/new", b"<p>new")
    made.add("http://site/gone", b"<p>gone", status="404 Not Found")
    path = str(made.path)
    found = list(places(path))
    assert found == [
        ArchivePlace("http://site/old", made.ends[1], "/new"),
        ArchivePlace("http://site/new", made.ends[2]),
        ArchivePlace("http://site/gone", made.ends[3], refusal="404 Not Found"),
    ]
    assert page_at(path, found[1], Limits()) == Page("http://site/new", b"<p>new", "http://site/new", "utf-8")


def test_a_place_that_has_another_page_says_how_to_mend_the_archive(tmp_path):
    made = archive(tmp_path / "a.warc.gz", [b"zero", b"one"])
    for offset in (0, made.ends[-1]):
        with pytest.raises(SourceError, match="is not packed record by record; pack it anew"):
            page_at(str(made.path), ArchivePlace("http://site/1", offset), Limits())


def test_the_places_of_what_cannot_be_read_are_an_error_with_its_name(tmp_path):
    with pytest.raises(SourceError, match=r"gone\.warc: cannot be read as an archive \("):
        list(places(str(tmp_path / "gone.warc")))


def test_the_first_answer_is_taken_whatever_its_status_and_kind(tmp_path):
    made = Archive(tmp_path / "a.warc.gz")
    made.add("http://site/", b"", kind="request", status="GET / HTTP/1.1")
    made.add("http://site/gone", b"GIF", status="404 Not Found", Content_Type="image/gif")
    assert first_page(made.path.read_bytes(), Limits()) == Page("http://site/gone", b"GIF", "http://site/gone")
    with pytest.raises(SourceError, match="there is no answer in the archive"):
        first_page(b"", Limits())
    with pytest.raises(LimitError, match="3 bytes, more than the limit of 2 bytes"):
        first_page(made.path.read_bytes(), Limits(size=2))


@KINDS
def test_any_damage_gives_whole_pages_or_complaints(tmp_path, name):
    bodies = [f"<p>page {n} {'word ' * n}".encode() for n in range(5)]
    whole = archive(tmp_path / name, bodies).path.read_bytes()
    chance = random.Random(7)
    for number in range(60):
        data = bytearray(whole)
        for _ in range(3):
            data[chance.randrange(len(data))] = chance.randrange(256)
        found = had(write(tmp_path / f"{number}.{name}", bytes(data)))
        assert found
        assert all(isinstance(page, Unread) or page.name.startswith(str(tmp_path)) for page in found)
