"""Which line names the thing of a page: `python -m bench.headings FOLDER [--fit]`.

The pages are those of `articles-world` and of `details`, each read alone. A page is right if the line that was chosen
has the words of its gold title, name or model. Printed is the share of right pages on sites, and of kinds of pages,
that the weights were not fitted on. `--fit` writes `articles/headings.json`, fitted on all pages: the weights by which
the right lines of each page are likeliest among its lines; each site counts the same.
"""

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bench.models import save
from weblode.articles.article import article_body
from weblode.articles.blocks import blocks
from weblode.articles.headings import FACTS, MODEL, heading_candidates
from weblode.articles.metadata import declarations
from weblode.articles.titles import page_title
from weblode.evaluate import gold_sets, plain, read_gold
from weblode.pages.html import parse

_NAMING = ("title", "name", "model")  # the attributes of `details` that name a page's thing
_FOLDS, _STEPS, _PULL, _SITE = 10, 25, 3.0, 3.0
Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class HeadingCase:
    """A page: its site and kind, the facts of its candidates, and which of them are right."""

    site: str
    kind: str
    facts: Floats
    right: NDArray[np.bool_]


def cases(folder: Path) -> Iterator[HeadingCase]:
    """The pages with a gold title below a folder."""
    for data in (*gold_sets(folder, "body"), *gold_sets(folder, "vertical")):
        for row in read_gold(data / "gold.json"):
            attributes = row.get("attributes") or {}
            titles = [row["title"]] if isinstance(row.get("title"), str) else []
            titles += [value for name in _NAMING for value in attributes.get(name, ())]
            path = data / "pages" / row["page"]
            if titles and path.exists():
                site = row.get("site") or row["page"].partition("_")[0]
                yield _case(
                    path, row.get("url"), site, row.get("vertical", "article"), {plain(each) for each in titles}
                )


def _case(path: Path, url: str | None, site: str, kind: str, titles: set[str]) -> HeadingCase:
    tree = parse(path.read_bytes(), page=path.name, url=url)
    lines, declared = blocks(tree), declarations(tree)
    body = article_body(lines, declared)
    start = body.paragraphs[0] if body.paragraphs else len(lines)
    names = [each.value for each in declared if each.name == "title"]
    candidates = heading_candidates(lines, start, body.repeated, page_title(lines, body.repeated)[1], names)
    facts = np.array([each.row for each in candidates]).reshape(-1, len(FACTS))
    return HeadingCase(site, kind, facts, np.array([plain(each.text) in titles for each in candidates], dtype=bool))


def fit(pages: Sequence[HeadingCase]) -> Floats:
    """The weights that make the right lines of the pages likeliest, by Newton's method."""
    usable = [each for each in pages if each.right.any()]
    counts = Counter(each.site for each in usable)
    weights = np.zeros(len(FACTS))
    for _ in range(_STEPS):
        slope, curve = -_PULL * weights, _PULL * np.eye(len(FACTS))
        for each in usable:
            likely = np.exp(each.facts @ weights - (each.facts @ weights).max())
            likely /= likely.sum()
            truth = likely * each.right / (likely * each.right).sum()
            mean, share = likely @ each.facts, _SITE / counts[each.site]
            slope += share * (truth @ each.facts - mean)
            curve += share * ((each.facts.T * likely) @ each.facts - np.outer(mean, mean))
        step = np.linalg.solve(curve, slope)
        weights += step * min(1.0, 2.0 / max(float(np.abs(step).max()), 1e-9))
    return weights


def right(pages: Sequence[HeadingCase], weights: Floats) -> list[bool]:
    """Whether the likeliest line of each page is right."""
    return [bool(len(each.right) and each.right[int(np.argmax(each.facts @ weights))]) for each in pages]


def left_out(pages: Sequence[HeadingCase], groups: Sequence[Sequence[HeadingCase]]) -> dict[HeadingCase, bool]:
    """Whether each page is right by weights fitted on the pages outside its group."""
    result: dict[HeadingCase, bool] = {}
    for group in groups:
        inside = set(group)
        weights = fit([each for each in pages if each not in inside])
        result.update(zip(group, right(group, weights), strict=True))
    return result


def report(folder: Path, *, save_model: bool) -> None:
    """Print the shares of right pages, and write the model if asked for."""
    pages = list(cases(folder))
    sites = sorted({each.site for each in pages})
    folds = [[each for each in pages if each.site in set(sites[k::_FOLDS])] for k in range(_FOLDS)]
    kinds = sorted({each.kind for each in pages})
    by_site = left_out(pages, folds)
    by_kind = left_out(pages, [[each for each in pages if each.kind == kind] for kind in kinds])
    print(f"{'titles':14} {'pages':>6} {'by other sites':>15} {'by other kinds':>15}")
    for kind in [*kinds, "all"]:
        own = [each for each in pages if kind in (each.kind, "all")]
        shares = [float(np.mean([result[each] for each in own])) for result in (by_site, by_kind)]
        print(f"{kind:14} {len(own):6} {shares[0]:15.3f} {shares[1]:15.3f}")
    if save_model:
        weights = {name: round(float(weight), 4) for name, weight in zip(FACTS, fit(pages), strict=True)}
        score = {"titles": float(np.mean(list(by_site.values())))}
        save(MODEL, weights, made_by="python -m bench.headings FOLDER --fit", data=folder, score=score)


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.headings", description="The line that names a page's thing.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--fit", action="store_true", help="write the weights")
    options = parser.parse_args(argv)
    report(options.folder, save_model=options.fit)


if __name__ == "__main__":
    main()
