"""What repeats regularly in the tokens of a page, and the records that begin where it does.

C.-H. Chang, C.-N. Hsu, S.-C. Lui, "Automatic information extraction from semi-structured Web pages by pattern
discovery", Decision Support Systems 35, 2003, sections 2.2 and 2.3: maximal repeats, variance, density, clusters of
occurrences. We differ in that a suffix array does what their PAT tree does; that clusters may vary as much as whole
runs; and that a run is read in the tree: a record is whole siblings that begin where the repeat does, and so is right
when the repeat begins somewhat inside it.
"""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from weblode import kernels
from weblode.records.discover import Found
from weblode.records.objects import Range
from weblode.records.tokens import Tokens, encode
from weblode.tree import Column, Tree


@dataclass(frozen=True)
class Bounds:
    """What a repeat must be to be looked at; the length, count, variance and density are the paper's."""

    length: int = 3
    count: int = 5
    variance: float = 0.36
    cluster: float = 0.36  # the variance of a part of the occurrences where all vary too much
    density: float = 0.20


@dataclass(frozen=True, eq=False)
class Run:
    """Occurrences of a repeat that follow each other, as places in the tokens, and the records that begin at them."""

    tokens: Tokens = field(repr=False)
    length: int
    places: Column
    records: tuple[Range, ...]
    score: float


PROPOSED = Bounds(count=3)  # many pages list three or four things; those who judge proposals can tell
_OCCURRENCES = 1_000_000  # how many are looked at on a page; real pages have up to 70,000
_RUNS = 256  # how many runs are read in the tree, those that cover the most tokens first
_LEADERS = 64  # how many of these, the best first, may be proposed
_AGAIN = 0.7  # what each proposal takes off the next with records of the same tag path


def proposals(tree: Tree, *, limit: int = 10) -> list[Found]:
    """The record lists that repeats suggest, best first, no more than a limit; a few tenths of a millisecond."""
    return [found(run, "repeats") for run in runs(tree, PROPOSED, limit=limit)]


def runs(tree: Tree, bounds: Bounds | None = None, *, limit: int = 10) -> list[Run]:
    """The regular runs of a page, best first, no two with the same records.

    In the block-level encoding; in one that keeps more tags where that has no runs, as on pages whose records are a line
    each of preformatted text.
    """
    for encoding in ("block-level", "no-physical"):
        if listed := regular(encode(tree, encoding), bounds or Bounds(), limit=limit):
            return listed
    return []


def regular(tokens: Tokens, bounds: Bounds, *, limit: int) -> list[Run]:
    """The regular runs in a row of tokens, best first, no two with the same records."""
    kernel, tree = kernels.fastest(), tokens.tree
    order, repeats = kernel.repeats(tokens.row, bounds.length, bounds.count)
    limits = (bounds.variance, bounds.cluster, bounds.density)
    which, places = kernel.regular(order, repeats, bounds.count, limits, _OCCURRENCES)
    if not len(which):
        return []
    lengths, first, stop = repeats[which[:, 0], 0].astype(np.int64), which[:, 1], which[:, 2]
    span = (places[stop - 1] - places[first]).astype(np.int64)
    density = np.minimum(1.0, (stop - first - 1) * lengths / span)
    chosen = np.argsort(-density * span, kind="stable")[:_RUNS]
    starts = np.minimum(tokens.place[places], len(tree) - 1)
    pairs, stops = kernel.records(tree.parent, tree.end, tree.path, starts, which[chosen, 1:].copy())
    score = _scores(tree, pairs, stops) * np.sqrt(density[chosen])
    return [
        Run(
            tokens,
            int(lengths[chosen[i]]),
            places[first[chosen[i]] : stop[chosen[i]]],
            tuple(map(tuple, pairs[stops[i - 1] if i else 0 : stops[i]].tolist())),
            float(score[i]),
        )
        for i in _varied(tree, pairs, stops, score)[:limit]
    ]


def _scores(tree: Tree, pairs: Column, stops: Column) -> NDArray[np.float64]:
    """How much of the page's text the records of each run have, less if they are few or of unequal sizes.

    The formula was chosen among a dozen on the development pages, by what `weblode bench` prints for the first answer
    and for the best of ten. Records without text are not asked for their size.
    """
    before = tree.text_before
    sizes = (before[pairs[:, 1]] - before[pairs[:, 0]]).astype(np.float64)
    sums = np.zeros((3, len(sizes) + 1))
    np.cumsum([sizes > 0, sizes, sizes * sizes], axis=1, out=sums[:, 1:])
    count = np.diff(stops, prepend=0)
    filled, total, squares = sums[:, stops] - sums[:, stops - count]
    mean = total / np.maximum(filled, 1)
    deviation = np.sqrt(np.maximum(squares / np.maximum(filled, 1) - mean * mean, 0.0))
    share = total / max(1, int(before[-1]))
    found: NDArray[np.float64] = share * np.maximum(1 - 2 / np.maximum(count, 1), 0) / (1 + deviation / np.maximum(mean, 1))
    return found


def _varied(tree: Tree, pairs: Column, stops: Column, score: NDArray[np.float64]) -> list[int]:
    """The runs by score, without those of the same records, each lower for the better ones of the same tag path."""
    seen: dict[bytes, None] = {}
    above: dict[int, float] = {}
    found: list[tuple[float, int]] = []
    for i in np.argsort(-score, kind="stable")[:_LEADERS].tolist():
        records = pairs[stops[i - 1] if i else 0 : stops[i]]
        key = records.tobytes()
        if score[i] <= 0.0 or key in seen:
            continue
        seen[key] = None
        path = int(tree.path[records[0, 0]])
        above[path] = above.get(path, 1.0 / _AGAIN) * _AGAIN
        found.append((-float(score[i]) * above[path], i))
    return [i for _, i in sorted(found)]


def scored(tokens: Tokens, places: Column, length: int) -> Run | None:
    """The run of what occurs at some places, with so many tokens that are the same; None without two records."""
    tree = tokens.tree
    starts = np.minimum(tokens.place[places], len(tree) - 1)
    pairs, stops = kernels.fastest().records(
        tree.parent, tree.end, tree.path, starts, np.array([[0, len(places)]], dtype=np.int32)
    )
    if len(pairs) < 2:
        return None
    density = min(1.0, (len(places) - 1) * length / int(places[-1] - places[0]))
    score = float(_scores(tree, pairs, stops)[0]) * density**0.5
    return Run(tokens, length, places, tuple(map(tuple, pairs.tolist())), score)


def found(run: Run, method: str) -> Found:
    """The records of a run as all methods give them; its region holds the first of them."""
    tree, (first, stop), last = run.tokens.tree, run.records[0], run.records[-1][0]
    region, tag = int(tree.parent[first]), int(tree.tag[first])
    placement = "around" if tree.end[first] == stop else "before"
    beside = int(tree.parent[last]) != region
    return Found(tree, method, region, tag, placement, run.records, beside=beside, certainty={tag: run.score})
