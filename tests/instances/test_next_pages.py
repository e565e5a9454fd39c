"""The next page of a list."""

import pytest

from weblode.instances.next_pages import next_page
from weblode.pages.html import parse
from weblode.sources.offline import Offline

WEB = Offline([])


def tree(text, url):
    return parse(text.encode(), url=url)


@pytest.mark.parametrize(
    ("text", "url", "after"),
    [
        ("<a href='?page=2'>2</a><a href='?page=3'>3</a>", "http://a.com/news/", "http://a.com/news/?page=2"),
        ("<a href='?page=1'>1</a><a href='?page=3'>3</a>", "http://a.com/news/?page=2", "http://a.com/news/?page=3"),
        ("<a href=index2.html>2</a>", "http://a.com/world/index.html", "http://a.com/world/index2.html"),
        ("<a href=/news/page/2/>2</a>", "http://a.com/news/", "http://a.com/news/page/2/"),
        ("<a rel='nofollow next' href=/older>Weiter</a>", "http://a.com/news/", "http://a.com/older"),
        ("<link rel=next href=/news/b>", "http://a.com/news/a", "http://a.com/news/b"),
        ("<a href='?page=1'>1</a>", "http://a.com/news/?page=2", None),
        ("<base href=/><a href=news/page/2>2</a>", "http://a.com/news/", "http://a.com/news/page/2"),
        ("<a href=/story-2>2</a>", "http://a.com/news/", None),
        ("<a rel=next href=http://b.com/>Next</a>", "http://a.com/news/", None),
        ("<a href=/news/>1</a><p>2", "http://a.com/news/", None),
    ],
)
def test_the_next_page_of_a_list_is_found_by_what_the_page_says_or_the_next_number(text, url, after):
    assert next_page(tree(text, url), WEB) == after
