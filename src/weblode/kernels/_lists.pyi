import numpy as np
from numpy.typing import NDArray

from weblode.kernels.lists import Lists

def lists(
    parent: NDArray[np.int32],
    end: NDArray[np.int32],
    tag: NDArray[np.int32],
    path: NDArray[np.int32],
    leaf: NDArray[np.int32],
    start: NDArray[np.int32],
    traits: NDArray[np.uint8],
) -> Lists: ...
def weigh(
    facts: NDArray[np.float64],
    columns: NDArray[np.int32],
    limits: NDArray[np.float64],
    values: NDArray[np.float64],
) -> NDArray[np.float64]: ...
