"""How good a taxonomy of home pages is: concepts, and pairs of a narrower and a broader one.

A concept is right if one of its labels is a label of a concept of the gold. One that several sites have and the gold
does not know is wrong, and so is one that splits a concept of the gold; a concept of a single site that the gold does
not know counts neither way, nor do kinds of content (Video, Blogs). Pairs are compared over the transitive closure of
the concepts that are right.
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


@dataclass(frozen=True)
class TaxonomyGold:
    """The concepts of some home pages, and their sites."""

    name: str
    homes: tuple[tuple[str, Path, str], ...]  # site, page, address
    names: dict[str, str]  # by label the concept
    wanted: frozenset[str]  # the concepts of several sites
    neutral: frozenset[str]
    refused: frozenset[str]
    broader: frozenset[tuple[str, str]]


@dataclass(frozen=True)
class TaxonomyScore:
    """Concepts and pairs: right, said and wanted; and the concepts of several sites that were found."""

    concepts: Tally
    pairs: Tally
    shared: float
    wrong: tuple[str, ...] = ()


def golds(folder: Path) -> list[TaxonomyGold]:
    """The gold of a data folder (`*.json`, `pages/`)."""
    return [_gold(json.loads(path.read_text(encoding="utf-8")), path, folder) for path in sorted(folder.glob("*.json"))]


def _gold(row: dict[str, Any], path: Path, folder: Path) -> TaxonomyGold:
    names: dict[str, str] = {}
    for concept in row["concepts"]:
        for label in (concept["name"], *concept["labels"], *concept.get("compound_labels", [])):
            names.setdefault(plain(label), concept["name"])

    def listed(*fields: str) -> frozenset[str]:
        rows = (one for name in fields for one in row.get(name, []))
        return frozenset(plain(x) for one in rows for x in one.get("labels", [one.get("label", one.get("name", ""))]))

    return TaxonomyGold(
        path.stem,
        tuple((site["slug"], folder / "pages" / site["page"], site["url"]) for site in row["sites"]),
        names,
        frozenset(concept["name"] for concept in row["concepts"] if concept.get("support") != 1),
        listed("formats", "optional"),
        listed("not_concepts"),
        frozenset(closed({(pair[0], pair[1]) for pair in row["broader"]})),
    )


def score(gold: TaxonomyGold, concepts: Iterable[Concept], broader: Iterable[Broader]) -> TaxonomyScore:
    """The quality of concepts and pairs."""
    found: Counter[str] = Counter()
    wrong = []
    known: dict[str, str] = {}
    for concept in concepts:
        mine = {plain(label) for label in concept.labels}
        hits = {gold.names[label] for label in mine if label in gold.names}
        found.update(hits)
        if plain(concept.labels[0]) in gold.names:
            known[concept.id] = gold.names[plain(concept.labels[0])]
        if not hits and not mine & gold.neutral and (len(concept.sites) > 1 or mine & gold.refused):
            wrong.append(concept.labels[0])
    extra = len(wrong) + sum(n - 1 for n in found.values())
    have = closed(
        {(known[p.narrower], known[p.broader]) for p in broader if p.narrower in known and p.broader in known}
    )
    return TaxonomyScore(
        Tally(len(found), len(found) + extra, len(gold.wanted | found.keys())),
        Tally(len(have & gold.broader), len(have), len(gold.broader)),
        len(gold.wanted & found.keys()) / len(gold.wanted),
        tuple(wrong),
    )


def closed(pairs: Pairs) -> Pairs:
    """All pairs that follow from some.

    >>> sorted(closed({("a", "b"), ("b", "c")}))
    [('a', 'b'), ('a', 'c'), ('b', 'c')]
    """
    above: dict[str, set[str]] = {}
    for lower, upper in pairs:
        above.setdefault(lower, set()).add(upper)
    found = set()
    for start in above:
        todo, seen = list(above[start]), set[str]()
        while todo:
            one = todo.pop()
            if one not in seen:
                seen.add(one)
                todo += above.get(one, ())
        found |= {(start, one) for one in seen if one != start}
    return found
