"""The next page of a list, and links that every page has."""

import pytest

from weblode.instances.boilerplate import Everywhere, usual_targets
from weblode.instances.discover import InstanceOptions, instances_of_pages
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


def section(name, stories):
    popular = "".join(f"<li><a href=/story/{i}00>Everybody reads the story number {i}00 today</a>" for i in range(5))
    listed = "".join(
        f"<div><h3><a href=/story/{i}>The story number {i} of the section {name}</a></h3><p>What it says.</p></div>"
        for i in stories
    )
    return tree(f"<h1>{name}</h1>{listed}<ul>{popular}</ul>", f"http://a.com/{name}")


def test_what_every_page_of_a_site_links_is_no_item_of_any_of_them():
    pages = [section(f"s{i}", range(10 * i + 1, 10 * i + 4)) for i in range(5)]
    count = Everywhere(WEB)
    for page in pages:
        count.add(page)
    assert {address.rpartition("/")[2] for address in count.usual()} == {"000", "100", "200", "300", "400"}
    for found in instances_of_pages(pages, WEB, options=InstanceOptions(usual=count.usual())):
        assert len(found) == 3
        assert not any(one.title.startswith("Everybody") for one in found)


def test_a_page_that_links_more_often_than_others_lists_it():
    page = section("s", [300])
    usual = {f"http://a.com/story/{i}00": 1 for i in range(5)}
    assert "http://a.com/story/300" not in usual_targets(page, WEB, usual)
    assert "http://a.com/story/100" in usual_targets(page, WEB, usual)
    assert usual_targets(page, WEB, {}) == frozenset()


def test_of_few_pages_nothing_is_said():
    count = Everywhere(WEB)
    count.add(section("s", [1]))
    assert count.usual() == {}
