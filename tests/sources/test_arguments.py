"""Files, folders, archives and addresses become pages, or say why not."""

import gzip
import io
import os
import socket
import sys
import threading
import tracemalloc
import weakref
from collections.abc import Iterable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import children
import pytest
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from weblode.errors import LimitError, SourceError
from weblode.limits import Limits
from weblode.pages.page import Page, Unread
from weblode.sources.arguments import pages

HTML = "text/html; charset=utf-8"
ON_UNIX = pytest.mark.skipif(os.name == "nt", reason="there are no pipes with names")
KINDS = pytest.mark.parametrize("name", ["site.warc", "site.warc.gz"])


def had(*sources: str | Path, **limits: int) -> list[Page | Unread]:
    return list(pages(map(str, sources), limits=Limits(**limits)))


def complaint(*sources: str | Path, **limits: int) -> str:
    """The message of the one Unread that the sources come to, without the name it begins with."""
    [unread] = had(*sources, **limits)
    assert isinstance(unread, Unread)
    assert str(unread.error).startswith(f"{unread.name}: ")
    return str(unread.error).removeprefix(f"{unread.name}: ")


def write(path: Path, data: bytes = b"<p>hello") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


class Archive:
    """A WARC file in the making; `ends` are the positions between its records."""

    def __init__(self, path: Path) -> None:
        self.path, self.ends = path, [0]

    def add(self, url: str, body: bytes, kind: str = "response", status: str = "200 OK", **headers: str) -> None:
        lines = [(name.replace("_", "-"), value) for name, value in {"Content_Type": HTML, **headers}.items()]
        http = None if kind == "resource" else StatusAndHeaders(status, lines, protocol="HTTP/1.1")
        more = {"warc_content_type": HTML if http is None else "", "length": len(body)}
        with self.path.open("ab") as file:
            writer = WARCWriter(file, gzip=self.path.suffix.lower() == ".gz")
            record = writer.create_warc_record(url, kind, payload=io.BytesIO(body), http_headers=http, **more)
            writer.write_record(record)
            self.ends.append(file.tell())


def archive(path: Path, bodies: Iterable[bytes]) -> Archive:
    made = Archive(path)
    for number, body in enumerate(bodies):
        made.add(f"http://site/{number}", body)
    return made


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
