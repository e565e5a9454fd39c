"""A run (`runs`) on the cores of this machine: each process takes a shard, reads it, and writes its files."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator

from weblode.batches.guard import PageCounter, lost_reason
from weblode.batches.processing import Resumption, load, steps, works_on_many
from weblode.batches.runs import ScaleRun, ShardDone
from weblode.batches.workers import Lost, ordered
from weblode.errors import WeblodeError

_ITEM_BYTES = 1 << 30  # so that a process gets one shard at a time
_AHEAD = 1000  # shards that may be finished before a slow one: what is kept of them is small
_DEATHS = 2  # of processes on one page, until it is a failure
_TRIES = 5  # of a shard on which processes die before its first page


def run_locally(run: ScaleRun, jobs: int) -> Iterator[ShardDone]:
    """What became of each shard that was not done, in order; those whose process died come later.

    A page on which two processes died is a failure. Where a task works on many together, two deaths on them have the
    shard's pages up to there worked on one by one, which finds the page. Raises WeblodeError if they die of no page.
    """
    load(run.task)
    left, first = run.left(), os.getpid()
    place = {number: i for i, number in enumerate(left)}
    counter = PageCounter(len(left))
    lost: dict[int, dict[int, str]] = {}
    alone: dict[int, int] = {}  # pages from the start of a shard that are worked on one by one
    deaths: Counter[tuple[int, int, bool]] = Counter()

    def work(number: int) -> ShardDone:
        counter.set(-1, place[number])
        resumption = Resumption(0, lost.get(number, {}), alone.get(number, 0))

        def begin(page: int) -> None:
            if os.getpid() != first and os.getppid() != first:
                os._exit(1)  # the first process was killed: who continues the run waits for the lock until all are gone
            counter.set(page, place[number])

        results = steps([run.shards[number]], run.task, run.options, resumption=resumption, begin=begin)
        return run.write(number, results)

    while left:
        again = []
        for outcome in ordered(left, work, jobs, size=lambda _: _ITEM_BYTES, first=0, ahead=_AHEAD):
            if not isinstance(outcome, Lost):
                yield outcome
                continue
            number = outcome.item
            page = counter.get(place[number])
            on_many = works_on_many(run.task) and page >= alone.get(number, 0)
            deaths[number, page, on_many] += 1
            died = deaths[number, page, on_many]
            again.append(number)
            if on_many and died >= _DEATHS:
                alone[number] = page + 1
            elif page >= 0 and died >= _DEATHS:
                lost.setdefault(number, {})[page] = lost_reason(outcome.reason)
            if died >= _TRIES:
                raise WeblodeError(
                    f"{run.shards[number].name}: {_TRIES} processes have ended on it ({outcome.reason}); "
                    "leave it out, or give them more memory"
                )
        left = again
