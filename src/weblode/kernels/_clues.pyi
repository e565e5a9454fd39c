import numpy as np
from numpy.typing import NDArray

Column = NDArray[np.int32]

def visible(
    buffer: bytes, start: Column, leaf: Column, hidden: NDArray[np.bool_]
) -> tuple[Column, Column, NDArray[np.uint8], NDArray[np.uint64]]: ...
def marks(
    buffer: bytes, start: Column, tag: Column
) -> tuple[Column, Column, NDArray[np.uint8], list[tuple[int, int, bytes]]]: ...
def unseen(
    columns: tuple[NDArray[np.int32], ...],
    gone_tags: NDArray[np.uint8],
    gone: dict[int, bool],
    hidden: dict[int, bool],
    most: float,
) -> NDArray[np.bool_]: ...
