"""Addresses of pages, links and images."""

from urllib.parse import urljoin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from weblode.pages.html import parse
from weblode.values.page_links import join_address, link_base, page_address, shown_image

CANONICAL = b"<link rel='next canonical' href=https://a.example/b/c><meta property=og:url content=https://d.example/>"


def test_the_address_of_a_page_is_its_own_else_the_one_it_declares():
    assert page_address(parse(CANONICAL, url="https://e.example/")) == "https://e.example/"
    assert page_address(parse(CANONICAL)) == "https://a.example/b/c"
    assert page_address(parse(CANONICAL.replace(b"canonical", b""))) == "https://d.example/"
    assert page_address(parse(b"<link rel=canonical href=/b>")) == page_address(parse(b"<p>a")) == ""


def test_links_are_relative_to_the_base_of_a_page():
    assert link_base(parse(b"<base href=/x/>", url="https://a.example/b/c")) == "https://a.example/x/"
    assert link_base(parse(b"<base href=https://b.example/>")) == "https://b.example/"
    assert link_base(parse(b"<base href=/x/>")) == ""


@pytest.mark.parametrize(
    ("href", "address"),
    [
        (" d.html ", "https://a.example/b/d.html"),
        ("/d#e", "https://a.example/d#e"),
        ("//b.example/", "https://b.example/"),
        ("?page=2", "https://a.example/b/c?page=2"),
        ("#top", "https://a.example/b/c#top"),
        ("mailto:a@b.example", "mailto:a@b.example"),
        ("javascript:void(0)", "javascript:void(0)"),
        ("httpdisabled://b.example/", "http://b.example/"),
        ("http://[bad", "http://[bad"),
        ("", ""),
    ],
)
def test_a_link_is_joined_to_the_base_if_it_leads_to_a_page(href, address):
    assert join_address("https://a.example/b/c", href) == address


@pytest.mark.parametrize(
    ("attributes", "source"),
    [
        ({"src": "a.png", "data-src": "b.png", "srcset": "c.png 2x"}, "a.png"),
        ({"src": "data:image/gif;base64,R0", "data-src": "b.png"}, "b.png"),
        ({"src": "/img/blank.gif?v=2", "data-original": "b.png"}, "b.png"),
        ({"data-lazy-src": "b.png"}, "b.png"),
        ({"data-src": "{json: 1}", "data-srcset": "b.png 1x, c.png 2x"}, "b.png"),
        ({"srcset": "a.png 400w, b.png 1200w, c.png 800w"}, "b.png"),
        ({"srcset": "a,b.png, c.png 2x"}, "a,b.png"),
        ({"src": "blank.gif"}, "blank.gif"),
        ({"src": "data:image/gif;base64,R0"}, ""),
        ({}, ""),
    ],
)
def test_an_image_is_the_one_that_a_browser_shows(attributes, source):
    assert shown_image(attributes) == source


@given(st.text("abZ9/.?=&#;%~-+ []", max_size=12), st.text("abZ9/.?=&%~-+", min_size=1, max_size=12))
def test_links_that_begin_with_a_name_are_joined_as_the_standard_says(path, rest):
    base, href = f"https://a.example{path}", f"b{rest}"
    try:
        joined = urljoin(base, href)
    except ValueError:  # a host that is none
        joined = href
    assert join_address(base, href) == joined


@pytest.mark.parametrize(
    ("base", "address"),
    [
        ("https://a.example", "https://a.example/d"),
        ("https://a.example/b/c?e/f#g/h", "https://a.example/b/d"),
        ("https://a.example/b//c", "https://a.example/b/d"),
        ("HTTPS://a.example/b", "https://a.example/d"),
        ("https://a.example/../b/c", "https://a.example/b/d"),
    ],
)
def test_a_plain_link_comes_after_the_folder_of_the_page(base, address):
    assert join_address(base, "d") == address
