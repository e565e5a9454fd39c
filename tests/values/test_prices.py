"""Prices, alone and with a few words around them."""

import pytest

from weblode.values.locales import locale_of
from weblode.values.prices import Money, find_price, read_price


@pytest.mark.parametrize(
    ("text", "price"),
    [
        ("£8.50", ("8.50", "£")),
        ("1 299,50 €", ("1299.50", "€")),
        ("USD 12", ("12", "USD")),
        ("US$ 3,000", ("3000", "US$")),
        ("$19 97", ("19.97", "$")),
        ("19€97", ("19.97", "€")),
        ("1.299,– €", ("1299", "€")),
        ("Rs. 1,299", ("1299", "Rs.")),
        ("¥1,980", ("1980", "¥")),
        ("1.299 kr", ("1299", "kr")),
        ("CHF 12.50", ("12.50", "CHF")),
        ("US $12", ("12", "US $")),
        ("$4.00 USD", ("4.00", "USD")),
        ("CDN$ 6.49", ("6.49", "CDN$")),
        ("R$4.239,00", ("4239.00", "R$")),
        ("$.99", ("0.99", "$")),
        ("$1.299", None),  # three decimals, or a thousand in Chile
        ("$59.", None),  # the cents are elsewhere
        ("$1,299.00$999.00", None),
        ("6 Ft", None),  # feet
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
    assert all(map(read_price, ["$4,500", "12 EUR", "CHF 12.90", "990 Kč"]))
    assert not any(map(read_price, ["from $4,500", "4,500", "EUR", "$4 off"]))


@pytest.mark.parametrize(
    ("text", "amount", "currency"),
    [
        ("from $5", "5", "$"),
        ("ab 12,50 €", "12.50", "€"),
        ("$17 an hour", "17", "$"),
        ("+$14.20 shipping", "14.20", "$"),
        ("(₹109/100 ml)", None, "₹"),
        ("¥12.54起", "12.54", "¥"),
        ("$5 - $10", None, "$"),
        ("US $36-40 / Piece", None, "US $"),
        ("10,00 € – 20,00 €", None, "€"),
        ("$1,299.00$999.00", None, "$"),
        ("$59.", None, "$"),
        ("$1.2M", None, "$"),
        ("-$5.00", None, "$"),
    ],
)
def test_a_few_words_may_stand_around_a_price_and_two_prices_have_no_one_amount(text, amount, currency):
    assert find_price(text) == Money(amount, currency)


@pytest.mark.parametrize(
    "text",
    ["3 for $2", "Only 4 left at $5", "iPhone 5", "$", "", "Only the best words of all for $5", "x" * 40 + " $5"],
)
def test_a_price_among_other_numbers_or_many_words_is_none(text):
    assert find_price(text) is None


def test_the_language_of_the_page_decides_about_a_point_before_three_digits():
    assert [read_price("$1.299", locale_of(tag)) for tag in ("es-CL", "en")] == [("1299", "$"), None]
    assert [read_price("1.299 €", locale_of(tag)) for tag in ("de", "en")] == [("1299", "€"), None]
    assert read_price("6 Ft", locale_of("hu")) == ("6", "Ft")
