"""Stages run in processes that may crash, hang or eat memory, and what became of each.

A `Runner` is an interpreter of its own, with everything imported and a hash seed of its own (what depends on the order
of a set shows between two of them). It forks a child for every page; the child runs the stages one by one. What kills
it is the outcome of the stage that ran, and the next child goes on with the stages that are left.
"""

import faulthandler
import hashlib
import importlib
import os
import re
import resource
import signal
import tempfile
import time
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from multiprocessing import Pipe, get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import IO

from bench.stages import Stage, plain
from weblode import kernels
from weblode.errors import WeblodeError

WENT_WELL = ("ok", "refused")
_FRAME = re.compile(r'File "[^"]*/((?:weblode/|bench/stages)[^"]+)", line \d+,? in (\S+)')
_REPORT = re.compile(r"ERROR: \w+Sanitizer: [\w-]+|runtime error: .*")
_KERNEL = re.compile(r" in (__pyx_\w+)")
_NUMBER = re.compile(r"0x[0-9a-f]+|-?\d+")  # what differs between two reports of one fault
_SHOWN = 4000  # characters of a report that are kept


@dataclass(frozen=True)
class Bounds:
    """What a stage may take of a page: processor time, memory above that at the start, and time without working."""

    seconds: float = 5.0
    memory: int | None = 2**30
    patience: float = 120.0


@dataclass(frozen=True)
class Outcome:
    """What became of a stage: "ok", "refused" by a WeblodeError, or how it failed.

    That is "exception", "signal", "time", "memory" or "hung". `place` is where, or the error's message if it was
    refused; `text` is the result, if it was asked for.
    """

    stage: str
    status: str
    place: str = ""
    report: str = ""
    digest: str = ""
    seconds: float = 0.0
    memory: int = 0
    text: str = ""


@dataclass(frozen=True)
class Order:
    """A page, the stages to run on it, by which kernels, and within which bounds; `keep` asks for the results."""

    data: bytes
    stages: Sequence[str]
    kernel: str = "native"
    bounds: Bounds = Bounds()
    keep: bool = False


class Runner:
    """A process that runs stages. `table` names them: a module with `STAGES` and, if need be, `warm()`."""

    def __init__(self, table: str = "bench.stages", *, hash_seed: int = 1) -> None:
        context = get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs, table), daemon=True)
        before = os.environ.get("PYTHONHASHSEED")
        os.environ["PYTHONHASHSEED"] = str(hash_seed)
        self._process.start()
        os.environ.pop("PYTHONHASHSEED")
        if before is not None:
            os.environ["PYTHONHASHSEED"] = before
        theirs.close()

    def run(self, order: Order) -> list[Outcome]:
        """The outcome of each stage on a page."""
        self._pipe.send(order)
        try:
            found: list[Outcome] = self._pipe.recv()
        except EOFError:
            raise RuntimeError("the process that runs stages has ended; what it wrote on stderr says why") from None
        return found

    def close(self) -> None:
        """End the process."""
        self._pipe.close()
        self._process.join()


def _serve(pipe: Connection, table: str) -> None:
    """Run pages until nobody asks any more."""
    module = importlib.import_module(table)
    getattr(module, "warm", lambda: None)()
    while True:
        try:
            order = pipe.recv()
        except (EOFError, KeyboardInterrupt):
            return
        # What a child that was killed leaves behind goes with the folder.
        with tempfile.TemporaryDirectory() as folder:
            tempfile.tempdir = folder
            pipe.send(_outcomes(order, module.STAGES))
            tempfile.tempdir = None


def _outcomes(order: Order, table: dict[str, Stage]) -> list[Outcome]:
    found: list[Outcome] = []
    while len(found) < len(order.stages):
        left = order.stages[len(found) :]
        with tempfile.TemporaryFile("w+", errors="replace") as report:
            theirs, ours = Pipe(duplex=False)
            pid = os.fork()
            if not pid:
                _work(ours, replace(order, stages=left), table, report)
            ours.close()
            done, hung = _received(theirs, pid, order.bounds.patience)
            if hung:
                os.kill(pid, signal.SIGKILL)
            _, status = os.waitpid(pid, 0)
            found += done
            if len(done) < len(left):
                report.seek(0)
                found.append(_death(replace(order, stages=left[len(done) :]), status, report.read(), hung=hung))
    return found


def _received(pipe: Connection, pid: int, patience: float) -> tuple[list[Outcome], bool]:
    """The outcomes that a child tells, and whether it then neither told anything nor worked for so many seconds."""
    found: list[Outcome] = []
    used = -patience
    try:
        while pipe.poll(patience) or _worked(pid) - used > patience / 1000:
            used = _worked(pid)
            if pipe.poll():
                found.append(pipe.recv())
    except EOFError:
        return found, False
    return found, True


def _worked(pid: int) -> float:
    """Seconds of the processor's time that a process has used; 0 on systems other than Linux."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _death(order: Order, status: int, report: str, *, hung: bool) -> Outcome:
    """The outcome of a stage, the first of these, that ended its process."""
    number = os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0
    name = signal.Signals(number).name if number else f"exit {os.waitstatus_to_exitcode(status)}"
    what = "hung" if hung else "time" if number == signal.SIGPROF else "signal"
    place = f"{name} {_place(_FRAME.findall(report)[:1])}"
    if told := _REPORT.search(report):
        kernel = _KERNEL.search(report, told.end())
        place = f"{_NUMBER.sub('N', told[0])} in {kernel[1] if kernel else 'no kernel'}"
    seconds = order.bounds.seconds if what == "time" else 0.0
    return Outcome(order.stages[0], what, place.strip(), report[:_SHOWN], seconds=seconds)


def _place(frames: Sequence[tuple[str, str]]) -> str:
    return f"in {frames[-1][0]} {frames[-1][1]}" if frames else ""


# ---------------------------------------------------------------- in the child
def _work(pipe: Connection, order: Order, table: dict[str, Stage], report: IO[str]) -> None:
    """Run stages and tell their outcomes; then end, without what an interpreter does at its end."""
    os.dup2(report.fileno(), 2)
    faulthandler.enable(report)
    # Says where it was when its time was over, and dies of it.
    faulthandler.register(signal.SIGPROF, report, all_threads=False, chain=True)
    kernels.fastest = getattr(kernels, order.kernel)
    before = _memory("VmRSS")
    try:
        for name in order.stages:
            pipe.send(_outcome(name, table[name], order, before))
    except BaseException:
        traceback.print_exc()
        os._exit(1)
    os._exit(0)


def _outcome(name: str, stage: Stage, order: Order, before: int) -> Outcome:
    """What becomes of one stage."""
    bounds = order.bounds
    _forget_peak()
    value: object = None
    start = time.process_time()
    with _bounded(bounds, before):
        try:
            value = stage(order.data)
            found = Outcome(name, "ok")
        except Exception as error:
            found = _raised(name, error)
    found = replace(found, seconds=time.process_time() - start, memory=max(0, _memory("VmHWM") - before))
    if bounds.memory is not None and found.memory > bounds.memory:
        return replace(found, status="memory")
    if found.status != "ok":
        return found
    text = plain(value)
    return replace(found, digest=hashlib.sha256(text.encode()).hexdigest(), text=text if order.keep else "")


@contextmanager
def _bounded(bounds: Bounds, before: int) -> Iterator[None]:
    """A context in which this process gets so much memory beyond what it had before, and so much time."""
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    if bounds.memory is not None and before:
        # What is mapped and not used is not counted: it was there before.
        unused = _memory("VmSize") - _memory("VmRSS")
        resource.setrlimit(resource.RLIMIT_AS, (before + unused + bounds.memory, hard))
    signal.setitimer(signal.ITIMER_PROF, bounds.seconds)
    yield
    signal.setitimer(signal.ITIMER_PROF, 0)
    resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def _raised(name: str, error: Exception) -> Outcome:
    """The outcome of a stage that raised an error: on purpose, for want of memory, or by mistake."""
    causes = [type(each).__name__ for each in (error, error.__cause__, error.__context__) if each]
    if {"MemoryError", "SelectolaxError"} & set(causes):
        return Outcome(name, "memory", causes[-1])
    if isinstance(error, WeblodeError):
        return Outcome(name, "refused", str(error))
    report = "".join(traceback.format_exception(error))
    place = _place(_FRAME.findall(report))
    return Outcome(name, "exception", f"{type(error).__name__} {place}".strip(), report[-_SHOWN:])


def _memory(what: str) -> int:
    """Bytes of this process by their name in Linux's status file; 0 on other systems, which bound no memory."""
    try:
        status = Path("/proc/self/status").read_text()
    except OSError:
        return 0
    found = re.search(rf"{what}:\s+(\d+) kB", status)
    return int(found[1]) * 1024 if found else 0


def _forget_peak() -> None:
    """Let the most memory that was ever used begin anew, where the system can."""
    try:
        Path("/proc/self/clear_refs").write_text("5")
    except OSError:
        return
