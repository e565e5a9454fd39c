"""Concepts put together, the pairs they are in then, and what is above a concept."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from weblode.ontology import Broader, Concept


def joined(one: Concept, other: Concept) -> Concept:
    """The first concept, with all that both have."""
    return replace(
        one,
        labels=tuple(dict.fromkeys(one.labels + other.labels)),
        sites=tuple(sorted({*one.sites, *other.sites})),
        urls=tuple(dict.fromkeys(one.urls + other.urls)),
        witnesses=tuple(dict.fromkeys(one.witnesses + other.witnesses)),
        merged=one.merged + other.merged,
        edited=one.edited + other.edited,
        replaces=one.replaces + other.replaces,
    )


def renamed(pairs: Iterable[Broader], names: Mapping[str, str]) -> list[Broader]:
    """Pairs of concepts under other names, those that are the same then as one, none of a concept with itself."""
    found: dict[tuple[str, str], Broader] = {}
    for pair in pairs:
        lower, upper = names.get(pair.narrower, pair.narrower), names.get(pair.broader, pair.broader)
        known = found.get((lower, upper), Broader(lower, upper))
        sites = tuple(sorted({*known.sites, *pair.sites}))
        witnesses = tuple(dict.fromkeys(known.witnesses + pair.witnesses))
        if lower != upper:
            found[lower, upper] = Broader(lower, upper, sites, witnesses)
    return list(found.values())


def closed(ids: Iterable[str], parents: Mapping[str, Iterable[str]]) -> set[str]:
    """The ids and all above them."""
    found: set[str] = set()
    stack = list(ids)
    while stack:
        id_ = stack.pop()
        if id_ not in found:
            found.add(id_)
            stack += parents.get(id_, ())
    return found


def all_above(pairs: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """By concept the broader ones, of pairs of a narrower and a broader one."""
    found: dict[str, list[str]] = {}
    for narrower, broader in pairs:
        found.setdefault(narrower, []).append(broader)
    return found
