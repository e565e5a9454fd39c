"""Trees of other parsers are read as the pages they were made of."""

import sys
import xml.dom.minidom
from xml.etree import ElementTree

import html5lib
import lxml.etree
import lxml.html
import parsel
import pytest
from children import run
from scrapy.http import HtmlResponse
from selectolax.lexbor import LexborHTMLParser

from weblode.errors import SourceError
from weblode.sources.reading import read

HTML = (
    "<!DOCTYPE html><html><head><title>Größe</title><script>if (1 < 2) {}</script></head>"
    "<body><main><p>Hello <b>wörld</b><br>again &amp; &lt;b&gt;</p><div></div><p>end</p></main> tail</body></html>"
)
WHOLE = "Größe\nHello wörld\nagain & <b>\nend\ntail"
PART = "Hello wörld\nagain & <b>\nend"
FEED = "<rss><channel><item><title>one</title></item><item><title>two</title></item></channel></rss>"


def soup(features):
    bs4 = pytest.importorskip("bs4", reason="BeautifulSoup is not installed")
    return bs4.BeautifulSoup(HTML, features)


PARSERS = {
    "BeautifulSoup": lambda: (soup("html.parser"), soup("html.parser").main),
    "BeautifulSoup with lxml": lambda: (soup("lxml"), soup("lxml").find("main")),
    "lxml.html": lambda: (lxml.html.document_fromstring(HTML), lxml.html.document_fromstring(HTML).find(".//main")),
    "lxml.etree": lambda: (lxml.etree.HTML(HTML).getroottree(), lxml.etree.HTML(HTML).find(".//main")),
    "parsel": lambda: (parsel.Selector(HTML), parsel.Selector(HTML).css("main")),
    "selectolax": lambda: (LexborHTMLParser(HTML), LexborHTMLParser(HTML).css_first("main")),
    "html5lib": lambda: (html5lib.parse(HTML), html5lib.parse(HTML).find(".//{*}main")),
    "html5lib with lxml": lambda: (html5lib.parse(HTML, "lxml"), html5lib.parse(HTML, "lxml").find(".//{*}main")),
}


@pytest.mark.parametrize("parser", PARSERS)
def test_a_tree_and_a_part_of_it_are_read(parser):
    whole, part = PARSERS[parser]()
    assert read(whole).text(0) == WHOLE
    assert read(part).text(0) == PART
    assert read(whole, url="https://site.example/").url == "https://site.example/"


@pytest.mark.parametrize("parser", PARSERS)
def test_the_nodes_are_those_of_the_page_itself(parser):
    direct = read(HTML)
    tree = read(PARSERS[parser]()[0])
    assert [tree.name(u) for u in tree.elements.tolist()] == [direct.name(u) for u in direct.elements.tolist()]


@pytest.mark.parametrize(
    "tree",
    [
        lxml.etree.fromstring(FEED),
        lxml.etree.fromstring(FEED).getroottree(),
        ElementTree.fromstring(FEED),
        ElementTree.ElementTree(ElementTree.fromstring(FEED)),
        parsel.Selector(FEED, type="xml"),
    ],
    ids=["lxml element", "lxml tree", "element", "tree", "parsel"],
)
def test_a_tree_of_xml_stays_xml(tree):
    page = read(tree)
    assert page.is_xml
    assert page.text(0) == "one\ntwo"


@pytest.mark.parametrize("parse", [lxml.etree.fromstring, ElementTree.fromstring], ids=["lxml", "ElementTree"])
def test_the_text_after_an_element_of_xml_is_not_read(parse):
    page = read(parse("<a>x <rss><b>one</b></rss> y</a>")[0])
    assert (page.text(0), page.warning) == ("one", "")


def test_a_selector_of_scrapy_and_a_tree_with_a_base_know_their_address():
    response = HtmlResponse("https://site.example/a", body=HTML, encoding="utf-8")
    assert read(response.selector).url == "https://site.example/a"
    assert read(parsel.Selector(HTML, base_url="https://u:p@site.example/b")).url == "https://site.example/b"
    assert read(lxml.html.fromstring(HTML, base_url="https://site.example/c")).url == "https://site.example/c"
    assert read(lxml.html.fromstring(HTML, base_url="c.html")).url is None


@pytest.mark.parametrize(
    "source",
    [lxml.etree.Comment("x"), lxml.etree.ElementTree(), xml.dom.minidom.parseString("<a/>"), lxml.etree.HTMLParser()],
    ids=lambda source: type(source).__name__,
)
def test_what_is_no_element_is_no_page(source):
    with pytest.raises(SourceError, match="is no page; "):
        read(source)


def test_a_tree_too_deep_to_be_written_is_one_line():
    root = element = ElementTree.Element("items")
    for _ in range(10_000):
        element = ElementTree.SubElement(element, "item")
    with pytest.raises(SourceError, match=r"an? Element that cannot be written as HTML"):
        read(root)


def test_none_of_these_libraries_is_imported():
    program = "import sys, weblode; weblode.read('<p>a'); weblode.records('<p>a'); print(*sys.modules)"
    loaded = run([sys.executable, "-c", program], capture_output=True, check=True, text=True).stdout.split()
    others = {"bs4", "lxml", "parsel", "scrapy", "requests", "httpx", "aiohttp", "pandas", "polars", "pyarrow"}
    assert others & set(loaded) == set()
