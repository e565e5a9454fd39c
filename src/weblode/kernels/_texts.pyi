from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from weblode.kernels.texts import Makers, Numbers, Row, Span, Text

class Texts:
    def __init__(
        self,
        buffer: bytes,
        columns: Sequence[Numbers],
        traits: NDArray[np.uint8],
        priced: frozenset[int],
        makers: Makers,
    ) -> None: ...
    def string(self, u: int) -> str: ...
    def joined(self, u: int, v: int) -> str: ...
    def row(self, start: int, leaves: Sequence[int], prices: Mapping[int, int], most: int) -> list[Text]: ...
    def text(self, u: int, v: int, start: int) -> Text | None: ...
    def cut(self, start: int, spans: Sequence[Span]) -> list[int]: ...
    def uncut(self, start: int, spans: Sequence[Span], paths: set[int]) -> list[int]: ...
    def about(self, u: int, start: int) -> tuple[str, str]: ...
    def places(
        self, starts: Sequence[int], leaves: Numbers, bounds: Sequence[Span], prices: Mapping[int, int], most: int
    ) -> list[Row]: ...
    def place(self, text: Text, start: int) -> tuple[Any, Any] | None: ...
    def with_images(
        self,
        starts: Sequence[int],
        rows: Sequence[Row],
        images: Numbers,
        bounds: Sequence[Span],
        sources: Mapping[int, bytes],
        is_repeated: Callable[[str], bool],
        read: Callable[[int, tuple[str, str]], tuple[Any, Any] | None],
        most: int,
    ) -> list[Row]: ...
    def with_lines(self, starts: Sequence[int], rows: Sequence[Row], lines: int, most: int) -> list[Row]: ...
