"""Starting processes; no other module starts one.

Of ours each is started with `-P`: no module is imported from the current folder, which is not trusted; it may be the
one that the workbench serves. `-I` would be stricter, but ignores PYTHONPATH and packages installed for one user, which
may include weblode.

A shell starts what runs in the background with SIGINT ignored, and what a process ignores, its children ignore too. One
that is to be stopped by SIGINT is started as `interruptible`: by this module, which restores the default before it
imports anything else. Until then SIGINT is blocked; on Linux it is not lost meanwhile.

A forked process shares what this one has loaded; on macOS and Windows there are none.
"""

from __future__ import annotations

import os
import signal
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from typing import TYPE_CHECKING, Any, NoReturn, TypeAlias

if TYPE_CHECKING:
    import socket
    import subprocess

    Connection: TypeAlias = socket.socket


def start(module: str, *arguments: str, interruptible: bool = False, **options: Any) -> subprocess.Popen[Any]:
    """A new process that runs a module with arguments; `options` are those of `subprocess.Popen`.

    An `interruptible` one can be stopped by SIGINT from its first moment, even if this process ignores SIGINT.
    """
    import subprocess

    modules = ("weblode.subprocesses", module) if interruptible else (module,)
    with _sigint_blocked() if interruptible else nullcontext():
        return subprocess.Popen([interpreter(), "-P", "-m", *modules, *arguments], **options)


def interpreter() -> str:
    """The path of the Python that runs this, for engines that start processes of their own."""
    return sys.executable


def run_command(command: str, data: bytes) -> str:
    """Run a command that a user has named, with data on its standard input; "" or why it failed.

    It is split into words as a shell does, but no shell runs it.
    """
    import shlex
    import subprocess

    try:
        with subprocess.Popen(shlex.split(command), stdin=subprocess.PIPE) as process:
            process.communicate(data)
    except (OSError, ValueError, IndexError) as error:
        return str(error)
    return f"ended with status {process.returncode}" if process.returncode else ""


def can_fork() -> bool:
    """Whether processes can be forked here. The system libraries of macOS do not work in a forked process."""
    return sys.platform not in ("darwin", "win32")


class ForkedProcess:
    """A process that was forked; `exitcode` is known once it was joined, and negative if a signal has ended it."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.exitcode: int | None = None

    def join(self) -> None:
        """Wait until it ends."""
        if self.exitcode is None:
            with suppress(ChildProcessError):  # where SIGCHLD is ignored, the system tells nothing
                self.exitcode = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])

    def kill(self) -> None:
        """Tell it to end, whatever it does."""
        if self.exitcode is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)


def fork(function: Callable[..., None], *arguments: Any) -> tuple[ForkedProcess, Connection]:
    """A forked process that calls a function with a connection and the arguments, and our end of the connection.

    As `multiprocessing` does it, which takes longer to import than a few pages to read.
    """
    import socket

    from weblode import terminal

    ours, theirs = socket.socketpair()
    terminal.flush()  # or the other process would write it too
    try:
        with warnings.catch_warnings():
            # Python warns of threads, which are not forked: those of NumPy's linear algebra, which waits for work.
            warnings.simplefilter("ignore", DeprecationWarning)
            pid = os.fork()
    except OSError:
        ours.close()
        theirs.close()
        raise
    if pid == 0:
        _call(function, ours, theirs, arguments)
    theirs.close()
    return ForkedProcess(pid), ours


def _call(function: Callable[..., None], ours: Connection, theirs: Connection, arguments: tuple[Any, ...]) -> NoReturn:
    """Call the function in the process that was forked, and end it without what this one does at its end."""
    from weblode import terminal

    status = 1
    try:
        ours.close()
        function(theirs, *arguments)
        status = 0
    except Exception:
        sys.excepthook(*sys.exc_info())
    finally:  # also if it is interrupted, which the first process reports
        terminal.flush()
        os._exit(status)


def send(connection: Connection, data: bytes) -> None:
    """Send bytes to the other end, for `receive`. Raises OSError if it is closed."""
    left = [memoryview(len(data).to_bytes(8, "little")), memoryview(data)]
    while left:
        sent = os.writev(connection.fileno(), left)
        while left and sent >= len(left[0]):
            sent -= len(left.pop(0))
        if sent:
            left[0] = left[0][sent:]


def receive(connection: Connection) -> bytearray:
    """What the other end sent. Raises EOFError if that is closed."""
    return _read(connection, int.from_bytes(_read(connection, 8), "little"))


def _read(connection: Connection, size: int) -> bytearray:
    data = bytearray(size)
    with memoryview(data) as view:
        filled = 0
        while filled < size:
            read = os.readv(connection.fileno(), [view[filled:]])
            if not read:
                raise EOFError
            filled += read
    return data


def wait(connections: list[Connection]) -> list[Connection]:
    """The connections that have something to read, or whose other end is closed; waits until there is one."""
    import select

    poll, by_number = select.poll(), {each.fileno(): each for each in connections}
    for number in by_number:
        poll.register(number, select.POLLIN)
    return [by_number[number] for number, _ in poll.poll()]


@contextmanager
def _sigint_blocked() -> Iterator[None]:
    """Block SIGINT in this thread, and so in the processes that it starts."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def main() -> None:
    """Run the module that the first argument names, with SIGINT as in the foreground."""
    try:
        import runpy

        signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
        del sys.argv[0]
        runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
    except KeyboardInterrupt:  # as early as in an import; the module handles later ones itself
        raise SystemExit(128 + signal.SIGINT) from None


if __name__ == "__main__":
    main()
