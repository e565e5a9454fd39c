"""What fitted decision trees say of the lists of a page, and of the page: the reference implementation.

The trees are small and all of one depth: each level of a tree asks one question of all rows, whether a fact is above a
limit.
"""

from collections.abc import Sequence
from operator import itemgetter

import numpy as np
from numpy.typing import NDArray

from weblode.kernels.lists import FACTS

Floats = NDArray[np.float64]

DEEPEST = 8  # levels of a tree
RIVALS = 40  # a list elsewhere is looked for among so many
NONE_ELSEWHERE = -20.0  # the odds of a list that is not there
SHARE, POSITION, END = (FACTS.index(name) for name in ("share", "position", "end"))
PAGE_PROSE, PROSE_SHARE, PROSE_BEFORE = (FACTS.index(name) for name in ("page_prose", "prose_share", "prose_before"))
# What the judge of the page asks: the odds of the best list, those of the best list elsewhere on the page, by how much
# the first are higher; the prose outside the best list and before it, as shares of the page's text; and the facts of
# the best list, without the size of the page: a short list is a list. Last comes what the page says it is.
ASKED = [i for i, name in enumerate(FACTS) if name not in ("page_nodes", "page_text")]
PAGE_FACTS = (
    *("odds", "odds_elsewhere", "odds_ahead", "prose_around", "prose_above"),
    *(FACTS[i] for i in ASKED),
    "declared",
)
_asked = itemgetter(*ASKED)


class Trees:
    """Small decision trees whose answers are added.

    Row `t` of each array is a tree: each level asks whether the fact in a column is above a limit; `values` has the
    value of each leaf, no before yes.

    >>> trees = Trees(np.int32([[1]]), np.array([[0.5]]), np.array([[-1.0, 2.0]]))
    >>> trees.weigh(np.array([[9.0, 0.4], [9.0, 0.6]])).tolist()
    [-1.0, 2.0]
    """

    def __init__(self, columns: NDArray[np.int32], limits: Floats, values: Floats) -> None:
        if not len(columns) == len(limits) == len(values) or columns.shape[1] != limits.shape[1]:
            raise ValueError("trees of different sizes")
        if columns.shape[1] > DEEPEST or values.shape[1] != 1 << columns.shape[1]:
            raise ValueError(f"a tree needs an answer for each leaf, and has {DEEPEST} levels at most")
        if columns.size and columns.min() < 0:
            raise ValueError("no such fact")
        self._trees = list(zip(columns, limits, values, strict=True))
        self._width = int(columns.max(initial=-1)) + 1

    def agree(self, facts: Floats, least: float) -> bool:
        """Whether the trees say at least so much of each row of facts."""
        return bool((self.weigh(facts) >= least).all())

    def weigh(self, facts: Floats) -> Floats:
        """For each row of facts the sum of what the trees say of it."""
        if facts.shape[1] < self._width:
            raise ValueError("no such fact")
        totals = np.zeros(len(facts))
        for questions, limits, values in self._trees:
            leaf = np.zeros(len(facts), dtype=np.int64)
            for column, limit in zip(questions, limits, strict=True):
                leaf = 2 * leaf + (facts[:, column] > limit)
            totals += values[leaf]
        return totals


def judged(facts: Floats, ranker: Trees, page: Trees, kind: float) -> tuple[Floats, list[int], Floats, float]:
    """The log odds of each list, the lists by `rank`, the row of `PAGE_FACTS`, and what `page` says of that.

    `facts` has a row for each list of the page, `kind` is what the page says it is.
    """
    if not len(facts):
        raise ValueError("a page without lists is not judged")
    odds = ranker.weigh(facts)
    order = rank(facts, odds)
    row = page_facts(facts, odds, order, kind)
    return odds, order, row, float(page.weigh(row)[0])


def rank(facts: Floats, odds: Floats) -> list[int]:
    """The indices of the lists, most likely first; ties go to the one with more text, then to document order."""
    order: list[int] = np.lexsort((-facts[:, SHARE], -odds)).tolist()
    return order


def page_facts(facts: Floats, odds: Floats, order: Sequence[int], kind: float) -> Floats:
    """The row of `PAGE_FACTS` of a page, from its lists, their odds and order, and what it says it is."""
    own = facts[order[0]].tolist()
    first, last = own[POSITION], own[END]
    apart = (i for i in order[:RIVALS] if facts[i, POSITION] > last or facts[i, END] < first)
    elsewhere = next(apart, None)
    here, there = odds.item(order[0]), NONE_ELSEWHERE if elsewhere is None else odds.item(elsewhere)
    prose, inside, above = own[PAGE_PROSE], own[PROSE_SHARE], own[PROSE_BEFORE]
    row = [here, there, here - there, prose * (1 - inside), prose * above, *_asked(own), kind]
    return np.array([row], dtype=np.float64)
