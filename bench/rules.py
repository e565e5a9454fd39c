"""How well rules do on the pages that they were not learnt on: `python -m bench.rules FOLDER [METHOD]`.

`--drift FOLDER [FILE]` measures rules over time instead (see `bench.drift`), `--redesigns FOLDER` over redesigns that
are made of the pages (see `bench.redesigns`), `--curve FOLDER` how they improve with the number of pages that they are
learnt on (see `bench.curve`).

Every page of a site teaches a rule, and so does every pair of pages that follow each other, if what was discovered
there is right (all records and no others); the rule is applied to the other pages of the site. A page that it refuses
counts as one without an answer. None of the pages was redesigned: that one has changed is said rightly where the rule
does not read it right, and a false alarm where it does.
"""

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

from bench import drift
from weblode.errors import RuleError
from weblode.evaluate import Tally, read_gold, records
from weblode.pages.html import parse
from weblode.records.discover import discover
from weblode.records.record_list import RecordList
from weblode.rules.drift import drift as signs
from weblode.rules.learning import learn
from weblode.rules.rule import Rule
from weblode.tree import Tree

SETS = ("records-2017", "records-wien")
Page = tuple[records.RecordGold, Tree]


def sites(folder: Path) -> list[list[Page]]:
    """The pages of each site of a set that has several."""
    found: dict[str, list[Page]] = {}
    for row, gold in zip(read_gold(folder / "gold.json"), records.golds(folder), strict=True):
        tree = parse(gold.path.read_bytes(), page=gold.path.name)
        found.setdefault(row["site"], []).append((gold, tree))
    return [pages for pages in found.values() if len(pages) > 1]


def tally(gold: records.RecordGold, found: RecordList | None) -> Tally:
    """How right a list is."""
    wanted = [records.words(text) for text in gold.records]
    bags = [bag for text in (found.texts() if found else ()) if (bag := records.words(text))]
    return Tally(records.matches(wanted, bags, gold.part), len(bags), len(wanted))


def applied(rule: Rule, tree: Tree) -> RecordList | None:
    """What a rule takes from a page; None if it refuses it."""
    try:
        return rule.apply(tree)
    except RuleError:
        return None


def lessons(pages: Sequence[Page], method: str, n: int) -> Iterator[tuple[Rule, list[Page]]]:
    """The rules from each `n` pages that follow each other, on which discovery is right, and the pages left."""
    found = [discover(tree, method)[:1] for _, tree in pages]
    right = [bool(lists) and tally(gold, lists[0]).f1 == 1.0 for (gold, _), lists in zip(pages, found, strict=True)]
    numbers = list(range(len(pages)))
    for chosen in zip(numbers) if n == 1 else pairwise([*numbers, 0]):
        left = [page for i, page in enumerate(pages) if i not in chosen]
        if all(right[i] for i in chosen) and left and len(set(chosen)) == n:
            yield learn([each for i in chosen for each in found[i]]), left


def measured(folder: Path, method: str, n: int, *, show: bool = False) -> tuple[Tally, Counter[str]]:
    """The records that rules from `n` pages take from other pages; and how many pages these are, are refused, are said
    to have changed, and are said so although they are read right."""
    total, counts = Tally(), Counter[str]()
    for site in sites(folder):
        for rule, left in lessons(site, method, n):
            for gold, tree in left:
                found = applied(rule, tree)
                one = tally(gold, found)
                total.add(one.right, one.predicted, one.expected)
                counts["pages"] += 1
                counts["refused"] += found is None
                if found is not None and signs(rule, found):
                    counts["changed"] += 1
                    counts["false alarms"] += one.f1 >= drift.RIGHT
                if show and one.f1 < 1.0:
                    print(f"  {gold.path.name}: {one.right}/{one.predicted}, {one.expected} wanted")
    return total, counts


def rule_rates(folder: Path, method: str = "consensus") -> dict[str, float]:
    """Recall and accuracy of rules from one and from two pages."""
    found: dict[str, float] = {}
    for name in SETS:
        for n in (1, 2) if (folder / name / "gold.json").exists() else ():
            total, _ = measured(folder / name, method, n)
            found |= {f"{name} rule of {n}, recall": total.recall, f"{name} rule of {n}, accuracy": total.precision}
    return found


def main(folder: Path, method: str = "consensus", *, show: bool = False) -> None:
    columns = ("pages", "refused", "changed", "false alarms")
    print(f"{'set':14} {'learnt on':>9} {'recall':>7} {'accuracy':>8} " + " ".join(f"{each:>7}" for each in columns))
    for name in SETS:
        for n in (1, 2) if (folder / name / "gold.json").exists() else ():
            total, counts = measured(folder / name, method, n, show=show)
            rest = " ".join(f"{counts[each]:{max(7, len(each))}}" for each in columns)
            print(f"{name:14} {n:9} {total.recall:7.4f} {total.precision:8.4f} {rest}")


if __name__ == "__main__" and sys.argv[1:2] == ["--drift"]:
    drift.main(*map(Path, sys.argv[2:4]))
elif __name__ == "__main__" and sys.argv[1:2] == ["--redesigns"]:
    from bench import redesigns

    redesigns.main(Path(sys.argv[2]), show="--pages" in sys.argv[3:])
elif __name__ == "__main__" and sys.argv[1:2] == ["--curve"]:
    from bench import curve  # which asks this module for pages and rates

    curve.main(Path(sys.argv[2]))
elif __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:3], show="--pages" in sys.argv[3:])
