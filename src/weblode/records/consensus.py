"""Record lists by consensus: every candidate list of a page is scored by the same evidence; the best comes first.

Proposals are the cuts of `kernels.lists`: those that the papers' region and separator heuristics choose from, and
others (several parents, every child, rows of one shape, elements of one class). No kind is preferred: the facts
measured for each proposal go through small decision trees, fitted on development pages by
`python -m bench.consensus FOLDER --fit` and stored in `consensus.json`. Two judges answer two questions: which list,
and whether the page has one at all.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from weblode import kernels
from weblode.kernels import lists as kinds
from weblode.kernels.judges import PAGE_FACTS
from weblode.kernels.lists import FACTS, Lists
from weblode.models import parameters, probability
from weblode.records import sections
from weblode.records.completing import complete, pieces_of, records_of, with_first
from weblode.records.copies import may_have_copies, survey, without_copies
from weblode.records.declared import declared
from weblode.records.first_apart import first_apart
from weblode.records.forest import Forest
from weblode.records.header_rows import (
    ELSEWHERE,
    HEADER,
    are_joined_rows,
    header_rows,
    is_headed_table,
    rows_elsewhere,
    whole_rows,
)
from weblode.records.members import UNLIKE, Texts, divide
from weblode.records.objects import MISSES, DroppedPiece, Range, misfit
from weblode.records.record_list import RecordList
from weblode.records.row_pairs import row_pairs
from weblode.records.traits import traits
from weblode.style.hidden import hidden, marks
from weblode.tree import Tree

PLACEMENTS = {kinds.AROUND: "around", kinds.BEFORE: "before", kinds.BETWEEN: "between", kinds.AFTER: "after"}

_PLACE = {name: i for i, name in enumerate(FACTS)}


class FactsByName(Mapping[str, float]):
    """The facts of one list by their names; few ask for them."""

    def __init__(self, row: NDArray[np.float64]) -> None:
        self._row = row

    def __getitem__(self, name: str) -> float:
        return self._row.item(_PLACE[name])

    def __iter__(self) -> Iterator[str]:
        return iter(FACTS)

    def __len__(self) -> int:
        return len(FACTS)


class Measured(NamedTuple):
    """What is measured of a page, from the text that a person sees.

    All candidate lists with their facts, the columns of `kernels.clues.visible`, and what the page says it is.
    """

    lists: Lists
    texts: Texts
    declared: float


def measure(tree: Tree) -> Measured:
    """The candidate lists of a page, with what else its judges ask for."""
    kernel = kernels.fastest()
    visible = kernel.visible(tree.buffer, tree.start, tree.leaf, hidden(tree))
    first_mark, numbers, roles, _ = marks(tree)
    columns = (tree.parent, tree.end, tree.tag, tree.path)
    lists = kernel.lists(*columns, *visible, first_mark, numbers, roles, traits())
    return Measured(lists, visible, declared(tree))


# What the judge of the page says is calibrated by a line over its log odds that bends at these.
BENDS = {"over_-2": -2.0, "over_0": 0.0}
SURE = math.log(1e6 - 1)  # log odds of one in a million; none are higher


@dataclass(frozen=True)
class Judges:
    """The two judges: `ranker` weighs the lists of a page against each other, `page` whether the page has a list.

    `calibration` are the weights by which what `page` says becomes what pages of other sites bear out; `threshold` is
    the lowest probability of a page with a list.
    """

    ranker: Forest
    page: Forest
    calibration: Mapping[str, float]
    threshold: float

    @classmethod
    def of(cls, document: Mapping[str, Mapping[str, object]]) -> "Judges":
        """The judges from their JSON form."""
        threshold: float = document["threshold"]  # type: ignore[assignment]
        calibration: Mapping[str, float] = document["calibration"]  # type: ignore[assignment]
        ranker, page = Forest.of(document["ranker"], FACTS), Forest.of(document["page"], PAGE_FACTS)
        return cls(ranker, page, calibration, threshold)

    def has_list(self, page_odds: float) -> float:
        """The probability that the page has a record list, from the log odds that `page` gives it."""
        odds, weight = min(max(page_odds, -SURE), SURE), self.calibration
        total = weight["bias"] + weight["log_odds"] * odds
        for name, bend in BENDS.items():
            if odds > bend:
                total += weight[name] * (odds - bend)
        return probability(total)


@cache
def judges() -> Judges:
    """The judges that come with the package."""
    return Judges.of(parameters("records/consensus.json"))


_NEAR = 40  # what stands below dates is looked for among so many lists
# The judge of the page has seen few pages of numbers alone, and hardly believes them. If the first list is a table
# with a header and three columns or more, and holds such a share of the page's text, the page has a list: all 24 such
# pages of the development sets have one, so the next one by the rule of succession with this probability.
_TABLE, _TABLE_SHARE = 25 / 26, 0.3
_SHARE = FACTS.index("share")


@dataclass(frozen=True)
class Judgement:
    """What the judges say about a page: its proposals, their odds and order, and the probability of a list.

    `texts` are the columns of the text that is seen (see `Measured`); `row` has the `PAGE_FACTS`; `is_table` says that
    the page has a list since it is a table with a header, whatever the judge of the page says.
    """

    lists: Lists
    odds: NDArray[np.float64]
    order: list[int]
    chance: float
    texts: Texts
    row: NDArray[np.float64]
    is_table: bool = False

    @property
    def scores(self) -> NDArray[np.float64]:
        """The score of each proposal: the probability for the first, less for the others by their odds.

        One that has higher odds than the first and still comes after it (see `arrange`) has half of its score.
        """
        scores: NDArray[np.float64] = self.chance * np.exp(np.minimum(0.0, self.odds - self.odds[self.order[0]]))
        scores[self.odds > self.odds[self.order[0]]] *= 0.5
        return scores


def judge(tree: Tree) -> Judgement | None:
    """The judgement on a page; None if it has nothing that could be a list."""
    (lists, texts, kind), both = measure(tree), judges()
    if not len(lists.facts):
        return None
    judged = kernels.fastest().judged
    odds, order, row, page_odds = judged(lists.facts, both.ranker.trees, both.page.trees, kind)
    order = complete(tree, lists, odds, arrange(tree, lists, order), texts)
    chance, is_table = both.has_list(page_odds), False
    if chance < _TABLE and lists.facts.item(order[0], _SHARE) >= _TABLE_SHARE:
        records = records_of(lists, order[0])
        is_table = is_headed_table(tree, whole_rows(tree, records)) or are_joined_rows(tree, records)
    return Judgement(lists, odds, order, _TABLE if is_table else chance, texts, row, is_table)


def find(tree: Tree, *, limit: int = 1, threshold: float | None = None) -> list[RecordList]:
    """The record lists of a page, best first; empty if the page has none, by a probability below the threshold.

    The score of the first is the probability that the page has a list; that of another one is lower by how much less
    likely it is to be better than the first. No two lists have the same records, but one may be another reading of the
    same part of the page. Where the likeliest list has the sections of one, under dates or
    headers, what they hold comes first.
    """
    judgement = judge(tree)
    if judgement is None or judgement.chance < (judges().threshold if threshold is None else threshold) or limit < 1:
        return []
    readings = [_record_list(tree, judgement, judgement.order[0], judgement.chance)]
    if limit > 1:
        scores = judgement.scores
        rivals = (_record_list(tree, judgement, i, scores.item(i)) for i in judgement.order[1:limit])
        readings += [each for each in rivals if each.records != readings[0].records]
    return readings


def arrange(tree: Tree, lists: Lists, order: list[int]) -> list[int]:
    """The order of a page's lists; where the first has sections of one list, what these hold comes first."""
    if not sections.may_be_sections(tree, pieces_of(lists, order[0])):
        return order
    first = records_of(lists, order[0])
    longer = [i for i in order[1:_NEAR] if lists.kept[i] > len(first)]
    things = (i for i in longer if sections.are_sections(tree, first, records_of(lists, i)))
    return with_first(order, next(things, order[0]))


def influences(tree: Tree) -> dict[str, tuple[float, float]]:
    """Each fact of `PAGE_FACTS` with how much it speaks for a list on the page, or against one; the strongest first."""
    judgement = judge(tree)
    if judgement is None:
        return {}
    row = judgement.row[0]
    facts = zip(PAGE_FACTS, zip(row.tolist(), judges().page.influence(row).tolist(), strict=True), strict=True)
    return dict(sorted(facts, key=lambda each: -abs(each[1][1])))


def likelihoods(tree: Tree, lists: Sequence[RecordList]) -> list[float]:
    """How likely each list is the page's record list, on one scale for the lists of all methods.

    It is the score of the proposal that shares most records with the list, times the share of records that they share.
    """
    judgement = judge(tree)
    if judgement is None:
        return [0.0] * len(lists)
    pieces, offsets, scores = (
        judgement.lists.pieces.tolist(),
        judgement.lists.offsets.tolist(),
        judgement.scores.tolist(),
    )
    proposed = [
        (score, {(start, stop) for start, stop, is_record in pieces[a:b] if is_record})
        for score, (a, b) in zip(scores, pairwise(offsets), strict=True)
    ]
    values = []
    for each in lists:
        records = set(each.records)
        shared = ((2 * len(records & others) / max(1, len(records) + len(others)), score) for score, others in proposed)
        share, score = max(shared, default=(0.0, 0.0))
        values.append(share * score)
    return values


def _record_list(tree: Tree, judgement: Judgement, i: int, chance: float) -> RecordList:
    """Proposal `i` as a record list: its records, the dropped pieces, and the evidence."""
    lists, widths = judgement.lists, judgement.texts[0]
    members = records_of(lists, i)
    is_first = i == judgement.order[0]
    pairs = row_pairs(tree, members) if is_first else None
    if pairs is None or np.array_equal(pairs[:, 0], members[:, 0]):
        members, unlike = divide(tree, members, judgement.texts, traits()[0])
    else:
        members, unlike = pairs, pairs[:0]
    records, is_single, is_beside, equal_sizes = survey(tree, members)
    apart = first_apart(tree, lists, judgement.odds, judgement.order, judgement.texts) if is_first else None
    if apart:
        members = np.concatenate([np.array([apart], dtype=np.int32), members])
        records, is_single, is_beside, equal_sizes = survey(tree, members)
    elsewhere = rows_elsewhere(tree, records) if is_single else ()
    headers = header_rows(tree, [each for each in records if each not in elsewhere]) if is_single else ()
    if headers or elsewhere:
        is_record = ~np.isin(members[:, 0], [start for start, _ in (*headers, *elsewhere)])
        records, is_single, is_beside, equal_sizes = survey(tree, members[is_record])
    repeated: tuple[DroppedPiece, ...] = ()
    if may_have_copies(len(records), equal_sizes):
        records, repeated = without_copies(tree, records)
        if repeated:
            _, is_single, is_beside, _ = survey(tree, np.array(records, dtype=np.int32))
    facts = FactsByName(lists.facts[i].copy())
    region, parents, separator, placed, cut, _, _, n_kept = lists.heads[i].tolist()
    others: list[tuple[Range, str]] = []
    if n_kept < lists.offsets.item(i + 1) - lists.offsets.item(i):
        others = [((start, stop), MISSES) for start, stop, is_record in pieces_of(lists, i).tolist() if not is_record]
    if len(unlike):
        others += [((start, stop), UNLIKE) for start, stop in unlike.tolist()]
    placement, (first, _) = PLACEMENTS[placed], records[apart is not None]
    if is_single:  # every record is a single node, whatever the cut
        region, placement, separator = tree.parent.item(first), "around", tree.tag.item(first)
    separator = separator or tree.tag.item(first)
    dropped = [DroppedPiece(piece, HEADER) for piece in headers] if headers else []
    dropped += [DroppedPiece(piece, ELSEWHERE) for piece in elsewhere]
    if others:
        dropped += [DroppedPiece(piece, _reason(widths, piece, facts["size"], why)) for piece, why in others]
    return RecordList.of(
        tree=tree,
        method="consensus",
        region=region,
        separator=separator,
        placement=placement,
        records=records,
        dropped=(*dropped, *repeated),
        joined=cut == kinds.SHAPE and placement != "around",
        beside=is_beside if is_single else parents > 1,
        certainty={separator: chance},
        evidence=facts,
    )


def _reason(widths: NDArray[np.int32], piece: Range, usual: float, otherwise: str) -> str:
    """Why a piece is no record: its size, or another reason; its size and the usual one are widths of visible text."""
    return misfit(int(widths[piece[1]] - widths[piece[0]]), usual, unit="characters") or otherwise
