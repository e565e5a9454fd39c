"""Addresses of each era, and the way back from them."""

import re

import pytest
from demo.pages import SMALL, of_era

from weblode.demo import addresses
from weblode.demo.generate import generate


def test_what_is_not_there_is_not_found():
    for site in SMALL:
        article = addresses.article_path(site, site.article(3))
        wrong = [
            article.replace("10003", "10060"),
            article.replace("10003", "99999"),
            article + "x",
            "/none",
            "/?page=2",
        ]
        wrong.append(addresses.section_path(site, site.sections[0], 99))
        assert [path for path in wrong if SMALL.page(site.base + path)] == []
    assert SMALL.page("http://elsewhere.example/") is None
    assert SMALL.page("nonsense") is None


@pytest.mark.parametrize("era", ["tables", "divs", "grid"])
def test_every_address_of_a_section_or_an_article_leads_back_to_it(era):
    site = of_era(era)
    for section in site.sections:
        for page in range(1, site.pages(section) + 1):
            assert addresses.find_section(site, addresses.section_path(site, section, page)) == (section, page)
    for number in range(site.plan.articles):
        article = site.article(number)
        assert addresses.find_article(site, addresses.article_path(site, article)) == article


def test_no_two_pages_share_an_address():
    for site in SMALL:
        paths = list(addresses.paths(site))
        pages = 1 + sum(map(site.pages, site.sections)) + site.plan.articles + len(addresses.PLAIN)
        assert len(set(paths)) == len(paths) == pages


@pytest.mark.parametrize(
    ("era", "section", "article", "plain"),
    [
        ("tables", r"/[a-z-]+/index2\.html", r"/2003/\d\d/\d\d/story10007\.html", "/about.html"),
        ("divs", r"/[a-z-]+/\?page=2", r"/[a-z/-]+/2012/\d\d/[a-z0-9-]+-10007\.html", "/about/"),
        ("grid", r"/[a-z-]+\?page=2", r"/stories/[a-z0-9-]+-10007", "/about"),
    ],
)
def test_addresses_look_as_in_their_time(era, section, article, plain):
    site = of_era(era)
    assert re.fullmatch(section, addresses.section_path(site, site.tops()[0], 2))
    assert re.fullmatch(article, addresses.article_path(site, site.article(7)))
    assert addresses.plain_path(site, "About") == plain


@pytest.mark.parametrize(
    "path", ["", "/", "/?page=1", "/0000000000000", "/" + "9" * 5000, "/x-10007", "/story10007.html"]
)
def test_what_is_no_address_of_an_article_or_a_section_leads_nowhere(path):
    for site in SMALL:
        assert addresses.find_article(site, path) is None
        assert addresses.find_section(site, path) is None


def test_comments_have_a_page_of_their_own_in_2003_only():
    for site in SMALL:
        article = site.article(7)
        path = addresses.comments_path(site, article)
        assert addresses.find_article(site, path.partition("#")[0]) == article
        assert ("#comments" in path) == (site.era != "tables")


def test_pages_of_a_section_begin_with_one_and_end_with_the_last():
    site = generate(1, 300).site(0)
    section = site.tops()[0]
    path = addresses.section_path(site, section, 2)
    assert addresses.find_section(site, path) == (section, 2)
    for page in (0, site.pages(section) + 1, 10**9):
        assert addresses.find_section(site, path.replace("2", str(page))) is None
