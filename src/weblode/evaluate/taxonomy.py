"""The quality of a taxonomy of home pages: concepts, and broader pairs.

A concept is right if one of its labels is a label of a gold concept. A concept of several sites that is not in the gold
is wrong, and so is a second concept for the same gold concept. A concept of a single site that is not in the gold is
not counted, nor are kinds of content (Video, Blogs). Pairs are compared over the transitive closure of the concepts
that are right.
"""

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from weblode.evaluate import Tally, plain
from weblode.ontology import Broader, Concept

Pairs = set[tuple[str, str]]


@dataclass(frozen=True, eq=False)
class TaxonomyGold:
    """The concepts of some home pages, and their sites."""

    name: str
    homes: tuple[tuple[str, Path, str], ...]  # site, page, address
    names: dict[str, str]  # by label, the gold concept
    shared: frozenset[str]  # the concepts of several sites
    neutral: frozenset[str]
    refused: frozenset[str]
    broader: frozenset[tuple[str, str]]


@dataclass(frozen=True)
class TaxonomyScore:
    """Tallies of concepts and pairs, the share of the concepts of several sites that were found, and wrong labels."""

    concepts: Tally
    pairs: Tally
    shared: float
    wrong: tuple[str, ...] = ()


def golds(folder: Path, pages: Path | None = None) -> list[TaxonomyGold]:
    """The gold of a folder (`*.json`) for pages in `pages`, by default the folder's own `pages/`."""
    rows = [(path, json.loads(path.read_text(encoding="utf-8"))) for path in sorted(folder.glob("*.json"))]
    return [_gold(row, path.stem, pages or folder / "pages") for path, row in rows]


def _gold(row: dict[str, Any], name: str, pages: Path) -> TaxonomyGold:
    names: dict[str, str] = {}
    for concept in row["concepts"]:
        for label in (concept["name"], *concept["labels"], *concept.get("compound_labels", [])):
            names.setdefault(plain(label), concept["name"])

    def labels_in(*fields: str) -> frozenset[str]:
        rows = (one for name in fields for one in row.get(name, []))
        return frozenset(plain(x) for one in rows for x in one.get("labels", [one.get("label", one.get("name", ""))]))

    return TaxonomyGold(
        name,
        tuple((site["slug"], pages / site["page"], site["url"]) for site in row["sites"]),
        names,
        frozenset(concept["name"] for concept in row["concepts"] if concept.get("support") != 1),
        labels_in("formats", "optional"),
        labels_in("not_concepts"),
        frozenset(transitive_closure({(pair[0], pair[1]) for pair in row["broader"]})),
    )


def score(gold: TaxonomyGold, concepts: Iterable[Concept], broader: Iterable[Broader]) -> TaxonomyScore:
    """The quality of concepts and pairs."""
    hit_counts: Counter[str] = Counter()
    wrong = []
    gold_names: dict[str, str] = {}
    for concept in concepts:
        mine = {plain(label) for label in concept.labels}
        hits = {gold.names[label] for label in mine if label in gold.names}
        hit_counts.update(hits)
        if plain(concept.labels[0]) in gold.names:
            gold_names[concept.id] = gold.names[plain(concept.labels[0])]
        if not hits and not mine & gold.neutral and (len(concept.sites) > 1 or mine & gold.refused):
            wrong.append(concept.labels[0])
    extra = len(wrong) + sum(n - 1 for n in hit_counts.values())
    predicted = transitive_closure(
        {
            (gold_names[p.narrower], gold_names[p.broader])
            for p in broader
            if p.narrower in gold_names and p.broader in gold_names
        }
    )
    return TaxonomyScore(
        Tally(len(hit_counts), len(hit_counts) + extra, len(gold.shared | hit_counts.keys())),
        Tally(len(predicted & gold.broader), len(predicted), len(gold.broader)),
        len(gold.shared & hit_counts.keys()) / len(gold.shared),
        tuple(wrong),
    )


def transitive_closure(pairs: Pairs) -> Pairs:
    """The pairs and all that follow from them.

    >>> sorted(transitive_closure({("a", "b"), ("b", "c")}))
    [('a', 'b'), ('a', 'c'), ('b', 'c')]
    """
    above: dict[str, set[str]] = {}
    for lower, upper in pairs:
        above.setdefault(lower, set()).add(upper)
    closure = set()
    for start in above:
        todo, ancestors = list(above[start]), set[str]()
        while todo:
            one = todo.pop()
            if one not in ancestors:
                ancestors.add(one)
                todo += above.get(one, ())
        closure |= {(start, one) for one in ancestors if one != start}
    return closure
