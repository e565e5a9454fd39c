from collections.abc import Iterable, Sequence

from weblode.kernels.lines import Numbers

def lines(buffer: bytes, start: Numbers, nodes: Iterable[int]) -> list[str]: ...
def attributes(buffer: bytes, start: Numbers, nodes: Iterable[int], name: bytes) -> list[str]: ...
def passages(
    buffer: bytes,
    columns: Sequence[Numbers],
    leaves: Numbers,
    ranges: Iterable[tuple[int, int]],
    line: str,
    *,
    apart: bool,
) -> list[str]: ...
