"""Child processes of the tests, all started here: with the signals that a command in the foreground has.

A shell without job control starts its background jobs with SIGINT ignored (`nohup make test &`), and what is ignored
stays ignored in all processes below them: a test that interrupts a command would wait for ever. There is no limit of
time here: that a command takes long on a busy machine is no fault, and pytest's own timeout ends what hangs.
"""

import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

PIPE, DEVNULL = subprocess.PIPE, subprocess.DEVNULL
PATIENCE = 600  # seconds to wait for what is sure to come: events, answers, views of a browser


class Child(subprocess.Popen):
    """A process. As a context manager it does not wait for ever for one whose test has failed."""

    def __exit__(self, kind: object, *rest: object) -> None:
        if kind is not None:
            self.kill()
        super().__exit__(kind, *rest)


def start(command, **options) -> Child:
    """A process that was just started; a context manager."""
    with _foreground():
        return Child(command, **options)


def run(command, *, capture_output=False, check=False, **options) -> subprocess.CompletedProcess:
    """What came of a process, which has ended; as `subprocess.run`."""
    given = options.pop("input", None)
    pipes = {"stdout": PIPE, "stderr": PIPE} if capture_output else {}
    with start(command, stdin=options.pop("stdin", None if given is None else PIPE), **pipes, **options) as child:
        output, errors = child.communicate(given)
    done = subprocess.CompletedProcess(command, child.returncode, output, errors)
    if check:
        done.check_returncode()
    return done


@contextmanager
def _foreground() -> Iterator[None]:
    """Ignored signals are caught meanwhile: what a process catches, the programs it starts have by default.

    Not `preexec_fn`: it forks a process that has threads, which newer Pythons warn of.
    """
    ignored = [number for number in (signal.SIGINT, signal.SIGTERM) if signal.getsignal(number) == signal.SIG_IGN]
    for number in ignored:
        signal.signal(number, signal.default_int_handler)
    try:
        yield
    finally:
        for number in ignored:
            signal.signal(number, signal.SIG_IGN)
