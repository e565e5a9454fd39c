"""Which concepts of a running job are one: by their names, and by their places, names and what they list."""

from collections.abc import Collection, Container

from weblode.mining.state import MiningState
from weblode.pages.web import Web
from weblode.taxonomy.concepts import same_name
from weblode.taxonomy.keys import key
from weblode.taxonomy.likeness import words_of
from weblode.taxonomy.second_names import Placed, Same, second_names
from weblode.taxonomy.variants import names_several
from weblode.taxonomy.vectors import nearness


def merge_by_name(state: MiningState, level: Collection[str], top: Container[str]) -> None:
    """Merge concepts of section pages, by their ids, with others below the same concepts that have the same name.

    Those of home pages (`top`) have been compared.
    """
    parents = state.parents()
    places: dict[frozenset[str], list[str]] = {}
    by_id = {concept.id: concept for concept in state.concepts}
    for id_ in by_id:
        places.setdefault(frozenset(parents.get(id_, ())), []).append(id_)
    for one in [by_id[id_] for id_ in level if id_ not in top and id_ in parents and id_ in by_id]:
        beside = [by_id[id_] for id_ in places[frozenset(parents[one.id])]]
        keys = {key(label) for concept in beside for label in concept.labels}
        alone = [label for label in one.labels if not names_several(key(label), keys)]
        for other in beside:
            others = [label for label in other.labels if not names_several(key(label), keys)]
            whys = (same_name(mine, its) for mine in alone for its in others)
            if one is not other and not set(one.sites) & set(other.sites) and (why := next(filter(None, whys), "")):
                state.merge(Same(one.id, other.id, why))


def merge_by_meaning(state: MiningState, web: Web, level: Container[str], read: Container[str]) -> None:
    """Merge concepts, at least one of them of a level, that are one under two names.

    Only those count whose pages were read.
    """
    texts_by_site: dict[str, dict[str, list[str]]] = {}
    for one in state.instances:
        text = " ".join([one.title, *(attribute.value for attribute in one.attributes)])
        texts_by_site.setdefault(one.concept, {}).setdefault(web.site(one.page), []).append(text)
    parents = state.parents()
    children: dict[str, set[str]] = {}
    for pair in state.broader:
        children.setdefault(pair.broader, set()).add(pair.narrower)
    placed = {
        concept.id: Placed(
            concept.labels,
            frozenset(concept.sites),
            frozenset(parents.get(concept.id, ())),
            frozenset(children.get(concept.id, ())),
        )
        for concept in state.concepts
        if concept.id in read
    }
    words = {
        id_: {site: words_of(texts) for site, texts in texts_by_site[id_].items()}
        for id_ in placed
        if id_ in texts_by_site
    }
    for same in second_names(placed, words, nearness, fresh=level):
        state.merge(same)
