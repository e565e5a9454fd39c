"""Labels that are no concepts by how sites use them: those attached to other labels, and umbrellas above anything.

`More` or `See all` is the first or last entry of list after list. `Comments` stands beside item after item, each time
with another page. `NFL Search` below `NFL` and `Golf Search` below `Golf` are made by a formula. `Categories` or
`Featured` is a heading, a link nowhere, that a site has below several labels, or above what other sites have on top of
their menus: what is below it is below the next label above.
"""

from collections import Counter
from collections.abc import Collection, Iterator
from statistics import median

from weblode.taxonomy.common import EVERYWHERE, common
from weblode.taxonomy.labels import Group, Labels

_LISTS = 4  # lists of which an attached label is the last entry
_ATTACHED = 0.9  # least share of those among all its lists
_ITEMS = 5  # pages that a label beside items leads to on a site
_BESIDE_ITEMS = 2  # labels of the lists that hold it
_FORMULA = 2  # labels that one and the same word is added to in menus below them
_AGREED = 2  # labels that two sites have below a heading if it is more than an umbrella
_WIDE = 0.3  # share of the shared labels of a site that only an umbrella has below it
_TOP = 0.5  # share of the labels below an umbrella that other sites have on top


def umbrellas(labels: Labels) -> set[str]:
    """The labels that are attached to others or stand above anything."""
    return {*attached(labels), *_above_anything(labels), *beside_items(labels), *_formulas(labels)}


def attached(labels: Labels) -> Iterator[str]:
    """The labels that are the last entry of nearly all their lists, or the first or last of lists below many labels.

    Lists in alphabetical order do not count.
    """
    lists: Counter[str] = Counter()
    last: dict[str, list[Group]] = {}
    ends: dict[str, list[Group]] = {}
    for group in _different(labels):
        if len(group.keys) > 2 and list(group.keys) != sorted(group.keys):
            lists.update(group.keys)
            last.setdefault(group.keys[-1], []).append(group)
            for one in (group.keys[0], group.keys[-1]):
                ends.setdefault(one, []).append(group)
    for one, groups in ends.items():
        least = _ATTACHED * lists[one]
        below = {(group.site, group.above): group for group in groups if group.above}
        often = len(last.get(one, ())) >= least and _in_many_places(last[one])
        if often or (len(groups) >= least and _in_many_places(below.values())):
            yield one


def _in_many_places(groups: Collection[Group]) -> bool:
    """Whether a site has so many lists, or they are below so many labels: many sites may have the same label first."""
    sites = Counter(group.site for group in groups)
    return max(*sites.values(), len({group.above[:1] or group.site for group in groups}), 0) >= _LISTS


def beside_items(labels: Labels) -> Iterator[str]:
    """The labels that lead to many pages of each site that has them, from lists of next to nothing."""
    sizes: dict[tuple[str, str], list[int]] = {}
    for group in labels.groups:
        for one in group.keys:
            sizes.setdefault((one, group.site), []).append(len(group.keys))
    for one, uses in labels.uses.items():
        here = [
            len(use.pages()) >= _ITEMS and median(sizes.get((one, site), [0])) <= _BESIDE_ITEMS
            for site, use in uses.items()
        ]
        if 2 * sum(here) > len(here):
            yield one


def _formulas(labels: Labels) -> Iterator[str]:
    """The labels in menus that are the label above and words that are added to other labels above menus too.

    Not if the added words are a label of several sites themselves: `Men's Shoes` is below `Men`, and a thing.
    """
    added: dict[tuple[str, str], dict[str, str]] = {}
    for group in labels.groups:
        upper = next((one for one in group.above if one in labels.uses), "")
        for one in group.keys:
            rest = " ".join(word for word in one.split() if word not in upper.split())
            if upper and rest and set(upper.split()) < set(one.split()):
                added.setdefault((group.site, rest), {})[upper] = one
    for (_, rest), names in added.items():
        is_label = len(labels.uses.get(rest, ())) > 1 and common().get(rest, 0.0) < EVERYWHERE
        if len(names) >= _FORMULA and not is_label:
            yield from names.values()


def _different(labels: Labels) -> Iterator[Group]:
    """The groups of several labels, without the repeated ones of a site."""
    seen: set[tuple[str, tuple[str, ...]]] = set()
    for group in labels.groups:
        if len(group.keys) > 1 and (group.site, group.keys) not in seen:
            seen.add((group.site, group.keys))
            yield group


def _above_anything(labels: Labels) -> Iterator[str]:
    """The labels that are links nowhere and stand below several labels of a site, or above labels that are on top.

    A link too, if most of what a site shares is below it on half of its sites, and no two sites agree on what is: all
    is below `Movies` on a site of films, but not on shops that have them beside `Books`.
    """
    headings = {one for one, uses in labels.uses.items() if not any(use.urls for use in uses.values())}
    sizes = Counter(site for uses in labels.uses.values() if len(uses) > 1 for site in uses)
    parents: dict[str, dict[str, set[str]]] = {}
    below: dict[str, set[tuple[str, str]]] = {}
    top: dict[str, set[str]] = {}
    for group in labels.groups:
        for one in headings & set(group.keys):
            parents.setdefault(one, {}).setdefault(group.site, set()).update(group.above[:1])
        for one in group.above[:1]:
            below.setdefault(one, set()).update((group.site, key) for key in group.keys)
        if len(group.keys) > 2 and not any(upper in labels.uses for upper in group.above):
            for key in group.keys:
                top.setdefault(key, set()).add(group.site)
    for one in sorted(headings | (below.keys() & labels.uses.keys())):
        shared = [(site, key) for site, key in below.get(one, ()) if len(labels.uses[key]) > 1]
        on_top = sum(bool(top.get(key, set()) - {site}) for site, key in shared)
        agreed = len(shared) - len({key for _, key in shared})  # two sites have these below it
        wide = sum(n > _WIDE * sizes[site] for site, n in Counter(site for site, _ in shared).items())
        several = any(len(uppers) > 1 for uppers in parents.get(one, {}).values())
        on_others = on_top > _TOP * len(shared)
        if (one in headings and (several or (on_others and (wide or agreed < _AGREED)))) or (
            on_others and 2 * wide >= len(labels.uses[one]) and agreed < _AGREED
        ):
            yield one
