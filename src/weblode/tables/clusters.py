"""Data tables the paper's way: three rules find them, and header cells spread from the first cell over clusters.

Davulcu, Vadrevu, Nagarajan, "OntoMiner: automated metadata and instance mining from news websites", International
Journal of Web and Grid Services 1(2), 2005, sections 4.2.1 and 4.2.2. A table is data if it has a border or two rows
and columns, if four fifths of its rows are equally wide, and if its cells make two clusters that keep to rows or
columns by four fifths. Each row and column is cut into two clusters by their features (`features`), unless all its
cells are close; the first cell is a header, and so is what clusters with a header.

We differ in what the paper leaves open: the weights of features and the distance are ours (`NEAR`); k-means starts from
the first cell and the one farthest from it, so that the answer is always the same; rows of one cell (titles, spacers)
stay out of the clusters; and of a large table the first rows are looked at.
"""

import re

import numpy as np
from numpy.typing import NDArray

from weblode.tables.cells import Bools, Layout
from weblode.tables.detect import Verdict
from weblode.tables.features import features
from weblode.tables.headers import Headers, grouped
from weblode.tree import Tree

SHARE = 0.8  # the paper's threshold for its second and third rule
NEAR = 1.0  # cells of one row or column that are all this close make one cluster
ROWS = 200  # rows of a large table that are looked at
_ROUNDS = 20

Labels = NDArray[np.int64]
Features = NDArray[np.float64]


def judge(found: Layout, *, grammar: bool = False) -> Verdict:
    """The paper's three rules."""
    if not _bordered(found.grid.tree, found.grid.table) and min(found.grid.shape) < 2:
        return Verdict(genuine=False, score=0.0, reason="neither a border nor two rows and columns")
    widths = (found.grid.cells >= 0).sum(axis=1)
    equal = np.bincount(widths).max() / len(widths)
    if equal < SHARE:
        return Verdict(genuine=False, score=float(equal), reason="rows of different widths")
    share = _coherence(found, grammar=grammar)
    reason = "" if share >= SHARE else "cells that do not cluster by rows or columns"
    return Verdict(genuine=not reason, score=share, reason=reason)


def _bordered(tree: Tree, table: int) -> bool:
    """Whether the border attribute is more than zero."""
    border = re.match(r"\s*0*(\d{1,4})", tree.attributes(table).get("border", ""))
    return border is not None and int(border[1]) > 0


def _coherence(found: Layout, *, grammar: bool) -> float:
    """How far the two clusters of all cells keep to rows, or to columns; 0 if there is but one cluster."""
    rows = found.core[:ROWS]
    shown = found.filled[np.ix_(rows, found.columns)]
    labels = np.full(shown.shape, -1)
    labels[shown] = two_means(features(found, rows, grammar=grammar)[shown])
    if labels.max() < 1:
        return 0.0
    return max(_purity(labels), _purity(labels.T))


def _purity(labels: Labels) -> float:
    """The share of the more frequent cluster, for each line on average."""
    shares = [np.bincount(line[line >= 0]).max() / (line >= 0).sum() for line in labels if (line >= 0).any()]
    return float(np.mean(shares))


def two_means(points: Features) -> Labels:
    """The cluster of each point, 0 being the first one's; one cluster if all points are near each other."""
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
    """The distance of the two points that are farthest from each other, up to a factor of two for many points."""
    if len(points) > 64:
        return float(np.sqrt(((points - points[0]) ** 2).sum(axis=1)).max())
    return float(np.sqrt(((points[:, None] - points) ** 2).sum(axis=2)).max())


def mark(found: Layout, *, grammar: bool = False) -> Headers:
    """The header cells: the first cell of the table, and again and again what clusters with one in row or column."""
    rows = found.core[:ROWS]
    shown = found.filled[np.ix_(rows, found.columns)]
    known = features(found, rows, grammar=grammar)
    across, down = _labels(known, shown), _labels(known.swapaxes(0, 1), shown.T).T
    mask = np.zeros(found.grid.shape, dtype=bool)
    mask[np.ix_(rows, found.columns)] = _spread(shown, across, down)
    return template(found, mask)


def _labels(known: Features, shown: Bools) -> Labels:
    """The cluster of each cell within its line; -1 for empty cells."""
    labels = np.full(shown.shape, -1)
    for i, line in enumerate(shown):
        labels[i, line] = two_means(known[i, line])
    return labels


def _spread(shown: Bools, across: Labels, down: Labels) -> Bools:
    """The cells that are reached from the first one through clusters of rows and columns."""
    reached = np.zeros(shown.shape, dtype=bool)
    start = np.argwhere(shown)[:1].tolist()
    waiting = [(r, c) for r, c in start]
    while waiting:
        r, c = waiting.pop()
        if reached[r, c]:
            continue
        reached[r, c] = True
        waiting += [(r, d) for d in np.flatnonzero((across[r] == across[r, c]) & ~reached[r]).tolist()]
        waiting += [(s, c) for s in np.flatnonzero((down[:, c] == down[r, c]) & ~reached[:, c]).tolist()]
    return reached


def template(found: Layout, mask: Bools) -> Headers:
    """The headers that a mask of header cells shows: whole rows, and whole columns in what is left of the rows.

    Where everything is a header, nothing is.
    """
    core, columns = found.core.tolist(), found.columns.tolist()
    plain = found.filled & ~mask
    if not plain[core].any():
        return Headers(np.zeros_like(mask))
    rows = [r for r in core if not plain[r].any()]
    body = [r for r in core if plain[r].any()]
    beside = [c for c in columns if found.filled[body, c].any() and not plain[body, c].any()]
    return Headers(mask, grouped(rows, core), grouped(beside, columns))
