"""Dates of Iran, Thailand, Taiwan and Japan."""

# ruff: noqa: RUF001

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from weblode.values.calendars import in_iso
from weblode.values.kinds import Column, kind_of
from weblode.values.locales import locale_of

NEW_YEARS = {
    1357: date(1978, 3, 21),
    1370: date(1991, 3, 21),
    1371: date(1992, 3, 21),
    1375: date(1996, 3, 20),
    1376: date(1997, 3, 21),
    1399: date(2020, 3, 20),
    1400: date(2021, 3, 21),
    1403: date(2024, 3, 20),
    1404: date(2025, 3, 21),
}


@pytest.mark.parametrize("year", NEW_YEARS)
def test_the_solar_year_begins_at_the_equinox(year: int) -> None:
    first = NEW_YEARS[year]
    assert in_iso(f"{year}/01/01", locale_of("fa")) == first.isoformat()
    assert in_iso(f"{year}/07/01", locale_of("fa")) == (first + timedelta(days=186)).isoformat()


@given(st.integers(1300, 1419), st.integers(1, 12), st.integers(1, 31))
def test_each_solar_day_is_followed_by_the_next_one(year: int, month: int, day: int) -> None:
    text, persian = f"{year}/{month}/{day}", locale_of("fa")
    found = in_iso(text, persian)
    following = [f"{year}/{month}/{day + 1}", f"{year}/{month + 1}/1", f"{year + 1}/1/1"]
    days = [each for each in (in_iso(other, persian) for other in following) if each.count("-") == 2]
    if found != text:
        assert date.fromisoformat(found) + timedelta(days=1) == date.fromisoformat(days[0])


def test_only_leap_years_have_a_thirtieth_day_of_their_last_month() -> None:
    assert in_iso("1399/12/30", locale_of("fa")) == "2021-03-20"
    assert in_iso("1400/12/30", locale_of("fa")) == "1400/12/30"


@pytest.mark.parametrize(
    ("language", "texts", "days"),
    [
        ("fa", ["۱۴۰۲/۰۵/۱۲", "۱۴۰۲/۱۱/۲۹"], ("2023-08-03", "2024-02-18")),
        ("fa", ["۱۲ مرداد ۱۴۰۲", "۲۹ بهمن ۱۴۰۲"], ("2023-08-03", "2024-02-18")),
        ("th", ["23/09/2567", "2566-12-30"], ("2024-09-23", "2023-12-30")),
        ("th", ["23 ก.ย. 2567", "๑ ตุลาคม พ.ศ. ๒๕๖๗"], ("2024-09-23", "2024-10-01")),
        ("zh-TW", ["113/09/23", "民國112年1月31日"], ("2024-09-23", "2023-01-31")),
        ("ja", ["令和6年9月23日", "令和元年5月1日", "平成31年4月30日"], ("2024-09-23", "2019-05-01", "2019-04-30")),
    ],
)
def test_columns_of_such_dates(language: str, texts: list[str], days: tuple[str, ...]) -> None:
    assert kind_of(texts, Column(locale_of(language))) == ("date", days)


@pytest.mark.parametrize("language", ["", "en", "de", "ko"])
def test_elsewhere_such_years_are_not_read(language: str) -> None:
    assert kind_of(["1402/05/12", "1402/05/13"], Column(locale_of(language))) == ("text", ())
    assert kind_of(["113/09/23", "113/10/02"], Column(locale_of(language))) == ("text", ())
    assert kind_of(["23/09/2567", "24/09/2567"], Column(locale_of(language))) == ("text", ())


def test_common_dates_stay_as_they_are_there() -> None:
    assert kind_of(["23/09/2024", "30/12/2023"], Column(locale_of("th"))) == ("date", ("2024-09-23", "2023-12-30"))
    assert kind_of(["2024/09/23", "2023/12/30"], Column(locale_of("fa"))) == ("date", ("2024-09-23", "2023-12-30"))
    assert kind_of(["2024年9月23日"], Column(locale_of("ja"))) == ("date", ("2024-09-23",))


def test_only_pages_of_taiwan_have_its_years_without_their_name() -> None:
    texts, days = ["115.3.1", "113.9.23"], ("2026-03-01", "2024-09-23")
    assert kind_of(texts, Column(locale_of("zh", "https://a.tw/"))) == ("date", days)
    for language, address in (("zh", ""), ("zh-CN", ""), ("zh-CN", "https://a.tw/")):
        assert kind_of(texts, Column(locale_of(language, address))) == ("text", ())
    assert kind_of(["191.3.1", "193.3.1"], Column(locale_of("zh-TW"))) == ("text", ())


def test_years_of_the_moon_on_persian_pages_are_not_those_of_the_sun() -> None:
    assert kind_of(["1445/02/01", "1444/02/01"], Column(locale_of("fa"))) == ("text", ())
