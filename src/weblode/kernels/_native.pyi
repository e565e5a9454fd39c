from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from weblode.kernels.columns import Columns

SYMBOLS: tuple[str, ...]

def bind(addresses: Sequence[int]) -> None: ...
def columns(data: bytes, nodes: int, depth: int) -> Columns: ...
def utf8_signs(data: bytes) -> tuple[int, bool]: ...
def children(end: NDArray[np.int32], u: int) -> list[int]: ...
def nth_child(end: NDArray[np.int32], tag: NDArray[np.int32], u: int, number: int, nth: int) -> int: ...
def placed(end: NDArray[np.int32], tag: NDArray[np.int32], u: int, number: int) -> tuple[list[int], list[int]]: ...
def lineage(
    parent: NDArray[np.int32], end: NDArray[np.int32], tag: NDArray[np.int32], u: int
) -> list[tuple[int, int, int, int]]: ...
def befores(parent: NDArray[np.int32], nodes: list[int]) -> list[int]: ...
def reading(leaf: NDArray[np.int32], start: NDArray[np.int32]) -> tuple[NDArray[np.int32], NDArray[np.int64]]: ...
def subtrees(
    parent: NDArray[np.int32],
    tag: NDArray[np.int32],
    leaf: NDArray[np.int32],
    start: NDArray[np.int32],
    counts: NDArray[np.uint8],
) -> NDArray[np.float64]: ...
def shaped(
    depth: NDArray[np.int32],
    tag: NDArray[np.int32],
    leaf: NDArray[np.int32],
    start: NDArray[np.int32],
    pieces: Sequence[tuple[int, int]],
    shape: NDArray[np.int32],
) -> list[tuple[int, int]]: ...
def values(
    buffer: bytes,
    start: NDArray[np.int32],
    tag: NDArray[np.int32],
    names: tuple[bytes, ...],
    of_tags: NDArray[np.int32] | None = None,
) -> list[tuple[int, int, bytes]]: ...
def named(
    buffer: bytes, start: NDArray[np.int32], tag: NDArray[np.int32], names: tuple[bytes, ...], first: int = 0
) -> tuple[dict[int, bytes], ...]: ...
def named_or_begun(
    buffer: bytes, start: NDArray[np.int32], tag: NDArray[np.int32], names: tuple[bytes, ...], prefix: bytes
) -> tuple[tuple[dict[int, bytes], ...], list[tuple[int, bytes, bytes]]]: ...
def labels(buffer: bytes, start: NDArray[np.int32], tag: NDArray[np.int32], nodes: list[int]) -> tuple[list[bytes], list[int]]: ...
def collect(
    buffer: bytes,
    start: NDArray[np.int32],
    tag: NDArray[np.int32],
    classes: dict[bytes, list[int]],
    ids: dict[bytes, list[int]],
) -> None: ...
