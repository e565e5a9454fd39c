"""A server on the loopback that remembers when it was asked for what."""

import ssl
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from children import PATIENCE

HTML = {"Content-Type": "text/html; charset=utf-8"}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    timeout = PATIENCE

    def do_GET(self) -> None:
        with self.server.changed:
            self.server.hits.append((self.path, time.monotonic()))
            self.server.working += 1
            self.server.most = max(self.server.most, self.server.working)
            self.server.changed.notify_all()
        try:
            self.server.answer(self)
        finally:
            with self.server.changed:
                self.server.working -= 1

    def log_message(self, *_: object) -> None:
        pass

    def reply(self, body: bytes = b"", status: int = 200, headers: dict[str, str] = HTML) -> None:
        self.send_response(status)
        for name, value in {"Content-Length": str(len(body)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)


class Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    request_queue_size = 100
    scheme = "http"

    def handle_error(self, *_: object) -> None:
        """A client that goes away in the middle is what these tests are about."""

    def verify_request(self, *_: object) -> bool:
        self.met += 1
        return True

    def url(self, path: str = "/") -> str:
        return f"{self.scheme}://127.0.0.1:{self.server_port}{path}"

    def counts(self) -> Counter[str]:
        """How often each path was asked for, robots.txt aside."""
        return Counter(path for path, _ in self.hits if path != "/robots.txt")

    def wait_for(self, hits: int) -> None:
        """Return as soon as so many pages were asked for."""
        with self.changed:
            assert self.changed.wait_for(lambda: sum(self.counts().values()) >= hits, timeout=PATIENCE)


def page(handler: Handler) -> None:
    """A page for each path; no robots.txt."""
    if handler.path == "/robots.txt":
        handler.reply(b"", 404)
    else:
        handler.reply(b"<p>page " + handler.path.encode() + b"</p>")


@contextmanager
def serving(
    answer: Callable[[Handler], None] = page, tls: ssl.SSLContext | None = None, port: int = 0
) -> Iterator[Server]:
    with Server(("127.0.0.1", port), Handler) as server:
        if tls:  # a client that does not like the certificate must hold up none but its own thread
            server.socket = tls.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
            server.scheme = "https"
        server.answer, server.hits, server.working, server.most = answer, [], 0, 0
        server.met = 0  # connections, whatever came over them
        server.changed = threading.Condition()
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()
