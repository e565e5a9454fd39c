"""Merging concepts and their broader pairs, and the ancestors of a concept."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from weblode.ontology import Broader, Concept


def merge_concepts(one: Concept, other: Concept) -> Concept:
    """The first concept, with the labels, sites, links and witnesses of both."""
    return replace(
        one,
        labels=tuple(dict.fromkeys(one.labels + other.labels)),
        sites=tuple(sorted({*one.sites, *other.sites})),
        urls=tuple(dict.fromkeys(one.urls + other.urls)),
        witnesses=tuple(dict.fromkeys(one.witnesses + other.witnesses)),
        merged=one.merged + other.merged,
        edited=one.edited + other.edited,
        replaces=one.replaces + other.replaces,
        label_sites=_merge_sites(one.label_sites + other.label_sites),
    )


def _merge_sites(pairs: Iterable[tuple[str, tuple[str, ...]]]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The sites of each label, once."""
    sites: dict[str, set[str]] = {}
    for label, names in pairs:
        sites.setdefault(label, set()).update(names)
    return tuple((label, tuple(sorted(names))) for label, names in sites.items())


def rename_pairs(pairs: Iterable[Broader], names: Mapping[str, str]) -> list[Broader]:
    """The pairs with ids replaced by `names`; pairs that become equal are merged, pairs of a concept with itself go."""
    renamed: dict[tuple[str, str], Broader] = {}
    for pair in pairs:
        lower, upper = names.get(pair.narrower, pair.narrower), names.get(pair.broader, pair.broader)
        equal = renamed.get((lower, upper), Broader(lower, upper))
        sites = tuple(sorted({*equal.sites, *pair.sites}))
        witnesses = tuple(dict.fromkeys(equal.witnesses + pair.witnesses))
        if lower != upper:
            renamed[lower, upper] = Broader(lower, upper, sites, witnesses)
    return list(renamed.values())


def with_ancestors(ids: Iterable[str], parents: Mapping[str, Iterable[str]]) -> set[str]:
    """The ids and those of all their ancestors."""
    ancestors: set[str] = set()
    stack = list(ids)
    while stack:
        id_ = stack.pop()
        if id_ not in ancestors:
            ancestors.add(id_)
            stack += parents.get(id_, ())
    return ancestors


def parents_by_id(pairs: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """By id, the ids of the broader concepts, given pairs (narrower, broader)."""
    parents: dict[str, list[str]] = {}
    for narrower, broader in pairs:
        parents.setdefault(narrower, []).append(broader)
    return parents
