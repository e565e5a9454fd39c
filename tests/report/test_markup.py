"""Texts and links of pages in our page."""

import html5lib
import pytest
from hypothesis import given
from hypothesis import strategies as st

from weblode.report.markup import bdi, link, text

ODD = st.text() | st.text("<>&\"'/=a ") | st.text("\x00\x0c\x1b\x85\ud800\ufdd0\uffff ab")


def parsed(markup):
    """The paragraph with the markup, as a browser reads it; a mistake is an error."""
    parser = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False)
    return parser.parse(f"<!DOCTYPE html><title>t</title><p>{markup}</p>").find("body/p")


@given(ODD)
def test_any_text_is_text_and_no_element_and_may_stand_in_an_attribute(words):
    found = parsed(f'{text(words)}<i title="{text(words)}"></i>')
    assert [one.tag for one in found] == ["i"]
    assert (found.text or "") == found.find("i").get("title")
    text(words).encode("utf-8")


def test_white_space_is_one_space_and_control_characters_are_seen():
    assert text(" a\n\t b\x1b[2J ") == "a b\ufffd[2J"


@given(ODD, st.integers(1, 10))
def test_a_text_is_no_longer_than_its_width(words, width):
    assert len(parsed(text(words, width)).text or "") <= width


def test_a_text_that_is_cut_says_so_and_is_cut_before_it_is_escaped():
    assert text("abcdef", 6) == "abcdef"
    assert text("abcdefg", 6) == "abcde…"
    assert text("ab  cdefg", 4) == "ab…"
    assert text("&&&&", 3) == "&amp;&amp;…"


def test_the_direction_of_a_text_stays_inside_it():
    assert bdi("العربية") == "<bdi>العربية</bdi>"


@pytest.mark.parametrize(
    "address", [None, "", "javascript:alert(1)", "data:text/html,x", "//x.test/", " http://x.test/"]
)
def test_only_addresses_on_the_web_are_links(address):
    assert link(address, "x") == "<bdi>x</bdi>"


@given(ODD)
def test_a_link_has_the_address_and_nothing_else_of_it(rest):
    [found] = parsed(link(f"https://x.test/{rest}", "a <b>", 4))
    assert (found.tag, sorted(found.attrib)) == ("a", ["href", "rel"])
    assert found.get("href").startswith("https://x.test/")
    assert "".join(found.itertext()) == "a <…"
