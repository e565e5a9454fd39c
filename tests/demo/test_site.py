"""Names, sections and articles of a made site."""

from itertools import pairwise

import pytest
from demo.pages import SMALL

from weblode.demo import addresses
from weblode.demo.generate import generate
from weblode.demo.site import ALWAYS, ERAS, LAST_DAY, Site, SitePlan, host
from weblode.demo.site import site as make


def test_most_categories_are_on_most_sites_and_some_have_another_name():
    labels = [{section.label for section in site.sections} for site in SMALL]
    shared = {label for label in set.union(*labels) if sum(label in one for one in labels) > 1}
    assert len(shared) >= 25
    assert {"Sport", "Sports", "World", "World News", "Science & Technology"} <= set.union(*labels)
    assert all(one - set.union(*(other for other in labels if other is not one)) for one in labels)


def test_all_articles_of_a_section_are_listed_once():
    for site in SMALL:
        for section in site.sections:
            shown = [article.number for article in site.section_articles(section, 0, 999)]
            slots = {section.slot, *(sub.slot for sub in site.below(section))}
            assert shown == [n for n in range(89, -1, -1) if n % len(site.sections) in slots]
            assert len(shown) == site.count(section)


def test_a_page_costs_the_same_on_a_site_of_a_million_articles(monkeypatch):
    made = []
    article = Site.article
    monkeypatch.setattr(Site, "article", lambda site, number: made.append(number) or article(site, number))

    def cost(articles):
        made.clear()
        web = generate(3, articles)
        for site in web:
            for path in (
                "/",
                addresses.section_path(site, site.sections[0]),
                addresses.article_path(site, site.article(200)),
            ):
                assert web.page(site.base + path)
        return len(made)

    assert cost(1_000_000) == cost(1000)


def test_eras_take_turns_and_hosts_are_reserved_for_examples():
    plan = SitePlan(6, 10, 1)
    sites = [make(plan, index) for index in range(6)]
    assert [one.era for one in sites] == [*ERAS, *ERAS]
    assert all(one.host.endswith(".example") and one.home == f"http://{one.host}/" for one in sites)
    assert [one.host for one in sites] == [host(plan, index) for index in range(6)]


def test_a_site_may_be_served_elsewhere_and_is_the_same():
    plan = SitePlan(1, 10, 1)
    here, there = make(plan, 0), make(plan, 0, "http://127.0.0.1:8000")
    assert there.home == "http://127.0.0.1:8000/"
    assert here.newest(10) == there.newest(10)


def test_sub_sections_are_below_a_top_section_and_share_the_start_of_its_path():
    for one in SMALL:
        for section in one.sections:
            assert one.sections[section.slot] is section
            if section.parent is not None:
                top = one.sections[section.parent]
                assert (top.parent, section.slugs[:-1]) == (None, top.slugs)
                assert section in one.below(top)
        assert {*ALWAYS} <= {section.topic.name for section in one.tops()}


def test_newer_articles_have_higher_numbers_and_no_later_days_than_the_last():
    for one in SMALL:
        days = [one.article(number).day for number in range(90)]
        assert days[-1] == LAST_DAY[one.era]
        assert all(day <= after for day, after in pairwise(days))
        assert [story.number for story in one.newest(3)] == [89, 88, 87]
        assert len(one.newest(1000)) == 90


@pytest.mark.parametrize("number", [0, 45, 89])
def test_related_articles_are_other_ones_of_the_same_section(number):
    for one in SMALL:
        article = one.article(number)
        related = one.related(article)
        assert related
        assert {story.section for story in related} == {article.section}
        assert number not in {story.number for story in related}


def test_what_is_popular_is_recent_and_different():
    for one in SMALL:
        numbers = [story.number for story in one.popular()]
        assert len(set(numbers)) == 5
        assert set(numbers) <= set(one.recent())


def test_a_section_has_a_page_even_without_an_article():
    one = generate(1, 1).site(0)
    assert [one.count(section) for section in one.sections][1:] == [0] * (len(one.sections) - 1)
    assert {one.pages(section) for section in one.sections} == {1}
