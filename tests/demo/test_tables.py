"""Pages in the style of 2003."""

import re

from demo.pages import of_era, pages_of, without_markup

from weblode.demo import addresses, markup, tables
from weblode.demo.generate import generate
from weblode.demo.stories import facts, paragraphs


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


def test_words_of_a_page_are_never_markup():
    site = of_era("tables")
    shown = without_markup(tables.plain(site, "Q&amp;A <b>", "a < b & 'c' </p><script>"))
    assert "Q&amp;A <b>" in shown
    assert "a < b & 'c' </p><script>" in shown


def test_a_story_shows_its_title_author_date_and_every_paragraph():
    site = of_era("tables")
    for number in (0, 1, 44):
        article = site.article(number)
        shown = without_markup(tables.story(site, article))
        for words in (article.title, article.author, markup.date_text(site, article.day), *paragraphs(article)):
            assert words in shown
        assert article.place.upper() in shown
        assert all(label in shown and value in shown for label, value in facts(article))


def test_a_listing_shows_its_articles_and_no_pages_where_one_is_enough():
    site = of_era("tables")
    for section in site.sections:
        shown = without_markup(tables.listing(site, section, 1))
        assert section.label in shown
        assert all(article.title in shown for article in markup.page_articles(site, section, 1))
        assert ("Next »" in shown) == (site.pages(section) > 1)
