"""Made sites: every address a page, from one seed, with nothing stored."""

import re
import sys
import tracemalloc
from hashlib import sha256
from pathlib import Path
from urllib.parse import urldefrag, urljoin

import pytest
from children import run
from demo.pages import PAGES, SMALL, links, pages_of, text_of

import weblode
from weblode.demo import addresses
from weblode.demo.generate import generate

ROOT = Path(__file__).parent.parent.parent
ERAS = ("tables", "divs", "grid")


def digest(web):
    found = sha256()
    for site in web:
        for path in addresses.paths(site):
            found.update(web.page(site.base + path).data)
    return found.hexdigest()


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


def test_the_foot_of_a_site_is_the_same_on_all_its_pages():
    for era, mark in (
        ("tables", "<table width=760 border=0 cellpadding=6>"),
        ("divs", '<div id="footer"'),
        ("grid", "<footer"),
    ):
        assert len({text.partition(mark)[2] for text in pages_of(era)}) == 1


def test_a_thousand_sites_have_a_thousand_names_and_cost_no_memory():
    web = generate(1000, 500)

    def visit(indexes):
        for site in map(web.site, indexes):
            assert web.page(site.base + addresses.article_path(site, site.article(499)))

    assert len(set(web.homes())) == 1000
    visit(range(1, 1000, 5))  # whatever ran before, what is kept is full of other sites now
    tracemalloc.start()
    visit(range(0, 1000, 5))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 4_000_000


def test_sites_with_hardly_an_article_have_their_pages_too():
    web = generate(3, 1)
    assert all(web.page(site.base + path) for site in web for path in addresses.paths(site))


@pytest.mark.parametrize(("sites", "articles"), [(0, 10), (3, 0), (-1, 5)])
def test_nothing_cannot_be_made(sites, articles):
    with pytest.raises(ValueError, match="both must be at least 1"):
        generate(sites, articles)
