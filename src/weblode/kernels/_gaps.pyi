import numpy as np
from numpy.typing import NDArray

def gaps(
    parent: NDArray[np.int32],
    end: NDArray[np.int32],
    path: NDArray[np.int32],
    leaf: NDArray[np.int32],
    kinds: NDArray[np.uint8],
    least: int,
    large: int = ...,
) -> NDArray[np.int32]: ...
def cuts(
    parent: NDArray[np.int32],
    end: NDArray[np.int32],
    path: NDArray[np.int32],
    leaf: NDArray[np.int32],
    lead: NDArray[np.int32],
    kinds: NDArray[np.uint8],
    least: int,
    large: int = ...,
) -> tuple[NDArray[np.int32], NDArray[np.int32], int]: ...
