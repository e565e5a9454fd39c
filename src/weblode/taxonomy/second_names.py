"""Concepts of different sites that are one concept under two names, by their places, their names and what they list.

`Film` and `Movies` have no word in common, and a page or two do not list enough to tell. What tells, together: no site
has both, though most sites have most of what stands below `Entertainment`; the same concepts are below them; one name
is part of the other; their pages list things with the same words. Each is worth its likelihood ratio, and the ratios
are multiplied (naive Bayes). How much the absence of a label on a site says, and how much alike texts are that are
about one thing, or about two things in one place, is measured on the sites at hand: by the concepts that they share.
"""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, islice, product, starmap
from math import log
from statistics import fmean

from weblode.taxonomy.keys import JOINT, is_initialism, is_longer_name, key, root, words
from weblode.taxonomy.likeness import Texts, TextVectors
from weblode.taxonomy.variants import is_abbreviated, names_concepts

# Of pairs of sites with one concept, the share that names it differently; and how much more often names of one concept
# are related than those of two in one place, if no site has both. On the home pages of four domains with gold
# (docs/taxonomy.md): 0.25 of news, 0.40 of shops, 0.57 of electronics, 0.08 of sports; of 181 and 2,743 pairs.
_OTHER_NAME = 0.3
_PART = log(30.0)  # all words of one are words of the other: 79 and 13
_WORD = log(6.0)  # they have a word in common: 50 and 64
_NO_WORD = log(0.4)
_ELSEWHERE = 0.2  # the share of the other concepts in a place whose texts may have the name of one, or the reverse
_NEAR = 0.7  # the cosine of word vectors from which names without a common word count as if they had one
_CHILD = log(20.0)  # a concept below both; below two concepts in one place there is hardly ever one
_CHILDREN = 2  # that count
_FOR, _AGAINST = log(50.0), log(10.0)  # the most that texts say: a tenth of those about one thing are as of two
_ABSENCES = 4  # sites without one of two concepts that count: more are not independent
_PAIRS = 6  # pairs of texts from which their likeness is known, and
_ENOUGH = 2000  # pairs that are enough
_SURE = log(3.0)  # the odds from which two concepts are one


@dataclass(frozen=True)
class Placed:
    """A concept with its sites, the concepts directly above it, and those directly below."""

    labels: tuple[str, ...]
    sites: frozenset[str]
    above: frozenset[str] = frozenset()
    below: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Same:
    """Two concepts that mean the same, by their ids, and why."""

    one: str
    other: str
    why: str


Nearness = Callable[[str, str], float | None]


def second_names(
    concepts: Mapping[str, Placed],
    texts: Texts,
    nearness: Nearness = lambda *_: None,
    *,
    fresh: Container[str] | None = None,
) -> list[Same]:
    """Pairs of concepts that are one, the most likely first.

    `texts` has the words that concepts list on their sites; `nearness` gives the cosine of two names, or None. One of a
    pair must be in `fresh`, if that is given.
    """
    evidence = _NameEvidence(concepts, texts, nearness)
    odds: list[tuple[float, Same]] = []
    for one, other in evidence.pairs():
        if (fresh is None or one in fresh or other in fresh) and evidence.could_be_one(one, other):
            value, why = evidence.odds(one, other)
            if value >= _SURE:
                odds.append((value, Same(one, other, why)))
    return [same for _, same in sorted(odds, key=lambda pair: (-pair[0], pair[1].one, pair[1].other))]


Alike = tuple[float, float]  # the size of the smaller of two texts, as a logarithm, and the cosine of the two


@dataclass(frozen=True)
class _Line:
    """How alike texts are by their size: long ones are more alike, whatever they are about."""

    mean: float
    slope: float
    centre: float

    def at(self, size: float) -> float:
        return self.mean + self.slope * (size - self.centre)


def _fit_line(pairs: Sequence[Alike]) -> _Line:
    """The line through sizes and cosines with the least squares of differences."""
    centre, mean = fmean(size for size, _ in pairs), fmean(alike for _, alike in pairs)
    spread = sum((size - centre) ** 2 for size, _ in pairs)
    slope = sum((size - centre) * (alike - mean) for size, alike in pairs) / spread if spread else 0.0
    return _Line(mean, max(0.0, slope), centre)


@dataclass(frozen=True)
class _Likeness:
    """How alike texts are that are about one thing and about two, and the variance around these."""

    one: _Line
    two: _Line
    variance: float

    def ratio(self, pairs: Sequence[Alike]) -> float:
        """The logarithm of how much more likely texts about one thing are as alike as these."""
        one = fmean(self.one.at(size) for size, _ in pairs)
        two = fmean(self.two.at(size) for size, _ in pairs)
        if one <= two or not self.variance:
            return 0.0
        value = (one - two) / self.variance * (fmean(alike for _, alike in pairs) - (one + two) / 2)
        return max(-_AGAINST, min(_FOR, value))


@dataclass
class _NameEvidence:
    """What concepts share, for the odds of pairs."""

    concepts: Mapping[str, Placed]
    texts: Texts
    nearness: Nearness
    _places: dict[frozenset[str], list[str]] = field(init=False)
    _ids: dict[str, str] = field(init=False)  # by the key of a label
    _parents: dict[str, frozenset[str]] = field(init=False)  # with what these name: `Technology` for `Tech & Science`
    _above: dict[str, set[str]] = field(init=False)  # all concepts above each, not only directly

    def __post_init__(self) -> None:
        self._vectors = TextVectors(self.texts)
        self._places = {}
        for id_, concept in self.concepts.items():
            self._places.setdefault(concept.above, []).append(id_)
        self._ids = {key(label): id_ for id_, concept in self.concepts.items() for label in concept.labels}
        self._rival_counts: dict[str, int] = {}
        self._several = {
            id_
            for id_, concept in self.concepts.items()
            if any(JOINT in key(label) and names_concepts(key(label), self._ids) for label in concept.labels)
        }
        self._named: dict[str, frozenset[str]] = {}
        self._parents = {id_: self._wide_place(id_) for id_ in self.concepts}
        self._above = self._all_above()
        self._absent = {top: self._absence(top=top) for top in (True, False)}
        self._likeness = {top: self._calibrate(top=top) for top in (True, False)}

    def pairs(self) -> Iterator[tuple[str, str]]:
        """The pairs of concepts that are in one place, in the order of the concepts."""
        beside: dict[str, set[str]] = {}  # by parent
        for id_, parents in self._parents.items():
            for parent in parents:
                beside.setdefault(parent, set()).add(id_)
        order = {id_: i for i, id_ in enumerate(self.concepts)}
        for one, concept in self.concepts.items():
            others = {*self._places[concept.above]}.union(*(beside[parent] for parent in self._parents[one]))
            for other in sorted((id_ for id_ in others if order[id_] > order[one]), key=order.__getitem__):
                yield one, other

    def could_be_one(self, one: str, other: str) -> bool:
        """Whether two concepts are in one place, and no site has both, and neither names several concepts or is above
        the other."""
        if one in self._several or other in self._several:
            return False
        first, second = self.concepts[one], self.concepts[other]
        in_place = first.above == second.above or not (
            self._parents[one].isdisjoint(second.above) and self._parents[other].isdisjoint(first.above)
        )
        above = other in self._above[one] or one in self._above[other]
        return in_place and not above and first.sites.isdisjoint(second.sites)

    def _wide_place(self, one: str) -> frozenset[str]:
        """The concepts above a concept, and others that these name: below `Tech & Science` is below `Technology`."""
        direct = self.concepts[one].above
        above = (self.concepts[id_] for id_ in direct if id_ in self.concepts)
        names = {key(label) for upper in above for label in upper.labels}
        parts = {part for name in names if JOINT in name for part in name.split(JOINT)}
        return direct.union(*map(self._ids_of, parts)) - {one}

    def _ids_of(self, part: str) -> frozenset[str]:
        """The concepts that a part of a name names, in full or in short."""
        if part not in self._named:
            self._named[part] = frozenset(
                id_ for name, id_ in self._ids.items() if name == part or is_abbreviated(part, name)
            )
        return self._named[part]

    def _all_above(self) -> dict[str, set[str]]:
        """By concept, all concepts above it, as far as those at hand have them above or below."""
        direct = {id_: set(concept.above) for id_, concept in self.concepts.items()}
        for id_, concept in self.concepts.items():
            for lower in concept.below:
                direct.setdefault(lower, set()).add(id_)
        above: dict[str, set[str]] = {}
        for id_ in self.concepts:
            reached: set[str] = set()
            todo = list(direct[id_])
            while todo:
                upper = todo.pop()
                if upper not in reached:
                    reached.add(upper)
                    todo += direct.get(upper, ())
            above[id_] = reached
        return above

    def odds(self, one: str, other: str) -> tuple[float, str]:
        """The logarithm of the odds that two concepts are one, and what speaks for it; no odds if nothing does but that
        no site has both."""
        first, second = self.concepts[one], self.concepts[other]
        top = not first.above
        absent = self._absent[top]
        sites = min(_ABSENCES, len(first.sites) + len(second.sites))
        value = log(_OTHER_NAME / max(self._rivals(one), self._rivals(other))) - sites * log(absent)
        reasons = []
        names, why = self._name_ratio(one, other)
        reasons += [why] if why else []
        if both := first.below & second.below:
            names += _CHILD * min(_CHILDREN, len(both))
            reasons.append("the same is below them: " + ", ".join(sorted(self._label(id_) for id_ in both)))
        pairs, likeness = self._alike(one, other), self._likeness[top]
        texts = 0.0
        if likeness and pairs:
            texts = likeness.ratio(pairs)
            reasons.append(f"what they list is alike by {fmean(alike for _, alike in pairs):.2f}")
        if not reasons:
            return -_FOR, ""
        return value + names + texts, "; ".join([*reasons, "no site has both"])

    def _label(self, id_: str) -> str:
        return self.concepts[id_].labels[0] if id_ in self.concepts else id_

    def _name_ratio(self, one: str, other: str) -> tuple[float, str]:
        """The logarithm of how much more likely one concept has such labels than two, and why."""
        first, second = self.concepts[one].labels, self.concepts[other].labels
        keys = [(key(mine), key(its)) for mine, its in product(first, second)]
        if any(is_longer_name(*pair) for pair in keys):
            return _PART, "one name is part of the other"
        if any(starmap(is_initialism, product(first, second))):
            return _PART, "one is short for the other"
        if any((set(root(mine).split()) & set(root(its).split())) - {"&"} for mine, its in keys):
            return _WORD, "they have a word in common"
        near = self.nearness(first[0], second[0]) or 0.0
        if near >= _NEAR:
            return _WORD, f"their words are alike by {near:.2f}"
        if self._is_named_in(one, other) or self._is_named_in(other, one):
            return _WORD, "what one lists has the name of the other"
        return _NO_WORD, ""

    def _is_named_in(self, one: str, other: str) -> bool:
        """Whether the texts of a concept have the name of another, which those of others in its place hardly have, and
        hardly have the names of others: a menu has them all."""
        place = self._places[self.concepts[one].above]
        beside = [id_ for id_ in place if id_ not in (one, other) and id_ in self.texts]
        most = _ELSEWHERE * len(beside)
        return (
            self._has_name(other, one)
            and sum(self._has_name(id_, one) for id_ in beside) <= most
            and sum(self._has_name(other, id_) for id_ in beside) <= most
        )

    def _has_name(self, one: str, other: str) -> bool:
        """Whether the texts of a concept have all words of a label of another, or their singulars."""
        names = [spelt for label in self.concepts[other].labels if (spelt := words(label))]
        return any(
            all(word in text or key(word) in text for word in name)
            for text in self.texts.get(one, {}).values()
            for name in names
        )

    def _rivals(self, one: str) -> int:
        """How many concepts in the place of one could be the same."""
        if one not in self._rival_counts:
            beside = self._places[self.concepts[one].above]
            self._rival_counts[one] = max(1, sum(self.could_be_one(one, other) for other in beside if other != one))
        return self._rival_counts[one]

    def _absence(self, *, top: bool) -> float:
        """The share of the sites with something in a place that lack a concept there, on top or below others."""
        absent = all_ = 1
        for above, ids in self._places.items():
            if bool(above) != top:
                sites = {site for id_ in ids for site in self.concepts[id_].sites}
                all_ += len(ids) * len(sites)
                absent += sum(len(sites) - len(self.concepts[id_].sites) for id_ in ids)
        return absent / (all_ + 1)

    def _alike(self, one: str, other: str) -> list[Alike]:
        """How alike the texts of two concepts, or of one, are on any two sites, with their sizes."""
        sites, others = self.texts.get(one, ()), self.texts.get(other, ())
        pairs: Iterable[tuple[str, str]] = combinations(sites, 2) if one == other else product(sites, others)
        return [
            (
                log(1 + min(len(self.texts[one][here]), len(self.texts[other][there]))),
                self._vectors.alike((one, here)).get((other, there), 0.0),
            )
            for here, there in pairs
            if here != there
        ]

    def _calibrate(self, *, top: bool) -> _Likeness | None:
        """How alike the texts of one concept are on two sites, and those of two that a site has in one place."""
        groups = [ids for above, ids in self._places.items() if bool(above) != top]
        twice = ((id_, id_) for ids in groups for id_ in ids)
        both = (
            (one, other)
            for ids in groups
            for one, other in combinations(ids, 2)
            if self.concepts[one].sites & self.concepts[other].sites
        )
        same, apart = (
            list(islice((alike for pair in pairs for alike in self._alike(*pair)), _ENOUGH)) for pairs in (twice, both)
        )
        if min(len(same), len(apart)) < _PAIRS:
            return None
        one, two = _fit_line(same), _fit_line(apart)
        squares = [(alike - line.at(size)) ** 2 for line, pairs in ((one, same), (two, apart)) for size, alike in pairs]
        return _Likeness(one, two, fmean(squares))
