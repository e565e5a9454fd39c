"""Which site a page belongs to."""

import pytest

from weblode.graph.sites import Homes
from weblode.ontology import Witness

WEB = Homes({"gazette.test": "https://gazette.test/", "herald.co.uk": "https://www.herald.co.uk/news"})


@pytest.mark.parametrize(
    ("page", "site"),
    [
        ("https://gazette.test/", "gazette.test"),
        ("http://archive.gazette.test/1999/a.html", "gazette.test"),
        ("https://sport.herald.co.uk/cup", "herald.co.uk"),
        ("https://elsewhere.test/gazette.test/", "elsewhere.test"),
        ("gazette.test/a.html", ""),
    ],
)
def test_an_address_belongs_to_the_domain_it_is_registered_under(page, site):
    assert WEB.site(page) == site


@pytest.mark.parametrize(
    ("page", "site"),
    [
        ("papers/a/index.html", "a"),
        ("papers/a/world/asia.html", "a"),
        ("papers/./a/../a/x.html", "a"),
        ("papers/a/inner/x.html", "inner"),
        ("papers/ab/x.html", ""),
        ("x.html", ""),
        ("/papers/a/x.html", ""),
    ],
)
def test_a_saved_page_belongs_to_the_home_page_in_the_nearest_folder_around_it(page, site):
    homes = Homes({"a": "papers/a/index.html", "inner": "papers/a/inner/index.html"})
    assert homes.site(page) == site


def test_of_two_home_pages_in_one_folder_neither_has_the_pages_there():
    homes = Homes({"a": "papers/a.html", "b": "papers/b.html", "c": "papers/c/index.html"})
    assert [homes.site(page) for page in ("papers/x.html", "papers/c/x.html")] == ["", "c"]


def test_witnesses_are_divided_by_their_addresses_else_by_their_pages_and_keep_their_order():
    one = Witness("saved.html", "/a", "https://gazette.test/1")
    two = Witness("https://gazette.test/2", "/b")
    three = Witness("https://herald.co.uk/3", "/c")
    unknown = Witness("saved.html", "/d")
    assert WEB.divide([unknown, two, three, one], ["gazette.test"]) == ([unknown, three], [two, one])
    assert WEB.divide([one, two], []) == ([one, two], [])
