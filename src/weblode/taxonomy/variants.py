"""Which keys are one label before sites are counted.

`Shoes & Bags` is `Bags & Shoes`, `Key Chains` is `Keychains`. `World News` is `World`, and the `2010 Draft` is the
`Draft`, if no site tells them apart: a site with both, leading to different pages, does. `Ski Holidays` is `Skiing` if
no site has both, and both have the same labels below them; `Banking & Finance` is `Finance` if no site has `Banking`,
and the same labels are beside them.
"""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from weblode.caches import regex
from weblode.taxonomy.common import EVERYWHERE, common
from weblode.taxonomy.keys import JOINT, is_longer_name

_YEAR = regex(r"\b(?:19|20)\d\d\b ?")

_PLURAL = 5  # letters of a word in -is that may be a plural
_START = 3  # letters that words of two names of one thing begin with
_COMMON = 2  # labels below two names of one thing, and
_BESIDE = 3  # labels beside both a thing and a name for two things, one of them this
_SHARE = 0.5  # their share of those below the one with fewer

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


def parts_of_names(sites: Mapping[str, Iterable[str]], beside: Iterable[Sequence[str]]) -> dict[str, str]:
    """For each key that names two things, one of which is a label on other sites, among the same labels, that one.

    `beside` has the groups of labels beside each other.
    """
    compounds = {one: _only_label(one, sites) for one in sites if one.count(JOINT) == 1}
    part_of = {one: part for one, part in compounds.items() if part and not set(sites[one]) & set(sites[part])}
    groups: dict[str, list[set[str]]] = {}
    needed = {*part_of, *part_of.values()}
    for keys in beside:
        for one in needed.intersection(keys):
            groups.setdefault(one, []).append(set(keys))
    return {
        one: part
        for one, part in part_of.items()
        if any(len(mine & theirs) >= _BESIDE for mine in groups.get(one, ()) for theirs in groups.get(part, ()))
    }


def _only_label(one: str, labels: Container[str]) -> str:
    """The one thing that a key names and that is a label itself; "" if neither or both are."""
    parts = [part for part in one.split(JOINT) if part in labels]
    return parts[0] if len(parts) == 1 else ""
