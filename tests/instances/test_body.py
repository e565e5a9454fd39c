"""The body of an article: its paragraphs, without what a site puts between and around them."""

import numpy as np
import pytest
from hypothesis import given, settings
from strategies import BYTES

from instances.pages import article, paragraphs, values
from weblode.instances.article import article as parts_of
from weblode.instances.attributes import mine_attributes
from weblode.instances.blocks import blocks
from weblode.instances.body import body
from weblode.instances.template import Template, template
from weblode.pages.html import parse

PROSE = "The storm came in the night, and nobody had been told. It took nine roofs with it."


def texts(page, decoration=None):
    lines = blocks(parse(page.encode()))
    return [lines.text(i) for i in body(lines, decoration)]


@pytest.mark.parametrize("siblings", [0, 3])
def test_the_body_is_the_paragraphs_and_nothing_else(siblings):
    known = template([parse(article(number)) for number in range(1, 1 + siblings)])
    assert values(mine_attributes(parse(article(0)), known), "body") == ["\n\n".join(paragraphs(0))]


def test_siblings_tell_a_box_that_is_made_like_the_body():
    box = b"<p>Our reporters need your help. Give what you can, today or every month.</p><p>"
    pages = [parse(article(number).replace(b"<div class=story><p>", b"<div class=story>" + box)) for number in range(4)]
    alone, known = mine_attributes(pages[0]), mine_attributes(pages[0], template(pages))
    assert "Our reporters need your help" in values(alone, "body")[0]
    assert "Our reporters need your help" not in values(known, "body")[0]


def test_comments_in_a_list_are_not_the_body():
    comment = "<li><p>I was there as well. It was colder than they say, and nobody had brought a coat.</p>"
    page = article(0).replace(b"</main>", f"<ol>{comment * 9}</ol></main>".encode())
    assert values(mine_attributes(parse(page)), "body") == ["\n\n".join(paragraphs(0))]


def test_a_page_wrapped_in_a_form_still_has_a_body():
    page = article(0).replace(b"<main>", b"<form><main>").replace(b"</main>", b"</main></form>")
    assert values(mine_attributes(parse(page)), "body") == ["\n\n".join(paragraphs(0))]


def test_headings_and_lists_of_an_article_belong_to_it_but_not_lists_of_links():
    more = (
        "<h2>What it costs</h2><p>The first part costs nine million. The second is not yet known.</p>"
        "<ul><li>Nine for the bridge</ul><h2>Read on</h2><ul><li><a href=a>The bridge that nobody wanted</a></ul>"
        "<p>It will open in the year after next, the council says.</p>"
    )
    page = article(0).replace(b"<aside>", f"<div class=story>{more}</div><aside>".encode())
    body = values(mine_attributes(parse(page)), "body")[0].split("\n\n")
    assert body[3:] == [
        "What it costs",
        "The first part costs nine million. The second is not yet known.",
        "Nine for the bridge",
        "It will open in the year after next, the council says.",
    ]


def test_a_short_last_sentence_belongs_to_the_body_but_not_a_line_without_a_stop():
    page = article(0).replace(
        b"</p></div>\n<aside>", b"</p><p>It rained.</p><p>So it was.</p><p>Share this</p></div><aside>"
    )
    assert values(mine_attributes(parse(page)), "body")[0].endswith("as they are.")
    page = page.replace(b"It rained.", b"It rained all day.")
    assert values(mine_attributes(parse(page)), "body")[0].endswith("It rained all day.\n\nSo it was.")


@settings(max_examples=100, deadline=None)
@given(BYTES)
def test_the_body_is_a_subsequence_of_the_leaves(page):
    lines = blocks(parse(page + article(0)))
    found = parts_of(lines, Template()).body
    assert list(found) == sorted(set(found))
    assert all(0 <= i < len(lines) for i in found)
    assert lines.first.tolist() == [0, *lines.stop.tolist()][: len(lines)]


def test_a_page_without_enough_prose_has_no_body():
    assert texts("") == texts("<h1>Title</h1>") == texts(f"<div><p>{PROSE}</p></div>") == []
    assert texts(f"<div><p>{PROSE}</p><p>{PROSE}</p></div>") == [PROSE, PROSE]


def test_prose_beside_the_main_content_is_no_body():
    main = f"<div><p>{PROSE}</p><p>{PROSE}</p></div>"
    other = PROSE.replace("storm", "letter")
    assert texts(f"{main}<aside><p>{other}</p></aside>") == [PROSE, PROSE]


def test_blocks_that_other_pages_have_too_are_no_paragraphs():
    page = f"<div><p>{PROSE}</p><p>Give what you can, today or every month, for our work.</p><p>{PROSE}</p></div>"
    assert len(texts(page)) == 3
    assert texts(page, np.array([False, True, False])) == [PROSE, PROSE]
    assert texts(page, np.array([True, True, True])) == []


def test_a_body_in_several_parts_of_one_kind_is_read_through_what_stands_between():
    long, short = (f"<section>{f'<p>{PROSE}</p>' * n}</section>" for n in (3, 2))
    for first, second in ((long, short), (short, long)):
        assert len(texts(f"<main>{first}<div>Advertisement</div>{second}</main>")) == 5
    comments = "".join(f"<div>comment {n}</div>" for n in range(20))
    for first, second in ((long, short), (short, long)):
        assert len(texts(f"<main>{first}{comments}{second}</main>")) == 3


def test_a_heading_that_no_paragraph_follows_is_left_out():
    page = (
        f"<div><p>{PROSE}</p><h2>Kept</h2><p>{PROSE}</p><h2>Left out</h2><p><a href=x>Link</a></p><p>{PROSE}</p></div>"
    )
    assert texts(page) == [PROSE, "Kept", PROSE, PROSE]
