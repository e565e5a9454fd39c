"""How well data tables are found and read: `python -m bench.tables FOLDER [--fit] [--errors] [--cells]`.

The folder, or one below it, holds `gold.json` with tables judged by hand and `pages/`. Further tables of its pages are
judged in `bench/gold/tables`, each file a set of its own; those that are not `FITTED` are only measured. Printed are
the paper's method, the default with the weights it comes with, and the default with weights fitted on other sites (ten
folds of sites, five ways to cut them) and on the other sets alone: what a site that nobody has seen may expect.
`--fit` writes the weights.
"""

import argparse
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bench.models import save
from weblode.evaluate import Tally, gold_sets, read_gold
from weblode.evaluate.tables import TableGold, TableScore, further_golds, golds, sets
from weblode.pages.html import parse
from weblode.tables import METHODS, detect, profile
from weblode.tables.cells import sample
from weblode.tables.discover import DataTable, discover
from weblode.tables.grid import grid
from weblode.tables.headers import Headers, mark
from weblode.tables.layout import Layout, layout
from weblode.tables.models import Models, fitted_models
from weblode.tags import NUMBERS
from weblode.tree import Tree

COMMAND = "python -m bench.tables FOLDER --fit"
FOLDS, CUTS = 10, 5
FURTHER = Path(__file__).parent / "gold" / "tables"
FITTED = ("read", "survey", "fourth")  # the further sets that the weights are fitted on
HEADERS_ONLY = ("fourth",)  # of these not for the question of data: lists that may be data or not were left out of them
ONE_SITE = ("tables-cells", "site-nytimes")  # folders whose pages are all of one site
_NUMBERED = re.compile(r"[ _]\d+$")  # the end of a name that is there twice

# The evidence of each question, and how much a weight costs: chosen by cross-validation on the development tables.
QUESTIONS = {
    "top": "top_path top_look top_alike top_digits top_length top_numbers top_odd top_corner columns".split(),
    "row": (
        "left_colon left_length left_numbers left_linked all_linked rest_numbers several turned pictures length".split()
    ),
    "matrix": "rest_matrix unlike".split(),
    "data": "rows columns full digits links length unlike top_th head nested".split(),
}
COSTS = {"top": 0.15, "row": 0.3, "matrix": 0.3, "data": 1.0}

MineResult = Mapping[str, float]


@dataclass(frozen=True, eq=False)
class Case:
    """A table of the gold; `layout` is None if it is refused before anything is weighed."""

    gold: TableGold
    layout: Layout | None
    above: MineResult = field(default_factory=dict)  # facts if the first row belongs to the body
    below: MineResult = field(default_factory=dict)  # facts if it is a header
    headers_only: bool = False  # whether it is not used to fit the question of data

    @property
    def top(self) -> bool:
        return "column" in (self.gold.orientation or "")

    @property
    def left(self) -> bool:
        return "row" in (self.gold.orientation or "")


def all_golds(folder: Path) -> dict[str, list[TableGold]]:
    """The judged tables by set: those of the folder together, then each file of further ones."""
    development = [gold for name in sets(folder) for gold in golds(name)]
    return {"development": development} | {
        file.stem: further_golds(file, folder) for file in sorted(FURTHER.glob("*.json"))
    }


def cases(golds: Iterable[TableGold], *, headers_only: bool = False) -> list[Case]:
    """The tables with what is measured on them."""
    return [_case(gold, parse(gold.path.read_bytes()), headers_only=headers_only) for gold in golds]


def _case(gold: TableGold, tree: Tree, *, headers_only: bool) -> Case:
    nodes = np.flatnonzero(tree.tag == NUMBERS["table"])
    likely = detect.candidates(tree, nodes)
    found = layout(grid(tree, int(nodes[gold.index])))
    if not likely[gold.index] or min(len(found.core), len(found.columns)) < 2:
        return Case(gold, None)
    seen = sample(found)
    above, below = (
        profile.left(seen, i) | profile.contents(found, seen, profile.useful(seen, i), first=i) for i in (0, seen.depth)
    )
    above |= profile.top(seen) | profile.labels(seen, 0)
    return Case(gold, found, above, below | profile.matrix(seen, seen.depth), headers_only)


def fit(known: Sequence[Case]) -> Models:
    """The models that these tables teach."""
    likely = [case for case in known if case.layout is not None]
    real = [case for case in likely if case.gold.genuine]
    plain = [case for case in real if not case.top and detect.is_open(case.above)]
    headed = [case for case in real if case.top and detect.is_open(case.below) and not case.below["single"]]
    entries = {
        "top": _entry("top", [(case.above, detect.top_prior(case.above), case.top) for case in real]),
        "row": _entry("row", [(case.above, detect.left_prior(case.above), case.left) for case in plain]),
        "matrix": _entry("matrix", [(case.below, detect.left_prior(case.below), case.left) for case in headed]),
    }
    partial = Models.of(entries | {"data": entries["top"]})
    weighed = [
        (detect.evidence(case.layout, partial), case) for case in likely if case.layout and not case.headers_only
    ]
    facts = [
        (given.numbers, detect.markup_weight(case.layout.grid.tree, case.layout.grid.table), case.gold.genuine)
        for given, case in weighed
        if case.layout and not given.rule
    ]
    return Models.of(entries | {"data": _entry("data", facts)})


def _entry(name: str, facts: Sequence[tuple[MineResult, float, bool]]) -> dict[str, object]:
    """Logistic regression by Newton's method, on evidence of equal spread, large weights at a cost.

    A fact is the evidence, the weight of markup, which is fixed, and the answer.
    """
    names = QUESTIONS[name]
    values = np.array([[each[key] for key in names] for each, _, _ in facts])
    mean, spread = values.mean(axis=0), values.std(axis=0) + 1e-9
    inputs = np.c_[(values - mean) / spread, np.ones(len(values))]
    fixed, answers = (np.array(each, dtype=float) for each in list(zip(*facts, strict=True))[1:])
    weights = _newton(inputs, fixed, answers, COSTS[name])
    return {
        "bias": round(float(weights[-1]), 4),
        "weights": {key: round(float(w), 4) for key, w in zip(names, weights[:-1] / spread, strict=True)},
        "usual": {key: round(float(m), 4) for key, m in zip(names, mean, strict=True)},
    }


def _newton(
    inputs: NDArray[np.float64], fixed: NDArray[np.float64], answers: NDArray[np.float64], cost: float
) -> NDArray[np.float64]:
    weights = np.zeros(inputs.shape[1])
    costs = np.diag([*[cost] * (len(weights) - 1), 1e-6])
    for _ in range(50):
        said = 1 / (1 + np.exp(-inputs @ weights - fixed))
        slope = inputs.T @ (said - answers) + costs @ weights
        curve = (inputs * (said * (1 - said))[:, None]).T @ inputs + costs
        weights -= np.linalg.solve(curve, slope)
    return weights


def read(case: Case, models: Models) -> Headers | None:
    """The headers of a table, None if it is taken for no data."""
    if case.layout is None:
        return None
    verdict = detect.judge(case.layout, models)
    return mark(case.layout, top=verdict.top, left=verdict.left) if verdict.genuine else None


def cross_validated(known: Mapping[str, Sequence[Case]], *, cut: int = 0) -> dict[str, TableScore]:
    """The quality of each set on sites that the weights were not fitted on."""
    sites = sorted({_site(case.gold) for each in known.values() for case in each})
    order = np.random.RandomState(cut).permutation(len(sites))
    fold = {sites[i]: number % FOLDS for number, i in enumerate(order.tolist())}
    scores = {name: TableScore() for name in known}
    for number in range(FOLDS):
        models = fit([case for each in known.values() for case in each if fold[_site(case.gold)] != number])
        for name, each in known.items():
            for case in (case for case in each if fold[_site(case.gold)] == number):
                _count(scores[name], case.gold, read(case, models))
    return scores


def set_left_out(known: Mapping[str, Sequence[Case]], name: str) -> TableScore:
    """The quality of a set with weights fitted on the other sets, and not on its sites."""
    sites = {_site(case.gold) for case in known[name]}
    models = fit([case for each in known.values() for case in each if _site(case.gold) not in sites])
    score = TableScore()
    for case in known[name]:
        _count(score, case.gold, read(case, models))
    return score


def _site(gold: TableGold) -> str:
    """The site of a page, by which tables are put into folds."""
    return next((name for name in ONE_SITE if name in gold.path.parts), gold.site)


def _count(score: TableScore, gold: TableGold, headers: Headers | None) -> None:
    cells = np.argwhere(headers.mask).tolist() if headers else []
    score.add(gold, headers.orientation if headers else None, [(r, c) for r, c in cells])


def measured(golds: Iterable[TableGold], method: str) -> tuple[TableScore, list[str]]:
    """The quality of a method as it comes, and a line for each table it gets wrong."""
    score, wrong = TableScore(), []
    pages: dict[Path, dict[int, DataTable]] = {}
    for gold in golds:
        if gold.path not in pages:
            pages[gold.path] = {found.index: found for found in discover(parse(gold.path.read_bytes()), method)}
        found = pages[gold.path].get(gold.index)
        said = found.orientation if found else None
        score.add(gold, said, found.header_cells if found else ())
        cells = frozenset(found.header_cells if found else ()) - gold.blank
        if said != gold.orientation or (gold.genuine and cells != gold.headers - gold.blank):
            wrong.append(f"  {gold.path.name} table {gold.index}: gold {gold.orientation}, said {said}")
    return score, wrong


# ---------------------------------------------------------------- cell by cell
def cells_score(folder: Path) -> str:
    """Rows and names of columns of the gold that one table of its page has, over all sets with cells as gold."""
    rows, headers, n = Tally(), 0, 0
    for path in gold_sets(folder, "cells"):
        for gold in read_gold(path / "gold.json"):
            tables = discover(parse((path / "pages" / gold["page"]).read_bytes()))
            found = max((_compared(gold, table) for table in tables), default=(0, 0, False))
            rows.add(found[0], -found[1] if found[0] else 0, len(gold["cells"]))
            headers, n = headers + found[2], n + 1
    return f"cells: rows P {rows.precision:.3f} R {rows.recall:.3f} F1 {rows.f1:.3f}, headers {headers}/{n}"


def _compared(gold: Mapping[str, Any], table: DataTable) -> tuple[int, int, bool]:
    """How many rows of the gold are records of the table, minus its records, and whether its names are the gold's."""
    want, have = (Counter(map(_bag, values)) for values in (gold["cells"], [each.values() for each in table.records]))
    used = {name for record in table.records for name, value in record.items() if _words(value)}
    names = {_words(_NUMBERED.sub("", name)) for name in used} - {""}
    return (want & have).total(), -have.total(), names == set(map(_words, gold["header"])) - {""}


def _bag(values: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(text for value in values if (text := _words(value))))


def _words(text: str) -> str:
    return " ".join(re.findall(r"\w+", unicodedata.normalize("NFKC", text).lower()))


def line(name: str, scores: Sequence[TableScore]) -> str:
    """The figures of one or several runs, on average."""
    figures = [(s.found.precision, s.found.recall, s.found.f1, s.orientation, s.header_cells) for s in scores]
    return f"{name:28}" + "".join(f"{value:9.3f}" for value in np.mean(figures, axis=0))


def table_rates(folder: Path) -> dict[str, float]:
    """The measures of the gate: of each method as it comes, and of the default on sites it was not fitted on."""
    golds = all_golds(folder)
    scores = {method: measured(golds["development"], method)[0] for method in METHODS}
    for name, score in cross_validated(_fitted_cases(golds)).items():
        scores["evidence, other sites" + f", {name}" * (name != "development")] = score
    scores |= {f"evidence, {name}": measured(golds[name], "evidence")[0] for name in golds if name != "development"}
    return {f"tables {name}, {key}": rate for name, score in scores.items() for key, rate in _rates(score).items()}


def _fitted_cases(golds: Mapping[str, Sequence[TableGold]]) -> dict[str, list[Case]]:
    """The tables that the weights are fitted on, by set."""
    return {
        name: cases(each, headers_only=name in HEADERS_ONLY)
        for name, each in golds.items()
        if name in ("development", *FITTED) and each
    }


def _rates(score: TableScore) -> dict[str, float]:
    """The four measures of a score by their names."""
    found = {"precision": score.found.precision, "recall": score.found.recall}
    return found | {"layout": score.orientation, "header cells": score.header_cells}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.tables", description="Measure data tables.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--fit", action="store_true", help="write the weights")
    parser.add_argument("--cells", action="store_true", help="only compare tables with gold cell by cell")
    parser.add_argument("--errors", action="store_true", help="list the tables that the default gets wrong")
    options = parser.parse_args()
    if options.cells:
        print(cells_score(options.folder))
        return
    golds = all_golds(options.folder)
    known = _fitted_cases(golds)
    if options.fit:
        weights = fit([case for each in known.values() for case in each])
        entries = {name: vars(getattr(weights, name)) for name in QUESTIONS}
        scores = {
            f"other sites, {name}, {key}": rate
            for name, score in cross_validated(known).items()
            for key, rate in _rates(score).items()
        }
        save("tables/weights.json", entries, made_by=COMMAND, data=options.folder, score=scores)
        fitted_models.cache_clear()
    cuts = [cross_validated(known, cut=cut) for cut in range(CUTS)]
    for name, each in golds.items():
        print(f"{name}: {len(each)} tables, {sum(gold.genuine for gold in each)} of data")
        print(f"{'method':28}{'P':>9}{'R':>9}{'F1':>9}{'layout':>9}{'headers':>9}")
        runs = {method: measured(each, method) for method in METHODS}
        for method, (score, _) in runs.items():
            print(line(method, [score]))
        if name in known:
            print(line("evidence, on other sites", [cut[name] for cut in cuts]))
            print(line("evidence, on other sets", [set_left_out(known, name)]))
        if options.errors:
            print(*runs["evidence"][1], sep="\n")


if __name__ == "__main__":
    main()
