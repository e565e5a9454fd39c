from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from weblode.kernels.members import Floats, Numbers

def members(
    columns: Sequence[Numbers],
    texts: tuple[Numbers, Numbers, NDArray[np.uint8], NDArray[np.uint64]],
    marks: tuple[Numbers, Numbers],
    traits: NDArray[np.uint16],
    labels: NDArray[np.uint64],
    pieces: Sequence[tuple[int, int]] | Numbers,
) -> Floats: ...
def survey(columns: Sequence[Numbers], records: Numbers) -> tuple[tuple[tuple[int, int], ...], bool, bool, int]: ...
def held(
    sections: Numbers, rows: Numbers, least_held: float, least_full: float
) -> tuple[Numbers, list[int]] | None: ...
def section_signs(buffer: bytes, columns: Sequence[Numbers], pieces: Numbers, header: int) -> int: ...
