from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from weblode.kernels.hashes import Flags, InSlot, Hashes, Numbers
from weblode.kernels.leaves import Columns

def signatures(
    buffer: bytes,
    start: NDArray[np.int32],
    tag: NDArray[np.int32],
    parent: NDArray[np.int32],
    codes: NDArray[np.uint64],
) -> NDArray[np.uint64]: ...
def leaves(
    buffer: bytes, columns: Sequence[NDArray[np.int32]], signatures: NDArray[np.uint64], traits: NDArray[np.int32]
) -> Columns: ...
def numbered(hashes: Hashes) -> tuple[Hashes, Numbers]: ...
def distinct(groups: Numbers, hashes: Hashes, size: int) -> Numbers: ...
def frequencies(groups: Numbers, pages: Numbers, size: int) -> tuple[Numbers, Numbers]: ...
def shared(one: Hashes, two: Hashes) -> int: ...

class PlaceTable:
    def __init__(self, of_pages: Hashes, constants: Hashes, once: Hashes, prefixed: Hashes, labels: Hashes) -> None: ...
    def read(
        self, hashes: Sequence[Hashes], row: NDArray[np.int32], cell: NDArray[np.int32], prefix: Callable[[int], int]
    ) -> tuple[Flags, Hashes, int]: ...

class SlotTable:
    def __init__(self, keys: Hashes, attributes: NDArray[np.int32]) -> None: ...
    def values(self, constant: Flags, keys: Hashes) -> list[tuple[int, int]]: ...

def slot_values(
    buffer: bytes,
    columns: Sequence[NDArray[np.int32]],
    codes: NDArray[np.uint64],
    traits: NDArray[np.int32],
    places: PlaceTable,
    slots: SlotTable,
    prefix: Callable[[int], int],
) -> tuple[list[InSlot], int]: ...
