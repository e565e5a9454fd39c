"""Links that may be about the pages of a list."""

import pytest

from weblode.pages.html import parse
from weblode.pagination.candidates import head_candidates, is_mark, link_candidates, own_address

URL = "https://a.example/list?page=2#top"


def candidates(page, url=URL):
    return link_candidates(parse(page.encode(), url=url))


def test_links_that_may_be_about_pages_are_taken_and_others_left():
    page = "<a href=/about>About our company</a> <a href='?page=1'>1</a> <a href='?page=3'>Next</a> <a href=/x>»</a>"
    assert [(each.text, each.address) for each in candidates(page)] == [
        ("1", "https://a.example/list?page=1"),
        ("Next", "https://a.example/list?page=3"),
        ("»", "https://a.example/x"),
    ]


@pytest.mark.parametrize("href", ["javascript:go(3)", "", "mailto:a@a.example", "x" * 3000])
def test_a_link_to_no_page_has_no_address(href):
    assert [each.address for each in candidates(f"<a href='{href}'>Next</a>")] == [""]


def test_a_fragment_leads_to_the_page_itself():
    assert [each.address for each in candidates("<a href='#b'>2</a>")] == ["https://a.example/list?page=2"]


@pytest.mark.parametrize(
    ("link", "number"),
    [("<a href=/3>3</a>", 3), ("<a href=/3 aria-label='Page 3'></a>", 3), ("<a href=/3>Next</a>", None)],
)
def test_a_link_names_the_number_of_its_page(link, number):
    assert [each.number for each in candidates(f"<div class=pagination>{link}</div>")] == [number]


def test_the_head_may_name_the_next_page():
    tree = parse(b"<link rel=next href=/3><link rel=prev href=/1><link rel=stylesheet href=a.css>", url=URL)
    assert [each.address for each in head_candidates(tree)] == ["https://a.example/3"]


def test_the_own_address_has_no_fragment():
    assert own_address(parse(b"<p>x", url=URL)) == "https://a.example/list?page=2"
    assert own_address(parse(b"<p>x")) == ""


def test_classes_mark_the_page_itself():
    assert is_mark({"class": "page current"})
    assert not is_mark({"class": "page"})
    assert not is_mark({})
