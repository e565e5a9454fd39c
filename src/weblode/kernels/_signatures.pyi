import numpy as np
from numpy.typing import NDArray

def signatures(
    buffer: bytes, start: NDArray[np.int32], tag: NDArray[np.int32], parent: NDArray[np.int32], codes: NDArray[np.uint64]
) -> NDArray[np.uint64]: ...
