import numpy as np
from numpy.typing import NDArray

from weblode.kernels.lists import Lists

Column = NDArray[np.int32]

def lists(
    parent: Column,
    end: Column,
    tag: Column,
    path: Column,
    before: Column,
    leaf: Column,
    kinds: NDArray[np.uint8],
    hashes: NDArray[np.uint64],
    first_mark: Column,
    marks: Column,
    roles: NDArray[np.uint8],
    traits: NDArray[np.uint16],
) -> Lists: ...
