"""What pages tell machines."""

import pytest
from hypothesis import given
from strategies import SOUP

from details.sites import json_ld, microdata, page, product
from weblode.details.declared import DeclaredValue, agreeing, declared, only_declared, plain, words_by_name
from weblode.pages.html import parse
from weblode.paths import xpath


def told(page):
    return {name: [each.text for each in own] for name, own in declared(parse(page.encode())).items()}


def value(text):
    return (DeclaredValue(text, 0),)


def test_json_ld_is_told_under_usual_names():
    row = product(2)
    assert told(page(row, head=json_ld(row))) == {
        "title": [row["title"]],
        "manufacturer": [row["maker"]],
        "sku": ["code-39.50"],
    }


def test_microdata_is_told_with_its_elements():
    row = product(2)
    tree = parse(page(row, microdata).encode())
    own = declared(tree)
    assert {name: own[name][0].text for name in row if name != "title"} == {
        name: text for name, text in row.items() if name != "title"
    }
    assert xpath(tree, own["city"][0].node) == "/html/body/main/div/p[2]"


def test_values_that_several_ways_tell_are_told_once():
    head = (
        '<meta property="og:title" content="Lamp"><meta name="dc.title" content="Lamp"><meta name="dc.title" content=L>'
    )
    assert told(head)["title"] == ["Lamp", "L"]


@pytest.mark.parametrize(
    "text", ["", "<p>words", '<script type="application/ld+json">{"a": [</script>', "<p itemprop>x"]
)
def test_pages_that_tell_nothing_tell_nothing(text):
    assert told(text) == {}


def test_a_tree_is_read_once():
    tree = parse(page(product(1), head=json_ld(product(1))).encode())
    assert declared(tree) is declared(tree)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Tor Books", "tor  books"), ("$5.00", "5 00"), ("Straße", "STRASSE"), ("北京，中国", "北京 中国")],
)
def test_values_are_compared_by_their_words(one, other):
    assert plain(one) == plain(other)


def test_the_name_on_which_most_pages_agree_is_found():
    pages = [words_by_name({"brand": value(f"Maker {i}"), "sku": value(f"S{i}")}) for i in range(5)]
    assert agreeing({i: {f"maker {i}"} for i in range(5)}, pages) == "brand"
    assert agreeing({i: {f"maker {i}"} if i < 3 else {"x"} for i in range(5)}, pages) == "brand"
    assert agreeing({i: {f"maker {i}"} if i < 2 else {"x"} for i in range(5)}, pages) == ""
    assert agreeing({0: {"maker 0"}}, pages) == ""
    assert agreeing({}, pages) == ""


def test_attributes_that_most_pages_tell_differently_are_added():
    pages = [{"sku": value(f"S{i}"), "currency": value("EUR"), "brand": value(f"B{i}")} for i in range(3)]
    pages += [{"sku": value("S3")}, {"rare": value("x")}, {}]
    assert only_declared(pages, {"brand"}) == ["sku"]
    assert only_declared(pages, set()) == ["sku", "brand"]
    assert only_declared([], set()) == []


@given(SOUP)
def test_any_page_tells_values_or_nothing(page):
    tree = parse(page.encode())
    assert all(own and all(each.text for each in own) for own in declared(tree).values())
