"""Keys: which columns identify the records of a list, and the key of each row."""

from datetime import date

import pytest

from weblode.errors import WeblodeError
from weblode.plans.keys import find_key, row_keys
from weblode.table import Table


def table(**columns):
    n = len(next(iter(columns.values())))
    return Table({"page": ["a"] * n, "node": range(n), "record": range(1, n + 1), **columns})


def test_the_address_of_a_record_identifies_it():
    assert find_key(table(title=["a", "b"], url=["/1", "/2"])) == ("url",)


def test_a_column_named_as_ids_are_comes_before_the_title():
    assert find_key(table(title=["a", "b"], docket_number=["12", "13"], text=["x1", "x2"])) == ("docket_number",)


def test_an_address_that_two_records_have_identifies_none():
    assert find_key(table(title=["a", "b"], url=["/1", "/1"])) == ("title",)


def test_session_ids_do_not_make_addresses_different():
    same = ["http://a.example/?id=1&sid=x", "http://a.example/?id=1&sid=y"]
    assert find_key(table(title=["a", "b"], url=same)) == ("title",)
    assert row_keys(table(url=same), ["url"])[0] == ["a.example?id=1", "a.example?id=1\t#2"]


def test_a_title_with_one_more_column_may_identify():
    assert find_key(table(title=["a", "a", "b"], author=["x", "y", "y"])) == ("title", "author")


def test_numbers_read_from_texts_and_places_identify_nothing():
    assert find_key(table(**{"title": ["a", "a"], "price": ["x", "x"], "price (number)": [1.0, 2.0]})) == ()


def test_dates_prices_and_numbers_identify_nothing_and_other_short_texts_with_digits_do():
    dates = {"date": ["1 May 2020", "2 May 2020"], "date (date)": [date(2020, 5, 1), date(2020, 5, 2)]}
    assert find_key(table(**dates, field_2=["x", "x"])) == ()
    assert find_key(table(**dates, field_2=["A-1", "A-2"])) == ("field_2",)


def test_a_table_without_rows_has_no_key():
    assert find_key(table(title=[])) == ()


def test_records_with_one_key_are_numbered_in_their_order():
    assert row_keys(table(title=["a", "b", "a"]), ["title"]) == (["a", "b", "a\t#2"], 1)


def test_a_record_without_a_key_is_identified_by_its_texts():
    assert row_keys(table(title=["a", "b"], url=["/1", None]), ["url"])[0] == ["/1", "b\t"]


def test_a_key_that_is_no_column_is_refused():
    with pytest.raises(WeblodeError, match="the key 'isbn' is no column of the records: they have title"):
        row_keys(table(title=["a"]), ["isbn"])
