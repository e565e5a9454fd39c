"""The title of a page about one thing: what its witnesses agree on, never the site's name."""

import json

import pytest
from instances.pages import values

from articles.made import mined
from weblode.articles import titles
from weblode.articles.article import article
from weblode.articles.blocks import blocks
from weblode.articles.metadata import declarations
from weblode.articles.titles import sure_heading
from weblode.pages.html import parse

PROSE = "<p>The storm came in the night, and nobody in the town had been told. It took nine roofs with it.</p>" * 2


def page(*, shown="", headline="", og="", title=""):
    ld = json.dumps({"@type": "NewsArticle", "headline": headline})
    return "".join(
        (
            f"<title>{title}</title>" if title else "",
            f"<meta property='og:title' content='{og}'>" if og else "",
            f"<script type='application/ld+json'>{ld}</script>" if headline else "",
            f"<h1>{shown}</h1>" if shown else "",
            PROSE,
        )
    )


def parts(text):
    tree = parse(text.encode())
    return article(blocks(tree), declarations(tree))


def test_what_most_witnesses_say_is_the_title():
    text = page(
        shown="Roofs fly",
        headline="Nine roofs lost in storm",
        og="Nine roofs lost in storm",
        title="Nine roofs lost in storm - The Daily",
    )
    found = parts(text)
    assert (found.title_text, found.shown) == ("Nine roofs lost in storm", "Roofs fly")
    assert found.title_method == "json-ld"
    assert values(mined(text.encode(), declared=True), "title") == ["Nine roofs lost in storm", "Roofs fly"]


def test_of_two_against_two_the_headline_wins():
    one, two = "Nine roofs lost in storm", "Storm takes nine roofs"
    assert parts(page(shown=one, headline=one, og=two, title=two)).title_text == one
    assert parts(page(shown=one, headline=two, og=two, title=one)).title_text == two


def test_a_lone_witness_does_not_win():
    one, two = "Nine roofs lost in storm", "Storm takes nine roofs"
    assert parts(page(shown=one, headline=one, og=two, title=one)).title_text == one
    assert parts(page(shown=one, headline=two, og=one, title=f"{one} | The Daily")).title_text == one


def edited(og, *, shown="Nine roofs of Elis lost in storm", kind="article", twitter="", headline=""):
    head = f"<meta property='og:type' content={kind}>" + (f"<meta name='twitter:title' content='{twitter}'>")
    return parts(head + page(shown=shown, headline=headline or shown, og=og, title=f"{shown} - The Daily")).title_text


def test_what_an_editor_wrote_for_an_article_is_its_title_where_the_page_prints_one_text_everywhere():
    shown, other = "Nine roofs of Elis lost in storm", "Storm takes nine roofs of a town"
    assert edited(other) == other
    assert edited(other, kind="product") == shown
    assert edited(other, headline="Storm over Elis takes roofs") == shown  # the others do not agree
    assert edited("The Daily") == shown  # the name of the site
    assert edited(f"{shown} | The Daily") == shown
    assert edited(f"{other} - The Daily", twitter=f"{other} - The Daily") == shown  # made as the title of the page is


def test_a_piece_of_the_heading_is_the_title_only_if_it_is_said_twice():
    shown, piece = "Nine roofs of Elis lost in storm", "Nine roofs of Elis"
    assert edited(piece) == shown
    assert edited(piece, twitter=piece) == piece


def test_a_piece_of_the_heading_may_have_a_word_changed():
    shown = "Look out: nine roofs of Elis were lost in the storm of last night"
    piece = "ten roofs of Elis were lost in the storm of last night"
    assert edited(piece, shown=shown) == shown
    assert edited(piece, shown=shown, twitter=piece) == piece
    other = "Look out: nine roofs of Elis were lost in the storm of night"  # nothing is cut off
    assert edited(other, shown=shown) == other


@pytest.mark.parametrize("sign", [" - ", " | ", " – ", " : ", "\uff1a", ", "])
def test_the_name_of_the_site_behind_a_sign_does_not_count(sign):
    title = "Nine roofs lost in storm"
    found = parts(page(shown=title, headline=f"{title}{sign}The Daily", og=f"{title}{sign}The Daily"))
    assert found.title_text == title
    assert found.title_method == "template"


def test_the_title_as_people_read_it_is_preferred_to_the_same_words():
    found = parts(page(shown="Nine roofs “lost”", headline="Nine roofs lost", og="NINE ROOFS LOST"))
    assert found.title_text == "Nine roofs “lost”"
    assert found.title_node > 0


def test_a_heading_in_two_lines_is_one_title():
    found = parts(page(shown="<div>Storm</div> Nine roofs lost", og="Storm: Nine roofs lost"))
    assert found.title_text == "Storm Nine roofs lost"


def test_lines_that_only_a_style_sets_apart_are_words_of_their_own_if_a_witness_says_so():
    shown = "<span>The storm</span>Nine roofs lost"
    assert parts(page(shown=shown, og="The storm / Nine roofs lost")).title_text == "The storm Nine roofs lost"
    assert parts(page(shown="Nine r<b>oofs</b> lost", og="Nine roofs lost")).title_text == "Nine roofs lost"


def test_a_page_that_shows_no_title_has_that_of_its_metadata():
    found = parts(page(headline="Nine roofs lost", title="Nine roofs lost - The Daily"))
    assert (found.title, found.title_text, found.title_method) == (-1, "Nine roofs lost", "json-ld")


def test_a_heading_is_sure_if_it_is_the_only_one_that_repeats_the_title_of_the_page():
    head, one = "<title>Nine roofs lost - The Daily</title><h1>The Daily</h1>", "<h1>Nine roofs lost</h1>"
    assert sure_heading(blocks(parse(f"{head}{one}".encode()))) == 2
    assert sure_heading(blocks(parse(f"{head}{one}{one}".encode()))) == -1
    assert sure_heading(blocks(parse(one.encode()))) == sure_heading(blocks(parse(b""))) == -1


def test_signs_around_a_heading_are_no_part_of_the_title():
    assert parts(page(shown="Nine roofs lost |", title="Nine roofs lost | The Daily")).title_text == "Nine roofs lost"


def test_the_work_on_a_title_does_not_grow_with_its_parts(monkeypatch):
    read, words = [], titles.words
    monkeypatch.setattr(titles, "words", lambda text: read.append(len(text)) or words(text))

    def effort(count):
        read.clear()
        heading = "Nine roofs lost in storm"
        long = " | ".join(f"p{i}" for i in range(count))
        assert parts(page(shown=heading, headline=heading, og=long, title=long)).title_text == heading
        return sum(read)

    assert effort(8000) <= effort(400) + 3 * len(" | p7999") * 7600
