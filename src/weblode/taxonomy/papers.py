"""The taxonomy of labels as OntoMiner builds it, for comparison with ours (`build`).

Davulcu, Vadrevu, Nagarajan, Gelgi: OntoMiner, 2005, section 5: the labels of links that enough sites have, and the
labels beside those in a list, are candidates (5.1, 5.2); labels with similar stems by Jaccard's coefficient are one
concept (5.3); TaxMiner finds which is broader (5.4). We differ in that pairs which close a circle are left out, those
of fewer sites first.
"""

from collections.abc import Iterable, Mapping

from weblode.ontology import Broader, Dropped
from weblode.taxonomy import broader as order
from weblode.taxonomy.build import Taxonomy, concept_list
from weblode.taxonomy.concepts import ALIKE, Synonyms
from weblode.taxonomy.keys import JOINT, root
from weblode.taxonomy.labels import Labels

Pair = tuple[int, int]


def paper_taxonomy(labels: Labels, *, support: int = 2) -> Taxonomy:
    """The concepts that labels name, which are broader, and no dropped labels: the papers judge them by their pages."""
    groups = similar_labels(labels, candidate_labels(labels, support=support))
    number = {one: i for i, group in enumerate(groups) for one in group.keys}
    concepts = concept_list(labels, groups)
    pairs = without_circles(order.taxminer(order.related_pairs(labels, number), support=support))
    direct = set(order.direct_pairs(pairs))
    places = order.witnesses(labels, number, direct)
    broader = tuple(
        Broader(concepts[pair[0]].id, concepts[pair[1]].id, tuple(sorted(pairs[pair])), places.get(pair, ()))
        for pair in sorted(direct)
    )
    dropped: tuple[Dropped, ...] = ()
    return tuple(concepts), broader, dropped


def candidate_labels(labels: Labels, *, support: int) -> list[str]:
    """The labels of links that at least `support` sites have, and those beside them; the most shared first."""
    linked = {one: {site for site, use in uses.items() if use.urls} for one, uses in labels.uses.items()}
    frequent = {one for one, sites in linked.items() if len(sites) >= support}
    beside = {one for group in labels.groups if frequent & set(group.keys) for one in group.keys if linked[one]}
    return sorted(frequent | beside, key=lambda one: (-len(linked[one]), one))


def similar_labels(labels: Labels, names: Iterable[str]) -> list[Synonyms]:
    """The labels in groups of similar stems: each joins the first group with a label that is alike enough."""
    groups: list[list[str]] = []
    holding: dict[str, list[int]] = {}
    for one in names:
        words = _stems(one)
        near = sorted({number for word in words for number in holding.get(word, ())})
        number = next((i for i in near if any(_jaccard(words, _stems(other)) > ALIKE for other in groups[i])), None)
        if number is None:
            number = len(groups)
            groups.append([])
        groups[number].append(one)
        for word in words:
            if number not in holding.setdefault(word, []):
                holding[word].append(number)
    return [Synonyms(tuple(group), _reasons(labels, group)) for group in groups]


def _reasons(labels: Labels, group: list[str]) -> tuple[str, ...]:
    return tuple(f"{labels.text(one)!r} and {labels.text(group[0])!r}: stems alike" for one in group[1:])


def _stems(one: str) -> frozenset[str]:
    return frozenset(map(root, one.replace(JOINT, " ").split()))


def _jaccard(one: frozenset[str], other: frozenset[str]) -> float:
    return len(one & other) / len(one | other)


def without_circles(pairs: Mapping[Pair, frozenset[str]]) -> dict[Pair, frozenset[str]]:
    """The pairs, those of most sites first, without those that would close a circle.

    >>> sorted(without_circles({(0, 1): frozenset("ab"), (1, 0): frozenset("a"), (2, 0): frozenset("a")}))
    [(0, 1), (2, 0)]
    """
    above: dict[int, set[int]] = {}
    taken: dict[Pair, frozenset[str]] = {}
    for pair in sorted(pairs, key=lambda pair: (-len(pairs[pair]), pair)):
        lower, upper = pair
        if lower == upper or lower in _all_above(upper, above):
            continue
        above.setdefault(lower, set()).add(upper)
        taken[pair] = pairs[pair]
    return taken


def _all_above(one: int, above: Mapping[int, set[int]]) -> set[int]:
    reached: set[int] = set()
    todo = [one]
    while todo:
        upper = todo.pop()
        if upper not in reached:
            reached.add(upper)
            todo += above.get(upper, ())
    return reached
