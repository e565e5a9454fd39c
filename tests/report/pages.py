"""The report of an ontology, as text and as a browser builds it."""

import html5lib

from weblode.report.facts import MineResult
from weblode.report.page import html


def page(ontology, **more):
    return "".join(html(MineResult(ontology, **more)))


def tree(text):
    """The page as a browser builds it; a mistake in the markup is an error."""
    return html5lib.HTMLParser(strict=True, namespaceHTMLElements=False).parse(text)


def text_of(element):
    return " ".join("".join(element.itertext()).split())
