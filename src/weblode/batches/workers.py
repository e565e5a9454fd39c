"""Work on many items in several processes, with the results in the order of the items.

Workers are forked, so that the work needs no pickling and shares all modules and models that are loaded already. Only
items and results travel, several at a time. While a worker has a batch, the next one waits in its pipe, if it is short
and items are known to take little time: so a worker need not wait for the first process, and a send never waits for a
worker that itself waits to send. A worker that dies costs nothing but the item that killed it.
"""

from __future__ import annotations

import gc
import os
import pickle
import signal
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from functools import partial
from itertools import chain, islice
from typing import TYPE_CHECKING, Generic, TypeVar

from weblode import subprocesses
from weblode.batches.item_batches import BATCH_BYTES, ItemBatch, Pace, in_batches, windows

if TYPE_CHECKING:
    from weblode.subprocesses import Connection

Item = TypeVar("Item")
Result = TypeVar("Result")
Work = Callable[[Sequence[Item]], Iterable[Result]]  # of a batch: one result for each item, in their order

_FIRST_ITEMS = 2
_RESULT_BYTES = 1 << 10  # that a result takes at least while it waits for its turn
_UNPACKED = 4  # times its bytes, at most, that a result takes
_SHORT = 8 << 10  # bytes of a batch that may wait in a pipe: all pipes have room for it
_AHEAD = 4  # full batches a worker, by bytes, that may be finished before the one whose turn it is: bounds memory
_SPARE_FILES = 16  # descriptors that further workers leave: to start one takes two, and there are files to read


@dataclass(frozen=True)
class Lost(Generic[Item]):
    """An item whose worker died of it."""

    item: Item
    reason: str


@dataclass(frozen=True)
class _Raised:
    """An exception of the work, in the place of the result."""

    error: Exception


@dataclass(frozen=True)
class _BatchResults(Generic[Item, Result]):
    """The results of a batch, and about how many bytes they take."""

    each: Sequence[Result | Lost[Item] | _Raised]
    size: int

    def __add__(self, other: _BatchResults[Item, Result]) -> _BatchResults[Item, Result]:
        return _BatchResults([*self.each, *other.each], self.size + other.size)


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

    As `together`, with one item after the other; where all is done in this process, no item is taken ahead.
    """
    if (jobs > 1 or not first) and subprocesses.can_fork():
        return together(items, partial(map, work), jobs, size=size, first=first, ahead=ahead)
    return map(work, items)


def together(
    items: Iterable[Item],
    work: Work[Item, Result],
    jobs: int,
    *,
    size: Callable[[Item], int] = lambda _: 0,
    first: int = _FIRST_ITEMS,
    ahead: int = _AHEAD,
) -> Iterator[Result | Lost[Item]]:
    """The results of the work on batches of items, in the order of the items; a Lost for one whose worker died of it.

    The `first` items are done in this process, which so loads what the work needs before it forks; further ones in up
    to `jobs` processes, as many as the system has room for. Without first items, even one job is a process, so that no
    item can end this one. Up to `ahead` batches a process may be finished before the one whose turn it is. `size` tells
    how many bytes an item has, so that few large ones make a batch. An exception of the work is raised here, after the
    results of all items before. Where processes cannot be forked, all is done in this one.
    """
    rest = iter(items)
    if not ((jobs > 1 or not first) and subprocesses.can_fork()):
        for batch in windows(rest, size):
            yield from work(batch)
        return
    yield from work(list(islice(rest, first)))
    pace = Pace()
    batches = in_batches(rest, size, jobs, pace)
    second = next(batches, None)
    if second is None:
        return
    pool = _Pool(work, jobs, ahead, pace)
    try:
        yield from pool.results(chain([second], batches))
    finally:
        pool.stop()


class _Pool(Generic[Item, Result]):
    """Forked processes that do the work on batches."""

    def __init__(self, work: Work[Item, Result], jobs: int, ahead: int, pace: Pace) -> None:
        self._work, self._jobs, self._ahead, self._pace = work, jobs, ahead, pace
        self._workers: list[_Worker[Item, Result]] = []
        gc.freeze()  # what is there now is not scanned in the workers, so its memory stays shared

    def _start(self) -> _Worker[Item, Result]:
        """A new worker. Raises OSError if the system has no room for one."""
        worker = _Worker(self._work, [each.connection for each in self._workers])
        self._workers.append(worker)
        return worker

    def _ready(self, batch: ItemBatch[Item]) -> _Worker[Item, Result] | None:
        """A worker that can take a batch: one that has none, a new one, or one in whose pipe it may wait.

        None if there is none.
        """
        for worker in self._workers:
            if not worker.batches:
                return worker
        if len(self._workers) < self._jobs:
            try:
                if self._workers:
                    _check_files()
                return self._start()
            except OSError:
                if not self._workers:
                    raise
                self._jobs = len(self._workers)
        if not self._pace.is_short:  # a batch that waits cannot be given to another worker
            return None
        with_room = [each for each in self._workers if each.has_room(batch)]
        return max(with_room, key=lambda each: each.batches[0].number, default=None)

    def stop(self) -> None:
        """End all workers, whatever they do."""
        for worker in self._workers:
            worker.kill()
        for worker in self._workers:  # which meanwhile give their memory back, all at once
            worker.stop()
        gc.unfreeze()

    def results(self, batches: Iterator[ItemBatch[Item]]) -> Iterator[Result | Lost[Item]]:
        """The results of all batches in order."""
        done: dict[int, Sequence[Result | Lost[Item] | _Raised]] = {}
        shares: dict[int, int] = {}  # of batches that are sent and whose turn has not come: bytes, as far as is known
        pending = 0  # the sum of these
        waiting = deque(islice(batches, 1))
        turn = 0
        while True:
            while waiting:
                batch = waiting[0]
                others = pending - shares.get(batch.number, 0)  # it has a share if the worker that it was sent to died
                if not self._may_send(batch, turn, others) or not (worker := self._ready(batch)):
                    break
                waiting.popleft()
                pending += batch.share - shares.get(batch.number, 0)
                shares[batch.number] = batch.share
                worker.send(batch)
                waiting.extend(islice(batches, 0 if waiting else 1))
            if turn in done:
                for result in done.pop(turn):
                    if isinstance(result, _Raised):
                        raise result.error
                    yield result
                pending -= shares.pop(turn)
                turn += 1
                continue  # one more may be sent
            busy = {each.connection: each for each in self._workers if each.batches}
            if not busy and not waiting:
                return
            if busy:  # else the batch whose turn it was is done, and more may be sent
                for connection in subprocesses.wait(list(busy)):
                    number, results, left = self._reply(busy[connection])
                    pending += results.size - shares[number]
                    done[number], shares[number] = results.each, results.size
                    # In order: what comes after the batch whose turn it is may have to wait for it.
                    waiting = deque(sorted([*left, *waiting], key=lambda each: each.number))

    def _may_send(self, batch: ItemBatch[Item], turn: int, pending: int) -> bool:
        """Whether the results of a batch may be kept, besides those of others, until its turn comes."""
        return batch.number == turn or pending + batch.share <= self._ahead * self._jobs * BATCH_BYTES

    def _reply(self, worker: _Worker[Item, Result]) -> tuple[int, _BatchResults[Item, Result], list[ItemBatch[Item]]]:
        """The number of a worker's batch, its results, and what must be sent again since the worker died before it.

        The items of the batch that it died of are done again one by one, each by a living worker.
        """
        batch = worker.batches.popleft()
        reply = worker.receive()
        if not isinstance(reply, str):
            seconds, results, size = reply
            self._pace.note(len(batch.items), seconds)
            return batch.number, _BatchResults(results, _RESULT_BYTES * len(results) + _UNPACKED * size), []
        left = list(worker.batches)
        self._workers.remove(worker)
        worker.stop()
        if len(batch.items) == 1:
            return batch.number, _BatchResults([Lost(batch.items[0], reply)], _RESULT_BYTES), left
        apart: _BatchResults[Item, Result] = _BatchResults([], 0)
        for item in batch.items:
            if apart.each and isinstance(apart.each[-1], _Raised):
                break
            try:
                fresh = next((each for each in self._workers if not each.batches), None) or self._start()
            except OSError as error:
                return batch.number, apart + _BatchResults([_Raised(error)], _RESULT_BYTES), left
            fresh.send(ItemBatch(batch.number, [item], 0))
            apart += self._reply(fresh)[1]
        return batch.number, apart, left


class _Worker(Generic[Item, Result]):
    """A forked process, the connection to it, and its batches: the first it works on, a second one waits."""

    def __init__(self, work: Work[Item, Result], foreign: list[Connection]) -> None:
        self._process, self.connection = subprocesses.fork(_serve, work, foreign)
        self.batches: deque[ItemBatch[Item]] = deque()

    def has_room(self, batch: ItemBatch[Item]) -> bool:
        """Whether a batch may wait in the pipe until the one before it is done."""
        if len(self.batches) > 1 or batch.is_large or any(each.is_large for each in self.batches):
            return False
        return len(batch.packed) <= _SHORT

    def send(self, batch: ItemBatch[Item]) -> None:
        """Hand over a batch."""
        self.batches.append(batch)
        with suppress(OSError):  # it is dead, as `receive` says
            subprocesses.send(self.connection, batch.packed)

    def receive(self) -> tuple[float, list[Result | _Raised], int] | str:
        """The seconds that the first batch has taken, its results, up to what the work raised, and their bytes.

        How the process died, if it did.
        """
        try:
            packed = subprocesses.receive(self.connection)
        except (EOFError, OSError):
            return self._death()
        seconds, results = pickle.loads(packed)
        return seconds, results, len(packed)

    def _death(self) -> str:
        self._process.join()
        code = self._process.exitcode or 0
        return signal.strsignal(-code) or f"signal {-code}" if code < 0 else f"status {code}"

    def kill(self) -> None:
        """Tell the process to end."""
        self._process.kill()

    def stop(self) -> None:
        """End the process."""
        self.connection.close()
        self.kill()
        self._process.join()


def _check_files() -> None:
    """Raise OSError if this process can hardly open more files."""
    with ExitStack() as files:
        for _ in range(_SPARE_FILES):
            files.enter_context(open(os.devnull, "rb"))


def _serve(connection: Connection, work: Work[Item, Result], foreign: list[Connection]) -> None:
    """Do the work on each batch that comes, until there are no more: what a worker runs."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches all processes; the first one stops the others
    for other in foreign:  # or a worker would keep the others alive when the first process is gone
        other.close()
    with suppress(EOFError, OSError):  # the first process has all results, or is gone
        while True:
            batch: list[Item] = pickle.loads(subprocesses.receive(connection))
            subprocesses.send(connection, _answer(work, batch))


def _answer(work: Work[Item, Result], batch: list[Item]) -> bytes:
    """The seconds of the processor that a batch took, and its results up to the exception that ended it, as bytes."""
    results: list[Result | _Raised] = []
    start = time.process_time()
    try:
        for result in work(batch):
            results.append(result)
    except Exception as error:
        results.append(_Raised(_portable(error)))
    seconds = time.process_time() - start
    try:
        return pickle.dumps((seconds, results), pickle.HIGHEST_PROTOCOL)
    except Exception:
        return pickle.dumps((seconds, _portable_results(results)), pickle.HIGHEST_PROTOCOL)


def _portable_results(results: list[Result | _Raised]) -> list[Result | _Raised]:
    """The results up to the first that cannot be pickled, in whose place is why."""
    for i, each in enumerate(results):
        try:
            pickle.dumps(each, pickle.HIGHEST_PROTOCOL)
        except Exception as error:
            return [*results[:i], _Raised(_portable(error))]
    return results


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
