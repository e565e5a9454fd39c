"""What a page costs, for few and for many: `python -m bench.scale`: seconds and memory of `weblode mine`.

Made sites are served by a process of their own and mined by the real command, to a depth of two. The processor's time
is that of the miner and of the process that fetches for it; so is the memory, each at its peak. What a run over home
pages alone takes is start-up, and is taken off. Of each set of sites the first pages are taken, by `--max-pages`.
"""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

from bench.killed import crawlers
from bench.memory import watched
from weblode.demo.generate import generate
from weblode.demo.serve import serve
from weblode.sources.store import INDEX

SIZES = ((2, 100), (3, 1000), (10, 5000))  # sites, and how many of their pages
ARTICLES = 500  # of each site, most of which are reached


@dataclass(frozen=True)
class Cost:
    """What a run took."""

    pages: int
    wall: float  # seconds
    processor: float
    miner: int  # bytes at the peak
    crawler: int


def cost(homes: list[str], *options: str) -> Cost:
    """What mining these home pages takes."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "weblode", "mine", *homes, "-o", folder, "--delay", "0", "--concurrency", "8"]
        start = time.monotonic()
        miner = subprocess.Popen(
            [*command, *options],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "NO_PROXY": "*"},
        )
        with watched(miner.pid, crawlers, seconds=0.05) as peaks:
            _, status, used = os.wait4(miner.pid, 0)
        miner.returncode = os.waitstatus_to_exitcode(status)
        wall = time.monotonic() - start
        if miner.returncode:
            raise RuntimeError(f"exit status {miner.returncode}: {' '.join(command)}")
        return Cost(len(Path(folder, INDEX).read_bytes().splitlines()), wall, used.ru_utime + used.ru_stime, *peaks)


def _serve(sites: int, ours: Connection) -> None:
    with serve(generate(sites, ARTICLES)) as server:
        ours.send(server.web.homes())
        ours.recv()


@contextmanager
def served(sites: int) -> Iterator[list[str]]:
    """The home pages of made sites, served by a process of their own while the block lasts."""
    ours, theirs = multiprocessing.Pipe()
    server = multiprocessing.Process(target=_serve, args=(sites, theirs))
    server.start()
    try:
        yield ours.recv()
    finally:
        ours.send("end")
        server.join()


def main() -> None:
    """Print the table."""
    with served(2) as homes:
        start = cost(homes, "--depth", "0")
    print(f"start-up: {start.wall:.1f} s, {start.processor:.1f} s of the processor; then for each page:")
    print(f"{'sites':>6} {'pages':>6} {'wall ms':>8} {'processor ms':>13} {'miner MB':>9} {'crawler MB':>11}")
    for sites, most in SIZES:
        with served(sites) as homes:
            found = cost(homes, "--depth", "2", "--max-pages", str(most))
        wall, processor = found.wall - start.wall, found.processor - start.processor
        print(f"{sites:6,} {found.pages:6,} {1000 * wall / found.pages:8.1f}", end=" ")
        print(
            f"{1000 * processor / found.pages:13.1f} {found.miner / 1e6:9,.0f} {found.crawler / 1e6:11,.0f}", flush=True
        )


if __name__ == "__main__":
    main()
