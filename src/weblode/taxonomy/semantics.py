"""Labels of different sites that mean the same, by their contexts on the sites: an option.

The paper leaves `World` and `International` open (2005, section 5.3). The words alone do not show it; the labels below
a label on its site do, and the things listed there. Two labels of the same site have different meanings. The threshold
comes from the sites themselves: the texts below a label that two sites share are as similar as texts of one meaning
are. Word vectors, if they are installed (`pip install weblode[semantics]`), are one more witness, and never the only
one: the nearest word of `Girls` is `Boys`.
"""

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, product
from math import log, sqrt
from statistics import median

from weblode.taxonomy.concepts import LabelLikeness
from weblode.taxonomy.keys import is_longer_name, key, root, words
from weblode.taxonomy.labels import Labels
from weblode.taxonomy.vectors import nearness

SAME_NARROWER = 0.8  # the similarity of two labels above the same labels
_COMMON = 2  # labels that two must share below them, and
_SHARE = 0.5  # the share of those among all labels below either
_ENOUGH = 0.75  # least share of the similarity of texts of one meaning
_NEAR = 0.7  # the cosine from which names are a witness, and
_NAMES_NEAR = 0.6  # the factor for the needed similarity of texts then
_WORDS = 300  # of a text that count
_ROUNDING = 1e-9  # a cosine summed from the other text may differ by less

Texts = Mapping[str, Mapping[str, Counter[str]]]  # by concept and site, the words below it


def above_the_same(labels: Labels, chosen: Iterable[str]) -> Iterator[LabelLikeness]:
    """Pairs of a chosen label and a label that other sites have above the same labels, or above related words."""
    below: dict[str, dict[str, str]] = {}  # by label, those below it by their roots
    for group in labels.groups:
        for upper in group.above[:1]:
            if upper in labels.uses:
                below.setdefault(upper, {}).update({root(key): key for key in group.keys if key != upper})
    uppers = sorted(key for key, keys in below.items() if len(keys) >= _COMMON)
    for one in sorted(set(chosen) & set(uppers)):
        for other in uppers:
            if one == other or labels.uses[one].keys() & labels.uses[other].keys():
                continue
            both = below[one].keys() & below[other].keys()
            if len(both) >= _COMMON and len(both) >= _SHARE * len(below[one].keys() | below[other].keys()):
                names = ", ".join(sorted(labels.text(below[one][each]) for each in both))
                why = f"{labels.text(other)!r} and {labels.text(one)!r}: both are above {names}"
                yield LabelLikeness(SAME_NARROWER, one, other, why)


@dataclass(frozen=True)
class Same:
    """Two concepts that mean the same, by their ids, and why."""

    one: str
    other: str
    why: str


def same_meaning(
    texts: Texts,
    apart: Callable[[str, str], bool] = lambda *_: False,
    nearness: Callable[[str, str], float | None] | None = None,
    *,
    fresh: Container[str] | None = None,
) -> list[Same]:
    """Pairs of concepts of different sites whose texts are nearest to each other, and similar enough (`_Texts.enough`).

    `apart` says which have different meanings, whatever their texts; `nearness` gives the similarity of two names, or
    None: if it is high, less similar texts are enough. One of a pair must be in `fresh`, if that is given.
    """
    compared = _Texts(texts, apart)
    enough = compared.enough()
    if enough is None:
        return []
    result = []
    for one, other in combinations(texts, 2):
        if fresh is not None and one not in fresh and other not in fresh:
            continue
        if texts[one].keys() & texts[other].keys() or apart(one, other):
            continue
        alike = compared.nearest(one, other)
        if not alike or 2 * len(alike) < len(texts[one]) * len(texts[other]):
            continue
        near = (nearness(one, other) if nearness else None) or 0.0
        needed = enough * (_NAMES_NEAR if near >= _NEAR else 1.0)
        if median(alike) >= needed:
            why = f"what they list is alike by {median(alike):.2f}, of {needed:.2f} needed"
            why += f", and their words by {near:.2f}" if near >= _NEAR else ""
            result.append((median(alike), Same(one, other, why)))
    return [same for _, same in sorted(result, key=lambda pair: (-pair[0], pair[1].one, pair[1].other))]


def name_nearness(one: str, other: str) -> float | None:
    """How near two names are: 1 if one is a longer name of the other, else by word vectors; None without these."""
    return 1.0 if is_longer_name(key(one), key(other)) else nearness(one, other)


Place = tuple[str, str]  # a concept on a site


class _Texts:
    """The words of concepts on sites, weighted by how rare they are, for comparison."""

    def __init__(self, texts: Texts, apart: Callable[[str, str], bool]) -> None:
        self.texts, self.apart = texts, apart
        documents = {(concept, site): counts for concept, sites in texts.items() for site, counts in sites.items()}
        spread = Counter(word for document in documents.values() for word in document)
        self.vectors: dict[Place, dict[str, float]] = {}
        self.places: dict[str, list[tuple[Place, float]]] = {}
        for place, document in documents.items():
            vector = {word: (1 + log(n)) * log(len(documents) / spread[word]) for word, n in document.items()}
            length = sqrt(sum(value * value for value in vector.values())) or 1.0
            self.vectors[place] = {word: value / length for word, value in vector.items()}
            for word, value in self.vectors[place].items():
                self.places.setdefault(word, []).append((place, value))
        self.cosines: dict[Place, dict[Place, float]] = {}
        self.best: dict[tuple[Place, str], float] = {}

    def alike(self, one: Place) -> dict[Place, float]:
        """The cosine of the text of a place with the text of each place that shares a word with it."""
        if one not in self.cosines:
            cosines: dict[Place, float] = {}
            for word, value in self.vectors[one].items():
                for place, other in self.places[word]:
                    cosines[place] = cosines.get(place, 0.0) + value * other
            self.cosines[one] = cosines
        return self.cosines[one]

    def enough(self) -> float | None:
        """The similarity that texts need: a share of the median of one concept on two sites; None without one."""
        pairs = [(concept, pair) for concept, sites in self.texts.items() for pair in combinations(sites, 2)]
        alike = [self.alike((concept, a)).get((concept, b), 0.0) for concept, (a, b) in pairs]
        return _ENOUGH * median(alike) if alike else None

    def nearest(self, one: str, other: str) -> list[float]:
        """The similarities of the texts of two concepts on the sites where each is nearest to the other."""
        result = []
        for here, there in product(self.texts[one], self.texts[other]):
            alike = self.alike((one, here)).get((other, there), 0.0)
            if alike and alike + _ROUNDING >= max(self._best((one, here), there), self._best((other, there), here)):
                result.append(alike)
        return result

    def _best(self, one: Place, site: str) -> float:
        """The highest similarity to a text of a site, without concepts that are known to differ."""
        if (one, site) not in self.best:
            could = (
                value
                for (concept, where), value in self.alike(one).items()
                if where == site and not self.apart(one[0], concept)
            )
            self.best[one, site] = max(could, default=0.0)
        return self.best[one, site]


def words_of(texts: Iterable[str]) -> Counter[str]:
    """In how many texts each word occurs, by the first words of each text."""
    return Counter(word for text in texts for word in dict.fromkeys(words(text)[:_WORDS]))
