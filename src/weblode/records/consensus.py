"""Record lists by consensus: every candidate list of a page is scored by the same evidence; the best comes first.

Proposals are the cuts of `kernels.lists`: those that the papers' region and separator heuristics choose from, and
others (several parents, every child, rows of one shape). No kind is preferred: the facts measured for each proposal go
through small decision trees, fitted on development pages by `python -m bench.consensus FOLDER --fit` and stored in
`consensus.json`. The score is the probability that the list is what the page is about, against there being no list.
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
from weblode.style.cascade import style
from weblode.tags import NAMES, NO_CONTENT, NUMBERS
from weblode.tree import Tree

PLACEMENTS = {kinds.AROUND: "around", kinds.BEFORE: "before", kinds.BETWEEN: "between"}

_TRAITS = {
    kinds.INLINE: "b i em strong font u small big sup sub tt wbr mark",
    kinds.BREAK: "br hr",
    kinds.LINK: "a",
    kinds.IMAGE: "img",
    kinds.HEADING: "h1 h2 h3 h4 h5 h6",
    kinds.ASIDE: "aside",
    kinds.FORM: "form",
    kinds.NAV: "nav",
    kinds.EDGE: "header footer",
    kinds.CELL: "th thead",
}
# Kinds of record by tag, one of the facts; all other tags share the last kind.
_KINDS = ("tr", "li dt dd", "div article section", "td th", "table tbody dl ul ol", "p blockquote", "a")


@cache
def traits() -> NDArray[np.uint16]:
    """Two rows, the traits of each tag and its kind of record; the last entry is for tags that HTML does not define."""
    table = np.zeros((2, len(NAMES) + 1), dtype=np.uint16)
    table[0, list(NO_CONTENT)] = kinds.SKIPPED
    for trait, names in _TRAITS.items():
        table[0, [NUMBERS[name] for name in names.split()]] |= trait
    table[1] = len(_KINDS)
    for kind, names in enumerate(_KINDS):
        table[1, [NUMBERS[name] for name in names.split()]] = kind
    return table


def proposals(tree: Tree) -> Lists:
    """All candidate lists of a page, with the facts measured for each."""
    use = kernels.fastest()
    hidden = style(tree).hidden.copy()
    for u in np.flatnonzero(tree.tag == NUMBERS["details"]).tolist():
        if "open" not in tree.attributes(u):
            a, b = tree.leaves.searchsorted([u, tree.end[u]])
            keep = hidden[a:b].copy()
            hidden[a:b] = True
            for v in tree.children(u):
                if tree.tag[v] == NUMBERS["summary"]:
                    c, d = tree.leaves.searchsorted([v, tree.end[v]])
                    hidden[c:d] = keep[c - a : d - a]
                    break
    before, leaf, text_kinds, hashes = use.visible(tree.buffer, tree.start, tree.leaf, hidden)
    first, marks, roles = use.marks(tree.buffer, tree.start, tree.tag)
    return use.lists(
        tree.parent, tree.end, tree.tag, tree.path, before, leaf, text_kinds, hashes, first, marks, roles, traits()
    )


@dataclass(frozen=True)
class Forest:
    """Small decision trees that add up log odds from `start`; `threshold` is the lowest score of a record list."""

    columns: NDArray[np.int32]
    limits: NDArray[np.float64]
    values: NDArray[np.float64]
    start: float
    threshold: float

    @classmethod
    def of(cls, document: Mapping[str, object]) -> "Forest":
        """A forest from its JSON form, in which trees name the facts they ask for."""
        trees: list[dict[str, list[float]]] = document["trees"]  # type: ignore[assignment]
        return cls(
            np.array([[FACTS.index(name) for name in tree["asks"]] for tree in trees], dtype=np.int32),  # type: ignore[arg-type]
            np.array([tree["above"] for tree in trees], dtype=np.float64),
            np.array([tree["says"] for tree in trees], dtype=np.float64),
            float(document["start"]),  # type: ignore[arg-type]
            float(document["threshold"]),  # type: ignore[arg-type]
        )

    def weigh(self, facts: NDArray[np.float64]) -> NDArray[np.float64]:
        """The log odds of each row of facts."""
        odds: NDArray[np.float64] = self.start + kernels.fastest().weigh(facts, self.columns, self.limits, self.values)
        return odds


@cache
def fitted_forest() -> Forest:
    """The forest that comes with the package."""
    return Forest.of(parameters("records/consensus.json"))


def find(tree: Tree, *, limit: int = 1, threshold: float | None = None) -> list[RecordList]:
    """The record lists of a page, best first; empty if the best score is below the threshold.

    No two lists have the same records, but one may be another reading of the same part of the page.
    """
    lists, forest = proposals(tree), fitted_forest()
    if not len(lists.facts):
        return []
    odds = forest.weigh(lists.facts)
    order = rank(lists.facts, odds)
    if probability(odds[order[0]]) < (forest.threshold if threshold is None else threshold):
        return []
    return [_record_list(tree, lists, i, probability(odds[i])) for i in order[:limit]]


_SHARE = FACTS.index("share")


def rank(facts: NDArray[np.float64], odds: NDArray[np.float64]) -> list[int]:
    """The indices of the proposals, most likely first; ties go to the one with more text, then to document order."""
    order: list[int] = np.lexsort((-facts[:, _SHARE], -odds)).tolist()
    return order


def _record_list(tree: Tree, lists: Lists, i: int, chance: float) -> RecordList:
    """Proposal `i` as a record list: its records, the dropped pieces, and the evidence."""
    rows = lists.pieces[lists.offsets[i] : lists.offsets[i + 1]].tolist()
    records = tuple((start, stop) for start, stop, is_record in rows if is_record)
    others = [(start, stop) for start, stop, is_record in rows if not is_record]
    facts = dict(zip(FACTS, lists.facts[i].tolist(), strict=True))
    head = dict(zip(kinds.HEADS, lists.heads[i].tolist(), strict=True))
    region, placement, beside = head["parent"], PLACEMENTS[head["placement"]], head["parents"] > 1
    separator = head["tag"] or int(tree.tag[records[0][0]])
    if all(stop == tree.end[start] for start, stop in records):  # every record is a single node, whatever the cut
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
