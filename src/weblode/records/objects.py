"""Records from a region and its separator: where to cut, which pieces belong together, which are not records.

D. Buttler, L. Liu, C. Pu, "A fully automated object extraction system for the World Wide Web", ICDCS 2001, section 3,
phase 3 (candidate objects and their refinement). The paper gives the cases and the criteria, but no numbers: those
here were chosen on the development pages (`weblode bench` measures them again). We differ in that a record may be
several siblings, and that records of the same kind may stand below another parent.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain, islice, pairwise

import numpy as np
from numpy.typing import NDArray

from weblode import kernels
from weblode.tags import NUMBERS
from weblode.tree import Tree

Range = tuple[int, int]  # nodes from start up to, not including, stop
Ranges = NDArray[np.int32]  # a row of two for each of them

_TELLING = 4  # common tag paths, text included, that show two records to be of a kind; fewer show nothing
_HEADS = 20  # how many shapes are tried as the start of a record; the right one is among the first of the list
ALIKE = 0.7  # the share of the tag paths of most records that a record must have
_SMALL, _LARGE = 0.1, 20.0  # the smallest and largest size of a record, relative to the typical record


@dataclass(frozen=True)
class RegionCut:
    """The children of a region in pieces, in order and without gaps: candidate records, and the others around them.

    `placement` is where the separator stands: "around" a record (it is the record), "before" it (it starts a record
    that continues in the following siblings), "after" it (it ends one), or "between" records and part of none.
    """

    placement: str
    records: tuple[Range, ...]
    others: tuple[Range, ...]


@dataclass(frozen=True)
class DroppedPiece:
    """A piece that is not a record, and why."""

    piece: Range
    reason: str


PLACEMENTS = ("around", "before", "after", "between")
MISSES, OUTSIDE = "misses tags that most have", "stands outside the records"


def cut(
    tree: Tree,
    region: int,
    tag: int,
    *,
    placement: str = "",
    span: int = 1,
    chosen: Callable[[list[int]], list[int]] | None = None,
) -> RegionCut:
    """The region cut at its children with a tag; the placement is worked out unless it is passed.

    `span` is how many children a record has; used if there is only one separator. Of the children with the tag, those
    that `chosen` returns are separators, without it all.
    """
    bounds, places = kernels.fastest().placed(tree.end, tree.tag, region, tag)
    if chosen:
        separators = set(chosen([bounds[i] for i in places]))
        places = [i for i in places if bounds[i] in separators]
    n = len(bounds) - 1
    if not places:
        return RegionCut("between", (), tuple(pairwise(bounds)))
    placement = placement or _placement(places, np.diff(tree.text_before[bounds]).tolist())
    if placement == "around" and len(places) == n:  # the most frequent case; a rule spends most of its time here
        return RegionCut(placement, tuple(pairwise(bounds)), ())
    edges = _edges(placement, places, n, span)
    around = pairwise([0, *(i for edge in edges for i in edge), n])
    others = [(bounds[i], bounds[j]) for i, j in islice(around, 0, None, 2) if i < j]
    return RegionCut(placement, tuple([(bounds[i], bounds[j]) for i, j in edges]), tuple(others))


def _placement(places: list[int], text: list[int]) -> str:
    """The placement of the separator, from where the text is: in it, after it, before it."""
    if sum(text[i] == 0 for i in places) * 2 > len(places):
        return "between"
    gaps = [sum(text[a + 1 : b]) for a, b in pairwise(places)]
    if sum(gap > 0 for gap in gaps) * 2 <= len(gaps):
        return "around"
    return "after" if sum(text[: places[0]]) and not sum(text[places[-1] + 1 :]) else "before"


def _edges(placement: str, places: list[int], n: int, span: int) -> list[Range]:
    """The runs of children that form records, as positions among the children."""
    if placement == "around":
        return [(i, i + 1) for i in places]
    if placement == "between":
        return [(a + 1, b) for a, b in pairwise([-1, *places, n]) if b > a + 1]
    longest = max((b - a for a, b in pairwise(places)), default=span)
    if placement == "before":  # nothing marks the end of the last record, so it gets the length of the longest
        return [*pairwise(places), (places[-1], min(n, places[-1] + longest))]
    return [(max(0, places[0] + 1 - longest), places[0] + 1), *((a + 1, b + 1) for a, b in pairwise(places))]


# ---------------------------------------------------------------- records of several pieces
Shape = frozenset[int]  # the distinct tag paths of a piece's elements, and WORDS if it has text
BREAKS = (NUMBERS["br"], NUMBERS["hr"])  # not part of a shape: the last record of a list often has none


def shapes(tree: Tree, pieces: Sequence[Range]) -> list[Shape]:
    """The shape of each piece; the pieces are in document order."""
    if not pieces:
        return []
    return kernels.fastest().shapes((tree.leaf, tree.path, tree.tag), BREAKS, [[piece] for piece in pieces])


def joint_shapes(tree: Tree, groups: Sequence[Sequence[Range]]) -> list[Shape]:
    """The shape of the pieces of each group together."""
    return kernels.fastest().shapes((tree.leaf, tree.path, tree.tag), BREAKS, groups)


def sizes(tree: Tree, pieces: Sequence[Range]) -> list[int]:
    """How many bytes of text each piece has."""
    bounds = tree.text_before[np.array(pieces, dtype=np.int64).reshape(-1, 2)]
    lengths: list[int] = (bounds[:, 1] - bounds[:, 0]).tolist()
    return lengths


def join_pieces(pieces: tuple[Range, ...], piece_shapes: Sequence[Shape]) -> tuple[Range, ...]:
    """The pieces after joining those that form one record, such as a row with a title and the rows below it.

    Records start at the first shape that divides nearly all pieces into runs such that no shape occurs twice in a run
    and most shapes of a run occur in most other runs.
    """
    places: dict[Shape, list[int]] = {}
    for i, shape in enumerate(piece_shapes):
        places.setdefault(shape, []).append(i)
    often = [starts for starts in places.values() if 1 < len(starts) <= len(pieces) // 2]
    for starts in often[:_HEADS]:
        runs = [*pairwise(starts), (starts[-1], min(len(piece_shapes), starts[-1] + starts[1] - starts[0]))]
        covered = runs[-1][1] - starts[0]
        if covered >= 0.8 * len(pieces) and _is_cycle([piece_shapes[a:b] for a, b in runs]):
            joined = [(pieces[a][0], pieces[b - 1][1]) for a, b in runs]
            return (*pieces[: starts[0]], *joined, *pieces[runs[-1][1] :])
    return pieces


def _is_cycle(runs: list[Sequence[Shape]]) -> bool:
    """Whether, in nearly all cases, no shape occurs twice in a run and each shape occurs in most runs."""
    spread = Counter(shape for run in runs for shape in set(run))
    usual = sum(spread[shape] * 2 > len(runs) for run in runs for shape in run)
    once = sum(len(set(run)) == len(run) for run in runs)
    return once >= 0.8 * len(runs) and usual >= 0.8 * sum(map(len, runs))


def records_beside(
    tree: Tree, region: int, cut_here: RegionCut, tag: int, common: set[int], *, joined: bool
) -> tuple[list[Range], list[DroppedPiece]]:
    """Records with these tag paths in lists beside the region that continue it, and the dropped pieces of those."""
    records: list[Range] = []
    dropped: list[DroppedPiece] = []
    for other in _beside(tree, region) if len(common) >= _TELLING else ():
        there = cut(tree, other, tag, placement=cut_here.placement)
        piece_shapes = shapes(tree, there.records)
        pieces = join_pieces(there.records, piece_shapes) if joined else there.records
        piece_shapes = piece_shapes if pieces == there.records else shapes(tree, pieces)
        alike = [common <= shape for shape in piece_shapes]
        if sum(alike) * 2 > len(pieces):
            records += [piece for piece, fits in zip(pieces, alike, strict=True) if fits]
            dropped += [DroppedPiece(piece, MISSES) for piece, fits in zip(pieces, alike, strict=True) if not fits]
            dropped += [DroppedPiece(piece, OUTSIDE) for piece in there.others]
    return records, dropped


def _beside(tree: Tree, region: int) -> list[int]:
    """The other nodes with the region's tag path that share its parent or grandparent."""
    alike = np.flatnonzero(tree.path == tree.path[region])
    if len(alike) == 1:
        return []
    parents, up = tree.parent[alike], tree.parent[region]
    near = (parents == up) | (tree.parent[parents] == tree.parent[up])
    return [u for u in alike[near].tolist() if u != region]


# ---------------------------------------------------------------- dropping pieces
def drop_misfits(
    tree: Tree, pieces: Sequence[Range], piece_shapes: Sequence[Shape]
) -> tuple[list[Range], list[DroppedPiece], set[int]]:
    """The records, the dropped pieces with reasons, and the tag paths that at least four of five pieces have."""
    piece_sizes = sizes(tree, pieces)
    filled = sorted(filter(None, piece_sizes))
    typical = (filled[(len(filled) - 1) // 2] + filled[len(filled) // 2]) / 2 if filled else 0.0  # their median
    with_text = [shape for shape, size in zip(piece_shapes, piece_sizes, strict=True) if size]
    counts = Counter(chain.from_iterable(with_text))
    common = {path for path, n in counts.items() if n >= 0.8 * len(with_text)}
    alone = {path for path, n in counts.items() if n == 1}
    records, dropped = [], []
    for piece, size, shape in zip(pieces, piece_sizes, piece_shapes, strict=True):
        reason = misfit(size, typical) if size else "has no text"
        if not reason and len(shape & common) < ALIKE * len(common):
            reason = MISSES
        if not reason and len(shape & alone) * 2 > len(shape) > len(common) + 3:
            reason = "has too many tags of its own"
        dropped.append(DroppedPiece(piece, reason)) if reason else records.append(piece)
    return records, dropped, common


def misfit(size: int, typical: float, *, unit: str = "bytes") -> str:
    """Why a piece of this size is no record among typical ones, "" if it may be one."""
    low, high = size_bounds(typical)
    if low <= size <= high:
        return ""
    return f"is too {'small' if size < typical else 'large'}: {size:,} {unit} of text, others have {typical:,.0f}"


def size_bounds(typical: float) -> tuple[float, float]:
    """The smallest and the largest size in bytes of text that a record may have, from the typical size."""
    return _SMALL * typical, _LARGE * typical
