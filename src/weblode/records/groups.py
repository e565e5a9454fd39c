"""The headings that divide a list into groups: results under the name of a place, talks under a date.

A heading is an element `h1` to `h6` between the records, or a piece of the list that is one text: a row with one cell.
"""

from collections import Counter
from collections.abc import Sequence

import numpy as np

from weblode.records.objects import DroppedPiece, Range
from weblode.records.places import FieldCell, FieldPlace
from weblode.tags import NUMBERS
from weblode.tree import Tree

NAME = "group"
PLACE = FieldPlace("^heading")  # no place of a record is like it
_HEADINGS = np.array([NUMBERS[f"h{i}"] for i in range(1, 7)])
_RECORDS = 2  # so many records a group has on average: a heading above each record is its title
_FULL = 0.8  # so many of the headings have records below them
_LONGEST = 120  # characters of a heading


def cells(tree: Tree, records: Sequence[Range], dropped: Sequence[DroppedPiece]) -> list[FieldCell | None]:
    """The heading above each record, as a cell; empty if the records are not divided into groups by headings."""
    if tree.is_xml or len(records) < 2 * _RECORDS:
        return []
    headings = np.flatnonzero(np.isin(tree.tag, _HEADINGS))
    pieces = [each.piece for each in dropped if (tree.leaf[slice(*each.piece)] >= 0).sum() == 1]
    if divided := _divide(tree, records, [(u, int(tree.end[u])) for u in headings.tolist()]):
        return divided
    divided = _divide(tree, records, pieces)
    return divided if divided and divided[0] else []  # a piece between records alone may be a poor record


def _divide(tree: Tree, records: Sequence[Range], candidates: Sequence[Range]) -> list[FieldCell | None]:
    """The cells by the candidates that stand between records, or before the first, at one tag path."""
    starts = np.array([start for start, _ in records])
    stops = np.maximum.accumulate([stop for _, stop in records])
    below = np.searchsorted(starts, [start for start, _ in candidates])  # the first record below each
    outside = [
        (each, k)
        for each, k in zip(candidates, below.tolist(), strict=True)
        if k < len(records) and each[1] <= starts[k] and (not k or stops[k - 1] <= each[0])
    ]
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
