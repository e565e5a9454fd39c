from collections.abc import Callable, Sequence
from typing import Any

def written(
    columns: Sequence[Sequence[Any]],
    before: Sequence[str],
    after: str,
    rows: tuple[int, int],
    form: int,
    other: Callable[[Any], str],
) -> bytes: ...
