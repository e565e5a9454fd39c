"""Small decision trees, boosted: every level of a tree asks the same question of all rows.

A loss is given by its slope and its curve for each row. The trees are stored as `weblode.records.consensus.Forest`
reads them.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Loss = Callable[[Floats], tuple[Floats, Floats]]  # from the odds of each row to the slope and the curve of the loss

BINS = 32
_NEAR = 1 << 15  # values that stay near the processor


@dataclass(frozen=True)
class Boosting:
    """How trees are boosted: how many, how deep, how much each counts, and what a leaf costs.

    Each tree is fitted to a share of the groups of rows and asks for a share of the facts, by chance, but the same
    every time.
    """

    trees: int
    depth: int
    rate: float
    cost: float
    rows: float = 1.0
    columns: float = 1.0

    def fit(
        self, names: Sequence[str], facts: Floats, loss: Loss, groups: NDArray[np.int64] | None = None
    ) -> dict[str, object]:
        """The trees that lower a loss over rows of facts, in their JSON form; without `groups` each row is one."""
        random = np.random.RandomState(0)
        groups = np.arange(len(facts)) if groups is None else groups
        n_groups = int(groups.max(initial=-1)) + 1
        edges = [_edges(column) for column in facts.T]
        bins = np.array(
            [np.searchsorted(edge, column) for edge, column in zip(edges, facts.T, strict=True)], dtype=np.uint8
        )
        asking = [number for number, limits in enumerate(edges) if len(limits)]
        odds = np.zeros(len(facts))
        trees: list[dict[str, object]] = []
        for _ in range(self.trees):
            slope, curve = loss(odds)
            taken = np.flatnonzero((random.rand(n_groups) < self.rows)[groups])
            columns = random.permutation(asking)[: max(1, int(self.columns * len(asking)))]
            sample = _Sample(
                bins[columns].take(taken, axis=1),
                [len(edges[column]) for column in columns],
                slope[taken],
                curve[taken],
            )
            asked = [(int(columns[place]), edge) for place, edge in sample.questions(self.depth, self.cost)]
            leaf = np.zeros(len(odds), dtype=np.int64)
            for column, edge in asked:
                leaf = 2 * leaf + (bins[column] > edge)
            s, c = (np.bincount(leaf[taken], each[taken], 1 << self.depth) for each in (slope, curve))
            says = [round(float(value), 4) for value in -self.rate * s / (c + self.cost)]
            odds += np.array(says)[leaf]
            asks, above = [names[column] for column, _ in asked], [float(edges[column][edge]) for column, edge in asked]
            trees.append({"asks": asks, "above": above, "says": says})
        return {"trees": trees}


class _Sample:
    """The rows and columns that one tree is fitted to.

    Sums by leaf and bin are counted for as many columns at a time as stay near the processor: all of them for few rows,
    where each call costs more than its work, and one by one for many.
    """

    def __init__(self, bins: NDArray[np.uint8], n_edges: Sequence[int], slope: Floats, curve: Floats) -> None:
        self.bins = bins
        self.no_edge = np.arange(BINS) >= np.array(n_edges)[:, None]
        self.slope, self.curve = slope, curve
        self.columns = max(1, _NEAR // max(1, len(slope)))
        self.weights = [np.tile(each, min(self.columns, len(bins))) for each in (slope, curve)]

    def questions(self, depth: int, cost: float) -> list[tuple[int, int]]:
        """The questions of a tree, from the first level on, each as a column and the number of a limit.

        A question is the one that, asked in all leaves, lowers the loss most.
        """
        leaf, asked = np.zeros(len(self.slope), dtype=np.int64), []
        for level in range(depth):
            s, c = self._sums(leaf, 1 << level)
            rest, bent = s[:, :, -1:] - s, c[:, :, -1:] - c
            gains = (s**2 / (c + cost) + rest**2 / (bent + cost)).sum(axis=1)
            gains[self.no_edge] = -1.0
            column, edge = divmod(int(gains.argmax()), BINS)
            leaf = 2 * leaf + (self.bins[column] > edge)
            asked.append((column, edge))
        return asked

    def _sums(self, leaf: NDArray[np.int64], leaves: int) -> tuple[Floats, Floats]:
        """The sums of slope and curve by column, leaf and bin, up to and with each bin."""
        size, base = leaves * BINS, leaf * BINS
        s, c = np.empty((2, len(self.bins) * size))
        for first in range(0, len(self.bins), self.columns):
            here = self.bins[first : first + self.columns]
            place = (here + base + size * np.arange(len(here))[:, None]).ravel()
            part = slice(first * size, (first + len(here)) * size)
            for sums, weight in zip((s, c), self.weights, strict=True):
                sums[part] = np.bincount(place, weight[: len(place)], len(here) * size)
        shape = (len(self.bins), leaves, BINS)
        return s.reshape(shape).cumsum(axis=2), c.reshape(shape).cumsum(axis=2)


def _edges(column: Floats) -> Floats:
    """Limits that divide a column into parts of about equal size, in few digits."""
    cuts = np.quantile(column, np.linspace(0, 1, BINS + 1)[1:-1])
    return np.unique([float(f"{cut:.5g}") for cut in cuts])


def logistic(truth: Floats, weight: Floats) -> Loss:
    """The loss of a probability: the log of what it gave to the truth, 0 or 1 by row."""

    def loss(odds: Floats) -> tuple[Floats, Floats]:
        chance = 1 / (1 + np.exp(-odds))
        return weight * (chance - truth), np.maximum(weight * chance * (1 - chance), 0.0001)

    return loss
