"""Digits of other scripts, and dates whose years have two digits."""

# ruff: noqa: RUF001

import pytest

from weblode.values.kinds import Column, as_kind, currencies, kind_of
from weblode.values.locales import NOWHERE, locale_of
from weblode.values.native import as_read

PLAIN = ["24.09.23", None, "12.5 kg"]


def typed(language: str, *texts: str) -> tuple[str, tuple[object, ...]]:
    return kind_of(texts, Column(locale_of(language)))


@pytest.mark.parametrize(
    ("language", "texts", "amounts", "codes"),
    [
        ("fa", ["۱۲۳٬۴۵۶ تومان", "۹۹٬۰۰۰ تومان"], (123456.0, 99000.0), ("تومان", "تومان")),
        ("fa-IR", ["۱٬۲۵۰٬۰۰۰ ریال", "۹۹،۰۰۰ ریال"], (1250000.0, 99000.0), ("IRR", "IRR")),
        ("ar", ["١٬٢٩٩٫٥٠ ر.س", "٩٩٫٠٠ ر.س"], (1299.5, 99.0), ("SAR", "SAR")),
        ("ar-EG", ["12,500 ج.م.", "900 ج.م."], (12500.0, 900.0), ("EGP", "EGP")),
        ("bn", ["৳ ১,২৯৯", "৳ ৯৯০"], (1299.0, 990.0), ("BDT", "BDT")),
        ("hi", ["₹ १,२३,४५६", "₹ ९९"], (123456.0, 99.0), ("INR", "INR")),
        ("ja", ["１２，３００円", "９８０円"], (12300.0, 980.0), ("JPY", "JPY")),
    ],
)
def test_prices_in_other_digits(
    language: str, texts: list[str], amounts: tuple[float, ...], codes: tuple[str, ...]
) -> None:
    assert typed(language, *texts) == ("price", amounts)
    assert as_kind(texts, "price", Column(locale_of(language))) == amounts
    assert currencies(texts, locale_of(language)) == codes


def test_numbers_and_dates_in_other_digits() -> None:
    assert typed("ar", "٢٣/٠٩/٢٠٢٤", "٠١/١٠/٢٠٢٤") == ("date", ("2024-09-23", "2024-10-01"))
    assert typed("ja", "２０２４年９月２３日") == ("date", ("2024-09-23",))
    assert typed("th", "๑๒", "๓๔๕") == ("number", (12, 345))


@pytest.mark.parametrize("language", ["ja", "ko", "zh-CN", "hu"])
def test_in_east_asia_and_hungary_the_year_comes_first(language: str) -> None:
    assert typed(language, "24.09.23.", "23.10.02.") == ("date", ("2024-09-23", "2023-10-02"))
    assert typed(language, "Posted 98/9/3 12:30") == ("date", ("1998-09-03T12:30:00",))


def test_dashes_tell_of_years_first_in_sweden_and_points_of_days() -> None:
    assert typed("sv", "24-09-23") == ("date", ("2024-09-23",))
    assert typed("sv", "24.09.23") == ("date", ("2023-09-24",))


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("th", ["23/09/67", "1/10/67"]),
        ("fa", ["02/05/12", "02/11/29"]),
        ("zh-TW", ["99/09/23", "98/10/02"]),
        ("", ["24.09.23", "24.09.22", "24.08.30"]),
        ("en", ["24/09/23", "23/10/02", "24/01/31"]),
        ("", ["1402-05-12", "1403-11-29"]),
    ],
)
def test_years_that_may_be_days_or_of_another_calendar_are_not_read(language: str, texts: list[str]) -> None:
    assert typed(language, *texts) == ("text", ())


def test_days_that_come_first_stay_first() -> None:
    assert typed("de", "24.09.23", "22.09.23", "30.08.24") == ("date", ("2023-09-24", "2023-09-22", "2024-08-30"))
    assert typed("", "24.09.23", "22.09.23", "30.08.23") == ("date", ("2023-09-24", "2023-09-22", "2023-08-30"))
    assert typed("en", "09/23/24", "10/02/24", "12/30/23") == ("date", ("2024-09-23", "2024-10-02", "2023-12-30"))


def test_most_columns_are_handed_back_as_they_are() -> None:
    assert as_read(PLAIN, NOWHERE) is PLAIN
    prose = ["Ça va?", "Grüße aus Köln", "12 прав"]
    assert as_read(prose, locale_of("fr")) is prose


def test_dinars_have_thousandths() -> None:
    assert typed("en", "KWD 1.250", "KWD 12.500") == ("price", (1.25, 12.5))
    assert typed("ar-KW", "1.250 د.ك", "0.750 د.ك") == ("price", (1.25, 0.75))
    assert typed("en", "KWD 1,250", "KWD 900") == ("price", (1250.0, 900.0))
    assert typed("fr", "1.250 TND", "900 TND") == ("price", (None, 900.0))  # with a comma before decimals, either
    assert typed("", "EUR 1.250", "KWD 1.250") == ("price", (1250.0, 1.25))


def test_dinars_without_thousandths_or_of_no_known_country_have_none() -> None:
    assert typed("ar-IQ", "25.000 دينار", "5 دينار") == ("price", (25000.0, 5.0))
    assert typed("ar-DZ", "1.250 دينار") == ("price", (1250.0,))
    assert typed("ar-JO", "1.250 دينار") == ("price", (1.25,))
    assert typed("ar", "25.000 دينار", "5 دينار") == ("price", (None, 5.0))


def test_short_years_are_read_where_the_order_is_known_or_a_day_shows_it() -> None:
    american = ("01/05/19", "01/04/20", "01/03/21")
    assert typed("en-US", *american) == ("date", ("2019-01-05", "2020-01-04", "2021-01-03"))
    assert typed("", *american) == ("text", ())
    assert typed("", "05/01/19", "05/02/20", "05/20/21") == ("date", ("2019-05-01", "2020-05-02", "2021-05-20"))
    assert typed("ko", "24/09/23", "24/05/02", "05/20/21") == ("text", ())


@pytest.mark.parametrize("place", ["th", "ir", "af", "tw"])
def test_in_countries_with_another_calendar_short_years_are_not_read_in_any_language(place: str) -> None:
    about = Column(locale_of("en", f"https://a.co.{place}/"))
    assert kind_of(["23/09/67", "24/09/67"], about) == ("text", ())
