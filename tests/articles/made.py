"""The attributes of an article in a made page."""

from weblode.articles.article import article
from weblode.articles.attributes import article_attributes
from weblode.articles.blocks import blocks
from weblode.articles.metadata import declarations
from weblode.pages.html import parse


def mined(page, *, declared=False):
    """The parts of the article in a page, given as bytes; `declared` says whether its metadata is looked at."""
    tree = parse(page)
    lines = blocks(tree)
    return list(article_attributes(lines, article(lines, declarations(tree) if declared else ())))
