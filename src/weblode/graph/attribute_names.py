"""Names of attributes that mean the same, as labels of concepts do: the ontology's Syn for attributes.

Two names are synonyms

- if both mean one term of a standard vocabulary (`STANDARD`): `by`, `author` and `creator`;
- if they are the same words, but for case, signs and the plural: `Item number` and `item_number`;
- by extension: if they have the same value on several instances, and hardly ever different ones: the `amount` of a list
  and the `price` of the items' own pages.

The preferred name of a group is the one that most instances have.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import combinations

from weblode.graph.matching import words_of
from weblode.ontology import Instance

# Attribute names with the meaning of a standard term. dcterms:creator requires an agent, not a text: so schema:author.
STANDARD = {
    "title": "dcterms:title",
    "headline": "dcterms:title",
    "date": "dcterms:date",
    "published": "schema:datePublished",
    "datepublished": "schema:datePublished",
    "datemodified": "schema:dateModified",
    "author": "schema:author",
    "by": "schema:author",
    "creator": "schema:author",
    "description": "dcterms:description",
    "price": "schema:price",
    "publisher": "schema:publisher",
    "isbn": "schema:isbn",
    "image": "schema:image",
    "brand": "schema:brand",
    "colour": "schema:color",
    "color": "schema:color",
    "material": "schema:material",
    "weight": "schema:weight",
    "manufacturer": "schema:manufacturer",
    "sku": "schema:sku",
    "telephone": "schema:telephone",
    "phone": "schema:telephone",
    "e-mail": "schema:email",
    "email": "schema:email",
    "director": "schema:director",
    "genre": "schema:genre",
    "duration": "schema:duration",
    "salary": "schema:baseSalary",
}
_SHARED = 3  # instances on which two names must have the same value
_AGREE = 0.8  # share of the instances with both names on which they have it
_LONGEST = 200  # characters of values that are compared: bodies are no names' evidence
_UNNAMED = "field_"  # the start of names that only number a column


def standard_term(name: str) -> str:
    """The standard term with the meaning of an attribute's name; "" if there is none."""
    return STANDARD.get(name.strip(" :").casefold(), "")


def synonyms(instances: Iterable[Instance]) -> dict[str, str]:
    """By name of an attribute the preferred name of its group; names without synonyms are left out."""
    counts: Counter[str] = Counter()
    both: Counter[tuple[str, str]] = Counter()
    same: Counter[tuple[str, str]] = Counter()
    for one in instances:
        values: dict[str, set[str]] = {}
        for each in one.attributes:
            if len(each.value) <= _LONGEST:
                values.setdefault(each.name, set()).add(" ".join(each.value.split()).casefold())
        counts.update({each.name for each in one.attributes})
        for pair in combinations(sorted(name for name in values if not name.startswith(_UNNAMED)), 2):
            both[pair] += 1
            same[pair] += bool(values[pair[0]] & values[pair[1]])
    groups = _Groups(counts)
    for key in (standard_term, _words):
        firsts: dict[object, str] = {}
        for name in sorted(counts):
            if value := key(name):
                groups.join(firsts.setdefault(value, name), name)
    for pair, n in sorted(same.items()):
        if n >= _SHARED and n >= _AGREE * both[pair]:
            groups.join(*pair)
    return groups.preferred()


def _words(name: str) -> object:
    return None if name.startswith(_UNNAMED) else words_of(name.replace("_", " "))


class _Groups:
    """Names put together; the preferred one of a group is the most frequent, then the first."""

    def __init__(self, counts: Mapping[str, int]) -> None:
        self._counts = counts
        self._group = {name: {name} for name in counts}

    def join(self, one: str, other: str) -> None:
        """Put the groups of two names together."""
        if self._group[one] is not self._group[other]:
            whole = self._group[one] | self._group[other]
            self._group |= dict.fromkeys(whole, whole)

    def preferred(self) -> dict[str, str]:
        """By name the preferred one, for names in groups of several."""
        best = {name: min(own, key=lambda each: (-self._counts[each], each)) for name, own in self._group.items()}
        return {name: best[name] for name in sorted(best) if len(self._group[name]) > 1}
