from collections.abc import Sequence

from selectolax.lexbor import LexborHTMLParser

from weblode.kernels.columns import Columns

SYMBOLS: tuple[str, ...]

def bind(addresses: Sequence[int]) -> None: ...
def columns(parser: LexborHTMLParser, nodes: int, depth: int, size: int) -> Columns: ...
def effort(data: bytes) -> int: ...
