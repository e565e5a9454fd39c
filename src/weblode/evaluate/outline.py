"""The quality of outlines: precision and recall over all pairs of a label and one above it.

Labels are compared word by word, without case and punctuation. Pairs with a label that is not in the gold are not
counted: the gold has sections and what they list, not every text. (OntoMiner 2005, section 7, counts the same pairs of
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
    """A page, the right pairs of labels, and all labels that count."""

    path: Path
    pairs: frozenset[tuple[str, str]]
    labels: frozenset[str]


def golds(folder: Path) -> list[OutlineGold]:
    """The pages of a data folder with their gold (`outline/*.json`, `pages/`)."""
    rows = map(read_gold, sorted(folder.glob("outline/*.json")))
    return [gold_of(row["tree"], folder / "pages" / row["page"]) for row in rows]


def gold_of(tree: dict[str, Any], page: Path) -> OutlineGold:
    """The gold of a page, given the tree of its labels."""
    rows = list(_rows(tree))
    labels = frozenset(label for _, label in rows) - {""}
    return OutlineGold(page, frozenset(pairs(rows)), labels)


def sets(folder: Path) -> Iterator[Path]:
    """The folders with gold for outlines: below a data folder, or the folder itself."""
    return (gold.parent for gold in sorted([*folder.glob("outline"), *folder.glob("*/outline")]) if gold.is_dir())


def pairs(rows: list[tuple[int, str]]) -> Pairs:
    """All pairs of a label and one below it, given rows (depth, label) in order.

    >>> sorted(pairs([(0, "a"), (1, ""), (2, "b"), (1, "a")]))
    [('a', 'b')]
    """
    all_pairs: Pairs = set()
    above: list[str] = []
    for depth, label in rows:
        del above[depth:]
        if label:
            all_pairs.update((upper, label) for upper in above if upper and upper != label)
        above.append(label)
    return all_pairs


def tally(gold: OutlineGold, outline: Outline) -> Tally:
    """The tally of an outline's pairs."""
    rows = [(depth, plain(outline.name(row))) for row, depth in enumerate(outline.depth.tolist())]
    predicted = {(upper, lower) for upper, lower in pairs(rows) if upper in gold.labels and lower in gold.labels}
    return Tally(len(predicted & gold.pairs), len(predicted), len(gold.pairs))


def _rows(tree: dict[str, Any]) -> Iterator[tuple[int, str]]:
    """Depth and label of each row of a gold tree, in order."""
    stack = [(tree, 0)]
    while stack:
        row, depth = stack.pop()
        yield depth, plain(row.get("label"))
        stack += [(part, depth + 1) for part in reversed(row.get("children", []))]
