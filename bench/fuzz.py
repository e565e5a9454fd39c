"""Pages that went wrong, through every stage by both kernels: `python -m bench.fuzz [FOLDER] --pages N --seconds S`.

    --again FILE    run a page that failed once more

A failure is a signal, an exception that is no WeblodeError, over 5 s of the processor's time, over 1 GB, compiled and
Python kernels that differ, and two runs that differ. The first page of each kind is made small and kept in a folder.
The same seed gives the same pages; without a folder they are made from those that come along.
"""

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from queue import SimpleQueue
from threading import Lock

from bench.bounded import Bounds
from bench.data import BUNDLED, page_files
from bench.minimise import minimised
from bench.mutations import Case, case
from bench.stages import STAGES
from bench.verdicts import Examined, Examiner, Failure
from weblode import kernels

TABLE = "bench.stages"
FAILURES = Path("build/fuzz")
_SANITIZED = Bounds(seconds=30.0, memory=None)  # an instrumented kernel is slow, and reserves terabytes


@dataclass
class Tally:
    """What the stages did so far, by stage."""

    pages: int = 0
    runs: Counter[str] = field(default_factory=Counter)
    compared: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    failures: Counter[str] = field(default_factory=Counter)
    seconds: dict[str, float] = field(default_factory=dict)
    memory: dict[str, int] = field(default_factory=dict)

    def add(self, examined: Examined) -> None:
        """Count a page."""
        self.pages += 1
        self.compared.update(examined.compared)
        self.failures.update(each.stage for each in examined.failures)
        for each in examined.outcomes:
            self.runs[each.stage] += 1
            self.refused[each.stage] += each.status == "refused"
            self.seconds[each.stage] = max(each.seconds, self.seconds.get(each.stage, 0.0))
            self.memory[each.stage] = max(each.memory, self.memory.get(each.stage, 0))

    def lines(self) -> Iterator[str]:
        """A table for people."""
        yield f"{'stage':20} {'runs':>8} {'compared':>8} {'refused':>8} {'failures':>8} {'longest':>9} {'most':>8}"
        for name, n in self.runs.items():
            counts = f"{n:8,} {self.compared[name]:8,} {self.refused[name]:8,} {self.failures[name]:8,}"
            yield f"{name:20} {counts} {self.seconds[name]:7.2f} s {self.memory[name] / 2**20:5,.0f} MB"
        yield f"{self.pages:,} pages, {self.runs.total():,} runs, {self.failures.total():,} failures"

    def as_dict(self) -> dict[str, object]:
        """The table for machines."""
        names = ("runs", "compared", "refused", "failures", "seconds", "memory")
        rows = {stage: {name: getattr(self, name).get(stage, 0) for name in names} for stage in self.runs}
        return {"pages": self.pages, "stages": rows}


@dataclass
class Kept:
    """The failures of each kind: the first one made small and written down, the others counted."""

    folder: Path
    seconds: float
    kinds: Counter[tuple[str, ...]] = field(default_factory=Counter)
    files: dict[tuple[str, ...], Path] = field(default_factory=dict)
    lock: Lock = field(default_factory=Lock)  # jobs are threads

    def add(self, examiner: Examiner, data: bytes, failure: Failure, *, about: dict[str, object]) -> None:
        """Count a failure; the first of its kind is told and written."""
        with self.lock:
            self.kinds[failure.kind] += 1
            if self.kinds[failure.kind] > 1:
                return
        tell(f"{failure.stage}: {failure.what} {failure.place}")
        small = minimised(data, examiner.fails(failure.stage, failure.kind), seconds=self.seconds)
        self.folder.mkdir(parents=True, exist_ok=True)
        name = sha256(repr(failure.kind).encode()).hexdigest()[:8]
        path = self.folder / f"{failure.what.replace(' ', '-')}-{failure.stage.replace(' ', '-')}-{name}.html"
        path.write_bytes(small)
        path.with_suffix(".whole.html").write_bytes(data)
        told = json.dumps(asdict(failure) | about, indent=2, ensure_ascii=False)
        path.with_suffix(".json").write_text(told + "\n", encoding="utf-8")
        self.files[failure.kind] = path
        tell(f"{path}: {len(small):,} of {len(data):,} bytes")

    def as_list(self) -> list[dict[str, object]]:
        """The kinds for machines."""
        return [{"kind": kind, "failures": n, "file": str(self.files.get(kind))} for kind, n in self.kinds.items()]


def tell(line: str) -> None:
    print(f"fuzz: {line}", file=sys.stderr, flush=True)


@contextmanager
def examiners(options: argparse.Namespace) -> Iterator[SimpleQueue[Examiner]]:
    """As many examiners as jobs in a queue, for those who need one to take and give back."""
    bounds = _SANITIZED if options.sanitized else Bounds()
    made = [Examiner(TABLE, bounds=bounds, compare=not options.sanitized) for _ in range(options.jobs)]
    free: SimpleQueue[Examiner] = SimpleQueue()
    for each in made:
        free.put(each)
    yield free
    for each in made:
        each.close()


def fuzz(files: Sequence[Path], options: argparse.Namespace) -> tuple[Tally, Kept]:
    """What came of mutations of these pages, until the pages or the time are used up."""
    tally, kept = Tally(), Kept(options.failures, options.minimise)
    end, shown = time.monotonic() + options.seconds, time.monotonic()
    numbers = iter([options.case] if options.case is not None else range(options.pages) if options.pages else count())

    def one(number: int) -> None:
        page = case(files, seed=options.seed, number=number)
        examiner = free.get()
        try:
            examined = examiner.examine(page.data, options.stages)
            with kept.lock:
                tally.add(examined)
            for failure in examined.failures:
                kept.add(examiner, page.data, failure, about=_about(page, options.seed))
        finally:
            free.put(examiner)

    with examiners(options) as free, ThreadPoolExecutor(options.jobs) as pool:
        running: set[Future[None]] = set()
        for number in numbers:
            if time.monotonic() >= end:
                break
            running.add(pool.submit(one, number))
            if len(running) > options.jobs:
                done, running = wait(running, return_when=FIRST_COMPLETED)
                for each in done:
                    each.result()
            if time.monotonic() - shown > 10:
                shown = time.monotonic()
                tell(f"{tally.pages:,} pages, {tally.runs.total():,} runs, {tally.failures.total():,} failures")
        for each in running:
            each.result()
    return tally, kept


def _about(page: Case, seed: int) -> dict[str, object]:
    return {"seed": seed, "case": page.number, "source": page.source, "mutations": page.mutations}


def again(options: argparse.Namespace) -> int:
    """Run one page through the stages once more, and say what fails; 1 if anything does."""
    with examiners(options) as free:
        examined = free.get().examine(options.again.read_bytes(), options.stages)
    for each in examined.outcomes:
        print(f"{each.stage:20} {each.status:10} {each.seconds:7.2f} s {each.memory / 2**20:5,.0f} MB")
    for failure in examined.failures:
        print(f"\n{failure.stage}: {failure.what} {failure.place}\n{failure.report}")
    return 1 if examined.failures else 0


def _is_sanitized() -> bool:
    """Whether the kernels in use were compiled to report wrong accesses."""
    spec = find_spec("weblode.kernels._native")
    return bool(spec and spec.origin and b"__asan_report" in Path(spec.origin).read_bytes())


def parser() -> argparse.ArgumentParser:
    """The command's options."""
    made = argparse.ArgumentParser(prog="python -m bench.fuzz", description="Mutated pages through every stage.")
    made.add_argument("folder", nargs="?", type=Path, help="pages to mutate; without it those that come along")
    made.add_argument("--pages", type=int, default=0, metavar="N", help="mutated pages; 0 is as many as there is time")
    made.add_argument("--seconds", type=float, default=60.0, metavar="S", help="when to stop")
    made.add_argument("--seed", type=int, default=0, metavar="K")
    made.add_argument("--case", type=int, metavar="NUMBER", help="only the case with this number")
    made.add_argument("--stages", nargs="+", metavar="NAME", help="only these, or those that begin so")
    made.add_argument("--jobs", type=int, default=1, metavar="J", help="pages at a time")
    made.add_argument("--failures", type=Path, default=FAILURES, metavar="FOLDER", help="for pages that fail")
    made.add_argument("--minimise", type=float, default=30.0, metavar="S", help="seconds to make a page small")
    made.add_argument("--sanitized", action="store_true", help="for instrumented kernels, see `make asan`")
    made.add_argument("--json", action="store_true", help="the table for machines")
    made.add_argument("--again", type=Path, metavar="FILE", help="run a page that failed once more")
    return made


def main(arguments: Sequence[str] | None = None) -> int:
    options = parser().parse_args(arguments)
    wanted = tuple(options.stages or ("",))
    options.stages = [name for name in STAGES if name.startswith(wanted)]
    if not options.stages:
        parser().error(f"no stage {', '.join(wanted)}; there are {', '.join(STAGES)}")
    if reason := kernels.missing():
        tell(f"no compiled kernels, so none are compared: {reason}")
    if options.sanitized and not _is_sanitized():
        tell("these kernels are not instrumented: `make asan` builds some that are")
        return 1
    if options.again:
        return again(options)
    if options.folder and not options.folder.is_dir():
        tell(f"no folder {options.folder}: pages that come along are mutated")
    files = page_files(options.folder) if options.folder and options.folder.is_dir() else []
    tally, kept = fuzz(files or page_files(BUNDLED), options)
    if options.json:
        print(json.dumps(tally.as_dict() | {"kinds": kept.as_list()}, ensure_ascii=False))
    else:
        print(*tally.lines(), sep="\n")
        for kind, n in kept.kinds.most_common():
            print(f"{n:6,} x {' '.join(kind)}: {kept.files.get(kind)}")
    return 1 if tally.failures.total() else 0


if __name__ == "__main__":
    sys.exit(main())
