"""The types of segments on pages with gold blocks: fitting the models, and how often they are right.

`python -m bench.segments FOLDER` prints the figures and, with `--fit`, writes `outline/segment_types.json`.

A segment has the type of the smallest block that people marked around most of it, if that is a type of ours, and the
region of the largest one. Both are fitted on segments as people drew them, one class against the others.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bench.logistic import logistic
from weblode.evaluate import read_gold
from weblode.outline.segment_types import FACTS, REGIONS, TYPES, facts, segment_types
from weblode.pages.html import parse
from weblode.paths import find
from weblode.tree import Tree

MODEL = "outline/segment_types.json"
FOLDS = 9
PULL = 3.0  # of 1, 3, 10 and 30
TYPE_NAMES = {
    "Ad": "advert",
    "Article": "article",
    "Comments": "list",
    "Image": "image",
    "LinkList": "list",
    "Logo": "image",
    "Menu": "navigation",
    "Searchbar": "form",
    "Table": "list",
    "Title": "title",
    "Video": "image",
}
REGION_NAMES = {"Content": "main", "Footer": "footer", "Header": "header", "Sidebar": "sidebar"}

Block = tuple[int, int, str]  # the first leaf, the first after it, and the type


@dataclass(frozen=True)
class TypedPage:
    """A page with the blocks that people marked, and the segments that these make."""

    tree: Tree
    blocks: tuple[Block, ...]
    starts: NDArray[np.int32]

    def wanted(self, starts: Sequence[int], names: Mapping[str, str], *, largest: bool) -> list[str | None]:
        """For each segment what it should be by the blocks of these names around most of it; None if there is none."""
        answers = []
        for first, stop in zip(starts, [*starts[1:], len(self.tree.leaves)], strict=True):
            around = [b for b in self.blocks if b[2] in names and 2 * _shared(b, first, stop) > stop - first]
            around.sort(key=lambda b: b[1] - b[0], reverse=largest)
            answers.append(names[around[0][2]] if around else None)
        return answers


def _shared(block: Block, first: int, stop: int) -> int:
    return max(0, min(block[1], stop) - max(block[0], first))


def typed_page(folder: Path, row: Mapping[str, Any]) -> TypedPage:
    """A page of the gold read."""
    tree = parse((folder / "pages" / row["page"]).read_bytes())
    blocks = []
    for block in row["blocks"]:
        u = find(tree, block["xpath"])
        first, stop = tree.leaves.searchsorted([u, tree.end[u]]).tolist()
        if first < stop:
            blocks.append((first, stop, block["type"]))
    return TypedPage(tree, tuple(blocks), np.array(sorted({0, *row["boundaries"]}), dtype=np.int32))


def typed_pages(folder: Path) -> list[TypedPage]:
    """The pages of a set whose gold has blocks."""
    return [typed_page(folder, row) for row in read_gold(folder / "gold.json") if row.get("blocks")]


def fit(pages: Sequence[TypedPage]) -> dict[str, dict[str, dict[str, float]]]:
    """The weights of both models, by class."""
    values = np.concatenate([facts(page.tree, page.starts) for page in pages])
    return {
        "type": _fit(values, TYPES, [w for p in pages for w in p.wanted(p.starts.tolist(), TYPE_NAMES, largest=False)]),
        "region": _fit(
            values, REGIONS, [w for p in pages for w in p.wanted(p.starts.tolist(), REGION_NAMES, largest=True)]
        ),
    }


def _fit(values: NDArray[np.float64], order: Sequence[str], wanted: Sequence[str | None]) -> dict[str, Any]:
    """The weights by class: each against the others, on the rows that have a class."""
    known = np.array([each is not None for each in wanted])
    rows = values[known]
    classes = [each for each in wanted if each is not None]
    return {
        name: logistic(FACTS, rows, np.array([each == name for each in classes], dtype=np.float64), pull=PULL)
        for name in order
    }


@dataclass
class TypeTally:
    """How many segments with a known answer got it, with the pairs of what was wanted and what was said."""

    pairs: Counter[tuple[str, str]]

    def add(self, wanted: Iterable[str | None], said: Iterable[str]) -> None:
        self.pairs.update((w, s) for w, s in zip(wanted, said, strict=True) if w is not None)

    @property
    def accuracy(self) -> float:
        right = sum(n for (wanted, said), n in self.pairs.items() if wanted == said)
        return right / max(1, self.pairs.total())

    def lines(self, order: Sequence[str]) -> Iterable[str]:
        """A row for each class: how many there are, how many were found, how many were said."""
        for name in order:
            there = sum(n for (wanted, _), n in self.pairs.items() if wanted == name)
            said = sum(n for (_, answer), n in self.pairs.items() if answer == name)
            yield f"| {name} | {there} | {self.pairs[name, name]} | {said} |"


def crossed(pages: Sequence[TypedPage], found: Sequence[Sequence[int]] | None = None) -> tuple[TypeTally, TypeTally]:
    """The tallies of types and regions, of pages whose fold had no part in the fit.

    Of the segments that people drew; with `found`, of these segments of each page.
    """
    tallies = TypeTally(Counter()), TypeTally(Counter())
    for fold in range(FOLDS):
        weights = fit([page for i, page in enumerate(pages) if i % FOLDS != fold])
        for i in range(fold, len(pages), FOLDS):
            page = pages[i]
            starts = page.starts if found is None else np.array(found[i], dtype=np.int32)
            said = segment_types(page.tree, starts, weights)
            tallies[0].add(page.wanted(starts.tolist(), TYPE_NAMES, largest=False), [each.type for each in said])
            tallies[1].add(page.wanted(starts.tolist(), REGION_NAMES, largest=True), [each.region for each in said])
    return tallies
