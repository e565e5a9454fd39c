"""Small decision trees that judge rows of facts, as `bench.boosting` fits them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from weblode import kernels
from weblode.caches import lazy
from weblode.kernels.judges import Trees


@dataclass(frozen=True)
class Forest:
    """Small decision trees that add up log odds."""

    columns: NDArray[np.int32]
    limits: NDArray[np.float64]
    values: NDArray[np.float64]

    @classmethod
    def of(cls, document: Mapping[str, object], names: Sequence[str]) -> "Forest":
        """A forest from its JSON form, in which trees name the facts they ask for."""
        trees: list[dict[str, list[float]]] = document["trees"]  # type: ignore[assignment]
        number = {name: i for i, name in enumerate(names)}
        return cls(
            np.array([[number[name] for name in tree["asks"]] for tree in trees], dtype=np.int32),  # type: ignore[index]
            np.array([tree["above"] for tree in trees], dtype=np.float64),
            np.array([tree["says"] for tree in trees], dtype=np.float64),
        )

    @lazy
    def trees(self) -> Trees:
        """The trees as a kernel has them."""
        return kernels.fastest().trees(self.columns, self.limits, self.values)

    def weigh(self, facts: NDArray[np.float64]) -> NDArray[np.float64]:
        """The log odds of each row of facts."""
        return self.trees.weigh(facts)

    def agree(self, facts: NDArray[np.float64], least: float) -> bool:
        """Whether the log odds of each row of facts are so high at least."""
        return self.trees.agree(facts, least)

    def influence(self, row: NDArray[np.float64]) -> NDArray[np.float64]:
        """How much each fact of a row raises or lowers its odds.

        A question's influence is how much the mean over the leaves that remain changes with its answer.
        """
        total = np.zeros(len(row))
        for columns, limits, values in zip(self.columns, self.limits, self.values, strict=True):
            for column, limit in zip(columns.tolist(), limits.tolist(), strict=True):
                half = len(values) // 2
                remaining = values[half:] if row[column] > limit else values[:half]
                total[column] += remaining.mean() - values.mean()
                values = remaining
        return total
