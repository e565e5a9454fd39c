"""The headings that divide a list into groups: results under the name of a place, talks under a date.

A heading is an element `h1` to `h6` between the records, or a piece of the list that is one text: a row with one cell.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from itertools import accumulate

import numpy as np

from weblode.records.objects import DroppedPiece, Range
from weblode.records.places import FieldCell, FieldPlace
from weblode.tags import NUMBERS
from weblode.tree import Tree

NAME = "group"
PLACE = FieldPlace("^heading")  # no place of a record is like it
_HEADING_TAGS = frozenset(NUMBERS[f"h{i}"] for i in range(1, 7))
_HEADINGS = np.zeros(len(NUMBERS) + 1, dtype=np.bool_)  # the last entry is for tags that HTML does not define
_HEADINGS[sorted(_HEADING_TAGS)] = True
_RECORDS = 2  # so many records a group has on average: a heading above each record is its title
_FULL = 0.8  # so many of the headings have records below them
_LONGEST = 120  # characters of a heading


def cells(tree: Tree, records: Sequence[Range], dropped: Sequence[DroppedPiece]) -> list[FieldCell | None]:
    """The heading above each record, as a cell; empty if the records are not divided into groups by headings."""
    if tree.is_xml or len(records) < 2 * _RECORDS or not _are_apart(records):
        return []
    if not tree.tags.isdisjoint(_HEADING_TAGS):
        last, end_of = records[-1][0], tree.end.item  # headings below the last record divide nothing
        headings = _HEADINGS.take(tree.tag[:last], mode="clip").nonzero()[0].tolist()
        if divided := _divide(tree, records, [(u, end_of(u)) for u in headings]):
            return divided
    pieces = [each.piece for each in dropped if (tree.leaf[slice(*each.piece)] >= 0).sum() == 1]
    divided = _divide(tree, records, pieces) if pieces else []
    return divided if divided and divided[0] else []  # a piece between records alone may be a poor record


def _are_apart(records: Sequence[Range]) -> bool:
    """Whether anything stands between two records: there is no heading where all follow each other."""
    stop = records[0][1]
    for start, end in records:
        if start > stop:
            return True
        if end > stop:
            stop = end
    return False


def _divide(tree: Tree, records: Sequence[Range], candidates: Sequence[Range]) -> list[FieldCell | None]:
    """The cells by the candidates that stand between records, or before the first, at one tag path."""
    starts = [start for start, _ in records]
    stops = list(accumulate((stop for _, stop in records), max))
    outside = []
    for each in candidates:
        k = bisect_left(starts, each[0])  # the first record below it
        if k < len(records) and each[1] <= starts[k] and (not k or stops[k - 1] <= each[0]):
            outside.append((each, k))
    between = Counter(int(tree.path[start]) for (start, _), k in outside if k)
    if not between:
        return []
    path, _ = between.most_common(1)[0]
    same = [(each, k) for each, k in outside if tree.path[each[0]] == path]
    first = max((i for i, (_, k) in enumerate(same) if k == 0), default=0)  # the last one before the first record
    same = same[first:]
    groups = {k: each for each, k in same}  # of several headings in a row the last
    texts = {k: tree.text(*each, line=" ") for k, each in groups.items()}
    if len(groups) < max(2, _FULL * len(same)) or len(records) < _RECORDS * len(groups):
        return []
    sizes = np.diff([*sorted(groups), len(records)])
    if min(groups) > len(records) / 2 or (sizes >= _RECORDS).sum() < len(groups) / 2:
        return []
    if len(set(texts.values())) < 2 or not all(0 < len(text) <= _LONGEST for text in texts.values()):
        return []
    divided: list[FieldCell | None] = []
    cell = None
    for i in range(len(records)):
        cell = FieldCell(groups[i], texts[i]) if i in groups else cell
        divided.append(cell)
    return divided
