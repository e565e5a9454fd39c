"""Links to other pages of a template, in a block of several, are no attributes of the thing."""

import pytest

from weblode.details.discover import discover
from weblode.details.related import address_pattern
from weblode.pages.html import parse

THINGS = ["Lamp", "Chair", "Table", "Shelf", "Clock", "Mirror", "Carpet", "Vase"]


def page(number, *, sequel=""):
    """A page about a thing, with three others that a reader may like."""
    name = f"{THINGS[number]} {number}"
    others = [(number + k) % len(THINGS) for k in (1, 2, 3)]
    items = "".join(
        f"<div class=box-{place}><a href='/thing/{k}-{THINGS[k].lower()}.html?from=box'>{THINGS[k]} {k}</a>"
        f"<p>{10 + k}.50 EUR</p></div>"
        for k, place in zip(others, ("left", "middle", "right"), strict=True)
    )
    facts = f"<table><tr><th>Weight</th><td>{number + 2} kg</td></tr><tr><th>Maker</th><td>Maker {number}</td></tr>"
    return parse(
        f"<title>{name} - Shop</title><h1>{name}</h1><p class=price>{20 + number}.00 EUR</p>{facts}{sequel}</table>"
        f"{items}<p>All prices with tax</p>".encode(),
        page=name,
        url=f"http://shop.example/thing/{number}-{THINGS[number].lower()}.html",
    )


def values_of(trees):
    """The values of all attributes, by name."""
    [found] = discover(trees)
    return {about.name: [row.values[k] for row in found.pages] for k, about in enumerate(found.columns)}


def test_related_things_and_their_prices_are_left_out():
    values = values_of([page(number) for number in range(6)])
    assert {"title", "weight", "maker", "price"} <= set(values)
    texts = {one.text for name, own in values.items() if name != "title" for page in own for one in page}
    assert not [text for text in texts if text.split()[0] in THINGS or text.endswith(".50 EUR")]


def test_without_the_addresses_of_the_pages_nothing_is_left_out():
    trees = [page(number) for number in range(6)]
    for tree in trees:
        vars(tree)["url"] = None
    texts = {one.text for own in values_of(trees).values() for page in own for one in page}
    assert any(text.endswith(".50 EUR") for text in texts)


def test_a_link_to_a_page_of_the_template_with_a_label_is_an_attribute():
    sequels = [
        f"<tr><th>Goes with</th><td><a href=/thing/{n + 20}-rug.html>Rug {n + 20}</a></td></tr>" for n in range(6)
    ]
    values = values_of([page(number, sequel=sequels[number]) for number in range(6)])
    assert [own[0].text for own in values["goes_with"]] == [f"Rug {n + 20}" for n in range(6)]


@pytest.mark.parametrize(
    ("addresses", "inside", "outside"),
    [
        (("http://a.b/book/1", "http://a.b/book/2"), "http://a.b/book/3?x=1", "http://a.b/author/3"),
        (("http://a.b/show?id=1&x=a", "http://a.b/show?id=7&x=a"), "http://a.b/show?x=a&id=9", "http://a.b/show?id=9"),
        (
            ("http://a.b/Red/k-p-1.html", "http://a.b/Blue/z9-p-7.html"),
            "http://a.b/My/o-p-5.html",
            "http://a.b/My/o.html",
        ),
        (("http://a.b/film/x/cast", "http://a.b/film/y/cast"), "http://a.b/film/z/cast", "http://a.b/film/z/plot"),
    ],
)
def test_addresses_of_a_template_are_told_from_others(addresses, inside, outside):
    pattern = address_pattern(addresses)
    assert pattern.has(inside)
    assert not pattern.has(outside)


@pytest.mark.parametrize(
    "addresses", [("http://a.b/about", "http://a.b/terms"), ("http://a.b/1", "http://c.d/2"), ("x",)]
)
def test_addresses_that_any_page_may_have_are_no_pattern(addresses):
    assert address_pattern(addresses) is None
