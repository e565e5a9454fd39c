from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from weblode.kernels.leaves import Columns

def leaves(
    buffer: bytes, columns: Sequence[NDArray[np.int32]], signatures: NDArray[np.uint64], traits: NDArray[np.int32]
) -> Columns: ...
