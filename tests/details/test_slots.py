"""Labels that values begin with, and how values are told apart."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from details.sites import page, products, read, td_td, terms, trailing, values
from weblode.details.slots import is_name, prefix_of, without_prefix


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("Price: $5", "Price"),
        ("Price : $5", "Price"),
        ("价格\uff1a5", "价格"),
        ("السعر: 5", "السعر"),
        ("Цена: 5", "Цена"),
        ("ISBN-13: 978", "ISBN-13"),
        ("Part # 12", "Part"),
        ("Key = v", "Key"),
        ("Note: see https://a.example", "Note"),
        ("Price:", ""),
        ("Price", ""),
        ("", ""),
        ("a: b", ""),
        ("10:30", ""),
        ("1234: x", ""),
        ("http://a.example", ""),
        ("A label of many more words than a label ever has: x", ""),
    ],
)
def test_the_label_that_a_text_begins_with(text, label):
    assert prefix_of(text) == label
    assert without_prefix(text, label) == (text[len(label) :].lstrip(" :\uff1a=#") if label else text.lstrip(" :"))


@pytest.mark.parametrize(
    ("text", "can"),
    [("Price", True), ("ISBN-13:", True), ("价格", True), ("14 MP", False), ("x", False), ("", False), ("--", False)],
)
def test_a_name_has_more_letters_than_other_characters(text, can):
    assert is_name(text) == can


@given(st.text())
def test_any_text_has_a_label_that_it_begins_with_or_none(text):
    label = prefix_of(text)
    assert text.strip().startswith(label.strip())
    assert len(label) <= 40
    assert without_prefix(text, label) in text


def test_a_label_that_most_pages_have_is_no_value_of_the_heading_above_it():
    rows = [{**row, "maker": row["maker"] if i % 3 else None} for i, row in enumerate(products(10))]
    group = read([page(row, td_td) for row in rows])
    assert [each.get("maker") for each in values(group)] == [row["maker"] for row in rows]


def test_a_value_with_its_label_after_it_is_not_shifted_by_a_missing_one():
    rows = [{**row, "maker": row["maker"] if i % 3 else None} for i, row in enumerate(products(10))]
    group = read([page(row, trailing) for row in rows])
    assert [each.get("maker") for each in values(group)] == [row["maker"] for row in rows]
    assert [each["city"] for each in values(group)] == [row["city"] for row in rows]


def test_the_same_label_in_two_parts_of_a_template_is_one_column_if_no_page_has_both():
    rows = products(8)
    forms = (terms, lambda pairs: f"<div class=new><i>{terms(pairs)}</i></div>")
    assert values(read([page(row, forms[i % 2]) for i, row in enumerate(rows)])) == rows


def test_a_label_twice_on_a_page_gives_two_columns():
    rows = products(5)
    extra = "<h2>Seller</h2><table><tr><th>City</th><td>{0[maker]} town</td></tr></table>"
    group = read([page(row, extra=extra.format(row)) for row in rows])
    assert [list(own.values())[:5] for own in values(group)] == [list(row.values()) for row in rows]
    assert [list(own.values())[5:] for own in values(group)] == [[f"{row['maker']} town"] for row in rows]
    assert sum("city" in each.name for each in group.columns) == 2
