"""Children of the tests have the signals of the foreground, whatever the tests themselves have."""

import signal
import sys

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
