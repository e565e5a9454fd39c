"""Bombs: small files that are large once they are unpacked, each read by a process that has little memory."""

import json
import sys
import zlib

import brotli
import children
import pytest

from weblode.mining.runs import RUN
from weblode.sources.store import ARCHIVE, INDEX, IndexEntry

BLOCK = 2**24
TIMES = 64  # a gigabyte in all
ADDRESS = "http://example.com/"
NOW = "2026-01-02T03:04:05Z"


def gzipped(head=b""):
    """A gigabyte behind a head; it has no end, but nobody gets there."""
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    start = packer.compress(head) + packer.flush(zlib.Z_FULL_FLUSH)
    block = packer.compress(b"a" * BLOCK) + packer.flush(zlib.Z_FULL_FLUSH)
    return start + block * TIMES


def zstandard(head=b""):
    """The same as a frame of zstd (RFC 8878): a raw block, then blocks that say how often a byte is repeated."""
    raw = (len(head) << 3).to_bytes(3, "little") + head
    repeated = ((2**17 << 3) | 2).to_bytes(3, "little") + b"a"
    return b"\x28\xb5\x2f\xfd\x00\x58" + raw + repeated * (BLOCK * TIMES >> 17)


def brotlied():
    packer = brotli.Compressor(quality=1)
    return b"".join(packer.process(b"a" * BLOCK) for _ in range(TIMES)) + packer.finish()


def record(body_length, *headers):
    http = "\r\n".join(["HTTP/1.1 200 OK", "Content-Type: text/html", *headers, "", ""])
    warc = [
        "WARC/1.0",
        "WARC-Type: response",
        f"WARC-Target-URI: {ADDRESS}",
        f"WARC-Date: {NOW}",
        "WARC-Record-ID: <urn:uuid:12345678-1234-1234-1234-123456789012>",
        "Content-Type: application/http; msgtype=response",
        f"Content-Length: {len(http) + body_length}",
    ]
    return ("\r\n".join([*warc, "", ""]) + http).encode()


def encoded(name, body):
    return record(len(body), f"Content-Encoding: {name}") + body + b"\r\n\r\n"


ARCHIVES = {
    "payload.warc.gz": lambda: gzipped(record(BLOCK * TIMES)),
    "payload.warc.zst": lambda: zstandard(record(BLOCK * TIMES)),
    "lying.warc.gz": lambda: gzipped(record(5)),
    "header.warc.gz": lambda: gzipped(b"WARC/1.0\r\nX: "),
    "header.warc.zst": lambda: zstandard(record(BLOCK * TIMES)[:-2] + b"X: "),
    "gzip.warc": lambda: encoded("gzip", gzipped()),
    "br.warc": lambda: encoded("br", brotlied()),
    "zstd.warc": lambda: encoded("zstd", zstandard()),
}

READING = """
import resource, sys
from pathlib import Path
import fastwarc.stream_io, fastwarc.warc
from weblode.errors import WeblodeError
from weblode.limits import Limits
from weblode.pages import html
from weblode.sources import store
from weblode.sources.crawl import Crawl, CrawlOptions
from weblode.pages.page import Page
from weblode.sources.recorded import Recorded
from weblode.sources.arguments import pages
from weblode.workbench.archived_pages import Archived
from weblode.workbench.run_folders import Runs

limits = Limits(size=2**24)
path = sys.argv[1]
used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + 2**28, used + 2**28))
try:
    found = {how}
    print(*(f"{{len(one.data)}} bytes" if isinstance(one, Page) else one.error for one in found), sep="; ")
except WeblodeError as error:
    print(error)
"""


def read(how, path):
    """What a process says that reads so, with 256 MiB to do it."""
    command = [sys.executable, "-W", "ignore", "-c", READING.format(how=how), str(path)]
    done = children.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout.strip()


@pytest.mark.parametrize("name", ARCHIVES)
@pytest.mark.parametrize("how", ["pages([path], limits=limits)", f"Recorded(path, limits).pages(['{ADDRESS}'])"])
def test_a_bomb_in_an_archive_is_one_line_and_little_memory(name, how, tmp_path):
    (tmp_path / name).write_bytes(ARCHIVES[name]())
    said = read(how, tmp_path / name)
    assert "limit of 16,777,216 bytes" in said or "damaged" in said or "as an archive" in said or said == "5 bytes"


@pytest.fixture
def run(tmp_path):
    """The folder of a finished run whose own archive holds a bomb."""
    bomb = gzipped(record(BLOCK * TIMES))
    folder = tmp_path / "run"
    folder.mkdir()
    (folder / ARCHIVE).write_bytes(bomb)
    entry = IndexEntry(ADDRESS, NOW, 200, ADDRESS, 0, len(bomb), len(bomb))
    (folder / INDEX).write_bytes(entry.line())
    (folder / RUN).write_text(json.dumps({"stages": [], "homes": [ADDRESS]}))
    (folder / "taxonomy.json").write_text("{}")
    return folder


@pytest.mark.parametrize(
    "how",
    [
        f"[store.load_page(path, store.read_index(path)['{ADDRESS}'], limits)]",
        f"Crawl(path, CrawlOptions(limits=limits)).pages(['{ADDRESS}'])",  # which repairs it first
        f"[Archived(Runs(Path(path).parent), limits).page(Runs(Path(path).parent).get('run'), '{ADDRESS}')[0]]",
    ],
)
def test_a_bomb_in_the_archive_of_a_run_is_one_line_and_little_memory(run, how):
    bomb = (run / ARCHIVE).stat().st_size
    said = read(how, run)
    assert said.startswith(f"{ADDRESS}: cannot be read back from {run}/{ARCHIVE}")
    assert "more than the limit of 16,777,216 bytes; raise it with --max-size" in said
    assert (run / ARCHIVE).stat().st_size == bomb  # it was not taken for torn
