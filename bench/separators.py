"""The papers' experiments on separators again: `python -m bench.separators FOLDER [--save]`.

The region is given by the gold; the success of a ranking on a page is Y/X, X tags sharing the first place, Y of them
right. Factors of our own are estimated as the papers did, the share of pages on which a heuristic ranks the right tag
first, second, ..., by ten-fold cross-validation: no page is judged by factors that it helped to estimate (every page is
of another site). `--save` estimates them on all pages and writes them to `records/certainty.json`.

Precision and recall are those of Buttler, Liu and Pu, section 6.5: where a page has a separator, another tag or no
answer is a false negative; a false positive is an answer on a page that has none. Such pages are articles, in the
region that the volume ranks first. Since a wrong tag is no false positive by that definition, the share of right
answers among all answers on pages with a separator stands beside it.
"""

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from bench.models import save
from weblode import models, paths
from weblode.pages.html import parse
from weblode.records import regions, separators
from weblode.records.separators import LEAST, Children, Ranking, certainty_factors, combine, count_matches, rankings

SETS = ("records-tbdw", "records-vints1")
COMMAND = "python -m bench.separators FOLDER --save"
FOLDS = 10
SHARES = {"byu": 0.1, "omini": 0.0}
# Fields that identify a record of a result page: its number, its address, its size or date.
COUNTS = count_matches([r"(?<!\S)\d{1,3}\.(?=\s)", r"https?://|www\.", r"\d+ ?(?:[kK]|bytes)\b", r"\b(?:19|20)\d\d\b"])
PRINTED = {  # success rates that the papers print: thesis tables 5.5 and 4.5; ICDCS tables 15, 11 and 13
    "byu": {"R": 0.75, "S": 0.65, "I": 0.95, "H": 0.45, "RSIH": 1.00, "ORSIH": 1.00, "SH": 0.695, "RH": 0.763},
    "omini": {"R": 0.77, "S": 0.77, "I": 0.88, "P": 0.93, "B": 0.71, "RSIPB": 0.94, "IB": 0.61, "RIPB": 0.86},
}
EMPTY = "articles-2018"  # pages without records, and so without a separator
THRESHOLDS = (1, 2, 3, 4, 5, 8)
NAMES = {"SD": "S", "RP": "R", "IPS": "I", "PP": "P", "SB": "B", "RSIPB": "RSIPB"}
PRINTED_PRECISION = {  # ICDCS tables 14 and 15: success and precision; recall is the success
    "SD": ("0.78, 1.00", "0.77, 1.00"),
    "RP": ("0.73, 0.84", "0.77, 0.97"),
    "IPS": ("0.71, 0.82", "0.88, 0.94"),
    "PP": ("0.85, 0.92", "0.93, 1.00"),
    "SB": ("0.62, 0.89", "0.71, 0.97"),
    "RSIPB": ("0.98, 1.00", "0.94, 1.00"),
}
Factors = Mapping[str, Sequence[float]]


@dataclass(frozen=True)
class Case:
    """A page with its region given: what each heuristic of a family says, and the right tag."""

    votes: dict[str, Ranking]
    right: int


def cases(folder: Path, family: str, least: Mapping[str, int] = LEAST) -> list[Case]:
    """All pages of the sets whose gold has a region."""
    found = []
    for name in SETS:
        for row in json.loads((folder / name / "gold.json").read_text(encoding="utf-8")):
            if not row.get("region_xpath"):
                continue
            tree = parse((folder / name / "pages" / row["page"]).read_bytes())
            children = Children(tree, paths.find(tree, row["region_xpath"]), SHARES[family])
            votes = rankings(children, family, counts=COUNTS, least=least)
            found.append(Case(votes, tree.number(row["separator"])))
    return found


def empty_cases(folder: Path, family: str, least: Mapping[str, int] = LEAST) -> list[Case]:
    """All pages without records, in the region that seems the best; no tag is right."""
    found = []
    for path in sorted((folder / EMPTY / "pages").glob("*.html")):
        tree = parse(path.read_bytes())
        for region in regions.rank(tree, "volume")[:1]:
            children = Children(tree, region, SHARES[family])
            found.append(Case(rankings(children, family, counts=COUNTS, least=least), -1))
    return found


def success(certainty: Mapping[int, float], right: int) -> float:
    """Y/X: the chance that one of the tags of the highest certainty, taken blindly, is right."""
    top = [tag for tag, value in certainty.items() if value >= max(certainty.values()) - 1e-12]
    return (right in top) / len(top) if top else 0.0


def estimate(pages: Sequence[Case]) -> dict[str, list[float]]:
    """For each heuristic, on what share of the pages it ranks the right tag first, second, ... fifth."""
    letters = pages[0].votes
    return {
        letter: [round(sum(p.votes[letter].get(p.right) == r for p in pages) / len(pages), 4) for r in range(1, 6)]
        for letter in letters
    }


def crossed(pages: Sequence[Case]) -> Iterator[tuple[Case, dict[str, list[float]]]]:
    """Each page with the factors estimated on the folds that it is not in."""
    for fold in range(FOLDS):
        factors = estimate([page for i, page in enumerate(pages) if i % FOLDS != fold])
        for page in pages[fold::FOLDS]:
            yield page, factors


def subsets(letters: Sequence[str]) -> list[str]:
    """All combinations of the letters, single ones first."""
    return ["".join(c) for n in range(1, len(letters) + 1) for c in combinations(letters, n)]


def rates(pages: Sequence[Case], family: str) -> dict[str, tuple[float, float]]:
    """For each combination, its success with the paper's factors and with ours, cross-validated."""
    theirs = certainty_factors()[family]
    ours = list(crossed(pages))
    found = {}
    for combination in subsets(list(pages[0].votes)):
        paper = sum(success(combine(_of(p, combination), theirs), p.right) for p in pages)
        own = sum(success(combine(_of(p, combination), factors), p.right) for p, factors in ours)
        found[combination] = (paper / len(pages), own / len(pages))
    return found


def _of(page: Case, combination: str) -> dict[str, Ranking]:
    return {letter: page.votes[letter] for letter in combination}


@dataclass(frozen=True)
class Quality:
    """How right a heuristic or a combination is: its success, which is its recall, and two kinds of precision."""

    success: float
    precision: float  # the paper's: 1 if it has no answer on any page without a separator
    answers: float  # the share of right answers among those on pages with a separator


def quality(pages: Sequence[Case], empty: Sequence[Case], letters: str, factors: Factors) -> Quality:
    """The success and the precision of the combined heuristics of some letters."""
    certainties = [combine(_of(page, letters), factors) for page in pages]
    right = sum(success(certainty, page.right) for page, certainty in zip(pages, certainties, strict=True))
    wrong = sum(bool(combine(_of(page, letters), factors)) for page in empty)
    return Quality(right / len(pages), right / max(1, right + wrong), right / max(1, sum(map(bool, certainties))))


def precision_table(folder: Path) -> list[str]:
    """Success, precision and recall of Omini's heuristics, as tables 14 and 15, beside the printed figures."""
    pages, empty = cases(folder, "omini"), empty_cases(folder, "omini")
    factors = certainty_factors()["omini-ours"]
    lines = [
        f"\nomini: precision and recall, {len(pages)} pages with a separator, {len(empty)} without\n",
        "| heuristic | success | precision | recall | right answers | printed, table 14 | printed, table 15 |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for name, letters in NAMES.items():
        own = quality(pages, empty, letters, factors)
        figures = f"{own.success:.3f} | {own.precision:.3f} | {own.success:.3f} | {own.answers:.3f}"
        lines.append(f"| {name} | {figures} | {' | '.join(PRINTED_PRECISION[name])} |")
    return lines


def threshold_table(folder: Path) -> list[str]:
    """RP, IPS and all five heuristics with thresholds: success, the paper's precision, right answers of all answers."""
    lines = [
        "\nomini: tags that occur fewer times are rejected by RP and IPS (success / precision / right answers)\n",
        "| least | RP | IPS | RSIPB, cross-validated |",
        "| --- | --- | --- | --- |",
    ]
    for n in THRESHOLDS:
        least = {"R": n, "I": n}
        pages, empty = cases(folder, "omini", least), empty_cases(folder, "omini", least)
        alone = [quality(pages, empty, letter, estimate(pages)) for letter in "RI"]
        together = sum(success(combine(page.votes, factors), page.right) for page, factors in crossed(pages))
        figures = " | ".join(f"{each.success:.3f} / {each.precision:.3f} / {each.answers:.3f}" for each in alone)
        lines.append(f"| {n} | {figures} | {together / len(pages):.3f} |")
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.separators", description="Success rates of separators.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--save", action="store_true", help="write the factors estimated on all pages")
    options = parser.parse_args()
    factors, scores = dict(models.read("records/certainty.json")["parameters"]), {}
    for family in separators.FAMILIES:
        pages = cases(options.folder, family)
        print(f"\n{family}: {len(pages)} pages, region given\n")
        print(
            "| heuristics | paper's factors | ours, cross-validated | printed in the paper |\n| --- | --- | --- | --- |"
        )
        found = rates(pages, family)
        for combination, (paper, own) in found.items():
            printed = PRINTED[family].get(combination)
            print(f"| {combination} | {paper:.3f} | {own:.3f} | {'' if printed is None else f'{printed:.2f}'} |")
        factors["tables"][f"{family}-ours"] = estimate(pages)
        scores[family] = max(own for _, own in found.values())
    print("\n".join([*precision_table(options.folder), *threshold_table(options.folder)]))
    if options.save:
        save("records/certainty.json", factors, made_by=COMMAND, data=options.folder, score=scores)


if __name__ == "__main__":
    main()
