"""Records from a region and its separator: where to cut, what belongs together, what is no record.

D. Buttler, L. Liu, C. Pu, "A fully automated object extraction system for the World Wide Web", ICDCS 2001, section 3,
phase 3 (candidate objects and their refinement). The paper names the cases and the criteria, not the numbers: those
here were chosen on the development pages (`weblode bench` measures them again). We differ in that a record may be
several siblings, or stand with others of its kind below another parent.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, islice, pairwise
from statistics import median

import numpy as np

from weblode import kernels
from weblode.tags import NUMBERS
from weblode.tree import Tree

Range = tuple[int, int]  # the nodes start:stop

_TELLING = 4  # so many tag paths in common, text among them, say that two records are of a kind; fewer say nothing
_HEADS = 20  # how many shapes are tried as the beginning of a record; it is among the first of the list
ALIKE = 0.7  # how much of what most records are made of a record must have
_SMALL, _LARGE = 0.1, 20.0  # how much of the typical record's text a record may have


@dataclass(frozen=True)
class RegionCut:
    """The children of a region in pieces, in order and without gaps: what may be records, and what stands around them.

    `placement` says where the separator stands: "around" a record (it is one), "before" it (it begins one that goes on
    in the siblings after it), "after" it, or "between" records and in none.
    """

    placement: str
    records: tuple[Range, ...]
    others: tuple[Range, ...]


@dataclass(frozen=True)
class DroppedPiece:
    """A piece that is no record, and why."""

    piece: Range
    reason: str


PLACEMENTS = ("around", "before", "after", "between")
MISSES, OUTSIDE = "misses tags that most have", "stands outside the records"


def cut(tree: Tree, region: int, tag: int, *, placement: str = "", span: int = 1) -> RegionCut:
    """The region cut at the children with a tag; where these stand is found out unless it is known.

    `span` is how many children a record has where a single separator cannot tell.
    """
    bounds, places = kernels.fastest().placed(tree.end, tree.tag, region, tag)
    n = len(bounds) - 1
    if not places:
        return RegionCut("between", (), tuple(pairwise(bounds)))
    placement = placement or _placement(places, np.diff(tree.text_before[bounds]).tolist())
    if placement == "around" and len(places) == n:  # most lists, and the time of a rule is mostly spent here
        return RegionCut(placement, tuple(pairwise(bounds)), ())
    edges = _edges(placement, places, n, span)
    around = pairwise([0, *(i for edge in edges for i in edge), n])
    others = [(bounds[i], bounds[j]) for i, j in islice(around, 0, None, 2) if i < j]
    return RegionCut(placement, tuple([(bounds[i], bounds[j]) for i, j in edges]), tuple(others))


def _placement(places: list[int], text: list[int]) -> str:
    """Where the separator stands, by where there is text: in it, after it, before it."""
    if sum(text[i] == 0 for i in places) * 2 > len(places):
        return "between"
    gaps = [sum(text[a + 1 : b]) for a, b in pairwise(places)]
    if sum(gap > 0 for gap in gaps) * 2 <= len(gaps):
        return "around"
    return "after" if sum(text[: places[0]]) and not sum(text[places[-1] + 1 :]) else "before"


def _edges(placement: str, places: list[int], n: int, span: int) -> list[Range]:
    """The runs of children that make a record, as positions among the children."""
    if placement == "around":
        return [(i, i + 1) for i in places]
    if placement == "between":
        return [(a + 1, b) for a, b in pairwise([-1, *places, n]) if b > a + 1]
    longest = max((b - a for a, b in pairwise(places)), default=span)
    if placement == "before":  # the last record ends where the page goes on with something else: nobody knows where
        return [*pairwise(places), (places[-1], min(n, places[-1] + longest))]
    return [(max(0, places[0] + 1 - longest), places[0] + 1), *((a + 1, b + 1) for a, b in pairwise(places))]


# ---------------------------------------------------------------- records of several pieces
Shape = frozenset[int]  # the tag paths of a piece's elements, however often, and WORDS if it has text
WORDS, _NOTHING = -1, -2
_BR, _HR = NUMBERS["br"], NUMBERS["hr"]  # they stand between things: the last thing of a list is whole without one


def shapes(tree: Tree, pieces: Sequence[Range]) -> list[Shape]:
    """What each piece is made of; the pieces are in order."""
    if not pieces:
        return []
    first, last = pieces[0][0], pieces[-1][1]
    paths = np.where(tree.leaf[first:last] < 0, tree.path[first:last], WORDS)
    tags = tree.tag[first:last]
    breaks = (tags == _BR) | (tags == _HR)
    if not breaks.any():
        listed = paths.tolist()
        return [frozenset(listed[a - first : b - first]) for a, b in pieces]
    paths[breaks] = _NOTHING
    listed = paths.tolist()
    return [frozenset(listed[a - first : b - first]) - {_NOTHING} for a, b in pieces]


def sizes(tree: Tree, pieces: Sequence[Range]) -> list[int]:
    """How many bytes of text each piece has."""
    bounds = tree.text_before[np.array(pieces, dtype=np.int64).reshape(-1, 2)]
    found: list[int] = (bounds[:, 1] - bounds[:, 0]).tolist()
    return found


def grouped(pieces: tuple[Range, ...], made: Sequence[Shape]) -> tuple[Range, ...]:
    """The pieces, those that make a record together joined: a row with a title and the rows below it.

    The records begin at the first shape that divides nearly all pieces into runs, so that no shape comes twice in a run
    and most shapes of a run come in most others.
    """
    places: dict[Shape, list[int]] = {}
    for i, shape in enumerate(made):
        places.setdefault(shape, []).append(i)
    often = [starts for starts in places.values() if 1 < len(starts) <= len(pieces) // 2]
    for starts in often[:_HEADS]:
        runs = [*pairwise(starts), (starts[-1], min(len(made), starts[-1] + starts[1] - starts[0]))]
        covered = runs[-1][1] - starts[0]
        if covered >= 0.8 * len(pieces) and _is_cycle([made[a:b] for a, b in runs]):
            joined = [(pieces[a][0], pieces[b - 1][1]) for a, b in runs]
            return (*pieces[: starts[0]], *joined, *pieces[runs[-1][1] :])
    return pieces


def _is_cycle(runs: list[Sequence[Shape]]) -> bool:
    """Whether no shape comes twice in a run and most shapes come in most runs, in nearly all cases."""
    spread = Counter(shape for run in runs for shape in set(run))
    usual = sum(spread[shape] * 2 > len(runs) for run in runs for shape in run)
    once = sum(len(set(run)) == len(run) for run in runs)
    return once >= 0.8 * len(runs) and usual >= 0.8 * sum(map(len, runs))


def kindred(
    tree: Tree, region: int, cut_here: RegionCut, tag: int, common: set[int], *, joined: bool
) -> tuple[list[Range], list[DroppedPiece]]:
    """Records with these tag paths in lists beside the region, where a page goes on, and what else these lists hold."""
    records: list[Range] = []
    dropped: list[DroppedPiece] = []
    for other in _beside(tree, region) if len(common) >= _TELLING else ():
        there = cut(tree, other, tag, placement=cut_here.placement)
        made = shapes(tree, there.records)
        pieces = grouped(there.records, made) if joined else there.records
        made = made if pieces == there.records else shapes(tree, pieces)
        alike = [common <= shape for shape in made]
        if sum(alike) * 2 > len(pieces):
            records += [piece for piece, fits in zip(pieces, alike, strict=True) if fits]
            dropped += [DroppedPiece(piece, MISSES) for piece, fits in zip(pieces, alike, strict=True) if not fits]
            dropped += [DroppedPiece(piece, OUTSIDE) for piece in there.others]
    return records, dropped


def _beside(tree: Tree, region: int) -> list[int]:
    """The other nodes of the region's tag path whose parent, or grandparent, is the region's too."""
    alike = np.flatnonzero(tree.path == tree.path[region])
    if len(alike) == 1:
        return []
    parents, up = tree.parent[alike], tree.parent[region]
    near = (parents == up) | (tree.parent[parents] == tree.parent[up])
    return [u for u in alike[near].tolist() if u != region]


# ---------------------------------------------------------------- what is no record
def refined(
    tree: Tree, pieces: Sequence[Range], made: Sequence[Shape]
) -> tuple[list[Range], list[DroppedPiece], set[int]]:
    """The pieces that are records, the others with the reason, and the tag paths that four of five records have."""
    amounts = sizes(tree, pieces)
    filled = [size for size in amounts if size]
    typical = float(median(filled)) if filled else 0.0
    with_text = [shape for shape, size in zip(made, amounts, strict=True) if size]
    held = Counter(chain.from_iterable(with_text))
    common = {path for path, n in held.items() if n >= 0.8 * len(with_text)}
    alone = {path for path, n in held.items() if n == 1}
    kept, dropped = [], []
    for piece, size, shape in zip(pieces, amounts, made, strict=True):
        reason = misfit(size, typical) if size else "has no text"
        if not reason and len(shape & common) < ALIKE * len(common):
            reason = MISSES
        if not reason and len(shape & alone) * 2 > len(shape) > len(common) + 3:
            reason = "has too many tags of its own"
        dropped.append(DroppedPiece(piece, reason)) if reason else kept.append(piece)
    return kept, dropped, common


def misfit(size: int, typical: float) -> str:
    """Why a piece with so many bytes of text is no record where others have so many, or ""."""
    low, high = amounts(typical)
    if low <= size <= high:
        return ""
    return f"is too {'small' if size < typical else 'large'}: {size:,} bytes of text, others have {typical:,.0f}"


def amounts(typical: float) -> tuple[float, float]:
    """How many bytes of text a record may have at least and at the most where others have so many."""
    return _SMALL * typical, _LARGE * typical
