"""Work that is divided among processes: what is done with each item whose result is there."""

import os
import signal

import pytest

from weblode.cli.processes import in_processes
from weblode.subprocesses import can_fork

pytestmark = pytest.mark.skipif(not can_fork(), reason="no processes can be forked here")


def names(item):
    return [f"{item}.html"] * item


def test_an_item_is_done_once_its_result_is_there():
    done = []
    results = in_processes(lambda item: -item, range(1, 30), 2, pages=names, done=done.append, lose=pytest.fail)
    assert results == [-item for item in range(1, 30)]
    assert done[0] == 1  # the one with the fewest pages, which is worked on here
    assert sorted(done) == list(range(1, 30))


def test_an_item_that_ends_its_process_is_never_done():
    done, lost = [], []

    def work(item):
        if item == 3:
            os.kill(os.getpid(), signal.SIGKILL)
        return item

    assert in_processes(work, range(1, 6), 2, pages=names, done=done.append, lose=lost.append) == [1, 2, None, 4, 5]
    assert sorted(done) == [1, 2, 4, 5]
    assert len(lost) == 3
