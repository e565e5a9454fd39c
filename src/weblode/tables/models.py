"""Weighted evidence: a sum of numbers times weights, turned into a probability (logistic regression).

The weights stand in `weights.json`, made by `python -m bench.tables FOLDER --fit` from hand-judged tables. Each weight
belongs to one named number of a profile, so that an answer can say what decided it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from weblode.models import parameters, probability


@dataclass(frozen=True)
class Model:
    """A bias, and for each kind of evidence the value it has on average and what a unit more of it counts for."""

    bias: float
    weights: Mapping[str, float]
    usual: Mapping[str, float]

    def parts(self, evidence: Mapping[str, float]) -> dict[str, float]:
        """What each kind of evidence adds or takes, compared with a usual table."""
        return {name: weight * (evidence[name] - self.usual[name]) for name, weight in self.weights.items()}

    def probability(self, evidence: Mapping[str, float], *, prior: float = 0.0) -> float:
        """How likely the answer is yes; `prior` is other evidence, already weighed."""
        total = self.bias + prior + sum(self.parts(evidence).values())
        return probability(total)


@dataclass(frozen=True)
class Models:
    """The four questions: is it data; is the first row a header; then, is the first column, without or with one."""

    data: Model
    top: Model
    row: Model
    matrix: Model

    @classmethod
    def of(cls, found: Mapping[str, Mapping[str, object]]) -> "Models":
        """The models of a JSON object."""
        return cls(**{name: Model(**entry) for name, entry in found.items()})  # type: ignore[arg-type]


@cache
def fitted() -> Models:
    """The models that come with weblode."""
    return Models.of(parameters("tables/weights.json"))
