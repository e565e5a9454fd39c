"""Work on many items in several processes, with the results in the order of the items.

Workers are forked, so that the work needs no pickling and shares all modules and models that are loaded already. Only
items and results travel, several at a time. A worker gets its next items when it has finished the last ones: a send
never waits for a worker that itself waits to send. A worker that dies costs nothing but the item that killed it.
"""

from __future__ import annotations

import gc
import os
import pickle
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from itertools import chain, islice
from typing import TYPE_CHECKING, Generic, TypeVar

from weblode import subprocesses

if TYPE_CHECKING:
    from weblode.subprocesses import Connection

Item = TypeVar("Item")
Result = TypeVar("Result")

_FIRST_ITEMS = 2
_BATCH_ITEMS = 16
_BATCH_BYTES = 1 << 20
_AHEAD = 4  # batches a worker that may be finished before the one whose turn it is: bounds memory
_SPARE_FILES = 16  # descriptors that further workers leave: to start one takes six, and there are files to read


@dataclass(frozen=True)
class Lost(Generic[Item]):
    """An item whose worker died of it."""

    item: Item
    reason: str


@dataclass(frozen=True)
class _Raised:
    """An exception of the work, in the place of the result."""

    error: Exception


def ordered(
    items: Iterable[Item],
    work: Callable[[Item], Result],
    jobs: int,
    *,
    size: Callable[[Item], int] = lambda _: 0,
    first: int = _FIRST_ITEMS,
    ahead: int = _AHEAD,
) -> Iterator[Result | Lost[Item]]:
    """The results of the work on each item, in the order of the items; a Lost for one whose worker died of it.

    The `first` items are done in this process, which so loads what the work needs before it forks; further ones in up
    to `jobs` processes, as many as the system has room for. Without first items, even one job is a process, so that no
    item can end this one. Up to `ahead` batches a process may be finished before the one whose turn it is. `size` tells
    how many bytes an item has, so that few large ones make a batch. An exception of the work is raised here, after the
    results of all items before. Where processes cannot be forked, all is done in this one.
    """
    rest = iter(items)
    several = (jobs > 1 or not first) and subprocesses.can_fork()
    yield from map(work, islice(rest, first if several else None))
    batches = _batches(rest, size, jobs)
    second = next(batches, None)
    if second is None:
        return
    pool = _Pool(work, jobs, ahead)
    try:
        yield from pool.results(chain([second], batches))
    finally:
        pool.stop()


def _batches(items: Iterable[Item], size: Callable[[Item], int], jobs: int) -> Iterator[list[Item]]:
    """The items in lists: of one for each process first, so that a few slow items occupy all, then of more and more.

    A list has fewer items if they are large.
    """
    batch: list[Item] = []
    total = sent = 0
    for item in items:
        batch.append(item)
        total += size(item)
        if len(batch) >= min(_BATCH_ITEMS, 1 + sent // jobs) or total >= _BATCH_BYTES:
            yield batch
            batch, total = [], 0
            sent += 1
    if batch:
        yield batch


class _Pool(Generic[Item, Result]):
    """Forked processes that do the work on batches."""

    def __init__(self, work: Callable[[Item], Result], jobs: int, ahead: int) -> None:
        self._work, self._jobs, self._ahead = work, jobs, ahead
        self._workers: list[_Worker[Item, Result]] = []
        gc.freeze()  # what is there now is not scanned in the workers, so its memory stays shared

    def _start(self) -> _Worker[Item, Result]:
        """A new worker. Raises OSError if the system has no room for one."""
        worker = _Worker(self._work, [each.connection for each in self._workers])
        self._workers.append(worker)
        return worker

    def _idle(self) -> _Worker[Item, Result] | None:
        """A worker that has no batch, a new one if all have; None if there are as many as there may be."""
        for worker in self._workers:
            if worker.batch is None:
                return worker
        if len(self._workers) == self._jobs:
            return None
        try:
            if self._workers:
                _check_files()
            return self._start()
        except OSError:
            if not self._workers:
                raise
            self._jobs = len(self._workers)
            return None

    def stop(self) -> None:
        """End all workers, whatever they do."""
        for worker in self._workers:
            worker.stop()
        gc.unfreeze()

    def results(self, batches: Iterator[list[Item]]) -> Iterator[Result | Lost[Item]]:
        """The results of all batches in order."""
        ready: dict[int, list[Result | Lost[Item] | _Raised]] = {}
        numbered = enumerate(batches)
        waiting = list(islice(numbered, 1))
        turn = 0
        while True:
            while waiting and waiting[0][0] < turn + self._ahead * self._jobs and (idle := self._idle()):
                idle.send(*waiting.pop())
                waiting += islice(numbered, 1)
            while turn in ready:
                for result in ready.pop(turn):
                    if isinstance(result, _Raised):
                        raise result.error
                    yield result
                turn += 1
            busy = {each.connection: each for each in self._workers if each.batch is not None}
            if not busy and not waiting:
                return
            if busy:  # else the batch whose turn it was is done, and more may be sent
                for connection in subprocesses.wait(list(busy)):
                    worker = busy[connection]
                    ready[worker.number] = self._reply(worker)

    def _reply(self, worker: _Worker[Item, Result]) -> list[Result | Lost[Item] | _Raised]:
        """The results of a worker's batch. If it died, its items are done again one by one, each by a living worker."""
        batch = worker.batch or []
        reply = worker.receive()
        if not isinstance(reply, str):
            return list(reply)
        self._workers.remove(worker)
        worker.stop()
        if len(batch) == 1:
            return [Lost(batch[0], reply)]
        results: list[Result | Lost[Item] | _Raised] = []
        for item in batch:
            if results and isinstance(results[-1], _Raised):
                break
            try:
                fresh = next((each for each in self._workers if each.batch is None), None) or self._start()
            except OSError as error:
                return [*results, _Raised(error)]
            fresh.send(worker.number, [item])
            results += self._reply(fresh)
        return results


class _Worker(Generic[Item, Result]):
    """A forked process, the connection to it, and the batch that it works on."""

    def __init__(self, work: Callable[[Item], Result], foreign: list[Connection]) -> None:
        self._process, self.connection = subprocesses.fork(_serve, work, foreign)
        self.number = -1
        self.batch: list[Item] | None = None

    def send(self, number: int, batch: list[Item]) -> None:
        """Hand over a batch."""
        self.number, self.batch = number, batch
        with suppress(OSError):  # it is dead, as `receive` says
            self.connection.send_bytes(pickle.dumps(batch, pickle.HIGHEST_PROTOCOL))

    def receive(self) -> list[Result | _Raised] | str:
        """The results of the batch, up to what the work raised; how the process died, if it did."""
        self.batch = None
        try:
            packed: list[bytes] = pickle.loads(self.connection.recv_bytes())
        except (EOFError, OSError):
            return self._death()
        return [pickle.loads(each) for each in packed]

    def _death(self) -> str:
        self._process.join()
        code = self._process.exitcode or 0
        return signal.strsignal(-code) or f"signal {-code}" if code < 0 else f"status {code}"

    def stop(self) -> None:
        """End the process."""
        self.connection.close()
        self._process.kill()
        self._process.join()
        self._process.close()


def _check_files() -> None:
    """Raise OSError if this process can hardly open more files."""
    with ExitStack() as files:
        for _ in range(_SPARE_FILES):
            files.enter_context(open(os.devnull, "rb"))


def _serve(connection: Connection, work: Callable[[Item], Result], foreign: list[Connection]) -> None:
    """Do the work on each batch that comes, until there are no more: what a worker runs."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches all processes; the first one stops the others
    for other in foreign:  # or a worker would keep the others alive when the first process is gone
        other.close()
    with suppress(EOFError, OSError):  # the first process has all results, or is gone
        while True:
            batch: list[Item] = pickle.loads(connection.recv_bytes())
            connection.send_bytes(_answer(work, batch))


def _answer(work: Callable[[Item], Result], batch: list[Item]) -> bytes:
    """The results of a batch, up to the exception that ended it, as bytes."""
    results: list[bytes] = []
    try:
        for item in batch:
            results.append(pickle.dumps(work(item), pickle.HIGHEST_PROTOCOL))
    except Exception as error:
        results.append(pickle.dumps(_Raised(_portable(error)), pickle.HIGHEST_PROTOCOL))
    return pickle.dumps(results, pickle.HIGHEST_PROTOCOL)


def _portable(error: Exception) -> Exception:
    """The exception with where it came from as a note; in words if it cannot be pickled, or not be made again."""
    import traceback

    note = "".join(traceback.format_exception(error))
    error.add_note(note)
    try:
        pickle.loads(pickle.dumps(error, pickle.HIGHEST_PROTOCOL))
    except Exception:
        error = RuntimeError(f"{type(error).__name__}: {error}")
        error.add_note(note)
    return error


def cores() -> int:
    """How many processors this process may use."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
