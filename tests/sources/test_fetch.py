"""Pages by HTTP, from a server on the loopback."""

import gzip
import threading
import tracemalloc
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import SimpleNamespace

import pytest
from children import PATIENCE

from weblode.errors import LimitError, SourceError, WeblodeError
from weblode.limits import Limits
from weblode.pages.unpacking import inflate, join_chunks
from weblode.sources.fetch import Clock, FetchedPage, Fetcher, content_type

PAGE = b"<p>hello</p>"
HTML = {"Content-Type": "text/html"}
SMALL = Limits(size=100_000, timeout=PATIENCE, time=PATIENCE)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    timeout = PATIENCE

    def do_GET(self) -> None:
        self.server.seen.append(self)
        self.server.answer(self)

    def log_message(self, *_: object) -> None:
        pass


class Server(ThreadingHTTPServer):
    daemon_threads = False

    def handle_error(self, *_: object) -> None:
        """A client that goes away in the middle is what these tests are about."""


@contextmanager
def serving(answer: Callable[[Handler], None]) -> Iterator[Server]:
    with Server(("127.0.0.1", 0), Handler) as server:
        server.answer, server.seen = answer, []
        server.address = f"http://127.0.0.1:{server.server_port}"
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()


def reply(body: bytes = PAGE, status: int = 200, headers: dict[str, str] = HTML) -> Callable[[Handler], None]:
    def answer(handler: Handler) -> None:
        handler.send_response(status)
        for name, value in {"Content-Length": str(len(body)), **headers}.items():
            handler.send_header(name, value)
        handler.end_headers()
        handler.wfile.write(body)

    return answer


def drip(head: bytes, drop: bytes) -> Callable[[Handler], None]:
    """Send the head, then a drop every 20 ms until the reader has gone."""

    def answer(handler: Handler) -> None:
        handler.close_connection = True
        handler.wfile.write(head)
        while True:
            handler.wfile.write(drop)
            threading.Event().wait(0.02)

    return answer


def raw(data: bytes) -> Callable[[Handler], None]:
    def answer(handler: Handler) -> None:
        handler.close_connection = True
        handler.wfile.write(data)

    return answer


@pytest.fixture(autouse=True)
def _no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_PROXY", "*")


def fetched(answer: Callable[[Handler], None], path: str = "/", limits: Limits = SMALL) -> FetchedPage:
    with serving(answer) as server, Fetcher(limits) as fetcher:
        return fetcher.fetch(server.address + path)


def refusal(answer: Callable[[Handler], None], limits: Limits = SMALL) -> WeblodeError:
    with pytest.raises(WeblodeError) as caught:
        fetched(answer, limits=limits)
    return caught.value


def encoded(encoding: str, body: bytes) -> Callable[[Handler], None]:
    return reply(body, headers={**HTML, "Content-Encoding": encoding})


def test_a_page_comes_with_its_address_and_charset():
    answer = reply(headers={"Content-Type": "text/html; charset=ISO-8859-1"})
    with serving(answer) as server, Fetcher(SMALL) as fetcher:
        got = fetcher.fetch(server.address + "/a?b=c")
    assert got == (PAGE, server.address + "/a?b=c", "ISO-8859-1")


def test_a_page_without_content_type_or_charset_is_a_page():
    assert fetched(reply(headers={})).data == PAGE
    assert fetched(reply()).charset is None


def test_the_request_says_who_asks_and_what_can_be_unpacked():
    with serving(reply()) as server, Fetcher(Limits(user_agent="tester/1")) as fetcher:
        fetcher.fetch(server.address)
        headers = server.seen[0].headers
    assert headers["User-Agent"] == "tester/1"
    assert headers["Accept-Encoding"] == "gzip, deflate"


def test_several_pages_share_one_connection():
    with serving(reply()) as server, Fetcher(SMALL) as fetcher:
        for _ in range(3):
            fetcher.fetch(server.address)
        assert len({handler.client_address for handler in server.seen}) == 1


def test_a_password_is_sent_but_not_kept():
    with serving(reply()) as server, Fetcher(SMALL) as fetcher:
        got = fetcher.fetch(server.address.replace("//", "//me:secret@") + "/")
        assert server.seen[0].headers["Authorization"].startswith("Basic ")
    assert got.url == server.address + "/"


@pytest.mark.parametrize("status", [404, 410, 500, 503, 304])
def test_a_failing_status_is_named(status):
    error = refusal(reply(b"", status=status))
    assert isinstance(error, SourceError)
    assert str(error).startswith(f"answered {status} ")


def test_what_is_no_page_is_refused():
    pdf = reply(b"%PDF-1.7", headers={"Content-Type": "application/pdf"})
    assert str(refusal(pdf)) == "is application/pdf, not a page"


def chain(handler: Handler) -> None:
    """Redirect /3 to /2 to /1 to /0, which is the page."""
    left = int(handler.path[1:])
    location = {"Location": f"/{left - 1}", **HTML}
    (reply(b"moved", 302, location) if left else reply())(handler)


def test_redirects_are_followed_to_the_final_address():
    with serving(chain) as server, Fetcher(SMALL) as fetcher:
        assert fetcher.fetch(server.address + "/3") == (PAGE, server.address + "/0", None)


def test_as_many_redirects_as_the_limit_are_followed_and_no_more():
    limits = Limits(redirects=3)
    assert fetched(chain, "/3", limits).data == PAGE
    with pytest.raises(SourceError, match=r"redirects more than 3 times, at last to http://.*/0$"):
        fetched(chain, "/4", limits)


def test_a_redirect_loop_ends():
    assert "redirects more than 10 times" in str(refusal(reply(b"", 301, {"Location": "/"})))


def test_the_body_of_a_redirect_is_not_read():
    bomb = gzip.compress(bytes(50_000_000))
    tracemalloc.start()
    error = refusal(reply(bomb, 302, {"Location": "/", "Content-Encoding": "gzip"}))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert "redirects more than" in str(error)
    assert peak < 8_000_000


@pytest.mark.parametrize("location", ["ftp://x/", "http://[::1", "http://a..b/", "file:///etc/passwd", "http://"])
def test_a_redirect_to_nowhere_is_a_source_error(location):
    assert isinstance(refusal(reply(b"", 302, {"Location": location})), SourceError)


@pytest.mark.parametrize(
    ("encoding", "body"),
    [
        ("gzip", gzip.compress(PAGE, mtime=0)),
        ("x-gzip", gzip.compress(PAGE, mtime=0)),
        ("GZIP", gzip.compress(PAGE, mtime=0) + b"bytes after the end"),
        ("deflate", zlib.compress(PAGE)),
        ("deflate", zlib.compress(PAGE)[2:-4]),
        ("identity", PAGE),
    ],
)
def test_a_compressed_page_is_unpacked(encoding, body):
    assert fetched(encoded(encoding, body)).data == PAGE


def test_an_empty_body_needs_no_unpacking():
    assert fetched(encoded("gzip", b"")).data == b""


@pytest.mark.parametrize("encoding", ["br", "zstd", "gzip, gzip"])
def test_other_encodings_are_refused_by_name(encoding):
    assert str(refusal(encoded(encoding, PAGE))) == f"comes encoded as {encoding}; known are gzip and deflate"


def test_damaged_and_cut_compression_is_noticed():
    packed = gzip.compress(PAGE * 1000)
    assert "is damaged" in str(refusal(encoded("gzip", PAGE)))
    assert str(refusal(encoded("gzip", packed[:-20]))) == "the gzip data is cut off"


def test_a_gzip_bomb_is_refused_in_little_memory():
    bomb = gzip.compress(bytes(50_000_000), 1)
    limits = Limits(size=1_000_000)
    with serving(encoded("gzip", bomb)) as server, Fetcher(limits) as fetcher:
        tracemalloc.start()
        with pytest.raises(LimitError, match=r"limit of 1,000,000 bytes; raise it with --max-size"):
            fetcher.fetch(server.address)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    assert peak < 8_000_000


def test_a_page_may_be_as_large_as_the_limit_and_no_larger():
    exact = bytes(SMALL.size)
    assert fetched(reply(exact)).data == exact
    assert fetched(encoded("gzip", gzip.compress(exact))).data == exact
    assert isinstance(refusal(encoded("gzip", gzip.compress(exact + b"x"))), LimitError)


def test_a_declared_size_over_the_limit_is_refused_unread():
    head = b"HTTP/1.1 200 OK\r\nContent-Length: 5000000000\r\n\r\n"
    assert str(refusal(raw(head))).startswith("5,000,000,000 bytes, more than the limit of 100,000 bytes")


def test_an_undeclared_size_over_the_limit_is_refused():
    head = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"
    assert str(refusal(raw(head + bytes(200_000)))).startswith("more than the limit of 100,000 bytes")


def test_a_body_shorter_than_declared_is_refused():
    cut = raw(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n" + PAGE)
    assert str(refusal(cut)).startswith("cannot be fetched (peer closed connection")


@pytest.mark.parametrize("data", [b"", b"garbage\r\n\r\n", b"HTTP/1.1 200 OK\r\nA: " + b"a" * 200_000])
def test_what_is_not_http_is_refused(data):
    assert str(refusal(raw(data))).startswith("cannot be fetched (")


@pytest.mark.parametrize(
    ("head", "drop"),
    [
        (b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n", b"x"),
        (b"HTTP/1.1 200 OK\r\nA: ", b"a"),
        (b"", b"HTTP/1.1 103 Early Hints\r\n\r\n" * 50),
    ],
    ids=["body", "headers", "hints"],
)
def test_a_dripping_server_is_left_after_the_total_time(head, drop):
    limits = Limits(timeout=PATIENCE, time=0.3)
    with (
        serving(drip(head, drop)) as server,
        Fetcher(limits) as fetcher,
        pytest.raises(LimitError, match=r"longer than the limit of 0\.3 s; raise it with --max-time"),
    ):
        fetcher.fetch(server.address)


def test_the_total_time_starts_anew_with_every_page_on_a_kept_connection(monkeypatch):
    now = [0.0]
    monkeypatch.setattr("weblode.sources.fetch.time", SimpleNamespace(monotonic=lambda: now[0]))

    def slow(handler: Handler) -> None:
        now[0] += PATIENCE / 2
        reply()(handler)

    with serving(slow) as server, Fetcher(Limits(timeout=PATIENCE, time=PATIENCE)) as fetcher:
        assert [fetcher.fetch(server.address).data for _ in range(4)] == [PAGE] * 4
        assert len({handler.client_address for handler in server.seen}) == 1


def test_chunks_end_with_the_time():
    with pytest.raises(LimitError, match="longer than the limit of 0 s"):
        list(Clock(0).while_time_left([b"x"]))


def test_a_silent_server_is_left_after_the_timeout():
    silent = threading.Event()
    with serving(lambda _: silent.wait(PATIENCE)) as server, Fetcher(Limits(timeout=0.1)) as fetcher:
        with pytest.raises(SourceError, match=r"no answer within 0\.1 s; wait longer with --timeout"):
            fetcher.fetch(server.address)
        silent.set()


def test_a_refused_connection_is_a_source_error():
    with serving(reply()) as server:
        pass
    with Fetcher(SMALL) as fetcher, pytest.raises(SourceError, match=r"cannot be fetched \(.*refused"):
        fetcher.fetch(server.address)


def test_after_a_failure_the_next_page_is_fetched():
    def answer(handler: Handler) -> None:
        (raw(b"junk") if handler.path == "/bad" else reply())(handler)

    with serving(answer) as server, Fetcher(SMALL) as fetcher:
        with pytest.raises(SourceError):
            fetcher.fetch(server.address + "/bad")
        assert fetcher.fetch(server.address + "/good").data == PAGE


MALFORMED = """http:// http:///path http://[ https://[::1 http://a..b/ http://a:x/ http://xn--a/ http://☃.invalid/
    http://%zz/""".split()


@pytest.mark.parametrize(
    "address",
    [*MALFORMED, "http://\0/", "http://ex ample/", "http://\udcff/", "http://127.0.0.1:1/\udcff"]
    + ["http://" + "a" * length for length in (300, 70_000)],
)
def test_a_malformed_address_is_a_source_error(address):
    with Fetcher(SMALL) as fetcher, pytest.raises(SourceError, match="not a usable address"):
        fetcher.fetch(address)


@pytest.mark.parametrize("address", ["ftp://x/", "file:///etc/passwd", "javascript://x"])
def test_only_http_is_known(address):
    with Fetcher(SMALL) as fetcher, pytest.raises(SourceError, match=r"begins with http:// or https://"):
        fetcher.fetch(address)


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        ("", ("", None)),
        ("text/html", ("text/html", None)),
        ("Text/HTML;Charset=utf-8", ("text/html", "utf-8")),
        ("text/html; charset='gb2312' ; x=y", ("text/html", "gb2312")),
        ("text/html, text/html; charset=utf-8", ("text/html", "utf-8")),
        ("text/html; charset=", ("text/html", None)),
    ],
)
def test_a_content_type_has_a_media_type_and_a_charset(header, expected):
    assert content_type(header) == expected


def test_bounded_stops_at_the_first_chunk_over_the_limit():
    endless = iter(lambda: b"abc", None)
    with pytest.raises(LimitError):
        join_chunks(endless, limit=10)
    assert join_chunks([b"ab", b"cd"], limit=4) == b"abcd"


def test_many_tiny_gzip_members_cost_as_little_as_one():
    assert inflate(gzip.compress(b"a") * 100_000, "gzip", limit=10) == b"a"
