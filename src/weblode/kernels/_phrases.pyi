from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from weblode.kernels.phrases import Sought, Inventory, Token
from weblode.kernels.templates import Anchors

def words(text: str) -> list[str]: ...
def lower_words(text: str) -> list[str]: ...
def plain_words(texts: Sequence[str]) -> list[str]: ...
def tokens(text: str) -> list[Token]: ...
def holding(
    buffer: bytes,
    start: NDArray[np.int32],
    nodes: NDArray[np.int32],
    longest: int,
    parts: Sequence[bytes],
    *,
    fold: bool = False,
) -> list[int]: ...
def tagged_holding(
    buffer: bytes, start: NDArray[np.int32], tag: NDArray[np.int32], tags: tuple[int, int], parts: Sequence[bytes]
) -> list[int]: ...
def inventory(
    buffer: bytes,
    columns: Sequence[NDArray[np.int32]],
    texts: NDArray[np.int64],
    span: tuple[int, int],
    sought: Sought,
) -> Inventory: ...
def nearest_holding(
    buffer: bytes,
    start: NDArray[np.int32],
    parent: NDArray[np.int32],
    nodes: list[int],
    levels: int,
    parts: tuple[bytes, ...],
) -> list[int]: ...
def mentioning(
    buffer: bytes, start: NDArray[np.int32], stop: NDArray[np.int32], words: Sequence[bytes]
) -> list[bool]: ...
def template(values: Sequence[str]) -> tuple[str, ...]: ...
def divided(anchors: Anchors, values: Sequence[str | None]) -> dict[str, list[str | None]]: ...
