"""Data tables by the paper's method: three rules find them; header cells spread from the first cell over clusters.

Davulcu, Vadrevu, Nagarajan, "OntoMiner: automated metadata and instance mining from news websites", International
Journal of Web and Grid Services 1(2), 2005, sections 4.2.1 and 4.2.2. A table is data if it has a border or two rows
and columns, if four fifths of its rows are equally wide, and if its cells form two clusters that agree with rows or
columns by four fifths. Each row and column is divided into two clusters by the features of its cells (`features`),
unless all its cells are close. The first cell is a header, and so is every cell in a cluster with a header.

We decide what the paper leaves open: the weights of features and the distance are ours (`NEAR`); k-means starts from
the first cell and the one farthest from it, so that the result is deterministic; rows of one cell (titles, spacers)
are not clustered; and of a large table only the first rows are used.
"""

import re

import numpy as np
from numpy.typing import NDArray

from weblode.tables.detect import Verdict
from weblode.tables.features import features
from weblode.tables.headers import Headers, consecutive_runs
from weblode.tables.layout import Bools, Layout
from weblode.tree import Tree

SHARE = 0.8  # the paper's threshold for its second and third rule
NEAR = 1.0  # cells of a row or column that are all closer than this form one cluster
ROWS = 200  # how many rows of a large table are used
_ROUNDS = 20

Labels = NDArray[np.int64]
Features = NDArray[np.float64]


def judge(layout: Layout, *, grammar: bool = False) -> Verdict:
    """The verdict on a table by the paper's three rules."""
    if not _bordered(layout.grid.tree, layout.grid.table) and min(layout.grid.shape) < 2:
        return Verdict(genuine=False, score=0.0, reason="neither a border nor two rows and columns")
    widths = (layout.grid.cells >= 0).sum(axis=1)
    equal = np.bincount(widths).max() / len(widths)
    if equal < SHARE:
        return Verdict(genuine=False, score=float(equal), reason="rows of different widths")
    share = _coherence(layout, grammar=grammar)
    reason = "" if share >= SHARE else "cells that do not cluster by rows or columns"
    return Verdict(genuine=not reason, score=share, reason=reason)


def _bordered(tree: Tree, table: int) -> bool:
    """Whether the border attribute is greater than zero."""
    border = re.match(r"\s*0*(\d{1,4})", tree.attributes(table).get("border", ""))
    return border is not None and int(border[1]) > 0


def _coherence(layout: Layout, *, grammar: bool) -> float:
    """How well the two clusters of all cells agree with rows, or with columns; 0 if there is only one cluster."""
    rows = layout.core[:ROWS]
    filled = layout.filled[np.ix_(rows, layout.columns)]
    labels = np.full(filled.shape, -1)
    labels[filled] = two_means(features(layout, rows, grammar=grammar)[filled])
    if labels.max() < 1:
        return 0.0
    return max(_purity(labels), _purity(labels.T))


def _purity(labels: Labels) -> float:
    """The share of the more frequent cluster in a line, on average."""
    shares = [np.bincount(line[line >= 0]).max() / (line >= 0).sum() for line in labels if (line >= 0).any()]
    return float(np.mean(shares))


def two_means(points: Features) -> Labels:
    """The cluster of each point, 0 for that of the first point; one cluster if all points are near each other."""
    labels = np.zeros(len(points), dtype=np.int64)
    if len(points) < 2 or _diameter(points) < NEAR:
        return labels
    centres = np.array([points[0], points[int(np.argmax(((points - points[0]) ** 2).sum(axis=1)))]])
    for _ in range(_ROUNDS):
        before = labels
        labels = ((points[:, None] - centres) ** 2).sum(axis=2).argmin(axis=1)
        if (labels == before).all() or len(set(labels.tolist())) < 2:
            break
        centres = np.array([points[labels == i].mean(axis=0) for i in (0, 1)])
    return labels if labels[0] == 0 else 1 - labels


def _diameter(points: Features) -> float:
    """The largest distance between two points; for many points, only up to a factor of two."""
    if len(points) > 64:
        return float(np.sqrt(((points - points[0]) ** 2).sum(axis=1)).max())
    return float(np.sqrt(((points[:, None] - points) ** 2).sum(axis=2)).max())


def mark(layout: Layout, *, grammar: bool = False) -> Headers:
    """The headers: the first cell, and repeatedly all cells in the cluster of a header cell in its row or column."""
    rows = layout.core[:ROWS]
    filled = layout.filled[np.ix_(rows, layout.columns)]
    vectors = features(layout, rows, grammar=grammar)
    across, down = _labels(vectors, filled), _labels(vectors.swapaxes(0, 1), filled.T).T
    mask = np.zeros(layout.grid.shape, dtype=bool)
    mask[np.ix_(rows, layout.columns)] = _spread(filled, across, down)
    return template(layout, mask)


def _labels(vectors: Features, filled: Bools) -> Labels:
    """The cluster of each cell within its line; -1 for empty cells."""
    labels = np.full(filled.shape, -1)
    for i, line in enumerate(filled):
        labels[i, line] = two_means(vectors[i, line])
    return labels


def _spread(filled: Bools, across: Labels, down: Labels) -> Bools:
    """The cells reachable from the first one through clusters of rows and columns."""
    reached = np.zeros(filled.shape, dtype=bool)
    start = np.argwhere(filled)[:1].tolist()
    waiting = [(r, c) for r, c in start]
    while waiting:
        r, c = waiting.pop()
        if reached[r, c]:
            continue
        reached[r, c] = True
        waiting += [(r, d) for d in np.flatnonzero((across[r] == across[r, c]) & ~reached[r]).tolist()]
        waiting += [(s, c) for s in np.flatnonzero((down[:, c] == down[r, c]) & ~reached[:, c]).tolist()]
    return reached


def template(layout: Layout, mask: Bools) -> Headers:
    """The headers from a mask of header cells: whole rows, and columns that are whole in the other rows.

    If every cell is a header cell, there are no headers.
    """
    core, columns = layout.core.tolist(), layout.columns.tolist()
    plain = layout.filled & ~mask
    if not plain[core].any():
        return Headers(np.zeros_like(mask))
    rows = [r for r in core if not plain[r].any()]
    body = [r for r in core if plain[r].any()]
    beside = [c for c in columns if layout.filled[body, c].any() and not plain[body, c].any()]
    return Headers(mask, consecutive_runs(rows, core), consecutive_runs(beside, columns))
