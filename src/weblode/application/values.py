"""Constants as typed values: the value of a text, or None if it has no value of that type."""

import re
from contextlib import suppress
from datetime import date, time

from weblode.application.model import ObjectSet
from weblode.caches import regex
from weblode.values.dates import find_dates, month_number

Value = str | int | float | date | time

_NUMBER = regex(r"\d[\d,]*(?:\.\d+)?|\.\d+")
_CLOCK = regex(r"(\d{1,2})(?::([0-5]\d))?\s*(noon|midnight|[ap])?", re.I)
_DAY = regex(r"([^\W\d_]{3,12})\.?\s+(\d{1,2})(?!\d)|(?<!\d)(\d{1,2})\.?\s+(?:of\s+)?([^\W\d_]{3,12})")
_YEAR = regex(r"(?:19|20)\d\d|\d\d(?!\d)")
_PIVOT = 40  # '39 is 2039 and '40 is 1940


def value_of(text: str, frame: ObjectSet, *, year: int | None = None, american: bool = False) -> Value | None:
    """The value of a constant of a set, or None. `year` is for dates without one."""
    folded = " ".join(text.replace("\0", "").split())
    if frame.type == "date":
        return _date(folded, year, american=american)
    return {
        "text": _text,
        "integer": _integer,
        "number": _number,
        "time": _time,
        "year": _year,
        "phone": _phone,
    }[frame.type](folded, frame)


def years(text: str) -> list[int]:
    """The four-digit years in a text."""
    return [int(year) for year in re.findall(r"(?<!\d)(?:19|20)\d\d(?!\d)", text)]


def _text(text: str, frame: ObjectSet) -> str | None:
    plain = text.strip(" ,;:\u2013\u2014-")
    return frame.canonical.get(plain.lower(), plain) or None


def _number(text: str, frame: ObjectSet) -> float | None:
    match = _NUMBER.search(text)
    if not match or len(match[0]) > 30:
        return None
    number = float(match[0].replace(",", ""))
    after = text[match.end() :].lower()
    unit = next((unit for unit in frame.units if re.match(rf"[\s-]*{re.escape(unit.lower())}(?![a-z])", after)), None)
    return number if unit is None else number * frame.units[unit]


def _integer(text: str, frame: ObjectSet) -> int | None:
    number = _number(text, frame)
    return None if number is None or number >= 2**53 else round(number)


def _year(text: str, _: ObjectSet) -> int | None:
    match = _YEAR.search(text)
    return None if match is None else _full_year(int(match[0]))


def _full_year(year: int) -> int:
    return year if year >= 100 else year + (1900 if year >= _PIVOT else 2000)


def _phone(text: str, _: ObjectSet) -> str | None:
    """The digits in groups: 520-555-0123."""
    digits = "".join(filter(str.isdecimal, text))
    digits = digits[1:] if len(digits) == 11 and digits[0] == "1" else digits
    if len(digits) == 10:
        return f"{digits[:3]}-{digits[3:6]}-{digits[6:]}"
    return f"{digits[:3]}-{digits[3:]}" if len(digits) == 7 else digits or None


def _time(text: str, _: ObjectSet) -> time | None:
    """The time, or the start of a span such as 5-7 p.m."""
    times = _CLOCK.findall(text)
    if not times:
        return time(12) if "noon" in text.lower() else None
    hour, minute, half = int(times[0][0]), int(times[0][1] or 0), times[0][2].lower()
    if not half and len(times) > 1:  # 5-7 p.m. begins in the afternoon, 11-1 p.m. does not
        later = int(times[1][0]) % 12
        half = times[1][2].lower() if hour % 12 <= later else "a" if times[1][2].lower() == "p" else "p"
    if half == "p" and hour < 12:
        hour += 12
    elif half in ("a", "midnight") and hour == 12:
        hour = 0
    return time(hour, minute) if hour < 24 else None


def _date(text: str, year: int | None, *, american: bool) -> date | None:
    for parsed in find_dates(text, day_first=not american, century=_PIVOT):
        return date.fromisoformat(parsed.iso)
    if year is None or not (month_day := _DAY.search(text)):
        return None
    with suppress(ValueError):
        return date(year, month_number(month_day[1] or month_day[4]), int(month_day[2] or month_day[3]))
    return None
