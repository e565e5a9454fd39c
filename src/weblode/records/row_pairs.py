"""Records of two rows each: tables in which rows of one form and rows of another take turns.

A result may be a row with number, vote and title, and below it a row with points, author and comments. Each row alone
is as regular as the pairs are; and where some rows lack a cell's content, a cut at rows of one shape joins several
records. If all rows take turns by their number of cells, the pairs are the records. On the pages with gold that have
such a table the records are these pairs, without an exception. Records of one row each stay if the shorter rows have
nothing that the longer ones have not: then cells span several rows or columns there, or are lacking.
"""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from weblode.records.objects import Ranges
from weblode.tags import NUMBERS
from weblode.tree import Tree

_ROW, _CELL, _HEADER = NUMBERS["tr"], NUMBERS["td"], NUMBERS["th"]
_LEAST = 3  # so many pairs at least
_MOST = 0.8  # so many of the table's rows take turns: others are headers above, and links to further pages below
_SINGLE = 0.2  # so many of the records may be single rows that are no halves
_COMPARED = 12  # so many pairs are looked at
_PHASE = 0.8  # so many of the records begin with one of the two rows if they tell which of them is the first


def row_pairs(tree: Tree, records: Ranges) -> Ranges | None:
    """The pairs of rows that the records are, or should be; None if their rows do not take turns."""
    table = tree.parent.item(records.item(0))
    if tree.tag.item(records.item(0)) != _ROW or not _may_take_turns(tree, table):
        return None
    if (tree.parent[records[:, 0]] != table).any():
        return None
    rows, cells = _rows(tree, table)
    first, stop = _longest_turns(cells)
    if stop - first < max(2 * _LEAST, _MOST * len(rows)):
        return None
    begins = rows[first:stop].searchsorted(records[:, 0])
    begins = begins[(records[:, 0] >= rows[first]) & (begins < stop - first)]
    odd, n = int(np.count_nonzero(begins % 2)), max(1, len(begins))
    if _PHASE * n <= odd:
        first += 1
    elif odd > (1 - _PHASE) * n and (stop - first) % 2:
        return None  # the records are rows, and either the first or the last of them has no other half
    stop -= (stop - first) % 2
    upper, lower = rows[first:stop:2], rows[first + 1 : stop : 2]
    if (tree.end[records[:, 0]] == records[:, 1]).mean() > _SINGLE and _are_alike(tree, upper, lower):
        return None
    pairs = np.stack((upper, tree.end[lower]), axis=1)
    return pairs.astype(np.int32) if len(pairs) >= _LEAST else None


def _are_alike(tree: Tree, upper: NDArray[np.intp], lower: NDArray[np.intp]) -> bool:
    """Whether most of some shorter rows hold the same as the longer ones beside them, but for cells that they lack."""
    alike = 0
    pairs = list(zip(upper.tolist(), lower.tolist(), strict=True))[:_COMPARED]
    for pair in pairs:
        shorter, longer = sorted((_cell_forms(tree, row) for row in pair), key=len)
        rest = iter(longer)
        alike += all(any(form == other for other in rest) for form in shorter)
    return 2 * alike > len(pairs)


def _cell_forms(tree: Tree, row: int) -> list[tuple[frozenset[int], int]]:
    """The tags in each cell of a row that has text, and how many texts."""
    cells: list[tuple[frozenset[int], int]] = []
    u = row + 1
    while u < tree.end.item(row):
        after = tree.end.item(u)
        if tree.tag.item(u) in (_CELL, _HEADER) and tree.text_before.item(after) > tree.text_before.item(u):
            texts = int(np.count_nonzero(tree.leaf[u:after] >= 0))
            cells.append((frozenset(tree.tag[u + 1 : after].tolist()), texts))
        u = after
    return cells


def _may_take_turns(tree: Tree, table: int) -> bool:
    """Whether three rows in the middle of a table take turns: so they do if most of the rows do."""
    u, stop = (table + tree.end.item(table)) // 2, tree.end.item(table)
    while u > table and tree.parent.item(u) != table:
        u = tree.parent.item(u)
    numbers: list[int] = []
    while table < u < stop and len(numbers) < 3:
        after = tree.end.item(u)
        if tree.tag.item(u) == _ROW and tree.text_before.item(after) > tree.text_before.item(u):
            numbers.append(_cell_count(tree, u, after))
        u = after
    return len(numbers) < 3 or numbers[0] == numbers[2] != numbers[1]


def _cell_count(tree: Tree, row: int, stop: int) -> int:
    """How many cells a row has, which ends before `stop`."""
    n, u = 0, row + 1
    while u < stop:
        n += tree.tag.item(u) in (_CELL, _HEADER)
        u = tree.end.item(u)
    return n


def _rows(tree: Tree, table: int) -> tuple[NDArray[np.intp], list[int]]:
    """The rows of a table that have text, and how many cells each has."""
    inside = slice(table + 1, tree.end.item(table))
    tags, parents = tree.tag[inside], tree.parent[inside]
    rows = np.flatnonzero((tags == _ROW) & (parents == table)) + inside.start
    rows = rows[tree.text_before[tree.end[rows]] > tree.text_before[rows]]
    owners = parents[(tags == _CELL) | (tags == _HEADER)]
    owners = owners[np.isin(owners, rows)]
    return rows, np.bincount(rows.searchsorted(owners), minlength=len(rows)).tolist()


def _longest_turns(numbers: Sequence[int]) -> tuple[int, int]:
    """From where to where two different numbers take turns for longest; the first of several such parts.

    >>> _longest_turns([8, 8, 1, 8, 1, 8, 1, 2])
    (1, 7)
    """
    best, start = (0, 0), 0
    for i, (before, number) in enumerate(pairwise(numbers), 1):
        if number == before or (i - start > 1 and number != numbers[i - 2]):
            best = max(best, (start, i), key=_length)
            start = i if number == before else i - 1
    return max(best, (start, len(numbers)), key=_length)


def _length(part: tuple[int, int]) -> int:
    return part[1] - part[0]
