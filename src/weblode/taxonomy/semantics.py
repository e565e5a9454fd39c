"""Labels of different sites that mean the same, by what the sites say of them: an option.

The paper leaves `World` and `International` open (2005, section 5.3). Words alone cannot tell; what stands below a
label on its site can, and what is listed there. Two labels that a site has both mean two things to it. How much alike
is enough the sites say themselves: the texts below a label that two sites share are as alike as texts of one meaning
are. Word vectors, if they are installed (`pip install weblode[semantics]`), are one more witness, and never the only
one: the nearest word of `Girls` is `Boys`.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, product
from math import log, sqrt
from statistics import median

from weblode.taxonomy.concepts import LabelLikeness
from weblode.taxonomy.labels import Labels, words

SAME_NARROWER = 0.8  # what labels above the same others count as
_COMMON = 2  # labels that two must have below them both, and
_SHARE = 0.5  # of all that either has
_ENOUGH = 0.75  # the share of the likeness of texts of one meaning that texts must have
_NEAR = 0.7  # the cosine of names from which on they are a witness, and
_NAMES_NEAR = 0.6  # the share of what else is needed that is needed then
_WORDS = 300  # of a text

Texts = Mapping[str, Mapping[str, Counter[str]]]  # by concept and site, the words below it


def above_the_same(labels: Labels, chosen: Iterable[str]) -> Iterator[LabelLikeness]:
    """Pairs of a chosen label and one that other sites have above the same labels."""
    below: dict[str, set[str]] = {}
    for group in labels.groups:
        for upper in group.above[:1]:
            if upper in labels.uses:
                below.setdefault(upper, set()).update(key for key in group.keys if key != upper)
    known = sorted(key for key, keys in below.items() if len(keys) >= _COMMON)
    for one in sorted(set(chosen) & set(known)):
        for other in known:
            if one == other or labels.uses[one].keys() & labels.uses[other].keys():
                continue
            both = below[one] & below[other]
            if len(both) >= _COMMON and len(both) >= _SHARE * len(below[one] | below[other]):
                names = ", ".join(sorted(map(labels.text, both)))
                why = f"{labels.text(other)!r} and {labels.text(one)!r}: both are above {names}"
                yield LabelLikeness(SAME_NARROWER, one, other, why)


@dataclass(frozen=True)
class Same:
    """Two concepts that mean the same, by their ids, and why."""

    one: str
    other: str
    why: str


def of_one_meaning(
    texts: Texts,
    apart: Iterable[tuple[str, str]] = (),
    nearness: Callable[[str, str], float | None] | None = None,
) -> list[Same]:
    """Pairs of concepts of different sites whose texts are each other's nearest, and as alike as those of one concept.

    `apart` are pairs that mean two things, whatever their texts; `nearness` is that of the names of two, if it is
    known: of near ones the texts need be less alike.
    """
    known = _Texts(texts, {frozenset(pair) for pair in apart})
    enough = known.enough()
    if enough is None:
        return []
    found = []
    for one, other in combinations(texts, 2):
        if frozenset((one, other)) in known.apart or texts[one].keys() & texts[other].keys():
            continue
        alike = known.nearest(one, other)
        if not alike or 2 * len(alike) < len(texts[one]) * len(texts[other]):
            continue
        near = (nearness(one, other) if nearness else None) or 0.0
        needed = enough * (_NAMES_NEAR if near >= _NEAR else 1.0)
        if median(alike) >= needed:
            why = f"what they list is alike by {median(alike):.2f}, of {needed:.2f} needed"
            why += f", and their words by {near:.2f}" if near >= _NEAR else ""
            found.append((median(alike), Same(one, other, why)))
    return [same for _, same in sorted(found, key=lambda pair: (-pair[0], pair[1].one, pair[1].other))]


Place = tuple[str, str]  # a concept on a site


class _Texts:
    """The words of concepts on sites, weighed by how rare they are, to be compared with each other."""

    def __init__(self, texts: Texts, apart: set[frozenset[str]]) -> None:
        self.texts, self.apart = texts, apart
        documents = {(concept, site): found for concept, sites in texts.items() for site, found in sites.items()}
        spread = Counter(word for document in documents.values() for word in document)
        self.vectors: dict[Place, dict[str, float]] = {}
        self.having: dict[str, list[tuple[Place, float]]] = {}
        for place, document in documents.items():
            vector = {word: (1 + log(n)) * log(len(documents) / spread[word]) for word, n in document.items()}
            length = sqrt(sum(value * value for value in vector.values())) or 1.0
            self.vectors[place] = {word: value / length for word, value in vector.items()}
            for word, value in self.vectors[place].items():
                self.having.setdefault(word, []).append((place, value))
        self.known: dict[Place, dict[Place, float]] = {}
        self.best: dict[tuple[Place, str], float] = {}

    def alike(self, one: Place) -> dict[Place, float]:
        """How alike the text of a place is to those of all others: the cosine, by the places that share a word."""
        if one not in self.known:
            found: dict[Place, float] = {}
            for word, value in self.vectors[one].items():
                for place, other in self.having[word]:
                    found[place] = found.get(place, 0.0) + value * other
            self.known[one] = found
        return self.known[one]

    def enough(self) -> float | None:
        """How alike the texts of one concept on two sites are, for the most part; None if no concept has two."""
        pairs = [(concept, pair) for concept, sites in self.texts.items() for pair in combinations(sites, 2)]
        alike = [self.alike((concept, a)).get((concept, b), 0.0) for concept, (a, b) in pairs]
        return _ENOUGH * median(alike) if alike else None

    def nearest(self, one: str, other: str) -> list[float]:
        """How alike the texts of two concepts are on the sites where each is the other's nearest."""
        found = []
        for here, there in product(self.texts[one], self.texts[other]):
            alike = self.alike((one, here)).get((other, there), 0.0)
            if alike and alike >= max(self._best((one, here), there), self._best((other, there), here)):
                found.append(alike)
        return found

    def _best(self, one: Place, site: str) -> float:
        """How alike the nearest text of a site is, of the concepts that it could be."""
        if (one, site) not in self.best:
            could = (
                value
                for (concept, where), value in self.alike(one).items()
                if where == site and frozenset((one[0], concept)) not in self.apart
            )
            self.best[one, site] = max(could, default=0.0)
        return self.best[one, site]


def words_of(texts: Iterable[str]) -> Counter[str]:
    """How many of some texts have each word, of the first words of each."""
    return Counter(word for text in texts for word in dict.fromkeys(words(text)[:_WORDS]))
