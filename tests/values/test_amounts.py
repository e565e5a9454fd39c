"""Amounts: what can be read in one way is read, and nothing else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from weblode.values.amounts import read_amount


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("19", "19"),
        ("19.97", "19.97"),
        ("19,97", "19.97"),
        ("19 97", "19.97"),  # raised cents
        ("19 .97", "19.97"),
        ("1 299,00", "1299.00"),
        ("1\u202f299,00", "1299.00"),
        ("1.299,–", "1299"),
        ("12.-", "12"),
        ("199:-", "199"),
        ("1'299.50", "1299.50"),
        ("1,29,999", "129999"),
        ("1.299.000", "1299000"),
        ("1 299 00", "1299.00"),
        ("0.299", "0.299"),
        (".99", "0.99"),
        ("12,5", "12.5"),
        ("1.2345", "1.2345"),
    ],
)
def test_an_amount_is_read_as_it_is_written(text, amount):
    assert read_amount(text) == amount


@pytest.mark.parametrize(
    "text", ["1.299", "62.", "1..2", "007", "00", "1 2 3", "3.45 9", "10 6", "12,34,56", "1.299.50", "1.23,45", "x", ""]
)
def test_an_amount_that_can_be_read_in_two_ways_or_none_is_not_read(text):
    assert read_amount(text) is None


def test_the_decimal_mark_of_the_page_decides_about_three_digits():
    assert [read_amount(text, decimal=",") for text in ("1.299", "1,299")] == ["1299", None]
    assert [read_amount(text, decimal=".") for text in ("1.299", "1,299")] == [None, "1299"]
    assert read_amount("1.299.000", decimal=".") == "1299000"


def test_more_digits_than_money_has_are_an_identifier():
    assert read_amount("9" * 15) == "9" * 15
    assert read_amount("9" * 16) is None


@given(st.integers(0, 10**9), st.sampled_from(["", ",", ".", " ", "'"]), st.sampled_from([".", ",", " "]))
def test_an_amount_with_two_decimals_reads_back_however_it_is_written(cents, thousands, mark):
    if thousands == mark != " ":
        return
    whole = f"{cents // 100:,}".replace(",", thousands)
    assert read_amount(f"{whole}{mark}{cents % 100:02}") == f"{cents // 100}.{cents % 100:02}"


@given(st.text(alphabet="0123456789 .,'-–", max_size=20), st.sampled_from(["", ".", ","]))
def test_what_is_read_has_the_digits_of_the_text(text, decimal):
    amount = read_amount(text, decimal=decimal)
    digits = "".join(filter(str.isdigit, text))
    assert amount is None or amount.replace(".", "").lstrip("0") == digits.lstrip("0")
