"""The body of an article: its paragraphs, without what a site puts between and around them."""

import json

import numpy as np
from hypothesis import given, settings
from instances.pages import article, paragraphs, values
from strategies import BYTES

from articles.made import mined
from weblode.articles.article import article as parts_of
from weblode.articles.blocks import blocks
from weblode.articles.body import body
from weblode.articles.body import paragraphs as paragraphs_of
from weblode.articles.metadata import metadata
from weblode.pages.html import parse

PROSE = "The storm came in the night, and nobody had been told. It took nine roofs with it."


def texts(page, decoration=None):
    lines = blocks(parse(page.encode()))
    return [lines.text(i) for i in body(lines, decoration)]


def test_the_body_is_the_paragraphs_and_nothing_else():
    assert values(mined(article(0)), "body") == ["\n\n".join(paragraphs(0))]


def test_siblings_tell_a_box_that_is_made_like_the_body():
    box = b"<p>Our reporters need your help. Give what you can, today or every month.</p><p>"
    tree = parse(article(0).replace(b"<div class=story><p>", b"<div class=story>" + box))
    lines = blocks(tree)
    decoration = np.array([tree.text(u).startswith("Our reporters") for u in tree.leaves.tolist()])
    alone, known = parts_of(lines).body, parts_of(lines, decoration=decoration).body
    assert set(alone) - set(known) == {lines.texts.index(box[3:].decode().partition("<")[0])}


def test_comments_in_boxes_in_a_list_are_not_the_body():
    posts = [f"<li><div><b>Ann</b><div><p>{PROSE} {n}.</p><p>{PROSE} I saw {n}.</p></div></div>" for n in range(20)]
    own = [f"{PROSE} {n} people saw it." for n in range(3)]
    page = f"<h1>Storm</h1><div>{''.join(map('<p>{}</p>'.format, own))}</div><ul>{''.join(posts)}</ul>"
    assert texts(page) == own


def test_longer_comments_than_the_article_are_not_the_body():
    own = [f"{PROSE} {n} people saw it, and all of them came to look at the roofs, day after day." for n in range(5)]
    posts = "".join(f"<div class=comment><p>{PROSE} I saw {n} of them.</p></div>" for n in range(30))
    assert texts(f"<h1>Storm</h1><div>{''.join(map('<p>{}</p>'.format, own))}</div><div>{posts}</div>") == own


def test_comments_in_a_list_are_not_the_body():
    comment = "<li><p>I was there as well. It was colder than they say, and nobody had brought a coat.</p>"
    page = article(0).replace(b"</main>", f"<ol>{comment * 9}</ol></main>".encode())
    assert values(mined(page), "body") == ["\n\n".join(paragraphs(0))]


def test_a_page_wrapped_in_a_form_still_has_a_body():
    page = article(0).replace(b"<main>", b"<form><main>").replace(b"</main>", b"</main></form>")
    assert values(mined(page), "body") == ["\n\n".join(paragraphs(0))]


def test_headings_and_lists_of_an_article_belong_to_it_but_not_lists_of_links():
    more = (
        "<h2>What it costs</h2><p>The first part costs nine million. The second is not yet known.</p>"
        "<ul><li>Nine for the bridge</ul><h2>Read on</h2><ul><li><a href=a>The bridge that nobody wanted</a></ul>"
        "<p>It will open in the year after next, the council says.</p>"
    )
    page = article(0).replace(b"<aside>", f"<div class=story>{more}</div><aside>".encode())
    body = values(mined(page), "body")[0].split("\n\n")
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
    assert values(mined(page), "body")[0].endswith("as they are.")
    page = page.replace(b"It rained.", b"It rained all day.")
    assert values(mined(page), "body")[0].endswith("It rained all day.\n\nSo it was.")


@settings(max_examples=100, deadline=None)
@given(BYTES)
def test_the_body_is_a_subsequence_of_the_leaves(page):
    lines = blocks(parse(page + article(0)))
    found = parts_of(lines).body
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


def test_a_heading_before_a_picture_and_its_paragraph_is_kept_and_so_is_one_that_is_a_sentence():
    figure = "<figure><figcaption>A roof.</figcaption></figure>"
    page = f"<div><p>{PROSE}</p><h2>Kept</h2>{figure}<p>{PROSE[:43]}</p><h3>{PROSE}</h3><h3>Left out</h3></div>"
    assert texts(page) == [PROSE, "Kept", PROSE[:43], PROSE]


def different(n, start=0):
    """Paragraphs that differ."""
    return "".join(f"<p>{PROSE.replace('nine', str(k))}</p>" for k in range(start, start + n))


def test_wrappers_with_a_label_are_no_levels():
    labelled = "".join(f"<section><i>Article content</i><div>{different(1, n)}</div></section>" for n in range(9))
    offer = "".join(f"<li>You get all our articles about storms and roofs, {n} a day.</li>" for n in range(4))
    found = texts(f"<main>{labelled}<div><ul>{offer}</ul><form><input></form></div></main>")
    assert len(found) == 9
    assert not any("You get" in text for text in found)


def test_parts_in_one_article_belong_together_however_much_stands_between():
    between = "<nav>" + "".join(f"<div><a href={n}>Other news {n}</a></div>" for n in range(30)) + "</nav>"
    parts = [f"<section>{different(3)}</section>", f"<section>{different(3, 3)}</section>"]
    assert len(texts(f"<article>{between.join(parts)}</article>")) == 6
    assert len(texts(f"<article>{parts[0]}</article>{between}<article>{parts[1]}</article>")) == 3


def test_short_lines_in_the_same_kind_of_element_are_paragraphs():
    lines = [PROSE.replace("nine", str(n)) for n in range(4)]
    inside = "".join(f"<div class=text>{line}</div>" for line in (*lines[:2], "Exported were:", *lines[2:]))
    assert texts(f"<main>{inside}<div class=more>Share</div></main>") == [*lines[:2], "Exported were:", *lines[2:]]


def test_a_box_that_calls_the_reader_away_is_no_part_of_the_body():
    call = "<section><div><p>Our work costs money. Give what you can, today or every month.</p></div>{}</section>"
    page = f"<div>{different(3)}</div><div>{{}}</div>"
    link, none = call.format("<a href=/give>Give</a>"), call.format("")
    assert len(texts(f"<main>{page.format(link)}</main>")) == 3
    assert len(texts(f"<main>{page.format(none)}</main>")) == 4


def test_prose_between_the_parts_of_a_body_belongs_to_it():
    stray = f"<div><b><p>{PROSE}</p></b></div>"
    page = f"<main><div><div>{different(3)}</div></div>{stray}<div><div>{different(3, 3)}</div></div></main>"
    assert len(texts(page)) == 7


def test_quotations_code_and_tables_amid_the_paragraphs_are_kept():
    said = "Nobody told me of the storm that was to come."
    quote = f"<figure><blockquote><p>{said}</p></blockquote></figure>"
    post = "<blockquote><p>I saw it with my own eyes, and wept. <a href=x>@ann</a></p></blockquote>"
    code = "<div><pre>roofs = 9</pre></div>"
    table = "<table><tr><th>Day<th>Roofs<tr><td>Monday<td>9</table>"
    menu = "<table><tr><td><a href=a>a</a><td><a href=b>b</a><tr><td><a href=c>c</a><td><a href=d>d</a></table>"
    amid = f"{quote}{code}{table}{menu}<section>{post}</section>"
    found = texts(f"<main><div>{different(4)}</div>{amid}<div>{different(4, 4)}</div></main>")
    assert found[4:-4] == [said, "roofs = 9", "Day", "Roofs", "Monday", "9"]


def test_a_body_in_chinese_or_japanese_counts_its_characters():
    line = "気象庁は午後九時に地震があったと発表した。震源の深さは三十キロ。"  # 33 characters
    page = f"<div><p>{line}</p><p>{line.replace('九', '八')}</p><p>{line.replace('九', '七')}</p></div>"
    assert len(texts(page)) == 3


def test_what_the_metadata_has_tells_which_part_is_the_body():
    page = blocks(parse(f"<div>{different(3)}</div><ul></ul><section>{different(2, 3)}</section>".encode()))
    free = np.ones(len(page), dtype=bool)
    assert paragraphs_of(page, free) == [0, 1, 2]
    assert paragraphs_of(page, free, declared={3, 4}) == [3, 4]


def test_prose_before_the_title_or_in_another_article_counts_half():
    title = "<title>Nine roofs lost - The Daily</title>"
    consent = f"<div>{different(4)}</div>"
    own = f"<article><h1>Nine roofs lost</h1>{different(3, 4)}</article>"
    following = f"<article><h2>Rain goes on</h2>{different(4, 7)}</article>"
    far = "".join(f"<div>x{n}</div>" for n in range(20))
    for page in (f"{title}{consent}{far}{own}", f"{title}{own}{far}{following}"):
        lines = blocks(parse(page.encode()))
        found = parts_of(lines).body
        assert [" 4 " in lines.text(i) or " 5 " in lines.text(i) or " 6 " in lines.text(i) for i in found] == [True] * 3


def test_a_page_that_shows_nothing_of_the_body_that_it_declares_shows_none():
    words = " ".join(f"word{n}" for n in range(60))
    data = json.dumps({"@type": "Article", "articleBody": words})
    page = f"<script type='application/ld+json'>{data}</script><div>{different(3)}</div>"
    assert values(mined(page.encode(), declared=True), "body") == []
    assert values(metadata(parse(page.encode())), "body") == [words]
    page += f"<section><p>{words}, it said. And so it was in the end.</p></section>"
    assert "word0 word1" in values(mined(page.encode(), declared=True), "body")[0]
