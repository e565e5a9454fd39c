"""The segments of pages with gold: `python -m bench.segments FOLDER [--fit]`.

Prints precision, recall and F1 of the boundaries by each method, for the window of five leaves and for exact ones; and
of `blocks` over the threshold and by the size of the page, cross-validated: no page is judged by weights that it helped
to fit (every page is of another site). Then how often the types and the regions of segments are right, likewise.
`--fit` fits them on all pages and writes `outline/segments.json` and `outline/segment_types.json`.

Then, on home pages with a hand-made outline, which had no part in this: how many labels of sections start a segment,
and how many titles of items, but for the first of their section, do so wrongly; and how many segments a page has. At
last what `blocks` takes beside the bare parse.
"""

import argparse
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
from numpy.typing import NDArray
from selectolax.lexbor import LexborHTMLParser

from bench import models, segment_types
from bench.data import page_files
from bench.logistic import logistic
from bench.speed import seconds
from weblode.evaluate import Tally
from weblode.evaluate.segments import WINDOW, SegmentGold, golds, matches
from weblode.outline.segment_types import REGIONS, TYPES
from weblode.outline.segments import GAP, NODE, THRESHOLDS, Cuts, cuts, likelihood, segments
from weblode.pages.html import parse
from weblode.tree import Tree

COMMAND = "python -m bench.segments FOLDER --fit"
SET = "blocks-random"
TIMED = (SET, "homes", "taxonomy", "site-nytimes")
FOLDS = 9
DIVIDED = 0.34  # the share of a node's gaps from which it counts as divided
SIZES = {"under 100 leaves": (0, 100), "100 to 300": (100, 300), "over 300": (300, 1 << 31)}
CURVE = (0.15, 0.20, 0.23, 0.25, 0.27, 0.31, 0.40, 0.50)
# What weights are drawn to: nothing, but for what the pages, of 2013, do not have and those of today do. The weight is
# about that of a heading.
PRIOR = {"section": 1.0}
LEAST = 0.785  # the precision for which a threshold is chosen inside folds

Answers = Iterable[tuple[SegmentGold, Iterable[int]]]
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Case:
    """A page with its gold and where it may be cut; for each gap whether a segment starts there."""

    gold: SegmentGold
    tree: Tree
    page: Cuts
    starts: Floats

    @cached_property
    def divided(self) -> Floats:
        """For each node the share of its gaps in which a segment starts: hardly ever anything but none or all."""
        return np.bincount(self.page.number, self.starts) / self.gaps

    @cached_property
    def gaps(self) -> Floats:
        """The number of gaps of each node."""
        return np.bincount(self.page.number).astype(np.float64)

    @cached_property
    def reached(self) -> NDArray[np.bool_]:
        """Whether people divided the node around each node, so that this one was theirs to divide."""
        divided: NDArray[np.bool_] = self.divided[self.page.above] >= DIVIDED
        return divided | np.equal(self.page.above, np.arange(len(divided)))


def case(gold: SegmentGold) -> Case:
    """A page read and measured."""
    tree = parse(gold.path.read_bytes())
    page = cuts(tree)
    return Case(gold, tree, page, np.isin(page.before, gold.boundaries).astype(np.float64))


def fit(cases: Sequence[Case]) -> dict[str, dict[str, float]]:
    """The weights of both models; nodes count by the root of the number of their gaps."""
    starts = np.concatenate([c.starts for c in cases])
    nodes = np.concatenate([c.page.nodes.T[c.reached] for c in cases])
    divided = np.concatenate([c.divided[c.reached] for c in cases])
    counts = np.sqrt(np.concatenate([c.gaps[c.reached] for c in cases]))
    return {
        "gap": logistic(GAP, np.concatenate([c.page.gaps.T for c in cases]), starts, prior=PRIOR),
        "node": logistic(NODE, nodes, divided, counts=counts),
    }


def crossed(cases: Sequence[Case]) -> list[tuple[Case, Floats]]:
    """Each page with the likelihoods by the weights fitted on the folds that it is not in."""
    found = []
    for fold in range(FOLDS):
        weights = fit([c for i, c in enumerate(cases) if i % FOLDS != fold])
        found += [(c, likelihood(c.tree, weights)) for c in cases[fold::FOLDS]]
    return found


def tally(answers: Answers, *, window: int = WINDOW) -> Tally:
    """The quality of answers over all pages."""
    total = Tally()
    for gold, found in answers:
        total.add(*matches(gold.boundaries, found, window=window))
    return total


def line(name: str, answers: Answers) -> str:
    """A row of the table."""
    answers = list(answers)
    parts = [tally(answers), tally(answers, window=0)]
    figures = " | ".join(f"{part.precision:.3f} | {part.recall:.3f} | {part.f1:.3f}" for part in parts)
    return f"| {name} | {figures} |"


def every(n: int) -> Callable[[Tree], range]:
    """A method that looks at nothing: a boundary at every nth leaf."""
    return lambda tree: range(0, len(tree.leaves), n)


def table(cases: Sequence[Case]) -> Iterable[str]:
    """The lines of the report."""
    yield "| method | P | R | F1 | exact P | R | F1 |\n| --- | --- | --- | --- | --- | --- | --- |"
    for n in (3, 5, 7):
        yield line(f"every {n} leaves", ((c.gold, every(n)(c.tree)) for c in cases))
    yield line("ontominer", ((c.gold, segments(c.tree, "ontominer").tolist()) for c in cases))
    yield line("blocks", ((c.gold, segments(c.tree).tolist()) for c in cases))
    by_page = crossed(cases)
    for threshold in CURVE:
        chosen = " (the default)" * (threshold == THRESHOLDS["blocks"])
        answers = ((c.gold, np.flatnonzero(likely >= threshold).tolist()) for c, likely in by_page)
        yield line(f"blocks, cross-validated, {threshold:.2f}{chosen}", answers)
    yield line("blocks, cross-validated, the threshold too", inside(by_page))
    yield "\n| pages | P | R | F1 | boundaries | said |\n| --- | --- | --- | --- | --- | --- |"
    for name, total in by_size(by_page).items():
        figures = f"{total.precision:.3f} | {total.recall:.3f} | {total.f1:.3f} | {total.expected} | {total.predicted}"
        yield f"| {name} | {figures} |"


def inside(by_page: Sequence[tuple[Case, Floats]]) -> Iterator[tuple[SegmentGold, list[int]]]:
    """The answers by the lowest threshold that has the least precision on the pages of the other folds."""
    for fold in _folds(by_page):
        own = {id(c) for c, _ in fold}
        rest = [pair for pair in by_page if id(pair[0]) not in own]
        enough = (t for t in np.arange(0.15, 0.5, 0.005).tolist() if _precision(rest, t) >= LEAST)
        threshold = next(enough, THRESHOLDS["blocks"])
        yield from ((c.gold, np.flatnonzero(likely >= threshold).tolist()) for c, likely in fold)


def _folds(by_page: Sequence[tuple[Case, Floats]]) -> list[Sequence[tuple[Case, Floats]]]:
    """The pages of each fold, as `crossed` orders them."""
    sizes = [len(range(fold, len(by_page), FOLDS)) for fold in range(FOLDS)]
    ends = np.cumsum(sizes).tolist()
    return [by_page[end - size : end] for size, end in zip(sizes, ends, strict=True)]


def _precision(by_page: Sequence[tuple[Case, Floats]], threshold: float) -> float:
    return tally((c.gold, np.flatnonzero(likely >= threshold).tolist()) for c, likely in by_page).precision


def by_size(by_page: Sequence[tuple[Case, Floats]]) -> dict[str, Tally]:
    """The quality at the default threshold by the size of pages."""
    totals = {}
    for name, (least, most) in SIZES.items():
        part = [(c, likely) for c, likely in by_page if least <= len(c.tree.leaves) < most]
        totals[name] = tally((c.gold, starting(likely)) for c, likely in part)
    return totals


def starting(likely: Floats) -> list[int]:
    """The first leaves of segments by their likelihoods, at the default threshold."""
    return np.flatnonzero(likely >= THRESHOLDS["blocks"]).tolist()


def rates(folder: Path) -> dict[str, float]:
    """Measures for the gate, ours cross-validated: boundaries, also of large pages alone, types and regions."""
    cases = [case(gold) for gold in golds(folder / SET)]
    paper = tally((c.gold, segments(c.tree, "ontominer").tolist()) for c in cases)
    by_page = crossed(cases)
    ours = tally((c.gold, starting(likely)) for c, likely in by_page)
    types, regions = segment_types.crossed(segment_types.typed_pages(folder / SET))
    return {
        "segments ontominer F1": paper.f1,
        "segments blocks P": ours.precision,
        "segments blocks R": ours.recall,
        "segments blocks F1": ours.f1,
        "segments blocks F1, over 300 leaves": by_size(by_page)["over 300"].f1,
        "segments types": types.accuracy,
        "segments regions": regions.accuracy,
    }


def typed(folder: Path) -> Iterator[str]:
    """The lines about types and regions: of segments as people drew them, and of ours, all cross-validated."""
    pages = segment_types.typed_pages(folder / SET)
    cases = [case(gold) for gold in golds(folder / SET)]
    likely = {c.gold.path: likely for c, likely in crossed(cases)}
    drawn = segment_types.crossed(pages)
    ours = segment_types.crossed(pages, [starting(likely[c.gold.path]) for c in cases])
    yield "| what | segments drawn by people | right | our segments | right |\n| --- | --- | --- | --- | --- |"
    for name, one, other in zip(("type", "region"), drawn, ours, strict=True):
        yield f"| {name} | {one.pairs.total()} | {one.accuracy:.3f} | {other.pairs.total()} | {other.accuracy:.3f} |"
    yield "\n| class | drawn by people | of these found | said |\n| --- | --- | --- | --- |"
    for one, order in zip(drawn, (TYPES, REGIONS), strict=True):
        yield from one.lines(order)


def labels(outline: dict[str, Any]) -> Iterator[tuple[str, bool]]:
    """The labels of an outline's sections, and of their items after the first; with whether it is a section's."""
    for i, inner in enumerate(outline.get("children", [])):
        section = bool(inner.get("children"))
        if section or i:
            yield _folded(inner["label"]), section
        yield from labels(inner)


def _folded(text: str) -> str:
    return " ".join(text.split()).lower()


def outlined(folder: Path, method: str) -> str:
    """A row: of labels that stand on their page once, the shares of sections' and of items' that start a segment."""
    starts: dict[bool, list[bool]] = {True: [], False: []}
    counts = []
    for path in sorted((folder / "homes" / "outline").glob("*.json")):
        gold = json.loads(path.read_text(encoding="utf-8"))
        page = next((folder / "homes").rglob(Path(gold["page"]).name))
        tree = parse(page.read_bytes())
        texts = [_folded(tree.string(u)) for u in tree.leaves.tolist()]
        places = {text: i for i, text in enumerate(texts) if texts.count(text) == 1}
        firsts = set(segments(tree, method).tolist())
        counts.append(len(firsts))
        for label, section in labels(gold["tree"]):
            if label in places:
                starts[section].append(places[label] in firsts)
    shares = " | ".join(f"{sum(found)}/{len(found)} = {sum(found) / len(found):.3f}" for found in starts.values())
    return f"| {method} | {shares} | {median(counts):.0f} |"


def times(folder: Path, *, rounds: int = 5) -> str:
    """A row: the median ratio to the bare parse over a folder's pages, and the most milliseconds on one."""
    ratios, most = [], 0.0
    for path in page_files(folder):
        data = path.read_bytes()
        tree = parse(data)
        took = min(seconds(lambda _, tree=tree: segments(tree), data) for _ in range(rounds))  # type: ignore[misc]
        ratios.append(took / min(seconds(LexborHTMLParser, data) for _ in range(rounds)))
        most = max(most, took)
    return f"| {folder.name} | {len(ratios)} | {median(ratios):.2f} | {1000 * most:.2f} |"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.segments", description="Quality of segments.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--fit", action="store_true", help="fit the weights on all pages and write them")
    options = parser.parse_args()
    cases = [case(gold) for gold in golds(options.folder / SET)]
    if options.fit:
        found = rates(options.folder)
        scores = {"precision": found["segments blocks P"], "recall": found["segments blocks R"]}
        models.save("outline/segments.json", fit(cases), made_by=COMMAND, data=options.folder, score=scores)
        scores = {"types": found["segments types"], "regions": found["segments regions"]}
        weights = segment_types.fit(segment_types.typed_pages(options.folder / SET))
        models.save(segment_types.MODEL, weights, made_by=COMMAND, data=options.folder, score=scores)
    print(f"{len(cases)} pages of {SET}, {sum(len(c.gold.boundaries) for c in cases):,} boundaries\n")
    print(*table(cases), sep="\n")
    print("", *typed(options.folder), sep="\n")
    print("\n| method | sections that start a segment | items that do | segments a page |\n| --- | --- | --- | --- |")
    print(*(outlined(options.folder, method) for method in ("ontominer", "blocks")), sep="\n")
    print("\n| folder | pages | time / bare parse, median | most ms |\n| --- | --- | --- | --- |")
    print(*(times(options.folder / name) for name in TIMED), sep="\n")


if __name__ == "__main__":
    main()
