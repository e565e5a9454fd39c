"""How good the segments of pages with gold are: precision, recall, F1 over boundaries.

A boundary is the first leaf of a segment, but for the page's first. It is right if a wanted one stands within five
leaves of it, the papers' window; each wanted one is found once, by the first that is near and has no other nearer.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from weblode.evaluate import gold_sets, read_gold

WINDOW = 5


@dataclass(frozen=True)
class SegmentGold:
    """A page and the leaves that its segments start with."""

    path: Path
    boundaries: tuple[int, ...]


def golds(folder: Path) -> list[SegmentGold]:
    """The pages of a data folder with their gold (`gold.json`, `pages/`)."""
    rows = read_gold(folder / "gold.json")
    return [SegmentGold(folder / "pages" / row["page"], tuple(sorted(row["boundaries"]))) for row in rows]


def matches(wanted: Iterable[int], found: Iterable[int], *, window: int = WINDOW) -> tuple[int, int, int]:
    """How many boundaries are right, found, and wanted, as `Tally.add` takes them.

    >>> matches([3, 20], [0, 2, 5, 31])
    (1, 3, 2)
    """
    free = sorted(wanted)
    boundaries = sorted(leaf for leaf in found if leaf)
    n = len(free)
    for leaf in boundaries:
        nearest = min(free, key=lambda other: abs(other - leaf), default=None)
        if nearest is not None and abs(nearest - leaf) <= window:
            free.remove(nearest)
    return n - len(free), len(boundaries), n


def sets(folder: Path) -> Iterator[Path]:
    """The folders below a data folder whose gold is of segments."""
    return gold_sets(folder, "boundaries")
