"""Made sites: every address a page, from one seed, with nothing stored."""

import re
import sys
import tracemalloc
from hashlib import sha256
from pathlib import Path
from urllib.parse import urldefrag, urljoin
from xml.etree import ElementTree

import html5lib
import pytest
from children import run

import weblode
from weblode.demo import addresses
from weblode.demo.generate import generate
from weblode.demo.site import Site
from weblode.demo.stories import paragraphs

SMALL = generate(3, 90)
PAGES = [(site, path) for site in SMALL for path in addresses.paths(site)]
ROOT = Path(__file__).parent.parent.parent
ERAS = ("tables", "divs", "grid")


def text_of(site, path):
    found = SMALL.page(site.base + path)
    return found.data.decode(found.kind.partition("charset=")[2])


def pages_of(era):
    return [text_of(site, path) for site, path in PAGES if site.era == era]


def digest(web):
    found = sha256()
    for site in web:
        for path in addresses.paths(site):
            found.update(web.page(site.base + path).data)
    return found.hexdigest()


def links(text):
    return re.findall(r"""(?:href|src|action)=["']?([^"'\s>]+)""", text)


def test_the_same_seed_gives_the_same_bytes_in_another_process():
    code = (
        "import sys; sys.path[:0] = ['tests/demo', 'tests']\n"
        "from test_generate import digest, generate\nprint(digest(generate(3, 90)))"
    )
    other = run([sys.executable, "-c", code], capture_output=True, check=True, text=True, cwd=ROOT)
    assert other.stdout.strip() == digest(SMALL)


def test_another_seed_gives_other_sites():
    assert not {site.name for site in generate(3, seed=1)} & {site.name for site in generate(3, seed=2)}


def test_more_sites_change_nothing_on_the_others():
    many = generate(20, 90)
    assert all(many.page(site.base + path) == SMALL.page(site.base + path) for site, path in PAGES[::7])


@pytest.mark.parametrize("era", ERAS)
def test_every_page_parses_and_has_a_title_and_text(era):
    for text in pages_of(era):
        tree = weblode.read(text.encode())
        assert len(tree.leaves) > 40
        title = next(u for u in range(len(tree)) if tree.name(u) == "title")
        assert tree.text(title)


def test_pages_of_2003_have_tables_and_fonts_and_no_style():
    for text in pages_of("tables"):
        tags = set(re.findall(r"<(\w+)", text))
        assert {"table", "font", "img"} <= tags
        assert not tags & {"div", "span", "style", "nav", "main", "article", "time", "h1", "h2"}
        assert "class=" not in text
        assert "spacer.gif" in text


def test_pages_of_2003_close_their_tables():
    for text in pages_of("tables"):
        for tag in ("table", "tr", "td", "font", "a", "b"):
            assert len(re.findall(rf"<{tag}\b", text)) == text.count(f"</{tag}>"), tag


def test_some_sites_of_2003_leave_their_paragraphs_open():
    web = generate(30, 40)
    old = [site for site in web if site.era == "tables"]
    closed = [b"</p>" in web.page(site.base + addresses.article_path(site, site.article(3))).data for site in old]
    assert 2 <= sum(closed) <= 8


def test_pages_of_2012_are_well_formed_xml():
    for text in pages_of("divs"):
        root = ElementTree.fromstring(text.partition(">")[2])
        names = {element.tag.partition("}")[2] for element in root.iter()}
        assert {"div", "ul", "h3", "style"} <= names
        assert not names & {"font", "nav", "main", "article", "time"}
        assert "clearfix" in text


def test_pages_of_today_are_valid_for_a_strict_parser_and_have_landmarks():
    for text in pages_of("grid"):
        html5lib.HTMLParser(strict=True).parse(text)
        assert all(f"<{tag}" in text for tag in ("header", "nav", "main", "aside", "footer"))
        assert 'role="banner"' in text


def test_every_link_within_a_site_answers_and_every_other_leads_to_no_real_host():
    known = set()
    for site, path in PAGES:
        for link in links(text_of(site, path)):
            address = urldefrag(urljoin(site.base + path, link)).url
            if address in known or link.startswith("javascript:"):
                continue
            known.add(address)
            if address.startswith(site.home):
                assert SMALL.page(address), (path, link)
            else:
                assert re.match(r"http://[\w.]+\.example/", address), link
    assert len(known) > 700


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


def test_no_two_articles_are_alike():
    web = generate(20, 500)
    assert len({site.article(n).title for site in web for n in range(500)}) == 20 * 500
    bodies = {tuple(paragraphs(site.article(n))) for site in web for n in range(0, 500, 25)}
    assert len(bodies) == 20 * 20


def test_most_categories_are_on_most_sites_and_some_have_another_name():
    labels = [{section.label for section in site.sections} for site in SMALL]
    shared = {label for label in set.union(*labels) if sum(label in one for one in labels) > 1}
    assert len(shared) >= 25
    assert {"Sport", "Sports", "World", "World News", "Science & Technology"} <= set.union(*labels)
    assert all(one - set.union(*(other for other in labels if other is not one)) for one in labels)


def test_sub_sections_are_linked_from_their_section_and_each_page_leads_on():
    for site in SMALL:
        for top in site.tops():
            page = text_of(site, addresses.section_path(site, top))
            below = [addresses.section_path(site, sub) for sub in site.below(top)]
            more = [addresses.section_path(site, top, 2)] if site.pages(top) > 1 else []
            assert all(any(link.endswith(path) for link in links(page)) for path in below + more)


def test_all_articles_of_a_section_are_listed_once():
    for site in SMALL:
        for section in site.sections:
            shown = [article.number for article in site.section_articles(section, 0, 999)]
            slots = {section.slot, *(sub.slot for sub in site.below(section))}
            assert shown == [n for n in range(89, -1, -1) if n % len(site.sections) in slots]
            assert len(shown) == site.count(section)


def test_some_sites_of_today_speak_to_machines():
    web = generate(9, 60)

    def marks(site):
        page = web.page(site.base + addresses.article_path(site, site.article(5))).data
        return b"application/ld+json" in page, b'property="og:title"' in page

    assert [marks(site) for site in web if site.era == "grid"] == [(True, False), (False, True), (False, False)]
    assert not any(any(marks(site)) for site in web if site.era == "tables")


def test_the_foot_of_a_site_is_the_same_on_all_its_pages():
    for era, mark in (
        ("tables", "<table width=760 border=0 cellpadding=6>"),
        ("divs", '<div id="footer"'),
        ("grid", "<footer"),
    ):
        assert len({text.partition(mark)[2] for text in pages_of(era)}) == 1


def test_a_thousand_sites_have_a_thousand_names_and_cost_no_memory():
    web = generate(1000, 500)
    assert len(set(web.homes())) == 1000
    tracemalloc.start()
    for site in map(web.site, range(0, 1000, 5)):
        assert web.page(site.base + addresses.article_path(site, site.article(499)))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 4_000_000


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


def test_sites_with_hardly_an_article_have_their_pages_too():
    web = generate(3, 1)
    assert all(web.page(site.base + path) for site in web for path in addresses.paths(site))


@pytest.mark.parametrize(("sites", "articles"), [(0, 10), (3, 0), (-1, 5)])
def test_nothing_cannot_be_made(sites, articles):
    with pytest.raises(ValueError, match="both must be at least 1"):
        generate(sites, articles)
