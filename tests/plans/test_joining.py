"""Records joined with attributes of their pages: all records stay, no name is there twice."""

from datetime import date

from weblode.plans.encoded import decode_table, encode_table, typed_values
from weblode.plans.joining import join, joined_names
from weblode.table import Table

RECORDS = Table({"page": ["l", "l", "l"], "node": [1, 2, 3], "record": [1, 2, 3], "title": ["A", "B", "C"]})
DETAILS = Table(
    {"page": ["b", "a"], "node": [0, 0], "page_url": ["b", "a"], "title": ["bee", "ay"], "isbn": ["2", "1"]}
)


def test_every_record_stays_whatever_became_of_its_page():
    table, names = join(RECORDS, ["a", None, "b"], DETAILS)
    assert names == ("details_title", "isbn")
    assert table["title"] == ("A", "B", "C")
    assert table["details_title"] == ("ay", None, "bee")
    assert table["isbn"] == ("1", None, "2")


def test_two_records_may_have_one_page():
    table, _ = join(RECORDS, ["a", "a", "x"], DETAILS)
    assert table["isbn"] == ("1", "1", None)


def test_without_pages_the_records_are_as_they_were():
    assert join(RECORDS, [None] * 3, None) == (RECORDS, ())


def test_names_that_are_taken_get_a_prefix_with_the_columns_beside_them():
    attributes = ["price", "price (number)", "Title", "details_title"]
    assert joined_names(["title", "price"], attributes) == {
        "price": "details_price",
        "price (number)": "details_price (number)",
        "Title": "details_Title",
        "details_title": "details_title_2",
    }


def test_a_table_comes_back_from_json_with_its_types():
    columns = {"n": [1, None], "x": [1.5, None], "b": [True, None], "d": [date(2020, 1, 2), None], "t": ["ä", None]}
    table = Table({"page": ["a", "b"], "node": [1, 2], **columns})
    assert decode_table(encode_table(table)) == table


def test_a_value_that_does_not_fit_its_type_is_none():
    assert typed_values(["x", "2", None], "int") == [None, 2, None]
    assert typed_values(["2020-01-02", "soon"], "date") == [date(2020, 1, 2), None]
