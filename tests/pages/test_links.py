"""Addresses in one form, and their sites."""

import doctest

import pytest

from weblode.pages import links
from weblode.pages.html import parse
from weblode.pages.links import join_base, normalise, resolve, site


def test_examples_hold():
    assert doctest.testmod(links).failed == 0


@pytest.mark.parametrize(
    "form",
    [
        "http://example.com/a/b?q=1",
        "HTTP://EXAMPLE.com:80/a/b?q=1",
        "http://example.com/a/./b?q=1#part",
        "http://example.com/x/../a/b?q=1",
        "http://me:secret@example.com/a/b?q=1",
        " http://example.com/a/b?q=1\n",
    ],
)
def test_all_forms_of_an_address_are_one(form):
    assert normalise(form) == "http://example.com/a/b?q=1"


def test_an_empty_path_is_the_root():
    assert normalise("https://example.com") == normalise("https://example.com:443/#top") == "https://example.com/"


@pytest.mark.parametrize(
    "href", ["mailto:a@b.c", "javascript:void(0)", "tel:1", "ftp://a/b", "data:,x", "http://[", "photo.JPG", "/a.pdf?b"]
)
def test_what_leads_to_no_page_leads_nowhere(href):
    assert resolve("http://example.com/", href) is None


@pytest.mark.parametrize(
    ("href", "address"),
    [
        ("", "http://example.com/a/b.html"),
        ("#top", "http://example.com/a/b.html"),
        ("c", "http://example.com/a/c"),
        ("/c", "http://example.com/c"),
        ("?c", "http://example.com/a/b.html?c"),
        ("//other.org", "http://other.org/"),
        ("../../../c", "http://example.com/c"),
        ("ü.html", "http://example.com/a/%C3%BC.html"),
    ],
)
def test_links_are_resolved_as_browsers_do(href, address):
    assert resolve("http://example.com/a/b.html", href) == address


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("http://www.example.com/", "example.com"),
        ("https://a.b.example.co.uk:8443/x", "example.co.uk"),
        ("http://shop.localhost:8000/", "shop.localhost"),
        ("http://localhost:8000/", "localhost:8000"),
        ("http://[::1]:8000/", "[::1]:8000"),
        ("http://10.0.0.1/", "10.0.0.1"),
        ("http://co.uk/", "co.uk"),
        ("nonsense", "nonsense"),
    ],
)
def test_the_site_is_the_registrable_domain_or_the_host(address, name):
    assert site(address) == name


def test_links_start_from_the_first_base_that_has_an_address():
    tree = parse(b"<base target=_top><base href=' /en/ '><base href=/no/><a href=a>")
    assert tree.base == "/en/"
    assert resolve("http://example.com/x/y", join_base(tree.base, "a")) == "http://example.com/en/a"
    assert parse(b"<a href=a>").base == ""


@pytest.mark.parametrize("base", ["", "http://[", "javascript:", "httpdisabled://example.com/"])
def test_a_base_that_is_of_no_use_changes_nothing(base):
    assert join_base(base, "a.html") == "a.html"


def test_a_link_to_a_place_of_the_page_stays_one():
    assert join_base("http://example.com/", "#top") == "#top"
