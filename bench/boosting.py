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
        bins = [np.searchsorted(edge, column).astype(np.int64) for edge, column in zip(edges, facts.T, strict=True)]
        asking = [number for number, limits in enumerate(edges) if len(limits)]
        odds = np.zeros(len(facts))
        trees: list[dict[str, object]] = []
        for _ in range(self.trees):
            slope, curve = loss(odds)
            taken = (random.rand(n_groups) < self.rows)[groups]
            columns = random.permutation(asking)[: max(1, int(self.columns * len(asking)))].tolist()
            asked = self._questions(edges, bins, columns, taken, slope[taken], curve[taken])
            leaf = np.zeros(len(odds), dtype=np.int64)
            for column, edge in asked:
                leaf = 2 * leaf + (bins[column] > edge)
            s, c = (np.bincount(leaf[taken], each[taken], 1 << self.depth) for each in (slope, curve))
            says = [round(float(value), 4) for value in -self.rate * s / (c + self.cost)]
            odds += np.array(says)[leaf]
            asks, above = [names[column] for column, _ in asked], [float(edges[column][edge]) for column, edge in asked]
            trees.append({"asks": asks, "above": above, "says": says})
        return {"start": 0.0, "trees": trees}

    def _questions(
        self,
        edges: list[Floats],
        bins: list[NDArray[np.int64]],
        columns: list[int],
        taken: NDArray[np.bool_],
        slope: Floats,
        curve: Floats,
    ) -> list[tuple[int, int]]:
        """The questions of a tree, from the first level on, each as a column and the number of a limit."""
        here = {column: bins[column][taken] for column in columns}
        leaf, asked = np.zeros(len(slope), dtype=np.int64), []
        for _ in range(self.depth):
            column, edge = self._question(edges, here, leaf, slope, curve)
            leaf = 2 * leaf + (here[column] > edge)
            asked.append((column, edge))
        return asked

    def _question(
        self,
        edges: list[Floats],
        bins: dict[int, NDArray[np.int64]],
        leaf: NDArray[np.int64],
        slope: Floats,
        curve: Floats,
    ) -> tuple[int, int]:
        """The fact and the limit that, asked in all leaves, lower the loss most."""
        best, found = -1.0, (0, 0)
        leaves = int(leaf.max(initial=0)) + 1
        for column, bin_ in bins.items():
            place = leaf * BINS + bin_
            s, c = (
                np.bincount(place, each, leaves * BINS).reshape(leaves, BINS).cumsum(axis=1) for each in (slope, curve)
            )
            gains = s**2 / (c + self.cost) + (s[:, -1:] - s) ** 2 / (c[:, -1:] - c + self.cost)
            total = gains.sum(axis=0)[: len(edges[column])]
            if total.max() > best:
                best, found = float(total.max()), (column, int(total.argmax()))
        return found


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
