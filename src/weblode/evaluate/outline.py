"""How good outlines are: precision and recall over all pairs of a label and one above it.

Labels are compared word by word, without case and punctuation. Pairs with a label that the gold does not have count
neither way: it names sections and what they list, not every text. (OntoMiner 2005, section 7, counts the same pairs of
the transitive closure.)
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from weblode.evaluate import Tally, plain, read_gold
from weblode.outline.document import Outline

Pairs = set[tuple[str, str]]


@dataclass(frozen=True)
class OutlineGold:
    """A page, the pairs of labels wanted, and all labels that count."""

    path: Path
    pairs: frozenset[tuple[str, str]]
    labels: frozenset[str]


def golds(folder: Path) -> list[OutlineGold]:
    """The pages of a data folder with their gold (`outline/*.json`, `pages/`)."""
    found = []
    for path in sorted(folder.glob("outline/*.json")):
        row = read_gold(path)
        rows = list(_rows(row["tree"]))
        labels = frozenset(label for _, label in rows) - {""}
        found.append(OutlineGold(folder / "pages" / row["page"], frozenset(pairs(rows)), labels))
    return found


def sets(folder: Path) -> Iterator[Path]:
    """The folders below a data folder, or the folder itself, with gold of outlines."""
    return (gold.parent for gold in sorted([*folder.glob("outline"), *folder.glob("*/outline")]) if gold.is_dir())


def pairs(rows: list[tuple[int, str]]) -> Pairs:
    """All pairs of a label and one below it, of rows of depth and label in order.

    >>> sorted(pairs([(0, "a"), (1, ""), (2, "b"), (1, "a")]))
    [('a', 'b')]
    """
    found: Pairs = set()
    above: list[str] = []
    for depth, label in rows:
        del above[depth:]
        if label:
            found.update((upper, label) for upper in above if upper and upper != label)
        above.append(label)
    return found


def tally(gold: OutlineGold, outline: Outline) -> Tally:
    """The pairs of an outline that are right, that it has, and that are wanted."""
    rows = [(depth, plain(outline.name(row))) for row, depth in enumerate(outline.depth.tolist())]
    have = {(upper, lower) for upper, lower in pairs(rows) if upper in gold.labels and lower in gold.labels}
    return Tally(len(have & gold.pairs), len(have), len(gold.pairs))


def _rows(tree: dict[str, Any]) -> Iterator[tuple[int, str]]:
    """Depth and label of each row of a gold tree, in order."""
    stack = [(tree, 0)]
    while stack:
        row, depth = stack.pop()
        yield depth, plain(row.get("label"))
        stack += [(part, depth + 1) for part in reversed(row.get("children", []))]
