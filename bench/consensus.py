"""The judges of the consensus, fitted, and measured on other sites: `python -m bench.consensus FOLDER [--fit]`.

Every proposal of a page (`records/consensus.py`) is scored against the gold (`bench/cases.py`). The trees of the ranker
are boosted by LambdaRank (Burges 2010, "From RankNet to LambdaRank to LambdaMART"), on pages with a list, so that the
best proposals come first. The judge of the page is fitted on what rankers say of sites that they have not seen. What it
says of sites that it has not seen is turned into probabilities by a line over its log odds that bends twice, fitted on
yet other sites (of a dozen such curves, and beta calibration after Kull, Silva Filho, Flach 2017, the one with the
highest likelihood there); the threshold lets at most `CLAIMS` of the pages of each set without lists claim one.

Printed are the best proposal of each page (no choice can do better), and the choice of judges that were fitted on other
sites (folds of sites over all sets), once always answering and once with the threshold; and how reliable the
probabilities of the page's judge are. `--leave-out` also measures each set with judges fitted on the other sets alone;
`--errors` lists the pages that are read wrongly; `--fit` writes the judges fitted on all pages.
"""

import argparse
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bench import members, models
from bench.boosting import Boosting, logistic
from bench.cases import FOLDS, MARKED_SETS, RECORD_SETS, Case, Floats, cases, folds
from bench.logistic import logistic as fit_weights
from bench.members import NONE, Answer
from weblode.evaluate import Tally
from weblode.kernels.judges import PAGE_FACTS, page_facts, rank
from weblode.kernels.lists import AFTER, FACTS
from weblode.models import probability
from weblode.records.consensus import BENDS, SURE, judges
from weblode.records.forest import Forest

COMMAND = "python -m bench.consensus FOLDER --fit"
SEEDS = (1, 2, 3, 4, 5)  # of the folds over which the probabilities of the page's judge are averaged
CALIBRATION_SEED = 6  # of the folds for the curve that calibrates them
CLAIMS = 0.1  # of the pages of a set without lists may claim one
USUAL, MORE = 12, 0.25  # a page counts by the fourth root of its records: F1 is over all records of a set
TOP = 10  # the ranker learns which proposals belong among the first so many, and their order
# Chosen by cross-validation on the development pages.
RANKER = Boosting(trees=400, depth=4, rate=0.03, cost=0.01, rows=0.7, columns=0.4)
PAGE = Boosting(trees=600, depth=2, rate=0.035, cost=4.0, rows=0.7, columns=0.3)


# ---------------------------------------------------------------- the ranker
class Rows:
    """The proposals of pages with a list, one below the other, and what each is worth."""

    def __init__(self, pages: Sequence[Case]) -> None:
        pages = [case for case in pages if case.wanted and len(case.facts)]
        sizes = [len(case.facts) for case in pages]
        self.page: NDArray[np.int64] = np.repeat(np.arange(len(pages)), sizes)
        self.facts: Floats = np.concatenate([case.facts for case in pages])
        self._reward: Floats = np.concatenate([case.reward for case in pages])
        self._weight = weights(pages) * [(case.wanted / USUAL) ** MORE for case in pages]
        best = np.zeros((len(pages), min(TOP, max(sizes))))
        for row, case in zip(best, pages, strict=True):
            row[: len(case.facts)] = -np.sort(-case.reward)[: len(row)]
        most = np.maximum(best @ _discounts(best.shape[1]), 1e-9)  # the highest discounted reward
        start = np.cumsum([0, *sizes[:-1]])
        place = np.arange(len(self.page)) - start[self.page]
        self._pairs = [_Pairs(i, max(sizes), start, place, self.page, most) for i in range(min(TOP, max(sizes) - 1))]

    def loss(self, odds: Floats) -> tuple[Floats, Floats]:
        """The slope of the loss for each proposal, and how curved it is.

        Each pair of proposals of a page, one of them among the first `TOP`, pulls the better one up and the other one
        down (LambdaRank): by the chance that the odds have them in the wrong order, times what exchanging them would
        change in the discounted reward, less for pairs that are far apart.
        """
        order = np.lexsort((-odds, self.page))
        ranked, reward = odds[order], self._reward[order]
        slope, curve, total = np.zeros(len(odds)), np.zeros(len(odds)), np.zeros(len(self._weight))
        for pairs in self._pairs:
            apart = ranked[pairs.first] - ranked[pairs.others]  # never below 0
            more = reward[pairs.first] - reward[pairs.others]
            wrong = 1 / (1 + np.exp(np.minimum(np.copysign(apart, more), 50)))
            change = np.abs(more) * pairs.discount / (0.01 + apart) / pairs.most
            pull, bend = np.copysign(wrong, more) * change, wrong * (1 - wrong) * change
            slope[pairs.others] += pull
            curve[pairs.others] += bend
            slope[pairs.heads] -= pairs.sum_pages(pull)
            curve[pairs.heads] += pairs.sum_pages(bend)
            total[pairs.pages] += 2 * pairs.sum_pages(np.abs(pull))
        scale = (self._weight * np.log2(1 + total) / np.maximum(total, 1e-9))[self.page]  # no page counts for many
        back = np.empty((2, len(odds)))
        back[:, order] = scale * slope, scale * curve
        return back[0], back[1]


class _Pairs:
    """On all pages, the proposal at place `i` with each that comes after it: as rows in the order of the odds."""

    def __init__(
        self,
        i: int,
        widest: int,
        start: NDArray[np.int64],
        place: NDArray[np.int64],
        page: NDArray[np.int64],
        most: Floats,
    ) -> None:
        discounts = _discounts(widest)
        self.others = np.flatnonzero(place > i)
        page, place = page[self.others], place[self.others]
        self.first = start[page] + i
        self.discount, self.most = discounts[i] - discounts[place], most[page]
        begin = np.diff(page, prepend=-1) > 0  # the first pair of each page
        self.pages, self.heads = page[begin], self.first[begin]
        self._table = np.zeros((len(self.pages), widest - i - 1))
        self._cells = (begin.cumsum() - 1) * (widest - i - 1) + place - i - 1

    def sum_pages(self, values: Floats) -> Floats:
        """The sum of the pairs of each page.

        The pages are rows of one width. Sums of rows of their own widths differ in the last digit, which decides
        between questions that divide the proposals alike: the same pages would give another model than they did.
        """
        self._table.put(self._cells, values)
        sums: Floats = self._table.sum(axis=1)
        return sums


def _discounts(n: int) -> Floats:
    """How much the reward of each place counts: the first one most."""
    discounts: Floats = 1 / np.log2(np.arange(n) + 2.0)
    return discounts


def weights(pages: Sequence[Case]) -> Floats:
    """The weight of each page: a site counts by the square root of its pages."""
    count = Counter(case.site for case in pages)
    return np.array([count[case.site] ** -0.5 for case in pages])


_PLACEMENT = FACTS.index("placement")
RANKED = [i for i, name in enumerate(FACTS) if name != "pager"]  # all lists of a page have the same further pages


def fit_ranker(pages: Sequence[Case]) -> dict[str, object]:
    """The trees of the ranker that these pages teach.

    Marked lists have the titles of records alone: they would teach it to choose lists of titles. Cuts after an element
    do not teach: of a hundred proposals one is such a cut, and the ranker judges it by what it knows of the others.
    """
    taught = (case for case in pages if case.folder not in MARKED_SETS)
    rows = Rows([case.but(case.facts[:, _PLACEMENT] != AFTER) for case in taught])
    return RANKER.fit([FACTS[i] for i in RANKED], rows.facts[:, RANKED], rows.loss, rows.page)


# ---------------------------------------------------------------- the judge of the page
def fit_page(pages: Sequence[Case], odds: Sequence[Floats]) -> dict[str, object]:
    """The trees that say whether a page has a list, from the odds of its proposals by a ranker that never saw it."""
    known = [(case, each) for case, each in zip(pages, odds, strict=True) if len(each)]
    facts = np.concatenate([page_facts(case.facts, each, rank(case.facts, each), case.kind) for case, each in known])
    truth = np.array([float(case.wanted > 0) for case, _ in known])
    return PAGE.fit(PAGE_FACTS, facts, logistic(truth, weights([case for case, _ in known])))


def chances(pages: Sequence[Case], odds: Sequence[Floats], judge: Forest) -> Floats:
    """For each page, the probability that it has a list."""
    rows = [
        page_facts(case.facts, each, rank(case.facts, each), case.kind)
        for case, each in zip(pages, odds, strict=True)
        if len(each)
    ]
    said = iter(judge.weigh(np.concatenate(rows)) if rows else ())
    return np.array([probability(float(next(said))) if len(each) else 0.0 for each in odds])


def fit_calibration(pages: Sequence[Case], chance: Floats) -> dict[str, float]:
    """The weights that turn what a judge says into the shares of pages with a list that these pages bear out."""
    known = np.array([len(case.facts) > 0 for case in pages])
    truth = np.array([float(case.wanted > 0) for case in pages])
    return fit_weights(["log_odds", *BENDS], _bent(chance[known]), truth[known], prior={"log_odds": 1.0})


def calibrate(chance: Floats, curve: Mapping[str, float]) -> Floats:
    """The calibrated probabilities; pages without any proposal stay without a list."""
    odds: Floats = _bent(chance) @ [curve[name] for name in ("log_odds", *BENDS)] + curve["bias"]
    return np.where(chance > 0, 1 / (1 + np.exp(-odds)), 0.0)


def _bent(chance: Floats) -> Floats:
    """The log odds of each probability, and how far they are beyond each bend."""
    with np.errstate(divide="ignore"):
        odds = np.clip(np.log(chance) - np.log(1 - chance), -SURE, SURE)
    return np.column_stack([odds, *(np.maximum(0.0, odds - bend) for bend in BENDS.values())])


def threshold(pages: Sequence[Case], chance: Floats) -> float:
    """The least probability that at most the share `CLAIMS` of the pages of each set without lists reaches."""
    lowest = 0.0
    for name in {case.folder for case in pages} - {case.folder for case in pages if case.wanted}:
        claims = sorted((p for case, p in zip(pages, chance, strict=True) if case.folder == name), reverse=True)
        lowest = max(lowest, claims[int(CLAIMS * len(claims))])
    return round(lowest + 0.0001, 4) if lowest else 0.0


# ---------------------------------------------------------------- other sites
def rank_other_sites(pages: Sequence[Case], count: int = FOLDS) -> list[Floats]:
    """For each page, the odds of its proposals by a ranker that was fitted on other sites."""
    fold = folds(pages, count)
    taught = [[case for case, number in zip(pages, fold, strict=True) if number != k] for k in range(count)]
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as processes:
        rankers = [Forest.of(trees, FACTS) for trees in processes.map(fit_ranker, taught)]
    return [rankers[number].weigh(case.facts) for case, number in zip(pages, fold, strict=True)]


def judge_other_sites(pages: Sequence[Case], odds: Sequence[Floats], count: int = FOLDS) -> Floats:
    """For each page, what judges that were fitted on other sites say of it, before it is calibrated."""
    chance = np.zeros(len(pages))
    for seed in SEEDS:
        fold = np.array(folds(pages, count, seed))
        for k in range(count):
            here, others = np.flatnonzero(fold == k).tolist(), np.flatnonzero(fold != k).tolist()
            judge = Forest.of(fit_page([pages[i] for i in others], [odds[i] for i in others]), PAGE_FACTS)
            chance[here] += chances([pages[i] for i in here], [odds[i] for i in here], judge) / len(SEEDS)
    return chance


def calibrate_other_sites(pages: Sequence[Case], chance: Floats, count: int = FOLDS) -> Floats:
    """For each page, the probability that it has a list, by a curve that was fitted on other sites."""
    fold, calibrated = np.array(folds(pages, count, CALIBRATION_SEED)), np.zeros(len(pages))
    for k in range(count):
        others = np.flatnonzero(fold != k).tolist()
        curve = fit_calibration([pages[i] for i in others], chance[others])
        calibrated[fold == k] = calibrate(chance[fold == k], curve)
    return calibrated


def first_answers(folder: Path, pages: Sequence[Case], odds: Sequence[Floats], *, by_set: bool = False) -> list[Answer]:
    """What the first list of each page has right without pieces that are no records, judged by fits on other sites.

    With `by_set` the judge of pieces was fitted on other sets.
    """
    groups = [case.folder for case in pages] if by_set else folds(pages, FOLDS)
    return members.answers_elsewhere(groups, members.first_lists(folder, pages, odds), pages)


def left_out(folder: Path, pages: Sequence[Case], name: str) -> dict[str, float]:
    """The rates of a set by judges fitted on the other sets, with their threshold."""
    rest, here = ([case for case in pages if (case.folder == name) == left] for left in (False, True))
    inner = rank_other_sites(rest, 5)
    ranker, judge = Forest.of(fit_ranker(rest), FACTS), Forest.of(fit_page(rest, inner), PAGE_FACTS)
    odds, said = [ranker.weigh(case.facts) for case in here], judge_other_sites(rest, inner)
    curve = fit_calibration(rest, said)
    firsts = first_answers(folder, [*here, *rest], [*odds, *inner], by_set=True)[: len(here)]
    least = threshold(rest, calibrate(said, curve))
    return rates(here, odds, calibrate(chances(here, odds, judge), curve), least, firsts)[name]


# ---------------------------------------------------------------- measuring
def rates(
    pages: Sequence[Case], odds: Sequence[Floats], chance: Floats, least: float, firsts: Sequence[Answer]
) -> dict[str, dict[str, float]]:
    """By set: F1 of the best proposals, of the choice, of the choice with a threshold, and of the best of ten.

    These are of the pages with a list; `claims` is the share of the other pages that claim one. `firsts` has what the
    first list of each page has right without the pieces that are no records; best proposals have all their pieces.
    """
    found: dict[str, dict[str, float]] = {}
    for folder in dict.fromkeys(case.folder for case in pages):
        every = [each for each in zip(pages, odds, chance, firsts, strict=True) if each[0].folder == folder]
        here = [(case, rank(case.facts, each), p, first) for case, each, p, first in every if case.wanted]
        without = [p >= least for case, _, p, _ in every if not case.wanted]
        found[folder] = {"claims": sum(without) / len(without)} if without else {}
        if here:
            found[folder] |= {
                "best proposal": _f1(here, None),
                "chosen": _tally((first, case.wanted) for case, _, _, first in here).f1,
                "with threshold": _tally(
                    (first if p >= least else (0, 0), case.wanted) for case, _, p, first in here
                ).f1,
                "best of ten": _f1(here, 10),
                "perfect": sum(first == (case.wanted, case.wanted) for case, _, p, first in here if p >= least),
            }
    return found


def _tally(answers: Iterable[tuple[Answer, int]]) -> Tally:
    """What is right, said and wanted on all pages."""
    tally = Tally()
    for (right, said), wanted in answers:
        tally.add(right, said, wanted)
    return tally


def _f1(pages: Iterable[tuple[Case, Sequence[int], float, Answer]], most: int | None) -> float:
    """The F1 over all pages of the best among so many first proposals of each."""
    best = [(case, max(order[:most], key=lambda i: case.f1[i], default=None)) for case, order, *_ in pages]
    counted = ((NONE if i is None else (int(case.right[i]), int(case.said[i])), case.wanted) for case, i in best)
    return _tally(counted).f1


def reliability(
    pages: Sequence[Case], chance: Floats, bins: int = 10, *, of_pages: bool = False
) -> list[tuple[float, float, int]]:
    """By tenth: the mean of the probabilities, the share of pages that have a list, and how many pages there are.

    A tenth of the range from 0 to 1 may have few pages, whose share says little; with `of_pages` each bin is a tenth of
    the pages, in the order of their probabilities.
    """
    truth, place = np.array([case.wanted > 0 for case in pages]), np.minimum((chance * bins).astype(int), bins - 1)
    parts = [np.flatnonzero(place == k) for k in range(bins)]
    if of_pages:
        parts = np.array_split(np.argsort(chance, kind="stable"), bins)
    return [(float(chance[part].mean()), float(truth[part].mean()), len(part)) for part in parts if len(part)]


def consensus_rates(folder: Path) -> dict[str, float]:
    """The measures of the gate: what the choice reaches on sites that the judges were not fitted on."""
    pages = cases(folder)
    odds = rank_other_sites(pages)
    said = judge_other_sites(pages, odds)
    chance = calibrate(said, fit_calibration(pages, said))
    found: dict[str, float] = {}
    for name, rate in rates(pages, odds, chance, threshold(pages, chance), first_answers(folder, pages, odds)).items():
        found |= {f"{name} {key}, other sites": value for key, value in rate.items() if key != "claims"}
        if "claims" in rate:
            found[f"{name} without a claim, other sites"] = 1 - rate["claims"]
    return found


NAMES = ("best proposal", "chosen", "with threshold", "best of ten", "perfect", "claims")


def table(found: Mapping[str, Mapping[str, float]]) -> Iterator[str]:
    """The rates as lines."""
    yield f"{'set':18}" + "".join(f"{name:>16}" for name in NAMES)
    for folder, rate in found.items():
        cells = [
            f"{rate[name]:16.{0 if name == 'perfect' else 3}f}" if name in rate else f"{'-':>16}" for name in NAMES
        ]
        yield f"{folder:18}" + "".join(cells)


def _bins(rows: Sequence[tuple[float, float, int]]) -> Iterator[str]:
    return (f"{mean:8.2f} {share:8.2f} {n:6}" for mean, share, n in rows)


def kind(right: float, said: float, wanted: int) -> str:
    """What is wrong with an answer that is not the best one."""
    if right < 0.2 * wanted:
        return "another list"
    if right >= 0.9 * wanted:
        return "more than the records"
    return "a part of the records" if right >= 0.9 * said else "cut in other places"


def errors(
    pages: Sequence[Case], odds: Sequence[Floats], chance: Floats, least: float, firsts: Sequence[Answer]
) -> Iterator[tuple[str, str]]:
    """The pages whose choice is worse than their best proposal, or that are refused: what is wrong, and the page."""
    for case, each, p, (right, said) in zip(pages, odds, chance, firsts, strict=True):
        if not case.wanted or not len(each):
            continue
        best = int(case.f1.argmax())
        if p < least or 2 * right / max(1, said + case.wanted) < case.f1[best] - 0.05:
            yield (
                "refused" if p < least else kind(right, said, case.wanted),
                f"{case.folder}/{case.name}: {right} of {case.wanted}, {said} said; "
                f"best {case.right[best]:.0f} of {case.said[best]:.0f}, at place {int((each > each[best]).sum())}",
            )


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.consensus", description="Fit and measure the consensus.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--fit", action="store_true", help="write the judges")
    parser.add_argument("--leave-out", action="store_true", help="measure each set with judges fitted on the others")
    parser.add_argument("--errors", action="store_true", help="list the pages that are read wrongly")
    options = parser.parse_args()
    pages = cases(options.folder)
    odds = rank_other_sites(pages)
    said = judge_other_sites(pages, odds)
    curve = fit_calibration(pages, said)  # one for all: it changes no order, so that it decides nothing by itself
    chance = calibrate(said, curve)
    least = threshold(pages, chance)
    print(f"{len(pages)} pages, {sum(len(case.facts) for case in pages)} proposals; judged by fits on other sites")
    firsts = first_answers(options.folder, pages, odds)
    found = rates(pages, odds, chance, least, firsts)
    print(*table(found), sep="\n")
    print(f"\nprobability of a list (threshold {least}), share of pages that have one, pages; by tenths of the pages:")
    reliable = calibrate_other_sites(pages, said)
    print(*_bins(reliability(pages, reliable, of_pages=True)), sep="\n")
    print("by tenths of the probability:")
    print(*_bins(reliability(pages, reliable)), sep="\n", flush=True)
    if options.leave_out:
        print("\neach set with judges that were fitted on the other sets")
        print(*table({name: left_out(options.folder, pages, name) for name in found if name in RECORD_SETS}), sep="\n")
    if options.errors:
        wrong = list(errors(pages, odds, chance, least, firsts))
        print(*(f"{n:4} {what}" for what, n in Counter(what for what, _ in wrong).most_common()), sep="\n")
        print(*(f"{what}: {page}" for what, page in sorted(wrong)), sep="\n")
    if options.fit:
        scores = {f"{name}, other sites": rate["with threshold"] for name, rate in found.items() if name in RECORD_SETS}
        document: dict[str, object] = {"ranker": fit_ranker(pages), "page": fit_page(pages, odds)}
        document |= {"calibration": curve, "threshold": least}
        models.save("records/consensus.json", document, made_by=COMMAND, data=options.folder, score=scores)
        judges.cache_clear()


if __name__ == "__main__":
    main()
