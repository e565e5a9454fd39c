"""Weighted evidence: a weighted sum of numbers, turned into a probability (logistic regression).

The weights are in `weights.json`, fitted by `python -m bench.tables FOLDER --fit` on hand-judged tables. Each weight
belongs to one named number of a profile, so that a verdict can say what decided it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from weblode.models import parameters, probability


@dataclass(frozen=True)
class Model:
    """A bias, and for each kind of evidence its weight and its average value."""

    bias: float
    weights: Mapping[str, float]
    usual: Mapping[str, float]

    def parts(self, evidence: Mapping[str, float]) -> dict[str, float]:
        """The contribution of each kind of evidence, relative to a usual table."""
        return {name: weight * (evidence[name] - self.usual[name]) for name, weight in self.weights.items()}

    def probability(self, evidence: Mapping[str, float], *, prior: float = 0.0) -> float:
        """The probability of yes; `prior` is other evidence, already weighted."""
        total = self.bias + prior + sum(self.parts(evidence).values())
        return probability(total)


@dataclass(frozen=True)
class Models:
    """Four models: is it data; is the first row a header; is the first column one, without and with a header row."""

    data: Model
    top: Model
    row: Model
    matrix: Model

    @classmethod
    def of(cls, document: Mapping[str, Mapping[str, object]]) -> "Models":
        """The models from a JSON object."""
        return cls(**{name: Model(**entry) for name, entry in document.items()})  # type: ignore[arg-type]


@cache
def fitted_models() -> Models:
    """The models that come with the package."""
    return Models.of(parameters("tables/weights.json"))
