"""The quality of segments on pages with gold: precision, recall, F1 over boundaries.

A boundary is the first leaf of a segment, except the first segment of the page. It is right if a gold boundary is
within five leaves of it, the window of the papers. Each gold boundary counts once: a boundary takes the nearest one
that is still free.
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


def matches(gold: Iterable[int], predicted: Iterable[int], *, window: int = WINDOW) -> tuple[int, int, int]:
    """The numbers of right, predicted and gold boundaries, as `Tally.add` takes them.

    >>> matches([3, 20], [0, 2, 5, 31])
    (1, 3, 2)
    """
    free = sorted(gold)
    boundaries = sorted(leaf for leaf in predicted if leaf)
    n = len(free)
    for leaf in boundaries:
        nearest = min(free, key=lambda other: abs(other - leaf), default=None)
        if nearest is not None and abs(nearest - leaf) <= window:
            free.remove(nearest)
    return n - len(free), len(boundaries), n


def sets(folder: Path) -> Iterator[Path]:
    """The folders below a data folder with gold for segments."""
    return gold_sets(folder, "boundaries")
