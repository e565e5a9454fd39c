import numpy as np
from numpy.typing import NDArray

Column = NDArray[np.int32]

def tokens(end: Column, tag: Column, leaf: Column, kinds: NDArray[np.uint8]) -> Column: ...
def repeats(row: Column, least_length: int, least_count: int) -> tuple[Column, Column]: ...
def regular(
    order: Column, found: Column, least_count: int, bounds: tuple[float, float, float], most: int
) -> tuple[Column, Column]: ...
