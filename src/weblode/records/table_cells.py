"""The cells of tables whose rows are the records: a value belongs to the column of its cell.

An empty cell has no text, so that by the order of their texts alone the values after it would move to the left.
"""

from collections.abc import Sequence

from weblode import kernels
from weblode.records.objects import Range
from weblode.records.places import FieldPlace, Row
from weblode.records.spanned_cells import placed_rows, spread_cells
from weblode.tags import NUMBERS
from weblode.tree import Tree

_TAGS = (NUMBERS["tr"], NUMBERS["td"], NUMBERS["th"])

Numbers = tuple[int, ...]  # of the cells in which the places of a record stand, from 1


def numbered_cells(
    tree: Tree, records: Sequence[Range], rows: Sequence[Row]
) -> tuple[Sequence[Row], Sequence[Numbers]]:
    """The rows, and the numbers of each one's cells; no numbers unless all are rows of tables with as many cells.

    Where rows differ, cells are joined or missing, and a number says nothing; unless cells reach into the rows below:
    then a number is that of the column, and what such a cell says is said of each of its rows.
    """
    if not records or tree.tag.item(records[0][0]) != _TAGS[0]:
        return rows, []
    placed = placed_rows(tree, records)
    if placed:
        return spread_cells(rows, placed)
    return rows, kernels.fastest().cell_numbers(rows, (tree.end, tree.tag), list(records), _TAGS)


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
