"""Regular repeats in the tokens of a page, and the records that start at them.

C.-H. Chang, C.-N. Hsu, S.-C. Lui, "Automatic information extraction from semi-structured Web pages by pattern
discovery", Decision Support Systems 35, 2003, sections 2.2 and 2.3: maximal repeats, variance, density, clusters of
occurrences. We differ in that a suffix array replaces their PAT tree; that clusters may vary as much as whole runs; and
that a run is read in the tree: a record consists of whole siblings that start at the repeat, so it is right even if
the repeat starts somewhat inside it.
"""

import math
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from weblode import kernels
from weblode.errors import WeblodeError
from weblode.records.objects import Range
from weblode.records.record_list import RecordList
from weblode.records.tokens import Tokens, checked_encoding, encode
from weblode.tree import Column, Tree

_MOST = 2**31 - 1  # the kernels count in 32 bits


@dataclass(frozen=True)
class Bounds:
    """The bounds that a repeat must meet; length, count, variance and density are the paper's.

    Without an `encoding`, the block level is used, and one that keeps more tags if the block level has no runs.
    """

    length: int = 3
    count: int = 5
    variance: float = 0.36
    cluster: float | None = None  # variance of a cluster, where all occurrences vary too much; None: as `variance`
    density: float = 0.20
    more: bool = False  # a list may have one more record after the last occurrence, which no pattern finds
    encoding: str = ""

    def __post_init__(self) -> None:
        for name, least in (("length", 1), ("count", 2), ("variance", 0), ("cluster", 0), ("density", 0)):
            value = getattr(self, name)
            if value is not None and not (math.isfinite(value) and least <= value <= _MOST):
                raise WeblodeError(f"a repeat's {name} cannot be {value}; give a number from {least} to {_MOST:,}")
        if self.encoding:
            checked_encoding(self.encoding)


@dataclass(frozen=True, eq=False)
class RepeatRun:
    """Successive occurrences of a repeat, as positions in the tokens, and the records that start at them."""

    tokens: Tokens = field(repr=False)
    places: Column
    records: tuple[Range, ...]
    score: float


PROPOSED = Bounds(count=3, more=True)  # many pages list three or four things; proposals are judged later
_OCCURRENCES = 1_000_000  # the most occurrences examined on a page; real pages have up to 70,000
_RUNS = 256  # how many runs are read in the tree, those that cover the most tokens first
_LEADERS = 64  # how many of these, the best first, may be proposed
_AGAIN = 0.7  # factor on the score of a proposal for each better one whose records have the same tag path


def proposals(tree: Tree, *, limit: int = 10) -> list[RecordList]:
    """The record lists that repeats suggest, best first, at most `limit`; takes a few tenths of a millisecond."""
    return [as_record_list(run, "repeats") for run in runs(tree, PROPOSED, limit=limit)]


def runs(tree: Tree, bounds: Bounds | None = None, *, limit: int = 10) -> list[RepeatRun]:
    """The regular runs of a page, best first, no two with the same records.

    Without an encoding in the bounds, the block level is tried first, then one that keeps more tags; that finds records
    which are lines of preformatted text.
    """
    limits = bounds or Bounds()
    for encoding in (limits.encoding,) if limits.encoding else ("block-level", "no-physical"):
        if results := regular_runs(encode(tree, encoding), limits, limit=limit):
            return results
    return []


def regular_runs(tokens: Tokens, bounds: Bounds, *, limit: int) -> list[RepeatRun]:
    """The regular runs in a row of tokens, best first, no two with the same records."""
    kernel = kernels.fastest()
    order, repeats = kernel.repeats(tokens.row, bounds.length, bounds.count)
    cluster = bounds.variance if bounds.cluster is None else bounds.cluster
    limits = (bounds.variance, cluster, bounds.density)
    which, places = kernel.regular(order, repeats, bounds.count, limits, _OCCURRENCES)
    covered = _covered(places, which[:, 1:], repeats[which[:, 0], 0])
    chosen = which[np.argsort(-covered, kind="stable")[:_RUNS]]
    lists = read(tokens, places, chosen[:, 1:].copy(), repeats[chosen[:, 0], 0], more=bounds.more)
    return [lists.run(i) for i in lists.varied()[:limit]]


def _covered(places: Column, ranges: Column, lengths: Column) -> NDArray[np.int64]:
    """For each range, how many tokens from its first place to its last are inside an occurrence of the given length."""
    first, stop = ranges[:, 0], ranges[:, 1]
    covered: NDArray[np.int64] = np.minimum((stop - first - 1) * lengths.astype(np.int64), _span(places, ranges))
    return covered


def _span(places: Column, ranges: Column) -> Column:
    return places[ranges[:, 1] - 1] - places[ranges[:, 0]]


@dataclass(frozen=True, eq=False)
class RepeatedLists:
    """The lists that start at ranges of places in the tokens: all records, where those of each list end, the scores."""

    tokens: Tokens
    places: Column
    ranges: Column
    records: Column
    stops: Column
    score: NDArray[np.float64]

    def nodes(self, i: int) -> Column:
        """The records of list `i`, as rows of first node and first node after."""
        return self.records[self.stops[i - 1] if i else 0 : self.stops[i]]

    def run(self, i: int) -> RepeatRun:
        """List `i` as a run."""
        first, stop = self.ranges[i].tolist()
        records = tuple(zip(*self.nodes(i).T.tolist(), strict=True))
        return RepeatRun(self.tokens, self.places[first:stop], records, float(self.score[i]))

    def varied(self) -> list[int]:
        """The lists without duplicates, best first; each better list with records of the same tag path costs score."""
        seen: set[bytes] = set()
        above: dict[int, float] = {}
        scored: list[tuple[float, int]] = []
        path, score = self.tokens.tree.path, self.score
        for i in np.argsort(-score, kind="stable")[:_LEADERS].tolist():
            records = self.nodes(i)
            key = records.tobytes()
            if score[i] <= 0.0:
                break
            if key not in seen:
                seen.add(key)
                kind = int(path[records[0, 0]])
                above[kind] = above.get(kind, 1.0 / _AGAIN) * _AGAIN
                scored.append((-float(score[i]) * above[kind], i))
        return [i for _, i in sorted(scored)]


def read(tokens: Tokens, places: Column, ranges: Column, lengths: Column, *, more: bool) -> RepeatedLists:
    """The records that start at the places of each range, and a score for each range.

    `lengths` has, for each range, how many tokens are the same at all its places. With `more`, a list may have one more
    record after the last place.

    The score is the share of the page's text in the records, reduced if the same tokens cover little of it, or if the
    records are few or of unequal sizes. The formula, `_AGAIN` and the second encoding were chosen among two dozen on
    all development pages, by the F1 of the first list and of the best of ten (`python -m bench.proposals`). No page was
    held out, so results on these pages are optimistic.
    """
    tree = tokens.tree
    starts = np.minimum(tokens.place[places], len(tree) - 1)
    before = tree.text_before
    records, stops, sums = kernels.fastest().records(tree.parent, tree.end, tree.path, before, starts, ranges, more)
    count = np.maximum(np.diff(stops, prepend=0), 1)
    filled, total, squares = sums.T
    varies = np.sqrt(np.maximum(squares * filled / np.maximum(total * total, 1) - 1.0, 0.0))
    density = _covered(places, ranges, lengths) / np.maximum(_span(places, ranges), 1)
    few = np.maximum(1.0 - 2.0 / count, 0.0)
    score = total / max(1, int(before[-1])) * few * np.sqrt(density) / (1.0 + varies)
    return RepeatedLists(tokens, places, ranges, records, stops, score)


def as_record_list(run: RepeatRun, method: str) -> RecordList:
    """A run as a record list; its region is the parent of the first record."""
    tree, (first, stop), last = run.tokens.tree, run.records[0], run.records[-1][0]
    region, tag = int(tree.parent[first]), int(tree.tag[first])
    placement = "around" if tree.end[first] == stop else "before"
    beside = int(tree.parent[last]) != region
    return RecordList(tree, method, region, tag, placement, run.records, beside=beside, certainty={tag: run.score})
