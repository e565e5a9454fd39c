"""The cells of tables whose rows are the records: a value belongs to the column of its cell.

An empty cell has no text, so that by the order of their texts alone the values after it would move to the left.
"""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from weblode import kernels
from weblode.records.objects import Range
from weblode.records.places import FieldPlace, Row
from weblode.tags import NUMBERS
from weblode.tree import Tree

_TR, _TD, _TH = (NUMBERS[name] for name in ("tr", "td", "th"))

Numbers = tuple[int, ...]  # of the cells in which the places of a record stand, from 1


def cell_numbers(tree: Tree, records: Sequence[Range], rows: Sequence[Row]) -> list[Numbers]:
    """The numbers of each record's cells; empty unless all are rows of tables with as many cells, two or more.

    Where rows differ, cells are joined or missing, and a number says nothing.
    """
    cells = _cells(tree, records)
    if not len(cells):
        return []
    firsts, bounds = kernels.fastest().first_nodes(rows)
    width = len(cells) // len(records)
    numbers = ((cells.searchsorted(firsts, side="right") - 1) % width + 1).tolist()
    return [tuple(numbers[start:stop]) for start, stop in pairwise(bounds)]


def _cells(tree: Tree, records: Sequence[Range]) -> NDArray[np.int64]:
    """The cells of all records in order, as many of each; none if they are no such rows."""
    none = np.zeros(0, dtype=np.int64)
    if not records or tree.tag.item(records[0][0]) != _TR:
        return none
    starts, stops = np.array(records, dtype=np.int64).T
    if (tree.tag[starts] != _TR).any() or (tree.end[starts] != stops).any():
        return none
    first, last = records[0][0], records[-1][1]
    tags = tree.tag[first:last]
    nodes = first + np.flatnonzero((tags == _TD) | (tags == _TH))
    parents = tree.parent[nodes]
    row = starts.searchsorted(parents, side="right") - 1
    own = starts[row] == parents
    nodes, counts = nodes[own], np.bincount(row[own], minlength=len(starts))
    return none if counts[0] < 2 or (counts != counts[0]).any() else nodes


def tell_apart(
    sequences: Sequence[Sequence[FieldPlace]], which: Sequence[int], numbers: Sequence[Numbers]
) -> tuple[list[list[FieldPlace]], list[int], list[int]]:
    """The different sequences of places with the numbers of their cells, which of them each record has, and how many.

    `which` says it of the sequences without numbers.
    """
    places: dict[tuple[int, int], FieldPlace] = {}
    indices: dict[tuple[int, Numbers], int] = {}
    numbered: list[list[FieldPlace]] = []
    records, times = [], []
    for key in zip(which, numbers, strict=True):
        index = indices.setdefault(key, len(indices))
        records.append(index)
        if index == len(numbered):
            sequence, own = sequences[key[0]], key[1]
            pairs = [(id(place), cell) for place, cell in zip(sequence, own, strict=True)]
            for pair, place in zip(pairs, sequence, strict=True):
                if pair not in places:
                    places[pair] = FieldPlace(place.path, place.author, place.label, place.image, place.whole, pair[1])
            numbered.append([places[pair] for pair in pairs])
            times.append(0)
        times[index] += 1
    return numbered, records, times


def without_cells(places: Sequence[FieldPlace]) -> list[FieldPlace]:
    """The places without the numbers of their cells."""
    return [
        FieldPlace(place.path, place.author, place.label, place.image, place.whole) if place.cell else place
        for place in places
    ]
