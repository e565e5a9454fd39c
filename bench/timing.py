"""The time of work on a page over that of its bare parse."""

import time
from collections.abc import Callable, Iterable
from statistics import median

from selectolax.lexbor import LexborHTMLParser

Page = tuple[bytes, str | None]  # its bytes and its address
_ROUNDS = 3


def bare_parses(pages: Iterable[Page], work: Callable[[bytes, str | None], object]) -> float:
    """How many bare parses the work on a page takes, in the median of the pages; the best of some rounds each."""
    ratios = []
    for data, url in pages:
        bare, whole = [], []
        for _ in range(_ROUNDS):
            start = time.process_time()
            LexborHTMLParser(data)
            bare.append(time.process_time() - start)
            start = time.process_time()
            work(data, url)
            whole.append(time.process_time() - start)
        ratios.append(min(whole) / max(min(bare), 1e-9))
    return median(ratios)
