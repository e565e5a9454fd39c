"""The parts of an article: title, authors, date and place, by their position and wording."""

import pytest
from instances.pages import article, values

from articles.made import mined
from weblode.articles.article import article as parts_of
from weblode.articles.blocks import blocks
from weblode.pages.html import parse

PROSE = "<p>The storm came in the night, and nobody in the town had been told. It took nine roofs with it.</p>" * 3


def parts(page):
    """The parts of an article."""
    return parts_of(blocks(parse(page.encode())))


def test_who_directed_a_film_did_not_write_its_review():
    page = article(0).replace(b"<p class=x>", b"<p>Directed by Zoe Zorn</p><p class=x>")
    assert values(mined(page), "author") == ["Ann Lee"]


@pytest.mark.parametrize(
    "start", ["<b>Port Elis:</b> It", "PORT ELIS -- It", "PORT ELIS (AP) - It", "<i>Port Elis</i><b>:</b> It"]
)
def test_a_place_is_told_by_capitals_or_by_its_mark(start):
    page = article(0).decode().replace("PORT ELIS, Norland — It", start).encode()
    places = [value.title() for value in values(mined(page), "place")]
    assert places == ([] if "<i>" in start else ["Port Elis"])


def test_a_name_beside_the_date_is_the_author():
    page = article(0).replace(b"By Ann Lee<time>", b"Ann Lee</p><p><time>")
    assert values(mined(page), "author") == ["Ann Lee"]


def test_the_heading_that_the_title_of_the_page_repeats_is_the_title():
    page = (
        f"<title>Nine roofs lost in storm - The Daily</title><h1>The Daily</h1><h2>Nine roofs lost in storm</h2>{PROSE}"
    )
    assert parts(page).title_text == "Nine roofs lost in storm"


def test_without_a_title_of_the_page_it_is_the_highest_heading_before_the_body():
    page = f"<h3>Weather</h3><h2>Nine roofs lost</h2><h3>By night</h3>{PROSE}<h1>More</h1>"
    assert parts(page).title_text == "Nine roofs lost"


def test_a_page_without_a_heading_is_named_by_its_title_without_the_site():
    found = parts(f"<title>Nine roofs lost in storm | The Daily</title>{PROSE}")
    assert (found.title, found.title_text) == (-1, "Nine roofs lost in storm")


def test_a_link_to_the_author_names_him():
    found = parts(f"<h1>Nine roofs lost</h1><div><a rel='nofollow author' href=/ann>Ann Lee</a></div>{PROSE}")
    assert found.authors == ((1, "Ann Lee"),)


def test_the_date_is_one_that_people_read_else_that_of_the_time_element():
    page = f"<h1>Nine roofs lost</h1><div><time datetime=2021-03-04T08:00>{{}}</time></div>{PROSE}"
    assert parts(page.format("3 March 2021")).date[1].iso == "2021-03-03"
    assert parts(page.format("yesterday")).date[1].iso == "2021-03-04"
    assert parts(page.format("yesterday").replace("2021-03-04T08:00", "soon")).date is None


def test_a_date_in_a_long_line_is_no_date_of_the_article():
    line = "On 3 March 2021 the council met " + "and talked " * 20
    assert parts(f"<h1>Nine roofs lost</h1><div>{line}</div>{PROSE}").date is None


def test_numbers_are_read_in_the_order_of_the_country_if_it_is_known():
    page = f"<html lang={{}}><h1>Nine roofs lost</h1><div>03/04/2021</div>{PROSE}"
    assert parts(page.format("en-US")).date[1].iso == "2021-03-04"
    assert parts(page.format("en-GB")).date[1].iso == "2021-04-03"
    assert parts(page.format("en")).date is None  # the third of April, or the fourth of March


def test_the_blocks_of_all_parts_are_used():
    found = parts(f"<h1>Nine roofs lost</h1><div>By Ann Lee</div><div>3 March 2021</div><div>Share</div>{PROSE}")
    assert found.used == {0, 1, 2, *found.body}
    assert found.body == (4, 5, 6)


def test_a_page_without_an_article_has_empty_parts():
    found = parts("<nav><a href=x>World</a></nav>")
    assert (found.title, found.title_text, found.body, found.authors, found.date) == (-1, "", (), (), None)


def test_a_line_that_the_title_of_the_page_repeats_is_the_title_only_before_the_body():
    head, line = "<title>Nine roofs lost in storm - The Daily</title>", "<div>Nine roofs lost in storm</div>"
    assert parts(f"{head}{line}{PROSE}").title == 1
    assert parts(f"{head}{PROSE}{line}").title == -1


def test_a_line_of_capitals_beside_the_date_is_no_name():
    page = f"<h1>Nine roofs lost</h1><div>{{}}</div><div>3 March 2021</div>{PROSE}"
    assert parts(page.format("Ann Lee")).authors == ((1, "Ann Lee"),)
    assert parts(page.format("MORE NEWS")).authors == parts(page.format("Local news")).authors == ()
