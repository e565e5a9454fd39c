"""Labels that name the same thing, put together as concepts.

By the paper: labels whose stems are alike by Jaccard's coefficient (2005, section 5.3). Ours adds what pages say
against it: two labels beside each other in a list are different things, and so is one above the other. And what they
say for it: a site that has both leads to the same page. A word may be shortened (`Tech`, `Mid-East`), and what one
site alone calls `Sweaters & Cardigans` is put with the `Sweaters` of the others.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import permutations
from urllib.parse import urlsplit

from weblode.taxonomy.frequent import Candidates, common, siblings
from weblode.taxonomy.labels import JOINT, Labels, key, words

ALIKE = 0.5  # labels of a higher Jaccard's coefficient are one concept: at a half, one is often narrower
_SAME_PAGE = 0.95  # what counts as how much alike
_SHORTENED = 0.9
_PART = 0.6
_HEAD = 0.55
_COMMON = 0.1  # the share of sites that have nothing in common from which on a word at the end of labels says nothing
_LITTLE = frozenset("a all and for in of the to".split())

Bag = frozenset[str]


@dataclass(frozen=True)
class Synonyms:
    """The keys of a concept's labels, the most shared first, and why those that are not the same words are together."""

    keys: tuple[str, ...]
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True)
class Likeness:
    """Two labels that may name one thing: how much alike they are, and why."""

    alike: float
    one: str
    other: str
    why: str


def synonyms(labels: Labels, chosen: Candidates) -> list[Synonyms]:
    """The concepts among candidate labels."""
    keys = sorted({**chosen.shared, **chosen.beside}, key=lambda one: (-len(labels.uses[one]), one))
    order = {one: i for i, one in enumerate(keys)}
    together = dict(same_pages(labels))
    apart = {*siblings(labels), *_nested(labels)} - together.keys()
    found = [*_alike(labels, keys), *_leading(labels, together, order)]
    cluster = {one: [one] for one in keys}
    reasons: dict[str, list[str]] = {one: [] for one in keys}
    for pair in sorted(found, key=lambda pair: (-pair.alike, order[pair.one], order[pair.other])):
        first, second = cluster[pair.one], cluster[pair.other]
        against = {(a, b) for a in first for b in second} & apart
        if first is second or (against if pair.alike < 1 else against - {(pair.one, pair.other)}):
            continue
        if pair.alike == _PART and any(len(labels.uses[one]) > 1 for one in second):
            continue  # what stands for several things must not make one of them
        reasons[first[0]] += [pair.why, *reasons[second[0]]]
        first += second
        for member in second:
            cluster[member] = first
    return [
        Synonyms(tuple(sorted(cluster[one], key=order.__getitem__)), tuple(reasons[one]))
        for one in keys
        if cluster[one][0] == one
    ]


def _leading(labels: Labels, together: dict[tuple[str, str], str], order: dict[str, int]) -> Iterator[Likeness]:
    """Candidates that lead to the same page."""
    for (one, other), site in together.items():
        if one in order and other in order and order[one] < order[other]:
            why = f"{labels.text(other)!r} and {labels.text(one)!r}: the same page of {site}"
            yield Likeness(_SAME_PAGE, one, other, why)


def same_pages(labels: Labels) -> Iterator[tuple[tuple[str, str], str]]:
    """All pairs of labels that lead to the same page and no other on a site, both ways, and the site.

    A page that labels beside each other lead to tells nothing of them: a menu that a script fills, say.
    """
    pages: dict[tuple[str, str], list[str]] = {}
    for one, uses in labels.uses.items():
        for site, use in uses.items():
            if len(found := use.pages()) == 1 and urlsplit(*found).path:
                pages.setdefault((site, *found), []).append(one)
    menus = {(group.site, pair) for group in labels.groups for pair in permutations(group.keys, 2)}
    for (site, _), keys in pages.items():
        pairs = list(permutations(keys, 2))
        if not any((site, pair) in menus for pair in pairs):
            yield from ((pair, site) for pair in pairs)


def _alike(labels: Labels, keys: list[str]) -> Iterator[Likeness]:
    """Pairs of labels whose words are alike."""
    ends = frozenset(word for word, share in common().items() if share >= _COMMON)
    bags = {one: _bag(one, ends) for one in keys}
    alone = set(bags.values())
    first = {
        one: next((part for part in parts if part in alone and len(part) == 1), parts[0])
        if all(len(part) == 1 for part in parts)
        else parts[0]
        for one in keys
        if len(parts := _parts(one)) > 1
    }
    letters = {one: key("".join(words(labels.text(one)))) for one in keys}
    holding: dict[str, list[str]] = {}
    for one in keys:
        for start in sorted({word[:3] for word in [*bags[one], letters[one]]}):
            holding.setdefault(start, []).append(one)
    order = {one: i for i, one in enumerate(keys)}
    near = {(one, other) for group in holding.values() for one in group for other in group if order[one] < order[other]}
    for one, other in sorted(near, key=lambda pair: (order[pair[0]], order[pair[1]])):
        alike, why = _by_stems(bags[one], bags[other])
        if letters[one] == letters[other]:
            alike, why = 1.0, "the same letters"
        elif (one in first) != (other in first):
            alike = 0.0  # one names several things, the other one
        if alike <= ALIKE and len(labels.uses[other]) == 1:
            alike, why = _by_part(one, other, bags, first)
            if alike==_HEAD and labels.uses[one].keys() & labels.uses[other].keys(): alike=0
        if alike > ALIKE:
            yield Likeness(alike, one, other, f"{labels.text(other)!r} and {labels.text(one)!r}: {why}")


def _by_stems(one: Bag, other: Bag) -> tuple[float, str]:
    jaccard = len(one & other) / len(one | other)
    if jaccard == 1:
        return 1.0, "the same stems"
    mine, others = one - other, other - one
    if len(mine) == len(others) == 1 and _shortened(*mine, *others, alone=len(one) == 1):
        return _SHORTENED, "a word of one is short for one of the other"
    return jaccard, f"stems alike by {jaccard:.2f}"


def _by_part(one: str, other: str, bags: dict[str, Bag], first: dict[str, Bag]) -> tuple[float, str]:
    """How much a label of one site is alike to another label that is its first part, or the word that it qualifies."""
    if first.get(other) == bags[one]:
        return _PART, "the first of several"
    if other not in first and other.endswith(f" {one}") and " " not in one:
        return _HEAD, "a kind of it that one site has"
    return 0.0, ""


def _shortened(one: str, other: str, *, alone: bool) -> bool:
    """Whether one word is the beginning of the other: four letters of it, or three beside words that are the same."""
    short, long = sorted((one, other), key=len)
    return len(short) >= (4 if alone else 3) and long.startswith(short)


def _bag(one: str, ends: frozenset[str]) -> Bag:
    *begin, last = one.replace(JOINT, " ").split()
    words = frozenset([*begin, *[last] * (last not in ends)]) - _LITTLE
    return words or frozenset([one])


def _parts(one: str) -> list[Bag]:
    """The parts of a label that names several things."""
    found = [frozenset(part.split()) - _LITTLE for part in one.split(JOINT)]
    return [part for part in found if part]


def _nested(labels: Labels) -> Iterable[tuple[str, str]]:
    """All pairs of labels of which one stands above the other somewhere, both ways."""
    for group in labels.groups:
        for upper in group.above:
            for lower in group.keys:
                if upper != lower:
                    yield from ((upper, lower), (lower, upper))
