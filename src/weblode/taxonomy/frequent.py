"""Which labels are likely to name concepts: those that several sites share and that stand among their like.

The paper takes every label that enough sites have, and the labels beside those (2005, section 5.1). Home, Contact and
Privacy are on most sites too. Its way to be rid of them is to look at the pages they lead to; on home pages alone we
ask where a label stands: how early, in how long a list, whether it names a part of the page, how much more common it is
here than on sites that have nothing in common (`common.json`), and what company it keeps: a label is like those beside
it, on each site that has it.

The weights (`weights.json`) are fitted by `python -m bench.taxonomy FOLDER --fit`; the table is made by its `--common`.
"""

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice
from math import log
from urllib.parse import urlsplit

from weblode.models import parameters, probability
from weblode.ontology import Dropped
from weblode.taxonomy.common import common
from weblode.taxonomy.labels import JOINT, Group, Labels, Use

COMPANY = 0.65  # how much of a label's likelihood is that of its neighbours; measured with the weights
SHORT = 4  # letters of a word that may stand for it
_ROUNDS = 8
_START = 4  # letters of a word that are looked for in addresses
_COMMON = 0.01  # the share of unrelated sites from which on a label needs several sites here
_COMMON_BELOW = 0.03  # and in a menu below a concept
_ABOVE = 0.5  # the likelihood from which on a label above a menu of concepts is one
_LONG = 10  # a longer list says no more
_MOST = 3.0  # a label e^3 times as common as elsewhere is as good as any


@dataclass(frozen=True)
class Candidates:
    """Labels by key with their likelihood to be concepts: shared ones, neighbours of these, and those left out."""

    shared: dict[str, float]
    beside: dict[str, float]
    left: dict[str, float] = field(default_factory=dict)

    def dropped(self, labels: Labels, kept: Container[str] = ()) -> tuple[Dropped, ...]:
        """The labels that were left out, but for those kept after all, and why."""
        reason = "sites share it, but it stands where few concepts stand"
        return tuple(Dropped(labels.text(key), reason) for key in self.left if key not in kept)


def candidates(labels: Labels, *, support: int = 2, threshold: float = 0.68) -> Candidates:
    """The labels of at least `support` sites that are likely concepts, and those that stand among them."""
    frequent = {key: likelihood(labels, key) for key, uses in labels.uses.items() if len(uses) >= support}
    judged = in_company(labels, frequent)
    shared = {key: value for key, value in judged.items() if value >= threshold}
    shared |= {key: judged[key] for key in _above(labels, judged, shared)}
    left = {key: value for key, value in judged.items() if key not in shared}
    return Candidates(shared, _beside(labels, judged, shared), left)


def with_those_below(labels: Labels, chosen: Candidates, concept: Mapping[str, int], *, support: int) -> Candidates:
    """The candidates, and of those left out the ones in menus below the same concept on enough sites.

    `concept` has the number of a label's concept.
    """
    sites: dict[tuple[str, int], set[str]] = {}
    for group in labels.groups:
        upper = next((key for key in group.above if key in labels.uses), "")
        if upper in concept and _are_short(group.keys):
            for key in chosen.left.keys() & set(group.keys) - {upper}:
                sites.setdefault((key, concept[upper]), set()).add(group.site)
    found = {key: chosen.left[key] for (key, _), having in sorted(sites.items()) if len(having) >= support}
    left = {key: value for key, value in chosen.left.items() if key not in found}
    return Candidates({**chosen.shared, **found}, chosen.beside, left)


def features(labels: Labels, key: str) -> dict[str, float]:
    """What is known of a label's places, in the mean of its sites."""
    uses = list(labels.uses[key].values())

    def mean(of: "list[float]") -> float:
        return sum(of) / len(of)

    elsewhere = max(common().get(key, 0.0), 1 / 1000)
    return {
        "first": mean([use.first for use in uses]),
        "holds": mean([float(use.holds) for use in uses]),
        "group": mean([log(1 + min(use.group, _LONG)) for use in uses]),
        "named": mean([_named(use, key) for use in uses]),
        "lift": min(log(len(uses) / len(labels.sites) / elsewhere), _MOST),
    }


def _named(use: Use, key: str) -> float:
    """Whether the address of a page that a label leads to has a word of it, at least how it begins."""
    starts = [word[:_START] for word in key.split() if len(word) > 1]
    paths = [urlsplit(page) for page in use.pages()]
    return sum(any(word in path.path for word in starts) for path in paths) / len(paths)


def likelihood(labels: Labels, key: str) -> float:
    """How likely a label is a concept, by its own places."""
    weights = fitted()
    total = weights["bias"] + sum(weights[name] * value for name, value in features(labels, key).items())
    return probability(total)


def in_company(labels: Labels, own: dict[str, float], *, company: float = COMPANY) -> dict[str, float]:
    """Likelihoods that lean to those of the labels around: on each site the best of a label's groups speaks.

    A group speaks by the mean of its other labels; a menu also by the label above it.
    """
    speaking: list[Group] = []
    among: dict[str, dict[str, list[int]]] = {key: {} for key in own}
    for group in labels.groups:
        if len(group.keys) > 1:
            known = tuple(key for key in group.keys if key in own)
            for key in known:
                among[key].setdefault(group.site, []).append(len(speaking))
            speaking.append(replace(group, keys=known, above=group.above[:1] if _is_menu(group) else ()))
    value = dict(own)
    for _ in range(_ROUNDS):
        totals = [sum(value[key] for key in group.keys) for group in speaking]
        said = {
            key: [
                max(_said(value[key], speaking[i], totals[i], value) for i in numbers)
                for numbers in among[key].values()
            ]
            for key in own
        }
        value = {key: _leaning(own[key], said[key], company) for key in own}
    return value


def _leaning(own: float, said: Iterable[float], company: float) -> float:
    """A label's likelihood, leaning to the mean of what its sites say."""
    best = [one for one in said if one >= 0]
    return (1 - company) * own + company * sum(best) / len(best) if best else own


def _said(own: float, group: Group, total: float, value: dict[str, float]) -> float:
    """What a group says of one of its labels, of which it has the total; -1 if nothing."""
    others = len(group.keys) - 1
    beside = (total - own) / others if others else -1.0
    return max(beside, *(value.get(upper, -1.0) for upper in group.above), -1.0)


def _above(labels: Labels, judged: dict[str, float], shared: dict[str, float]) -> set[str]:
    """The frequent labels above menus of which most labels that are known are shared ones."""
    found = set()
    for group in labels.groups:
        upper = next((key for key in group.above if key in labels.uses), "")
        good = sum(key in shared for key in group.keys)
        most = 2 * good >= sum(key in judged for key in group.keys)
        if judged.get(upper, 0.0) >= _ABOVE and _is_menu(group) and good > 1 and most:
            found.add(upper)
    return found


def _beside(labels: Labels, judged: dict[str, float], shared: dict[str, float]) -> dict[str, float]:
    """Labels of too few sites in a group of which at least three, and half of those known, are shared ones; and those
    of a menu below a shared one."""
    found: dict[str, float] = {}
    spelt = _spelt_otherwise(labels)
    for group in labels.groups:
        good = [key for key in group.keys if key in shared]
        known = sum(key in judged for key in group.keys)
        upper = next((key for key in group.above if key in labels.uses), "")
        if upper in shared and _is_menu(group) and 2 * len(good) >= known:
            value, most = shared[upper], _COMMON_BELOW
        elif len(good) >= 3 and 2 * len(good) >= known:
            value, most = sum(shared[key] for key in good) / known, _COMMON
        else:
            continue
        for key in group.keys:
            rare = common().get(key, 0.0) < most or key in spelt
            if key not in judged and rare and value > found.get(key, 0.0):
                found[key] = value
    return found


def _spelt_otherwise(labels: Labels) -> set[str]:
    """The labels of which another site has a short or a long form: `Tech`, `Technology`."""
    single = sorted(key for key in labels.uses if len(key) >= SHORT and " " not in key)
    found: set[str] = set()
    for place, short in enumerate(single):
        for long in islice(single, place + 1, None):
            if not long.startswith(short):
                break
            if not labels.uses[short].keys() & labels.uses[long].keys():
                found |= {short, long}
    return found


def _is_menu(group: Group) -> bool:
    return len(group.keys) > 1 and _are_short(group.keys)


def _are_short(keys: tuple[str, ...]) -> bool:
    """Whether labels are as short as those of menus: two words in the mean."""
    return sum(len(key.replace(JOINT, " ").split()) for key in keys) <= 2 * len(keys)


def fitted() -> Mapping[str, float]:
    """The weights of the features."""
    weights: Mapping[str, float] = parameters("taxonomy/weights.json")
    return weights
