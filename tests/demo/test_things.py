"""Made sites of shops, travel and jobs."""

import pytest

from weblode.demo import addresses, markup
from weblode.demo.generate import generate
from weblode.demo.stories import facts, paragraphs
from weblode.demo.truth import truth
from weblode.demo.vocabulary import KINDS, topics
from weblode.pages.html import parse

OTHERS = [kind for kind in KINDS if kind != "news"]


@pytest.mark.parametrize("kind", OTHERS)
def test_every_page_of_an_item_has_its_facts_and_neither_author_nor_date(kind):
    web = generate(sites=3, articles=40, kind=kind)
    for site in web:
        thing = site.article(7)
        page = web.page(site.base + addresses.article_path(site, thing))
        text = " ".join(parse(page.data).text(0).split())
        for label, value in facts(thing):
            assert label in text
            assert value in text
        assert all(paragraph in text for paragraph in paragraphs(thing))
        assert thing.author not in text
        assert markup.date_text(site, thing.day) not in text


@pytest.mark.parametrize("kind", OTHERS)
def test_lists_have_the_first_two_facts_of_each_item(kind):
    web = generate(sites=3, articles=40, kind=kind)
    for site in web:
        section = site.sections[0]
        page = web.page(site.base + addresses.section_path(site, section))
        text = " ".join(parse(page.data).text(0).split())
        for thing in site.section_articles(section, 0, site.look.per_page):
            assert thing.title in text
            assert all(value in text for _, value in facts(thing)[:2])


@pytest.mark.parametrize("kind", OTHERS)
def test_the_truth_has_facts_and_no_dates(kind):
    true = truth(generate(sites=3, articles=40, kind=kind))
    names = {each.name for one in true.instances for each in one.attributes}
    assert {"title", "body"} < names
    assert not names & {"author", "date", "place"}
    assert len({label for topic in topics(kind) for label, _ in topic.facts}) >= 5


def test_the_same_seed_gives_the_same_bytes_and_another_kind_others():
    def home(**more):
        web = generate(sites=1, articles=20, **more)
        return web.page(web.homes()[0]).data

    assert home(kind="shop") == home(kind="shop")
    assert len({home(kind=kind) for kind in KINDS}) == len(KINDS)


def test_an_unknown_kind_is_told():
    with pytest.raises(ValueError, match="travel, shop, jobs"):
        generate(kind="cars")
