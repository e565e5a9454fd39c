"""Lists completed: siblings of records that a cut left out, records that go on beside them, columns side by side.

The ranker weighs lists as wholes, and prefers records that are alike. So where one of the next lists has all records of
the first one and others, these are looked at themselves.
"""

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from weblode.kernels.lists import Lists
from weblode.records.members import Texts, piece_odds
from weblode.records.objects import Ranges
from weblode.records.traits import traits
from weblode.tree import Tree

# A wider list is looked for among so many, with log odds that are lower by so much at most; each of its further pieces
# has these log odds of a record at least. With judges fitted on other sets 11 pages gain by this and 2 lose; any odds
# from 0.6 to 1.2, and from 1 to 2 for the pieces, do nearly the same.
_NEXT, _NEXT_ODDS, _SURELY = 12, 0.6, 1.0
_COLUMNS = 6  # so many columns has a list at most

Wider = tuple[int, NDArray[np.bool_]]  # a list, and which of its pieces are new


def complete(tree: Tree, lists: Lists, odds: NDArray[np.float64], order: list[int], texts: Texts) -> list[int]:
    """The order of a page's lists; if the first lacks siblings of its records that a wider one has, this comes first.

    The ranker weighs lists as wholes, and prefers records that are alike. Whether the siblings that a cut at a shape or
    a class leaves out are records is for the judge of pieces to say. The columns of a list, side by side, need none.
    """
    around = list(_lists_around(tree, lists, odds, order))
    for i, _ in around:
        if are_columns(tree, records_of(lists, i)):
            return with_first(order, i)
    for i, is_further in _with_siblings(tree, lists, order[0], around, texts):
        if are_records(piece_odds(tree, records_of(lists, i), texts, traits()[0]), is_further):
            return with_first(order, i)
    return order


def wider_lists(
    tree: Tree, lists: Lists, odds: NDArray[np.float64], order: Sequence[int], texts: Texts
) -> Iterator[tuple[int, NDArray[np.bool_]]]:
    """The next lists with all records of the first and siblings with their tags, each with which pieces are new.

    None has more new pieces than old ones: these would be a list of their own.
    """
    return _with_siblings(tree, lists, order[0], _lists_around(tree, lists, odds, order), texts)


def _with_siblings(tree: Tree, lists: Lists, first: int, around: Iterable[Wider], texts: Texts) -> Iterator[Wider]:
    """Those of the lists around the first whose new pieces are siblings of its records, and no more than these."""
    most = 2 * lists.kept[first]
    for i, is_further in around:
        if len(is_further) <= most:
            records = records_of(lists, i)
            parents = tree.parent[records[:, 0]]
            are_siblings = set(parents[is_further].tolist()) <= set(parents[~is_further].tolist())
            if are_siblings or go_on(tree, records, is_further, texts):
                yield i, is_further


def _lists_around(tree: Tree, lists: Lists, odds: NDArray[np.float64], order: Sequence[int]) -> Iterator[Wider]:
    """The next lists with all records of the first and others with their tags, as many as columns may have."""
    first, n = order[0], lists.kept[order[0]]
    least, counts = odds.item(first) - _NEXT_ODDS, lists.kept
    longer = [i for i in order[1:_NEXT] if n < counts[i] <= _COLUMNS * n and odds.item(i) >= least]
    records = records_of(lists, first) if longer else lists.pieces
    for i in longer:
        others = records_of(lists, i)
        places = others[:, 0].searchsorted(records[:, 0])
        if places[-1] == len(others) or (others[places] != records).any():
            continue
        is_further = np.ones(len(others), dtype=np.bool_)
        is_further[places] = False
        if set(tree.tag[others[is_further, 0]].tolist()) <= set(tree.tag[records[:, 0]].tolist()):
            yield i, is_further


def go_on(tree: Tree, records: Ranges, is_further: NDArray[np.bool_], texts: Texts) -> bool:
    """Whether all records of a list have one tag path, and no text stands between the further ones and the others."""
    changes = np.flatnonzero(is_further[1:] != is_further[:-1])
    width = texts[0][records]
    return bool((width[changes + 1, 0] == width[changes, 1]).all()) and len(set(tree.path[records[:, 0]].tolist())) == 1


def are_columns(tree: Tree, records: Ranges) -> bool:
    """Whether records are in several columns of one list: no text between them, and as many in each.

    The last column may have less, down to half.
    """
    above = tree.parent[records[:, 0]]
    if above.item(0) == above.item(-1):  # as of most lists; the parents of columns are in order, as these are
        return False
    parents, counts = np.unique(above, return_counts=True)
    if not 1 < len(parents) < len(records) or (counts[:-1] != counts[0]).any():
        return False
    if not counts[0] <= 2 * counts[-1] <= 2 * counts[0]:
        return False
    leaves = tree.leaves.searchsorted(records)
    return len(set(tree.path[parents].tolist())) == 1 and bool((leaves[1:, 0] == leaves[:-1, 1]).all())


def are_records(odds: NDArray[np.float64], flags: NDArray[np.bool_]) -> bool:
    """Whether all of the flagged pieces of a list are surely records, by the log odds of its pieces."""
    return bool(odds[flags].min() >= _SURELY)


def with_first(order: list[int], i: int) -> list[int]:
    """The order with a list at its beginning."""
    return order if i == order[0] else [i, *(other for other in order if other != i)]


def records_of(lists: Lists, i: int) -> Ranges:
    """The records of a proposal."""
    pieces = pieces_of(lists, i)
    return pieces[:, :2] if lists.kept[i] == len(pieces) else pieces[pieces[:, 2] > 0, :2]


def pieces_of(lists: Lists, i: int) -> NDArray[np.int32]:
    """The pieces of a proposal: their nodes, and whether they are records."""
    return lists.pieces[lists.offsets.item(i) : lists.offsets.item(i + 1)]
