"""A task on many pages in a process of its own, so that a page that ends it costs nothing but its own rows.

Engines run `process_guarded` in their workers: a worker that dies again and again of one page would end their job. The
process asks for the next item of the source and sends batches of results; the number of the page that it works on is
in memory that both share. If it dies, the next one goes on after the last batch. A page on which two of them died is a
failure; one death may be somebody else's doing, such as that of the system short of memory. Where a task works on many
pages together, two deaths on them have these worked on one by one, which finds the page.
"""

from __future__ import annotations

import mmap
import os
import pickle
import signal
import stat
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from weblode import subprocesses
from weblode.batches.processing import Resumption, Step, load, steps, works_on_many
from weblode.batches.schemas import schema_of
from weblode.batches.tasks import TaskOptions

if TYPE_CHECKING:
    from collections.abc import Callable

    import pyarrow

    from weblode.subprocesses import Connection

_ROWS = 64  # pages of a record batch that are handed over at a time
_DEATHS = 2  # of processes on one page, until it is a failure
_NOTHING = b""  # the end of the source


def process_guarded(
    source: Iterable[Any], task: str, options: TaskOptions | None = None
) -> Iterator[pyarrow.RecordBatch]:
    """What `process` gives; a page that ends its process is a row with the reason. Needs a system that can fork."""
    return (step.batch for step in guarded_steps(source, task, options))


def guarded_steps(source: Iterable[Any], task: str, options: TaskOptions | None = None) -> Iterator[Step]:
    """The same in steps, each with the number of pages that are done."""
    if not subprocesses.can_fork():
        yield from steps(source, task, options)
        return
    load(task)
    guard = _Guard(source, task, options or TaskOptions())
    try:
        yield from guard.steps()
    finally:
        guard.stop()


def lost_reason(reason: str) -> str:
    """Why a page failed whose processes have died."""
    return f"ended the process that read it ({reason})"


class PageCounter:
    """The number of the page that a process works on, -1 before the first; in memory that forked processes share.

    It has room for several processes, or pieces of work.
    """

    def __init__(self, count: int = 1) -> None:
        self._memory = mmap.mmap(-1, 8 * max(1, count))
        for i in range(count):
            self.set(-1, i)

    def set(self, number: int, i: int = 0) -> None:
        """Note the number of the page."""
        self._memory[8 * i : 8 * i + 8] = number.to_bytes(8, "little", signed=True)

    def get(self, i: int = 0) -> int:
        """The number that was noted last."""
        return int.from_bytes(self._memory[8 * i : 8 * i + 8], "little", signed=True)


class _Guard:
    """The process that works, and what it needs to be started again."""

    def __init__(self, source: Iterable[Any], task: str, options: TaskOptions) -> None:
        self._source, self._task, self._options = iter(_small(source)), task, options
        self._schema = schema_of(task)
        self._counter = PageCounter()
        self._sent: deque[tuple[int, bytes]] = deque()  # items not done, by their first page
        self._done = 0  # pages whose results came
        self._alone = 0  # pages before this one are worked on one by one
        self._deaths: Counter[tuple[int, bool]] = Counter()  # by page, and whether it was one of many
        self._lost: dict[int, str] = {}
        self._process: Any = None
        self._connection: Connection | None = None

    def steps(self) -> Iterator[Step]:
        """The batches of all items, whatever happens to the process."""
        import pyarrow as pa

        while True:
            if self._connection is None:
                self._start()
            try:
                kind, number, data = self._receive()
            except (EOFError, OSError):
                if (failure := self._after_death()) is not None:
                    yield Step(self._done, failure)
                continue
            if kind == "item":
                self._hand_over(number)
                continue
            self._done = number
            if kind == "batch":
                yield Step(self._done, pa.ipc.read_record_batch(pa.py_buffer(data), self._schema))
            elif kind == "error":
                raise pickle.loads(data)
            else:
                return

    def _start(self) -> None:
        base = self._sent[0][0] if self._sent and self._sent[0][0] >= 0 else self._done
        lost = {number - base: reason for number, reason in self._lost.items() if number >= base}
        self._base, self._again = base, deque(data for _, data in self._sent)
        self._sent.clear()
        self._counter.set(-1)
        resumption = Resumption(self._done - base, lost, self._alone - base)
        arguments = (self._task, self._options, resumption, self._counter)
        self._process, self._connection = subprocesses.fork(_serve, *arguments)

    def _receive(self) -> tuple[str, int, bytes]:
        """What the process says: what it wants or gives, how many pages it is about, data."""
        assert self._connection is not None
        kind, number = pickle.loads(subprocesses.receive(self._connection))
        data = bytes(subprocesses.receive(self._connection)) if kind in ("batch", "error") else b""
        return kind, self._base + number, data

    def _hand_over(self, number: int) -> None:
        """Send the next item, whose first page has that number; forget those that are done."""
        while len(self._sent) > 1 and self._sent[1][0] <= self._done:
            self._sent.popleft()
        if len(self._sent) == 1 and number <= self._done:
            self._sent.popleft()
        if self._again:
            data = self._again.popleft()
        else:
            item = next(self._source, None)
            data = _NOTHING if item is None else _pack(item)
        if data:
            self._sent.append((number, data))
        assert self._connection is not None
        with suppress(OSError):  # it is dead, as the next receive says
            subprocesses.send(self._connection, data)

    def _after_death(self) -> pyarrow.RecordBatch | None:
        """Note which page ended the process; a failure if it was none of them but reading what comes after."""
        self._process.join()
        code = self._process.exitcode or 0
        reason = signal.strsignal(-code) or f"signal {-code}" if code < 0 else f"status {code}"
        self.stop()
        number, begun, failure = self._base + self._counter.get(), self._counter.get() >= 0, None
        on_many = works_on_many(self._task) and begun and number >= self._alone
        self._deaths[number, on_many] += 1
        died = self._deaths[number, on_many]
        if on_many:
            self._alone = number + 1 if died >= _DEATHS else self._alone
        elif died >= _DEATHS and number not in self._lost and begun:
            self._lost[number] = lost_reason(reason)
        elif died > _DEATHS:
            failure = self._drop(reason)
        self._sent.extend((-1, data) for data in self._again)  # their numbers come when they are sent again
        return failure

    def _drop(self, reason: str) -> pyarrow.RecordBatch:
        """A failure for the item that cannot be read to its end, and is left; some of its results may have come."""
        import pyarrow as pa

        start, data = self._sent.pop() if self._sent else (self._done, self._again.popleft() if self._again else b"")
        self._done = max(start, 0) if not self._sent else self._done
        self._deaths.clear()
        self._alone = 0
        self._lost = {number: why for number, why in self._lost.items() if number < start}
        item = _unpack(data) if data else None
        paths = getattr(item, "paths", None)
        name = paths[0] if paths else item if isinstance(item, str) else ""
        pages = self._base + self._counter.get() + 1 - start
        error = f"ended the process that read it, after {max(0, pages):,} pages ({reason})"
        about = {"page": name, "error": error}
        return pa.record_batch([pa.array([about.get(each.name)], each.type) for each in self._schema], self._schema)

    def stop(self) -> None:
        """End the process."""
        if self._connection is not None:
            self._connection.close()
            self._process.kill()
            self._process.join()
            self._connection = None


def _small(source: Iterable[Any]) -> Iterator[Any]:
    """The items of a source, with record batches cut, so that few pages are in memory twice."""
    for item in source:
        if hasattr(item, "schema"):
            yield from (item.slice(i, _ROWS) for i in range(0, len(item), _ROWS))
        else:
            yield item


def _pack(item: Any) -> bytes:
    """An item as bytes; of a slice of a record batch only its own rows."""
    import pyarrow as pa

    if not hasattr(item, "schema"):
        return b"o" + pickle.dumps(item, pickle.HIGHEST_PROTOCOL)
    sink = pa.BufferOutputStream()
    sink.write(b"b")
    with pa.ipc.new_stream(sink, item.schema) as stream:
        stream.write_batch(item)
    packed: bytes = sink.getvalue().to_pybytes()
    return packed


def _unpack(data: bytes) -> Any:
    import pyarrow as pa

    if data[:1] == b"o":
        return pickle.loads(data[1:])
    return pa.ipc.open_stream(pa.py_buffer(data).slice(1)).read_next_batch()


def _serve(
    connection: Connection, task: str, options: TaskOptions, resumption: Resumption, counter: PageCounter
) -> None:
    """Do the task on the items that the first process hands over: what the guarded process runs."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches all processes; the first one stops the others
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    _close_sockets(connection.fileno())
    send = _sender(connection)

    def items() -> Iterator[Any]:
        while True:
            send("item", counter.get() + 1, b"")
            data = bytes(subprocesses.receive(connection))
            if not data:
                return
            yield _unpack(data)

    with suppress(EOFError, BrokenPipeError, ConnectionResetError):  # the first process is gone
        pages = resumption.done
        try:
            for pages, batch in steps(items(), task, options, resumption=resumption, begin=counter.set):
                send("batch", pages, batch.serialize())
            send("end", pages, b"")
        except (EOFError, BrokenPipeError, ConnectionResetError):
            raise
        except Exception as error:
            send("error", pages, pickle.dumps(error))


def _sender(connection: Connection) -> Callable[[str, int, Any], None]:
    def send(kind: str, number: int, data: Any) -> None:
        subprocesses.send(connection, pickle.dumps((kind, number)))
        if data:
            subprocesses.send(connection, data)

    return send


def _close_sockets(own: int) -> None:
    """Close the sockets of the first process: whoever waits for their end would wait for this process too."""
    with suppress(FileNotFoundError):
        for name in os.listdir("/dev/fd"):
            with suppress(OSError, ValueError):
                number = int(name)
                if number != own and stat.S_ISSOCK(os.fstat(number).st_mode):
                    os.close(number)
