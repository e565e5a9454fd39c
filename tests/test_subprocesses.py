"""Children of the tests have the signals of the foreground, whatever the tests themselves have."""

import signal
import sys
from subprocess import CalledProcessError

import pytest
from children import PIPE, run, start

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
