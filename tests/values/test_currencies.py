"""Currencies: codes where a sign has one meaning on the page, else the sign."""

import pytest

from weblode.values.currencies import CODES, currency_code
from weblode.values.locales import locale_of


@pytest.mark.parametrize(
    ("written", "tag", "address", "code"),
    [
        ("€", "", "", "EUR"),
        ("£", "", "", "GBP"),
        ("£", "ar-EG", "", "EGP"),
        ("US $", "de", "", "USD"),
        ("CDN$", "", "", "CAD"),
        ("zł", "", "", "PLN"),
        ("CHF", "", "", "CHF"),
        ("$", "", "", "$"),
        ("$", "en", "https://shop.com/", "$"),
        ("$", "en-US", "https://shop.com/", "USD"),
        ("$", "en", "https://shop.com.au/", "AUD"),
        ("$", "en-US", "https://shop.ca/", "$"),  # the two contradict each other
        ("¥", "ja", "", "JPY"),
        ("￥", "zh-CN", "", "CNY"),
        ("¥", "en", "", "¥"),
        ("kr.", "da", "", "DKK"),
        ("kr", "sv-SE", "https://butik.se/", "SEK"),
        ("kr", "en", "", "kr"),
        ("Rs.", "en-IN", "", "INR"),
        ("Rs.", "", "https://shop.pk/", "PKR"),
    ],
)
def test_a_sign_has_a_code_where_language_and_domain_leave_one(written, tag, address, code):
    assert currency_code(written, locale_of(tag, address)) == code


def test_every_code_is_a_currency_and_its_own_code():
    assert all(currency_code(code) == code for code in CODES)
