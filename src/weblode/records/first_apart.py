"""The first record where it stands apart: the question above its answers, the post that others reply to.

The records are in one container, and the first one is in another, often of another kind. What people wrote has the same
class in all of them, though, so that one of the proposals has a piece in each record, and one before them all.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from weblode.kernels import lists as kinds
from weblode.kernels.lists import Lists
from weblode.records.completing import records_of
from weblode.records.members import Texts
from weblode.records.objects import Range, Ranges
from weblode.tags import NUMBERS
from weblode.tree import Tree

# The list of what was written is looked for among so many, with log odds that are lower by so much at most. Nearly all
# of the text of the records is in it, but not all: a header row has as many cells as the rows below it. Of what is
# written half at most is links, and the first text is no mere heading. Chosen by looking at all such lists of the
# record sets (docs/records.md), most of them of one kind of forum; on others only pages without lists were measured.
_NEAR, _ODDS = 40, 3.0
_LEAST, _MOST = 0.75, 0.995
_LINKED, _SHORT = 0.5, 0.2
_CUT, _LINK = kinds.HEADS.index("cut"), NUMBERS["a"]


def first_apart(
    tree: Tree, lists: Lists, odds: NDArray[np.float64], order: Sequence[int], texts: Texts
) -> Range | None:
    """The record that stands before those of the first list, outside of their container; None if there is none."""
    counts, least = lists.kept, odds.item(order[0]) - _ODDS
    n = counts[order[0]]
    near = [i for i in order[1:_NEAR] if counts[i] == n + 1 and odds.item(i) >= least]
    near = [i for i in near if lists.heads.item(i, _CUT) == kinds.MARK]
    records = records_of(lists, order[0]) if near else lists.pieces
    for i in near:
        written = records_of(lists, i)
        if _are_written(tree, records, written, texts[0]):
            return _widest(tree, written.item(0), records.item(0))
    return None


def _are_written(tree: Tree, records: Ranges, written: Ranges, width: NDArray[np.int32]) -> bool:
    """Whether pieces are what was written in each record and, before them all, in one that stands apart."""
    first, rest = written[0], written[1:]
    if first[1] > records[0, 0] or (rest[:, 0] < records[:, 0]).any() or (rest[:, 1] > records[:, 1]).any():
        return False
    sizes = width[rest[:, 1]] - width[rest[:, 0]]
    share = sizes.sum() / max(1, (width[records[:, 1]] - width[records[:, 0]]).sum())
    if not _LEAST <= share <= _MOST or width[first[1]] - width[first[0]] < _SHORT * np.median(sizes):
        return False
    links = np.flatnonzero(tree.tag == _LINK)
    places = rest[:, 0].searchsorted(links, side="right") - 1
    inside = links[(places >= 0) & (links < rest[places, 1])]
    return bool((width[tree.end[inside]] - width[inside]).sum() <= _LINKED * sizes.sum())


def _widest(tree: Tree, u: int, stop: int) -> Range:
    """The widest element around a node that ends before another one."""
    while (above := tree.parent.item(u)) >= 0 and tree.end.item(above) <= stop:
        u = above
    return u, tree.end.item(u)
