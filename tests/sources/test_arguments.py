"""Files, folders, archives and addresses become pages, or say why not."""

import gzip
import io
import os
import socket
import sys
import threading
import tracemalloc
import weakref
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import children
import pytest
from sources.made import Archive, archive, complaint, had, write

from weblode.errors import LimitError, SourceError
from weblode.pages.page import Page, Unread
from weblode.sources.arguments import PageFile, entries, pages
from weblode.sources.reading import trees

ON_UNIX = pytest.mark.skipif(os.name == "nt", reason="there are no pipes with names")


def test_a_file_is_a_page_whatever_its_name(tmp_path):
    path = write(tmp_path / "page.txt")
    assert had(path) == [Page(str(path), b"<p>hello")]


def test_an_empty_file_is_an_empty_page(tmp_path):
    assert had(write(tmp_path / "a.html", b""))[0].data == b""


def test_a_missing_file_is_told_from_a_missing_scheme(tmp_path):
    assert complaint(tmp_path / "gone.html") == ("no such file or folder; an address begins with http:// or https://")


@pytest.mark.parametrize("name", ["a\0b", "\ud800", "=http://x/", ""])
def test_an_impossible_file_name_is_a_source_error(name):
    assert isinstance(had(name)[0].error, SourceError)


def test_after_a_failure_the_others_go_on(tmp_path):
    good = write(tmp_path / "good.html")
    found = had(tmp_path / "gone", good, "ftp://x/", tmp_path / "gone", good)
    assert [type(page) for page in found] == [Unread, Page, Unread, Unread, Page]


def test_a_file_over_the_size_limit_is_not_read(tmp_path):
    path = tmp_path / "big.html"
    with path.open("wb") as file:
        file.truncate(10**12)
    [unread] = had(path)
    assert isinstance(unread.error, LimitError)
    assert str(unread.error) == (
        f"{path}: 1,000,000,000,000 bytes, more than the limit of 67,108,864 bytes; raise it with --max-size"
    )


def test_a_file_may_be_as_large_as_the_limit(tmp_path):
    path = write(tmp_path / "a.html", b"12345")
    assert had(path, size=5)[0].data == b"12345"
    assert "5 bytes, more than the limit of 4 bytes" in complaint(path, size=4)


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root reads everything")
def test_a_forbidden_file_and_folder_say_so(tmp_path):
    write(tmp_path / "a.html").chmod(0)
    write(tmp_path / "b" / "b.html").parent.chmod(0)
    found = had(tmp_path)
    (tmp_path / "b").chmod(0o700)
    assert [str(unread.error).rpartition(": ")[2] for unread in found] == ["Permission denied"] * 2


def test_a_file_can_be_given_an_address(tmp_path):
    path = write(tmp_path / "page.html")
    url = "https://site/?next=http://other/"
    assert had(f"{path}={url}") == [Page(str(path), b"<p>hello", url)]


def test_a_file_with_an_equals_sign_in_its_name_wins(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "a=http:" / "x.html")
    assert had("a=http://x.html") == [Page("a=http://x.html", b"<p>hello")]
    write(tmp_path / "q=1.html")
    assert had("q=1.html=http://x/")[0] == Page("q=1.html", b"<p>hello", "http://x/")


def test_an_address_that_holds_another_is_an_address():
    assert "begins with http:// or https://" in complaint("ftp://x/?a=http://y/")


def test_a_folder_or_an_archive_cannot_be_given_an_address(tmp_path):
    assert complaint(f"{tmp_path}=http://x/").startswith("is a folder")
    path = archive(tmp_path / "a.warc", [b"a"]).path
    assert complaint(f"{path}=http://x/").startswith("is an archive")


@pytest.fixture
def standard_input(monkeypatch: pytest.MonkeyPatch) -> Iterator[io.BytesIO]:
    data = io.BytesIO(b"<p>hello")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(data))
    return data


@pytest.mark.usefixtures("standard_input")
def test_a_dash_is_standard_input():
    assert had("-") == [Page("-", b"<p>hello")]


@pytest.mark.usefixtures("standard_input")
def test_standard_input_can_be_given_an_address():
    assert had("-=http://x/") == [Page("-", b"<p>hello", "http://x/")]


@pytest.mark.usefixtures("standard_input")
def test_standard_input_over_the_size_limit_is_refused():
    assert complaint("-", size=7) == "more than the limit of 7 bytes; raise it with --max-size"


def test_a_closed_standard_input_says_so(monkeypatch):
    monkeypatch.setattr(sys, "stdin", None)
    assert complaint("-") == "standard input is closed"


def test_a_folder_gives_its_pages_in_the_order_of_their_paths(tmp_path):
    names = ["a.html", "a/b.HTM", "a/c/d.xhtml", "a-b.html", "a0.shtml", "b.html/index.html", "z.html"]
    for name in [*names, "style.css", "a/readme.txt", "a/page.mhtml", "a/page.html.gz"]:
        write(tmp_path / name)
    assert [page.name for page in had(tmp_path)] == sorted(str(tmp_path / name) for name in names)


def test_the_pages_of_a_folder_are_named_as_the_folder_was(tmp_path, monkeypatch):
    write(tmp_path / "site" / "a.html")
    monkeypatch.chdir(tmp_path)
    assert [page.name for page in had("site", "./site/", ".")] == [
        "site/a.html",
        "./site/a.html",
        "./site/a.html",
    ]


def test_xml_in_a_folder_and_in_an_archive_is_read_if_asked_for(tmp_path):
    write(tmp_path / "a.html")
    for name in ("b.xml", "c.RSS", "d.atom", "e.txt"):
        (tmp_path / name).write_text("<rss/>")
    kinds = ("text/html", "application/rss+xml; charset=utf-8", "text/xml", "application/xslt+xml", "image/svg+xml")
    made = Archive(tmp_path / "f.warc")
    for i, kind in enumerate(kinds):
        made.add(f"http://x/{i}", b"<rss/>", Content_Type=kind)

    def names(**options):
        return [Path(page.name).name for page in pages([str(tmp_path)], **options)]

    assert names() == ["a.html", "0"]
    assert names(xml=True) == ["a.html", "b.xml", "c.RSS", "d.atom", "0", "1", "2"]
    assert [tree.is_xml for tree in trees([str(tmp_path)])] == [False, True, True, True, True, True, True]


def test_hidden_files_and_folders_are_left_out_unless_named(tmp_path):
    write(tmp_path / ".cache" / "a.html")
    write(tmp_path / "._a.html")
    assert complaint(tmp_path).startswith("no pages in this folder; looked for .html, .htm, ")
    assert len(had(tmp_path / ".cache")) == 1


def test_links_to_files_are_followed_and_links_to_folders_are_not(tmp_path):
    page = write(tmp_path / "site" / "a.html")
    (tmp_path / "site" / "b.html").symlink_to(page)
    (tmp_path / "site" / "loop").symlink_to(tmp_path / "site")
    (tmp_path / "site" / "loop.html").symlink_to(tmp_path / "site")
    assert [Path(page.name).name for page in had(tmp_path / "site")] == ["a.html", "b.html"]


@ON_UNIX
def test_what_cannot_be_read_in_a_folder_is_told_and_does_not_block(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    os.mkfifo("a.html")
    os.mkfifo("no page")
    Path("b.html").symlink_to("nowhere")
    write(Path("c.html"))
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind("d.html")
        found = had(".")
    assert [type(page) for page in found] == [Unread, Unread, Page, Unread]
    assert str(found[0].error).startswith("./a.html: is a pipe, socket or device")
    assert str(found[1].error) == "./b.html: is a link that leads nowhere"


@ON_UNIX
def test_a_named_pipe_is_read(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for data in (b"<p>hello", archive(tmp_path / "a.warc", [b"<p>hello"]).path.read_bytes()):
        writer = threading.Thread(target=pipe.write_bytes, args=(data,))
        writer.start()
        assert [page.data for page in had(pipe)] == [b"<p>hello"]
        writer.join()


@ON_UNIX
def test_an_endless_device_is_refused():
    assert complaint("/dev/zero", size=10**6).startswith("more than the limit of 1,000,000 bytes")


def test_a_folder_deeper_than_the_recursion_limit_is_read(tmp_path):
    folders = [f"{tmp_path}{'/d' * depth}" for depth in range(1, sys.getrecursionlimit() + 100)]
    for folder in folders:
        os.mkdir(folder)
    page = write(Path(folders[-1], "a.html"))
    try:
        assert [type(found) for found in had(tmp_path)] == [Page]
    finally:
        page.unlink()
        for folder in reversed(folders):  # pytest's own way to remove them is recursive
            os.rmdir(folder)


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The address at which the files in tmp_path are served."""
    monkeypatch.setenv("NO_PROXY", "*")
    monkeypatch.setattr(SimpleHTTPRequestHandler, "log_message", lambda *_: None)
    handler = partial(SimpleHTTPRequestHandler, directory=str(tmp_path))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def test_addresses_and_files_mix_in_their_order(tmp_path, site):
    path = write(tmp_path / "a.html")
    found = had(f"{site}/a.html", f"{site}/gone.html", path, f"{site}/a.html")
    assert [page.name for page in found] == [f"{site}/a.html", f"{site}/gone.html", str(path), f"{site}/a.html"]
    assert found[0] == Page(f"{site}/a.html", b"<p>hello", f"{site}/a.html")
    assert str(found[1].error).startswith(f"{site}/gone.html: answered 404 ")


def test_a_stream_of_addresses_can_be_left_in_the_middle(tmp_path, site):
    write(tmp_path / "a.html")
    stream = pages([f"{site}/a.html"] * 3)
    assert next(stream).data == b"<p>hello"
    stream.close()


def test_a_file_is_read_later_and_an_archive_at_once_whatever_its_name(tmp_path):
    page = write(tmp_path / "a.html")
    made = archive(tmp_path / "b.warc", [b"zero", b"one"]).path.rename(tmp_path / "b.html")
    later, *now = entries([str(tmp_path)])
    assert later == PageFile(str(page))
    assert [each.data for each in now] == [b"zero", b"one"]
    assert [each.data for each in entries([str(made)])] == [b"zero", b"one"]


def test_archives_in_a_folder_are_read(tmp_path):
    write(tmp_path / "z.html")
    archive(tmp_path / "a.WARC.GZ", [b"zero"])
    assert [page.data for page in had(tmp_path)] == [b"zero", b"<p>hello"]


def folder_of_pages(path: Path, count: int, size: int) -> Path:
    for number in range(count):
        write(path / f"{number}.html", bytes(size))
    return path


def archive_of_pages(path: Path, count: int, size: int) -> Path:
    return archive(path / "a.warc.gz", (bytes(size) for _ in range(count))).path


@pytest.mark.parametrize("make", [folder_of_pages, archive_of_pages])
def test_pages_are_not_kept(tmp_path, make):
    path = make(tmp_path, count=100, size=200_000)
    alive = []
    had(write(tmp_path / "x.warc", b""))  # the first use of fastwarc imports it
    tracemalloc.start()
    for page in pages([str(path)]):
        alive.append(weakref.ref(page))
        del page
        assert not any(reference() for reference in alive)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert len(alive) >= 100
    assert peak < 2_000_000


def test_a_complaint_holds_on_to_no_page(tmp_path):
    made = Archive(tmp_path / "a.warc")
    made.add("http://site/", gzip.compress(os.urandom(10**6))[:-1], Content_Encoding="gzip")
    had(made.path)
    tracemalloc.start()
    found = had(*[made.path] * 20)
    kept = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert "cut off" in str(found[0].error)
    assert kept < 1_000_000


def test_importing_sources_imports_neither_httpx_nor_fastwarc():
    code = "import sys, weblode.sources.arguments; assert not {'httpx', 'fastwarc'} & set(sys.modules)"
    path = os.pathsep.join(sys.path)
    children.run([sys.executable, "-c", code], check=True, env={**os.environ, "PYTHONPATH": path})
