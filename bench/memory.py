"""The memory of a process and of those below it, on Linux."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


def descendants(pid: int) -> list[int]:
    """The processes below one."""
    children: list[int] = []
    with suppress(OSError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            children += map(int, (task / "children").read_text().split())
    return [*children, *(below for child in children for below in descendants(child))]


def peak(pid: int) -> int:
    """The most memory that a process had, in bytes; 0 for one that has ended."""
    with suppress(OSError):
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
        return next((int(line.split()[1]) << 10 for line in lines if line.startswith("VmHWM")), 0)
    return 0


@contextmanager
def watched(
    pid: int, below: Callable[[int], Iterable[int]] = descendants, *, seconds: float = 0.2
) -> Iterator[list[int]]:
    """The peaks of a process and of the largest below it, in bytes, looked for at intervals while the block lasts."""
    peaks, end = [0, 0], threading.Event()

    def watch() -> None:
        while not end.wait(seconds):
            peaks[0] = max(peaks[0], peak(pid))
            with suppress(OSError):  # a process that has just ended
                peaks[1] = max([peaks[1], *map(peak, below(pid))])

    thread = threading.Thread(target=watch)
    thread.start()
    try:
        yield peaks
    finally:
        end.set()
        thread.join()
