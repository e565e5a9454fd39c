"""Which keys are one label before sites are counted.

`Shoes & Bags` is `Bags & Shoes`, `Key Chains` is `Keychains`. `World News` is `World`, and the `2010 Draft` is the
`Draft`, if no site tells them apart: a site with both, leading to different pages, does. `Ski Holidays` is `Skiing` if
no site has both, and both have the same labels below them; `Banking & Finance` is `Finance` if no site has `Banking`,
and the same labels are beside them.
"""

from collections import defaultdict
from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, product

from weblode.caches import regex
from weblode.taxonomy.common import EVERYWHERE, common, word_shares
from weblode.taxonomy.keys import JOINT, is_longer_name, root

_YEAR = regex(r"\b(?:19|20)\d\d\b ?")

_PLURAL = 5  # letters of a word in -is that may be a plural
_BEGINNING = 4  # letters of a word that may stand for it
_START = 3  # letters that words of two names of one thing begin with
_COMMON = 2  # labels below two names of one thing, and
_BESIDE = 3  # labels beside two names of one thing, or
_BESIDE_BELOW = 2  # if the same label is above both
_SHARE = 0.5  # their share of those below the one with fewer

Listing = tuple[Sequence[str], Sequence[str]]  # labels beside each other, and those above them, nearest first
Pages = Mapping[str, Mapping[str, set[str]]]  # by key and site, the pages that a label leads to


def representatives(pages: Pages, spelt: Mapping[str, str]) -> dict[str, str]:
    """For each key that is a variant of another, that other key: the one that most sites have.

    `spelt` has the letters of each key's label.
    """
    chosen: dict[str, str] = {}
    forms: dict[str, list[str]] = {}
    for one in pages:
        forms.setdefault(spelt[one], []).append(one)
    for same in forms.values():
        best = min(same, key=lambda one: (-len(pages[one]), one.count(" "), one))
        chosen |= {one: best for one in same if one != best and not _apart(pages[one], pages[best])}
    for one in pages:
        for rest in _shorter_forms(one):
            is_variant = rest in pages and one not in chosen and not _apart(pages[one], pages[rest])
            if is_variant and (best := _last(chosen, rest)) != one:
                chosen[one] = best
    return {one: _last(chosen, best) for one, best in chosen.items()}


def _last(chosen: Mapping[str, str], one: str) -> str:
    """The key that stands for another in the end."""
    while one in chosen:
        one = chosen[one]
    return one


def _shorter_forms(one: str) -> Iterator[str]:
    """A key without its year, without a last word that nearly every site has, or without a last letter that may be that
    of a plural: a label of its own shows that `safaris` is one, and `tennis` is not."""
    if (rest := _YEAR.sub("", one).strip()) != one:
        yield rest
    rest, _, last = one.rpartition(" ")
    if common().get(last, 0.0) >= EVERYWHERE > common().get(rest, 0.0):
        yield rest
    if last.endswith("is") and len(last) >= _PLURAL:  # other plurals have lost their ending already
        yield one[:-1]


def _apart(one: Mapping[str, set[str]], other: Mapping[str, set[str]]) -> bool:
    """Whether a site has both labels, and they lead to different pages."""
    return any(one[site] and other[site] and not one[site] & other[site] for site in one.keys() & other.keys())


def longer_names(sites: Mapping[str, Iterable[str]], below: Mapping[str, set[str]]) -> dict[str, str]:
    """For each key that is a longer or shorter name of another, above the same labels on other sites, that other key.

    `sites` has the sites of each key, the more of them the better; `below` the keys below it.
    """
    chosen: dict[str, str] = {}
    beginnings: dict[str, list[str]] = {}
    for one in sorted(one for one, keys in below.items() if one in sites and len(keys) >= _COMMON):
        for start in {word[:_START] for word in one.split()}:
            beginnings.setdefault(start, []).append(one)
    for pair in sorted({pair for keys in beginnings.values() for pair in combinations(keys, 2)}):
        least = max(_COMMON, _SHARE * min(len(below[one]) for one in pair))
        apart = set(sites[pair[0]]) & set(sites[pair[1]])
        if len(below[pair[0]] & below[pair[1]]) < least or apart or any(names_several(one, sites) for one in pair):
            continue
        if is_longer_name(*pair):
            best, other = sorted(pair, key=lambda one: (-len(set(sites[one])), one.count(" "), one))
            chosen.setdefault(other, best)
    return {one: best for one, best in chosen.items() if best not in chosen}


def names_several(one: str, labels: Container[str]) -> bool:
    """Whether a key names several things that have labels of their own: it is none of them."""
    return sum(part in labels for part in one.split(JOINT)) > 1


def names_concepts(one: str, labels: Collection[str]) -> bool:
    """Whether a key names several things that have labels of their own, or that such labels are short for."""
    things = one.split(JOINT)
    return sum(part in labels or any(is_abbreviated(part, label) for label in labels) for part in things) > 1


def abbreviations(sites: Mapping[str, Iterable[str]], lists: Iterable[Listing]) -> dict[str, str]:
    """For each key that is short for another, or names a thing that is, the key that most sites have, or in full.

    `Tech` is `Technology` if no site has both and the same labels are beside them; `Tech & Science` is `Technology &
    Science` where `Technology` is a label and `Tech` is not.
    """
    beginnings: dict[str, list[str]] = {}
    for one in sorted(one for one in sites if " " not in one):
        beginnings.setdefault(one[:_BEGINNING], []).append(one)
    short = [
        pair
        for words in beginnings.values()
        for pair in combinations(words, 2)
        if is_abbreviated(*pair) and not set(sites[pair[0]]) & set(sites[pair[1]])
    ]
    places = _places({one for pair in short for one in pair}, lists)
    chosen: dict[str, str] = {}
    for pair in short:
        if any(is_same_company(*both) for both in product(places[pair[0]], places[pair[1]])):
            best, other = sorted(pair, key=lambda one: (-len(set(sites[one])), -len(one), one))
            chosen.setdefault(other, best)
    for one in sorted(sites):
        parts = one.split(JOINT)
        full = JOINT.join(chosen.get(part) or _written_out(part, sites, beginnings) for part in parts)
        if len(parts) > 1 and full != one:
            chosen[one] = full
    return {one: best for one, best in chosen.items() if best not in chosen}


def _written_out(part: str, sites: Container[str], beginnings: Mapping[str, Sequence[str]]) -> str:
    """The only label that a thing is short for, if it is no label itself; else the thing."""
    full = [one for one in beginnings.get(part[:_BEGINNING], ()) if is_abbreviated(one, part)]
    return full[0] if part not in sites and len(full) == 1 else part


def is_abbreviated(one: str, other: str) -> bool:
    """Whether two labels of one word are a word and less than half of it: `Tech`, but not `Market` of `Marketing`.

    Nor if the rest is a word itself: `Newspulse` is more than `News`.
    """
    short, long = sorted((one, other), key=len)
    begins = " " not in long and _BEGINNING <= len(short) < len(long) / 2 and long.startswith(short)
    return begins and root(long[len(short) :]) not in word_shares()


def is_same_company(one: Listing, other: Listing) -> bool:
    """Whether two lists have so many labels in common that a label of one may stand for a label of the other."""
    common = len(set(one[0]) & set(other[0]))
    return common >= _BESIDE or (common >= _BESIDE_BELOW and bool(one[1]) and one[1][:1] == other[1][:1])


def _places(needed: Container[str], lists: Iterable[Listing]) -> dict[str, list[Listing]]:
    """The lists of each of some labels."""
    places: dict[str, list[Listing]] = defaultdict(list)
    for each in lists:
        for one in each[0]:
            if one in needed:
                places[one].append(each)
    return places


def parts_of_names(sites: Mapping[str, Iterable[str]], lists: Iterable[Listing]) -> dict[str, str]:
    """For each key that names two things, one of which is a label on other sites, among the same labels, that one."""
    compounds = {one: _only_label(one, sites) for one in sites if one.count(JOINT) == 1}
    part_of = {one: part for one, part in compounds.items() if part and not set(sites[one]) & set(sites[part])}
    places = _places({*part_of, *part_of.values()}, lists)
    return {
        one: part
        for one, part in part_of.items()
        if any(len(set(mine[0]) & set(its[0])) >= _BESIDE for mine, its in product(places[one], places[part]))
    }


def _only_label(one: str, labels: Container[str]) -> str:
    """The one thing that a key names and that is a label itself; "" if neither or both are."""
    parts = [part for part in one.split(JOINT) if part in labels]
    return parts[0] if len(parts) == 1 else ""
