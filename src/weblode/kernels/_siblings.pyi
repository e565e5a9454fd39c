from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from weblode.kernels.siblings import Numbers, Run
from weblode.kernels.siblings import SiblingTable as _SiblingTable

class SiblingTable(_SiblingTable): ...

def shapes(
    columns: Sequence[Numbers], breaks: tuple[int, int], groups: Sequence[Sequence[tuple[int, int]]]
) -> list[frozenset[int]]: ...
def alike(
    visible: Numbers,
    first: int,
    own: int,
    groups: Sequence[Sequence[tuple[int, int]]],
    shares: tuple[float, float],
) -> list[bool]: ...
def headings(
    buffer: bytes, columns: Sequence[Numbers], traits: NDArray[np.uint8], runs: Sequence[Run], tops: frozenset[int]
) -> dict[int, tuple[int, int]]: ...
def first_texts(
    buffer: bytes,
    columns: Sequence[Numbers],
    leaves: Numbers,
    items: Sequence[tuple[int, int]],
    marks: NDArray[np.uint8],
    most: int,
) -> list[tuple[int, int, int, int, bool]]: ...
