"""What serves those who use a site and names nothing that it is about: accounts, carts, subscriptions, editions.

`Sign in`, `My account` and `E-Paper` stand at the top of pages as often as at the foot, where a site speaks of itself
(`services`). But the labels around them are often found at the foot of other sites: `My account` is beside `Help` here,
and elsewhere `Help` is beside `Privacy policy`. A table (`tools.json`) has how often that is so, compared with other
labels, for each label of unrelated sites, and for the words in addresses, which are often English where labels are not
(`/login`, `epaper.`). It is made without a list of words, by `python -m bench.taxonomy FOLDER --common`. So is the
table of labels that begin or end their lists on unrelated sites (`ends.json`): `Home`, `More`.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean, median

from weblode.models import parameters
from weblode.taxonomy.labels import Labels
from weblode.taxonomy.shapes import named_words

WORD = "/"  # before a word of addresses in the table
_NEAR = 4  # neighbours on each side that count
_FEW = 2  # neighbours that count as usual for each label
_EVERYWHERE = 0.2  # the share of a site's labels above which a word in their addresses says nothing
# What the labels near a label must have in the table at least, on half of its sites; the sum of that and of the label's
# own; the same sum for a label of one site. The table has logarithms: 0 is as usual. From 0.07 to 0.15, from 0.6 to 0.7
# and from 0.9 on, nine domains lose no concept.
_BESIDE = 0.1
_BOTH = 0.6
_BOTH_ALONE = 1.0
_MENU = 3  # shared labels below a label that is a part of its site
_LISTED = 3  # labels of a list that has ends


def tools(labels: Labels) -> Iterator[str]:
    """The labels that stand where accounts, carts and editions do, and are called or addressed as these are."""
    own = _own_excess(labels)
    beside = _excess_near(labels, own)
    menus = _menus(labels)
    for key, sites in own.items():
        of_near = [beside[key].get(site, 0.0) for site in sites]
        of_both = [mine + its for mine, its in zip(sites.values(), of_near, strict=True)]
        least = _BOTH if len(sites) > 1 else _BOTH_ALONE
        if median(of_near) >= _BESIDE and median(of_both) >= least and menus[key] < _MENU:
            yield key


def near(values: Sequence[float], i: int) -> Sequence[float]:
    """The values of a list on both sides of one."""
    return (*values[max(0, i - _NEAR) : i], *values[i + 1 : i + 1 + _NEAR])


def _own_excess(labels: Labels) -> Mapping[str, Mapping[str, float]]:
    """By label and site, how much more than usual such labels, and the words in its addresses there, are near links by
    which sites speak of themselves."""
    table = _tool_table()
    words = {
        (key, site): [named_words(url) for url in use.urls]
        for key, uses in labels.uses.items()
        for site, use in uses.items()
    }
    times: dict[str, Counter[str]] = defaultdict(Counter)
    sizes: Counter[str] = Counter()
    for (_, site), its in words.items():
        times[site].update(frozenset[str]().union(*its))
        sizes[site] += bool(its)

    def of_address(site: str, its: frozenset[str]) -> float:
        rare = sorted(word for word in its if times[site][word] <= max(1, _EVERYWHERE * sizes[site]))
        excess = [table[WORD + word] for word in rare if WORD + word in table]
        return fmean(excess) if excess else 0.0

    return {
        key: {
            site: table.get(key, 0.0) + fmean([of_address(site, its) for its in words[key, site]] or [0.0])
            for site in uses
        }
        for key, uses in labels.uses.items()
    }


def _excess_near(labels: Labels, own: Mapping[str, Mapping[str, float]]) -> Mapping[str, Mapping[str, float]]:
    """By label and site, the mean of the labels near it; of several lists that in which it is least."""
    least: dict[str, dict[str, float]] = defaultdict(dict)
    for group in labels.groups:
        values = [own[key][group.site] for key in group.keys]
        for i, key in enumerate(group.keys if len(group.keys) > 1 else ()):
            its = near(values, i)
            mean = sum(its) / (len(its) + _FEW)
            least[key][group.site] = min(mean, least[key].get(group.site, mean))
    return least


def _menus(labels: Labels) -> Mapping[str, int]:
    """By label, how many labels of several sites are directly below it."""
    below: dict[str, set[str]] = defaultdict(set)
    for group in labels.groups:
        for upper in group.above[:1]:
            below[upper].update(key for key in group.keys if key != upper and len(labels.uses[key]) > 1)
    return Counter({upper: len(keys) for upper, keys in below.items()})


def list_ends(labels: Labels) -> Iterator[str]:
    """The labels that are the ends of their lists on unrelated sites, and on half of their sites here."""
    for first, table in ((True, _end_table()["first"]), (False, _end_table()["last"])):
        at_end: dict[str, dict[str, bool]] = defaultdict(dict)
        for group in labels.groups:
            for key in set(group.keys) & table.keys() if len(group.keys) >= _LISTED else ():
                is_end = key == group.keys[0 if first else -1]
                at_end[key][group.site] = is_end and at_end[key].get(group.site, True)
        for key, sites in at_end.items():
            if 2 * sum(sites.values()) >= len(labels.uses[key]):
                yield key


def _tool_table() -> Mapping[str, float]:
    """By label, or word of addresses after "/", the logarithm of how much more than usual it is near such links."""
    table: Mapping[str, float] = parameters("taxonomy/tools.json")
    return table


def _end_table() -> Mapping[str, Mapping[str, float]]:
    """The labels that are the first or last of their lists, with the share of unrelated sites."""
    table: Mapping[str, Mapping[str, float]] = parameters("taxonomy/ends.json")
    return table
