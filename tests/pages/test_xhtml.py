"""Empty elements of XHTML."""

import pytest

from weblode.pages.html import parse
from weblode.pages.xhtml import with_end_tags

HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n<html xmlns="http://www.w3.org/1999/xhtml">'


def body(tree):
    return next(u for u in tree.children(0) if tree.name(u) == "body")


def test_the_text_after_an_empty_script_is_read():
    page = f'{HEAD}<head><title/><script type="text/javascript" src="a.js"/></head><body><p>Read me</p></body></html>'
    tree = parse(page.encode())
    assert tree.text(body(tree)) == "Read me"


def test_what_follows_an_empty_element_is_beside_it():
    tree = parse(f"{HEAD}<body><div class='clear'/><p>one<a id='x'/></p><br/><p>two</p></body></html>".encode())
    assert [tree.name(u) for u in tree.children(body(tree))] == ["div", "p", "br", "p"]


@pytest.mark.parametrize(
    "page",
    [
        "<html><div/><p>x",
        '<html xmlns="http://www.w3.org/1999/xhtml"><div/><p>x',
        f"{HEAD}<!-- <div/> --><br/><img src='a'/><script>if (a) b('<div/>')</script><![CDATA[<p/>]]>",
        f"{HEAD}<script>'<div/>'",
        f"{HEAD}<!-- <div/>",
        f"{HEAD}<a href=http://a.example/>text</a>",  # the slash is the address's
    ],
)
def test_other_pages_and_what_is_no_tag_stay_as_they_are(page):
    assert with_end_tags(page.encode()) == page.encode()
