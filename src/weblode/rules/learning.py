"""Learning a rule: the ways to find records that fit most of a site's pages, and the columns of their fields.

Chang, Hsu, Lui 2003, section 4.3: a page that the known patterns do not extract adds a new one. We differ in that no
user chooses: the ways (see `ways`) that fit the most pages come first, and a way whose records have the same words on
every page is the site's menu and is left out.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from statistics import median

from weblode.errors import RuleError
from weblode.records.discover import discover
from weblode.records.fields import learn_columns
from weblode.records.known_fields import KnownField
from weblode.records.nested import repeating_fields
from weblode.records.record_list import RecordList
from weblode.rules.fitting import fitting_way, group_alike, likeness, once, recut, unwrapped
from weblode.rules.rule import EXTRACTS, Expected, Rule
from weblode.rules.ways import Way

_LISTS = 10  # how many lists by separators are compared with a list of the consensus
_ENOUGH = 0.5  # the least share of it that such a list must have


def learn(lists: Iterable[RecordList]) -> Rule:
    """The rule for the pages of a site, from the record list of each page. Raises RuleError if no list has records.

    Known columns (of a rule, or by `slots.choose`) stay as they are in the first list that has some.
    """
    usable = [once(each) for each in lists if len(each.records) > 1]
    pairs = [_repeatable(each) for each in usable]
    if not pairs:
        raise RuleError("no records to learn from; name a page that lists several things of a kind")
    repeatable = [each for each, _ in pairs]
    ways = [pairs[0][1]] if len(pairs) == 1 else _choose_ways(repeatable)
    levels = usable[0].levels if all(each.levels for each in usable) else ()
    rule = Rule(tuple(ways), pages=len(repeatable), levels=levels)
    applied = [rule.try_on(each.tree) or replace(each, levels=levels) for each in repeatable]
    counts = [len(each.records) for each in applied]
    fit = median(each.score for each in applied)
    known_fields = next(
        (_below(each, after.region) for each, after in zip(usable, applied, strict=True) if each.known_fields), ()
    )
    return replace(
        rule,
        columns=learn_columns(applied, known_fields),
        expected=Expected(min(counts), max(counts), round(fit, 3)),
        no_lists=repeating_fields([(each.tree, each.records) for each in applied if not (each.tree.is_xml or levels)]),
    )


def _below(record_list: RecordList, region: int) -> tuple[KnownField, ...]:
    """A list's known columns with paths below another region of its page: the path of a place starts at the region."""
    above, base = record_list.tree.tag_path(record_list.region), record_list.tree.tag_path(region)
    whole = [(each, (*above, *filter(None, each.place.path.split("/")))) for each in record_list.known_fields]
    return tuple(
        replace(each, place=replace(each.place, path="/".join(path[len(base) :])))
        for each, path in whole
        if path[: len(base)] == base
    )


def _repeatable(record_list: RecordList) -> tuple[RecordList, Way]:
    """The list in a form that a rule can find again on its page, and the way; by separators if its own cut has no way.

    The consensus also proposes records cut where no tag marks the boundary.
    """
    own = recut(unwrapped(record_list))
    way = fitting_way([own])
    again = Rule((way,)).try_on(record_list.tree)
    highest = likeness(record_list, again) if again else 0.0
    if record_list.method != "consensus" or highest >= EXTRACTS:
        return own, way
    nearest = own
    for other in discover(record_list.tree, "omini", limit=_LISTS):
        if (same := likeness(record_list, other)) > max(highest, _ENOUGH):
            nearest, highest = recut(other), same
    return nearest, way if nearest is own else fitting_way([nearest])


@dataclass(frozen=True)
class Point:
    """A point of a learning curve: the pages learnt on, the pages that the rule extracts, and the share of records."""

    learnt: int
    pages: int
    records: float


def curve(lists: Sequence[RecordList], whole: Rule | None = None) -> list[Point]:
    """The learning curve: how much of all pages a rule from the first 1, 2, 3, 5, 8, ... and from all pages extracts.

    `whole` is the rule from all pages, if there is one already.
    """
    steps, following = [1], 2
    while following < len(lists):
        steps.append(following)
        following += steps[-2]
    points = []
    for n in dict.fromkeys([*steps, len(lists)]):
        rule = whole if whole and n == len(lists) else learn(lists[:n])
        results = [rule.try_on(each.tree) for each in lists]
        extracts = [_extracts(result, each) for result, each in zip(results, lists, strict=True)]
        parts = zip(results, lists, extracts, strict=True)
        right = sum(len(each.records) if all_of_it else _shared(result, each) for result, each, all_of_it in parts)
        points.append(Point(n, sum(extracts), right / sum(len(each.records) for each in lists)))
    return points


def _choose_ways(lists: Sequence[RecordList]) -> list[Way]:
    """The ways that extract the pages, those for the most pages first; ways that add no page are left out."""
    groups = group_alike(lists)
    ways = [fitting_way(group) for group in groups]
    results = [[way.best(each.tree) for each in lists] for way in ways]
    same_words = [_are_constant(result) for result in results]
    if all(same_words):
        same_words = [False] * len(ways)
    support = [sum(match.score for match in result if match) for result in results]
    order = sorted((i for i in range(len(ways)) if not same_words[i]), key=lambda i: (-len(groups[i]), -support[i]))
    chosen: list[int] = []
    for i in order:
        others = [each for each in groups[i] if not any(_extracts(results[k][lists.index(each)], each) for k in chosen)]
        if others or not chosen:
            chosen.append(i)
    return [ways[i] for i in chosen]


def _are_constant(results: Sequence[RecordList | None]) -> bool:
    """Whether most records of each page have the same words on all pages: then they are the site's, not data."""
    texts = [set(record_list.texts()) for record_list in results if record_list]
    if len(texts) < 2:
        return False
    everywhere = set.intersection(*texts)
    return all(2 * len(everywhere) > len(each) for each in texts)


def _extracts(result: RecordList | None, expected: RecordList) -> bool:
    """Whether a result has most of the records discovered on the page; or none, but is another list that fits."""
    if shared := _shared(result, expected):
        return shared >= EXTRACTS * len(expected.records)
    return result is not None and result.score >= EXTRACTS and len(result.records) > 1


def _shared(result: RecordList | None, expected: RecordList) -> int:
    """How many records of a list the other list has."""
    return len(set(result.records) & set(expected.records)) if result else 0
