"""Pages in the style of 2012."""

from xml.etree import ElementTree

from demo.pages import of_era, pages_of, without_markup

from weblode.demo import divs, markup
from weblode.demo.stories import facts, paragraphs


def test_pages_of_2012_are_well_formed_xml():
    for text in pages_of("divs"):
        root = ElementTree.fromstring(text.partition(">")[2])
        names = {element.tag.partition("}")[2] for element in root.iter()}
        assert {"div", "ul", "h3", "style"} <= names
        assert not names & {"font", "nav", "main", "article", "time"}
        assert "clearfix" in text


def test_words_of_a_page_are_never_markup():
    site = of_era("divs")
    shown = without_markup(divs.plain(site, "Q&amp;A <b>", "a < b & 'c' </p><script>"))
    assert "Q&amp;A <b>" in shown
    assert "a < b & 'c' </p><script>" in shown


def test_a_story_shows_its_title_author_date_and_every_paragraph():
    site = of_era("divs")
    for number in (0, 1, 44):
        article = site.article(number)
        shown = without_markup(divs.story(site, article))
        for words in (article.title, article.author, markup.date_text(site, article.day), *paragraphs(article)):
            assert words in shown
        assert f"{article.place}:" in shown
        assert all(label in shown and value in shown for label, value in facts(article))


def test_a_listing_shows_its_articles_and_no_pages_where_one_is_enough():
    site = of_era("divs")
    for section in site.sections:
        shown = without_markup(divs.listing(site, section, 1))
        assert section.label in shown
        assert all(article.title in shown for article in markup.page_articles(site, section, 1))
        assert ("Next »" in shown) == (site.pages(section) > 1)
