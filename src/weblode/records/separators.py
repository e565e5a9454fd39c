"""Record separators: the child tag of a region that stands between or around its records.

Ten heuristics rank the tags of a region's children, each by one observation; certainty factors combine the rankings.
D. Embley, Y. Jiang, Y.-K. Ng, "Record-boundary discovery in Web documents", SIGMOD 1999, and Jiang's thesis
(BYU 1998), chapters 3 and 4: OM, RP, SD, IT, HT. D. Buttler, L. Liu, C. Pu, "A fully automated object extraction system
for the World Wide Web", ICDCS 2001, sections 5 and 6: SD, RP, IPS, SB, PP. We differ in that a pair of the second RP is
a child's tag and the next start tag after it: that agrees with the paper's table 3, but not with its text.
"""

import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np
from numpy.typing import NDArray

from weblode.models import parameters
from weblode.tags import NO_CONTENT, NUMBERS, TEXT
from weblode.tree import Tree

# Tag -> rank, 1 is the best, best first; tags of the same value share a rank. Empty if the heuristic has no answer.
Ranking = dict[int, int]
# How often each field that identifies a record occurs in a region of a page.
Counts = Callable[[Tree, int], Sequence[int]]


@dataclass(frozen=True, eq=False)
class Children:
    """The element children of a region, and how often each tag that may separate records occurs among them."""

    tree: Tree
    region: int
    share: float = 0.0

    @cached_property
    def nodes(self) -> list[int]:
        """The children that are elements and can be, hold or separate records."""
        children = self.tree.children(self.region)
        tags = self.tree.tag[children].tolist()
        return [v for v, tag in zip(children, tags, strict=True) if tag != TEXT and tag not in NO_CONTENT]

    @cached_property
    def rows(self) -> NDArray[np.int64]:
        """The nodes as an array."""
        return np.array(self.nodes, dtype=np.int64)

    @cached_property
    def tags(self) -> list[int]:
        """The tags of the nodes."""
        numbers: list[int] = self.tree.tag[self.rows].tolist()
        return numbers

    @cached_property
    def counts(self) -> dict[int, int]:
        """Candidate tags with their counts, in order of appearance; each has more than `share` of the children."""
        least = self.share * len(self.nodes)
        return {tag: n for tag, n in Counter(self.tags).items() if n > least}

    @cached_property
    def lengths(self) -> NDArray[np.int64]:
        """The bytes of text from the start of each child to the start of the next, or the end of the region."""
        before = self.tree.text_before[[*self.nodes, int(self.tree.end[self.region])]]
        return before[1:] - before[:-1]

    @cached_property
    def sizes(self) -> NDArray[np.int64]:
        """The bytes of text in each child."""
        before = self.tree.text_before
        return before[self.tree.end[self.rows]] - before[self.rows]


def rank_by_value(values: Iterable[tuple[int, float]]) -> Ranking:
    """Ranks of the tags by ascending value; equal values share a rank and use up the next ones (1, 2, 2, 4).

    >>> rank_by_value([(7, 0.5), (3, 0.1), (9, 0.5)])
    {3: 1, 7: 2, 9: 2}
    """
    ranking: Ranking = {}
    last: float | None = None
    for place, (tag, value) in enumerate(sorted(values, key=lambda pair: pair[1]), 1):
        ranking[tag] = next(reversed(ranking.values())) if value == last else place
        last = value
    return ranking


# ---------------------------------------------------------------- Embley, Jiang, Ng
def ontology_match(children: Children, counts: Counts) -> Ranking:
    """OM: tags whose count is close to the mean count of the fields that identify a record, of those that occur."""
    occurring = [n for n in counts(children.tree, children.region) if n]
    if not occurring:
        return {}
    average = sum(occurring) / len(occurring)
    return rank_by_value((tag, abs(n - average)) for tag, n in children.counts.items())


def count_matches(patterns: Sequence[str | re.Pattern[str]]) -> Counts:
    """A function that counts the matches of each pattern in a region; for trusted patterns: there is no time limit."""

    def counts(tree: Tree, region: int) -> list[int]:
        text = tree.text(region, line=" ")
        return [sum(1 for _ in re.finditer(pattern, text)) for pattern in patterns]

    return counts


def repeating_siblings(children: Children) -> Ranking:
    """RP: tags whose count is close to that of a pair of neighbours without text between; no answer without a pair."""
    leaf = [end == v + 1 for v, end in zip(children.nodes, children.tree.end[children.rows].tolist(), strict=True)]
    pairs = Counter(
        (one, other)
        for one, other, empty, length in zip(
            children.tags, children.tags[1:], leaf, children.lengths.tolist(), strict=False
        )
        if one != other and empty and not length and one in children.counts and other in children.counts
    )
    return _by_pairs(children, pairs)


def interval_deviation(children: Children) -> Ranking:
    """SD: tags with nearly equal amounts of text between their occurrences."""
    intervals: list[tuple[int, int]] = []
    passed, last = 0, dict[int, int]()
    for tag, length in zip(children.tags, children.lengths.tolist(), strict=True):
        if tag in last:
            intervals.append((tag, passed - last[tag]))
        last[tag] = passed
        passed += length
    return rank_by_value(_deviations(children, [tag for tag, _ in intervals], [length for _, length in intervals]))


def identifiable_tags(children: Children) -> Ranking:
    """IT: tags in the order of how often they separate records, by the thesis; no answer if none is in its table."""
    return _by_list(children, _IDENTIFIABLE)


def highest_count(children: Children) -> Ranking:
    """HT: tags by how often they occur."""
    return rank_by_value((tag, -n) for tag, n in children.counts.items())


# ---------------------------------------------------------------- Buttler, Liu, Pu
def size_deviation(children: Children) -> Ranking:
    """SD: tags whose elements have nearly equal amounts of text."""
    return rank_by_value(_deviations(children, children.tags, children.sizes.tolist()))


def repeating_tags(children: Children, least: int = 1) -> Ranking:
    """RP: tags whose count is close to how often the same start tag follows them directly, without text between.

    Tags that occur fewer than `least` times are rejected.
    """
    tree = children.tree
    after = children.rows + 1
    following = np.where(after < tree.end[children.region], tree.tag.take(after, mode="clip"), TEXT).tolist()
    pairs = Counter((tag, other) for tag, other in zip(children.tags, following, strict=True) if other != TEXT)
    best: dict[int, tuple[int, int]] = {}
    for (tag, _), n in pairs.items():
        if children.counts.get(tag, 0) >= max(1, least):
            best[tag] = min(best.get(tag, (1 << 30, 0)), (abs(children.counts[tag] - n), -n))
    return rank_by_value((tag, difference * 1e6 + count) for tag, (difference, count) in best.items())


def path_separators(children: Children, least: int = 1) -> Ranking:
    """IPS: tags in the order of how often they separate records in regions with this tag, then in any region.

    Tags that occur fewer than `least` times are rejected.
    """
    of_region = _BY_REGION.get(children.tree.name(children.region), ())
    return _by_list(children, [*of_region, *(tag for tag in _ANYWHERE if tag not in of_region)], least)


def sibling_pairs(children: Children) -> Ranking:
    """SB: the first tags of pairs of neighbours, by the count of the pair; ties in order of appearance."""
    pairs = Counter(zip(children.tags, children.tags[1:], strict=False))
    firsts: dict[int, None] = {}
    for (tag, _), _ in pairs.most_common():
        if tag in children.counts:
            firsts.setdefault(tag)
    return {tag: place for place, tag in enumerate(firsts, 1)}


def partial_paths(children: Children) -> Ranking:
    """PP: tags by the count of the most frequent tag path below them; of equal counts, the longer path wins."""
    tree, start, stop = children.tree, children.region + 1, int(children.tree.end[children.region])
    rows = tree.first_of_paths(start, stop)
    rows = rows[tree.tag[rows] > 0]
    count = np.bincount(tree.path[start:stop])[tree.path[rows]]
    owner = np.searchsorted(children.rows, rows, side="right") - 1
    ends = tree.end[children.rows].tolist()
    best: dict[int, tuple[int, int]] = {}
    for row, n, child in zip(rows.tolist(), count.tolist(), owner.tolist(), strict=True):
        inside = child >= 0 and row < ends[child]  # not below a child that cannot hold records
        tag = children.tags[child] if inside else TEXT
        if tag in children.counts:
            best[tag] = max(best.get(tag, (0, 0)), (n, int(tree.depth[row])))
    order = {value: place for place, value in enumerate(sorted(set(best.values()), reverse=True))}
    return rank_by_value((tag, order[value]) for tag, value in best.items())


# ---------------------------------------------------------------- shared helpers
def _deviations(children: Children, tags: list[int], amounts: list[int]) -> list[tuple[int, float]]:
    """The standard deviation of the amounts, for each candidate tag that occurs more than once."""
    mine: dict[int, list[int]] = {tag: [] for tag, n in children.counts.items() if n > 1}
    for tag, amount in zip(tags, amounts, strict=True):
        if tag in mine:
            mine[tag].append(amount)
    return [(tag, _deviation(of_tag)) for tag, of_tag in mine.items()]


def _deviation(amounts: list[int]) -> float:
    mean = sum(amounts) / len(amounts)
    return math.sqrt(sum((amount - mean) ** 2 for amount in amounts) / len(amounts))


def _by_pairs(children: Children, pairs: Counter[tuple[int, int]]) -> Ranking:
    """The tags by the smallest difference between their count and that of a pair with them."""
    best: dict[int, int] = {}
    for pair, n in pairs.items():
        for tag in pair:
            best[tag] = min(best.get(tag, 1 << 30), abs(children.counts[tag] - n))
    return rank_by_value(best.items())


def _by_list(children: Children, names: Sequence[str], least: int = 1) -> Ranking:
    """The tags with these names in their order, without those that occur fewer than `least` times."""
    present = [NUMBERS[name] for name in names if children.counts.get(NUMBERS[name], 0) >= max(1, least)]
    return {tag: place for place, tag in enumerate(present, 1)}


_IDENTIFIABLE = "hr tr td a table p br h4 h1 strong b i".split()  # thesis, table 3.1
_BY_REGION = {  # ICDCS 2001, table 4
    "body": "table p hr ul li blockquote div pre b a".split(),
    "table": "tr b".split(),
    "tbody": "tr b".split(),  # not in the paper's trees, which had none
    "form": "table p dl".split(),
    "td": "table hr dt li p tr font".split(),
    "dl": "dt dd".split(),
    "ol": ["li"],
    "ul": ["li"],
    "blockquote": ["p"],
}
_ANYWHERE = "tr table p li hr dt ul pre font dl div dd blockquote b a span td br h4 h3 h2 h1 strong em i".split()

Heuristic = Callable[[Children], Ranking]

# The heuristics of each paper by the letter that its tables use; OM, which needs counts, is "O" of the first.
FAMILIES: dict[str, dict[str, Heuristic]] = {
    "byu": {"R": repeating_siblings, "S": interval_deviation, "I": identifiable_tags, "H": highest_count},
    "omini": {"R": repeating_tags, "S": size_deviation, "I": path_separators, "P": partial_paths, "B": sibling_pairs},
}


# Buttler, Liu, Pu, section 6.5: RP and IPS reject tags that occur fewer times than a threshold, which is not printed.
# Higher ones make RP and IPS better alone (`python -m bench.separators FOLDER`, table of thresholds). With 2 for IPS,
# all five together gain one page of 123, but the right list is gone from the first ten of one site of records-2017.
LEAST: Mapping[str, int] = {"R": 2, "I": 1}


def rankings(
    children: Children, family: str, *, counts: Counts | None = None, least: Mapping[str, int] = LEAST
) -> dict[str, Ranking]:
    """The rankings by all heuristics of a family, keyed by letter.

    `least` has the fewest occurrences of a tag that RP ("R") and IPS ("I") of Omini do not reject.
    """
    if family == "omini":
        thresholds = {"R": partial(repeating_tags, least=least["R"]), "I": partial(path_separators, least=least["I"])}
        heuristics = FAMILIES[family] | thresholds
        return {letter: heuristic(children) for letter, heuristic in heuristics.items()}
    votes = {letter: heuristic(children) for letter, heuristic in FAMILIES[family].items()}
    return {"O": ontology_match(children, counts) if counts else {}, **votes}


def combine(votes: Mapping[str, Ranking], factors: Mapping[str, Sequence[float]]) -> dict[int, float]:
    """The certainty that each tag separates the records, highest first; ties in the order of the first heuristics.

    A heuristic that gives a tag rank r supports it with its r-th factor; independent support combines as
    1 - (1 - a)(1 - b)...

    >>> round(combine({"A": {3: 1}, "B": {3: 1}, "C": {3: 1}}, {"A": [0.78], "B": [0.63], "C": [0.85]})[3], 4)
    0.9878
    """
    doubt: dict[int, float] = {}
    for letter, ranking in votes.items():
        for tag, rank in ranking.items():
            support = factors[letter][rank - 1] if rank <= len(factors[letter]) else 0.0
            doubt[tag] = doubt.get(tag, 1.0) * (1.0 - support)
    return dict(sorted(((tag, 1.0 - d) for tag, d in doubt.items()), key=lambda pair: -pair[1]))


def certainty_factors() -> dict[str, dict[str, list[float]]]:
    """The tables of certainty factors: those of each paper, and those estimated on our development pages."""
    tables: dict[str, dict[str, list[float]]] = parameters("records/certainty.json")["tables"]
    return tables
