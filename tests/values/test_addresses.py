"""Forms of addresses, and what an address says about its page."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from weblode.values import addresses

SAME = ["http://www.example.org/a/", "https://example.org/a", "http://example.org/a//"]


def test_links_to_one_page_have_one_key():
    assert {addresses.page_key(each) for each in SAME} == {"example.org/a"}
    assert addresses.page_key("page.html") == "page.html"


def test_a_saved_page_has_one_key_with_and_without_the_slash_before_its_query():
    assert addresses.file_key("http://www.a.org/b/?c=d") == addresses.file_key("https://a.org/b?c=d") == "a.org/b?c=d"


def test_a_home_page_has_one_key_whatever_its_file_query_and_case():
    homes = ["http://www.A.org/index.html", "http://a.org/", "http://a.org/?from=x", "http://a.org#top"]
    assert {addresses.home_key(each) for each in homes} == {"http://a.org"}


def test_the_holder_of_a_page_is_its_host_or_its_folder():
    assert addresses.holder("http://a.org/b/c.html") == "a.org"
    assert addresses.holder("site/b/c.html") == "site/b"


def test_what_people_read_of_an_address_has_neither_scheme_nor_www():
    assert addresses.without_start("https://www.a.org/b") == "a.org/b"
    assert addresses.without_start("ftp://a.org") == "ftp://a.org"


def test_the_host_has_no_www_and_no_number_behind_it():
    assert addresses.host("http://www2.Example.org:80/") == "example.org"
    assert addresses.host("http://[bad") == addresses.host("a.html") == ""


def test_links_to_no_page_have_no_address():
    for href in ("", "#top", "mailto:a@b.org", "javascript:x()", "a.jpg", "ftp://a.org/b"):
        assert addresses.absolute("http://a.org/", href) is None
    assert addresses.absolute("http://a.org/b/", "../c#d") == "http://a.org/c"


def test_an_address_of_a_thing_has_a_long_number_or_a_name_of_several_words():
    assert addresses.is_specific("http://a.org/2017/12345")
    assert addresses.is_specific("http://a.org/the-town-is-dark")
    assert not addresses.is_specific("http://a.org/world")
    assert addresses.is_home("http://a.org/")
    assert not addresses.is_home("http://a.org/world")


@given(st.text(max_size=60))
def test_any_text_has_all_keys(text):
    for key in (addresses.page_key, addresses.file_key, addresses.home_key, addresses.holder, addresses.host):
        assert isinstance(key(text), str)
    assert addresses.page_key(addresses.page_key(text)) in text


@pytest.mark.parametrize(
    "href", ["#a", "javascript:void(0)", "mailto:a@b.c", "", "photo.jpg", "http://[", "ftp://a.b/c"]
)
def test_what_leads_to_no_page_has_no_address(href):
    assert addresses.absolute("http://a.b/", href) is None


def test_parts_of_a_query_that_links_share_do_not_make_them_specific():
    assert addresses.is_specific("/a?id=12345")
    assert not addresses.is_specific("/a?from=12345", {"from=12345"})


def test_what_several_queries_have_is_common_and_what_one_repeats_is_not():
    pages = ["/a?from=home&id=1", "/b?from=home&id=2", "/c?x=1&x=1", "/d"]
    assert addresses.common_pairs(pages) == {"from=home"}


def test_addresses_of_one_kind_have_one_shape():
    days = {addresses.shape(f"http://www.a.org/2021/0{n}/the-storm-of-day-{n}.html?b={n}&a") for n in range(1, 5)}
    assert days == {"a.org/9/9/s.html?a&b"}
    assert addresses.shape("http://a.org/p/b12") == "a.org/w/m"
    assert addresses.shape("http://[bad") == ""


def test_the_words_of_a_path_are_its_folders_without_numbers():
    assert addresses.path_words("http://a.org/World/2021/far-east/storm") == {"world", "far-east"}
    assert addresses.path_words("http://a.org/world") == addresses.path_words("http://[bad/a/b") == set()
