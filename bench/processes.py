"""What two processes gain over one: `python -m bench.processes FOLDER [--pages N] [--only records,details]`.

Each command runs on the same pages with `--jobs 1` and with `--jobs 2`, one right after the other, some rounds; the
output must be the same bytes. A command that takes less than two seconds with one process gets the pages several times,
under other names: a throughput is that of a run of some length, in which to start a process counts little.

The table has the best of the rounds: how many times as fast two are, by the clock, which only an idle machine with two
cores tells; what they cost more, as the processor's time of all processes, which a busy one tells too; and how many
times as fast they would be on two idle cores if what the first process does alone, before and after its workers, is not
divided and all else is (see `bench.serial`). What a command takes for no pages is start-up, and is in none of these.
Modules are compiled before, even where Python is told to keep no bytecode: each process would compile them again.
"""

from __future__ import annotations

import argparse
import compileall
import json
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import astuple, dataclass
from math import ceil
from pathlib import Path

import weblode
from bench.data import page_files, spread
from bench.throughput import rule_of

AIM = 1.85  # times the throughput of one process
SECONDS = 2.0  # that a command shall take at least with one process

# By name, the words of a command; FOLDER, RULE and OUT are put in.
COMMANDS = {
    "records": "records FOLDER --fields --format csv",
    "apply": "apply RULE FOLDER --format csv",
    "details": "details FOLDER --format csv",
    "tables": "tables FOLDER --format csv",
    "outline": "outline FOLDER --format csv",
    "instances": "instances FOLDER --no-details --format csv",
    "extract": "extract --ontology books FOLDER --format json",
    "at-scale": "at-scale FOLDER -o OUT --shard-size 2",
}


@dataclass(frozen=True)
class Cost:
    """Seconds of a command by the clock, of the processor in all its processes, and of the first one without others."""

    wall: float
    processor: float
    serial: float

    def without(self, other: Cost) -> Cost:
        """What is left without another cost, such as start-up."""
        parts = (self.wall - other.wall, self.processor - other.processor, self.serial - other.serial)
        return Cost(*(max(1e-9, each) for each in parts))

    @property
    def on_two_cores(self) -> float:
        """The seconds on two idle cores: what is not serial is divided."""
        return self.serial + (self.processor - self.serial) / 2


def cost(words: list[str], jobs: int, names: dict[str, str]) -> tuple[Cost, bytes]:
    """What a command costs with so many processes, and what it prints."""
    with tempfile.TemporaryDirectory() as out, tempfile.TemporaryFile() as printed:
        named = names | {"OUT": f"{out}/run"}
        times = Path(out, "times.json")
        words = [*(named.get(word, word) for word in words), "--jobs", str(jobs)]
        command = [sys.executable, "-m", "bench.serial", str(times), *words]
        start = time.monotonic()
        child = subprocess.Popen(command, stdout=printed, stderr=subprocess.DEVNULL)
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        wall = time.monotonic() - start
        if child.returncode not in (0, 1):  # 1: some pages cannot be read
            raise SystemExit(f"exit status {child.returncode}: {' '.join(command)}")
        printed.seek(0)
        tables = sorted(Path(out).rglob("*.parquet"))
        serial = json.loads(times.read_text())["serial"]
        return Cost(wall, used.ru_utime + used.ru_stime, serial), printed.read() + b"".join(
            map(Path.read_bytes, tables)
        )


def compare(words: list[str], names: dict[str, str], empty: dict[str, str], rounds: int) -> tuple[Cost, Cost, bool]:
    """The best costs with one and with two processes, without start-up, and whether both give the same bytes."""
    start = _best([cost(words, 1, empty)[0] for _ in range(rounds)])
    costs: list[list[Cost]] = [[], []]
    outputs = set[bytes]()
    for _ in range(rounds):
        for jobs, own in enumerate(costs, 1):
            used, output = cost(words, jobs, names)
            own.append(used)
            outputs.add(output)
    one, two = (_best(own).without(start) for own in costs)
    return one, two, len(outputs) == 1


def _best(costs: list[Cost]) -> Cost:
    return Cost(*(min(parts) for parts in zip(*map(astuple, costs), strict=True)))


def fill(folder: Path, files: list[Path], repeats: int) -> str:
    """The name of a folder that has the pages so many times."""
    folder.mkdir()
    for number, path in enumerate(files * repeats):
        (folder / f"{number:06}.html").symlink_to(path.resolve())
    return str(folder)


def main() -> None:
    """Print the table; exit status 1 if a command gives other bytes."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--pages", type=int, default=2000)
    parser.add_argument("--seconds", type=float, default=SECONDS, help="that a command takes at least; 0: pages once")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--only", default=",".join(COMMANDS))
    arguments = parser.parse_args()
    files = spread(page_files(arguments.folder), arguments.pages)
    compileall.compile_dir(Path(weblode.__file__).parent, quiet=2)  # as they are where weblode is installed
    same = True
    with tempfile.TemporaryDirectory() as name:
        nothing, rule = Path(name, "nothing"), Path(name, "rule.json")
        nothing.mkdir()
        (nothing / "page.html").write_text("<p>Nothing.")
        rule_of(files).save(rule)
        once = {"FOLDER": fill(Path(name, "pages"), files, 1), "RULE": str(rule)}
        print(f"{len(files):,} pages; two processes over one, best of {arguments.rounds}, without start-up")
        heads = f"{'pages':>8} {'s, one':>8} {'s, two':>8} {'times':>6} {'processor more':>15} {'predicted':>10}"
        print(f"{'command':10} {heads}  same bytes")
        for command in arguments.only.split(","):
            words = COMMANDS[command].split()
            empty = once | {"FOLDER": str(nothing)}
            short = cost(words, 1, once)[0].without(cost(words, 1, empty)[0])
            repeats = max(1, ceil(arguments.seconds / short.processor))
            several = once | {"FOLDER": fill(Path(name, command), files, repeats)}
            one, two, equal = compare(words, several, empty, arguments.rounds)
            same = same and equal
            more = two.processor / one.processor
            print(
                f"{command:10} {len(files) * repeats:8,} {one.wall:8.2f} {two.wall:8.2f} {one.wall / two.wall:6.2f} "
                f"{more - 1:15.1%} {one.processor / two.on_two_cores:10.2f}  {'yes' if equal else 'NO'}",
                flush=True,
            )
    print(
        f"the aim is {AIM} times; `predicted` is for two idle cores, by the processor's time and what of it is serial"
    )
    sys.exit(not same)


if __name__ == "__main__":
    main()
