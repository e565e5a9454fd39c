"""The places of all records of a list, row by row, or column by column where blocks divide the records.

An element that is cut in some record is a further place in all of them: the whole line (see `lines`).
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from weblode.records import compiled
from weblode.records.objects import Range
from weblode.records.places import MOST_PLACES, BlockColumn, Row
from weblode.tree import Tree

_WHOLES = 50  # the most elements of a record that are read whole


def rows(tree: Tree, region: int, records: Sequence[Range], without: Sequence[Range] = ()) -> Sequence[Row]:
    """The places of each record with their values, in order; `without` are nodes to leave out, in order."""
    if not records:
        return []
    span = (min(records)[0], max([stop for _, stop in records]))
    reading = compiled.fastest("place_reading").PlaceReading(tree, region, span)
    leaves, texts = _outside(tree.leaves, without), reading.reader()
    pieces = texts.places(records, leaves, reading.prices(leaves, records), MOST_PLACES)
    images = reading.images_and_stars()
    if images and without:
        images = _outside(np.array(images, dtype=np.int32), without).tolist()
    if images:
        pieces = texts.with_images(
            records, pieces, images, reading.sources, reading.is_repeated, reading.image, MOST_PLACES
        )
    complete: Sequence[Row] = texts.with_lines(records, pieces, _WHOLES, MOST_PLACES)
    return complete


def block_columns(
    tree: Tree, region: int, records: Sequence[Range], blocks: Sequence[Sequence[Range | None]]
) -> list[BlockColumn]:
    """The columns of blocks (see `division`): of each its texts, then the images that it still holds; none is empty."""
    if not records:
        return []
    span = (min(records)[0], max([stop for _, stop in records]))
    reading = compiled.fastest("place_reading").PlaceReading(tree, region, span)
    kernel = reading.reader()
    columns: list[BlockColumn] = []
    for block in blocks:
        texts: BlockColumn = []
        images: list[Row] = []
        for (start, _), nodes in zip(records, block, strict=True):
            text, pictures = reading.block(kernel, start, nodes) if nodes else (None, [])
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
