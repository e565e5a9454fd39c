"""A run (`runs`) on the cores of this machine: each process takes a shard, reads it, and writes its files."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator

from weblode.batches.guard import PageCounter, lost_reason
from weblode.batches.processing import Resumption, load, steps
from weblode.batches.runs import ScaleRun, ShardDone
from weblode.batches.workers import Lost, ordered
from weblode.errors import WeblodeError

_ITEM_BYTES = 1 << 30  # so that a process gets one shard at a time
_AHEAD = 1000  # shards that may be finished before a slow one: what is kept of them is small
_DEATHS = 2  # of processes on one page, until it is a failure
_TRIES = 5  # of a shard on which processes die before its first page


def run_locally(run: ScaleRun, jobs: int) -> Iterator[ShardDone]:
    """What became of each shard that was not done, in order; those whose process died come later.

    A page on which two processes died is a failure. Raises WeblodeError if processes die of no page.
    """
    load(run.task)
    left, first = run.left(), os.getpid()
    place = {number: i for i, number in enumerate(left)}
    counter = PageCounter(len(left))
    lost: dict[int, dict[int, str]] = {}
    deaths: Counter[tuple[int, int]] = Counter()

    def work(number: int) -> ShardDone:
        counter.set(-1, place[number])
        resumption = Resumption(0, lost.get(number, {}))

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
            deaths[number, page] += 1
            again.append(number)
            if page >= 0 and deaths[number, page] >= _DEATHS:
                lost.setdefault(number, {})[page] = lost_reason(outcome.reason)
            if deaths[number, page] >= _TRIES:
                raise WeblodeError(
                    f"{run.shards[number].name}: {_TRIES} processes have ended on it ({outcome.reason}); "
                    "leave it out, or give them more memory"
                )
        left = again
