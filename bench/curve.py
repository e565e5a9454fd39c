"""Learning curves of rules over 1 to 5 pages, as in IEPAD's figure 11: `python -m bench.rules --curve FOLDER`.

A rule is learnt on the first 1, 2, ... 5 pages of a site and applied to the rest, which is the same for all of them: a
site of three pages has one to test on and a curve of two points. Pages are taken in three orders, each beginning at
another one. The list learnt on is the one that discovery takes for the page's, right or wrong; nothing of a page that
is tested on is known. A refused page counts as one without an answer.

*Columns* are those of a rule's tables on average; *on several* are those whose values were seen on more than one of the
pages learnt on, so that they are data by more than one page; *constant* are positions with the same words on all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from bench.rules import Page, applied, sites, tally
from weblode.errors import RuleError
from weblode.evaluate import Tally
from weblode.records.discover import discover
from weblode.records.record_list import RecordList
from weblode.rules.learning import learn
from weblode.rules.rule import Rule

SETS = ("records-2017", "records-wien", "records-serps", "records-courts", "records-forums")
METHODS = ("consensus", "iepad")
MOST = 5  # pages learnt on
ORDERS = 3  # of the pages of a site


@dataclass
class CurvePoint:
    """Rules from so many pages: how right they are on other pages, and what columns they have."""

    learnt: int
    total: Tally = field(default_factory=Tally)
    rules: int = 0
    pages: int = 0
    refused: int = 0
    columns: int = 0
    several: int = 0
    constant: int = 0

    def add_rule(self, rule: Rule) -> None:
        """Count a rule."""
        own = [each for each in rule.columns if each.kept and not each.hidden and not each.names_next]
        self.rules += 1
        self.columns += len(own)
        self.several += sum(each.pages > 1 for each in own)
        self.constant += sum(each.constant for each in rule.columns)

    def add_page(self, page: Page, rule: Rule | None) -> None:
        """Count a page that a rule was applied to."""
        gold, tree = page
        found = applied(rule, tree) if rule else None
        one = tally(gold, found)
        self.total.add(one.right, one.predicted, one.expected)
        self.pages, self.refused = self.pages + 1, self.refused + (found is None)

    def line(self, name: str) -> str:
        """The point as a row of a table."""
        rules = max(1, self.rules)
        columns = f"{self.columns / rules:.1f} | {self.several / rules:.1f} | {self.constant / rules:.1f}"
        rates = f"{self.total.recall:.3f} | {self.total.precision:.3f}"
        return f"| {name} | {self.learnt} | {rates} | {self.pages} | {self.refused} | {columns} |"


def orders(n: int) -> list[list[int]]:
    """Up to ORDERS orders of so many pages, each beginning at another one, spread evenly."""
    starts = [n * k // ORDERS for k in range(ORDERS)] if n > ORDERS else range(n)
    return [[(start + i) % n for i in range(n)] for start in dict.fromkeys(starts)]


def curve(site: Sequence[Page], method: str, points: dict[int, CurvePoint]) -> None:
    """Add the curve of a site to the points, by the number of pages learnt on."""
    lists = [discover(tree, method, threshold=0.0)[:1] for _, tree in site]
    most = min(MOST, len(site) - 1)
    for order in orders(len(site)):
        for n in range(1, most + 1):
            rule = _rule([each for i in order[:n] for each in lists[i]])
            point = points.setdefault(n, CurvePoint(n))
            if rule:
                point.add_rule(rule)
            for i in order[most:]:
                point.add_page(site[i], rule)


def _rule(lists: Sequence[RecordList]) -> Rule | None:
    try:
        return learn(lists)
    except RuleError:
        return None


def curves(folder: Path, method: str) -> list[CurvePoint]:
    """The points of a set's curve."""
    points: dict[int, CurvePoint] = {}
    for site in sites(folder):
        curve(site, method, points)
    return [points[n] for n in sorted(points)]


def lines(folder: Path) -> Iterator[str]:
    """The curves of all sets in a folder, as tables."""
    head = "| set | learnt on | recall | accuracy | pages | refused | columns | on several | constant |"
    for method in METHODS:
        yield f"\nRules by the number of pages learnt on, lists by {method}\n"
        yield head + "\n|" + " --- |" * 9
        for name in SETS:
            if (folder / name / "gold.json").exists():
                yield from (point.line(name) for point in curves(folder / name, method))


def main(folder: Path) -> None:
    for line in lines(folder):
        print(line, flush=True)
