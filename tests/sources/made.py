"""What the tests of sources share: archives, crawls of a loopback server, and reasons in words."""

import io
import json
import sys
from collections.abc import Iterable
from pathlib import Path

import children
from children import PATIENCE, PIPE
from loopback import page, serving
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from weblode.limits import Limits
from weblode.pages.page import Page, Unread
from weblode.sources.arguments import pages
from weblode.sources.crawl import Crawl, CrawlOptions

HTML_TYPE = "text/html; charset=utf-8"


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
        lines = [(name.replace("_", "-"), value) for name, value in {"Content_Type": HTML_TYPE, **headers}.items()]
        http = None if kind == "resource" else StatusAndHeaders(status, lines, protocol="HTTP/1.1")
        more = {"warc_content_type": HTML_TYPE if http is None else "", "length": len(body)}
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


SMALL = Limits(size=100_000, redirects=3)


FAST = CrawlOptions(delay=0, concurrency=4, retries=1, limits=SMALL)


def with_robots(text, answer=page):
    def answered(handler):
        handler.reply(text) if handler.path == "/robots.txt" else answer(handler)

    return answered


def crawled(server, directory, *paths, options=FAST, **more):
    with Crawl(directory, options, **more) as crawl:
        return list(crawl.pages([server.url(path) for path in paths]))


def reason(answer, directory, options=FAST):
    """Why the page of a server that answers so cannot be fetched."""
    with serving(with_robots(b"", answer)) as server:
        [found] = crawled(server, directory, "/x", options=options)
        assert isinstance(found, Unread)
        assert found.name == server.url("/x")
        return str(found.error).removeprefix(found.name + ": "), server.counts()["/x"]


def since(server, moment=None):
    """Seconds from a moment, or from the first request, to each request.

    On a busy machine a request is noticed late, so the time between two of them says little; but the first is noticed
    before it is answered, and no later one can be there before the delays that lie between.
    """
    return [time - (server.hits[0][1] if moment is None else moment) for _, time in server.hits]


PROGRAM = """
import json, sys
from weblode.sources.crawl import Crawl, CrawlOptions
directory, addresses = json.load(sys.stdin)
with Crawl(directory, CrawlOptions(delay=0, concurrency=4)) as crawl:
    half = len(addresses) // 2
    for level in (addresses[:half], addresses[half:]):
        for page in crawl.pages(level):
            print(page.name, len(page.data), flush=True)
    print(crawl.repaired)
"""


def program(directory, server, count):
    """A crawl of that many pages as a program of its own, just started."""
    child = children.start([sys.executable, "-c", PROGRAM], stdin=PIPE, stdout=PIPE)
    addresses = [server.url(f"/{n}") for n in range(count)]
    child.stdin.write(json.dumps([str(directory), addresses]).encode())
    child.stdin.close()
    return child


def finish(child, *, status=0):
    with child.stdout:
        output = child.stdout.read().decode()
    assert child.wait() == status
    return output.splitlines()


GUARDED = Limits(private=False, timeout=PATIENCE, time=PATIENCE)


def redirecting(target):
    """The answer of a server that redirects to its own /2, and from there to a target."""

    def answer(handler):
        location = target.format(handler.server.server_port) if handler.path == "/2" else "/2"
        if handler.path == "/robots.txt":
            handler.reply(b"", 404)
        else:
            handler.reply(b"", 302, {"Location": location})

    return answer
