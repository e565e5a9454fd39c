"""Commands of weblode in processes that are forked from one which has its modules loaded.

A test that runs a command needs a process with its own standard streams, folder and exit status, but not an interpreter
that starts anew and imports everything again, which takes nine tenths of the time. Tests of how a command starts use
`children` instead.
"""

import atexit
import json
import os
import socket
import struct
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import children

_SIZE = struct.Struct("I")
_STATUS = struct.Struct("i")
_PAGE = "<title>Things</title><table><tr><th>Name<th>Price" + "<tr><td><a href=/x>Chair</a><td>$5" * 6


class Server:
    """The process that forks, and the connection to it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._connection: socket.socket | None = None
        self._environment: dict[str, str] = {}

    def run(self, arguments, *, stdin: bytes, cwd) -> subprocess.CompletedProcess:
        """What came of a command of weblode, which has ended."""
        with self._lock:
            return self._run([str(each) for each in arguments], stdin, cwd)

    def _run(self, arguments, stdin, cwd):
        connection = self._connect()
        pipes = [os.pipe() for _ in range(3)]
        (their_in, our_in), (our_out, their_out), (our_err, their_err) = pipes
        request = json.dumps([arguments, os.fspath(cwd or os.getcwd()), dict(os.environ)]).encode()
        theirs = [their_in, their_out, their_err]
        socket.send_fds(connection, [_SIZE.pack(len(request))], theirs)
        connection.sendall(request)
        for fd in theirs:
            os.close(fd)
        with ThreadPoolExecutor(3) as threads:
            threads.submit(_write, our_in, stdin)
            output, errors = (threads.submit(_read, fd) for fd in (our_out, our_err))
        [status] = _STATUS.unpack(connection.recv(_STATUS.size, socket.MSG_WAITALL))
        return subprocess.CompletedProcess(arguments, status, output.result(), errors.result())

    def _connect(self) -> socket.socket:
        """The connection to a server that started with the settings of Python that hold now."""
        settings = {name: value for name, value in os.environ.items() if name.startswith("PYTHON")}
        if self._connection is None or settings != self._environment:
            self.close()
            self._connection, theirs = socket.socketpair()
            command = [sys.executable, "-m", "forked", str(theirs.fileno())]
            path = os.pathsep.join(each for each in sys.path if each)
            self._child = children.start(command, pass_fds=[theirs.fileno()], env={**os.environ, "PYTHONPATH": path})
            self._environment = settings
            theirs.close()
        return self._connection

    def close(self) -> None:
        """End the server."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None
            self._child.wait()


def _write(fd: int, data: bytes) -> None:
    with open(fd, "wb") as stream:
        try:
            stream.write(data)
            stream.flush()
        except BrokenPipeError:  # the command does not read it
            pass


def _read(fd: int) -> bytes:
    with open(fd, "rb") as stream:
        return stream.read()


SERVER = Server()
atexit.register(SERVER.close)


# ---------------------------------------------------------------- the process that forks
def _serve(connection: socket.socket) -> None:
    """Fork a process for each request and answer with its exit status, until there are no more."""
    while True:
        head, fds, _, _ = socket.recv_fds(connection, _SIZE.size, 3)
        if not head:
            return
        [size] = _SIZE.unpack(head)
        arguments, folder, environment = json.loads(connection.recv(size, socket.MSG_WAITALL))
        process = os.fork()
        if not process:
            connection.close()
            _become(arguments, folder, environment, fds)
        for fd in fds:
            os.close(fd)
        _, status = os.waitpid(process, 0)
        connection.sendall(_STATUS.pack(os.waitstatus_to_exitcode(status)))


def _become(arguments, folder, environment, fds):
    """Be a process that runs the command."""
    for standard, fd in enumerate(fds):
        os.dup2(fd, standard)
        os.close(fd)
    sys.stdin, sys.stdout, sys.stderr = (  # what they were bound to is something else
        open(old.fileno(), old.mode, encoding=old.encoding, errors=old.errors, closefd=False)  # noqa: SIM115
        for old in (sys.stdin, sys.stdout, sys.stderr)
    )
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = ["weblode", *arguments]
    status = 1
    try:
        from weblode.cli import main

        main()
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        try:
            for stream in (sys.stdout, sys.stderr):
                stream.flush()
        except (OSError, ValueError):
            status = status or 120  # as Python does
        os._exit(status)


if __name__ == "__main__":
    import weblode
    import weblode.cli

    for work in (weblode.records, weblode.outline, weblode.tables, weblode.details):
        repr(work(_PAGE))  # loads what it needs
    _serve(socket.socket(fileno=int(sys.argv[1])))
