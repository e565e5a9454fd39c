"""Work in several processes: order, failures, deaths, bounds."""

import multiprocessing
import os
import pickle
import signal
import sys

import children
import pytest

from weblode import subprocesses
from weblode.batches.workers import Lost, cores, ordered, together

pytestmark = pytest.mark.skipif(not subprocesses.can_fork(), reason="needs processes that are forked")
FIRST = 2  # items that are done in the first process


def square(item):
    return item * item


@pytest.mark.parametrize("n", [0, 1, FIRST, FIRST + 1, 100, 333])
@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_results_come_in_the_order_of_the_items(n, jobs):
    assert list(ordered(range(n), square, jobs)) == [item * item for item in range(n)]


def test_a_slow_item_does_not_change_the_order():
    def work(item):
        return item, sum(range(300_000 if item == FIRST else 10))

    assert [item for item, _ in ordered(range(200), work, 3)] == list(range(200))


def test_the_first_items_are_done_here_and_the_others_in_as_many_processes_as_asked():
    processes = list(ordered(range(400), lambda _: os.getpid(), 2))
    assert set(processes[:FIRST]) == {os.getpid()}
    assert os.getpid() not in processes[FIRST:]
    assert len(set(processes[FIRST:])) <= 2


def test_few_items_start_no_process():
    assert set(ordered(range(FIRST), lambda _: os.getpid(), 2)) == {os.getpid()}


def test_a_few_items_are_spread_over_all_processes():
    jobs = 8
    all_here = multiprocessing.get_context("fork").Barrier(jobs, timeout=20)

    def work(item):
        if FIRST <= item < FIRST + jobs:
            all_here.wait()  # until each of the processes has one of these items
        return os.getpid()

    assert len(set(ordered(range(FIRST + jobs), work, jobs))) == 1 + jobs


def test_few_batches_start_few_processes(monkeypatch):
    started = []
    fork = subprocesses.fork
    monkeypatch.setattr(subprocesses, "fork", lambda *arguments: started.append(1) or fork(*arguments))
    assert list(ordered(range(FIRST + 3), square, 64)) == [item * item for item in range(FIRST + 3)]
    assert 1 <= len(started) <= 3


LIMITED = """
import os, resource
from weblode.batches.workers import ordered
resource.setrlimit(resource.RLIMIT_NOFILE, (%d, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
def work(item):
    with open(os.devnull, "rb"):
        return item, os.getpid()
def items():
    for item in range(2000):
        os.listdir(".")
        yield item
items, pids = zip(*ordered(items(), work, 300))
assert list(items) == list(range(2000))
print(len(set(pids)) > 2)
"""


def test_the_work_goes_on_in_the_processes_for_which_there_are_descriptors():
    child = children.run([sys.executable, "-c", LIMITED % 64], capture_output=True)
    assert (child.returncode, child.stdout, child.stderr) == (0, b"True\n", b"")


def test_too_few_descriptors_for_one_process_are_an_error_after_the_first_results(monkeypatch):
    def fork(*_):
        raise OSError(24, "Too many open files")

    monkeypatch.setattr(subprocesses, "fork", fork)
    results = ordered(range(9), square, 2)
    assert [next(results) for _ in range(FIRST)] == [0, 1]
    with pytest.raises(OSError, match="Too many open files"):
        next(results)


def test_many_items_are_handed_over_several_at_a_time():
    taken = []

    def items():
        for item in range(400):
            taken.append(item)
            yield item

    results = ordered(items(), lambda item: item, 2)
    steps = {len(taken) for _ in results}
    assert len(steps) < 100  # batches, not items


def test_what_the_work_closes_over_needs_no_pickling():
    unpicklable = lambda item: item + 1  # noqa: E731
    assert list(ordered(range(50), lambda item: unpicklable(item), 2)) == list(range(1, 51))


def test_an_exception_of_the_work_is_raised_with_where_it_came_from():
    def work(item):
        return 1 / (item - 40)

    with pytest.raises(ZeroDivisionError, match="division by zero") as raised:
        list(ordered(range(100), work, 2))
    assert "in work" in "".join(raised.value.__notes__)


def test_an_exception_that_cannot_be_pickled_is_told_in_words():
    class OddError(Exception):
        pass

    def work(item):
        if item == 40:
            raise OddError("quite odd")
        return item

    with pytest.raises(RuntimeError, match="OddError: quite odd"):
        list(ordered(range(100), work, 2))


class SignedError(Exception):
    """One that is made of two arguments, and so cannot be made again from its text."""

    def __init__(self, page, reason):
        super().__init__(f"{page} is {reason}")


def test_an_exception_that_cannot_be_made_again_is_told_in_words():
    def work(item):
        if item == 40:
            raise SignedError("a page", "odd")
        return item

    with pytest.raises(RuntimeError, match="SignedError: a page is odd") as raised:
        list(ordered(range(100), work, 2))
    assert "in work" in "".join(raised.value.__notes__)


@pytest.mark.parametrize("wrong", [1, FIRST, FIRST + 1, 40, 57, 99])
@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_an_exception_comes_after_the_results_of_all_items_before(wrong, jobs):
    def work(item):
        if item == wrong:
            raise ValueError("wrong")
        return sum(range(200_000)) and item if item == wrong - 20 else item  # slower than those that come after it

    results = ordered(range(100), work, jobs)
    assert [next(results) for _ in range(wrong)] == list(range(wrong))
    with pytest.raises(ValueError, match="wrong"):
        next(results)


def test_a_result_that_cannot_be_pickled_costs_none_before_it():
    results = ordered(range(100), lambda item: (lambda: 0) if item == 40 else item, 2)
    assert [next(results) for _ in range(40)] == list(range(40))
    with pytest.raises((AttributeError, pickle.PicklingError)):
        next(results)


def test_an_exception_beside_an_item_that_kills_its_process_comes_in_its_turn():
    def work(item):
        if item == 40:
            os.kill(os.getpid(), signal.SIGKILL)
        return 1 / (item - 41) and item

    results = ordered(range(100), work, 2)
    assert [next(results) for _ in range(41)] == [*range(40), Lost(40, "Killed")]
    with pytest.raises(ZeroDivisionError):
        next(results)


@pytest.mark.parametrize("deadly", [{FIRST}, {37}, {37, 38}, set(range(20, 60)), {99}])
def test_an_item_that_kills_its_process_is_lost_and_no_other(deadly):
    def work(item):
        if item in deadly:
            os.kill(os.getpid(), signal.SIGKILL)
        return item

    results = list(ordered(range(100), work, 2))
    assert [each.item if isinstance(each, Lost) else each for each in results] == list(range(100))
    assert {each.item for each in results if isinstance(each, Lost)} == deadly
    assert {each.reason for each in results if isinstance(each, Lost)} == {"Killed"}


def test_a_process_that_exits_says_its_status():
    def work(item):
        if item == 50:
            os._exit(3)
        return item

    [lost] = [each for each in ordered(range(64), work, 2) if isinstance(each, Lost)]
    assert lost == Lost(50, "status 3")


def test_large_items_are_handed_over_one_by_one():
    pages = [bytes([i]) * 3_000_000 for i in range(12)]
    assert list(ordered(pages, len, 2, size=len)) == [3_000_000] * 12
    assert list(ordered(pages, lambda page: page, 2, size=len)) == pages  # both ways at once


def test_workers_end_with_their_reader():
    results = ordered(range(1000), lambda _: os.getpid(), 2)
    processes = {next(results) for _ in range(3 * FIRST)} - {os.getpid()}
    assert processes
    results.close()
    for process in processes:
        with pytest.raises(ProcessLookupError):
            os.kill(process, 0)


def test_workers_end_when_the_first_process_is_killed():
    code = """
import os, signal
from weblode.batches.workers import ordered
results = ordered(iter(int, 1), lambda _: os.getpid(), 2)
own = {next(results) for _ in range(200)}
os.kill(os.getpid(), signal.SIGKILL)
"""
    # The workers hold the other end of the pipe: it ends when they have.
    child = children.run([sys.executable, "-c", code], capture_output=True)
    assert (child.returncode, child.stdout, child.stderr) == (-signal.SIGKILL, b"", b"")


def test_there_is_at_least_one_core():
    assert 1 <= cores() <= (os.cpu_count() or 1)


def test_what_follows_an_item_that_kills_its_worker_is_done_by_others():
    gate = multiprocessing.get_context("fork").Barrier(2, timeout=20)

    def work(item):
        if item in (FIRST, FIRST + 1):
            gate.wait()  # both workers have an item
            if item == FIRST:
                os.kill(os.getpid(), signal.SIGKILL)
        return item

    results = list(ordered(range(FIRST + 40), work, 2))
    assert results == [*range(FIRST), Lost(FIRST, "Killed"), *range(FIRST + 1, FIRST + 40)]


def test_a_slow_item_does_not_keep_the_other_process_from_work():
    done = multiprocessing.get_context("fork").Semaphore(0)

    def work(item):
        if item == FIRST:  # the results of the others wait for it, but the other process goes on
            return all(done.acquire(timeout=20) for _ in range(1900))
        if item > FIRST:
            done.release()
        return True

    assert all(ordered(range(FIRST + 2001), work, 2))


def test_items_are_taken_only_as_far_ahead_as_there_is_room_for_their_results(monkeypatch):
    alone, taken, wait = multiprocessing.get_context("fork").Event(), [], subprocesses.wait

    def items():
        for item in range(FIRST + 400):
            taken.append(item)
            yield item

    def work(item):
        if item == FIRST:
            alone.wait(20)  # until the first process gives the other one nothing more
        return bytes(1 << 20)

    def wait_and_tell(connections):
        if len(connections) == 1:
            alone.set()
        return wait(connections)

    monkeypatch.setattr(subprocesses, "wait", wait_and_tell)
    results = ordered(items(), work, 2)
    assert len([next(results) for _ in range(FIRST + 1)]) == FIRST + 1
    assert len(taken) < 100
    assert sum(1 for _ in results) == 399


def test_what_was_sent_is_received_whatever_its_size():
    ours, theirs = multiprocessing.Pipe()
    sent = [b"", b"a", bytes(range(256)) * 20_000]

    def answer(connection):
        for each in sent:
            subprocesses.send(connection, each)

    child = multiprocessing.get_context("fork").Process(target=answer, args=(theirs,))
    child.start()
    theirs.close()
    assert [subprocesses.receive(ours) for _ in sent] == sent
    with pytest.raises(EOFError):
        subprocesses.receive(ours)
    child.join()


@pytest.mark.parametrize("late", [20, 65, 68, 71])
def test_two_workers_that_die_at_once_lose_their_own_items_alone(late, monkeypatch):
    context = multiprocessing.get_context("fork")
    near, wait = context.Event(), subprocesses.wait

    def work(item):
        if item in (FIRST, late):
            if item == late:
                near.set()
            near.wait(20)
            os.kill(os.getpid(), signal.SIGKILL)
        return item

    def wait_for_all(connections):
        """Once both are about to die, their deaths are seen together."""
        ready = wait(connections)
        while near.is_set() and len(ready) < len(connections):
            ready = wait(connections)
        return ready

    monkeypatch.setattr(subprocesses, "wait", wait_for_all)
    results = ordered(range(160), work, 2, size=lambda item: 100_000 if item > 3 else 1)
    items = [each.item if isinstance(each, Lost) else each for each in results]
    assert items == list(range(160))


@pytest.mark.parametrize("jobs", [1, 2])
def test_batches_are_worked_on_together(jobs):
    def work(batch):
        return [(item, len(batch)) for item in batch]

    results = list(together(range(200), work, jobs))
    assert [item for item, _ in results] == list(range(200))
    assert max(size for _, size in results) > 10


@pytest.mark.parametrize("jobs", [1, 2])
def test_of_a_batch_the_results_before_an_exception_are_given(jobs):
    def work(batch):
        for item in batch:
            if item == 50:
                raise ValueError("fifty")
            yield item

    results = together(range(100), work, jobs)
    assert [next(results) for _ in range(50)] == list(range(50))
    with pytest.raises(ValueError, match="fifty"):
        next(results)
