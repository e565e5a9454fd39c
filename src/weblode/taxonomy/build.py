"""From the labels of sites to concepts and what is broader."""

from weblode.ontology import Broader, Concept, Dropped
from weblode.taxonomy import broader as order
from weblode.taxonomy.concepts import Synonyms, synonyms
from weblode.taxonomy.frequent import candidates, with_those_below
from weblode.taxonomy.labels import Labels
from weblode.taxonomy.semantics import above_the_same
from weblode.values.names import concept_id, unused_name

Taxonomy = tuple[tuple[Concept, ...], tuple[Broader, ...], tuple[Dropped, ...]]


def taxonomy(known: Labels, *, support: int = 2, semantics: bool = False) -> Taxonomy:
    """The concepts that labels name, the most shared first; which are broader; and the labels dropped, and why."""
    chosen = candidates(known, support=support)
    more = list(above_the_same(known, chosen.shared)) if semantics else ()
    groups = synonyms(known, chosen, more)
    full = with_those_below(known, chosen, _numbers(groups), support=support)
    if len(full.shared) > len(chosen.shared):
        chosen, groups = full, synonyms(known, full, more)
    concepts, number = _concepts(known, groups), _numbers(groups)
    found = order.relations(order.related(known, number), support=support)
    pairs = set(order.direct(found))
    places = order.witnesses(known, number, pairs)
    broader = tuple(
        Broader(concepts[pair[0]].id, concepts[pair[1]].id, tuple(sorted(found[pair])), places.get(pair, ()))
        for pair in sorted(pairs)
    )
    return tuple(concepts), broader, chosen.dropped(known, number)


def _numbers(groups: list[Synonyms]) -> dict[str, int]:
    """By label the number of its concept."""
    return {one: i for i, group in enumerate(groups) for one in group.keys}


def _concepts(known: Labels, groups: list[Synonyms]) -> list[Concept]:
    """The concepts, each with an id of its own."""
    found: list[Concept] = []
    taken: set[str] = set()
    for group in groups:
        uses = [use for one in group.keys for use in known.uses[one].values()]
        texts = dict.fromkeys(text for one in group.keys for text in (known.text(one), *sorted(_spellings(known, one))))
        id_ = unused_name(concept_id(next(iter(texts))), taken)
        taken.add(id_)
        found.append(
            Concept(
                id_,
                tuple(texts),
                tuple(sorted({site for one in group.keys for site in known.uses[one]})),
                tuple(dict.fromkeys(url for use in uses for url in use.urls)),
                tuple(dict.fromkeys(use.witness for use in uses if use.witness)),
                group.reasons,
            )
        )
    return found


def _spellings(known: Labels, one: str) -> set[str]:
    return {text for use in known.uses[one].values() for text in use.texts}
