"""Serves generated sites on loopback: a port of 127.0.0.1 for each, robots.txt, ETag, Last-Modified, a log, faults.

Names below `localhost` would be nicer, but not every resolver knows them (glibc without a helper does not), and not
every system has 127.0.0.2 and above. Ports of 127.0.0.1 work everywhere, so the site of a loopback address is its host
and port. To get host names, use any of the ports as an HTTP proxy: then `http://www.NAME.example/` answers, and the
links on its pages have such addresses.
"""

from __future__ import annotations

import selectors
import socket
import sys
import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from email.utils import format_datetime, parsedate_to_datetime
from hashlib import blake2b
from http.server import BaseHTTPRequestHandler
from socketserver import TCPServer, ThreadingMixIn
from typing import Any, Literal

from weblode.demo.generate import Document, MadeWeb

KEPT_REQUESTS = 100_000
PIECE = 1 << 10  # bytes sent at once by a slow answer


@dataclass(frozen=True)
class Request:
    """A request to the server, answered or not."""

    address: str
    method: str
    time: float  # seconds of `time.monotonic`
    agent: str
    host: str  # the Host header


@dataclass(frozen=True)
class Fault:
    """A fault at an address.

    status: answers with that status; hang: no answer for that many seconds; circle: redirects in a circle; endless: a
    body without end; slow: a kilobyte, then a pause of that many seconds; cut: half of the body.
    """

    kind: Literal["status", "hang", "circle", "endless", "slow", "cut"]
    status: int = 500
    seconds: float = 3600.0
    times: int | None = None  # the number of requests that fail, None for all


class Server:
    """Serves generated sites until it is closed. `web` has the addresses, `log` the requests."""

    def __init__(self, web: MadeWeb) -> None:
        self.log: deque[Request] = deque(maxlen=KEPT_REQUESTS)
        self.closing = threading.Event()
        self.by_host_name = replace(web, bases=())
        self._faults: dict[str, Fault] = {}
        self._lock = threading.Lock()
        self._connections: set[socket.socket] = set()
        self._ports = [_Port(self) for _ in range(len(web))]
        self.web = replace(web, bases=tuple(f"http://127.0.0.1:{port.server_address[1]}" for port in self._ports))
        self._wake, self._woken = socket.socketpair()
        self._thread = threading.Thread(target=self._accept, name="generated sites", daemon=True)
        self._thread.start()

    def spoil(self, address: str, fault: Fault) -> None:
        """Cause a fault at an address from now on."""
        with self._lock:
            self._faults[address] = fault

    def fault(self, address: str) -> Fault | None:
        """The fault for this request to an address, or None."""
        with self._lock:
            fault = self._faults.get(address)
            if fault is None or fault.times is None:
                return fault
            self._faults[address] = replace(fault, times=fault.times - 1)
            return fault if fault.times > 0 else None

    def close(self) -> None:
        """Stop, and close all connections."""
        self.closing.set()
        self._wake.send(b"x")
        self._thread.join()
        with self._lock:
            for connection in self._connections:
                _shut(connection)
        for port in self._ports:
            port.server_close()
        self._wake.close()
        self._woken.close()

    def add_connection(self, connection: socket.socket) -> None:
        """Remember a connection, so that `close` can close it."""
        with self._lock:
            self._connections.add(connection)
        if self.closing.is_set():
            _shut(connection)

    def remove_connection(self, connection: socket.socket) -> None:
        """Forget a connection."""
        with self._lock:
            self._connections.discard(connection)

    def _accept(self) -> None:
        """Accept connections on all ports; each gets a thread."""
        with selectors.DefaultSelector() as ready:
            ready.register(self._woken, selectors.EVENT_READ)
            for port in self._ports:
                ready.register(port, selectors.EVENT_READ, port)
            while not self.closing.is_set():
                for key, _ in ready.select():
                    if key.data is not None:
                        key.data.handle_request()


@contextmanager
def serve(web: MadeWeb) -> Iterator[Server]:
    """A server of the sites, closed at the end of the block."""
    server = Server(web)
    try:
        yield server
    finally:
        server.close()


class _Port(ThreadingMixIn, TCPServer):
    """The port of one site. Not an HTTPServer: that looks up its own name, which can take seconds."""

    allow_reuse_address = True
    request_queue_size = 128
    timeout = 0  # `handle_request` is called when there is a connection

    def __init__(self, server: Server) -> None:
        self.site_server = server
        super().__init__(("127.0.0.1", 0), _Handler)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore errors that only mean that the client has gone."""
        if not isinstance(sys.exception(), ConnectionError | TimeoutError):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    """Answers the requests of one connection."""

    server: _Port
    protocol_version = "HTTP/1.1"
    server_version = "weblode-demo"
    disable_nagle_algorithm = True
    wbufsize = -1  # head and body in one packet
    timeout = 60

    def setup(self) -> None:
        self.site_server = self.server.site_server
        super().setup()
        self.site_server.add_connection(self.connection)

    def finish(self) -> None:
        try:
            super().finish()
        finally:
            self.site_server.remove_connection(self.connection)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Write nothing: the log is `Server.log`."""

    def do_GET(self) -> None:
        address, web = self._requested()
        agent, host = self.headers.get("User-Agent", ""), self.headers.get("Host", "")
        self.site_server.log.append(Request(address, self.command, time.monotonic(), agent, host))
        fault = self.site_server.fault(address.removesuffix("?again"))
        if fault and fault.kind == "hang":
            self.site_server.closing.wait(fault.seconds)
            self.close_connection = True
        elif fault and fault.kind == "status":
            self._send(fault.status, b"<p>Out of order.</p>")
        elif fault and fault.kind == "circle":
            other = address.removesuffix("?again") if address.endswith("?again") else address + "?again"
            self._send(302, b"", Location=other)
        else:
            self._document(web.page(address), fault)

    do_HEAD = do_GET  # noqa: N815

    def _requested(self) -> tuple[str, MadeWeb]:
        """The requested address and its sites: those with host names if the client uses us as a proxy."""
        if self.path.startswith("http://"):
            return self.path, self.site_server.by_host_name
        host = self.headers.get("Host", "")
        if host.endswith(".example"):
            return f"http://{host}{self.path}", self.site_server.by_host_name
        return f"http://127.0.0.1:{self.server.server_address[1]}{self.path}", self.site_server.web

    def _document(self, document: Document | None, fault: Fault | None) -> None:
        if document is None:
            self._send(404, b"<title>Not found</title><p>There is no such page.")
        elif fault is not None:
            self._send_spoiled(document, fault)
        elif self._is_cached(document):
            self._send(304, b"", ETag=_tag(document.data), Last_Modified=_http_date(document.modified))
        else:
            headers = {"ETag": _tag(document.data), "Last_Modified": _http_date(document.modified)}
            self._send(200, document.data, Content_Type=document.kind, **headers)

    def _is_cached(self, document: Document) -> bool:
        """Whether the client has the document already, by the headers of its request."""
        tag, since = self.headers.get("If-None-Match"), self.headers.get("If-Modified-Since")
        if tag is not None:
            return _tag(document.data) in tag
        try:
            return since is not None and parsedate_to_datetime(since).date() >= document.modified
        except ValueError:
            return False

    def _send(self, status: int, data: bytes, **headers: str) -> None:
        self.send_response(status)
        for name, value in {"Content_Type": "text/html; charset=utf-8", **headers}.items():
            self.send_header(name.replace("_", "-"), value)
        if status != 304:
            self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)

    def _send_spoiled(self, document: Document, fault: Fault) -> None:
        """Send a document slowly, without end, or half of it."""
        self.close_connection = True
        self.send_response(200)
        self.send_header("Content-Type", document.kind)
        if fault.kind == "cut":
            self.send_header("Content-Length", str(len(document.data)))
        self.send_header("Connection", "close")
        self.end_headers()
        if fault.kind == "cut":
            self.wfile.write(document.data[: len(document.data) // 2])
        while fault.kind == "endless" and not self.site_server.closing.is_set():
            self.wfile.write(document.data)
        for start in range(0, len(document.data) if fault.kind == "slow" else 0, PIECE):
            self.wfile.write(document.data[start : start + PIECE])
            self.wfile.flush()
            if self.site_server.closing.wait(fault.seconds):
                return


def _tag(data: bytes) -> str:
    return f'"{blake2b(data, digest_size=8).hexdigest()}"'


def _http_date(day: date) -> str:
    return format_datetime(datetime(day.year, day.month, day.day, tzinfo=UTC), usegmt=True)


def _shut(connection: socket.socket) -> None:
    try:
        connection.shutdown(socket.SHUT_RDWR)
    except OSError:
        return  # the client has closed it
