"""The trees of the consensus, fitted, and measured on other sites: `python -m bench.consensus FOLDER [--fit]`.

Every proposal of a page (`records/consensus.py`) is scored against the gold. Trees are boosted so that the chance of
the good proposals of a page, among all of them and the answer "no list", grows: the loss is the logarithm of the
expected F1. Printed are the best proposal of each page (no choice can do better), and the choice of trees that were
fitted on other sites (ten folds of sites over all sets), once always answering and once with the threshold, which is
set so that a fifth of the pages without a list claim one. `--fit` writes the trees fitted on all pages; `--errors`
lists the pages that are read wrongly.
"""

import argparse
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bench import models
from weblode.evaluate import Tally, read_gold
from weblode.evaluate.records import RecordGold, golds, matches, sets, words
from weblode.kernels.lists import FACTS, Lists
from weblode.models import probability
from weblode.pages.html import parse
from weblode.records.consensus import Forest, fitted_forest, proposals, rank
from weblode.tree import Tree

COMMAND = "python -m bench.consensus FOLDER --fit"
FOLDS = 10
# The sets that the trees learn from. All others are kinds of pages that they never saw: what the gate measures there by
# the trees as they are tells how far they carry.
TAUGHT = ("articles-2018", "records-2017", "records-tbdw", "records-vints1", "records-wien")
CLAIMS = 0.2  # of the pages without a list may claim one: the bar is a quarter
# Chosen by cross-validation on the development pages.
TREES, DEPTH, RATE, COST, BINS, START = 200, 3, 0.3, 1.0, 32, -3.0

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Case:
    """A page: the facts of its proposals, how many records each has right, of how many, and how many are wanted."""

    name: str
    folder: str
    site: str
    facts: Floats
    right: Floats
    loose: Floats  # the same however much else a record has
    said: Floats
    wanted: int

    @property
    def f1(self) -> Floats:
        """The F1 of each proposal."""
        found: Floats = 2 * self.right / np.maximum(1, self.said + self.wanted)
        return found

    @property
    def reward(self) -> Floats:
        """What choosing each proposal is worth: half of it whether the records hold much else, where the gold has
        a part of them only."""
        loose: Floats = 2 * self.loose / np.maximum(1, self.said + self.wanted)
        return (self.f1 + loose) / 2


def cases(folder: Path, names: Collection[str] = TAUGHT) -> list[Case]:
    """The pages of the named sets below a folder."""
    found = []
    for name in sets(folder):
        if name.name not in names:
            continue
        sites = [row.get("site", row["page"]) for row in read_gold(name / "gold.json")]
        found += [_case(gold, f"{name.name} {site}") for gold, site in zip(golds(name), sites, strict=True)]
    return found


def _case(gold: RecordGold, site: str) -> Case:
    tree = parse(gold.path.read_bytes())
    made = proposals(tree)
    right, loose, said = np.array(list(_scored(tree, made, gold)), dtype=np.float64).reshape(-1, 3).T
    return Case(gold.path.name, gold.path.parent.parent.name, site, made.facts, right, loose, said, len(gold.records))


def _scored(tree: Tree, made: Lists, gold: RecordGold) -> Iterator[tuple[int, int, int]]:
    """How many records each proposal has right, and how many it has; one of far too many is not looked at."""
    wanted = [words(text) for text in gold.records]
    bags = {(a, b): words(tree.text(a, b, line=" ", apart=True)) for a, b, _ in made.pieces.tolist()}
    for i in range(len(made.facts)):
        rows = made.pieces[made.offsets[i] : made.offsets[i + 1]].tolist()
        records = [bag for a, b, kept in rows if kept and (bag := bags[a, b])]
        near = wanted and len(records) <= 6 * len(wanted) + 20
        right = matches(wanted, records, gold.part) if near else 0
        yield right, matches(wanted, records, "title") if near and gold.part == "fields" else right, len(records)


# ---------------------------------------------------------------- fitting
@dataclass(frozen=True, eq=False)
class Rows:
    """The proposals of all pages, one below the other."""

    page: NDArray[np.int64]
    reward: Floats
    silence: Floats  # by page, what it is worth to say that there is no list
    weight: Floats  # by page
    edges: list[Floats]  # by fact, the limits that a tree may ask for
    bins: NDArray[np.int64]

    @classmethod
    def of(cls, known: Sequence[Case]) -> "Rows":
        facts = np.concatenate([case.facts for case in known])
        sites = [case.site for case in known]
        edges = [_edges(column) for column in facts.T]
        bins = [np.searchsorted(edge, column) for edge, column in zip(edges, facts.T, strict=True)]
        return cls(
            np.repeat(np.arange(len(known)), [len(case.facts) for case in known]),
            np.concatenate([case.reward for case in known]),
            np.array([0.001 if case.wanted else 1.0 for case in known]),
            np.array(
                [
                    sites.count(site) ** -0.5 * (1.0 if case.wanted else 0.6)
                    for site, case in zip(sites, known, strict=True)
                ]
            ),
            edges,
            np.stack(bins, axis=1),
        )


def _edges(column: Floats) -> Floats:
    """Limits that divide a column into parts of about equal size, in few digits."""
    cuts = np.quantile(column, np.linspace(0, 1, BINS + 1)[1:-1])
    return np.unique([float(f"{cut:.5g}") for cut in cuts])


def slopes(rows: Rows, odds: Floats) -> tuple[Floats, Floats]:
    """The slope of the loss for each proposal, and how curved it is."""
    n = len(rows.silence)
    highest = np.zeros(n)
    np.maximum.at(highest, rows.page, odds)
    mass, silent = np.exp(odds - highest[rows.page]), np.exp(-highest)
    total = np.bincount(rows.page, mass, n) + silent
    gain = (np.bincount(rows.page, mass * rows.reward, n) + silent * rows.silence) / total
    chance = mass / total[rows.page]
    slope = chance * (1 - rows.reward / gain[rows.page])
    return slope * rows.weight[rows.page], np.maximum(chance * (1 - chance), 0.001) * rows.weight[rows.page]


def _question(rows: Rows, leaf: NDArray[np.int64], slope: Floats, curve: Floats) -> tuple[int, int]:
    """The fact and the limit that, asked in all leaves, lower the loss most."""
    best, found = -1.0, (0, 0)
    leaves = int(leaf.max(initial=0)) + 1
    for column, edges in enumerate(rows.edges):
        place = leaf * BINS + rows.bins[:, column]
        s, c = (np.bincount(place, each, leaves * BINS).reshape(leaves, BINS).cumsum(axis=1) for each in (slope, curve))
        gains = (s**2 / (c + COST) + (s[:, -1:] - s) ** 2 / (c[:, -1:] - c + COST)).sum(axis=0)[: len(edges)]
        if len(edges) and gains.max() > best:
            best, found = float(gains.max()), (column, int(gains.argmax()))
    return found


def fit(known: Sequence[Case]) -> list[dict[str, object]]:
    """The trees that these pages teach."""
    rows = Rows.of([case for case in known if len(case.facts)])
    odds = np.full(len(rows.page), START)
    trees: list[dict[str, object]] = []
    for _ in range(TREES):
        slope, curve = slopes(rows, odds)
        leaf, asked = np.zeros(len(odds), dtype=np.int64), []
        for _ in range(DEPTH):
            column, edge = _question(rows, leaf, slope, curve)
            leaf = 2 * leaf + (rows.bins[:, column] > edge)
            asked.append((column, float(rows.edges[column][edge])))
        s, c = (np.bincount(leaf, each, 1 << DEPTH) for each in (slope, curve))
        says = [round(float(value), 4) for value in -RATE * s / (c + COST)]
        odds += np.array(says)[leaf]
        trees.append(
            {"asks": [FACTS[column] for column, _ in asked], "above": [limit for _, limit in asked], "says": says}
        )
    return trees


def forest(trees: list[dict[str, object]], threshold: float = 0.0) -> dict[str, object]:
    """The trees as they are kept."""
    return {"start": START, "threshold": threshold, "trees": trees}


# ---------------------------------------------------------------- measuring
def cross_validated(known: Sequence[Case], *, cut: int = 0) -> list[Floats]:
    """For each page, the odds of its proposals by trees that were fitted on other sites."""
    sites = sorted({case.site for case in known})
    order = np.random.RandomState(cut).permutation(len(sites))
    fold = {sites[i]: number % FOLDS for number, i in enumerate(order.tolist())}
    taught = [[case for case in known if fold[case.site] != number] for number in range(FOLDS)]
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as processes:
        forests = [Forest.of(forest(trees)) for trees in processes.map(fit, taught)]
    return [forests[fold[case.site]].weigh(case.facts) for case in known]


def threshold(known: Sequence[Case], odds: Sequence[Floats]) -> float:
    """The score that the share `CLAIMS` of the pages without a list reach."""
    empty = sorted((_best(each) for case, each in zip(known, odds, strict=True) if not case.wanted), reverse=True)
    return round(probability(empty[int(CLAIMS * len(empty))]) + 0.0001, 4) if empty else 0.0


def _best(odds: Floats) -> float:
    return float(odds.max(initial=-20.0))


def rates(known: Sequence[Case], odds: Sequence[Floats], least: float) -> dict[str, dict[str, float]]:
    """By set: F1 of the best proposals, of the choice, of the choice with a threshold, and of the best of ten."""
    found: dict[str, dict[str, float]] = {}
    for folder in dict.fromkeys(case.folder for case in known):
        pairs = [(case, each) for case, each in zip(known, odds, strict=True) if case.folder == folder]
        claims = sum(probability(_best(each)) >= least for _, each in pairs) / len(pairs)
        found[folder] = {"claims": claims}
        if not any(case.wanted for case, _ in pairs):
            continue
        found[folder] |= {
            "best proposal": _f1((case, range(len(each))) for case, each in pairs),
            "chosen": _f1((case, rank(case.facts, each)[:1]) for case, each in pairs),
            "with threshold": _f1(
                (case, rank(case.facts, each)[: int(probability(_best(each)) >= least)]) for case, each in pairs
            ),
            "best of ten": _f1((case, rank(case.facts, each)[:10]) for case, each in pairs),
        }
    return found


def _f1(answers: Iterator[tuple[Case, Sequence[int]]]) -> float:
    """The F1 over all pages of the best among the proposals that each is allowed."""
    tally = Tally()
    for case, allowed in answers:
        best = max(allowed, key=lambda i: case.f1[i], default=None)
        tally.add(
            int(case.right[best]) if best is not None else 0,
            int(case.said[best]) if best is not None else 0,
            case.wanted,
        )
    return tally.f1


def consensus_rates(folder: Path) -> dict[str, float]:
    """The measures of the gate: what the choice reaches on sites that the trees were not fitted on."""
    known = cases(folder)
    odds = cross_validated(known)
    found: dict[str, float] = {}
    for name, rate in rates(known, odds, threshold(known, odds)).items():
        found |= {f"{name} {key}, other sites": value for key, value in rate.items() if key != "claims"}
    return found


def table(found: Mapping[str, Mapping[str, float]]) -> Iterator[str]:
    """The rates as lines."""
    names = ("best proposal", "chosen", "with threshold", "best of ten", "claims")
    yield f"{'set':18}" + "".join(f"{name:>16}" for name in names)
    for folder, rate in found.items():
        yield f"{folder:18}" + "".join(f"{rate[name]:16.3f}" if name in rate else f"{'-':>16}" for name in names)


def kind(right: float, said: float, wanted: int) -> str:
    """What is wrong with an answer that is not the best one."""
    if right < 0.2 * wanted:
        return "another list"
    if right >= 0.9 * wanted:
        return "more than the records"
    return "a part of the records" if right >= 0.9 * said else "cut in other places"


def errors(known: Sequence[Case], odds: Sequence[Floats], least: float) -> Iterator[tuple[str, str]]:
    """The pages whose choice is worse than their best proposal, or that are refused: what is wrong, and the page."""
    for case, each in zip(known, odds, strict=True):
        if not case.wanted or not len(each):
            continue
        i, best = rank(case.facts, each)[0], int(case.f1.argmax())
        refused = probability(each[i]) < least
        if refused or case.f1[i] < case.f1[best] - 0.05:
            yield (
                "refused" if refused else kind(case.right[i], case.said[i], case.wanted),
                f"{case.folder}/{case.name}: {case.right[i]:.0f} of {case.wanted}, {case.said[i]:.0f} said; "
                f"best {case.right[best]:.0f} of {case.said[best]:.0f}, at place {int((each > each[best]).sum())}",
            )


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.consensus", description="Fit and measure the consensus.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--fit", action="store_true", help="write the trees")
    parser.add_argument("--errors", action="store_true", help="list the pages that are read wrongly")
    parser.add_argument("--sets", nargs="+", default=TAUGHT, metavar="SET", help="fold and fit over these sets")
    options = parser.parse_args()
    known = cases(options.folder, options.sets)
    odds = cross_validated(known)
    least = threshold(known, odds)
    print(
        f"{len(known)} pages, {sum(len(case.facts) for case in known)} proposals; fitted on other sites, least {least}"
    )
    found = rates(known, odds, least)
    print(*table(found), sep="\n")
    if options.errors:
        wrong = list(errors(known, odds, least))
        print(*(f"{n:4} {what}" for what, n in Counter(what for what, _ in wrong).most_common()), sep="\n")
        print(*(f"{what}: {page}" for what, page in sorted(wrong)), sep="\n")
    if options.fit:
        scores = {f"{name}, other sites": rate["chosen"] for name, rate in found.items() if "chosen" in rate}
        models.save(
            "records/consensus.json", forest(fit(known), least), made_by=COMMAND, data=options.folder, score=scores
        )
        fitted_forest.cache_clear()


if __name__ == "__main__":
    main()
