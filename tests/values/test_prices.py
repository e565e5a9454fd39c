"""Prices, from strict to lenient."""

import pytest

from weblode.values.prices import has_price, is_price, read_price


@pytest.mark.parametrize(
    ("text", "price"),
    [
        ("£8.50", ("8.50", "£")),
        ("1 299,50 €", ("1299.50", "€")),
        ("USD 12", ("12", "USD")),
        ("US$ 3,000", ("3000", "US$")),
        ("12", None),
        ("£", None),
        ("£8.50 each", None),
        ("£8 to £9", None),
        ("", None),
    ],
)
def test_a_price_is_read_only_where_nothing_else_stands(text, price):
    assert read_price(text) == price


def test_a_whole_text_is_a_price_as_shops_write_it():
    assert all(map(is_price, ["$4,500", "12 EUR", "CHF 12.90", "990 Kč"]))
    assert not any(map(is_price, ["from $4,500", "4,500", "EUR", "$4 off"]))


def test_a_cell_has_a_price_if_amount_and_currency_stand_in_it():
    assert all(map(has_price, ["from $4,500", "12 euro", "EUR a month 3"]))
    assert not any(map(has_price, ["12", "europe 12", "dollar"]))
