"""Concepts of different sites that are one concept under two names, by their places, their names and what they list.

`Film` and `Movies` have no word in common, and a page or two do not list enough to tell. What tells, together: no site
has both, though most sites have most of what stands below `Entertainment`; the same concepts are below them; one name
is part of the other; their pages list things with the same words. Each is worth its likelihood ratio, and the ratios
are multiplied (naive Bayes). How much the absence of a label on a site says, and how much alike texts are that are
about one thing, or about two things in one place, is measured on the sites at hand: by the concepts that they share.
"""

from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import combinations, product
from math import log
from statistics import fmean, pvariance

from weblode.taxonomy.keys import is_longer_name, key, root
from weblode.taxonomy.likeness import Texts, TextVectors

# Of pairs of sites with one concept, the share that names it differently; and how much more often names of one concept
# are related than those of two in one place, if no site has both. On the home pages of four domains with gold
# (docs/taxonomy.md): 0.25 of news, 0.40 of shops, 0.57 of electronics, 0.08 of sports; of 181 and 2,743 pairs.
_OTHER_NAME = 0.3
_PART = log(30.0)  # all words of one are words of the other: 79 and 13
_WORD = log(6.0)  # they have a word in common: 50 and 64
_NO_WORD = log(0.4)
_NEAR = 0.7  # the cosine of word vectors from which names without a common word count as if they had one
_CHILD = log(20.0)  # a concept below both; below two concepts in one place there is hardly ever one
_CHILDREN = 2  # that count
_MOST = log(50.0)  # what texts may say for or against
_PAIRS = 5  # pairs of texts from which their likeness is known
_SURE = log(2.0)  # the odds from which two concepts are one


@dataclass(frozen=True)
class Placed:
    """A concept with its sites, the concepts directly above it, and those directly below."""

    label: str
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
    evidence = _Evidence(concepts, texts, nearness)
    odds: list[tuple[float, Same]] = []
    for one, other in combinations(concepts, 2):
        if (fresh is None or one in fresh or other in fresh) and evidence.could_be_one(one, other):
            value, why = evidence.odds(one, other)
            if value >= _SURE:
                odds.append((value, Same(one, other, why)))
    return [same for _, same in sorted(odds, key=lambda pair: (-pair[0], pair[1].one, pair[1].other))]


@dataclass(frozen=True)
class _Likeness:
    """How alike texts are that are about one thing and about two: their means, and the variance around these."""

    one: float
    two: float
    variance: float

    def ratio(self, alike: float) -> float:
        """The logarithm of how much more likely texts about one thing are as alike as this."""
        if self.one <= self.two or not self.variance:
            return 0.0
        value = (self.one - self.two) / self.variance * (alike - (self.one + self.two) / 2)
        return max(-_MOST, min(_MOST, value))


@dataclass
class _Evidence:
    """What concepts share, for the odds of pairs."""

    concepts: Mapping[str, Placed]
    texts: Texts
    nearness: Nearness
    _places: dict[frozenset[str], list[str]] = field(init=False)

    def __post_init__(self) -> None:
        self._vectors = TextVectors(self.texts)
        self._places = {}
        for id_, concept in self.concepts.items():
            self._places.setdefault(concept.above, []).append(id_)
        self._absent = {top: self._absence(top=top) for top in (True, False)}
        self._likeness = {top: self._calibrate(top=top) for top in (True, False)}

    def could_be_one(self, one: str, other: str) -> bool:
        """Whether two concepts are in one place, and no site has both."""
        first, second = self.concepts[one], self.concepts[other]
        in_place = first.above == second.above or bool(first.above & second.above)
        return in_place and not first.sites & second.sites

    def odds(self, one: str, other: str) -> tuple[float, str]:
        """The logarithm of the odds that two concepts are one, and what speaks for it."""
        first, second = self.concepts[one], self.concepts[other]
        top = not first.above
        absent = self._absent[top]
        sites = len(first.sites) + len(second.sites)
        could = max(self._rivals(one), self._rivals(other))
        value = log(_OTHER_NAME / could) - sites * log(absent)
        reasons = [f"no site has both, and a site lacks {absent:.0%} of what others have there"]
        names, why = self._name_ratio(first.label, second.label)
        value += names
        reasons += [why] if why else []
        if both := first.below & second.below:
            value += _CHILD * min(_CHILDREN, len(both))
            reasons.append("the same is below them: " + ", ".join(sorted(self._label(id_) for id_ in both)))
        if likeness := self._likeness[top]:
            alike = self._alike(one, other)
            if alike:
                mean = fmean(alike)
                value += likeness.ratio(mean)
                usual = f"usual is {likeness.one:.2f} for one and {likeness.two:.2f} for two"
                reasons.append(f"what they list is alike by {mean:.2f} ({usual})")
        return value, "; ".join(reasons)

    def _label(self, id_: str) -> str:
        return self.concepts[id_].label if id_ in self.concepts else id_

    def _name_ratio(self, one: str, other: str) -> tuple[float, str]:
        if is_longer_name(key(one), key(other)):
            return _PART, "one name is part of the other"
        first, second = (set(root(key(label)).split()) - {"&"} for label in (one, other))
        if first & second:
            return _WORD, "they have a word in common"
        near = self.nearness(one, other) or 0.0
        return (_WORD, f"their words are alike by {near:.2f}") if near >= _NEAR else (_NO_WORD, "")

    def _rivals(self, one: str) -> int:
        """How many concepts in the place of one could be the same."""
        return max(1, sum(self.could_be_one(one, other) for other in self._beside(one) if other != one))

    def _beside(self, one: str) -> Iterable[str]:
        return self._places[self.concepts[one].above]

    def _absence(self, *, top: bool) -> float:
        """The share of the sites with something in a place that lack a concept there, on top or below others."""
        absent = all_ = 1
        for above, ids in self._places.items():
            if bool(above) != top:
                sites = {site for id_ in ids for site in self.concepts[id_].sites}
                all_ += len(ids) * len(sites)
                absent += sum(len(sites) - len(self.concepts[id_].sites) for id_ in ids)
        return absent / (all_ + 1)

    def _alike(self, one: str, other: str) -> list[float]:
        """How alike the texts of two concepts are on any two sites."""
        places = product(self.texts.get(one, ()), self.texts.get(other, ()))
        return [self._vectors.alike((one, here)).get((other, there), 0.0) for here, there in places if here != there]

    def _calibrate(self, *, top: bool) -> _Likeness | None:
        """How alike the texts of one concept are on two sites, and those of two that a site has in one place."""
        same = [
            self._vectors.alike((id_, here)).get((id_, there), 0.0)
            for id_, sites in self.texts.items()
            if id_ in self.concepts and bool(self.concepts[id_].above) != top
            for here, there in combinations(sites, 2)
        ]
        apart = [
            alike
            for above, ids in self._places.items()
            if bool(above) != top
            for one, other in combinations(ids, 2)
            if self.concepts[one].sites & self.concepts[other].sites
            for alike in self._alike(one, other)
        ]
        if min(len(same), len(apart)) < _PAIRS:
            return None
        spread = (pvariance(same) * len(same) + pvariance(apart) * len(apart)) / (len(same) + len(apart))
        return _Likeness(fmean(same), fmean(apart), spread)

