"""The taxonomy as nested HTML lists that unfold, each concept with its labels, pages and first instances."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from weblode.ontology import Concept, Instance
from weblode.report.facts import MineResult, pluralize, synonyms, visits
from weblode.report.markup import bdi, link, text
from weblode.values.addresses import without_start

_INSTANCES = 5  # instances per concept
_SHOWN = 2000  # instances in all, so that the page is not too large for a browser; but one per concept
_ATTRIBUTES = 12  # attributes per instance
_PAGES = 6  # pages per concept
_VALUE = 280  # characters of a value
_OPEN = 200  # up to this number of concepts the tree is unfolded


def tree(facts: MineResult) -> Iterator[str]:
    """The list of all concepts as pieces of HTML; a concept below several others is a link where it comes again."""
    numbers = {concept.id: number for number, concept in enumerate(facts.ontology.concepts, 1)}
    unfolded = " open" if len(numbers) <= _OPEN else ""
    ends: list[str] = []
    yield '<ul class="tree">\n'
    for visit in visits(facts.ontology):
        while len(ends) > visit.depth:
            yield ends.pop()
        concept, anchor = visit.concept, f"concept-{numbers[visit.concept.id]}"
        if visit.again:
            yield f'<li class="again"><a href="#{anchor}">{bdi(concept.label)}</a>, see there'
            ends.append("</li>\n")
            continue
        yield f'<li><details id="{anchor}"{unfolded if visit.holds else ""}>{_summary(facts, concept)}'
        yield from _about(facts, concept, folded=visit.holds)
        yield "<ul>\n" if visit.holds else ""
        ends.append(f"{'</ul>' if visit.holds else ''}</details></li>\n")
    yield from reversed(ends)
    yield "</ul>\n"


def _summary(facts: MineResult, concept: Concept) -> str:
    number = facts.members.get(concept.id, 0)
    instances = f' <span class="count">{pluralize(number, "instance")}</span>' if number else ""
    sites = f'<span class="count">{pluralize(len(concept.sites), "site")}</span>'
    also = f' <span class="also">{", ".join(map(bdi, synonyms(concept)))}</span>' if synonyms(concept) else ""
    return f'<summary><span class="label">{bdi(concept.label)}</span>{also} {sites}{instances}</summary>\n'


def _about(facts: MineResult, concept: Concept, *, folded: bool) -> Iterator[str]:
    """The details of a concept; folded if it has narrower concepts, so that the tree can still be seen."""
    if folded:
        of = f'<span class="unseen"> of {bdi(concept.label)}</span>'  # for screen readers
        yield f'<details class="more"><summary>Labels, pages and instances{of}</summary>'
    yield '<div class="about">\n<dl>'
    if others := synonyms(concept):
        yield f"<dt>Also called</dt><dd>{', '.join(map(bdi, others))}{_notes(concept.merged)}</dd>"
    if concept.sites:
        yield f"<dt>Sites</dt><dd>{', '.join(map(bdi, concept.sites))}</dd>"
    if concept.edited:
        yield f"<dt>By hand</dt><dd>{_notes(concept.edited)}</dd>"
    if concept.urls:
        yield f"<dt>Pages</dt><dd>{_pages(concept.urls)}</dd>"
    yield "</dl>\n"
    yield from _instances(facts, concept)
    yield "</div>\n"
    if folded:
        yield "</details>\n"


def _notes(reasons: Sequence[str]) -> str:
    return f'<ul class="why">{"".join(f"<li>{bdi(why)}</li>" for why in reasons)}</ul>' if reasons else ""


def _pages(urls: Sequence[str]) -> str:
    more = f", and {len(urls) - _PAGES:,} more" if len(urls) > _PAGES else ""
    return ", ".join(link(url, without_start(url), 70) for url in urls[:_PAGES]) + more


def _instances(facts: MineResult, concept: Concept) -> Iterator[str]:
    instances = facts.instances_by_concept.get(concept.id, ())
    if not instances:
        return
    number = max(1, min(_INSTANCES, _SHOWN // max(1, len(facts.ontology.concepts))))
    title = "Instances" if len(instances) <= number else f"The first {number} of {len(instances):,} instances"
    yield f"<h3>{title}</h3>\n"
    yield '<ol class="instances">\n'
    for instance in instances[:number]:
        yield f"<li>{link(instance.url, instance.title or instance.href, 200)}{_attributes(instance)}</li>\n"
    yield "</ol>\n"


def _attributes(instance: Instance) -> str:
    """The attributes of an instance, each with how it was read; a title equal to the one above is left out."""
    differ = (one for one in instance.attributes if (one.name, one.value) != ("title", instance.title))
    rows = [
        f'<dt>{bdi(one.name, 40)}</dt><dd title="{text(f"{one.witness.method}: {one.witness.xpath}", 200)}">'
        f"{bdi(one.value, _VALUE)}</dd>"
        for one in islice(differ, _ATTRIBUTES)
    ]
    return f"<dl>{''.join(rows)}</dl>" if rows else ""
