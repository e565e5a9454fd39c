"""The truth about made sites, held to their pages."""

import re
from functools import cache

import weblode
from weblode.demo.generate import generate
from weblode.demo.truth import instances, truth
from weblode.ontology import Broader
from weblode.report.facts import visits

WEB = generate(3, 120)
TRUE = truth(WEB)


def folded(text):
    return re.sub(r"\s+", " ", text).casefold()


@cache
def page_text(address):
    return folded(weblode.read(WEB.page(address).data).text(0))


def test_every_listed_article_is_on_its_page_with_title_and_link():
    for one in TRUE.instances:
        assert folded(one.title) in page_text(one.page)
        assert f'href="{one.href}"'.encode() in WEB.page(one.page).data


def test_every_value_is_in_the_text_of_its_article():
    seen = set()
    for one in (one for one in TRUE.instances if one.attributes):
        text = page_text(one.url)
        for attribute in one.attributes:
            assert all(folded(line) in text for line in attribute.value.split("\n")), (one.url, attribute)
            seen.add(attribute.name)
    assert {"title", "author", "date", "place", "body", "Venue", "Price", "Director"} <= seen


def test_every_article_has_its_attributes_once():
    described = [one.url for one in TRUE.instances if one.attributes]
    assert len(described) == len(set(described)) == 3 * 120


def test_labels_are_on_the_home_page_or_the_page_of_the_section_above():
    for concept in TRUE.concepts:
        for url in concept.urls:
            assert any(folded(label) in page_text(url) for label in concept.labels)


def test_concepts_know_their_sites_and_surface_forms():
    by_id = TRUE.by_id()
    assert set(by_id["sports"].labels) == {"Sport", "Sports"}
    assert len(by_id["world"].sites) == 3
    assert set(TRUE.sites) == set(by_id["world"].sites)
    assert Broader("tennis", "sports", by_id["tennis"].sites) in TRUE.broader
    support = [len(concept.sites) for concept in TRUE.concepts]
    assert support == sorted(support, reverse=True)


def test_every_concept_but_the_topmost_is_reached_by_walking_down():
    assert {visit.concept.id for visit in visits(TRUE)} == set(TRUE.by_id())
    assert max(visit.depth for visit in visits(TRUE)) == 1


def test_of_each_section_only_the_first_page_can_be_asked_for():
    first = list(instances(WEB.site(0), pages=1))
    assert {one.page for one in first} == {
        url for concept in TRUE.concepts for url in concept.urls if WEB.site(0).base in url
    }
