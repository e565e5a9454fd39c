"""Sections of one list: days, months or years with what happened then, or tables with the same header.

Both lists are on such a page, and that of the sections is often the more regular one. A date alone names no thing: if
the records of a list hold those of another one, linked things in numbers that vary, and nothing but dates stands
between these groups, the things are the records. So they are if each section has the same row of header cells.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from weblode.caches import regex
from weblode.records.objects import Range
from weblode.tags import NUMBERS
from weblode.tree import Tree
from weblode.values.kinds import as_kind

_LINKED = 0.8  # so many of the things have a link
_HELD = 0.95  # so many of the things stand in sections, so much of their text in things and dates
_FULL = 0.9  # so many of the sections have things
_SHORT = 0.9  # so many of the texts between sections are short and have a digit
_LONGEST = 60  # characters of such a text
_SAMPLES = 12  # so many are looked at first
# A year or two numbers, in digits of Europe or of Arabic and Persian: nothing else is a date.
_DIGIT = r"(?:[0-9]|\xd9[\xa0-\xa9]|\xdb[\xb0-\xb9])"
_NUMBERS = regex(rf"{_DIGIT}{{4}}|{_DIGIT}[^0-9]+{_DIGIT}".encode("latin-1"))
_LINK, _HEADER = NUMBERS["a"], NUMBERS["th"]


def may_be_sections(tree: Tree, records: Sequence[Range]) -> bool:
    """Whether the records have header cells, or dates at an end or before each; a look at three tells of most lists."""
    few = (records[0], records[len(records) // 2], records[-1])
    if _HEADER in tree.tags and all(np.count_nonzero(tree.tag[a:b] == _HEADER) > 1 for a, b in few):
        return len(_headers(tree, records)) >= _FULL * len(records) or _may_be_dated(tree, records)
    return _may_have_dates(tree, few) and _may_be_dated(tree, records)


def _may_have_dates(tree: Tree, records: Sequence[Range]) -> bool:
    """Whether the first text of the records, or the last, or the one before each, is short and may have a date."""
    leaf, start, size = tree.leaf.item, tree.start.item, len(tree)
    firsts, lasts, befores = [], [], []
    for first, stop in records:
        u = first
        while u < size and leaf(u) < 0:
            u += 1
        firsts.append(u)
        u = stop - 1
        while u > 0 and leaf(u) < 0:
            u -= 1
        lasts.append(u)
        u = first - 1
        while u > 0 and leaf(u) < 0:
            u -= 1
        befores.append(u)
    places = (firsts, lasts, befores[1:])
    bounds = [[(start(u), start(u + 1)) for u in each if u < size] for each in places]
    return any(all(b - a <= 2 * _LONGEST and _NUMBERS.search(tree.buffer, a, b) for a, b in each) for each in bounds)


def _headers(tree: Tree, records: Sequence[Range]) -> list[Range]:
    """The header cells of each record that has two or more: from the first to the end of the last in one row."""
    cells = np.flatnonzero(tree.tag == _HEADER)
    bounds = cells.searchsorted(np.array(records, dtype=np.int32).reshape(-1, 2)).tolist()
    rows = []
    for first, last in bounds:
        inside = cells[first:last]
        row = inside[tree.parent[inside] == tree.parent[inside[0]]] if last - first > 1 else inside
        if len(row) > 1:
            rows.append((int(row[0]), int(tree.end[row[-1]])))
    return rows


def _may_be_dated(tree: Tree, records: Sequence[Range]) -> bool:
    """Whether the first text of the records, or the last, or that before each, is a date."""
    leaves = tree.leaves
    bounds = leaves.searchsorted(np.array(records, dtype=np.int32).reshape(-1, 2))
    if not (bounds[:, 1] - bounds[:, 0] > 1).any():
        return False
    places = (bounds[:, 0], bounds[:, 1] - 1, bounds[1:, 0] - 1)
    samples = [leaves[np.maximum(each[:: len(each) // _SAMPLES + 1], 0)].tolist() for each in places]
    return any(_are_dates([tree.string(u) for u in each]) for each in samples)


def _are_dates(texts: Sequence[str]) -> bool:
    """Whether half of some texts are dates, and the others may have one in them: "Releases of July 4, 2018"."""
    short = [text for text in texts if len(text) <= _LONGEST and any(map(str.isdigit, text))]
    if not short or len(short) < _SHORT * len(texts):
        return False
    return 2 * sum(each is not None for each in as_kind(short, "date")) >= len(texts)


def are_sections(tree: Tree, records: Sequence[Range], things: Sequence[Range]) -> bool:
    """Whether the records of a list are sections, and hold those of another list."""
    if len(things) <= len(records):
        return False
    starts = [start for start, _ in records]
    by_section: dict[int, list[Range]] = {}
    for start, stop in things:
        i = bisect_right(starts, start) - 1
        if i >= 0 and stop <= records[i][1] and (start, stop) != records[i]:
            by_section.setdefault(i, []).append((start, stop))
    groups = list(by_section.values())
    counts = [len(each) for each in groups]
    if sum(counts) < _HELD * len(things) or len(counts) < _FULL * len(records) or len(set(counts)) < 2:
        return False
    between = [(before[-1][1], after[0][0]) for before, after in pairwise(groups)]
    inside = [thing for each in groups for thing in each]
    whole = _size(tree, [(groups[0][0][0], groups[-1][-1][1])])
    if _size(tree, inside) + _size(tree, between) < _HELD * whole or _size(tree, inside) < 0.5 * whole:
        return False
    if _have_equal_headers(tree, records, inside):
        return True
    linked = sum(bool((tree.tag[a:b] == _LINK).any()) for a, b in inside)
    texts = tree.texts(between, line=" ")
    return linked >= _LINKED * len(inside) and _are_dates(texts)


def _have_equal_headers(tree: Tree, records: Sequence[Range], things: Sequence[Range]) -> bool:
    """Whether nearly all records have the same header cells, and no thing has one."""
    rows = _headers(tree, records) if _HEADER in tree.tags else []
    if len(rows) < _FULL * len(records) or len(rows) < 2:
        return False
    texts = Counter(tree.texts(rows, line=" "))
    (text, n), *_ = texts.most_common(1)
    return bool(text) and n >= _FULL * len(records) and not any((tree.tag[a:b] == _HEADER).any() for a, b in things)


def _size(tree: Tree, pieces: Sequence[Range]) -> int:
    text_before = tree.text_before.item
    return sum(text_before(stop) - text_before(start) for start, stop in pieces)
