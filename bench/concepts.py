"""The concepts of the home pages of a domain, or of a mined run, for readers: `python -m bench.concepts FOLDER|RUN`.

A line a concept: its tier, how many sites have it, its label, its other labels, what is directly broader, and the
first place where it was found. FOLDER has the evaluation pages (with `--domain`); RUN is a folder of `weblode mine`.
The rules by which readers judge the lines are in docs/taxonomy.md. `--verdicts FILE` counts the lines that readers have
judged already and prints the others.
"""

import argparse
import csv
from collections.abc import Iterable, Iterator
from pathlib import Path

from bench.taxonomy import crossed_weights, domains, in_force, known_labels
from weblode.graph import files
from weblode.ontology import Broader, Concept
from weblode.taxonomy.build import taxonomy


def lines(concepts: Iterable[Concept], broader: Iterable[Broader]) -> Iterator[str]:
    """The concepts as lines of a table, those of the core tier first."""
    every = list(concepts)
    names = {concept.id: concept.label for concept in every}
    above: dict[str, list[str]] = {}
    for pair in broader:
        above.setdefault(pair.narrower, []).append(names[pair.broader])
    yield "\t".join(("tier", "sites", "label", "other labels", "broader", "page", "place"))
    for concept in sorted(every, key=lambda one: (one.tier != "core", -len(one.sites), one.label.casefold(), one.id)):
        place = concept.witnesses[0] if concept.witnesses else None
        others = dict.fromkeys(one for one in concept.labels if one.casefold() != concept.label.casefold())
        page = (place.url or place.page) if place else ""
        columns = (concept.tier, str(len(concept.sites)), concept.label, " | ".join(others))
        yield "\t".join((*columns, " | ".join(above.get(concept.id, ())), page, place.xpath if place else ""))


def domain_lines(folder: Path, name: str) -> Iterator[str]:
    """The concepts of a domain's home pages, by weights and a threshold of the other domains."""
    sets = domains(folder)
    [gold] = [one for one in sets if one.name == name]
    with in_force(crossed_weights(sets, gold)):
        concepts, broader, _ = taxonomy(known_labels(gold))
    return lines(concepts, broader)


def judged_lines(printed: Iterable[str], verdicts: Path) -> tuple[dict[str, list[float]], list[str]]:
    """By tier, for each line with a verdict the share of readers who call it right; and the lines without a verdict.

    A verdict is for a label and the other labels of its line. A line that was right is right with fewer other labels,
    and one that was wrong without any is wrong by itself.
    """
    known: dict[str, list[dict[str, str]]] = {}
    with verdicts.open(encoding="utf-8", newline="") as stream:
        for row in csv.DictReader(stream, delimiter="\t", quoting=csv.QUOTE_NONE):
            known.setdefault(row["label"].casefold(), []).append(row)
    shares: dict[str, list[float]] = {}
    unjudged: list[str] = []
    for line in list(printed)[1:]:
        tier, _, label, others = line.split("\t")[:4]
        senses, mine = known.get(label.casefold(), []), _names(others)
        exact = (i for i, row in enumerate(senses) if _names(row["other labels"]) == mine)
        if senses:
            verdict = senses.pop(next(exact, 0))
            share = [verdict["reader a"], verdict["reader b"]].count("right") / 2
            theirs = _names(verdict["other labels"])
            if mine == theirs or (share == 1 and mine <= theirs) or (share == 0 and not theirs):
                shares.setdefault(tier, []).append(share)
                continue
        unjudged.append(line)
    return shares, unjudged


def _names(labels: str) -> set[str]:
    return set(labels.casefold().split(" | ")) - {""}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.concepts", description="Concepts for readers.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--domain", help="news, shopping, electronics, sports: of a folder of evaluation pages")
    parser.add_argument("--verdicts", type=Path, help="count by verdicts of readers, and print what has none")
    options = parser.parse_args()
    if options.domain:
        printed = list(domain_lines(options.folder, options.domain))
    else:
        ontology = files.read(options.folder)
        printed = list(lines(ontology.concepts, ontology.broader))
    if options.verdicts:
        shares, printed = judged_lines(printed, options.verdicts)
        for tier, right in shares.items():
            print(f"{tier}: {sum(right) / len(right):.3f} of {len(right)} right")
        print(f"{len(printed)} without a verdict")
    for line in printed:
        print(line)


if __name__ == "__main__":
    main()
