"""The experiments of Chang, Hsu and Lui again, on pages with gold: `python -m bench.iepad FOLDER`.

Tables 1 to 3 and figures 11 and 12 of their paper in the same form: the tokens of a page by encoding; the variance and
the density of the gold records; repeats, patterns, retrieval rate (recall) and accuracy (precision) of the best pattern
by encoding and by thresholds; the fields of one and of two levels of division; and rules learnt on one page or on more,
applied to the others of the site. In the paper a user chooses among the patterns; "chosen" is the pattern that
`--method iepad` takes by itself, "best" the one that a user would take.
"""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from statistics import fmean

import numpy as np

from bench.fields import cells
from bench.rules import applied, sites, tally
from weblode import kernels
from weblode.evaluate import Tally, records
from weblode.pages.html import parse
from weblode.records import division
from weblode.records.patterns import best, patterns
from weblode.records.record_list import RecordList
from weblode.records.repeats import Bounds
from weblode.records.tokens import ENCODINGS, encode
from weblode.rules.learning import learn
from weblode.tree import Tree

SETS = ("records-wien", "records-tbdw", "records-vints1", "records-2017")
PAGES = 40  # of each set, taken evenly
LISTS = 10  # how many patterns a user would look at
FIXED = Bounds(encoding="block-level")  # the paper's setting
VARIANCES, DENSITIES = (0.05, 0.1, 0.2, 0.36, 0.7), (0.0, 0.1, 0.2, 0.4, 0.6)
TRAINED = (1, 2, 3, 5)  # pages that a rule is learnt on
FIELD_SETS = ("records-2017", "records-wien")
LEVELS = {"places": (), "one level": division.LEVELS[:1], "two levels": division.LEVELS}

Page = tuple[records.RecordGold, Tree]


@cache
def pages(folder: Path) -> tuple[Page, ...]:
    """Some pages of a set with their gold, taken evenly."""
    golds = [gold for gold in records.golds(folder) if gold.part != "none"]
    chosen = golds[:: max(1, -(-len(golds) // PAGES))]
    return tuple((gold, parse(gold.path.read_bytes(), page=gold.path.name)) for gold in chosen)


@dataclass
class Counted:
    """What a setting finds on some pages: repeats, patterns, and how right the chosen and the best pattern are."""

    pages: int = 0
    repeats: int = 0
    regular: int = 0
    patterns: int = 0

    def __post_init__(self) -> None:
        self.chosen, self.best = Tally(), Tally()

    def add(self, page: Page, bounds: Bounds) -> None:
        """Count one page."""
        gold, tree = page
        tokens = encode(tree, bounds.encoding)
        kernel = kernels.fastest()
        order, repeats = kernel.repeats(tokens.row, bounds.length, bounds.count)
        limits = (bounds.variance, bounds.variance, bounds.density)
        runs, _ = kernel.regular(order, repeats, bounds.count, limits, 1_000_000)
        tallies = [tally(gold, each) for each in best(tree, bounds, limit=LISTS)] or [tally(gold, None)]
        self.pages += 1
        self.repeats += len(repeats)
        self.regular += len(np.unique(runs[:, 0]))
        self.patterns += len(patterns(tree, bounds))
        for total, one in ((self.chosen, tallies[0]), (self.best, max(tallies, key=lambda each: each.f1))):
            total.add(one.right, one.predicted, one.expected)

    def line(self, name: str) -> str:
        """The counts as a row of a table."""
        means = " | ".join(f"{n / max(1, self.pages):.1f}" for n in (self.repeats, self.regular, self.patterns))
        rates = " | ".join(f"{each.recall:.3f} | {each.precision:.3f}" for each in (self.best, self.chosen))
        return f"| {name} | {means} | {rates} |"


HEAD = (
    "| maximal repeats | regular ones | patterns | retrieval, best | accuracy, best | retrieval, chosen | "
    "accuracy, chosen |\n|" + " --- |" * 8
)


def counted(folder: Path, bounds: Bounds) -> Counted:
    """What a setting finds on the pages of a set."""
    total = Counted()
    for page in pages(folder):
        total.add(page, bounds)
    return total


def data_table(folders: Sequence[Path]) -> Iterator[str]:
    """Tables 1 and 2: records of a page, variance and density of the right list, tokens by encoding."""
    yield "\nThe data, and the tokens of a page by encoding (tables 1 and 2)\n"
    yield f"| set | pages | records | variance | density | KB | {' | '.join(ENCODINGS)} |"
    yield "|" + " --- |" * (6 + len(ENCODINGS))
    for folder in folders:
        some = pages(folder)
        regularity = [each for page in some if (each := layout(page)) is not None]
        size = fmean(gold.path.stat().st_size for gold, _ in some) / 1000
        tokens = [fmean(len(encode(tree, encoding)) for _, tree in some) for encoding in ENCODINGS]
        variance, density = (max(each[0] for each in regularity), min(each[1] for each in regularity))
        means = [fmean(each[k] for each in regularity) for k in (0, 1)]
        yield (
            f"| {folder.name} | {len(some)} | {fmean(len(gold.records) for gold, _ in some):.1f} | "
            f"{means[0]:.2f}, at most {variance:.2f} | {means[1]:.2f}, at least {density:.2f} | {size:.0f} | "
            + " | ".join(f"{n:.0f}" for n in tokens)
            + " |"
        )


def layout(page: Page) -> tuple[float, float] | None:
    """The variance of the places of a page's right list, and the density of its records' common beginning.

    None if no pattern has all records and no others.
    """
    gold, tree = page
    for each in patterns(tree, FIXED)[:LISTS]:
        record_list = RecordList(tree, "iepad", 0, 0, "around", each.run.records)
        starts, tokens = each.run.places, each.run.tokens
        if len(starts) < 2 or tally(gold, record_list).f1 < 1.0:
            continue
        gaps, span = np.diff(starts), int(starts[-1] - starts[0])
        common = 0
        while len({int(tokens.row[at + common]) if at + common < len(tokens) else -1 for at in starts.tolist()}) == 1:
            common += 1
        return float(gaps.std() / gaps.mean()), min(1.0, (len(starts) - 1) * common / span)
    return None


def setting_tables(folders: Sequence[Path]) -> Iterator[str]:
    """Table 3 and figure 12: what each encoding, variance and density finds."""
    yield f"\nBy encoding (variance {FIXED.variance}, density {FIXED.density:.2f})\n"
    yield "| set, encoding " + HEAD
    for folder in folders:
        for encoding in ENCODINGS:
            yield counted(folder, replace(FIXED, encoding=encoding)).line(f"{folder.name}, {encoding}")
    varied = [(f"{value:.2f}", replace(FIXED, variance=value)) for value in VARIANCES]
    thinned = [(f"{value:.2f}", replace(FIXED, density=value)) for value in DENSITIES]
    for name, settings in (("variance", varied), ("density", thinned)):
        yield f"\nBy the threshold of {name}, all sets, block-level\n"
        yield f"| {name} " + HEAD
        for value, bounds in settings:
            total = Counted()
            for folder in folders:
                for page in pages(folder):
                    total.add(page, bounds)
            yield total.line(value)


def training_table(folders: Sequence[Path]) -> Iterator[str]:
    """Figure 11: rules learnt on the first pages of each site, applied to the others."""
    yield "\nBy the number of training pages (figure 11): rules applied to the site's other pages\n"
    yield "| set | training pages | sites | pages | retrieval | accuracy |\n|" + " --- |" * 6
    for folder in folders:
        for n in TRAINED:
            total, taught, tested = Tally(), 0, 0
            for site in sites(folder):
                left = site[n:]
                lists = [each for _, tree in site[:n] for each in best(tree) if len(each.records) > 1]
                if not left or not lists:
                    continue
                rule, taught = learn(lists), taught + 1
                for gold, tree in left:
                    one = tally(gold, applied(rule, tree))
                    total.add(one.right, one.predicted, one.expected)
                    tested += 1
            if tested:
                yield f"| {folder.name} | {n} | {taught} | {tested} | {total.recall:.3f} | {total.precision:.3f} |"


def level_table(folders: Sequence[Path]) -> Iterator[str]:
    """The last columns of table 3: how many cells of the gold are one field, by levels of division."""
    yield "\nBy levels of division: gold cells that are one field (table 3, number of attributes)\n"
    yield f"| set | {' | '.join(LEVELS)} |\n|" + " --- |" * (1 + len(LEVELS))
    for folder in folders:
        rates = []
        for levels in LEVELS.values():
            found, wanted = cells(folder, "iepad", levels)
            rates.append(f"{found / wanted:.3f}")
        yield f"| {folder.name} | {' | '.join(rates)} |"


def main(folder: Path) -> None:
    folders = [folder / name for name in SETS if (folder / name / "gold.json").exists()]
    if not folders:
        sys.exit(f"{folder}: has none of {', '.join(SETS)}; name the folder of the sets")
    with_fields = [each for each in folders if each.name in FIELD_SETS]
    for lines in (
        data_table(folders),
        setting_tables(folders),
        level_table(with_fields),
        training_table(with_fields),
    ):
        for line in lines:
            print(line, flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
