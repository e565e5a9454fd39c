"""Kill -9 at ten moments of `weblode mine`, each time run again, and compare: `python -m bench.killed [ARTICLES]`.

Seven moments are spread over the crawl by the seed, three are while the output is written. What is written at last must
be what a run without disturbance writes, times aside, and the server's log must have no page twice. Only if the process
that fetches is killed as well may it have those that were under way: at most `CONCURRENCY` at each moment.
"""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from weblode.demo.generate import generate
from weblode.demo.serve import Server, serve
from weblode.files import left
from weblode.ontology.store import opened
from weblode.pages.recorded import Recorded

CONCURRENCY = 4  # requests under way at a time
CRAWLING = 7  # moments of the ten
WRITING: tuple[Callable[[Path], object], ...] = (
    left,  # the first file is being written
    lambda folder: (folder / "taxonomy.rdf").exists(),
    lambda folder: any(path.is_dir() for path in left(folder)),  # the graph is being written
)
FETCHED = ("pages.warc.gz", "pages.index.jsonl")  # in the order in which servers answered; compared page by page
_TIMES = re.compile(  # moments; in run.json and report.html how long stages took, and their shares
    rb"""\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00)?"""
    rb"""|"seconds":\ [\d.]+|<td\ class="number">[^<]*</td>|width:[\d.]+%|>\d+\ %<""",
    re.VERBOSE,
)


@dataclass(frozen=True)
class Outcome:
    """What ten kills did."""

    kills: int
    pages: int
    twice: int  # requests for a page that the log has already
    differing: tuple[str, ...]  # the files that are not as without disturbance


def killed(articles: int, *, depth: int = 2, seed: int = 0, crawler: bool = False) -> Outcome:
    """What comes of three made sites, mined with ten kills and without; `crawler`: what fetches is killed too."""
    with serve(generate(sites=3, articles=articles)) as server, tempfile.TemporaryDirectory() as folder:
        calm, disturbed = Path(folder, "calm"), Path(folder, "disturbed")
        run = partial(_mine, server, depth=depth)
        assert run(calm).wait() == 0
        pages = sorted(set(_asked(server)))
        server.log.clear()
        moments = _moments(server, len(pages), seed)
        kills = sum(_kill(run(disturbed), partial(moment, disturbed), crawler=crawler) for moment in moments)
        assert run(disturbed).wait() == 0
        asked = Counter(_asked(server))
        twice = sum(asked.values()) - len(asked)
        differing = tuple(_differing(calm, disturbed, pages))
        assert sorted(asked) == pages
    return Outcome(kills, len(pages), twice, differing)


def _mine(server: Server, output: Path, *, depth: int) -> subprocess.Popen[bytes]:
    polite = ["--depth", str(depth), "--delay", "0", "--concurrency", str(CONCURRENCY)]
    command = [sys.executable, "-m", "weblode", "mine", *server.web.homes(), "-o", str(output), *polite]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, env={**os.environ, "NO_PROXY": "*"})


def _asked(server: Server) -> list[str]:
    return [request.address for request in list(server.log) if not request.address.endswith("/robots.txt")]


def _moments(server: Server, pages: int, seed: int) -> list[Callable[[Path], object]]:
    """The conditions under which to kill, in their order."""
    counts = sorted(random.Random(seed).sample(range(1, pages), CRAWLING))
    return [*(lambda _, n=n: len(set(_asked(server))) >= n for n in counts), *WRITING]


def _kill(child: subprocess.Popen[bytes], moment: Callable[[], object], *, crawler: bool) -> bool:
    """Whether a run could be killed at a moment, before its end."""
    pause = threading.Event()
    while child.poll() is None and not moment():
        pause.wait(0.002)
    for inner in crawlers(child.pid) if crawler else ():
        os.kill(inner, signal.SIGKILL)
    child.kill()
    return child.wait() == -signal.SIGKILL


def crawlers(pid: int) -> list[int]:
    """The processes that fetch for one."""
    children = [int(each) for path in Path(f"/proc/{pid}/task").glob("*/children") for each in path.read_text().split()]
    return [each for each in children if b"weblode.pages.spider" in Path(f"/proc/{each}/cmdline").read_bytes()]


def _differing(one: Path, two: Path, pages: list[str]) -> Iterator[str]:
    """The names of files that are not the same in two folders, times aside, or not in both."""
    graphs = (sorted(_TIMES.sub(b"", str(quad).encode()) for quad in opened(folder)) for folder in (one, two))
    files = (dict(_files(folder)) for folder in (one, two))
    fetched = (list(Recorded(folder / FETCHED[0]).pages(pages)) for folder in (one, two))
    if next(graphs) != next(graphs):
        yield "graph"
    if next(fetched) != next(fetched):
        yield FETCHED[0]
    first, second = files
    yield from (name for name in sorted(first.keys() | second.keys()) if first.get(name) != second.get(name))


def _files(folder: Path) -> Iterator[tuple[str, bytes]]:
    for path in folder.rglob("*"):
        name = str(path.relative_to(folder))
        if path.is_file() and not name.startswith("graph/") and name not in FETCHED:
            yield name, _TIMES.sub(b"", path.read_bytes())


def main(articles: int) -> None:
    """Print what came of it, with what fetches left alone and killed too."""
    for crawler in (False, True):
        found = killed(articles, crawler=crawler)
        who = "mine and what fetches for it" if crawler else "mine"
        print(f"{who} killed {found.kills} times: {found.pages} pages, {found.twice} fetched twice", end="; ")
        print("not as without:" if found.differing else "the same output as without", *found.differing)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 60)
