"""Which concept is broader than which, by the outlines of the sites.

`taxminer` is the paper's algorithm (2005, section 5.4): pairs of labels one above the other that enough sites have,
then those two labels apart together with the infrequent nearer ones, and so on. `relations` is ours: the paper's pairs
first, then those of single sites, the best witnessed first. None is taken that as many sites have the other way round,
or that more have beside each other; nor one from which this would follow; nor one that closes a circle, or of which
next to nothing that follows has a witness: one odd menu must not hang half the taxonomy below `Local`.
"""

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush

from weblode.ontology import Witness
from weblode.taxonomy.labels import JOINT, Labels
from weblode.taxonomy.neighbours import Neighbours

_SEEN = 0.1  # the share of what follows from a pair of one site that some site must have

Pair = tuple[int, int]  # the narrower and the broader concept, by their numbers


@dataclass(frozen=True)
class Related:
    """By distance, the pairs of concepts one above the other, each with the sites that have them so; and the sites that
    have a pair beside each other."""

    by_distance: Mapping[int, Mapping[Pair, frozenset[str]]]
    beside: Neighbours[int] = field(default_factory=Neighbours)

    def sites(self) -> dict[Pair, frozenset[str]]:
        """All pairs at any distance, with their sites."""
        found: dict[Pair, frozenset[str]] = {}
        for pairs in self.by_distance.values():
            for pair, sites in pairs.items():
                found[pair] = found.get(pair, frozenset()) | sites
        return found


def related(labels: Labels, concept: Mapping[str, int]) -> Related:
    """The pairs of concepts that stand one above the other; `concept` has the number of a label's concept."""
    found: dict[int, dict[Pair, set[str]]] = {}
    for group in labels.groups:
        # Labels between that name no concept do not count: `Categories` in a menu, say. Nor one that stands in the
        # group itself, unless first: a menu may begin with all of what it is about.
        above = [
            one
            for one in group.above
            if one in concept and one not in group.keys[1:] and not _several(labels, concept, one)
        ]
        for distance, upper in enumerate(above, 1):
            for lower in group.keys:
                if lower in concept and concept[lower] != concept[upper]:
                    pairs = found.setdefault(distance, {})
                    pairs.setdefault((concept[lower], concept[upper]), set()).add(group.site)
    by_distance = {i: {pair: frozenset(sites) for pair, sites in pairs.items()} for i, pairs in found.items()}
    beside = ((group.site, [concept[one] for one in group.keys if one in concept]) for group in labels.groups)
    return Related(by_distance, Neighbours(beside))


def witnesses(labels: Labels, concept: Mapping[str, int], pairs: Container[Pair]) -> dict[Pair, tuple[Witness, ...]]:
    """For some pairs of concepts the places where one stands above the other, the first of each site."""
    found: dict[Pair, dict[str, Witness]] = {}
    for group in labels.groups:
        for upper in group.above:
            for lower in group.keys:
                pair = concept.get(lower, -1), concept.get(upper, -1)
                if pair in pairs and group.witness is not None:
                    found.setdefault(pair, {}).setdefault(group.site, group.witness)
    return {pair: tuple(sites.values()) for pair, sites in found.items()}


def _several(labels: Labels, concept: Mapping[str, int], one: str) -> bool:
    """Whether a label names several concepts that have menus of their own: what is below may be of any of them."""
    parts = {concept[part] for part in one.split(JOINT) if part in concept and _holds(labels, part)}
    return len(parts) > 1


def _holds(labels: Labels, one: str) -> bool:
    return any(use.holds for use in labels.uses[one].values())


def taxminer(known: Related, *, support: int = 2) -> dict[Pair, frozenset[str]]:
    """The frequent pairs by the paper's algorithm, with their sites.

    >>> paths = Related({1: {(1, 0): frozenset("x")}, 2: {(1, 0): frozenset("y")}})  # a-b on one site, a-c-b on another
    >>> sorted(taxminer(paths)[1, 0])
    ['x', 'y']
    """
    frequent: dict[Pair, frozenset[str]] = {}
    rare: dict[Pair, frozenset[str]] = {}
    for distance in range(1, max(known.by_distance, default=0) + 1):
        for pair, sites in known.by_distance.get(distance, {}).items():
            rare[pair] = rare.get(pair, frozenset()) | sites
        for pair in [pair for pair, sites in rare.items() if len(sites) >= support]:
            frequent[pair] = frequent.get(pair, frozenset()) | rare.pop(pair)
    return frequent


def relations(known: Related, *, support: int = 2) -> dict[Pair, frozenset[str]]:
    """Pairs without circles, with their sites: frequent ones, and those of single sites that fit in.

    The best first: frequent ones, those of more sites, those of which most of what follows has a witness too.
    """
    everywhere = known.sites()
    frequent = taxminer(known, support=support)
    taken = _PairOrder(everywhere, known.beside)
    waiting = [
        (pair not in frequent, -len(everywhere[pair]), -1.0, pair)
        for pair in {**frequent, **known.by_distance.get(1, {})}
    ]
    heapify(waiting)
    while waiting:
        rare, sites, share, pair = heappop(waiting)
        seen = taken.seen(pair)
        if -seen > share:  # what follows is more than when it began to wait
            heappush(waiting, (rare, sites, -seen, pair))
        elif seen >= _SEEN or (seen and not rare):
            taken.add(pair)
    return {pair: everywhere[pair] for pair in taken.pairs}


class _PairOrder:
    """Pairs taken so far, and all that follows from them."""

    def __init__(self, witnessed: Mapping[Pair, frozenset[str]], beside: Neighbours[int]) -> None:
        self.witnessed, self.beside = witnessed, beside
        self.pairs: list[Pair] = []
        self.above: dict[int, set[int]] = {}
        self.below: dict[int, set[int]] = {}

    def seen(self, pair: Pair) -> float:
        """The share of what follows from a pair that some site has; 0 if it is known, or cannot be."""
        lower, upper = pair
        if lower in self._upwards(upper) or upper in self._upwards(lower):
            return 0.0
        sites = self.witnessed[pair]
        if len(self.witnessed.get((upper, lower), ())) >= len(sites):
            return 0.0
        if len(self.beside.sites(*pair) - sites) > len(sites):
            return 0.0
        implied = self._implied(pair)
        if any(len(self.beside.sites(*one)) > max(1, len(self.witnessed.get(one, ()))) for one in implied):
            return 0.0
        return sum(one in self.witnessed for one in implied) / len(implied)

    def add(self, pair: Pair) -> None:
        """Take a pair, and what follows from it."""
        self.pairs.append(pair)
        for lower, upper in self._implied(pair):
            self.above.setdefault(lower, set()).add(upper)
            self.below.setdefault(upper, set()).add(lower)

    def _implied(self, pair: Pair) -> list[Pair]:
        """What would follow from a pair and is not known."""
        lower, upper = pair
        return [(a, b) for a in self._downwards(lower) for b in self._upwards(upper) if b not in self._upwards(a)]

    def _upwards(self, one: int) -> set[int]:
        return {one, *self.above.get(one, ())}

    def _downwards(self, one: int) -> set[int]:
        return {one, *self.below.get(one, ())}


def direct(pairs: Iterable[Pair]) -> list[Pair]:
    """The pairs without those that follow from others."""
    above: dict[int, set[int]] = {}
    for lower, upper in pairs:
        above.setdefault(lower, set()).add(upper)

    def all_above(one: int) -> set[int]:
        found: set[int] = set()
        todo = list(above.get(one, ()))
        while todo:
            upper = todo.pop()
            if upper not in found:
                found.add(upper)
                todo += above.get(upper, ())
        return found

    return [
        (lower, upper)
        for lower, uppers in above.items()
        for upper in sorted(uppers)
        if not any(upper in all_above(other) for other in uppers if other != upper)
    ]
