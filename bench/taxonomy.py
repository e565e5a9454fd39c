"""Taxonomies of home pages alone against their gold: `python -m bench.taxonomy FOLDER [--fit] [--common] [--errors]`.

Two domains have their gold in the folder; more have it in `bench/gold/taxonomy`, for other pages of the folder. The
weights that ship are fitted on those of the folder and two of ours; the honest figure of a domain is that of weights of
the others. `--common` makes the tables of unrelated sites, from other pages (`label_tables`).
"""

import argparse
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import numpy as np

from bench.label_tables import tables
from bench.models import save
from weblode.evaluate import plain
from weblode.evaluate.taxonomy import TaxonomyGold, TaxonomyScore, golds, score
from weblode.outline.build import outline
from weblode.pages.html import parse
from weblode.pages.web import Web
from weblode.sources.offline import Offline
from weblode.taxonomy import frequent
from weblode.taxonomy.build import taxonomy
from weblode.taxonomy.labels import Labels, labels
from weblode.taxonomy.page_labels import Home

COMMAND = "python -m bench.taxonomy FOLDER"
SET = "taxonomy"
OWN = Path(__file__).parent / "gold" / SET
_UNFITTED = frozenset(
    ["health", "media", "german", "press", "spanish", "regional", "dailies"]
)  # domains that are measured only: no weight is fitted on them
_PENALTY = 1.0


def domains(folder: Path) -> list[TaxonomyGold]:
    """The gold of a folder, and ours for other pages that it has."""
    own = [gold for gold in golds(OWN, folder) if all(path.exists() for _, path, _ in gold.homes)]
    return golds(folder / SET) + own


def homes(gold: TaxonomyGold) -> list[Home]:
    """The pages of a gold with their outlines."""
    return _outlined(gold.homes)


@cache
def _outlined(pages: tuple[tuple[str, Path, str], ...]) -> list[Home]:
    web = _web()
    return [
        Home(web.site(url), web.address(url, url) or url, outline(parse(path.read_bytes(), page=path.name, url=url)))
        for _, path, url in pages
    ]


def _web() -> Web:
    """Links are told apart, none is followed."""
    return Offline([])


@cache
def _cases(gold: TaxonomyGold) -> list[tuple[dict[str, float], bool]]:
    """The features of each label that several sites of a gold have, and whether it names a concept."""
    known = known_labels(gold)
    cases = []
    for one, uses in known.uses.items():
        spelt = {plain(text) for use in uses.values() for text in use.texts}
        if len(uses) > 1 and not spelt & gold.neutral:
            cases.append((frequent.features(known, one), bool(spelt & gold.names.keys())))
    return cases


@cache
def known_labels(gold: TaxonomyGold) -> Labels:
    """The labels of a gold's pages."""
    return labels(homes(gold), _web())


def fit(sets: Sequence[TaxonomyGold]) -> dict[str, float]:
    """The weights of a logistic model of the labels that several sites have; more likely than not is enough.

    A threshold chosen on three domains said little about a fourth: it moved between 0.5 and 0.7 with every change.
    """
    return _fit_weights([gold for gold in sets if gold.name not in _UNFITTED]) | {"threshold": 0.5}


@contextmanager
def in_force(weights: Mapping[str, float]) -> Iterator[None]:
    """The given weights in place of the bundled ones."""
    kept, frequent.fitted_weights = frequent.fitted_weights, lambda: weights
    try:
        yield
    finally:
        frequent.fitted_weights = kept


def _fit_weights(sets: Iterable[TaxonomyGold]) -> dict[str, float]:
    rows: list[list[float]] = []
    right, domain = [], []
    names: list[str] = []
    for gold in sets:
        for values, is_concept in _cases(gold):
            names = list(values)
            rows.append(list(values.values()))
            right.append(is_concept)
            domain.append(gold.name)
    table, wanted = np.array(rows), np.array(right, dtype=float)
    sizes = Counter(domain)
    share = np.array([len(rows) / len(sizes) / sizes[name] for name in domain])  # domains count the same
    mean, spread = table.mean(axis=0), table.std(axis=0)
    design = np.column_stack([np.ones(len(table)), (table - mean) / spread])
    weights = np.zeros(design.shape[1])
    penalty = np.diag([0.0] + [_PENALTY] * len(names))
    for _ in range(20):
        likely = 1 / (1 + np.exp(-design @ weights))
        slope = design.T @ (share * (wanted - likely)) - penalty @ weights
        weights += np.linalg.solve(
            (design.T * (share * likely * (1 - likely))) @ design + penalty + 1e-9 * np.eye(len(weights)), slope
        )
    own = weights[1:] / spread
    found = {"bias": weights[0] - own @ mean} | dict(zip(names, own, strict=True))
    return {name: round(float(value), 4) for name, value in found.items()}


def judged(gold: TaxonomyGold) -> TaxonomyScore:
    """The quality of the taxonomy of a gold's pages, by the weights that are in force, with senses joined by label."""
    concepts, broader, _ = taxonomy(known_labels(gold), senses=False)
    return score(gold, concepts, broader)


def crossed_weights(sets: Sequence[TaxonomyGold], gold: TaxonomyGold) -> dict[str, float]:
    """The weights and the threshold that are fitted on the other domains."""
    return fit([other for other in sets if other is not gold])


def crossed(sets: list[TaxonomyGold]) -> dict[str, TaxonomyScore]:
    """The quality on each domain by weights and a threshold of the others."""
    found = {}
    for gold in sets:
        with in_force(crossed_weights(sets, gold)):
            found[gold.name] = judged(gold)
    return found


def taxonomy_rates(folder: Path) -> dict[str, float]:
    """Measures for the gate, by weights of the other domains."""
    found: dict[str, float] = {}
    for name, one in crossed(domains(folder)).items():
        found |= {
            f"taxonomy {name}, concepts P": one.concepts.precision,
            f"taxonomy {name}, shared concepts R": one.shared,
            f"taxonomy {name}, pairs P": one.pairs.precision,
            f"taxonomy {name}, pairs R": one.pairs.recall,
        }
    return found


def line(name: str, found: TaxonomyScore) -> str:
    concepts = f"{found.concepts.precision:6.3f} {found.shared:7.3f}"
    return f"{name:28} {concepts} {found.pairs.precision:8.3f} {found.pairs.recall:6.3f}"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.taxonomy", description="Taxonomies against their gold.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--fit", action="store_true", help="fit the weights on all domains and write them")
    parser.add_argument("--common", action="store_true", help="make the tables of unrelated sites anew")
    parser.add_argument("--errors", action="store_true", help="the concepts that are wrong")
    options = parser.parse_args()
    sets = domains(options.folder)
    if options.common:
        for name, table in tables(options.folder).items():
            save(f"taxonomy/{name}.json", table, made_by=f"{COMMAND} --common", data=options.folder, score={})
    if options.fit:
        scores = {name.removeprefix("taxonomy "): value for name, value in taxonomy_rates(options.folder).items()}
        save("taxonomy/weights.json", fit(sets), made_by=f"{COMMAND} --fit", data=options.folder, score=scores)
    print(f"{'':28} {'P':>6} {'shared':>7} {'pairs P':>8} {'R':>6}")
    for gold in sets:
        found = judged(gold)
        print(line(gold.name, found))
        if options.errors:
            print("   wrong:", ", ".join(found.wrong))
    for name, found in crossed(sets).items():
        print(line(f"{name}, weights of the others", found))


if __name__ == "__main__":
    main()
