"""Processes that weblode or its tests start have the signals of the foreground, whatever those who start them have."""

import signal
import sys
from subprocess import CalledProcessError

import pytest
from children import PIPE, run, start

from weblode import subprocesses

SLEEP = "import signal; print(flush=True); signal.pause()"


@pytest.fixture(params=[signal.SIGINT, signal.SIGTERM])
def ignored(request):
    """A signal that this process ignores."""
    before = signal.signal(request.param, signal.SIG_IGN)
    yield request.param
    assert signal.signal(request.param, before) == signal.SIG_IGN


def test_a_signal_that_the_tests_ignore_ends_a_child(ignored):
    with start([sys.executable, "-c", SLEEP], stdout=PIPE, stderr=PIPE) as child:
        child.stdout.readline()
        child.send_signal(ignored)
        assert child.wait() == -ignored


def test_an_ignored_signal_is_default_in_a_child_that_was_run(ignored):
    code = f"import signal; print(signal.getsignal({int(ignored)}) in (signal.SIG_DFL, signal.default_int_handler))"
    assert run([sys.executable, "-c", code], capture_output=True, check=True).stdout == b"True\n"


def test_a_signal_is_ignored_again_as_soon_as_a_child_has_started(ignored):
    """So that what is sent to all in the background ends nobody there."""
    code = f"import os, signal; os.kill(os.getppid(), {int(ignored)}); print(input())"
    assert run([sys.executable, "-c", code], input=b"went on", capture_output=True, check=True).stdout == b"went on\n"


def test_a_child_that_fails_is_an_error_where_that_is_checked():
    with pytest.raises(CalledProcessError):
        run([sys.executable, "-c", "raise SystemExit(3)"], check=True)
    assert run([sys.executable, "-c", "raise SystemExit(3)"]).returncode == 3


MODULE = """import os, signal, sys
mask = signal.pthread_sigmask(signal.SIG_BLOCK, [])
print(__name__, sys.argv[1:], signal.getsignal(signal.SIGINT) == signal.SIG_IGN, signal.SIGINT in mask, flush=True)
if sys.argv[1] == "wait":
    signal.pause()
"""


@pytest.fixture
def module(tmp_path, monkeypatch):
    """The name of a module that says which signals it has, and waits if it is told to."""
    (tmp_path / "signals_of_a_child.py").write_text(MODULE)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    yield "signals_of_a_child"
    assert signal.signal(signal.SIGINT, before) == signal.SIG_IGN


def test_an_interruptible_process_runs_its_module_with_the_signals_of_the_foreground(module):
    for interruptible, ignores in ((True, False), (False, True)):
        with subprocesses.start(module, "a", "-b", interruptible=interruptible, stdout=PIPE, text=True) as process:
            assert process.communicate() == (f"__main__ ['a', '-b'] {ignores} False\n", None)
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, [])


def test_an_interruptible_process_is_stopped_from_its_first_moment_on(module):
    for _ in range(5):
        with subprocesses.start(module, "wait", interruptible=True, stdout=PIPE, stderr=PIPE) as process:
            process.send_signal(signal.SIGINT)
            _, errors = process.communicate()
        assert (process.returncode, errors) == (130, b"")


def test_an_interruptible_process_that_is_at_work_is_stopped_too(module):
    with subprocesses.start(module, "wait", interruptible=True, stdout=PIPE, stderr=PIPE) as process:
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        assert process.wait() == 130


FORK = """
import sys
from weblode import subprocesses
def fail(connection, words):
    subprocesses.send(connection, words)
    raise ValueError("of the forked process")
print("once", end="")  # waits in the stream, which the other process has too
process, connection = subprocesses.fork(fail, b"here")
assert subprocesses.receive(connection) == b"here"
process.join()
connection.close()
sys.exit(process.exitcode + 1)
"""


def test_a_forked_process_says_what_it_raised_and_writes_nothing_twice():
    child = run([sys.executable, "-c", FORK], capture_output=True)
    assert (child.returncode, child.stdout) == (2, b"once")
    assert child.stderr.endswith(b"ValueError: of the forked process\n")
