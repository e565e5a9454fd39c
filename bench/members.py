"""The judge of pieces, fitted and measured on other sites: `python -m bench.members FOLDER [--fit]`.

The pieces of the first lists of a page, by the ranker that comes with the package, are compared with the gold: a piece
is a record if it holds one. Printed is the F1 of the first lists with all their pieces and without those that the judge
leaves out, fitted on other sites and, with `--leave-out`, on other sets; `--fit` writes the judge fitted on all pages.
"""

import argparse
from collections.abc import Hashable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bench import models
from bench.boosting import Boosting, logistic
from bench.cases import FOLDS, MARKED_SETS, RECORD_SETS, Case, Floats, cases, folds, gold_of, match_pieces
from weblode.evaluate import Tally
from weblode.kernels.judges import rank
from weblode.kernels.members import FACTS
from weblode.pages.html import parse
from weblode.records import consensus
from weblode.records.completing import are_records, records_of, wider_lists
from weblode.records.forest import Forest
from weblode.records.members import LEAST, MODEL, judge, keep, member_facts
from weblode.records.traits import traits

COMMAND = "python -m bench.members FOLDER --fit"
FIRST = 3  # so many lists of a page teach; the second and third count half
ENOUGH = 0.5  # the least share of a list's pieces that are records, for it to teach
# Chosen by cross-validation on the development pages, with the least probability of a record.
PIECES = Boosting(trees=150, depth=3, rate=0.06, cost=1.0, rows=0.7, columns=0.4)
LEAST_CHANCE = 0.2


@dataclass(frozen=True)
class JudgedList:
    """A list of a page: the facts of its pieces, whether each is a record by the score, and whether it holds one.

    `wider` are the lists that would complete it (see `completing.wider_lists`), each with which of its pieces are new.
    """

    facts: Floats
    is_right: NDArray[np.bool_]
    is_record: NDArray[np.bool_]
    wider: tuple[tuple["JudgedList", NDArray[np.bool_]], ...] = ()


def first_lists(folder: Path, pages: Sequence[Case], odds: Sequence[Floats]) -> list[list[JudgedList]]:
    """The first lists of each page with a list, by the odds of its proposals and as `consensus.arrange` has them."""
    orders = [rank(case.facts, each) if case.wanted else [] for case, each in zip(pages, odds, strict=True)]
    named = [(case.folder, case.name, *each) for case, *each in zip(pages, orders, odds, strict=True)]
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as processes:
        return list(processes.map(partial(_read_lists, folder), named, chunksize=16))


def _read_lists(folder: Path, named: tuple[str, str, list[int], Floats]) -> list[JudgedList]:
    name, page, order, odds = named
    gold = gold_of(folder, name)[page]
    tree = parse(gold.path.read_bytes())
    measured = consensus.measure(tree)

    def judged(i: int) -> JudgedList:
        pieces = records_of(measured.lists, i)
        facts = member_facts(tree, pieces, measured.texts, traits()[0])
        right, loose = match_pieces(tree, [(start, stop) for start, stop in pieces.tolist()], gold)
        return JudgedList(facts, right, loose)

    order = consensus.arrange(tree, measured.lists, order) if order else []
    lists = [judged(i) for i in order[:FIRST]]
    if lists:
        wider = wider_lists(tree, measured.lists, odds, order, measured.texts)
        lists[0] = replace(lists[0], wider=tuple((judged(i), is_further) for i, is_further in wider))
    return lists


def fit(lists: Sequence[Sequence[JudgedList]]) -> dict[str, object]:
    """The trees that these pages teach: a list counts by the square root of its pieces."""
    taught = [
        (each, len(each.facts) ** -0.5 * (1.0 if place == 0 else 0.5))
        for page in lists
        for place, each in enumerate(page)
        if len(each.facts) >= LEAST and each.is_record.mean() >= ENOUGH
    ]
    facts = np.concatenate([each.facts for each, _ in taught])
    truth = np.concatenate([each.is_record for each, _ in taught]).astype(np.float64)
    weight = np.concatenate([np.full(len(each.facts), counts) for each, counts in taught])
    return PIECES.fit(FACTS, facts, logistic(truth, weight))


def least_odds() -> float:
    """The least log odds of a record."""
    return float(np.log(LEAST_CHANCE / (1 - LEAST_CHANCE)))


Answer = tuple[int, int]  # how many records a list has right, and how many it has
NONE: Answer = (0, 0)


def answers_elsewhere(
    groups: Sequence[Hashable], lists: Sequence[Sequence[JudgedList]], pages: Sequence[Case]
) -> list[Answer]:
    """For each page, the answer by its first list and a judge of pieces that was fitted on other groups.

    Lists that were marked on pages of other sets do not teach: they have the titles of records alone.
    """
    teaches = [case.wanted > 0 and case.folder not in MARKED_SETS for case in pages]
    answers = [NONE] * len(lists)
    for group in sorted(set(groups), key=str):
        parts = zip(groups, lists, teaches, strict=True)
        forest = Forest.of(fit([page for other, page, does in parts if does and other != group]), FACTS)
        for i, (own, page) in enumerate(zip(groups, lists, strict=True)):
            if own == group and page:
                answers[i] = answer(forest, page[0])
    return answers


def answer(forest: Forest, first: JudgedList) -> Answer:
    """The answer by a list, or by the first wider one that completes it, with the pieces that are records."""
    complete = (each for each, is_further in first.wider if are_records(forest.weigh(each.facts), is_further))
    best = next(complete, first)
    if len(best.facts) < LEAST:
        return int(best.is_right.sum()), len(best.facts)
    is_kept = keep(forest.weigh(best.facts), best.facts, least_odds())
    return int((best.is_right & is_kept).sum()), int(is_kept.sum())


def f1_by_set(pages: Sequence[Case], counts: Sequence[Answer]) -> dict[str, float]:
    """The F1 of each set."""
    tallies = {case.folder: Tally() for case in pages}
    for case, (right, said) in zip(pages, counts, strict=True):
        tallies[case.folder].add(right, said, case.wanted)
    return {name: tally.f1 for name, tally in tallies.items()}


def table(columns: Mapping[str, Mapping[str, float]]) -> Iterator[str]:
    """One line a set, one column a measure."""
    yield f"{'set':18}" + "".join(f"{name:>18}" for name in columns)
    for folder in next(iter(columns.values())):
        yield f"{folder:18}" + "".join(f"{rates[folder]:18.4f}" for rates in columns.values())


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.members", description="Fit and measure the judge of pieces.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--fit", action="store_true", help="write the judge")
    parser.add_argument("--leave-out", action="store_true", help="measure each set with a judge fitted on the others")
    options = parser.parse_args()
    pages = [case for case in cases(options.folder, RECORD_SETS) if case.wanted and len(case.facts)]
    ranker = consensus.judges().ranker
    lists = first_lists(options.folder, pages, [ranker.weigh(case.facts) for case in pages])
    everything = [(int(page[0].is_right.sum()), len(page[0].facts)) for page in lists]
    columns = {"all pieces": f1_by_set(pages, everything)}
    by_site = f1_by_set(pages, answers_elsewhere(folds(pages, FOLDS), lists, pages))
    columns["other sites"] = by_site
    if options.leave_out:
        sets = [case.folder for case in pages]
        columns["other sets"] = f1_by_set(pages, answers_elsewhere(sets, lists, pages))
    print(*table(columns), sep="\n")
    if options.fit:
        document = fit([page for page, case in zip(lists, pages, strict=True) if case.folder not in MARKED_SETS])
        document["least"] = round(least_odds(), 4)
        scores = {f"{name}, other sites": value for name, value in by_site.items() if name not in MARKED_SETS}
        models.save(MODEL, document, made_by=COMMAND, data=options.folder, score=scores)
        judge.cache_clear()


if __name__ == "__main__":
    main()
