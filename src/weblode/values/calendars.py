"""Dates by other calendars as ISO 8601: those of Iran, Thailand, Taiwan, and by the eras of Japan.

The years of Thailand begin 543 years earlier, those of Taiwan 1911 years later; a Japanese era begins with an emperor.
The solar year of Iran begins at the equinox of spring; its leap years follow a cycle of 33 years, which agrees with the
observed equinox from 1178 to 1633 (K. Borkowski, "The Persian calendar for 3000 years", Earth, Moon, and Planets 74,
1996).
"""

import re
from collections.abc import Callable
from contextlib import suppress
from datetime import date

from weblode.caches import regex
from weblode.values.locales import Locale

LANGUAGES = frozenset("fa th zh ja".split())
_SOLAR_MONTHS = "فروردین اردیبهشت خرداد تیر مرداد شهریور مهر آبان آذر دی بهمن اسفند".split()
_THAI_MONTHS = (
    "มกราคม กุมภาพันธ์ มีนาคม เมษายน พฤษภาคม มิถุนายน กรกฎาคม สิงหาคม กันยายน ตุลาคม พฤศจิกายน ธันวาคม".split(),
    "ม.ค. ก.พ. มี.ค. เม.ย. พ.ค. มิ.ย. ก.ค. ส.ค. ก.ย. ต.ค. พ.ย. ธ.ค.".split(),
)
_ERAS = {"令和": 2018, "平成": 1988, "昭和": 1925, "民國": 1911, "民国": 1911, "中華民國": 1911}
_THAI, _TAIWAN = -543, 1911
_SHORT_MONTH = 30  # days of the last six months, but for the last one in most years; the others have 31

_YEAR_FIRST = r"(?<![0-9/.-])(?P<year>{})(?P<mark>[/.-])(?P<month>[01]?[0-9])(?P=mark)(?P<day>[0-3]?[0-9])(?![0-9/-])"
_YEAR_LAST = r"(?<![0-9/.-])(?P<day>[0-3]?[0-9])(?P<mark>[/.-])(?P<month>[01]?[0-9])(?P=mark)(?P<year>{})(?![0-9/-])"
_NAMED = r"(?<![0-9])(?P<day>[0-3]?[0-9])\s*(?P<month>{})\s*(?:พ\.ศ\.\s*)?(?P<year>{})(?![0-9])"


def _either(words: list[str]) -> str:
    return "|".join(map(re.escape, sorted(words, key=len, reverse=True)))


_SOLAR_YEAR, _THAI_YEAR, _TAIWAN_YEAR = "1[34][0-9]{2}", "2[45][0-9]{2}", "1[0-2][0-9]|130"
_SOLAR_UP_TO_NOW = "13[0-9]{2}|14[01][0-9]|1420"  # later years in digits may be those of the moon: 1445 is 2023
_SOLAR_FORMS = (_YEAR_FIRST.format(_SOLAR_UP_TO_NOW), _NAMED.format(_either(_SOLAR_MONTHS), _SOLAR_YEAR))
_THAI_FORMS = (
    _YEAR_FIRST.format(_THAI_YEAR),
    _YEAR_LAST.format(_THAI_YEAR),
    _NAMED.format(_either([*_THAI_MONTHS[0], *_THAI_MONTHS[1]]), _THAI_YEAR),
)
_ERA_FORM = regex(
    rf"(?P<era>{_either(list(_ERAS))})\s?(?P<year>元|[0-9]{{1,3}})年\s?(?P<month>[01]?[0-9])月\s?(?P<day>[0-3]?[0-9])日"
)
_SOLAR, _BUDDHIST = tuple(map(regex, _SOLAR_FORMS)), tuple(map(regex, _THAI_FORMS))
_REPUBLIC = (regex(_YEAR_FIRST.format(_TAIWAN_YEAR)),)
_MONTH = {name: number for names in (_SOLAR_MONTHS, *_THAI_MONTHS) for number, name in enumerate(names, 1)}


def in_iso(text: str, locale: Locale) -> str:
    """The text with a date of its country's calendar by the common one, in digits of ASCII; as it is without one.

    >>> from weblode.values.locales import locale_of
    >>> in_iso("1402/05/12", locale_of("fa")), in_iso("1 ต.ค. 2567 12:30", locale_of("th"))
    ('2023-08-03', '2024-10-01 12:30')
    >>> in_iso("113/09/23", locale_of("zh-TW")), in_iso("令和6年9月23日", locale_of("ja"))
    ('2024-09-23', '2024-09-23')
    """
    forms: tuple[re.Pattern[str], ...] = ()
    day_of: Callable[[int, int, int], date] = date
    if locale.language == "fa":
        forms, day_of = _SOLAR, _solar_day
    elif locale.language == "th":
        forms, day_of = _BUDDHIST, _later(_THAI)
    elif locale.language == "zh" and locale.places == {"tw"}:  # elsewhere 115.3.1 is a version
        forms, day_of = _REPUBLIC, _later(_TAIWAN)
    for form in forms:
        if match := form.search(text):
            return _replaced(text, match, day_of, int(match["year"]))
    match = _ERA_FORM.search(text)
    if match is None:
        return text
    return _replaced(text, match, _later(_ERAS[match["era"]]), 1 if match["year"] == "元" else int(match["year"]))


def _replaced(text: str, match: re.Match[str], day_of: Callable[[int, int, int], date], year: int) -> str:
    """The text with the day of a match; as it is if there is no such day."""
    month = _MONTH.get(match["month"]) or int(match["month"])
    with suppress(ValueError, OverflowError):
        return f"{text[: match.start()]}{day_of(year, month, int(match['day'])).isoformat()}{text[match.end() :]}"
    return text


def _later(years: int) -> Callable[[int, int, int], date]:
    """How the day of a calendar is found whose years are fewer by so many, and which is the common one else."""
    return lambda year, month, day: date(year + years, month, day)


def _solar_day(year: int, month: int, day: int) -> date:
    """The day of the solar calendar of Iran."""
    months = (month - 1) * 31 if month < 7 else 186 + (month - 7) * _SHORT_MONTH
    is_leap = _leap_days(year + 1) > _leap_days(year)
    longest = 31 if month < 7 else _SHORT_MONTH if month < 12 or is_leap else _SHORT_MONTH - 1
    if not (1 <= month <= 12 and 1 <= day <= longest):
        raise ValueError(f"no day {day} of month {month}; a month has {longest} days at most, a year 12 months")
    return date.fromordinal(226_894 + 365 * (year - 1) + _leap_days(year) + months + day)


def _leap_days(year: int) -> int:
    """The leap days before a year: eight in 33 years."""
    return (8 * year + 21) // 33
