"""How alike the texts are that concepts list on their sites: the cosine of their words, rare ones counting more."""

from collections import Counter
from collections.abc import Iterable, Mapping
from math import log, sqrt

from weblode.taxonomy.keys import words

_WORDS = 300  # of a text that count

Texts = Mapping[str, Mapping[str, Counter[str]]]  # by concept and site, the words below it
Place = tuple[str, str]  # a concept on a site


class TextVectors:
    """The words of concepts on sites, weighted by how rare they are."""

    def __init__(self, texts: Texts) -> None:
        documents = {(concept, site): counts for concept, sites in texts.items() for site, counts in sites.items()}
        spread = Counter(word for document in documents.values() for word in document)
        self._vectors: dict[Place, dict[str, float]] = {}
        self._places: dict[str, list[tuple[Place, float]]] = {}
        self._cosines: dict[Place, dict[Place, float]] = {}
        for place, document in documents.items():
            vector = {word: (1 + log(n)) * log(len(documents) / spread[word]) for word, n in document.items()}
            length = sqrt(sum(value * value for value in vector.values())) or 1.0
            self._vectors[place] = {word: value / length for word, value in vector.items()}
            for word, value in self._vectors[place].items():
                self._places.setdefault(word, []).append((place, value))

    def alike(self, one: Place) -> Mapping[Place, float]:
        """The cosine of the text of a place with the text of each place that shares a word with it."""
        if one not in self._cosines:
            cosines: dict[Place, float] = {}
            for word, value in self._vectors[one].items():
                for place, other in self._places[word]:
                    cosines[place] = cosines.get(place, 0.0) + value * other
            self._cosines[one] = cosines
        return self._cosines[one]


def words_of(texts: Iterable[str]) -> Counter[str]:
    """In how many texts each word occurs, by the first words of each text."""
    return Counter(word for text in texts for word in dict.fromkeys(words(text)[:_WORDS]))
