"""Groups labels that name the same thing into concepts.

The paper compares the stems of labels by Jaccard's coefficient (2005, section 5.3). We add evidence against it: two
labels beside each other in a list, or one above the other, are different things. And evidence for it: both lead to the
same page of a site, or one is the name of the page that the other leads to. A word may be shortened (`Tech`,
`Mid-East`), and the `Sweaters & Cardigans` of a single site is grouped with the `Sweaters` of the others.
"""

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from urllib.parse import urlsplit

from weblode.taxonomy.common import word_shares
from weblode.taxonomy.frequent import Candidates
from weblode.taxonomy.keys import JOINT, key, letters, root
from weblode.taxonomy.labels import Labels
from weblode.taxonomy.neighbours import Company, Neighbours
from weblode.taxonomy.shapes import address_words, page_name
from weblode.taxonomy.variants import is_abbreviated

ALIKE = 0.5  # labels above this Jaccard coefficient are one concept: at 0.5, one is often narrower
_SAME_PAGE = 0.95  # the similarity that other evidence counts as
_NAMED = 0.93
_SHORTENED = 0.9
_SHORT = 3  # letters of the shortest abbreviation of a word
_PART = 0.6
_PART_LETTERS = 4  # of the shortest part of a compound word
_TOGETHER = "one of several that one site puts together"
_IN_COMPANY = 0.57
_ADDED = 3  # labels that end with a thing that is added to others
_LITTLE = frozenset("a all and in of the to".split())

_SITES = 2  # that have two things beside each other which a third has together
_NAMES = 8  # a page that more labels lead to is not the page of one concept

Bag = frozenset[str]
Pair = tuple[str, str]


@dataclass(frozen=True)
class Synonyms:
    """The keys of a concept's labels, the most shared first, and why labels of different words are together."""

    keys: tuple[str, ...]
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True)
class LabelLikeness:
    """Two labels that may name one thing: how similar they are, and why."""

    alike: float
    one: str
    other: str
    why: str
    part: bool = False  # `other` names several things, one of them this


def synonyms(labels: Labels, chosen: Candidates, more: Sequence[LabelLikeness] = ()) -> list[Synonyms]:
    """The concepts among candidate labels; `more` are further pairs of a candidate and any other label."""
    names = {*chosen.shared, *chosen.beside, *(pair.other for pair in more)}
    keys = sorted(names, key=lambda one: (-len(labels.uses[one]), one.count(" "), -labels.times(one), one))
    order = {one: i for i, one in enumerate(keys)}
    beside = Neighbours((group.site, group.keys) for group in labels.groups)
    together, nested = dict(same_pages(labels, names, beside)), set(_nested_pairs(labels, names))
    likenesses = [*_similar_pairs(labels, keys), *_same_page_pairs(labels, together, order), *more]
    likenesses += _named_pairs(labels, order)
    cluster = {one: [one] for one in keys}
    reasons: dict[str, list[str]] = {one: [] for one in keys}
    for pair in sorted(likenesses, key=lambda pair: (-pair.alike, order[pair.one], order[pair.other])):
        first, second = cluster[pair.one], cluster[pair.other]
        pairs = ((a, b) for a in first for b in second if pair.alike < 1 or (a, b) != (pair.one, pair.other))
        if first is second or any((beside.sites(*one) or one in nested) and one not in together for one in pairs):
            continue
        if pair.part and any(len(labels.uses[one]) > 1 for one in second if one != pair.other):
            continue  # a label for several things must not join them into one
        reasons[first[0]] += [pair.why, *reasons[second[0]]]
        first += second
        for member in second:
            cluster[member] = first
    return [
        Synonyms(tuple(sorted(cluster[one], key=order.__getitem__)), tuple(reasons[one]))
        for one in keys
        if cluster[one][0] == one
    ]


def _same_page_pairs(labels: Labels, together: dict[Pair, str], order: dict[str, int]) -> Iterator[LabelLikeness]:
    """Pairs of candidates that lead to the same page, unless it has the name of one of them, and the other is not short
    for that: `Masters`, while it goes on, leads to `/golf`; `Television` may lead to `/tv`."""
    for (one, other), site in together.items():
        if one in order and other in order and order[one] < order[other]:
            names = {page_name(url, site) for url in labels.uses[one][site].urls}
            if (one in names) != (other in names) and not _initials(one) & _initials(other):
                continue
            why = f"{labels.text(other)!r} and {labels.text(one)!r}: the same page of {site}"
            yield LabelLikeness(_SAME_PAGE, one, other, why)


def _initials(one: str) -> set[str]:
    """The first letters of the words of a key."""
    return {word[0] for word in one.split()}


def _named_pairs(labels: Labels, order: dict[str, int]) -> Iterator[LabelLikeness]:
    """Pairs of a label and the one that names its page: the link `Mid-East` leads to `/middle_east/`.

    Not if the address has the words of the label itself, or if the site has the other label with another page.
    """
    company = Company(labels)
    for one in order:
        for site, use in labels.uses[one].items():
            [url] = use.urls if len(use.urls) == 1 else [""]
            name = page_name(url, site) if url else ""
            if name == one or name not in order or set(one.split()) <= set(address_words(url)):
                continue
            others = labels.uses[name][site].pages() if site in labels.uses[name] else set()
            if others and not use.pages() & others:
                continue
            if not (_may_be_short(one, name) or company.is_same(one, name)):
                continue
            why = f"{labels.text(one)!r} and {labels.text(name)!r}: the name of its page on {site}"
            first, second = sorted((one, name), key=order.__getitem__)
            yield LabelLikeness(_NAMED, first, second, why)


def _may_be_short(one: str, name: str) -> bool:
    """Whether a label names one of the things of the other, or both are words with the same beginning."""
    words = " " not in one + name
    return name in one.split(JOINT) or (words and one[:_SHORT] == name[:_SHORT])


def same_pages(labels: Labels, names: Container[str], beside: Neighbours[str]) -> Iterator[tuple[Pair, str]]:
    """All pairs of labels that lead only to the same page of a site, in both orders, with the site.

    A page to which labels beside each other lead is ignored, such as that of a menu that a script fills.
    """
    pages: dict[tuple[str, str], list[str]] = {}
    for one, uses in labels.uses.items():
        for site, use in uses.items():
            [page] = targets if len(targets := use.pages()) == 1 else [""]
            if one in names and urlsplit(page).path:
                pages.setdefault((site, page), []).append(one)
    for (site, _), keys in pages.items():
        if len(keys) <= _NAMES and not any(site in beside.sites(a, b) for a, b in combinations(keys, 2)):
            yield from ((pair, site) for pair in permutations(keys, 2))


def _similar_pairs(labels: Labels, keys: list[str]) -> Iterator[LabelLikeness]:
    """Pairs of labels with similar words."""
    forms = {one: _LabelWords(one, labels.text(one)) for one in keys}
    alone = {one.bag for one in forms.values()} - _added_things(labels)
    order = {one: i for i, one in enumerate(keys)}
    company = Company(labels)
    several = set(_names_of_sections(labels, order))
    for one, other in sorted(_pairs_to_compare(forms), key=lambda pair: (order[pair[0]], order[pair[1]])):
        alike, why = _word_similarity(forms[one], forms[other], labels.uses)
        part = False
        apart = labels.uses[one].keys() & labels.uses[other].keys()  # a site with both tells them apart
        if alike <= ALIKE and (len(labels.uses[other]) == 1 or not apart) and not several & {one, other}:
            part = forms[other].main(alone) == forms[one].bag or forms[one].main(alone) == forms[other].bag
            if part:
                alike, why = _PART, _TOGETHER
        if alike <= ALIKE and is_abbreviated(one, other) and company.is_same(one, other):
            alike, why = _IN_COMPANY, "one is short for the other, and the same labels are beside them"
        if alike <= ALIKE and not apart and _has_initials(one, other):
            alike, why = _SHORTENED, "a word of one has the initials of words of the other"
        if alike > ALIKE:
            reason = f"{labels.text(other)!r} and {labels.text(one)!r}: {why}"
            yield LabelLikeness(alike, one, other, reason, part=part)


def _names_of_sections(labels: Labels, names: Container[str]) -> Iterator[str]:
    """The labels for two things that several sites have beside each other, each with a part of the page: a site with
    `Tech & Science` has no other name for either."""
    beside = Neighbours((group.site, group.keys) for group in labels.groups)
    for one, uses in labels.uses.items():
        parts = one.split(JOINT)
        if len(parts) == 2 and one in names and all(part in names for part in parts):
            holding = [sum(use.holds for use in labels.uses[part].values()) for part in parts]
            if min(holding) >= _SITES and len(beside.sites(*parts) - uses.keys()) >= _SITES:
                yield one


def same_name(one: str, other: str) -> str:
    """Why two labels, of different sites and in the same place, are names of one thing; "" if they are not.

    >>> same_name("Diet & Nutrition", "Nutrition"), same_name("Puzzles", "Games")
    ('one of several that one site puts together', '')
    """
    first, second = _LabelWords(key(one), one), _LabelWords(key(other), other)
    alike, why = _word_similarity(first, second)
    if alike > ALIKE:
        return why
    both = {first.bag, second.bag}
    return _TOGETHER if first.main(both) == second.bag or second.main(both) == first.bag else ""


def _added_things(labels: Labels) -> set[Bag]:
    """The things that labels name after others again and again: `Belts & Accessories`, `Ties & Accessories`."""
    last: dict[Bag, set[str]] = {}
    for one in labels.uses:
        first, joint, rest = one.rpartition(JOINT)
        if joint:
            last.setdefault(frozenset(rest.split()), set()).add(first)
    return {thing for thing, firsts in last.items() if len(firsts) >= _ADDED}


class _LabelWords:
    """The words of a label, for comparison with others."""

    def __init__(self, key_: str, text: str) -> None:
        self.parts = [part for one in key_.split(JOINT) if (part := frozenset(one.split()) - _LITTLE)]
        self.letters = letters(text)
        self.bag = frozenset().union(*self.parts) or frozenset([key_])

    def named(self, single: Container[Bag]) -> int:
        """How many of the things that a label names are in `single`."""
        return sum(part in single for part in self.parts)

    def main(self, single: Container[Bag]) -> Bag | None:
        """The first of several things that a label names; if all are single words, the first that is in `single`."""
        if len(self.parts) < 2 or len(self.parts[0]) < len(self.parts[-1]):
            return None  # `Women's & Girls' Jewellery` is jewellery
        if all(len(part) == 1 for part in self.parts):
            return next((part for part in self.parts if part in single), self.parts[0])
        return self.parts[0]


def _pairs_to_compare(forms: dict[str, _LabelWords]) -> set[Pair]:
    """Pairs of labels, in order, that have words with the same beginning."""
    holding: dict[str, list[str]] = {}
    for one, form in forms.items():
        for start in {word[:3] for word in (*form.bag, form.letters)}:
            holding.setdefault(start, []).append(one)
    return {pair for group in holding.values() for pair in combinations(group, 2)}


def _word_similarity(one: _LabelWords, other: _LabelWords, whole: Container[str] = ()) -> tuple[float, str]:
    """The similarity of the words of two labels, and the reason.

    A word in `whole`, which is a label itself, is not short for another: `Men` in `Men's Health`.
    """
    if one.letters == other.letters:
        return 1.0, "the same letters"
    if (len(one.parts) > 1) != (len(other.parts) > 1):
        return 0.0, ""  # one names several things, the other one
    jaccard = len(one.bag & other.bag) / len(one.bag | other.bag)
    if jaccard == 1:
        return 1.0, "the same words"
    mine, others = one.bag - other.bag, other.bag - one.bag
    if len(mine) == len(others) == 1 < len(one.bag) and _is_shortened(*mine, *others, whole=whole):
        return _SHORTENED, "a word of one is short for one of the other"
    if len(mine) == len(others) == 1 < len(one.bag) and root(*mine) == root(*others):
        return _SHORTENED, "a word of one has the stem of one of the other"
    if len(set(one.parts) & set(other.parts)) > 1:
        return jaccard, "most of what they name"
    if one.bag < other.bag or other.bag < one.bag:
        return 0.0, ""  # one is more likely narrower than the same
    return jaccard, f"words alike by {jaccard:.2f}"


def _has_initials(one: str, other: str) -> bool:
    """Whether one label has the initials of words of the other, among the same other words.

    >>> _has_initials("av cable", "audio video cable"), _has_initials("ncaa fb", "ncaa football")
    (True, True)
    >>> _has_initials("tv show", "travel show"), _has_initials("av", "audio video")
    (False, False)
    """
    short, long = sorted((one.split(), other.split()), key=lambda words: sum(map(len, words)))
    mine = [word for word in short if word not in long]
    others = [part for word in long if word not in short for part in _parts(word)]
    return len(mine) == 1 < len(short) and len(others) > 1 and mine[0] == "".join(part[0] for part in others)


def _parts(word: str) -> tuple[str, ...]:
    """The two usual words that a word is made of, else the word."""
    ends = range(_PART_LETTERS, len(word) - _PART_LETTERS + 1)
    usual = word_shares()
    return next(((word[:end], word[end:]) for end in ends if word[:end] in usual and word[end:] in usual), (word,))


def _is_shortened(one: str, other: str, *, whole: Container[str]) -> bool:
    """Whether one word is the first half of the other or less; the labels share other words."""
    short, long = sorted((one, other), key=len)
    return _SHORT <= len(short) <= len(long) / 2 and long.startswith(short) and short not in whole


def _nested_pairs(labels: Labels, names: Container[str]) -> Iterator[Pair]:
    """All pairs of labels of which one is above the other somewhere, in both orders."""
    for group in labels.groups:
        below = [one for one in group.keys if one in names]
        for upper in group.above:
            for lower in below if upper in names else ():
                if upper != lower:
                    yield from ((upper, lower), (lower, upper))
