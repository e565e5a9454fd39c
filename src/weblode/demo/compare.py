"""A mined ontology against the truth: how much of it is right, how much of the truth was found, and what was missed.

What only one site has cannot be found by what sites share: concepts, pairs and instances below `support` sites are
right where they were found and no miss where they were not. What the truth has dropped counts neither way.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urldefrag, urljoin

from weblode.ontology import Broader, Instance, Ontology

Pair = tuple[str, str]

# A value longer than this beyond the true one is a text that happens to hold it, not the field.
SLACK = 60

NAMED = ("title", "author", "date", "place", "body")  # all other attributes are counted together, as facts


@dataclass(frozen=True)
class TruthScore:
    """Counts of one comparison, and the names of what is missing and of what is wrong."""

    right: int  # of those claimed
    claimed: int
    found: int  # of those wanted
    wanted: int
    missed: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()

    @property
    def precision(self) -> float:
        """The share of what was claimed that is right; 1 if nothing was."""
        return self.right / self.claimed if self.claimed else 1.0

    @property
    def recall(self) -> float:
        """The share of what was wanted that was found; 1 if nothing was."""
        return self.found / self.wanted if self.wanted else 1.0


@dataclass(frozen=True)
class TruthComparison:
    """How a mined ontology does."""

    concepts: TruthScore  # a concept counts once, split ones are wrong, merged ones count for one
    broader: TruthScore  # pairs over the closure, between concepts that are right
    instances: TruthScore  # by address
    members: TruthScore  # by address and concept; a broader concept than the article's own is right too
    attributes: Mapping[str, TruthScore]  # by name (see NAMED), over the instances found; only recall means something

    def rows(self) -> list[tuple[str, TruthScore]]:
        """All scores with their names."""
        named = [(name, getattr(self, name)) for name in ("concepts", "broader", "instances", "members")]
        return named + [(f"attribute {name}", score) for name, score in self.attributes.items()]


def compare(mined: Ontology, true: Ontology, *, support: int = 2) -> TruthComparison:
    """How much of the truth was mined."""
    same = _matches(mined, true)
    listed, got = _by_address(true.instances), _by_address(mined.instances)
    shared = {concept.id for concept in true.concepts if len(concept.sites) >= support}
    wanted = {address for address, uses in listed.items() if any(use.concept in shared for use in uses)}
    return TruthComparison(
        concepts=_concept_score(mined, true, same, shared=shared),
        broader=_broader_score(mined, true, same, support=support),
        instances=_score([(one, one in listed) for one in got], [(one, one in got) for one in listed if one in wanted]),
        members=_member_score(true, got, same, wanted=wanted),
        attributes=_attribute_scores(listed, got),
    )


def _score(claims: Iterable[tuple[str, bool]], wants: Iterable[tuple[str, bool]]) -> TruthScore:
    """The score of claims, each with whether it is right, and of wants, each with whether it was found."""
    claims, wants = list(claims), list(wants)
    missed = tuple(name for name, found in wants if not found)
    wrong = tuple(name for name, right in claims if not right)
    return TruthScore(len(claims) - len(wrong), len(claims), len(wants) - len(missed), len(wants), missed, wrong)


def _matches(mined: Ontology, true: Ontology) -> dict[str, str]:
    """The true concept of a mined one: the one with which it shares most labels and that no earlier one has."""
    by_label = {_plain(label): concept.id for concept in reversed(true.concepts) for label in concept.labels}
    found: dict[str, str] = {}
    for concept in mined.concepts:
        hits = [by_label[_plain(label)] for label in concept.labels if _plain(label) in by_label]
        free = [id_ for id_ in hits if id_ not in found.values()]
        if free:
            found[concept.id] = max(free, key=hits.count)
    return found


def _concept_score(mined: Ontology, true: Ontology, same: Mapping[str, str], *, shared: set[str]) -> TruthScore:
    right = set(same.values())
    neutral = {_plain(one.name) for one in true.dropped}
    judged = [concept for concept in mined.concepts if not neutral & {_plain(label) for label in concept.labels}]
    wants = [(concept.labels[0], concept.id in right) for concept in true.concepts if concept.id in shared]
    return _score([(concept.labels[0], concept.id in same) for concept in judged], wants)


def _broader_score(mined: Ontology, true: Ontology, same: Mapping[str, str], *, support: int) -> TruthScore:
    names = {concept.id: concept.labels[0] for concept in true.concepts}
    has = {(same[low], same[high]) for low, high in _closure(mined.broader) if low in same and high in same}
    strong = _closure(pair for pair in true.broader if len(pair.sites) >= support)
    every = _closure(true.broader)
    claims = [(f"{names[low]} < {names[high]}", (low, high) in every) for low, high in sorted(has)]
    return _score(claims, [(f"{names[low]} < {names[high]}", (low, high) in has) for low, high in sorted(strong)])


def _member_score(
    true: Ontology, got: Mapping[str, list[Instance]], same: Mapping[str, str], *, wanted: set[str]
) -> TruthScore:
    """By address and concept. An article is wanted in its own section, and right in those above it as well."""
    names = {concept.id: concept.labels[0] for concept in true.concepts}
    every = {(use.url or use.href, use.concept) for use in true.instances}
    own = [(use.url or use.href, use.concept) for use in true.instances if use.attributes]
    has = {(address, same.get(use.concept, f"? {use.concept}")) for address, uses in got.items() for use in uses}
    claims = [(f"{address} in {names.get(concept, concept)}", (address, concept) in every) for address, concept in has]
    wants = [(f"{pair[0]} in {names[pair[1]]}", pair in has) for pair in own if pair[0] in wanted]
    return _score(sorted(claims), wants)


def _attribute_scores(listed: Mapping[str, list[Instance]], got: Mapping[str, list[Instance]]) -> dict[str, TruthScore]:
    wants: dict[str, list[tuple[str, bool]]] = {}
    for address in (one for one in listed if one in got):
        values = [_plain(attribute.value) for use in got[address] for attribute in use.attributes]
        for attribute in (one for use in listed[address] for one in use.attributes):
            forms = _forms(attribute.name, attribute.value)
            found = any(_stands(form, values, whole=attribute.name != "body") for form in forms)
            group = attribute.name if attribute.name in NAMED else "facts"
            wants.setdefault(group, []).append((f"{address}: {attribute.value[:60]}", found))
    return {name: _score([], rows) for name, rows in wants.items()}


def _stands(value: str, values: list[str], *, whole: bool) -> bool:
    """Whether each line of a true value stands in one of the mined ones; `whole`: in one that is hardly longer."""
    most = len(value) + SLACK if whole else None
    kept = [one for one in values if most is None or len(one) <= most]
    return all(any(_plain(line) in one for one in kept) for line in value.split("\n"))


def _forms(name: str, value: str) -> list[str]:
    """A date is also right as the metadata of pages has it."""
    if name != "date":
        return [value]
    form = "%d %B %Y" if value[0].isdigit() else "%B %d, %Y"
    return [value, f"{datetime.strptime(value, form):%Y-%m-%d}"]


def _closure(pairs: Iterable[Broader]) -> set[Pair]:
    """All pairs of a concept and one above it, however far."""
    above: dict[str, set[str]] = {}
    for pair in pairs:
        above.setdefault(pair.narrower, set()).add(pair.broader)
    found: set[Pair] = set()
    for start in above:
        waiting, seen = [start], {start}
        while waiting:
            fresh = above.get(waiting.pop(), set()) - seen
            seen |= fresh
            waiting += fresh
        found |= {(start, end) for end in seen - {start}}
    return found


def _by_address(instances: Iterable[Instance]) -> dict[str, list[Instance]]:
    found: dict[str, list[Instance]] = {}
    for one in instances:
        address = urldefrag(one.url or urljoin(one.page, one.href)).url
        found.setdefault(address, []).append(one)
    return found


def _plain(text: str) -> str:
    """The text as it is compared: white space folded, case set aside."""
    return re.sub(r"\s+", " ", text).strip().casefold()
