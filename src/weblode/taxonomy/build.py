"""Builds a taxonomy from the labels of sites: concepts, and which are broader."""

from weblode.ontology import Broader, Concept, Dropped
from weblode.taxonomy import broader as order
from weblode.taxonomy.concepts import Synonyms, synonyms
from weblode.taxonomy.frequent import candidates, with_menu_entries
from weblode.taxonomy.labels import Labels
from weblode.taxonomy.semantics import above_the_same
from weblode.taxonomy.senses import split_senses
from weblode.taxonomy.services import likely_services
from weblode.taxonomy.tools import list_ends, tools
from weblode.values.names import concept_id, unused_name

_SERVICE = "sites have it among the links by which they speak of themselves"
_TOOL = "it stands and is addressed as accounts, carts and subscriptions are"
_END = "it is the first or the last of its lists, here and on unrelated sites"

Taxonomy = tuple[tuple[Concept, ...], tuple[Broader, ...], tuple[Dropped, ...]]


def taxonomy(labels: Labels, *, support: int = 2, semantics: bool = False, senses: bool = True) -> Taxonomy:
    """The concepts that labels name, the most shared first; which are broader; and the dropped labels with reasons.

    Without `senses`, a label below different concepts is one concept.
    """
    chosen = candidates(labels, support=support)
    more = list(above_the_same(labels, chosen.shared)) if semantics else ()
    groups = synonyms(labels, chosen, more)
    full = with_menu_entries(labels, chosen, _numbers(groups), support=support)
    if len(full.shared) > len(chosen.shared):
        chosen, groups = full, synonyms(labels, full, more)
    concepts, number = concept_list(labels, groups), _numbers(groups)
    reasons = _reasons_against(labels)
    refused = {i: reasons[group.keys[0]] for i, group in enumerate(groups) if group.keys[0] in reasons}
    counted = labels.counted()
    relations = order.relations(order.related_pairs(counted, number), support=support)
    pairs = set(order.direct_pairs(pair for pair in relations if refused.keys().isdisjoint(pair)))
    places = order.witnesses(counted, number, pairs)
    broader = tuple(
        Broader(concepts[pair[0]].id, concepts[pair[1]].id, tuple(sorted(relations[pair])), places.get(pair, ()))
        for pair in sorted(pairs)
    )
    number = {one: i for one, i in number.items() if i not in refused}
    full_concepts = tuple(concept for i, concept in enumerate(concepts) if i not in refused)
    if senses:
        ids = {one: concepts[i].id for one, i in number.items()}
        full_concepts, broader = split_senses(labels, full_concepts, broader, ids)
    dropped = (Dropped(concepts[i].labels[0], refused[i]) for i in sorted(refused))
    return full_concepts, broader, (*chosen.dropped(labels, number), *dropped)


def _reasons_against(labels: Labels) -> dict[str, str]:
    """The labels that are no concepts, though those beside them are judged as if they were, with the reasons."""
    reasons = dict.fromkeys(list_ends(labels), _END) | dict.fromkeys(tools(labels), _TOOL)
    return reasons | dict.fromkeys(likely_services(labels), _SERVICE)


def _numbers(groups: list[Synonyms]) -> dict[str, int]:
    """The number of the concept of each label."""
    return {one: i for i, group in enumerate(groups) for one in group.keys}


def concept_list(labels: Labels, groups: list[Synonyms]) -> list[Concept]:
    """The concepts, each with a unique id."""
    concepts: list[Concept] = []
    taken: set[str] = set()
    for group in groups:
        uses = [use for one in group.keys for use in labels.uses[one].values()]
        texts = dict.fromkeys(
            text for one in group.keys for text in (labels.text(one), *sorted(_spellings(labels, one)))
        )
        id_ = unused_name(concept_id(next(iter(texts))), taken)
        taken.add(id_)
        concepts.append(
            Concept(
                id_,
                tuple(texts),
                tuple(sorted({site for one in group.keys for site in labels.uses[one]})),
                tuple(dict.fromkeys(url for use in uses for url in use.urls)),
                tuple(dict.fromkeys(use.witness for use in uses if use.witness)),
                group.reasons,
                label_sites=tuple((text, _sites_of(labels, group, text)) for text in texts),
            )
        )
    return concepts


def _sites_of(labels: Labels, group: Synonyms, text: str) -> tuple[str, ...]:
    """The sites that spell a label of a concept so."""
    uses = (use for one in group.keys for use in labels.uses[one].items())
    return tuple(sorted({site for site, use in uses if text in use.texts}))


def _spellings(labels: Labels, one: str) -> set[str]:
    return {text for use in labels.uses[one].values() for text in use.texts}
