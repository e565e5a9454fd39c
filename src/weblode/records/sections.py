"""Sections of one list: days, months or years with what happened then, or tables with the same header.

Both lists are on such a page, and that of the sections is often the more regular one. A date alone names no thing: if
the records of a list hold those of another one, linked things in numbers that vary, and nothing but dates stands
between these groups, the things are the records. So they are if each section has the same row of header cells. The
cells of a row that begins with a date are no things: such a row is a record.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import takewhile

import numpy as np
from numpy.typing import NDArray

from weblode import kernels
from weblode.caches import regex
from weblode.kernels.members import HEADERS
from weblode.records.objects import Range, Ranges
from weblode.tags import NUMBERS
from weblode.tree import Tree
from weblode.values.dates import may_be_date
from weblode.values.kinds import as_kind

_LINKED = 0.8  # so many of the things have a link
_HELD = 0.95  # so many of the things stand in sections, so much of their text in things and dates
_FULL = 0.9  # so many of the sections have things
_SHORT = 0.9  # so many of the texts between sections are short and have a digit
_DIGIT = regex("[0-9]")
_LONGEST = 60  # characters of such a text
_SAMPLES = 12  # so many are looked at first
_LINK, _HEADER, _CELL = NUMBERS["a"], NUMBERS["th"], NUMBERS["td"]


def may_be_sections(tree: Tree, pieces: NDArray[np.int32]) -> bool:
    """Whether records have header cells, or dates at an end or before each; `pieces` are as `kernels.lists` gives them.

    A look at three records tells of most lists.
    """
    columns = (tree.start, tree.leaf, tree.tag)
    signs = kernels.fastest().section_signs(tree.buffer, columns, pieces, _HEADER)
    if not signs:
        return False
    records = pieces[pieces[:, 2] > 0, :2]
    if signs & HEADERS and len(_headers(tree, records)) >= _FULL * len(records):
        return True
    return _may_be_dated(tree, records)


def _headers(tree: Tree, records: Ranges) -> list[Range]:
    """The header cells of each record that has two or more: from the first to the end of the last in one row."""
    cells = np.flatnonzero(tree.tag == _HEADER)
    bounds = cells.searchsorted(records).tolist()
    rows = []
    for first, last in bounds:
        inside = cells[first:last]
        row = inside[tree.parent[inside] == tree.parent[inside[0]]] if last - first > 1 else inside
        if len(row) > 1:
            rows.append((int(row[0]), int(tree.end[row[-1]])))
    return rows


def _may_be_dated(tree: Tree, records: Ranges) -> bool:
    """Whether the first text of the records, or the last, or that before each, is a date."""
    leaves = tree.leaves
    bounds = leaves.searchsorted(records)
    if not (bounds[:, 1] - bounds[:, 0] > 1).any():
        return False
    places = (bounds[:, 0], bounds[:, 1] - 1, bounds[1:, 0] - 1)
    samples = (leaves[np.maximum(each[:: len(each) // _SAMPLES + 1], 0)].tolist() for each in places)
    return any(_are_dates([tree.string(u) for u in each]) for each in samples)


def _are_dates(texts: Sequence[str]) -> bool:
    """Whether half of some texts are dates, and the others may have one in them: "Releases of July 4, 2018".

    They may all begin with the same words, however many, as "Published in the journal of" before the dates.
    """
    short = [text for text in texts if len(text) <= _LONGEST and _has_digit(text)]
    if not short or len(short) < _SHORT * len(texts):
        return False
    words = [text.split() for text in short]
    if 2 * sum([may_be_date(" ".join(each)) for each in words]) < len(texts):
        return False
    same = sum(1 for _ in takewhile(_are_equal, zip(*words, strict=False))) if len(short) > 1 else 0
    # The month may be the same too, and the weekday before it.
    starts = dict.fromkeys([0, *range(max(0, same - 2), same + 1)])
    every = (as_kind([" ".join(each[start:]) for each in words], "date") for start in starts)
    return any(2 * sum(each is not None for each in dates) >= len(texts) for dates in every)


def _are_equal(words: Sequence[str]) -> bool:
    return len(set(words)) == 1


def _has_digit(text: str) -> bool:
    return _DIGIT.search(text) is not None or (not text.isascii() and any(map(str.isdigit, text)))


def are_sections(tree: Tree, sections: Ranges, rows: Ranges) -> bool:
    """Whether the records of a list are sections, and hold those of another list."""
    parts = kernels.fastest().held(sections, rows, _HELD, _FULL)
    if parts is None:
        return False
    inside, counts = parts
    if _are_own_cells(tree, sections[:, 0], inside[:, 0]):
        return False
    stops = np.cumsum(counts)[:-1]  # where the next section's things begin
    between = np.stack((inside[stops - 1, 1], inside[stops, 0]), axis=1)
    whole, size = _size(tree, np.array([[inside[0, 0], inside[-1, 1]]])), _size(tree, inside)
    if size + _size(tree, between) < _HELD * whole or size < 0.5 * whole:
        return False
    if _have_equal_headers(tree, sections, inside):
        return True
    if _count_having(tree, _LINK, inside) < _LINKED * len(inside):
        return False
    return _are_dates(tree.texts(between, line=" "))


def _are_own_cells(tree: Tree, sections: NDArray[np.int32], starts: NDArray[np.int32]) -> bool:
    """Whether things begin with cells of the very rows that would be their sections, which begin at some nodes."""
    tags = tree.tag[starts]
    cells = starts[(tags == _CELL) | (tags == _HEADER)]
    return len(cells) > 0 and bool(np.isin(tree.parent[cells], sections).any())


def _have_equal_headers(tree: Tree, records: Ranges, things: Ranges) -> bool:
    """Whether nearly all records have the same header cells, and no thing has one."""
    rows = _headers(tree, records) if _HEADER in tree.tags else []
    if len(rows) < _FULL * len(records) or len(rows) < 2:
        return False
    texts = Counter(tree.texts(rows, line=" "))
    (text, n), *_ = texts.most_common(1)
    return bool(text) and n >= _FULL * len(records) and not _count_having(tree, _HEADER, things)


def _count_having(tree: Tree, tag: int, pieces: Ranges) -> int:
    """How many pieces have a node with a tag."""
    places = np.flatnonzero(tree.tag == tag).searchsorted(pieces)
    return int(np.count_nonzero(places[:, 1] > places[:, 0]))


def _size(tree: Tree, pieces: Ranges) -> int:
    """The bytes of text in some pieces."""
    before = tree.text_before[pieces]
    return int((before[:, 1] - before[:, 0]).sum())
