"""Which labels are likely to name concepts: those that several sites share and that are beside likely ones.

The paper takes every label that enough sites have, and the labels beside those (2005, section 5.1). Home, Contact and
Privacy are on most sites too. The paper removes them by looking at the pages they lead to; we have home pages alone and
use the position of a label: how early it comes, in how long a list, whether it names a part of the page, how much more
common it is here than on unrelated sites (`common.json`), and its neighbours: a label resembles those beside it, on
each site that has it.

The weights (`weights.json`) are fitted by `python -m bench.taxonomy FOLDER --fit`; its `--common` makes the table.
"""

from collections import Counter
from collections.abc import Collection, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from math import log
from urllib.parse import urlsplit

from weblode.models import parameters, probability
from weblode.ontology import Dropped
from weblode.taxonomy.common import common
from weblode.taxonomy.judge import Judge
from weblode.taxonomy.keys import JOINT
from weblode.taxonomy.labels import Group, Labels, Use
from weblode.taxonomy.services import service_labels
from weblode.taxonomy.umbrellas import attached, umbrellas

COMPANY = 0.65  # weight of the neighbours in a label's likelihood; measured with the weights
_LEVELS = 2  # levels of menus below shared labels whose labels are candidates
_ROUNDS = 8
_START = 4  # letters of a word that are searched in addresses
_COMMON = 0.01  # the share of unrelated sites from which a label needs several sites here, but
_BY_CHANCE = 0.14  # of as many unrelated sites as here, so many may have it: of two or three sites that says more
_COMMON_BELOW = 0.03  # the same in a menu below a concept
_COMMON_ALONE = 0.06  # the same where there is only one site
_FEWEST = 3  # labels in a list, or in the menu below a label, that are shared where those of one site are candidates
_AMONG = 0.15  # share of a list that is shared where a label of one site stands among concepts
_MANY = 5  # shared labels in a list that are enough, however long it is
_MENUS = 2  # shared labels with menus beside a label of one site, whose menu is then one of concepts too
_OWN = 0.3  # the likelihood by its own place of a label of one site beside or above a shared one
_OWN_ALONE = 0.5  # the same without one
_LISTED = 0.3  # its likelihood by the list it is in
_ABOVE = 0.5  # the likelihood from which a label above a menu of concepts is a concept
_ABOVE_AGREED = 0.35  # the same above such menus of several sites
_MENU_WORDS = 2.5  # the mean length of the labels of a menu
_HEADING = 0.4  # how usual the address of a label without one counts as
_LONG = 10  # a longer list counts the same
_MOST = 3.0  # a label more than e^3 times as common as elsewhere counts the same


@dataclass(frozen=True)
class Candidates:
    """Labels by key with their likelihood to be concepts: shared ones, neighbours of these, and rejected ones."""

    shared: dict[str, float]
    beside: dict[str, float]
    rejected: dict[str, float] = field(default_factory=dict)
    refused: frozenset[str] = frozenset()  # umbrellas, labels that are attached to others or among service links

    def dropped(self, labels: Labels, used: Container[str] = ()) -> tuple[Dropped, ...]:
        """The rejected labels with the reason, without those in `used`."""
        reason = "sites share it, but it stands where few concepts stand"
        return tuple(Dropped(labels.text(key), reason) for key in self.rejected if key not in used)


def candidates(labels: Labels, *, support: int = 2) -> Candidates:
    """The labels of at least `support` sites that are likely concepts, and the labels beside them."""
    threshold = fitted_weights()["threshold"]
    refused = umbrellas(labels) | set(service_labels(labels))
    frequent = {
        key: likelihood(labels, key) if key not in refused else 0.0
        for key, uses in labels.uses.items()
        if len(uses) >= support
    }
    if support == 1:  # a single site: nobody agrees with it
        judge = Judge(labels, frequent)
        refused |= {key for key in frequent if common().get(key, 0.0) >= _COMMON_ALONE or judge.reason(key)}
    judged = {key: 0.0 if key in refused else value for key, value in lean_to_neighbours(labels, frequent).items()}
    shared = {key: value for key, value in judged.items() if value >= threshold}
    shared |= {key: judged[key] for key in _above(labels, judged, shared)}
    rejected = {key: value for key, value in judged.items() if key not in shared}
    ends = set(attached(labels))  # `View all` says nothing of its list
    telling = {key: value for key, value in judged.items() if key not in ends}
    beside = {key: value for key, value in _beside(labels, telling, shared).items() if key not in refused}
    return Candidates(shared, beside, rejected, frozenset(refused))


def with_menu_entries(labels: Labels, chosen: Candidates, concept: Mapping[str, int], *, support: int) -> Candidates:
    """The candidates, with rejected labels accepted that are in menus below the same concept on enough sites.

    `concept` has the number of a label's concept.
    """
    sites: dict[tuple[str, int], set[str]] = {}
    for group in labels.groups:
        upper = _upper(labels, group)
        if upper in concept and _are_short(group.keys):
            for key in chosen.rejected.keys() & set(group.keys) - {upper, *chosen.refused}:
                sites.setdefault((key, concept[upper]), set()).add(group.site)
    accepted = {key: chosen.rejected[key] for (key, _), names in sorted(sites.items()) if len(names) >= support}
    rejected = {key: value for key, value in chosen.rejected.items() if key not in accepted}
    return replace(chosen, shared={**chosen.shared, **accepted}, rejected=rejected)


def features(labels: Labels, key: str) -> dict[str, float]:
    """The features of a label's positions, as means over its sites."""
    uses = list(labels.uses[key].values())

    def mean(of: "list[float]") -> float:
        return sum(of) / len(of)

    elsewhere = max(common().get(key, 0.0), 1 / 1000)
    return {
        "first": mean([use.first for use in uses]),
        "holds": mean([float(use.holds) for use in uses]),
        "below": mean([float(use.below) for use in uses]),
        "group": mean([log(1 + min(use.group, _LONG)) for use in uses]),
        "named": mean([_share_in_address(use, key) for use in uses]),
        "shape": mean([_usual_shape(labels, site, use) for site, use in labels.uses[key].items()]),
        "lift": min(log(len(uses) / len(labels.sites) / elsewhere), _MOST),
    }


def _share_in_address(use: Use, key: str) -> float:
    """The share of the pages a label leads to whose address has the beginning of one of its words."""
    starts = [word[:_START] for word in key.split() if len(word) > 1]
    paths = [urlsplit(page) for page in use.pages()]
    return sum(any(word in path.path for word in starts) for path in paths) / max(1, len(paths))


def _usual_shape(labels: Labels, site: str, use: Use) -> float:
    """How usual the addresses of a label are on its site; as usual as most for a heading without an address."""
    share = labels.shapes.share(site, use.urls)
    return _HEADING if share is None else share


def likelihood(labels: Labels, key: str) -> float:
    """The likelihood that a label is a concept, by its own positions."""
    weights = fitted_weights()
    total = weights["bias"] + sum(weights[name] * value for name, value in features(labels, key).items())
    return probability(total)


def lean_to_neighbours(labels: Labels, own: dict[str, float], *, company: float = COMPANY) -> dict[str, float]:
    """The likelihoods, moved towards those of neighbouring labels: on each site the best of a label's groups counts.

    The value of a group is the mean of its other labels; for a menu also that of the label above it, if it is higher.
    """
    speaking: list[Group] = []
    among: dict[str, dict[str, list[int]]] = {key: {} for key in own}
    for group in labels.groups:
        if len(group.keys) > 1:
            keys = tuple(key for key in group.keys if key in own)
            for key in keys:
                among[key].setdefault(group.site, []).append(len(speaking))
            speaking.append(replace(group, keys=keys, above=group.above[:1] if _is_menu(group) else ()))
    value = dict(own)
    for _ in range(_ROUNDS):
        totals = [sum(value[key] for key in group.keys) for group in speaking]
        opinions = {
            key: [
                max(_group_opinion(value[key], speaking[i], totals[i], value) for i in numbers)
                for numbers in among[key].values()
            ]
            for key in own
        }
        value = {key: _lean(own[key], opinions[key], company) for key in own}
    return value


def _lean(own: float, opinions: Iterable[float], company: float) -> float:
    """A label's likelihood, moved towards the mean of its sites' opinions."""
    best = [one for one in opinions if one >= 0]
    return (1 - company) * own + company * sum(best) / len(best) if best else own


def _group_opinion(own: float, group: Group, total: float, value: dict[str, float]) -> float:
    """The value of a group for one of its labels, given the total of all its labels; -1 if it has none."""
    others = len(group.keys) - 1
    beside = (total - own) / others if others else -1.0
    return max(beside, *(value.get(upper, -1.0) for upper in group.above), -1.0)


def _above(labels: Labels, judged: dict[str, float], shared: dict[str, float]) -> set[str]:
    """The frequent labels above menus in which most judged labels are shared ones."""
    sites: dict[str, set[str]] = {}
    for group in labels.groups:
        upper = _upper(labels, group)
        good = sum(key in shared for key in group.keys)
        most = 2 * good >= sum(key in judged for key in group.keys)
        if upper in judged and _is_menu(group) and good > 1 and most:
            sites.setdefault(upper, set()).add(group.site)
    return {one for one, names in sites.items() if judged[one] >= (_ABOVE if len(names) == 1 else _ABOVE_AGREED)}


def _beside(labels: Labels, judged: dict[str, float], shared: dict[str, float]) -> dict[str, float]:
    """Labels of too few sites in a group in which at least three labels, and half of the judged ones, are shared; those
    in a menu below a shared label, or, with a shared one beside them, below one of these; and those above menus, beside
    accepted ones that are."""
    result: dict[str, float] = {}
    alike = _among_menus(labels, shared)
    above = dict.fromkeys(above_shared(labels, judged, shared), _ABOVE)
    for _ in range(_LEVELS):
        for key, value in beside_menus(labels, judged, {**above, **result, **shared}):
            result[key] = max(value, result.get(key, 0.0))
        accepted = {**result, **shared}
        for group in labels.groups:
            good = [key for key in group.keys if key in shared]
            total = sum(key in judged for key in group.keys)
            upper = _upper(labels, group)
            below = upper in shared or (upper in accepted and (good or (group.site, upper) in alike))
            if below and _is_menu(group) and 2 * len(good) >= total:
                value, most = accepted[upper], _COMMON_BELOW
            elif len(good) >= min(_MANY, max(_FEWEST, _AMONG * len(group.keys))) and 2 * len(good) >= total:
                value, most = sum(shared[key] for key in good) / total, max(_COMMON, _BY_CHANCE / len(labels.sites))
            else:
                continue
            for key in group.keys:
                if key not in judged and common().get(key, 0.0) < most and value > result.get(key, 0.0):
                    result[key] = value
    result |= {key: max(value, result.get(key, 0.0)) for key, value in above.items()}
    judge = Judge(labels, shared)
    with_shared = [group for group in labels.groups if not shared.keys().isdisjoint(group.keys)]
    together = {key for group in with_shared for key in (*group.keys, *group.above)}
    likely = {
        key: value
        for key, value in result.items()
        if value >= _LISTED
        and likelihood(labels, key) >= (_OWN if key in together else _OWN_ALONE)
        and not judge.reason(key)
    }
    longer = other_names(labels, likely, shared)
    return {key: value for key, value in likely.items() if key not in longer}


def above_shared(labels: Labels, judged: Container[str], shared: Collection[str]) -> Iterator[str]:
    """The labels of too few sites above a menu in which at least three labels, and half of the judged ones, are shared.

    Not above a selection: labels that the site has elsewhere too.
    """
    places: Counter[tuple[str, str]] = Counter()  # of a label on a site
    below: Counter[tuple[str, str, str]] = Counter()  # of those, how many are below another label
    for group in labels.groups:
        for key in set(group.keys):
            places[group.site, key] += 1
            below.update((group.site, key, upper) for upper in set(group.above))
    for group in labels.groups:
        upper = _upper(labels, group)
        good = [key for key in group.keys if key in shared]
        if upper in judged or len(good) < _FEWEST or 2 * len(good) < sum(key in judged for key in group.keys):
            continue
        own = [key for key in good if below[group.site, key, upper] == places[group.site, key]]
        if upper and 2 * len(own) >= len(good) and _is_menu(group) and common().get(upper, 0.0) < _COMMON_BELOW:
            yield upper


def beside_menus(labels: Labels, judged: Container[str], accepted: Mapping[str, float]) -> Iterator[tuple[str, float]]:
    """The labels of too few sites with a menu below them, beside at least two accepted ones with menus, each with the
    mean likelihood of these."""
    holding = {(group.site, _upper(labels, group)) for group in labels.groups if _is_menu(group)}
    for group in labels.groups:
        row = [key for key in group.keys if (group.site, key) in holding]
        good = [accepted[key] for key in row if key in accepted]
        if len(good) >= _MENUS:
            for key in row:
                if key not in judged and common().get(key, 0.0) < _COMMON_BELOW:
                    yield key, sum(good) / len(good)


def _upper(labels: Labels, group: Group) -> str:
    """The nearest label above a group; "" if there is none."""
    return next((key for key in group.above if key in labels.uses), "")


def _among_menus(labels: Labels, shared: Collection[str]) -> set[tuple[str, str]]:
    """The sites and labels beside several shared ones that have menus below them."""
    holding = {(group.site, group.above[0]) for group in labels.groups if group.above and _is_menu(group)}
    return {
        (group.site, one)
        for group in labels.groups
        if sum(one in shared and (group.site, one) in holding for one in group.keys) >= _MENUS
        for one in group.keys
    }


def other_names(labels: Labels, rare: Mapping[str, float], shared: Collection[str]) -> set[str]:
    """The rare labels with all words of a shared one and more (`Kitchen Supplies`) that are rather another name for it.

    They stand neither below it nor among shared labels.
    """
    inner: dict[str, list[set[str]]] = {}
    for one in shared:
        names = one.replace(JOINT, " ").split()
        inner.setdefault(names[0], []).append(set(names))
    above: dict[str, set[str]] = {}
    among: set[str] = set()
    for group in labels.groups:
        here = rare.keys() & set(group.keys)
        among |= here if sum(key in shared for key in group.keys) >= _AMONG * len(group.keys) else set()
        for key in here:
            above.setdefault(key, set()).update(word for upper in group.above for word in upper.split())
    return {
        key
        for key in rare
        if key not in among and JOINT not in key
        for own in [set(key.split())]
        if any(names < own and not names & above[key] for word in own for names in inner.get(word, ()))
    }


def _is_menu(group: Group) -> bool:
    return len(group.keys) > 1 and _are_short(group.keys)


def _are_short(keys: tuple[str, ...]) -> bool:
    """Whether labels are as short as those of menus."""
    things = [thing for key in keys for thing in key.split(JOINT)]
    return sum(len(thing.split()) for thing in things) <= _MENU_WORDS * len(things)


def fitted_weights() -> Mapping[str, float]:
    """The fitted weights of the features, the bias, and the likelihood from which a label is a concept."""
    weights: Mapping[str, float] = parameters("taxonomy/weights.json")
    return weights
