"""Pages about one thing, with gold: `python -m bench.details FOLDER [--fit] [--pages]`.

The folder, or its `details`, holds `gold.json` and `pages/`. Printed are precision, recall and F1 of the columns,
recall of the values, and values a page (see `evaluate.details`): for the half of the sites of each kind that was read
and fitted on, for the other half, for each kind with weights fitted on the other kinds, and for all pages each read
without its siblings (there each attribute counts with the best column of the page).

`--fit` writes `details/weights.json`: for each slot of the sites that were read, facts and whether most of its values
are those of a gold attribute. Gold has three to five attributes of many, so what is not gold is not wrong: the weights
rank slots, and the threshold stands low.
"""

import argparse
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bench.models import save
from weblode import models
from weblode.details import facts
from weblode.details.discover import discover
from weblode.details.leaves import Leaves
from weblode.details.slots import Slots
from weblode.evaluate import plain
from weblode.evaluate.details import DetailGold, DetailScore, golds, sets, values_of
from weblode.pages.html import parse
from weblode.tree import Tree

MODEL = "details/weights.json"
_PENALTY = 1.0  # on the squares of the weights
_STEPS = 30  # of Newton's method
_HIT = 0.5  # the share of a slot's pages with a gold value, for it to be one of an attribute
_THRESHOLD = -2.5

Sites = Mapping[str, Sequence[DetailGold]]


def sites_of(folder: Path) -> Sites:
    """The pages of a data set by site."""
    sites: defaultdict[str, list[DetailGold]] = defaultdict(list)
    for gold in golds(folder):
        sites[gold.site].append(gold)
    return dict(sorted(sites.items()))


def read_half(sites: Sites) -> set[str]:
    """Every other site of each kind: the ones that were read and fitted on; the rest only measure."""
    kinds: defaultdict[str, list[str]] = defaultdict(list)
    for site, pages in sites.items():
        kinds[pages[0].kind].append(site)
    return {site for own in kinds.values() for site in own[::2]}


def trees_of(golds: Sequence[DetailGold]) -> list[Tree]:
    """The pages of a site."""
    return [parse(gold.path.read_bytes(), page=gold.path.name) for gold in golds]


def slot_facts(golds: Sequence[DetailGold], trees: Sequence[Tree]) -> tuple[Any, Any, Any]:
    """Facts about each slot of a site, whether it holds a gold attribute, and its weight: its share of the pages."""
    slots = Slots([Leaves(tree) for tree in trees])
    table = facts.facts(slots, facts.title_slot(slots))
    wanted = [set().union(*gold.values.values()) for gold in golds]
    seen: list[dict[int, bool]] = [{} for _ in range(slots.size)]
    for slot, page, text in zip(slots.slot.tolist(), slots.page.tolist(), slots.texts, strict=True):
        seen[slot][page] = seen[slot].get(page, False) or plain(text) in wanted[page]
    right = [sum(each.values()) >= _HIT * len(each) for each in seen]
    return table, np.array(right, dtype=float), np.array([len(each) / len(trees) for each in seen])


def fit(rows: Sequence[tuple[Any, Any, Any]]) -> dict[str, Any]:
    """The parameters of a logistic regression on the slots of some sites."""
    table, right, weight = (np.concatenate(parts) for parts in zip(*rows, strict=True))
    mean, scale = table.mean(axis=0), table.std(axis=0) + 1e-9
    x = np.column_stack((np.ones(len(table)), (table - mean) / scale))
    penalty = np.diag([1e-6, *[_PENALTY] * table.shape[1]])
    weights: NDArray[np.float64] = np.zeros(x.shape[1])
    for _ in range(_STEPS):
        p = 1 / (1 + np.exp(-np.clip(x @ weights, -50, 50)))
        slope = x.T @ (weight * (p - right)) + penalty @ weights
        weights -= np.linalg.solve((x * (weight * p * (1 - p))[:, None]).T @ x + penalty, slope)
    return {
        "facts": list(facts.FACTS),
        "mean": _rounded(mean),
        "scale": _rounded(scale),
        "weights": _rounded(weights[1:]),
        "bias": round(float(weights[0]), 5),
        "threshold": _THRESHOLD,
    }


def _rounded(values: NDArray[np.float64]) -> list[float]:
    return [round(float(each), 5) for each in values]


def score(sites: Sites, trees: Mapping[str, Sequence[Tree]], names: Collection[str]) -> DetailScore:
    """The score of some sites with the model as it is."""
    total = DetailScore()
    for site in names:
        rows = {row["page"]: row["attributes"] for each in discover(trees[site]) for row in each.rows()}
        total.add([(gold, values_of(rows[gold.path.name])) for gold in sites[site]])  # type: ignore[arg-type]
    return total


@contextmanager
def parameters_of(other: Mapping[str, Any]) -> Iterator[None]:
    """Other parameters than the package's, as long as the context lasts."""
    ours = models.parameters
    models.parameters = lambda name: other if name == MODEL else ours(name)  # type: ignore[assignment]
    try:
        yield
    finally:
        models.parameters = ours


def detail_rates(folder: Path) -> dict[str, float]:
    """For the gate: columns and values by halves of the sites, and values of pages without siblings."""
    found: dict[str, float] = {}
    for data in sets(folder):
        sites = sites_of(data)
        trees = {site: trees_of(own) for site, own in sites.items()}
        half = read_half(sites)
        for name, names in (("read", half), ("other", set(sites) - half)):
            result = score(sites, trees, sorted(names))
            found[f"{data.name} columns F1, {name} sites"] = result.columns.f1
            found[f"{data.name} values, {name} sites"] = result.recall
        found[f"{data.name} values, pages alone"] = alone(sites, trees).recall
    return found


def alone(sites: Sites, trees: Mapping[str, Sequence[Tree]]) -> DetailScore:
    """The score of all pages, each read without its siblings."""
    total = DetailScore()
    for site, own in sites.items():
        for gold, tree in zip(own, trees[site], strict=True):
            [[row]] = [each.rows() for each in discover([tree])]
            total.add([(gold, values_of(row["attributes"]))])  # type: ignore[arg-type]
    return total


def line(name: str, result: DetailScore) -> str:
    """The figures of a score."""
    columns = result.columns
    return (
        f"{name:28} {columns.precision:6.3f} {columns.recall:6.3f} {columns.f1:6.3f} {result.recall:7.3f} "
        f"{result.size:7}"
    )


def report(folder: Path, *, each: bool, save_model: bool) -> None:
    """Print the figures of a data set, and write the model if asked for."""
    sites = sites_of(folder)
    trees = {site: trees_of(own) for site, own in sites.items()}
    rows = {site: slot_facts(own, trees[site]) for site, own in sites.items()}
    half = sorted(read_half(sites))
    fitted = fit([rows[site] for site in half])
    with parameters_of(fitted):
        read, other = score(sites, trees, half), score(sites, trees, sorted(set(sites) - set(half)))
    print(f"{folder.name:28} {'P':>6} {'R':>6} {'F1':>6} {'values':>7} {'a page':>7}")
    print(line("sites that were read", read))
    print(line("other sites", other))
    left = DetailScore()
    for kind in sorted({own[0].kind for own in sites.values()}):
        inside = [site for site, own in sites.items() if own[0].kind == kind]
        with parameters_of(fit([rows[site] for site in sites if site not in inside])):
            part = score(sites, trees, inside)
        print(line(f"  {kind}, by other kinds", part))
        left.join(part)
    print(line("each kind by the others", left))
    print(line("all, each page alone", alone(sites, trees)))
    for (site, attribute), f1 in sorted(read.by_attribute.items()) if each else ():
        print(f"{site} {attribute}: {f1:.2f}")
    if save_model:
        figures = {"columns": other.columns.f1, "values": other.recall}
        save(MODEL, fitted, made_by="python -m bench.details FOLDER --fit", data=folder, score=figures)


def main(argv: Sequence[str] | None = None) -> None:
    """Print the figures of all data sets with pages about one thing."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--fit", action="store_true", help="write details/weights.json")
    parser.add_argument("--pages", action="store_true", help="print F1 of each attribute of the sites that were read")
    options = parser.parse_args(argv)
    for folder in sets(options.folder):
        report(folder, each=options.pages, save_model=options.fit)


if __name__ == "__main__":
    main()
