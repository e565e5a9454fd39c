"""Application ontologies on pages about one thing: `python -m bench.domain FOLDER [--method byu] [--pages]`.

The folder, or its `details`, holds `gold.json` and `pages/`; `domain.json` beside this file says which ontology is for
which kind of pages, and which of its sets for which attribute of the gold. Patterns were written on half of the sites
of each kind (`bench.details.read_half`), the pages of the others were never opened. Printed are precision of the values
and recall of the attributes, for each kind and half; `--pages` prints what is wrong on the half that was read.
"""

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from bench.details import read_half, sites_of, trees_of
from weblode.application import files
from weblode.application.extract import extract_pages
from weblode.application.pieces import METHODS, ExtractOptions
from weblode.evaluate import read_gold
from weblode.evaluate.details import DetailGold, sets
from weblode.evaluate.domain import DomainJudge, DomainScore

MAPPING: Mapping[str, Any] = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))


def site_score(
    site: Sequence[DetailGold], texts: Mapping[str, Mapping[str, Sequence[str]]], options: ExtractOptions, *, each: bool
) -> DomainScore:
    """The score of a site; with `each`, print its attributes, and the values that are wrong or missing."""
    mapping = MAPPING[site[0].kind]
    application = files.load(mapping["ontology"])
    judge, total = DomainJudge(application, mapping["fields"]), DomainScore()
    for gold, extraction in zip(site, extract_pages(trees_of(site), application, options=options), strict=True):
        wanted_texts = texts[gold.path.name]
        total.join(judge.add(extraction, wanted_texts))
        if each:
            cells = [cell for record in extraction.records[:1] for row in record.rows for cell in row.cells]
            for attribute, names in mapping["fields"].items():
                own = [cell for cell in cells if cell.field.set in names]
                right = own and all(judge.is_right(extraction, cell, wanted_texts.get(attribute, ())) for cell in own)
                if attribute in wanted_texts and not right:
                    values = [(str(cell.value)[:60], cell.why) for cell in own]
                    print(f"  {gold.path.name} {attribute}: {values}, gold {wanted_texts[attribute]}")
    for attribute, score in judge.by_attribute.items() if each else ():
        print(f"{site[0].site:28} {attribute:16} P {score.precision:.3f} R {score.recall:.3f}")
    return total


def report(folder: Path, options: ExtractOptions, *, each: bool, kinds: Sequence[str]) -> Iterator[str]:
    """Lines with the figures of a data set."""
    sites = {name: own for name, own in sites_of(folder).items() if own[0].kind in kinds}
    texts = {row["page"]: row["attributes"] for row in read_gold(folder / "gold.json")}
    read = read_half(sites)
    scores: dict[tuple[str, bool], DomainScore] = {}
    for name, own in sites.items():
        score = site_score(own, texts, options, each=each and name in read)
        for key in ((own[0].kind, name in read), ("all", name in read)):
            scores.setdefault(key, DomainScore()).join(score)
    yield f"{'':12} {'sites that were read':>24} {'other sites':>24} {'all':>24}"
    yield f"{'':12}" + f" {'P':>8} {'R':>7} {'fields':>7}" * 3
    for kind in (*kinds, "all"):
        halves = [scores.get((kind, half), DomainScore()) for half in (True, False)]
        both = DomainScore()
        for half in halves:
            both.join(half)
        yield f"{kind:12}" + "".join(
            f" {one.precision:8.3f} {one.recall:7.3f} {one.expected:7}" for one in (*halves, both)
        )


def main(argv: Sequence[str] | None = None) -> None:
    """Print the figures of all data sets with pages about one thing."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--method", choices=METHODS, default=METHODS[0], help="how records are found")
    parser.add_argument("--pages", action="store_true", help="print what is wrong on the sites that were read")
    parser.add_argument("--kind", choices=MAPPING, action="append", help="only pages of this kind")
    options = parser.parse_args(argv)
    for folder in sets(options.folder):
        choice = ExtractOptions(method=options.method)
        for line in report(folder, choice, each=options.pages, kinds=options.kind or list(MAPPING)):
            print(line)


if __name__ == "__main__":
    main()
