from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

Column = NDArray[np.int32]

def aligned(row: Column, ranges: Column, weights: Column, centers: int) -> Column: ...
def matches(row: Column, columns: Column, first: Column) -> Column: ...
def records(
    parent: Column, end: Column, path: Column, before: NDArray[np.int64], starts: Column, runs: Column, more: int
) -> tuple[Column, Column, NDArray[np.float64]]: ...
def paired(columns: list[int], row: tuple[int, ...], features: list[tuple[int, int, int]]) -> list[int]: ...
def arranged(
    places: Sequence[Any],
    rows: Sequence[tuple[int, ...]],
    known_places: Sequence[Any],
    weights: Sequence[int],
    limits: tuple[int, int, int],
) -> tuple[list[tuple[int, Any]], list[list[int]]]: ...
