"""One answer from many proposals: every list that a page may have, judged by the same evidence, the best one first.

Proposals are the cuts of `kernels.lists`: what the papers' region and separator heuristics choose among, and further
ones (several parents, every child, rows of a shape). None is preferred: what is measured of each goes through small
trees whose questions and answers are estimated on development pages by `python -m bench.consensus FOLDER --fit` and
kept in `consensus.json`. The score is the chance that the list is what the page is about, against that there is none.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from weblode import kernels
from weblode.kernels import lists as kinds
from weblode.kernels.lists import FACTS, Lists
from weblode.models import parameters, probability
from weblode.records.objects import MISSES, DroppedPiece, Range, misfit
from weblode.records.record_list import RecordList
from weblode.tags import NAMES, NO_CONTENT, NUMBERS
from weblode.tree import Tree

PLACEMENTS = {kinds.AROUND: "around", kinds.BEFORE: "before", kinds.BETWEEN: "between"}

_TRAITS = {
    kinds.INLINE: "b i em strong font u small big sup sub tt wbr mark",
    kinds.BREAK: "br hr",
    kinds.LINK: "a",
    kinds.IMAGE: "img",
    kinds.HEADING: "h1 h2 h3 h4 h5 h6",
    kinds.ASIDE: "nav header footer aside",
    kinds.FORM: "form",
}
# What a record may be made of, as one of the facts; other tags come last.
_KINDS = ("tr", "li dt dd", "div article section", "td th", "table tbody dl ul ol", "p blockquote", "a")


@cache
def traits() -> NDArray[np.uint8]:
    """Two rows by tag: what it is, and which kind of record it makes; at last for tags that HTML does not have."""
    table = np.zeros((2, len(NAMES) + 1), dtype=np.uint8)
    table[0, list(NO_CONTENT)] = kinds.SKIPPED
    for trait, names in _TRAITS.items():
        table[0, [NUMBERS[name] for name in names.split()]] |= trait
    table[1] = len(_KINDS)
    for kind, names in enumerate(_KINDS):
        table[1, [NUMBERS[name] for name in names.split()]] = kind
    return table


def proposals(tree: Tree) -> Lists:
    """All lists that a page may have, with what is measured of each."""
    return kernels.fastest().lists(tree.parent, tree.end, tree.tag, tree.path, tree.leaf, tree.start, traits())


@dataclass(frozen=True)
class Forest:
    """Small trees that weigh evidence; `start` is what they add to, `threshold` the least score of a record list."""

    columns: NDArray[np.int32]
    limits: NDArray[np.float64]
    values: NDArray[np.float64]
    start: float
    threshold: float

    @classmethod
    def of(cls, kept: Mapping[str, object]) -> "Forest":
        """The trees as they are kept in a file, by the names of the facts they ask for."""
        trees: list[dict[str, list[float]]] = kept["trees"]  # type: ignore[assignment]
        return cls(
            np.array([[FACTS.index(name) for name in tree["asks"]] for tree in trees], dtype=np.int32),  # type: ignore[arg-type]
            np.array([tree["above"] for tree in trees], dtype=np.float64),
            np.array([tree["says"] for tree in trees], dtype=np.float64),
            float(kept["start"]),  # type: ignore[arg-type]
            float(kept["threshold"]),  # type: ignore[arg-type]
        )

    def weigh(self, facts: NDArray[np.float64]) -> NDArray[np.float64]:
        """The logarithm of the odds of each row of facts."""
        found: NDArray[np.float64] = self.start + kernels.fastest().weigh(facts, self.columns, self.limits, self.values)
        return found


@cache
def fitted() -> Forest:
    """The trees that come with the package."""
    return Forest.of(parameters("records/consensus.json"))


def find(tree: Tree, *, limit: int = 1, threshold: float | None = None) -> list[RecordList]:
    """The record lists of a page, best first; none if the best one's score is below the threshold.

    No two have the same records, but one may be another reading of the same part of the page.
    """
    made, forest = proposals(tree), fitted()
    if not len(made.facts):
        return []
    odds = forest.weigh(made.facts)
    order = ranked(made.facts, odds)
    if probability(odds[order[0]]) < (forest.threshold if threshold is None else threshold):
        return []
    return [_found(tree, made, i, probability(odds[i])) for i in order[:limit]]


_SHARE = FACTS.index("share")


def ranked(facts: NDArray[np.float64], odds: NDArray[np.float64]) -> list[int]:
    """The proposals, the most likely first; of equal ones the one with more text, then the first in the page."""
    found: list[int] = np.lexsort((-facts[:, _SHARE], -odds)).tolist()
    return found


def _found(tree: Tree, made: Lists, i: int, chance: float) -> RecordList:
    """Proposal `i` with its records, what was left out, and the evidence."""
    rows = made.pieces[made.offsets[i] : made.offsets[i + 1]].tolist()
    records = tuple((start, stop) for start, stop, kept in rows if kept)
    others = [(start, stop) for start, stop, kept in rows if not kept]
    facts = dict(zip(FACTS, made.facts[i].tolist(), strict=True))
    head = dict(zip(kinds.HEADS, made.heads[i].tolist(), strict=True))
    region, placement, beside = head["parent"], PLACEMENTS[head["placement"]], head["parents"] > 1
    separator = head["tag"] or int(tree.tag[records[0][0]])
    if all(stop == tree.end[start] for start, stop in records):  # each is one node, however it was cut
        above = tree.parent[[start for start, _ in records]]
        region, placement, beside = int(above[0]), "around", bool((above != above[0]).any())
        separator = int(tree.tag[records[0][0]])
    return RecordList(
        tree,
        "consensus",
        region,
        separator,
        placement,
        records,
        tuple(DroppedPiece(piece, _reason(tree, piece, facts["size"])) for piece in others),
        head["cut"] == kinds.SHAPE and placement != "around",
        beside,
        {separator: chance},
        evidence=facts,
    )


def _reason(tree: Tree, piece: Range, usual: float) -> str:
    size = int(tree.text_before[piece[1]] - tree.text_before[piece[0]])
    return misfit(size, usual) or MISSES
