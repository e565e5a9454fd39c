"""Who wrote an article and when, by the lines around it."""

import pytest

from weblode.articles.article import article
from weblode.articles.blocks import blocks
from weblode.articles.bylines import date, is_byline, names, people
from weblode.pages.html import parse

PROSE = "<p>The storm came in the night, and nobody in the town had been told. It took nine roofs with it.</p>" * 2


def lines(page):
    return blocks(parse(page.encode()))


def parts(page):
    return article(lines(page))


@pytest.mark.parametrize(
    ("line", "writers"),
    [
        ("By Ann Lee", ["Ann Lee"]),
        ("Von Ann Lee und Bo Chen", ["Ann Lee", "Bo Chen"]),
        ("Kommentar von Ann Lee", ["Ann Lee"]),
        ("Автор: Анна Ли", ["Анна Ли"]),
        ("By Ann Lee | The Daily", ["Ann Lee"]),
        ("By Ann Lee, 3 March 2021", ["Ann Lee"]),
        ("By Ann Lee and the staff", ["Ann Lee"]),
        ("By Ann Lee/Bo Chen", ["Ann Lee", "Bo Chen"]),
        ("By Dan E. Brown", ["Dan E. Brown"]),
        ("Oleh Siti Rahma dan Budi", ["Siti Rahma", "Budi"]),
        ("作者：李安、陈波", ["李安", "陈波"]),  # noqa: RUF001
        ("(责编：李安)", ["李安"]),  # noqa: RUF001
        ("Stand by Ann Lee", []),
        ("By 9 Men", []),
        ("By", []),
        ("", []),
    ],
)
def test_a_byline_gives_its_names(line, writers):
    assert names(line) == writers


def test_a_byline_is_short_and_no_sentence():
    page = lines("<p>By Ann Lee</p><p>By Ann Lee we stand.</p><p>Rain</p>")
    assert [is_byline(page, i) for i in range(3)] == [True, False, False]


def test_persons_have_two_to_four_capitalised_words_and_no_heading():
    page = lines("<p>Ann Lee, Bo Chen</p><p>Local news</p><p>MORE NEWS</p><h2>Other News</h2><p>Ann</p>")
    assert [people(page, i) for i in range(5)] == [["Ann Lee", "Bo Chen"], [], [], [], []]


def test_a_line_of_names_before_the_first_paragraph_names_more_authors():
    found = parts(f"<h1>Nine roofs lost</h1><div>by The Daily</div><article><p>Ann Lee/Bo Chen</p>{PROSE}</article>")
    assert [name for _, name in found.authors] == ["The Daily", "Ann Lee", "Bo Chen"]


def test_a_byline_amid_the_paragraphs_is_no_part_of_the_body():
    found = parts(f"<h1>Nine roofs lost</h1><article><p>A storm took nine roofs of Elis.</p><p>By Ann Lee</p>{PROSE}")
    assert [name for _, name in found.authors] == ["Ann Lee"]
    assert len(found.body) == 3


def test_a_date_in_running_text_is_no_date_of_the_article():
    sentence = "The council of the town met on 3 March 2021 to talk of the roofs. It rained."
    assert date(lines(f"<p>{sentence}</p>"), [0]) is None
    assert date(lines("<p>Published on 3 March 2021 at 5 p.m. in Elis.</p>"), [0])[1].iso == "2021-03-03"
    assert date(lines("<p>By Ann Lee of the Daily in Elis and at sea. 3 March 2021</p>"), [0])[1].iso == "2021-03-03"
