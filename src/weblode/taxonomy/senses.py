"""Senses: one label below different concepts is several concepts, if a site tells them apart.

A site with `Accessories` below `Women` and below `Men` that lead to different pages has two things of one name. Then
each place of the label belongs to the sense of the concept above it; places below neither belong to the sense of most
sites. If the pages are the same somewhere, or the labels below them, they are one concept with two broader ones.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from weblode.ontology import Broader, Concept, Witness
from weblode.taxonomy.labels import Labels
from weblode.values.addresses import target_key
from weblode.values.names import unused_name


@dataclass
class _Place:
    """Where a concept is below another: its pages and witnesses by site, and the concepts below it there."""

    pages: dict[str, set[str]] = field(default_factory=dict)
    urls: dict[str, None] = field(default_factory=dict)
    witnesses: dict[Witness, None] = field(default_factory=dict)
    below: set[str] = field(default_factory=set)


Places = dict[str, dict[str, _Place]]  # by concept and concept above it


def split_senses(
    labels: Labels, concepts: Sequence[Concept], broader: Sequence[Broader], concept_of: Mapping[str, str]
) -> tuple[tuple[Concept, ...], tuple[Broader, ...]]:
    """The concepts and pairs, with a concept for each sense; `concept_of` has the id of a label's concept."""
    parents: dict[str, list[str]] = {}
    for pair in broader:
        parents.setdefault(pair.narrower, []).append(pair.broader)
    places = _places(labels, concept_of, parents)
    taken = {concept.id for concept in concepts}
    result: list[Concept] = []
    pairs = list(broader)
    for concept in concepts:
        others = _other_senses(parents.get(concept.id, []), places.get(concept.id, {}))
        new = []
        for place in others.values():
            new.append(_sense(concept, place, unused_name(concept.id, taken)))
            taken.add(new[-1].id)
        result += [_rest(concept, new), *new] if new else [concept]
        for upper, sense in zip(others, new, strict=True):
            pairs = _move_pairs(pairs, concept.id, sense.id, upper, others[upper].below)
    order = {concept.id: i for i, concept in enumerate(result)}
    unique = {(pair.narrower, pair.broader): pair for pair in pairs}
    return tuple(result), tuple(sorted(unique.values(), key=lambda pair: (order[pair.narrower], order[pair.broader])))


def _places(labels: Labels, concept_of: Mapping[str, str], parents: Mapping[str, Collection[str]]) -> Places:
    """By concept and broader concept, the places of the one below the other."""
    places: Places = {}
    scripts: dict[str, frozenset[str]] = {}
    for uses in labels.uses.values():
        for site, use in uses.items():
            scripts[site] = scripts.get(site, frozenset()) | use.scripts
    for group in labels.groups:
        above = list(dict.fromkeys(concept_of[one] for one in group.above if one in concept_of))
        for one in group.keys:
            id_ = concept_of.get(one, "")
            upper = next((each for each in above if each in parents.get(id_, ())), None)
            if upper is None:
                continue
            place = places.setdefault(id_, {}).setdefault(upper, _Place())
            if url := group.targets.get(one):
                place.pages.setdefault(group.site, set()).add(target_key(url, scripts.get(group.site, ())))
                place.urls[url] = None
            if group.witness is not None:
                place.witnesses[group.witness] = None
        for here, upper in pairwise(above):
            if upper in parents.get(here, ()):
                place = places.setdefault(here, {}).setdefault(upper, _Place())
                place.below |= {concept_of[one] for one in group.keys if one in concept_of}
    return places


def _other_senses(parents: Sequence[str], places: Mapping[str, _Place]) -> dict[str, _Place]:
    """The places that are other senses than that of the broader concept which most sites have; none without a site
    that tells them apart."""
    linked = [upper for upper in parents if upper in places and places[upper].pages]
    if len(linked) < 2:
        return {}
    main = max(linked, key=lambda upper: len(places[upper].pages))
    return {
        upper: places[upper]
        for upper in linked
        if upper != main and all(_are_apart(places[upper], places[other]) for other in linked if other != upper)
    }


def _are_apart(one: _Place, other: _Place) -> bool:
    """Whether a site has both places with different pages, and neither pages nor labels below them agree anywhere."""
    both = one.pages.keys() & other.pages.keys()
    agree = any(one.pages[site] & other.pages[site] for site in both) or one.below & other.below
    return bool(both) and not agree


def _sense(concept: Concept, place: _Place, id_: str) -> Concept:
    """The concept of one place."""
    sites = tuple(site for site in concept.sites if site in place.pages)
    spelt = tuple((text, tuple(site for site in names if site in sites)) for text, names in concept.label_sites)
    used = {text for text, names in spelt if names}
    texts = tuple(text for text in concept.labels if text in used) or concept.labels[:1]
    return replace(
        concept,
        id=id_,
        labels=texts,
        sites=sites,
        urls=tuple(place.urls),
        witnesses=tuple(place.witnesses),
        label_sites=tuple((text, names) for text, names in spelt if names),
    )


def _rest(concept: Concept, senses: Sequence[Concept]) -> Concept:
    """The concept without the pages of its other senses."""
    gone = {url for sense in senses for url in sense.urls}
    return replace(concept, urls=tuple(url for url in concept.urls if url not in gone))


def _move_pairs(pairs: list[Broader], id_: str, sense: str, upper: str, below: Collection[str]) -> list[Broader]:
    """The pairs with those of one sense: below its broader concept, above what is below it there."""
    moved = []
    for pair in pairs:
        if (pair.narrower, pair.broader) == (id_, upper):
            moved.append(replace(pair, narrower=sense))
        elif pair.broader == id_ and pair.narrower in below:
            moved += [pair, replace(pair, broader=sense)]
        else:
            moved.append(pair)
    return moved
