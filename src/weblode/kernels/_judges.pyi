import numpy as np
from numpy.typing import NDArray

class Trees:
    def __init__(
        self, columns: NDArray[np.int32], limits: NDArray[np.float64], values: NDArray[np.float64]
    ) -> None: ...
    def weigh(self, facts: NDArray[np.float64]) -> NDArray[np.float64]: ...

def judged(
    facts: NDArray[np.float64], ranker: Trees, page: Trees, kind: float
) -> tuple[NDArray[np.float64], list[int], NDArray[np.float64], float]: ...
