"""The record lists that a rule is learnt from: of one page, of several pages, of lists themselves."""

import io

import pytest

from weblode.errors import WeblodeError
from weblode.records.discover import discover
from weblode.rules.pages import record_lists
from weblode.sources.reading import read

ITEM = "<li><h3><a href=/{0}>Book {0}</a></h3> <p>A novel in {0} parts</p> <i>£{0}.50</i>"
SHOP = "<title>Shop</title><h1>Books</h1><ul>" + "".join(map(ITEM.format, range(1, 9))) + "</ul>"
NOTHING = "<p>nothing"


def records(lists):
    """How many records each list has."""
    return [len(each.records) for each in lists]


def test_a_list_of_records_stands_for_its_page():
    (books,) = discover(read(SHOP))
    assert record_lists(books) == [books]
    assert record_lists([books, books]) == [books, books]


@pytest.mark.parametrize("page", [SHOP, SHOP.encode(), read(SHOP)], ids=["text", "bytes", "tree"])
def test_one_page_gives_its_list(page):
    assert records(record_lists(page)) == [8]


def test_a_file_is_one_page_though_its_lines_can_be_iterated():
    assert records(record_lists(io.BytesIO(SHOP.encode()))) == [8]


@pytest.mark.parametrize("series", [list, tuple, iter], ids=["list", "tuple", "iterator"])
def test_several_pages_give_the_list_of_each_that_has_one(series):
    assert records(record_lists(series([SHOP, NOTHING, discover(read(SHOP))[0]]))) == [8, 8]


def test_all_lists_of_a_page_are_lists_to_learn_from():
    assert records(record_lists(discover(read(SHOP)))) == [8]


def test_pages_without_records_give_no_list():
    assert record_lists(NOTHING) == record_lists([NOTHING, NOTHING]) == record_lists([]) == []


def test_the_address_and_the_encoding_of_one_page_are_its_own():
    (books,) = record_lists(SHOP.encode("latin-1"), url="https://a.example/shop", encoding="latin-1")
    assert books.tree.url == "https://a.example/shop"
    assert books.texts()[0].endswith("£1.50")


@pytest.mark.parametrize("more", [{"url": "https://a.example/"}, {"encoding": "latin-1"}], ids=str)
def test_several_pages_have_no_address_or_encoding_in_common(more):
    with pytest.raises(WeblodeError, match="for one page; read each with weblode"):
        record_lists([SHOP, SHOP], **more)
