"""What is wrong with what the stages did on a page: failures, each of a kind."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from bench.bounded import WENT_WELL, Bounds, Order, Outcome, Runner
from weblode import kernels

_TWIN = 4  # times the seconds that Python's twins get; where they need more, they are not compared
_AROUND = 60  # characters shown on each side of a difference


@dataclass(frozen=True)
class Failure:
    """A stage that went wrong, how and where."""

    stage: str
    what: str  # "exception", "signal", "time", "memory", "hung", "twins differ", "runs differ"
    place: str = ""
    report: str = ""
    kernel: str = "native"

    @property
    def kind(self) -> tuple[str, ...]:
        """What failures of one cause share, as far as one can tell."""
        if self.what in ("exception", "signal"):
            return self.what, self.place
        return self.what, self.stage


@dataclass(frozen=True)
class Examined:
    """A page that went through the stages: their outcomes by the first kernels, those compared, and what failed."""

    outcomes: tuple[Outcome, ...]
    compared: frozenset[str]
    failures: tuple[Failure, ...]


class Examiner:
    """Runs pages through stages by both kernels, in two interpreters with hash seeds that differ."""

    def __init__(self, table: str = "bench.stages", *, bounds: Bounds = Bounds(), compare: bool = True) -> None:  # noqa: B008
        self._first, self._second = (Runner(table, hash_seed=seed) for seed in (1, 2))
        self._bounds, self._compare = bounds, compare
        self._kernel, self._other = "native" if kernels.native() else "python", "python"

    def close(self) -> None:
        """End the processes."""
        self._first.close()
        self._second.close()

    def examine(self, data: bytes, stages: Sequence[str]) -> Examined:
        """What becomes of a page. Nothing is compared that failed by itself."""
        order = Order(data, stages, self._kernel, self._bounds)
        one = self._first.run(order)
        well = [each.stage for each in one if each.status in WENT_WELL and self._compare]
        slower = replace(self._bounds, seconds=_TWIN * self._bounds.seconds)
        two = self._second.run(replace(order, stages=well, kernel=self._other, bounds=slower)) if well else []
        two = [*self._again_where_slow(order, two)]
        pairs = list(zip([each for each in one if each.stage in well], two, strict=True))
        failures = [_failed(each, self._kernel) for each in one if each.status not in WENT_WELL]
        failures += [self._difference(order, first) for first, second in pairs if not _same(first, second)]
        return Examined(tuple(one), frozenset(well), tuple(failures))

    def fails(self, stage: str, kind: tuple[str, ...]) -> Callable[[bytes], bool]:
        """A function that says whether a page still fails in a stage, in the same way."""
        return lambda data: any(each.kind == kind for each in self.examine(data, [stage]).failures)

    def _again_where_slow(self, order: Order, outcomes: Sequence[Outcome]) -> Iterator[Outcome]:
        """The outcomes, those that took Python's twins too long replaced by those of a second run like the first."""
        for each in outcomes:
            slow = self._other != self._kernel and each.status in ("time", "memory")
            yield self._second.run(replace(order, stages=[each.stage]))[0] if slow else each

    def _difference(self, order: Order, one: Outcome) -> Failure:
        """Why an outcome was not the same again: the run by the same kernels in the other interpreter tells."""
        kept = replace(order, stages=[one.stage], keep=True)
        again = self._second.run(kept)[0]
        if again.status not in WENT_WELL:  # it was just within the bounds
            return _failed(again, self._kernel)
        if not _same(one, again) or self._other == self._kernel:
            return _differing("runs differ", self._first.run(kept)[0], again)
        wide = replace(self._bounds, seconds=_TWIN * self._bounds.seconds)
        twin = self._second.run(replace(kept, kernel=self._other, bounds=wide))[0]
        return _differing("twins differ", again, twin)


def _same(one: Outcome, two: Outcome) -> bool:
    return (one.status, one.digest, one.place) == (two.status, two.digest, two.place)


def _failed(outcome: Outcome, kernel: str) -> Failure:
    place = outcome.place or {"time": f"{outcome.seconds:.1f} s", "memory": f"{outcome.memory / 2**20:,.0f} MB"}.get(
        outcome.status, ""
    )
    return Failure(outcome.stage, outcome.status, place, outcome.report, kernel)


def _differing(what: str, one: Outcome, two: Outcome) -> Failure:
    """A failure that shows where two results begin to differ."""
    texts = [each.text or f"{each.status} {each.place}\n{each.report}" for each in (one, two)]
    at = next((i for i, (a, b) in enumerate(zip(*texts, strict=False)) if a != b), min(map(len, texts)))
    shown = [text[max(0, at - _AROUND) : at + _AROUND] for text in texts]
    return Failure(one.stage, what, f"at character {at:,}", "\n".join(shown), "native and python")
