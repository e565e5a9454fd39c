"""What repeats regularly in the tokens of a page, and the records that begin where it does.

C.-H. Chang, C.-N. Hsu, S.-C. Lui, "Automatic information extraction from semi-structured Web pages by pattern
discovery", Decision Support Systems 35, 2003, sections 2.2 and 2.3: maximal repeats, variance, density, clusters of
occurrences. We differ in that a suffix array does what their PAT tree does; that clusters may vary as much as whole
runs; and that a run is read in the tree: a record is whole siblings that begin where the repeat does, and so is right
when the repeat begins somewhat inside it.
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
    """What a repeat must be to be looked at; the length, count, variance and density are the paper's.

    Without an `encoding` it is the block level, and one that keeps more tags where that has no runs.
    """

    length: int = 3
    count: int = 5
    variance: float = 0.36
    cluster: float | None = None  # the variance of a part of the occurrences where all vary too much; else the same
    density: float = 0.20
    more: bool = False  # a list may go on for one record after the last occurrence; where no pattern finds that one
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
    """Occurrences of a repeat that follow each other, as places in the tokens, and the records that begin at them."""

    tokens: Tokens = field(repr=False)
    places: Column
    records: tuple[Range, ...]
    score: float


PROPOSED = Bounds(count=3, more=True)  # many pages list three or four things; those who judge proposals can tell
_OCCURRENCES = 1_000_000  # how many are looked at on a page; real pages have up to 70,000
_RUNS = 256  # how many runs are read in the tree, those that cover the most tokens first
_LEADERS = 64  # how many of these, the best first, may be proposed
_AGAIN = 0.7  # what each proposal takes off the next with records of the same tag path


def proposals(tree: Tree, *, limit: int = 10) -> list[RecordList]:
    """The record lists that repeats suggest, best first, no more than a limit; a few tenths of a millisecond."""
    return [found(run, "repeats") for run in runs(tree, PROPOSED, limit=limit)]


def runs(tree: Tree, bounds: Bounds | None = None, *, limit: int = 10) -> list[RepeatRun]:
    """The regular runs of a page, best first, no two with the same records.

    In the encoding of the bounds. Without one, in the block level; in one that keeps more tags where that has no runs,
    as on pages whose records are lines of preformatted text.
    """
    wanted = bounds or Bounds()
    for encoding in (wanted.encoding,) if wanted.encoding else ("block-level", "no-physical"):
        if listed := regular(encode(tree, encoding), wanted, limit=limit):
            return listed
    return []


def regular(tokens: Tokens, bounds: Bounds, *, limit: int) -> list[RepeatRun]:
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
    """How many tokens from the first place of each range to the last are in an occurrence of a length."""
    first, stop = ranges[:, 0], ranges[:, 1]
    found: NDArray[np.int64] = np.minimum((stop - first - 1) * lengths.astype(np.int64), _span(places, ranges))
    return found


def _span(places: Column, ranges: Column) -> Column:
    return places[ranges[:, 1] - 1] - places[ranges[:, 0]]


@dataclass(frozen=True, eq=False)
class RepeatedLists:
    """What begins at ranges of places in the tokens: the records of all, where those of each end, and its score."""

    tokens: Tokens
    places: Column
    ranges: Column
    records: Column
    stops: Column
    score: NDArray[np.float64]

    def nodes(self, i: int) -> Column:
        """The records of one range, as rows of first node and first after it."""
        return self.records[self.stops[i - 1] if i else 0 : self.stops[i]]

    def run(self, i: int) -> RepeatRun:
        """One of them."""
        first, stop = self.ranges[i].tolist()
        records = tuple(zip(*self.nodes(i).T.tolist(), strict=True))
        return RepeatRun(self.tokens, self.places[first:stop], records, float(self.score[i]))

    def varied(self) -> list[int]:
        """Their numbers by score, each with other records, lower for each better one with records of its tag path."""
        seen: set[bytes] = set()
        above: dict[int, float] = {}
        found: list[tuple[float, int]] = []
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
                found.append((-float(score[i]) * above[kind], i))
        return [i for _, i in sorted(found)]


def read(tokens: Tokens, places: Column, ranges: Column, lengths: Column, *, more: bool) -> RepeatedLists:
    """The records that begin at the places of each range, and how good a list each is; of each place so many tokens
    are the same in all. With `more`, the list may go on for one record after the last place.

    The score is how much of the page's text the records have, less if the same tokens cover little of it, if the
    records are few or of unequal sizes. Formula, `_AGAIN` and the second encoding were chosen among two dozen on all
    development pages, by the F1 of the first list and of the best of ten (`python -m bench.proposals`): no page was
    kept back, so figures on these pages flatter them.
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


def found(run: RepeatRun, method: str) -> RecordList:
    """The records of a run as all methods give them; its region holds the first of them."""
    tree, (first, stop), last = run.tokens.tree, run.records[0], run.records[-1][0]
    region, tag = int(tree.parent[first]), int(tree.tag[first])
    placement = "around" if tree.end[first] == stop else "before"
    beside = int(tree.parent[last]) != region
    return RecordList(tree, method, region, tag, placement, run.records, beside=beside, certainty={tag: run.score})
