"""Kill -9 at ten moments of `weblode mine`, each time run again, and compare: `python -m bench.killed [ARTICLES]`.

Seven moments are spread over the crawl by the seed, three are while the output is written. None is missed, however busy
the machine: in the crawl the server kills before it answers, and while it writes the process ends itself. What is left
at last must be what a run without disturbance writes, times aside, and the server's log must have no page twice. Only
if the process that fetches is killed as well may it have those under way: at most `CONCURRENCY` at each moment.
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
from collections import Counter, deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from weblode.demo.generate import generate
from weblode.demo.serve import Request, Server, serve
from weblode.files import leftovers
from weblode.graph.store import open_store
from weblode.sources.recorded import Recorded

CONCURRENCY = 4  # requests under way at a time
CRAWLING = 7  # moments of the ten
WRITING: tuple[Callable[[Path], object], ...] = (
    leftovers,  # the first file is being written
    lambda folder: (folder / "taxonomy.rdf").exists(),
    lambda folder: any(path.is_dir() for path in leftovers(folder)),  # the graph is being written
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
        server.log = log = _Log()
        run = partial(_mine, server, depth=depth)
        assert run(calm).wait() == 0
        pages = sorted(set(_asked(log)))
        log.clear()
        counts = sorted(random.Random(seed).sample(range(1, len(pages)), CRAWLING))
        kills = sum(_kill(run(disturbed), log, count, crawler=crawler) for count in counts)
        kills += sum(run(disturbed, end=number).wait() == -signal.SIGKILL for number in range(len(WRITING)))
        assert run(disturbed).wait() == 0
        asked = Counter(_asked(log))
        twice = sum(asked.values()) - len(asked)
        differing = tuple(_differing(calm, disturbed, pages))
        assert sorted(asked) == pages
    return Outcome(kills, len(pages), twice, differing)


def _mine(server: Server, output: Path, *, depth: int, end: int | None = None) -> subprocess.Popen[bytes]:
    """The main job, just started; it ends itself at the moment of `WRITING` with a number, if one is given."""
    program = ["-m", "weblode"] if end is None else ["-P", __file__, str(end), str(output)]
    polite = ["--depth", str(depth), "--delay", "0", "--concurrency", str(CONCURRENCY)]
    command = [sys.executable, *program, "mine", *server.web.homes(), "-o", str(output), *polite]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, env={**os.environ, "NO_PROXY": "*"})


def _asked(log: deque[Request]) -> list[str]:
    return [request.address for request in list(log) if not request.address.endswith("/robots.txt")]


class _Log(deque[Request]):
    """The log of a server that calls a function with every request, before it is answered."""

    call: Callable[[], None] | None = None

    def append(self, request: Request) -> None:
        super().append(request)
        if self.call:
            self.call()


def _kill(child: subprocess.Popen[bytes], log: _Log, count: int, *, crawler: bool) -> bool:
    """Whether a run could be killed, before its end, when so many pages were asked for in all."""
    lock = threading.Lock()

    def kill() -> None:
        with lock:
            if len(set(_asked(log))) >= count and child.poll() is None:
                for inner in crawlers(child.pid) if crawler else ():
                    os.kill(inner, signal.SIGKILL)
                child.kill()

    log.call = kill
    kill()  # what was under way at the last moment may have reached this one
    status = child.wait()
    log.call = None
    return status == -signal.SIGKILL


def _end_at(number: int, output: Path) -> None:
    """Let this process end, as by kill -9, at a moment of `WRITING`.

    It looks before it opens and before it renames: whatever is being written gets its name by that.
    """

    def look(event: str, _: object) -> None:
        if event in ("open", "os.rename") and WRITING[number](output):
            os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(look)


def crawlers(pid: int) -> list[int]:
    """The processes that fetch for one."""
    children = [int(each) for path in Path(f"/proc/{pid}/task").glob("*/children") for each in path.read_text().split()]
    return [each for each in children if b"weblode.sources.spider" in Path(f"/proc/{each}/cmdline").read_bytes()]


def _differing(one: Path, two: Path, pages: list[str]) -> Iterator[str]:
    """The names of files that are not the same in two folders, times aside, or not in both."""
    graphs = (sorted(_TIMES.sub(b"", str(quad).encode()) for quad in open_store(folder)) for folder in (one, two))
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
    if len(sys.argv) > 2:  # as `_mine` calls it
        from weblode.cli import main as weblode

        _end_at(int(sys.argv[1]), Path(sys.argv[2]))
        weblode(sys.argv[3:])
    else:
        main(int(sys.argv[1]) if len(sys.argv) > 1 else 60)
