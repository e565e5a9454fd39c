"""What stands amid the paragraphs of an article without belonging to it."""

import numpy as np
import pytest
from hypothesis import given, settings
from strategies import BYTES

from weblode.articles.blocks import blocks
from weblode.articles.boxes import Boxes, calls_away, captions, comments, notices, repeated_texts
from weblode.pages.html import parse

PROSE = "".join(
    f"<p>Nobody in the town of Elis had been told of the storm. It took {n} roofs with it.</p>" for n in range(8)
)
CAPTION = "A roof in the harbour of Elis, seen from the sea on Monday."


def lines(page):
    return blocks(parse(page.encode()))


def marked(page, flags):
    return [page.text(i) for i in np.flatnonzero(flags(page))]


def test_what_stands_alone_beside_a_picture_is_its_caption():
    page = lines(f"<div>{PROSE}<div><img src=a><div>{CAPTION}</div><div>Photo: Ann Lee</div></div></div>")
    assert marked(page, captions) == [CAPTION, "Photo: Ann Lee"]


def test_what_a_class_calls_a_caption_is_one():
    page = lines(f"<div><img src=a><p class='wp-caption-text'>{CAPTION}</p>{PROSE}</div>")
    assert marked(page, captions) == [CAPTION]


def test_a_paragraph_with_a_picture_inside_is_no_caption_if_it_is_long():
    long = "The mayor of Elis, who had slept through the storm, said that nobody had told her. " * 2
    assert marked(lines(f"<div>{PROSE}<p>{long}<img src=sign.png></p></div>"), captions) == []
    assert marked(lines(f"<div>{PROSE}<p>{CAPTION}<img src=sign.png></p></div>"), captions) == [CAPTION]


def test_the_title_beside_a_picture_is_no_caption():
    assert marked(lines(f"<header><img src=a><h1>Nine roofs lost</h1></header>{PROSE}"), captions) == []


def test_if_every_paragraph_has_its_picture_none_is_a_caption():
    parts = "".join(
        f"<section><img src={n}><div>On day {n} the storm went on, and the roofs flew.</div></section>"
        for n in range(9)
    )
    assert marked(lines(parts), captions) == []


def test_a_text_that_a_page_repeats_amid_others_is_a_notice():
    notice = "<p>Your settings do not allow this picture to be shown. Change them here.</p>"
    page = lines(PROSE + 3 * notice)
    assert len(marked(page, notices)) == 3
    assert marked(lines(PROSE + 2 * notice), notices) == []
    assert marked(lines(3 * notice), notices) == []
    assert repeated_texts(lines("<p>Advertisement</p>" * 3 + "<p>Rain</p>")) == {"Advertisement"}


def test_a_box_is_the_largest_part_without_the_articles_own_nodes():
    page = lines("<main><p>one</p><div><div><p>two</p></div><a href=x>three</a></div></main>")
    names = [page.tree.name(u) for u in range(len(page.tree))]
    own, inner = names.index("p"), names.index("p", names.index("p") + 1)
    boxes = Boxes(page, {own})
    assert boxes.around(inner) == boxes.around(names.index("a")) == boxes.around(inner) == names.index("div")
    assert boxes.calls_away(inner)
    assert Boxes(page, {inner}).around(own) == own


def test_a_box_with_a_form_or_with_few_sentences_and_a_link_calls_away():
    sentence = "<p>Our letter comes every morning. It costs nothing at all.</p>"
    for page, expected in (
        (f"<div>{sentence}<input></div>", True),
        (f"<div>{sentence}<p><a href=x>Subscribe</a></p></div>", True),
        (f"<div>{sentence}</div>", False),
        (f"<div>{sentence * 4}<p><a href=x>More</a></p></div>", False),
        (f"<div><p>{sentence[3:-4]} <a href=x>More</a></p></div>", False),
    ):
        found = lines(page)
        u = int(np.flatnonzero(found.tree.depth == 2)[0])
        assert calls_away(found, u) is expected


@settings(max_examples=50, deadline=None)
@given(BYTES)
def test_any_page_has_a_flag_for_each_block(page):
    found = blocks(parse(page))
    assert len(captions(found)) == len(notices(found)) == len(found)


POST = "I was there as well, and it was colder than they say."


def test_what_a_class_or_id_calls_comments_is_in_them():
    page = lines(f"<h1>Storm</h1><div>{PROSE}</div><div id=comments><p>{POST}</div><i class=comment-text>Me too</i>")
    assert marked(page, comments) == [POST, "Me too"]


def test_what_holds_the_heading_is_no_comment():
    assert not marked(lines(f"<div class=comment-is-free><h1>Storm</h1>{PROSE}</div>"), comments)


def test_a_page_with_hardly_any_other_prose_is_about_its_comments():
    assert not marked(lines(f"<h1>Storm</h1><div class=comments>{PROSE}</div><p>{POST}</p>"), comments)


@pytest.mark.parametrize("name", ["comments-closed", "commentary", "js-comment-count", "no-comments", "commentedOn"])
def test_a_class_that_only_speaks_of_comments_holds_none(name):
    assert not marked(lines(f"<h1>Storm</h1><div class='entry {name}'>{PROSE}</div><p>{PROSE}</p>"), comments)


@pytest.mark.parametrize("name", ["commentlist", "comment-list", "CommentBody commentBody", "post_comment"])
def test_comments_have_many_names(name):
    page = lines(f"<h1>Storm</h1><div>{PROSE}</div><div class='{name}'><p>{POST}</div>")
    assert marked(page, comments) == [POST]
