"""Learning a rule: the ways to find records that fit the most of a site's pages, and the columns of their fields.

Chang, Hsu, Lui 2003, section 4.3: a page that the known patterns do not extract teaches a new one. We differ in that no
user chooses: the ways (see `ways`) that fit the most pages come first, and one whose records have the same words on
every page is the site's menu and teaches nothing.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from statistics import median

from weblode.errors import RuleError
from weblode.records.discover import discover
from weblode.records.fields import KnownField, learnt
from weblode.records.record_list import RecordList
from weblode.rules.rule import EXTRACTS, Expected, Rule
from weblode.rules.ways import Way, grouped, pooled, recut

_LISTS = 10  # of separators that are looked at for one that is like a list of the consensus
_ENOUGH = 0.5  # how much of it they must have


def learn(lists: Iterable[RecordList]) -> Rule:
    """The rule for the pages of a site, from the list found on each of them. Raises RuleError if there is none.

    Columns that are known (of a rule, or by `slots.chosen`) stay as they are in the first list that has some.
    """
    given = [each for each in lists if len(each.records) > 1]
    found = [_repeatable(each) for each in given]
    if not found:
        raise RuleError("no records to learn from; name a page that lists several things of a kind")
    ways = [pooled(found)] if len(found) == 1 else _chosen(found)
    rule = Rule(tuple(ways), pages=len(found))
    applied = [rule.try_on(each.tree) or each for each in found]
    counts = [len(each.records) for each in applied]
    fit = median(each.score for each in applied)
    known = next((_below(each, after.region) for each, after in zip(given, applied, strict=True) if each.known), ())
    return replace(rule, columns=learnt(applied, known), expected=Expected(min(counts), max(counts), round(fit, 3)))


def _below(found: RecordList, region: int) -> tuple[KnownField, ...]:
    """A list's known columns as they stand below another region of its page: places are told from the region down."""
    above, wanted = found.tree.tag_path(found.region), found.tree.tag_path(region)
    whole = [(each, (*above, *filter(None, each.place.path.split("/")))) for each in found.known]
    return tuple(
        replace(each, place=replace(each.place, path="/".join(path[len(wanted) :])))
        for each, path in whole
        if path[: len(wanted)] == wanted
    )


def _repeatable(found: RecordList) -> RecordList:
    """The list as a rule can find it again on its own page; by separators, if they find most of it and its own do not.

    The consensus also proposes records that stand in several parts of a page, or are cut where no tag tells.
    """
    own = recut(found)
    again = Rule((pooled([own]),)).try_on(found.tree)
    highest = _same(found, again) if again else 0.0
    if found.method != "consensus" or highest >= EXTRACTS:
        return own
    for other in discover(found.tree, "omini", limit=_LISTS):
        if (same := _same(found, other)) > max(highest, _ENOUGH):
            own, highest = recut(other), same
    return own


def _same(one: RecordList, other: RecordList) -> float:
    """The share of the texts of two lists' records that are in both, by the leaves they hold."""
    first, second = ({leaf for a, b in each.records for leaf in range(a, b)} for each in (one, other))
    number = min(len(one.records), len(other.records)) / max(len(one.records), len(other.records))
    return number * len(first & second) / max(1, len(first | second))


@dataclass(frozen=True)
class Point:
    """A point of a learning curve: pages learnt on, pages of all that the rule extracts, and the share of records."""

    learnt: int
    pages: int
    records: float


def curve(lists: Sequence[RecordList], whole: Rule | None = None) -> list[Point]:
    """How much rules from the first pages extract of what was discovered on all, for 1, 2, 3, 5, 8, ... and all.

    `whole` is the rule from all of them, if it is known.
    """
    steps, following = [1], 2
    while following < len(lists):
        steps.append(following)
        following += steps[-2]
    found = []
    for n in dict.fromkeys([*steps, len(lists)]):
        rule = whole if whole and n == len(lists) else learn(lists[:n])
        results = [rule.try_on(each.tree) for each in lists]
        extracts = [_extracts(result, each) for result, each in zip(results, lists, strict=True)]
        parts = zip(results, lists, extracts, strict=True)
        right = sum(len(each.records) if all_of_it else _shared(result, each) for result, each, all_of_it in parts)
        found.append(Point(n, sum(extracts), right / sum(len(each.records) for each in lists)))
    return found


def _chosen(lists: Sequence[RecordList]) -> list[Way]:
    """The ways that extract the pages, the one that fits the most of them first, and none that is not needed."""
    groups = grouped(lists)
    ways = [pooled(group) for group in groups]
    results = [[way.best(each.tree) for each in lists] for way in ways]
    said = [_says_the_same(result) for result in results]
    if all(said):
        said = [False] * len(ways)
    support = [sum(found.score for found in result if found) for result in results]
    order = sorted((i for i in range(len(ways)) if not said[i]), key=lambda i: (-len(groups[i]), -support[i]))
    chosen: list[int] = []
    for i in order:
        others = [each for each in groups[i] if not any(_extracts(results[k][lists.index(each)], each) for k in chosen)]
        if others or not chosen:
            chosen.append(i)
    return [ways[i] for i in chosen]


def _says_the_same(results: Sequence[RecordList | None]) -> bool:
    """Whether most records of each page have the words of a record of every other: they are the site's, not data."""
    texts = [set(found.texts()) for found in results if found]
    if len(texts) < 2:
        return False
    everywhere = set.intersection(*texts)
    return all(2 * len(everywhere) > len(each) for each in texts)


def _extracts(found: RecordList | None, wanted: RecordList) -> bool:
    """Whether what a way finds on a page is enough: most of what was discovered, or, elsewhere, a list that fits."""
    if shared := _shared(found, wanted):
        return shared >= EXTRACTS * len(wanted.records)
    return found is not None and found.score >= EXTRACTS and len(found.records) > 1


def _shared(found: RecordList | None, wanted: RecordList) -> int:
    """How many records of a list another one of the page has."""
    return len(set(found.records) & set(wanted.records)) if found else 0
