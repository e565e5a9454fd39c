"""Logistic models of a few measures, fitted by Newton's method."""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def logistic(
    measures: Sequence[str],
    values: Floats,
    truth: Floats,
    *,
    counts: Floats | None = None,
    prior: Mapping[str, float] | None = None,
    pull: float = 1.0,
) -> dict[str, float]:
    """The weight of each measure, and the bias, that make the truth of the rows most likely.

    `counts` is how often each row counts. Weights are drawn to the prior ones, 0 if they have none, by `pull` times the
    square of the distance.
    """
    names = ["bias", *measures]
    counts = np.ones(len(truth)) if counts is None else counts
    design = np.column_stack([np.ones(len(truth)), values])
    drawn = np.array([(prior or {}).get(name, 0.0) for name in names])
    weights = drawn.copy()
    for _ in range(10):
        likely = 1 / (1 + np.exp(-design @ weights))
        slope = design.T @ (counts * (truth - likely)) - pull * (weights - drawn)
        curve = (design.T * (counts * likely * (1 - likely))) @ design
        weights += np.linalg.solve(curve + pull * np.eye(len(names)), slope)
    return {name: round(float(weight), 4) for name, weight in zip(names, weights, strict=True)}
