import pytest

from weblode.pages.html import parse
from weblode.records.declared import declared


def kind(page):
    return declared(parse(page.encode()))


@pytest.mark.parametrize(
    ("name", "expected"), [("website", 1), ("Article", -1), ("product", -1), ("", 0), ("blog", 0), ("object", 0)]
)
def test_a_page_says_that_it_is_a_site_or_one_thing(name, expected):
    assert kind(f'<meta property="og:type" content="{name}"><p>text') == expected
    assert kind(f'<meta content="{name}" property=og:type><p>text') == expected


def test_og_type_in_a_text_says_nothing():
    assert kind("<p>use og:type for this") == 0
    assert kind("<title>og:type or og:type</title><meta property=og:type content=article>") == -1
    assert kind("<meta name=description content='og:type tags'><meta property=og:type content=website>") == 1
    assert kind("<p>text") == 0
    assert kind("") == 0


@pytest.mark.parametrize("address", ["https://food.example", "https://food.example/", "https://food.example/#top"])
def test_what_has_the_address_of_a_site_is_a_site_whatever_it_declares(address):
    page = '<meta property="og:type" content="{}"><meta property="og:url" content="{}"><p>text'
    assert kind(page.format("article", address)) == 1
    assert kind(page.format("article", "https://food.example/2024/soup")) == -1
    assert kind(page.format("article", "https://food.example/?p=7")) == -1
    assert kind(page.format("blog", address)) == 0
