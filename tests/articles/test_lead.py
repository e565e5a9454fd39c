"""The lead of an article: what stands between its title and its body and belongs to it."""

from weblode.articles.article import article
from weblode.articles.blocks import blocks
from weblode.articles.lead import repeats
from weblode.articles.metadata import declarations
from weblode.pages.html import parse

PROSE = "".join(
    f"<p>The storm came in the night {n}, and nobody in the town had been told. It took {n} roofs with it.</p>"
    for n in range(3)
)
TITLE = "<h1>Nine roofs lost</h1>"
LEAD = "A storm took nine roofs of the town in the night to Monday."


def leads(before, head=""):
    tree = parse(f"{head}<header>{TITLE}{before}</header><article>{PROSE}</article>".encode())
    page = blocks(tree)
    found = article(page, declarations(tree))
    assert set(found.lead) < set(found.body)
    return [page.text(i) for i in found.lead]


def test_a_sentence_between_title_and_body_is_the_lead():
    assert leads(f"<div>{LEAD}</div><div>By Ann Lee</div><div>3 March 2021</div>") == [LEAD]


def test_a_line_that_the_description_repeats_is_the_lead_without_a_stop():
    line = "Storm leaves town in ruins"
    head = f"<meta name=description content='{line}'>"
    assert leads(f"<h2>{line}</h2>", head) == [line]
    assert leads(f"<h2>{line}</h2>") == []


def test_a_long_heading_or_paragraph_is_the_lead_but_not_another_long_line():
    line = "Nobody in the town of Elis had been told of it"
    assert leads(f"<h2>{line}</h2>") == [line]
    assert leads(f"<div>{line}</div>") == []


def test_captions_links_dates_and_the_title_itself_are_no_lead():
    other = (
        f"<div><img src=a.jpg><p>{LEAD}</p></div><p><a href=/x>{LEAD}</a></p><aside>{LEAD}</aside>"
        "<p>Published on 3 March 2021, at 5 in Elis.</p><h2>Nine roofs lost</h2>"
        "<p class=caption>The roof of a house.</p>"
    )
    assert leads(other) == []


def test_a_box_that_calls_the_reader_away_is_no_lead():
    call = "Read on for a pound a month. It is worth the money."
    assert leads(f"<div><p>{call}</p><p><a href=/buy>Subscribe</a></p></div><p>{LEAD}</p>") == [LEAD]
    assert leads(f"<div><p>{call}</p><input name=mail></div><p>{LEAD}</p>") == [LEAD]


def test_a_description_may_be_cut_off_and_may_have_more():
    text = "a b c d e f g h i j".split()
    assert repeats(text, [text])
    assert repeats(text, [[*text, "k", "l"]])
    assert repeats(text, [text[:8]])
    assert repeats([*text, "x"], [[*text, "cut"]])
    assert not repeats(text, [["x", *text]])
    assert not repeats(text[:3], [text])
    assert not repeats(text, [])
