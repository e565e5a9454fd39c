"""Sources as trees: all of them, or a single page."""

from pathlib import Path

import pytest
from hypothesis import given
from sources.made import archive, write
from strategies import BYTES

from weblode.errors import LimitError, SourceError
from weblode.limits import Limits
from weblode.pages.binary import binary_kind
from weblode.pages.page import Unread
from weblode.sources.reading import read, trees
from weblode.tree import Tree


def test_the_trees_of_all_sources_come_in_order_and_failures_between_them(tmp_path):
    one, two = write(tmp_path / "1.html", b"<p>one"), write(tmp_path / "2.html", b"<p>two")
    first, missing, second = trees([str(one), str(tmp_path / "gone"), f"{two}=http://site/2"])
    assert (first.page, first.text(0), first.url) == (str(one), "one", None)
    assert (second.page, second.text(0), second.url) == (str(two), "two", "http://site/2")
    assert isinstance(missing, Unread)


def test_a_page_beyond_a_limit_is_unread_and_the_others_are_read(tmp_path):
    write(tmp_path / "a.html", b"<p>a" * 50)
    write(tmp_path / "b.html", b"<p>b")
    refused, fine = trees([str(tmp_path)], limits=Limits(nodes=20))
    assert isinstance(refused.error, LimitError)
    assert str(refused.error).startswith(f"{tmp_path / 'a.html'}: ")
    assert fine.text(0) == "b"


def test_trees_are_read_one_at_a_time(tmp_path):
    page = write(tmp_path / "a.html")
    stream = trees([str(page), str(page)])
    next(stream)
    page.unlink()
    assert isinstance(next(stream), Unread)


def test_the_charset_of_an_archive_is_heeded(tmp_path):
    path = archive(tmp_path / "a.warc", ["<p>Größe".encode()]).path
    tree = read(path)
    assert (tree.text(0), tree.encoding, tree.url) == ("Größe", "utf-8", "http://site/0")


def test_a_page_is_read_from_a_path_or_its_bytes(tmp_path):
    path = write(tmp_path / "a.html", b"<p>hello")
    assert [read(source).text(0) for source in (path, str(path), b"<p>hello")] == ["hello"] * 3


@given(BYTES)
def test_any_bytes_are_a_tree_or_said_to_be_none(data):
    if kind := binary_kind(data):
        with pytest.raises(SourceError, match=f"^this is {kind}, not a page; give HTML or XML$"):
            read(data)
    else:
        assert isinstance(read(data), Tree)


@pytest.mark.parametrize("source", ["gone.html", Path("gone.html")])
def test_a_single_page_that_is_not_there_is_an_error(tmp_path, monkeypatch, source):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SourceError, match=r"gone\.html: no such file or folder"):
        read(source)


def test_limits_hold_for_a_single_page_too(tmp_path):
    with pytest.raises(LimitError):
        read(b"<p>a" * 50, limits=Limits(nodes=20))
    with pytest.raises(LimitError, match="8 bytes, more than the limit of 5 bytes"):
        read(write(tmp_path / "a.html", b"<p>hello"), limits=Limits(size=5))


def test_several_pages_are_not_one_and_the_error_says_how_to_read_them(tmp_path):
    write(tmp_path / "a.html")
    write(tmp_path / "b.html")
    with pytest.raises(SourceError, match=r"holds more than one page; read them with weblode\.trees\(\["):
        read(tmp_path)


def test_a_picture_is_no_page_however_it_is_given(tmp_path):
    picture = b"\x89PNG\r\n\x1a\n" + bytes(100)
    (tmp_path / "a.png").write_bytes(picture)
    for source in (picture, tmp_path / "a.png"):
        with pytest.raises(SourceError, match="not a page; give HTML or XML"):
            read(source)
        (unread,) = trees([source])
        assert isinstance(unread, Unread)
