"""Pages sorted by the template that made them."""

from random import Random

import pytest

from details.sites import DIALECTS, page, products, trees
from weblode.details.groups import ALIKE, Grouping, PageShape
from weblode.details.leaves import Leaves
from weblode.pages.html import parse


def groups(pages, **options):
    grouping = Grouping()
    return [grouping.add(Leaves(tree)) for tree in trees(pages, **options)]


def shape(page):
    return PageShape(Leaves(parse(page.encode())))


def test_groups_are_numbered_as_they_come():
    shop = [page(row) for row in products(3)]
    blog = [f"<body class=b><div><section><p>Day {i}<p>Written by our own people<p>Read on" for i in range(2)]
    assert groups([shop[0], blog[0], shop[1], shop[2], blog[1]]) == [0, 1, 0, 0, 1]


@pytest.mark.parametrize("dialect", DIALECTS.values(), ids=DIALECTS)
def test_pages_of_one_template_are_one_group(dialect):
    assert set(groups([page(row, dialect) for row in products(50)])) == {0}


def test_pages_of_different_hosts_are_apart_whatever_the_port_and_scheme():
    addresses = "https://a.example/1 http://a.example:8080/2 https://b.example/3 https://A.example/4".split()
    assert groups([page(row) for row in products(4)], url=lambda i: addresses[i]) == [0, 0, 1, 0]


def test_a_page_without_an_address_may_be_of_any_host():
    addresses = ["https://a.example/1", None, "https://a.example/2", "page.html"]
    assert groups([page(row) for row in products(4)], url=lambda i: addresses[i]) == [0, 0, 0, 0]


def test_likeness_is_from_0_to_1_and_the_same_both_ways():
    one, two = (shape(page(row)) for row in products(2))
    other = shape("<section><i>Nothing of this")
    assert one.likeness(one) == 1
    assert one.likeness(two) == two.likeness(one)
    assert ALIKE < one.likeness(two) < 1
    assert one.likeness(other) == other.likeness(one) == 0


def test_pages_without_text_are_alike_in_nothing():
    assert groups(["", "", "<p></p>"]) == [0, 1, 2]


def test_the_order_of_pages_does_not_change_which_belong_together():
    shop = [page(row) for row in products(6)]
    blog = [f"<body class=b><div><section><p>Day {i}<p>Written by our own people<p>Read on" for i in range(6)]
    for seed in range(5):
        order = Random(seed).sample(range(12), 12)
        numbers = groups([(shop + blog)[i] for i in order])
        assert len({(number, i < 6) for number, i in zip(numbers, order, strict=True)}) == 2


def test_pages_that_hardly_share_a_text_are_apart_whatever_their_tags():
    page = "<title>{0}</title><h1>{0}</h1><p>Home<dl><dt>{1}<dd>{0}a<dt>{2}<dd>{0}b</dl>"
    things = [page.format(name, "Price:", "Weight:") for name in "Lamp Chair Desk".split()]
    people = [page.format(name, "Born:", "City:") for name in "Ann Bob Cid".split()]
    grouping = Grouping()
    assert [grouping.add(Leaves(parse(each.encode()))) for each in things + people] == [0, 0, 0, 1, 1, 1]
