"""Compares a mined ontology with the truth: how much of it is right, how much of the truth was found, what was missed.

Things of a single site cannot be found by what sites share: concepts, pairs and instances of fewer than `support` sites
are right if they were mined, and not missed if they were not. What the truth has dropped is not counted.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urldefrag, urljoin

from weblode.ontology import Broader, Instance, Ontology

Pair = tuple[str, str]

# Characters that a mined value may be longer than the true one: a longer text only happens to contain it.
SLACK = 60

NAMED = ("title", "author", "date", "place", "body")  # all other attributes are counted together, as facts


@dataclass(frozen=True)
class TruthScore:
    """The counts of one comparison, and the names of what was missed and of what is wrong."""

    right: int  # of those claimed
    claimed: int
    found: int  # of those expected
    expected: int
    missed: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()

    @property
    def precision(self) -> float:
        """The share of the claims that are right; 1 if there are none."""
        return self.right / self.claimed if self.claimed else 1.0

    @property
    def recall(self) -> float:
        """The share of what was expected that was found; 1 if nothing was expected."""
        return self.found / self.expected if self.expected else 1.0


@dataclass(frozen=True)
class TruthComparison:
    """The scores of a mined ontology."""

    concepts: TruthScore  # a true concept counts once: if it was split, the second part is wrong
    broader: TruthScore  # pairs of the transitive closure, between concepts that are right
    instances: TruthScore  # by address
    members: TruthScore  # by address and concept; a broader concept than the article's own is right too
    attributes: Mapping[str, TruthScore]  # by name (see NAMED), over the instances found; only recall is meaningful

    def rows(self) -> list[tuple[str, TruthScore]]:
        """All scores with their names."""
        scores = [(name, getattr(self, name)) for name in ("concepts", "broader", "instances", "members")]
        return scores + [(f"attribute {name}", score) for name, score in self.attributes.items()]


def compare(mined: Ontology, true: Ontology, *, support: int = 2) -> TruthComparison:
    """The scores of a mined ontology against the true one."""
    same = _matches(mined, true)
    true_uses, mined_uses = _by_address(true.instances), _by_address(mined.instances)
    shared = {concept.id for concept in true.concepts if len(concept.sites) >= support}
    expected = {
        address for address, instances in true_uses.items() if any(instance.concept in shared for instance in instances)
    }
    return TruthComparison(
        concepts=_concept_score(mined, true, same, shared=shared),
        broader=_broader_score(mined, true, same, support=support),
        instances=_score(
            [(one, one in true_uses) for one in mined_uses],
            [(one, one in mined_uses) for one in true_uses if one in expected],
        ),
        members=_member_score(true, mined_uses, same, expected=expected),
        attributes=_attribute_scores(true_uses, mined_uses),
    )


def _score(claims: Iterable[tuple[str, bool]], expectations: Iterable[tuple[str, bool]]) -> TruthScore:
    """The score of claims, each with whether it is right, and of expectations, each with whether it was found."""
    claims, expectations = list(claims), list(expectations)
    missed = tuple(name for name, is_found in expectations if not is_found)
    wrong = tuple(name for name, right in claims if not right)
    return TruthScore(
        len(claims) - len(wrong), len(claims), len(expectations) - len(missed), len(expectations), missed, wrong
    )


def _matches(mined: Ontology, true: Ontology) -> dict[str, str]:
    """By mined concept, the true one with which it shares most labels and that no earlier concept matches."""
    by_label = {_plain(label): concept.id for concept in reversed(true.concepts) for label in concept.labels}
    matches: dict[str, str] = {}
    for concept in mined.concepts:
        hits = [by_label[_plain(label)] for label in concept.labels if _plain(label) in by_label]
        free = [id_ for id_ in hits if id_ not in matches.values()]
        if free:
            matches[concept.id] = max(free, key=hits.count)
    return matches


def _concept_score(mined: Ontology, true: Ontology, same: Mapping[str, str], *, shared: set[str]) -> TruthScore:
    right = set(same.values())
    neutral = {_plain(one.name) for one in true.dropped}
    judged = [concept for concept in mined.concepts if not neutral & {_plain(label) for label in concept.labels}]
    expectations = [(concept.labels[0], concept.id in right) for concept in true.concepts if concept.id in shared]
    return _score([(concept.labels[0], concept.id in same) for concept in judged], expectations)


def _broader_score(mined: Ontology, true: Ontology, same: Mapping[str, str], *, support: int) -> TruthScore:
    names = {concept.id: concept.labels[0] for concept in true.concepts}
    has = {(same[low], same[high]) for low, high in _closure(mined.broader) if low in same and high in same}
    strong = _closure(pair for pair in true.broader if len(pair.sites) >= support)
    every = _closure(true.broader)
    claims = [(f"{names[low]} < {names[high]}", (low, high) in every) for low, high in sorted(has)]
    return _score(claims, [(f"{names[low]} < {names[high]}", (low, high) in has) for low, high in sorted(strong)])


def _member_score(
    true: Ontology, mined_uses: Mapping[str, list[Instance]], same: Mapping[str, str], *, expected: set[str]
) -> TruthScore:
    """By address and concept. An article is expected in its own section, and also right in those above it."""
    names = {concept.id: concept.labels[0] for concept in true.concepts}
    every = {(use.url or use.href, use.concept) for use in true.instances}
    own = [(use.url or use.href, use.concept) for use in true.instances if use.attributes]
    has = {(address, same.get(use.concept, f"? {use.concept}")) for address, uses in mined_uses.items() for use in uses}
    claims = [(f"{address} in {names.get(concept, concept)}", (address, concept) in every) for address, concept in has]
    expectations = [(f"{pair[0]} in {names[pair[1]]}", pair in has) for pair in own if pair[0] in expected]
    return _score(sorted(claims), expectations)


def _attribute_scores(
    true_uses: Mapping[str, list[Instance]], mined_uses: Mapping[str, list[Instance]]
) -> dict[str, TruthScore]:
    expectations: dict[str, list[tuple[str, bool]]] = {}
    for address in (one for one in true_uses if one in mined_uses):
        values = [_plain(attribute.value) for use in mined_uses[address] for attribute in use.attributes]
        for attribute in (one for use in true_uses[address] for one in use.attributes):
            forms = _forms(attribute.name, attribute.value)
            is_found = any(_contains_lines(form, values, whole=attribute.name != "body") for form in forms)
            group = attribute.name if attribute.name in NAMED else "facts"
            expectations.setdefault(group, []).append((f"{address}: {attribute.value[:60]}", is_found))
    return {name: _score([], rows) for name, rows in expectations.items()}


def _contains_lines(value: str, values: list[str], *, whole: bool) -> bool:
    """Whether each line of a true value is in one of the mined values; with `whole`, in one that is hardly longer."""
    longest = len(value) + SLACK if whole else None
    candidates = [one for one in values if longest is None or len(one) <= longest]
    return all(any(_plain(line) in one for one in candidates) for line in value.split("\n"))


def _forms(name: str, value: str) -> list[str]:
    """The forms of a value that are right: a date also as in the metadata of pages."""
    if name != "date":
        return [value]
    form = "%d %B %Y" if value[0].isdigit() else "%B %d, %Y"
    return [value, f"{datetime.strptime(value, form):%Y-%m-%d}"]


def _closure(pairs: Iterable[Broader]) -> set[Pair]:
    """The transitive closure: all pairs of a concept and one above it."""
    above: dict[str, set[str]] = {}
    for pair in pairs:
        above.setdefault(pair.narrower, set()).add(pair.broader)
    closure: set[Pair] = set()
    for start in above:
        waiting, seen = [start], {start}
        while waiting:
            fresh = above.get(waiting.pop(), set()) - seen
            seen |= fresh
            waiting += fresh
        closure |= {(start, end) for end in seen - {start}}
    return closure


def _by_address(instances: Iterable[Instance]) -> dict[str, list[Instance]]:
    by_address: dict[str, list[Instance]] = {}
    for one in instances:
        address = urldefrag(one.url or urljoin(one.page, one.href)).url
        by_address.setdefault(address, []).append(one)
    return by_address


def _plain(text: str) -> str:
    """The text in the form in which it is compared: white space and case folded."""
    return re.sub(r"\s+", " ", text).strip().casefold()
