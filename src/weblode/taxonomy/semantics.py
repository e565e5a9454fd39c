"""Labels of different sites that mean the same, by what the sites say of them: an option.

The paper leaves `World` and `International` open (2005, section 5.3). Words alone cannot tell; what stands below a
label on its site can, and what is listed there. Two labels that a site has both mean two things to it. How much alike
is enough the sites say themselves: the texts below a label that two sites share are as alike as texts of one meaning
are. Word vectors, if they are installed (`pip install weblode[semantics]`), are one more witness, and never the only
one: the nearest word of `Girls` is `Boys`.
"""

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from math import log, sqrt
from statistics import median

from weblode.taxonomy.concepts import Likeness
from weblode.taxonomy.labels import Labels, words

SAME_NARROWER = 0.8  # what labels above the same others count as
_COMMON = 2  # labels that two must have below them both, and
_SHARE = 0.5  # of all that either has
_ENOUGH = 0.75  # the share of the likeness of texts of one meaning that texts must have
_NEAR = 0.7  # the cosine of names from which on they are a witness, and
_NAMES_NEAR = 0.6  # the share of what else is needed that is needed then
_WORDS = 300  # of a text

Texts = Mapping[str, Mapping[str, Counter[str]]]  # by concept and site, the words below it


def above_the_same(labels: Labels, chosen: Iterable[str]) -> Iterator[Likeness]:
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
                yield Likeness(SAME_NARROWER, one, other, why)


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
    vectors = _vectors(texts)
    enough = _enough(vectors)
    if enough is None:
        return []
    refused = {frozenset(pair) for pair in apart}
    found = []
    for one, other in combinations(texts, 2):
        if frozenset((one, other)) in refused or texts[one].keys() & texts[other].keys():
            continue
        alike = [
            _cosine(vectors[one, a], vectors[other, b])
            for a in texts[one]
            for b in texts[other]
            if _nearest((one, a), (other, b), vectors, refused) and _nearest((other, b), (one, a), vectors, refused)
        ]
        if not alike or 2 * len(alike) < len(texts[one]) * len(texts[other]):
            continue
        near = (nearness(one, other) if nearness else None) or 0.0
        needed = enough * (_NAMES_NEAR if near >= _NEAR else 1.0)
        if median(alike) >= needed:
            why = f"what they list is alike by {median(alike):.2f}, of {needed:.2f} needed"
            why += f", and their words by {near:.2f}" if near >= _NEAR else ""
            found.append((median(alike), Same(one, other, why)))
    return [same for _, same in sorted(found, key=lambda pair: (-pair[0], pair[1].one, pair[1].other))]


Vector = dict[str, float]
Place = tuple[str, str]  # a concept on a site


def _vectors(texts: Texts) -> dict[Place, Vector]:
    """The words of each concept on each site, weighed by how rare they are, of length one."""
    documents = {(concept, site): found for concept, sites in texts.items() for site, found in sites.items()}
    spread = Counter(word for document in documents.values() for word in document)
    found = {}
    for place, document in documents.items():
        vector = {word: (1 + log(n)) * log(len(documents) / spread[word]) for word, n in document.items()}
        length = sqrt(sum(value * value for value in vector.values())) or 1.0
        found[place] = {word: value / length for word, value in vector.items()}
    return found


def _enough(vectors: Mapping[Place, Vector]) -> float | None:
    """How alike the texts of one concept on two sites are, for the most part; None if no concept has two."""
    by_concept: dict[str, list[Vector]] = {}
    for (concept, _), vector in vectors.items():
        by_concept.setdefault(concept, []).append(vector)
    alike = [_cosine(*pair) for found in by_concept.values() for pair in combinations(found, 2)]
    return _ENOUGH * median(alike) if alike else None


def _nearest(one: Place, other: Place, vectors: Mapping[Place, Vector], refused: Container[frozenset[str]]) -> bool:
    """Whether, of all concepts of a site that it could be, one is the nearest to a concept of another site."""
    alike = _cosine(vectors[one], vectors[other])
    return all(
        _cosine(vectors[one], vector) <= alike
        for (concept, site), vector in vectors.items()
        if site == other[1] and frozenset((one[0], concept)) not in refused
    )


def _cosine(one: Vector, other: Vector) -> float:
    short, long = sorted((one, other), key=len)
    return sum(value * long[word] for word, value in short.items() if word in long)


def words_of(texts: Iterable[str]) -> Counter[str]:
    """How many of some texts have each word, of the first words of each."""
    return Counter(word for text in texts for word in set(words(text)[:_WORDS]))
