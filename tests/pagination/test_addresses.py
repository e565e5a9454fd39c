"""How addresses of pages differ."""

import pytest
from processor import within

from weblode.pagination.addresses import (
    address_key,
    is_dated,
    is_page_name,
    number_fields,
    paging_field,
    step,
)

NAMES = [f"x{n}" for n in range(180)]
SHOP = "http://shop.example"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("http://www.shop.example/a/", "https://shop.example/a"),
        ("http://shop.example/a?b=1&c=2", "http://shop.example/a?c=2&b=1"),
        ("http://shop.example/a?PHPSESSID=x1", "http://shop.example/a?PHPSESSID=x2"),
        ("http://shop.example/a;jsessionid=55", "http://shop.example/a"),
        ("http://shop.example/index.html", "http://shop.example/"),
        ("http://shop.example/a?sid=0123456789abcdef0123456789abcdef", "http://shop.example/a"),
        ("http://shop.example/a#b", "http://shop.example/a"),
    ],
)
def test_addresses_of_one_page_have_one_key(one, other):
    assert address_key(one) == address_key(other)


def test_addresses_of_two_pages_have_two_keys():
    addresses = ["/a?page=2", "/a?page=3", "/a?p=2", "/b?page=2", "/a", "/a?cursor=5f43a1b2c3d4e5f60718"]
    assert len({address_key(SHOP + each) for each in addresses}) == 6


@pytest.mark.parametrize(
    ("here", "there", "change"),
    [
        ("/a", "/a?page=2", ("page", None, 2)),
        ("/a?page=2", "/a?page=3", ("page", 2, 3)),
        ("/a?page=2", "/a", ("page", 2, None)),
        ("/a/", "/a/page/2/", ("page", None, 2)),
        ("/a/page/2/", "/a/page/3/", ("page", 2, 3)),
        ("/a/2", "/a/3", ("", 2, 3)),
        ("/a.html", "/a-2.html", ("a", None, 2)),
        ("/a/", "/a/index2.html", ("index", None, 2)),
        ("/a?b=x", "/a?b=x&c=1&start=20", ("start", None, 20)),
        ("/a", "/a", None),
        ("/a", "/b?page=2", None),
        ("/a?b=x&page=1", "/a?b=y&page=2", None),
    ],
)
def test_a_step_is_one_number(here, there, change):
    result = step(SHOP + here, SHOP + there)
    assert (result and (result.name, result.before, result.after)) == change


def test_a_step_is_forward_or_back():
    assert step(f"{SHOP}/a", f"{SHOP}/a?page=1").is_forward
    assert not step(f"{SHOP}/a?page=3", f"{SHOP}/a?page=2").is_forward
    assert not step(f"{SHOP}/a?page=3", f"{SHOP}/a").is_forward
    assert step(f"{SHOP}/a", f"{SHOP}/a?page=1").is_paging
    assert not step(f"{SHOP}/a?id=1", f"{SHOP}/a?id=2").is_paging


def test_names_of_sizes_and_dates_are_no_names_of_pages():
    names = (
        "page p pg start offset b_start:int currentPage pageSize per_page limit year month id t cat rating start_date"
    )
    assert [name for name in names.split() if is_page_name(name)] == [
        "page",
        "p",
        "pg",
        "start",
        "offset",
        "b_start:int",
        "currentPage",
    ]


def test_the_number_of_a_page_is_found_by_its_name():
    assert paging_field(f"{SHOP}/list?id=7&page=3").value == 3
    assert paging_field(f"{SHOP}/page/4/").value == 4
    assert paging_field(f"{SHOP}/lamp/4") is None
    assert [field.value for field in number_fields(f"{SHOP}/2016/list-3.html?n=4")] == [2016, 3, 4]


@pytest.mark.parametrize("address", ["", "http://[", "?page=2", "//", "http://a.example/?=&=2&&;", "\x00", "a" * 9000])
def test_any_text_may_be_an_address(address):
    address_key(address)
    number_fields(address)
    step(address, f"{SHOP}/a?page=2")
    step(f"{SHOP}/a?page=2", address)


def test_a_date_that_the_page_has_not_is_that_of_a_calendar():
    assert is_dated(f"{SHOP}/talks", f"{SHOP}/talks?date=2016-04-01")
    assert is_dated(f"{SHOP}/talks?month=3", f"{SHOP}/talks?month=4")
    assert not is_dated(f"{SHOP}/2016/04/", f"{SHOP}/2016/04/page/2/")
    assert not is_dated(f"{SHOP}/talks", f"{SHOP}/talks?page=2016")


@pytest.mark.parametrize(
    "address",
    [
        f"{SHOP}/a?" + "&".join(f"{name}={n}" for n, name in enumerate(NAMES)),
        f"{SHOP}/a?" + "&".join(f"page={n}" for n in range(200)),
        SHOP + "".join(f"/{name}-{n}" for n, name in enumerate(NAMES)),
        SHOP + "".join(f"/page/{n}" for n in range(180)),
    ],
)
def test_an_address_with_many_numbers_has_few_fields(address):
    assert 0 < len(number_fields(address)) <= 8


def test_the_number_of_a_page_is_among_the_fields_wherever_it_is():
    many = "&".join(f"{name}={n}" for n, name in enumerate(NAMES))
    assert paging_field(f"{SHOP}/a?{many}&page=3").value == 3
    assert paging_field(f"{SHOP}/{'7/' * 300}page/3").value == 3
    assert step(f"{SHOP}/a?{many}&page=3", f"{SHOP}/a?{many}&page=4").after == 4


def test_long_addresses_are_compared_in_time_in_proportion_to_their_length():
    with within(5):
        for n in range(300):
            number_fields(f"{SHOP}/{'a' * 1900}_{n}")
            pages = "&".join(f"p={i}" for i in range(300))
            assert step(f"{SHOP}/a?{pages}&b=x{n}", f"{SHOP}/a?{pages}&b=y&c=1") is None
