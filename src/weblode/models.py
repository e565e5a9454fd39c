"""Models: parameters fitted on pages with gold annotations, which come with the package.

A model is a JSON file with a header, `model`, and its `parameters`:

    made_by    the command that reproduces it, byte for byte, from the same data
    data       the digest of the data that it was fitted on (`bench.data.digest`)
    score      its score there; where measured, on sites that it was not fitted on
    date       when its parameters last changed
"""

import json
import math
from functools import cache
from pkgutil import get_data
from typing import Any

HEADER = ("made_by", "data", "score", "date")


@cache
def parameters(name: str) -> Any:
    """The parameters of a model, such as `records/consensus.json`."""
    return read(name)["parameters"]


def read(name: str) -> dict[str, Any]:
    """The contents of a model file: its header and its parameters."""
    document: dict[str, Any] = json.loads(get_data("weblode", name) or b"")
    return document


def probability(odds: float) -> float:
    """The probability for the log odds.

    >>> probability(0), round(probability(2), 4)
    (0.5, 0.8808)
    """
    return 1 / (1 + math.exp(-max(-50.0, min(50.0, odds))))
