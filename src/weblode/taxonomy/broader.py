"""Which concept is broader than which, by the outlines of the sites.

`taxminer` is the paper's algorithm (2005, section 5.4): pairs of labels one directly above the other that enough sites
have, then pairs at distance two together with the infrequent nearer ones, and so on. `relations` is ours: the paper's
pairs first, then those of single sites, the best witnessed first. A pair is refused if as many sites have it the other
way round, or more have its concepts beside each other; if many such pairs would follow from it; if it closes a circle;
or if next to nothing that follows from it has a witness: one odd menu must not put half the taxonomy below `Local`. A
label that a site repeats (`Clothing` below `Women`, `Men` and `Plus`) must not carry to each of them what other sites
have below it, nor one that better pairs have put elsewhere (`Gift Ideas` below `Baby`): more of what follows needs a
witness.
"""

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field, replace

from weblode.ontology import Witness
from weblode.taxonomy.keys import JOINT
from weblode.taxonomy.labels import Labels
from weblode.taxonomy.neighbours import Neighbours

_LEAST_WITNESSED = 0.05  # least share of the pairs implied by a pair of one site that some site has
_LEAST_ELSEWHERE = 0.3  # the same if the narrower one is below other concepts too, on that site or by better pairs
_DENIED = 0.15  # most of the implied pairs that more sites have beside each other
_BESIDE = 2  # how many times as many sites may have the concepts of a pair beside each other

Pair = tuple[int, int]  # the narrower and the broader concept, by their numbers


@dataclass(frozen=True)
class Related:
    """By distance, the pairs of concepts one above the other, each with the sites that have it; and the sites that have
    two concepts beside each other."""

    by_distance: Mapping[int, Mapping[Pair, frozenset[str]]]
    beside: Neighbours[int] = field(default_factory=Neighbours)
    repeated: frozenset[Pair] = frozenset()  # pairs whose narrower concept is below others too on each of their sites

    def sites(self) -> dict[Pair, frozenset[str]]:
        """All pairs at any distance, with their sites."""
        result: dict[Pair, frozenset[str]] = {}
        for pairs in self.by_distance.values():
            for pair, sites in pairs.items():
                result[pair] = result.get(pair, frozenset()) | sites
        return result


def related_pairs(labels: Labels, concept: Mapping[str, int]) -> Related:
    """The pairs of concepts one above the other; `concept` has the number of a label's concept."""
    site_sets: dict[int, dict[Pair, set[str]]] = {}
    for group in labels.groups:
        # Labels above that name no concept are skipped, such as `Categories`. So are labels that are in the group
        # itself, unless first: a menu may begin with an entry for everything it is about.
        above = [
            one
            for one in group.above
            if one in concept and one not in group.keys[1:] and not _names_several(labels, concept, one)
        ]
        distance = 1
        for upper in above:
            for lower in group.keys:
                if lower in concept and concept[lower] != concept[upper]:
                    pairs = site_sets.setdefault(distance, {})
                    pairs.setdefault((concept[lower], concept[upper]), set()).add(group.site)
            distance += _is_linked(labels, upper, group.site)  # a heading may stand between a label and its menu
    by_distance = {i: {pair: frozenset(sites) for pair, sites in pairs.items()} for i, pairs in site_sets.items()}
    beside = ((group.site, [concept[one] for one in group.keys if one in concept]) for group in labels.groups)
    related = Related(by_distance, Neighbours(beside))
    return replace(related, repeated=_repeated(labels, concept, related.sites()))


def _repeated(labels: Labels, concept: Mapping[str, int], pairs: Mapping[Pair, frozenset[str]]) -> frozenset[Pair]:
    """The pairs whose narrower concept is directly below several concepts on each of their sites.

    So are those of a name for several things (`Reviews & Articles` below `Autos`) of one that has
    a name of its own elsewhere.
    """
    above: dict[tuple[int, str], set[int]] = {}
    alone = {number for one, number in concept.items() if JOINT not in one}
    named_plainly: set[tuple[int, str]] = set()  # concepts by a name that is not for several things, with the site
    for group in labels.groups:
        uppers = [concept[one] for one in group.above if one in concept][:1]
        for one in group.keys:
            if one in concept and uppers:
                lower = concept[one]
                above.setdefault((lower, group.site), set()).update({*uppers} - {lower})
                if JOINT not in one or lower not in alone:
                    named_plainly.add((lower, group.site))
    return frozenset(
        pair
        for pair, sites in pairs.items()
        if all(len(above.get((pair[0], site), ())) > 1 or (pair[0], site) not in named_plainly for site in sites)
    )


def witnesses(labels: Labels, concept: Mapping[str, int], pairs: Container[Pair]) -> dict[Pair, tuple[Witness, ...]]:
    """For each pair of concepts the places where one is above the other, the first of each site."""
    places: dict[Pair, dict[str, Witness]] = {}
    for group in labels.groups:
        for upper in group.above:
            for lower in group.keys:
                pair = concept.get(lower, -1), concept.get(upper, -1)
                if pair in pairs and group.witness is not None:
                    places.setdefault(pair, {}).setdefault(group.site, group.witness)
    return {pair: tuple(sites.values()) for pair, sites in places.items()}


def _names_several(labels: Labels, concept: Mapping[str, int], one: str) -> bool:
    """Whether a label names several concepts with menus of their own: what is below may belong to any of them."""
    parts = {concept[part] for part in one.split(JOINT) if part in concept and _holds(labels, part)}
    return len(parts) > 1


def _is_linked(labels: Labels, one: str, site: str) -> bool:
    """Whether a label is a link on a site."""
    return one in labels.uses and site in labels.uses[one] and bool(labels.uses[one][site].urls)


def _holds(labels: Labels, one: str) -> bool:
    """Whether a label names a part of some page."""
    return any(use.holds for use in labels.uses[one].values())


def taxminer(pairs: Related, *, support: int = 2) -> dict[Pair, frozenset[str]]:
    """The frequent pairs by the paper's algorithm, with their sites.

    >>> paths = Related({1: {(1, 0): frozenset("x")}, 2: {(1, 0): frozenset("y")}})  # a-b on one site, a-c-b on another
    >>> sorted(taxminer(paths)[1, 0])
    ['x', 'y']
    """
    frequent: dict[Pair, frozenset[str]] = {}
    rare: dict[Pair, frozenset[str]] = {}
    for distance in range(1, max(pairs.by_distance, default=0) + 1):
        for pair, sites in pairs.by_distance.get(distance, {}).items():
            rare[pair] = rare.get(pair, frozenset()) | sites
        for pair in [pair for pair, sites in rare.items() if len(sites) >= support]:
            frequent[pair] = frequent.get(pair, frozenset()) | rare.pop(pair)
    return frequent


def relations(candidates: Related, *, support: int = 2) -> dict[Pair, frozenset[str]]:
    """Pairs without circles, with their sites: frequent ones, and those of single sites that fit in.

    The best come first: frequent ones, those of more sites, those with most implied pairs witnessed too.
    """
    everywhere = candidates.sites()
    frequent = taxminer(candidates, support=support)
    taken = _PairOrder(everywhere, candidates.beside)
    direct = {**frequent, **candidates.by_distance.get(1, {})}
    likely = _likely_shares(direct, everywhere)
    for pair in sorted(direct, key=lambda pair: (pair not in frequent, -len(everywhere[pair]), -likely[pair], pair)):
        share = taken.witnessed_share(pair)
        least = _LEAST_ELSEWHERE if pair in candidates.repeated or taken.is_elsewhere(pair) else _LEAST_WITNESSED
        if share >= least or (share and pair in frequent):
            taken.add(pair)
    return {pair: everywhere[pair] for pair in taken.pairs}


def _likely_shares(direct: Iterable[Pair], witnessed: Container[Pair]) -> dict[Pair, float]:
    """For each pair the share of witnessed ones among the pairs that follow from it and one other pair."""
    above: dict[int, list[int]] = {}
    below: dict[int, list[int]] = {}
    for lower, upper in direct:
        above.setdefault(lower, []).append(upper)
        below.setdefault(upper, []).append(lower)
    shares = {}
    for lower, upper in direct:
        implied = [(lower, upper), *((one, upper) for one in below.get(lower, ()) if one != upper)]
        implied += [(lower, one) for one in above.get(upper, ()) if one != lower]
        shares[lower, upper] = sum(one in witnessed for one in implied) / len(implied)
    return shares


class _PairOrder:
    """The pairs taken so far, and all pairs that follow from them."""

    def __init__(self, witnessed: Mapping[Pair, frozenset[str]], beside: Neighbours[int]) -> None:
        self.witnessed, self.beside = witnessed, beside
        self.pairs: list[Pair] = []
        self.above: dict[int, set[int]] = {}
        self.below: dict[int, set[int]] = {}

    def witnessed_share(self, pair: Pair) -> float:
        """The share of the pairs implied by a pair that some site has; 0 if the pair follows already or is refused."""
        lower, upper = pair
        if lower in self._upwards(upper) or upper in self._upwards(lower):
            return 0.0
        sites = self.witnessed[pair]
        if len(self.witnessed.get((upper, lower), ())) >= len(sites):
            return 0.0
        if len(self.beside.sites(*pair) - sites) > _BESIDE * len(sites):
            return 0.0
        implied = self._implied(pair)
        others = (one for one in implied if one != pair)
        denied = sum(len(self.beside.sites(*one)) > max(1, len(self.witnessed.get(one, ()))) for one in others)
        if denied > _DENIED * len(implied):
            return 0.0
        return sum(one in self.witnessed for one in implied) / len(implied)

    def is_elsewhere(self, pair: Pair) -> bool:
        """Whether the narrower concept of a pair has a place that is not above or at the broader one."""
        lower, upper = pair
        return not self.above.get(lower, set()) <= self._upwards(upper)

    def add(self, pair: Pair) -> None:
        """Take a pair, and the pairs it implies."""
        self.pairs.append(pair)
        for lower, upper in self._implied(pair):
            self.above.setdefault(lower, set()).add(upper)
            self.below.setdefault(upper, set()).add(lower)

    def _implied(self, pair: Pair) -> list[Pair]:
        """The pairs that would follow from a pair and do not follow yet."""
        lower, upper = pair
        return [(a, b) for a in self._downwards(lower) for b in self._upwards(upper) if b not in self._upwards(a)]

    def _upwards(self, one: int) -> set[int]:
        return {one, *self.above.get(one, ())}

    def _downwards(self, one: int) -> set[int]:
        return {one, *self.below.get(one, ())}


def direct_pairs(pairs: Iterable[Pair]) -> list[Pair]:
    """The pairs without those that follow from others."""
    above: dict[int, set[int]] = {}
    for lower, upper in pairs:
        above.setdefault(lower, set()).add(upper)

    def all_above(one: int) -> set[int]:
        result: set[int] = set()
        todo = list(above.get(one, ()))
        while todo:
            upper = todo.pop()
            if upper not in result:
                result.add(upper)
                todo += above.get(upper, ())
        return result

    return [
        (lower, upper)
        for lower, uppers in above.items()
        for upper in sorted(uppers)
        if not any(upper in all_above(other) for other in uppers if other != upper)
    ]
