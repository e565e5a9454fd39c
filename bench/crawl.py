"""Pages per second and memory of a crawl against a server on the loopback: `python -m bench.crawl [PAGES]`.

The server is a process of its own and sends pages of 30 kB without delay, so what is measured is ours: asking, keeping,
reading back. Memory is that of the process that fetches, after a tenth of the pages and at the end.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import sys
import tempfile
import time
from multiprocessing.connection import Connection
from pathlib import Path

from weblode.sources.crawl import Crawl, CrawlOptions

BODY = b"<html><body>" + b"<p>Some words of a page, and <a href='/x'>a link</a>.</p>\n" * 500


def _serve(port: Connection) -> None:
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while (head := await reader.read(4096)) and head.endswith(b"\r\n\r\n"):
            status, body = (b"404 Not Found", b"") if head.startswith(b"GET /robots.txt") else (b"200 OK", BODY)
            size = str(len(body)).encode()
            writer.write(
                b"HTTP/1.1 %s\r\nContent-Type: text/html\r\nContent-Length: %s\r\n\r\n" % (status, size) + body
            )
        writer.close()

    async def run() -> None:
        server = await asyncio.start_server(answer, "127.0.0.1", 0)
        port.send(server.sockets[0].getsockname()[1])
        await server.serve_forever()

    asyncio.run(run())


def _children_memory() -> int:
    """Megabytes of the largest crawler process that this process has started; 0 where /proc does not tell."""
    found = [0]
    for path in Path("/proc/self/task").glob("*/children"):
        for child in path.read_text().split():
            if b"weblode.sources.spider" in Path(f"/proc/{child}/cmdline").read_bytes():
                lines = Path(f"/proc/{child}/status").read_text().splitlines()
                found += [int(line.split()[1]) // 1024 for line in lines if line.startswith("VmRSS")]
    return max(found)


def main(count: int) -> None:
    """Print the figures of a crawl of that many pages, and of reading them all again."""
    ours, theirs = multiprocessing.Pipe()
    server = multiprocessing.Process(target=_serve, args=(theirs,), daemon=True)
    server.start()
    port = ours.recv()
    addresses = [f"http://127.0.0.1:{port}/{n}" for n in range(count)]
    with tempfile.TemporaryDirectory() as directory:
        options = CrawlOptions(delay=0, concurrency=16, max_pages=count)
        with Crawl(directory, options) as crawl:
            start = time.perf_counter()
            for number, _ in enumerate(crawl.pages(addresses)):
                if number == 0:
                    first = time.perf_counter()
                if number == count // 10:
                    early = _children_memory()
            end = time.perf_counter()
            print(f"first page after {first - start:.2f} s, then {count / (end - first):,.0f} pages/s")
            print(f"memory of the crawler: {early} MB after {count // 10:,} pages, {_children_memory()} MB at the end")
        start = time.perf_counter()
        with Crawl(directory, options) as crawl:
            pages = sum(1 for _ in crawl.pages(addresses))
        print(f"again, from the archive: {pages / (time.perf_counter() - start):,.0f} pages/s")
    server.terminate()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2000)
