"""The places of all records of a list, row by row, or column by column where blocks divide the records.

An element that is cut in some record is a further place in all of them: the whole line (see `lines`).
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from weblode.records.objects import Range
from weblode.records.places import IMG, MOST_PLACES, BlockColumn, PlaceReading, Row
from weblode.tree import Tree

_WHOLES = 50  # the most elements of a record that are read whole


def rows(tree: Tree, region: int, records: Sequence[Range], without: Sequence[Range] = ()) -> list[Row]:
    """The places of each record with their values, in order; `without` are nodes to leave out, in order."""
    if not records:
        return []
    span = (min(start for start, _ in records), max(stop for _, stop in records))
    reading, images = PlaceReading(tree, region, span), np.flatnonzero(tree.tag == IMG)
    images = np.union1d(images, np.array(reading.stars, dtype=images.dtype)) if reading.stars else images
    bounds = np.array(records, dtype=np.int32)
    columns = (_outside(tree.leaves, without), _outside(images, without))
    parts = [(nodes.tolist(), nodes.searchsorted(bounds).tolist()) for nodes in columns]
    (leaves, leaf_bounds), (image_nodes, image_bounds) = parts
    pieces = [
        reading.row(start, leaves[a:b], image_nodes[c:d])
        for (start, _), (a, b), (c, d) in zip(records, leaf_bounds, image_bounds, strict=True)
    ]
    return _with_wholes(reading, [start for start, _ in records], pieces)


def _with_wholes(reading: PlaceReading, starts: Sequence[int], pieces: list[Row]) -> list[Row]:
    """The rows with the elements that are cut in some record as further places, each before its parts."""
    spans = [[cell.nodes for place, cell in row if not place.image] for row in pieces]
    elements = [reading.texts.cut(start, own) for start, own in zip(starts, spans, strict=True)]
    cut = set(reading.tree.path[[u for each in elements for u in each]].tolist()) if any(elements) else set()
    if not cut:
        return pieces
    complete = []
    for start, row, own, texts in zip(starts, pieces, elements, spans, strict=True):
        nodes = sorted({*own, *reading.texts.uncut(start, texts, cut)})[:_WHOLES]
        wholes = [reading.whole(u, start, row) for u in nodes]
        complete.append(sorted(wholes + row, key=lambda each: each[1].nodes)[:MOST_PLACES] if wholes else row)
    return complete


def block_columns(
    tree: Tree, region: int, records: Sequence[Range], blocks: Sequence[Sequence[Range | None]]
) -> list[BlockColumn]:
    """The columns of blocks (see `division`): of each its texts, then the images that it still holds; none is empty."""
    if not records:
        return []
    reading = PlaceReading(tree, region, (min(start for start, _ in records), max(stop for _, stop in records)))
    columns: list[BlockColumn] = []
    for block in blocks:
        texts: BlockColumn = []
        images: list[Row] = []
        for (start, _), nodes in zip(records, block, strict=True):
            text, pictures = reading.block(start, nodes) if nodes else (None, [])
            texts.append(text)
            images.append(pictures)
        columns.append(texts)
        for k in range(max(map(len, images))):
            columns.append([each[k] if k < len(each) else None for each in images])
    return [column for column in columns if any(column)]


def _outside(nodes: NDArray[Any], without: Sequence[Range]) -> NDArray[Any]:
    """The nodes that are in none of the ranges."""
    if not without:
        return nodes
    starts, stops = np.array(sorted(without), dtype=nodes.dtype).T
    before = starts.searchsorted(nodes, side="right") - 1
    outside: NDArray[Any] = nodes[(before < 0) | (nodes >= stops[before])]
    return outside
