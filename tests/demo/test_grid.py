"""Pages in the style of today."""

import html5lib
from demo.pages import of_era, pages_of, without_markup

from weblode.demo import addresses, grid, markup
from weblode.demo.generate import generate
from weblode.demo.stories import facts, paragraphs


def test_pages_of_today_are_valid_for_a_strict_parser_and_have_landmarks():
    for text in pages_of("grid"):
        html5lib.HTMLParser(strict=True).parse(text)
        assert all(f"<{tag}" in text for tag in ("header", "nav", "main", "aside", "footer"))
        assert 'role="banner"' in text


def test_some_sites_of_today_speak_to_machines():
    web = generate(9, 60)

    def marks(site):
        page = web.page(site.base + addresses.article_path(site, site.article(5))).data
        return b"application/ld+json" in page, b'property="og:title"' in page

    assert [marks(site) for site in web if site.era == "grid"] == [(True, False), (False, True), (False, False)]
    assert not any(any(marks(site)) for site in web if site.era == "tables")


def test_words_of_a_page_are_never_markup():
    site = of_era("grid")
    shown = without_markup(grid.plain(site, "Q&amp;A <b>", "a < b & 'c' </p><script>"))
    assert "Q&amp;A <b>" in shown
    assert "a < b & 'c' </p><script>" in shown


def test_a_story_shows_its_title_author_date_and_every_paragraph():
    site = of_era("grid")
    for number in (0, 1, 44):
        article = site.article(number)
        shown = without_markup(grid.story(site, article))
        for words in (article.title, article.author, markup.date_text(site, article.day), *paragraphs(article)):
            assert words in shown
        assert article.place.upper() in shown
        assert all(label in shown and value in shown for label, value in facts(article))


def test_a_listing_shows_its_articles_and_no_pages_where_one_is_enough():
    site = of_era("grid")
    for section in site.sections:
        shown = without_markup(grid.listing(site, section, 1))
        assert section.label in shown
        assert all(article.title in shown for article in markup.page_articles(site, section, 1))
        assert ("Next »" in shown) == (site.pages(section) > 1)
