"""What the three markups share."""

from datetime import date

import pytest
from demo.pages import SMALL, links, of_era, text_of

from weblode.demo import addresses, markup
from weblode.demo.generate import generate
from weblode.demo.markup import DemoLink


def test_sub_sections_are_linked_from_their_section_and_each_page_leads_on():
    for site in SMALL:
        for top in site.tops():
            page = text_of(site, addresses.section_path(site, top))
            below = [addresses.section_path(site, sub) for sub in site.below(top)]
            more = [addresses.section_path(site, top, 2)] if site.pages(top) > 1 else []
            assert all(any(link.endswith(path) for link in links(page)) for path in below + more)


def test_a_link_is_escaped():
    assert DemoLink("Q & <A>", '/x?a="b"&c').html(" rel=x") == (
        '<a href="/x?a=&quot;b&quot;&amp;c" rel=x>Q &amp; &lt;A&gt;</a>'
    )


@pytest.mark.parametrize(
    ("era", "long", "short"),
    [
        ("tables", "March 5, 2003", "03/05/03"),
        ("divs", "5 March 2003", "5 March 2003"),
        ("grid", "March 5, 2003", "Mar 5, 2003"),
    ],
)
def test_dates_are_written_as_in_their_time(era, long, short):
    site = of_era(era)
    assert markup.date_text(site, date(2003, 3, 5)) == long
    assert markup.short_date(site, date(2003, 3, 5)) == short


def test_only_sites_of_2012_have_absolute_addresses():
    for site in SMALL:
        found = [markup.section_link(site, site.tops()[0]), markup.article_link(site, site.article(3))]
        found += [markup.plain_link(site, "About"), markup.comments_link(site, site.article(3))]
        assert {link.href.startswith(site.base) for link in found} == {site.era == "divs"}
        assert {link.href.startswith("/") for link in found} == {site.era != "divs"}


def test_pages_of_a_section_are_linked_around_this_one():
    site = generate(1, 3000).site(0)
    section = site.tops()[0]
    last = site.pages(section)
    assert last > 8

    def labels(page):
        return [link.label for link in markup.page_links(site, section, page)]

    assert labels(1) == ["2", "3", "4", "Next »"]
    assert labels(5) == ["2", "3", "4", "6", "7", "8", "Next »"]
    assert labels(last) == [str(last - 3), str(last - 2), str(last - 1)]


def test_pages_of_a_section_have_all_its_articles_once():
    for site in SMALL:
        for section in site.sections:
            pages = range(1, site.pages(section) + 1)
            numbers = [story.number for page in pages for story in markup.page_articles(site, section, page)]
            assert len(numbers) == len(set(numbers)) == site.count(section)


def test_every_plain_page_has_a_label_and_a_text():
    for site in SMALL:
        for name in addresses.PLAIN:
            assert site.name in markup.plain_text(site, name)
            assert markup.plain_link(site, name).label == markup.PLAIN_LABELS[name]


def test_metadata_are_escaped_and_closed_where_pages_are_xml():
    for site in SMALL:
        found = markup.opengraph(site, site.article(3))
        assert found.count("<meta property=") == 8
        assert found.count(" />") == (8 if site.era == "divs" else 0)
        assert f'content="{markup.text(site.article(3).title)}"' in found
