"""A page is taken from whatever holds it: names, texts, bytes, file objects, responses."""

import asyncio
import io
import urllib.request
from pathlib import Path

import aiohttp
import httpx
import pytest
import requests
from hypothesis import given
from hypothesis import strategies as st
from loopback import serving
from scrapy.http import HtmlResponse, Response, XmlResponse
from sources.made import write
from strategies import BYTES

import weblode
from weblode.errors import LimitError, SourceError, WeblodeError
from weblode.limits import Limits
from weblode.pages.page import Page, Unread
from weblode.sources.reading import read, trees

HTML = "<title>Größe</title><p>Hello <b>wörld</b>"
TEXT = "Größe\nHello wörld"
CYRILLIC = "<p>Привет, мир! Это страница на русском языке."


def latin(handler):
    """The page in an encoding that only the header names."""
    handler.reply(HTML.encode("cp1252"), headers={"Content-Type": "text/html; charset=windows-1252"})


# ---------------------------------------------------------------- names and texts
@pytest.mark.parametrize("text", [HTML, f"\ufeff \n{HTML}", f"just text, then {HTML}", "<p>" * 3000 + HTML])
def test_a_text_with_tags_is_the_page(text):
    assert read(text).text(0).endswith("Hello wörld")


def test_a_text_is_decoded_whatever_encoding_it_declares():
    assert read(f"<meta charset=gbk>{HTML}").text(0) == TEXT
    assert read("<?xml version='1.0' encoding='iso-8859-1'?><r><a>Größe</a></r>").text(0) == "Größe"


def test_a_lone_surrogate_in_a_text_is_replaced():
    assert read("<p>a\udcffb").text(0) == "a\ufffdb"


def test_a_file_is_a_file_even_if_its_name_has_a_tag(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "a <b>.html", b"<p>from the file")
    assert read("a <b>.html").text(0) == "from the file"


@pytest.mark.parametrize("name", ["gone.html", Path("gone.html"), "folder/gone", "gone\n.html"])
def test_a_name_that_is_not_there_is_said_in_one_line(name):
    with pytest.raises(SourceError, match=r"gone.*: no such file or folder") as caught:
        read(name)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("text", ["word " * 10_000, "line\n" * 200, '{"a": 1}' * 100])
def test_a_long_text_without_tags_is_refused_and_not_repeated(text):
    with pytest.raises(SourceError, match="neither HTML nor the name of a file") as caught:
        read(text)
    assert len(str(caught.value)) < 200
    assert text[:20] not in str(caught.value)


def test_an_empty_text_is_refused_and_empty_bytes_are_an_empty_page():
    with pytest.raises(SourceError, match="an empty text"):
        read("")
    assert read(b"").text(0) == ""


@given(st.text(max_size=300))
def test_any_text_is_a_tree_or_one_line(text):
    if text == "-" or "://" in text:
        return
    [result] = trees([text])
    assert isinstance(result, weblode.Tree) or len(str(result.error)) < 1000


# ---------------------------------------------------------------- bytes and streams
@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview, io.BytesIO])
def test_bytes_of_any_kind_are_the_page(kind):
    assert read(kind(HTML.encode())).text(0) == TEXT


@given(BYTES)
def test_any_bytes_of_a_page_in_a_stream_are_a_tree(data):
    page = b"<html><p>" + data
    assert read(io.BytesIO(page)).text(0) == read(page).text(0)


def test_a_file_object_has_the_name_of_its_file(tmp_path):
    path = write(tmp_path / "a.html", HTML.encode())
    with path.open("rb") as binary, path.open(encoding="utf-8") as text:
        assert [(read(each).page, read(path).text(0)) for each in (binary, text)] == [(str(path), TEXT)] * 2
    assert read(io.StringIO(HTML)).page == ""


def test_a_file_object_that_cannot_be_read_is_said_in_one_line(tmp_path):
    path = write(tmp_path / "a.html", HTML.encode("cp1252"))
    with path.open(encoding="utf-8") as stream, pytest.raises(SourceError, match=r"a\.html: cannot be read \("):
        read(stream)
    with pytest.raises(SourceError, match=r"a\.html: cannot be read \(.*closed"):
        read(stream)


def test_a_stream_without_end_is_read_up_to_the_limit():
    class Endless(io.RawIOBase):
        def read(self, _size=-1):
            return b"<p>again" * 1000

    with pytest.raises(LimitError, match="more than the limit of 100,000 bytes"):
        read(Endless(), limits=Limits(size=100_000))


def test_an_asynchronous_stream_is_refused():
    class Later:
        async def read(self, _size):
            return b""

    with pytest.raises(SourceError, match=r"its read\(\) returns a coroutine, neither bytes nor text"):
        read(Later())


# ---------------------------------------------------------------- responses
pytestmark = pytest.mark.usefixtures("no_proxy")


def test_a_response_of_requests_httpx_and_urllib_brings_its_address_and_charset():
    with serving(latin) as server:
        address = server.url("/shop")
        answers = [requests.get(address), httpx.get(address), urllib.request.urlopen(address)]
        pages = [read(each) for each in answers]
        for each in answers:
            each.close()
    assert [(page.text(0), page.url, page.page, page.encoding) for page in pages] == [
        (TEXT, address, address, "cp1252")
    ] * 3


def test_a_response_of_aiohttp_is_taken_once_it_is_read():
    async def fetch(address):
        async with aiohttp.ClientSession() as session, session.get(address) as response:
            with pytest.raises(SourceError, match=r"a ClientResponse that has not been read; `await` its read\(\)"):
                read(response)
            await response.read()
            return read(response)

    with serving(latin) as server:
        page = asyncio.run(fetch(server.url("/shop")))
        assert (page.text(0), page.url, page.encoding) == (TEXT, server.url("/shop"), "cp1252")


def test_a_response_of_httpx_that_is_still_a_stream_is_refused():
    with (
        serving(latin) as server,
        httpx.stream("GET", server.url()) as response,
        pytest.raises(SourceError, match=r"a Response that has not been read; call its read\(\) first"),
    ):
        read(response)


@pytest.mark.parametrize("kind", [Response, HtmlResponse])
def test_a_response_of_scrapy_brings_its_address_and_charset(kind):
    headers = {"Content-Type": "text/html; charset=windows-1251"}
    page = read(kind("https://site.example/a", headers=headers, body=CYRILLIC.encode("cp1251")))
    assert (page.text(0), page.url, page.encoding) == (CYRILLIC[3:], "https://site.example/a", "cp1251")


def test_the_encoding_that_a_user_gave_to_scrapy_counts():
    page = read(HtmlResponse("https://site.example/", body=HTML, encoding="cp1252"))
    assert (page.text(0), page.encoding) == (TEXT, "cp1252")


def test_a_feed_in_a_response_is_read_as_xml():
    feed = "<rss><channel><item><title>one</title></item></channel></rss>"
    assert read(XmlResponse("https://site.example/feed", body=feed, encoding="utf-8")).is_xml


def test_a_password_in_an_address_does_not_reach_the_results():
    page = read(HtmlResponse("https://user:secret@site.example/a@b", body=HTML, encoding="utf-8"))
    assert (page.url, page.page) == ("https://site.example/a@b",) * 2
    assert read(HTML, url="https://user:secret@site.example/").url == "https://site.example/"


# ---------------------------------------------------------------- what is known besides
def test_the_address_that_is_named_counts(tmp_path):
    path = write(tmp_path / "a.html", HTML.encode())
    here = "https://site.example/here"
    for source in (HTML, HTML.encode(), path, str(path), io.StringIO(HTML), read(HTML), f"{path}=http://other/"):
        assert read(source, url=here).url == here
    assert read(HTML, url=here).page == here
    assert read(path, url=here).page == str(path)


@pytest.mark.parametrize("name", ["cp1251", "windows-1251", " CP1251 "])
def test_the_encoding_that_is_named_counts(tmp_path, name):
    data = f"<meta charset=utf-8>{CYRILLIC}".encode("cp1251")
    for source in (data, write(tmp_path / "a.html", data), io.BytesIO(data)):
        page = read(source, encoding=name)
        assert (page.text(0), page.encoding) == (CYRILLIC[3:], "cp1251")


def test_names_of_encodings_are_pythons_or_the_webs():
    assert read("<p>“Größe”".encode("cp1252"), encoding="latin-1").text(0) == "“Größe”"
    assert read("<p>Größe".encode("utf-16-le"), encoding="utf-16-le").text(0) == "Größe"
    assert read("<p>Größe".encode("mac_roman"), encoding="mac_roman").text(0) == "Größe"
    assert read(b"<p>Gr\xf6\xdfe", encoding="utf-8").text(0) == "Gr\ufffd\ufffde"


@pytest.mark.parametrize("name", ["klingon", "base64", "idna", ""])
def test_an_encoding_that_is_none_is_said(name):
    with pytest.raises(SourceError, match=f"no encoding '{name}'"):
        read(b"<p>Gr\xf6\xdfe", encoding=name)


def test_a_byte_order_mark_and_a_text_need_no_encoding():
    assert read(f"\ufeff{HTML}".encode(), encoding="cp1251").text(0) == TEXT
    assert read(HTML, encoding="cp1251").text(0) == TEXT


def test_a_page_and_a_tree_of_ours_are_taken_as_they_are():
    tree = read(HTML)
    assert read(tree) is tree
    assert read(Page("a.html", HTML.encode())).page == "a.html"


# ---------------------------------------------------------------- what is no page
@pytest.mark.parametrize("source", [None, 3.5, object(), {"a": 1}, ["a.html"], range(3)])
def test_what_is_no_page_is_refused_with_its_type(source):
    with pytest.raises(SourceError, match=f"a {type(source).__name__} is no page; ") as caught:
        read(source)
    assert len(str(caught.value).splitlines()) == 1


def test_what_is_not_awaited_is_refused():
    async def page():
        return HTML

    coroutine = page()
    with pytest.raises(SourceError, match="a coroutine that is not awaited"):
        read(coroutine)
    coroutine.close()


# ---------------------------------------------------------------- many of them
def test_trees_are_of_sources_of_any_kind(tmp_path):
    path = write(tmp_path / "a.html", b"<p>file")
    sources = [str(path), b"<p>bytes", "<p>text", path, None, io.BytesIO(b"<p>stream"), tmp_path]
    results = list(trees(sources))
    assert [each.text(0) for each in results if isinstance(each, weblode.Tree)] == [
        "file",
        "bytes",
        "text",
        "file",
        "stream",
        "file",
    ]
    [unread] = [each for each in results if isinstance(each, Unread)]
    assert isinstance(unread.error, WeblodeError)
    assert str(unread.error).startswith("a NoneType: a NoneType is no page; ")


def test_one_source_is_not_taken_for_a_list_of_letters(tmp_path):
    path = write(tmp_path / "a.html", b"<p>file")
    assert [[each.text(0) for each in trees(one)] for one in (str(path), path, b"<p>file")] == [["file"]] * 3
