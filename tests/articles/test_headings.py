"""Which line names the thing of a page."""

import numpy as np

from weblode.articles.blocks import blocks
from weblode.articles.headings import FACTS, best_heading, heading_candidates
from weblode.articles.titles import page_title
from weblode.models import parameters
from weblode.pages.html import parse


def candidates(markup, url=None, declared=()):
    lines = blocks(parse(markup.encode(), url=url))
    nothing = np.zeros(len(lines), dtype=bool)
    return heading_candidates(lines, len(lines), nothing, page_title(lines, nothing)[1], declared)


def best(markup, url=None, declared=()):
    chosen = best_heading(candidates(markup, url, declared))
    return chosen and chosen.text


def test_the_weights_are_those_of_the_facts():
    assert list(parameters("articles/headings.json")) == list(FACTS)


def test_a_heading_that_the_title_repeats_wins_over_one_that_it_does_not():
    page = "<title>Kestrel X200 - Shop of birds</title><h1>Newsletter</h1><h2>Kestrel X200</h2><p>A scope.</p>"
    assert best(page) == "Kestrel X200"


def test_a_heading_wins_over_breadcrumbs_that_repeat_more_of_the_title():
    page = (
        "<title>Kestrel X200 in spotting scopes at birds.example</title>"
        "<div><a href=/>Home</a> > <a href=/s>Spotting scopes</a> > Kestrel X200</div><h1>Kestrel X200</h1>"
    )
    assert best(page) == "Kestrel X200"


def test_the_beginning_of_a_heading_can_be_the_name():
    page = "<title>Crash, Ann Lee, Book - Books of all</title><h1>Crash <em>by <a href=/lee>Ann Lee</a></em></h1>"
    chosen = best_heading(candidates(page))
    assert chosen is not None
    assert chosen.text.strip() == "Crash"
    assert chosen.facts["beginning"]


def test_a_page_without_a_line_that_its_title_has_is_named_by_a_part_of_its_title():
    chosen = best_heading(candidates("<title>Saint Paul College | Student aid</title><h3>Quick codes:</h3>"))
    assert chosen is not None
    assert (chosen.block, chosen.text) == (-1, "Saint Paul College")


def test_what_the_page_tells_machines_speaks_for_a_line():
    page = "<title>Shop of birds</title><h2>Kestrel X200</h2><h2>Kestrel X300</h2>"
    assert best(page, declared=["Kestrel X300"]) == "Kestrel X300"


def test_the_address_speaks_for_a_line():
    page = "<title>Shop</title><h2>Offers of today</h2><h2>Kestrel scope</h2>"
    assert best(page, "http://birds.example/p/kestrel-scope.html") == "Kestrel scope"


def test_prose_and_a_page_without_text_have_no_heading():
    assert best("") is None
    assert best("<p>A man came in the night, and nobody in the town had been told of it. He left at dawn.</p>") is None


def test_only_the_beginning_of_a_title_of_thousands_of_parts_is_read():
    title = " | ".join(f"p{i}" for i in range(8000))
    found = candidates(f"<title>{title}</title><h1>p1</h1><p>Something else.</p>")
    assert [each.text for each in found] == ["p1", *(f"p{i}" for i in range(20))]
    [long] = [each.text for each in candidates(f"<title>{'word ' * 8000}</title>")]
    assert len(long) <= 300
