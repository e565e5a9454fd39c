"""Labels that name the same thing, put together as concepts.

By the paper: labels whose stems are alike by Jaccard's coefficient (2005, section 5.3). Ours adds what pages say
against it: two labels beside each other in a list are different things, and so is one above the other. And in a label
of several parts (`Food & Drink`) one part may be the label itself. Words that end many labels which are also there
without (`World News`, `World`) are left out of the comparison.
"""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from weblode.taxonomy.frequent import Candidates, common, siblings
from weblode.taxonomy.labels import Labels, key

ALIKE = (
    0.5  # labels of a higher Jaccard's coefficient are one concept: at a half, one is often narrower (Women's Shoes)
)
_PART = 0.6  # what a label and a part of another count as
_ENDS = 3  # labels that a word must end to be left out, unless
_COMMON = 0.1  # this share of sites that have nothing in common has it as a label
_LITTLE = frozenset("a and for in of the to".split())
_JOINTS = re.compile(r"\s*(?:&|\band\b|/|,|\+|\|)\s*", re.IGNORECASE)

Bag = frozenset[str]


@dataclass(frozen=True)
class Synonyms:
    """The keys of a concept's labels, the most shared first, and why those that are not the same words are together."""

    keys: tuple[str, ...]
    reasons: tuple[str, ...] = ()


def synonyms(labels: Labels, chosen: Candidates) -> list[Synonyms]:
    """The concepts among candidate labels."""
    keys = sorted({**chosen.shared, **chosen.beside}, key=lambda one: (-len(labels.uses[one]), one))
    apart = {*siblings(labels), *_nested(labels)}
    cluster = {one: [one] for one in keys}
    reasons: dict[str, list[str]] = {one: [] for one in keys}
    for _, one, other, why in sorted(_pairs(labels, keys, apart)):
        first, second = cluster[one], cluster[other]
        if first is second or any((a, b) in apart for a in first for b in second):
            continue
        reasons[first[0]] += [why, *reasons[second[0]]]
        first += second
        for member in second:
            cluster[member] = first
    return [
        Synonyms(tuple(sorted(cluster[one], key=keys.index)), tuple(reasons[one]))
        for one in keys
        if cluster[one][0] == one
    ]


def _pairs(labels: Labels, keys: list[str], apart: set[tuple[str, str]]) -> Iterable[tuple[float, str, str, str]]:
    """Pairs of labels that may be one concept: unlikeness, the two, and why."""
    ends = _endings(labels)
    bags = {one: _bag(one, ends) for one in keys}
    parts = {one: _parts(labels.text(one)) for one in keys}
    # A label of several parts that are labels themselves stands for all of them, and is none of them.
    alone = set(bags.values())
    parts = {one: found if sum(part in alone for part in found) < 2 else [bags[one]] for one, found in parts.items()}
    holding: dict[str, list[str]] = {}
    for one in keys:
        for word in bags[one] | frozenset().union(*parts[one]):
            holding.setdefault(word, []).append(one)
    order = {one: i for i, one in enumerate(keys)}
    near = {(one, other) for group in holding.values() for one in group for other in group if order[one] < order[other]}
    for one, other in sorted(near, key=lambda pair: (order[pair[0]], order[pair[1]])):
        alike, why = _likeness(bags[one], bags[other], parts[one], parts[other])
        if alike > ALIKE and (one, other) not in apart:
            yield -alike, one, other, f"{labels.text(other)!r} and {labels.text(one)!r}: {why}"


def _likeness(one: Bag, other: Bag, parts: list[Bag], others: list[Bag]) -> tuple[float, str]:
    jaccard = len(one & other) / len(one | other)
    if jaccard == 1:
        return 1.0, "the same stems"
    if (len(others) > 1 and one in others) or (len(parts) > 1 and other in parts):
        return max(_PART, jaccard), "one is a part of the other"
    if len(one) == len(other) == 1 and _shortened(*one, *other):
        return _PART, "one is short for the other"
    return jaccard, f"stems alike by {jaccard:.2f}"


def _shortened(one: str, other: str) -> bool:
    """Whether one word is the beginning of the other, at least four letters of it."""
    short, long = sorted((one, other), key=len)
    return len(short) >= 4 and long.startswith(short)


def _bag(one: str, ends: frozenset[str]) -> Bag:
    words = frozenset(one.split()) - _LITTLE
    return words - ends or words or frozenset([one])


def _parts(text: str) -> list[Bag]:
    """The parts of a label that names several things."""
    found = [frozenset(key(part).split()) - _LITTLE for part in _JOINTS.split(text)]
    return [part for part in found if part]


def _endings(labels: Labels) -> frozenset[str]:
    """Words that end several labels which are there without them too, and are labels here or on many other sites."""
    count = Counter(last for one in labels.uses for rest, _, last in [one.rpartition(" ")] if rest in labels.uses)
    count = Counter({last: n for last, n in count.items() if last in labels.uses or last in common()})
    return frozenset(word for word, n in count.items() if n >= _ENDS or common().get(word, 0.0) >= _COMMON)


def _nested(labels: Labels) -> Iterable[tuple[str, str]]:
    """All pairs of labels of which one stands above the other somewhere, both ways."""
    for group in labels.groups:
        for upper in group.above:
            for lower in group.keys:
                if upper != lower:
                    yield from ((upper, lower), (lower, upper))
