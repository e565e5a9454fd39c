"""What a section page lists: its articles or products, without menus, footers and lists of other sections."""

import pytest

from instances.pages import HEADLINES, SITE, section
from weblode.instances.links import links
from weblode.instances.listed import listed_items
from weblode.limits import Limits
from weblode.pages.html import parse

TITLES = [title for title, *_ in HEADLINES]


def titles(page, url=SITE + "world"):
    return [item.title for item in listed_items(parse(page, url=url))]


def test_the_articles_are_listed_without_menu_footer_and_popular_ones_of_other_sections():
    assert titles(section()) == TITLES


def test_the_address_of_the_page_is_not_needed():
    assert titles(section(), url=None) == TITLES


def test_items_are_where_the_base_of_the_page_says_and_their_links_as_the_page_has_them():
    data = b'<base href="/en/">' + section().replace(b'href="/', b'href="')
    found = listed_items(parse(data, url=SITE))
    assert all(item.address == f"{SITE}en/{item.href}" for item in found)
    assert found


def test_an_item_leads_back_to_its_link():
    tree = parse(section(), url=SITE + "world")
    item = listed_items(tree)[2]
    assert tree.attributes(item.node)["href"] == item.href == "/2021/03/03/world/new-bridge-links.html"
    assert item.address == SITE + "2021/03/03/world/new-bridge-links.html"


def test_products_with_short_names_are_listed_where_each_has_a_text_of_its_own():
    card = '<li><a href="/lamps/{0}">{0}</a> <span>$1{1}.00, in stock, sent today</span>'
    names = ("Luna", "Sol", "Vega", "Rigel", "Mira", "Atria")
    page = "<ul>" + "".join(card.format(name, n) for n, name in enumerate(names)) + "</ul>"
    menu = (
        "<ul>" + "".join(f"<li><a href=/{name}>{name}</a>" for name in ("lamps", "chairs", "tables", "beds")) + "</ul>"
    )
    assert titles((menu + page).encode()) == list(names)


def test_the_company_beside_a_job_is_not_one_more_item():
    job = (
        '<div><h2><a href="/viewjob?id=77310{0}">Welder for the night shift {0}</a></h2>'
        '<p><a href="/companies/north-yard-works-{0}">North Yard Works of town {0}</a> seeks staff at once.</p></div>'
    )
    page = "".join(job.format(n) for n in range(1, 8))
    assert titles(page.encode()) == [f"Welder for the night shift {n}" for n in range(1, 8)]


def test_links_off_the_site_and_to_the_page_itself_are_no_items():
    page = section().replace(b'href="/2021/03/01/world', b'href="http://other.example/2021/03/01/world')
    page = page.replace(b'href="/2021/03/02/world/farmers-march.html', b'href="#top')
    assert [title for title in titles(page) if title in TITLES] == TITLES[2:]


@pytest.mark.parametrize(
    "page", [b"", b"<a>x</a>", b"<a href=''>x</a>", b"<a href='http://[x'>A long title of this</a>"]
)
def test_pages_without_links_list_nothing(page):
    assert titles(page) == []


def test_deep_and_wide_pages_take_little_time():
    deep = b"<div>" * 3000 + b"<a href=/one-deep-story-1>A very deep story of some kind</a>"
    wide = (
        b"<p><a href=/2021/story-%d>The story with the number %d of many</a>"
        * 3000
        % tuple(n for pair in zip(range(3000), range(3000), strict=True) for n in pair)
    )
    assert len(links(parse(deep, url=SITE, limits=Limits(depth=10_000)))) == 1
    assert len(listed_items(parse(wide, url=SITE))) == 3000
