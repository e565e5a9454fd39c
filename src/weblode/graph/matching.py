"""Mappings from the concepts of a run to a vocabulary that the user has: exact, close and broad matches of SKOS.

| mapping | proposed where |
| --- | --- |
| `skos:exactMatch` | the preferred labels of both are the same words, and no other term has them |
| `skos:closeMatch` | some labels are the same words, in any order; or almost the same letters |
| `skos:broadMatch` | a label ends with that of a term ("River Cruises", "Cruises"); or the concept above has a match |

Words are compared without case, accents, signs, "and", "the", "of", and the plural. A concept has one mapping.
Between terms with the same label the one whose broader term matches the concept's broader one wins, else it is close.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from pyoxigraph import NamedNode, Triple

from weblode.caches import regex
from weblode.graph import names
from weblode.graph.terms import term
from weblode.graph.vocabularies import VocabularyTerm
from weblode.ontology import Concept, Ontology
from weblode.table import Table

EXACT, CLOSE, BROAD = "exactMatch", "closeMatch", "broadMatch"
COLUMNS = ("page", "node", "concept", "label", "mapping", "target", "target_label", "score", "why")
_LETTERS = 0.9  # share of letters in common from which two labels are almost the same
_SHORT = 5  # letters up to which they must be the same
_WORD = regex(r"[^\W_]+")
_PAIR = regex(r"[&/,:]|\b(?:and|und|et|y)\b", re.IGNORECASE)  # in labels whose last words are not their head
_EMPTY = frozenset("and the of for a an und et y e".split())
_INHERITED = 0.5  # the score of the match of the concept above, as a share


@dataclass(frozen=True)
class SkosMapping:
    """A proposed mapping of a concept to a term, with its score, from 0 to 1, and the reason."""

    concept: Concept
    kind: str
    term: VocabularyTerm
    score: float
    why: str


def words_of(label: str) -> tuple[str, ...]:
    """The words of a label as they are compared.

    >>> words_of("Bags & Shoes"), words_of("Cafés"), words_of("The Economy")
    (('bag', 'shoe'), ('cafe',), ('economy',))
    """
    plain = unicodedata.normalize("NFKD", label.casefold())
    words = _WORD.findall("".join(char for char in plain if not unicodedata.combining(char)))
    return tuple(_singular(word) for word in words if word not in _EMPTY) or tuple(words)


def _singular(word: str) -> str:
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")) else word


def similarity(one: str, other: str) -> float:
    """How alike two labels are, from 0 to 1: 1 for the same words, 0.95 in another order, else by letters in common."""
    ours, theirs = words_of(one), words_of(other)
    if ours == theirs:
        return 1.0
    if sorted(ours) == sorted(theirs):
        return 0.95
    first, second = sorted((" ".join(ours), " ".join(theirs)))  # the matcher is not symmetric
    return 0.9 * SequenceMatcher(None, first, second).ratio() if min(len(first), len(second)) > _SHORT else 0.0


class LabelIndex:
    """The terms of a vocabulary by the words of their labels."""

    def __init__(self, terms: Iterable[VocabularyTerm]) -> None:
        self.terms = list(terms)
        self._by_words: dict[tuple[str, ...], dict[str, VocabularyTerm]] = {}
        self._by_word: dict[str, dict[str, VocabularyTerm]] = {}
        for each in self.terms:
            for label in each.labels:
                words = words_of(label)
                self._by_words.setdefault(tuple(sorted(words)), {}).setdefault(each.id, each)
                for word in words:
                    self._by_word.setdefault(word[:4], {}).setdefault(each.id, each)

    def same_words(self, label: str) -> list[VocabularyTerm]:
        """The terms with a label of the same words, in any order."""
        return list(self._by_words.get(tuple(sorted(words_of(label))), {}).values())

    def alike(self, label: str) -> list[VocabularyTerm]:
        """The terms with a label that shares the start of a word."""
        hits: dict[str, VocabularyTerm] = {}
        for word in words_of(label):
            hits |= self._by_word.get(word[:4], {})
        return list(hits.values())

    def search(self, text: str, limit: int) -> list[tuple[VocabularyTerm, float]]:
        """The terms most alike to a text, the best first, each with its score from 0 to 1."""
        candidates = {each.id: each for each in (*self.same_words(text), *self.alike(text))}
        scored = [(each, max(similarity(text, label) for label in each.labels)) for each in candidates.values()]
        return sorted((pair for pair in scored if pair[1] > 0), key=lambda pair: (-pair[1], pair[0].id))[:limit]


def match(ontology: Ontology, terms: Sequence[VocabularyTerm]) -> list[SkosMapping]:
    """The proposed mappings of an ontology's concepts, at most one a concept, in the order of the concepts."""
    index, by_id = LabelIndex(terms), {each.id: each for each in terms}
    parents: dict[str, list[str]] = {}
    for pair in ontology.broader:
        parents.setdefault(pair.narrower, []).append(pair.broader)
    concepts = ontology.by_id()
    own: dict[str, SkosMapping] = {}
    for concept in ontology.concepts:
        above = [concepts[id_] for id_ in parents.get(concept.id, ()) if id_ in concepts]
        if mapping := _own(concept, above, index, by_id):
            own[concept.id] = mapping
    inherited = (_inherited(concept, parents, own) for concept in ontology.concepts)
    return [mapping for mapping in inherited if mapping is not None]


def _own(
    concept: Concept, above: Sequence[Concept], index: LabelIndex, by_id: Mapping[str, VocabularyTerm]
) -> SkosMapping | None:
    """The mapping of a concept by its own labels."""
    labels = concept.labels or (concept.id,)
    for label in labels:
        if same := index.same_words(label):
            return _by_words(concept, label, same, [_agrees(each, above, by_id) for each in same])
    alike = [
        (similarity(label, name), each.id, each, f"{label!r} and {name!r} have almost the same letters")
        for label in labels
        for each in index.alike(label)
        for name in each.labels
    ]
    score, _, best, why = max(alike, key=lambda one: one[:2], default=(0.0, "", None, ""))
    if best is not None and score >= 0.9 * _LETTERS:
        return SkosMapping(concept, CLOSE, best, score, why)
    return _by_head(concept, labels, index)


def _by_words(concept: Concept, label: str, same: Sequence[VocabularyTerm], agreeing: Sequence[bool]) -> SkosMapping:
    """The mapping of a concept to one of the terms that have the words of its label; some agree on the broader one."""
    words = words_of(label)
    names = [next((name for name in each.preferred_labels if words_of(name) == words), "") for each in same]
    k = max(range(len(same)), key=lambda i: (agreeing[i], bool(names[i]), -i))
    best = same[k]
    has_label = label == concept.label and bool(names[k])
    if has_label and (len(same) == 1 or (agreeing[k] and sum(agreeing) == 1)):
        return SkosMapping(concept, EXACT, best, 1.0, f"{label!r} has the same words as {names[k]!r}")
    why = "other terms have the label too" if has_label else f"{label!r} has the words of a label of {best.label!r}"
    return SkosMapping(concept, CLOSE, best, 0.9, why)


def _agrees(candidate: VocabularyTerm, above: Sequence[Concept], by_id: Mapping[str, VocabularyTerm]) -> bool:
    """Whether a broader term of a candidate has a label of a concept above ours."""
    ours = {words_of(label) for concept in above for label in concept.labels}
    theirs = {words_of(label) for id_ in candidate.broader if id_ in by_id for label in by_id[id_].labels}
    return bool(ours & theirs)


def _by_head(concept: Concept, labels: Sequence[str], index: LabelIndex) -> SkosMapping | None:
    """A broad mapping to the term that has the last words of a label."""
    for label in labels:
        words = () if _PAIR.search(label) else words_of(label)
        for start in range(1, len(words)):
            if terms := index.same_words(" ".join(words[start:])):
                best, head = terms[0], sorted(words[start:])
                name = next(name for name in best.labels if sorted(words_of(name)) == head)
                return SkosMapping(concept, BROAD, best, 0.6, f"{label!r} ends with {name!r}")
    return None


def _inherited(
    concept: Concept, parents: Mapping[str, Sequence[str]], own: Mapping[str, SkosMapping]
) -> SkosMapping | None:
    """The mapping of a concept, else a broad one to what the nearest concept above it matches."""
    if concept.id in own:
        return own[concept.id]
    level, seen = list(parents.get(concept.id, ())), {concept.id}
    while level:
        for id_ in level:
            if id_ in own:
                above = own[id_]
                why = f"the concept above it, {above.concept.label!r}, matches {above.term.label!r}"
                return SkosMapping(concept, BROAD, above.term, _INHERITED * above.score, why)
        seen.update(level)
        level = [next_id for id_ in level for next_id in parents.get(id_, ()) if next_id not in seen]
    return None


def as_table(mappings: Sequence[SkosMapping]) -> Table:
    """The mappings as a table, a row each."""
    rows = [
        (
            one.concept.witnesses[0].page if one.concept.witnesses else "",
            -1,
            one.concept.id,
            one.concept.label,
            one.kind,
            one.term.id,
            one.term.label,
            round(one.score, 3),
            one.why,
        )
        for one in mappings
    ]
    return Table(dict(zip(COLUMNS, zip(*rows, strict=True) if rows else [()] * len(COLUMNS), strict=True)))


def as_triples(mappings: Iterable[SkosMapping], *, base: str) -> Iterator[Triple]:
    """The mappings as triples with the terms of SKOS; a term whose id is no IRI gets one below `base`."""
    for one in mappings:
        id_ = one.term.id
        target = (
            id_ if re.match(r"[A-Za-z][A-Za-z0-9+.-]*:[^\s<>\"{}|\\^`]+$", id_) else f"{base}term/{names.path(id_)}"
        )
        source = NamedNode(f"{base}concept/{names.local(one.concept.id)}")
        yield Triple(source, term(f"skos:{one.kind}"), NamedNode(target))
