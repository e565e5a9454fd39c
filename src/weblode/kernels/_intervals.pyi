import numpy as np
from numpy.typing import NDArray

def splits(meet: NDArray[np.int32], costs: NDArray[np.float64]) -> NDArray[np.int32]: ...
