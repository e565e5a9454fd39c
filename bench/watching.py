"""`weblode plan` and `run` on a made shop, twice, with a redesign between, and killed at ten moments.

`python -m bench.watching [BOOKS]`, 2,000 by default: so many pages of books and a tenth of that of their list, 2 % of
the books' pages failing (see `made_shop`). A run must give exactly the truth, and the second one must get only what
changed. Then the same with kill -9 at ten moments: seven while pages are fetched, before the server answers, and three
while results are written. Each time the command is run again; at last all files must have the same bytes, times aside.
"""

from __future__ import annotations

import csv
import json
import os
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.made_shop import FIELDS, ServedShop, ShopChanges, first_shop, later_shop, serve

PLAN = "site.toml"
_ROOT = Path(__file__).parent.parent
CHANGED = 3  # the exit status of a run that found changes
WRITING = ("table.csv", "site.csv", "site.changes.jsonl")  # the files before whose opening or renaming a run ends
_TIME = re.compile(rb"\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\dZ)?")
Kill = Callable[[Path], None]


@dataclass(frozen=True)
class RunOutcome:
    """What a run gave: whether its rows and changes are the truth, and what the server was asked for."""

    seconds: float
    status: int
    faults: tuple[str, ...]  # what is not the truth
    asked: int  # requests
    got: int  # pages that the server sent


# ---------------------------------------------------------------- the truth
def row_faults(folder: Path, truth: Sequence[dict[str, Any]]) -> list[str]:
    """The fields of the truth that no column of the output has exactly, row for row."""
    with open(folder / "site.csv", encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    if len(rows) != len(truth):
        return [f"{len(rows)} rows, not {len(truth)}"]
    columns = {name: [row[name] for row in rows] for name in (rows[0] if rows else ())}
    wanted = {name: [row[name] or "" for row in truth] for name in ("url", *FIELDS)}
    return [name for name, values in wanted.items() if values not in columns.values()]


def change_faults(folder: Path, run: int, base: str, changes: ShopChanges) -> list[str]:
    """The kinds of changes that a run has not told exactly."""
    path = folder / "site.changes.jsonl"
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] if path.exists() else []
    faults = []
    for kind in ("new", "gone", "changed"):
        keys = [line["key"] for line in lines if line["run"] == run and line["change"] == kind]
        wanted = {f"{base.partition('//')[2]}/book/{number}" for number in getattr(changes, kind)}
        if set(keys) != wanted or len(keys) != len(wanted):
            faults.append(f"{kind}: {len(keys)}, not {len(wanted)}")
    return faults


# ---------------------------------------------------------------- running
def weblode(folder: Path, *arguments: str, end: str = "") -> subprocess.Popen[bytes]:
    """A command in a folder, just started; it ends itself before it opens or renames a file of the name `end`."""
    program = ["-m", "weblode"] if not end else ["-P", __file__, "--end", end]
    return subprocess.Popen(
        [sys.executable, *program, *arguments],
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "NO_PROXY": "*", "PYTHONPATH": f"{_ROOT}{os.pathsep}{_ROOT / 'src'}"},
    )


def make_plan(folder: Path, shop: ServedShop) -> None:
    """Make the plan of a shop in a folder."""
    folder.mkdir()
    assert weblode(folder, "plan", f"{shop.base}/books", "-o", PLAN, "--delay", "0").wait() == 0


def run(folder: Path, shop: ServedShop, changes: ShopChanges | None = None, number: int = 1) -> RunOutcome:
    """What a run gives."""
    shop.log.clear()
    start = time.perf_counter()
    status = weblode(folder, "run", PLAN).wait()
    seconds = time.perf_counter() - start
    faults = row_faults(folder, shop.shop.truth(shop.base))
    faults += change_faults(folder, number, shop.base, changes or ShopChanges(*[frozenset()] * 3))
    return RunOutcome(seconds, status, tuple(faults), len(shop.log), len(shop.pages()))


def killed_while_fetching(folder: Path, shop: ServedShop, count: int) -> bool:
    """Whether a run was killed when so many requests had come in since it began."""
    process = weblode(folder, "run", PLAN)
    lock, seen = threading.Lock(), 0

    def kill() -> None:
        nonlocal seen
        with lock:
            seen += 1
            if seen >= count and process.poll() is None:
                process.kill()

    shop.on_request = kill
    status = process.wait()
    shop.on_request = None
    return status == -signal.SIGKILL


def files(folder: Path) -> dict[str, bytes]:
    """The contents of the files of a plan, times aside, and what its database holds: of further runs, changes only."""
    paths = [path for path in folder.iterdir() if path.is_file() and path.suffix != ".db"]
    contents = {path.name: _TIME.sub(b"", path.read_bytes()) for path in paths}
    with closing(sqlite3.connect(folder / "site.db")) as connection:
        for table, where in (("history", "true"), ("runs", "run = 1 OR new + gone + changed > 0")):
            rows = connection.execute(f"SELECT * FROM {table} WHERE {where} ORDER BY rowid").fetchall()
            contents[table] = _TIME.sub(b"", repr(rows).encode())
    return contents


def disturbed(folder: Path, shop: ServedShop, counts: Sequence[int], ends: Sequence[str], status: int) -> int:
    """Run a plan with kills; the number of kills that came in time."""
    kills = sum(killed_while_fetching(folder, shop, count) for count in counts)
    kills += sum(weblode(folder, "run", PLAN, end=end).wait() == -signal.SIGKILL for end in ends)
    assert weblode(folder, "run", PLAN).wait() == status
    return kills


def kill_moments(requests: int, n: int, seed: int) -> list[int]:
    """After how many requests of its own each of some runs is killed: together fewer than one run needs."""
    points = sorted(random.Random(seed).sample(range(1, max(requests * 9 // 10, n + 1)), n))
    return [after - before for before, after in zip([0, *points], points, strict=False)]


@dataclass(frozen=True)
class Watched:
    """Two runs with a redesign between them, and what ten kills changed."""

    first: RunOutcome
    second: RunOutcome
    kills: int
    differing: tuple[str, ...]


def watched(books: int, *, crawl_kills: int = 7, seed: int = 0) -> Watched:
    """What comes of a shop with so many books; of the kills while pages are fetched, three are in the first run."""
    shop = first_shop(books)
    later, changes = later_shop(shop)
    with serve(shop) as served, tempfile.TemporaryDirectory() as home:
        calm, other = Path(home, "calm"), Path(home, "disturbed")
        make_plan(calm, served)
        shutil.copytree(calm, other)
        first = run(calm, served)
        early = min(3, crawl_kills)
        kills = disturbed(other, served, kill_moments(first.asked, early, seed), WRITING[:1], 0)
        served.shop = later
        second = run(calm, served, changes, number=2)
        counts = kill_moments(second.asked, crawl_kills - early, seed + 1)
        kills += disturbed(other, served, counts, WRITING[1:], CHANGED)
        one, two = files(calm), files(other)
    differing = sorted(name for name in one.keys() | two.keys() if one.get(name) != two.get(name))
    return Watched(first, second, kills, tuple(differing))


def lines(result: Watched) -> Iterator[str]:
    """The figures for people."""
    for name, each in (("first run", result.first), ("after a redesign", result.second)):
        truth = f"not the truth: {', '.join(each.faults)}" if each.faults else "exactly the truth"
        cost = f"{each.asked:,} requests, {each.got:,} pages sent, {each.seconds:.0f} s"
        yield f"{name}: {truth}; {cost}, status {each.status}"
    same = f"not the same: {', '.join(result.differing)}" if result.differing else "the same bytes"
    yield f"killed {result.kills} times: {same}"


def _end_at(name: str) -> None:
    """Let this process end, as by kill -9, before it opens a file of some name, or gives a file that name."""

    def look(event: str, arguments: tuple[Any, ...]) -> None:
        if event in ("open", "os.rename"):
            path = arguments[1] if event == "os.rename" else arguments[0]
            writes = event == "os.rename" or (isinstance(arguments[1], str) and set(arguments[1]) & set("wax"))
            if writes and not isinstance(path, int) and os.path.basename(os.fspath(path)) == name:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(look)


def main(books: int) -> None:
    for line in lines(watched(books)):
        print(line)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--end"]:  # as `weblode` calls it
        from weblode.cli import main as command

        _end_at(sys.argv[2])
        command(sys.argv[3:])
    else:
        main(int(sys.argv[1]) if len(sys.argv) > 1 else 2000)
