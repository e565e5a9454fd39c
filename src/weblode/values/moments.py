"""Dates and times of a column: as ISO 8601, where there is one way to read them.

`03/04/2017` is read if the page's language or another date of the column says whether the day comes first. A time is
that of the clock, as written; its offset is kept if it is a number, UTC or GMT: CST is three different ones.
"""

import re
from collections.abc import Iterable
from contextlib import suppress
from datetime import date, datetime
from functools import lru_cache

from weblode.values.dates import month_number

_LONGEST = 60  # characters of a text that is a date
_MOST_WORDS = 3  # words beside it: "posted on Monday"
_YEAR = r"(?P<year>(?:1[5-9]|20)[0-9]{2})(?![0-9])"
_NUMBERS = re.compile(
    rf"(?<![0-9/.-])(?P<one>[0-3]?[0-9])(?P<mark>[/.-])\s?(?P<two>[0-3]?[0-9])(?P=mark)\s?(?:{_YEAR}|(?P<short>[0-9]{{2}})(?![0-9/.-]))"
)
_YEAR_FIRST = re.compile(
    rf"(?<![0-9/.-]){_YEAR}(?P<mark>[-/.])\s?(?P<month>[01]?[0-9])(?P=mark)\s?(?P<day>[0-3]?[0-9])(?![0-9])\.?"
)
_DAY = r"(?P<day>[0-3]?[0-9])(?:st|nd|rd|th|er|º|ª|\.)?"
_NAME = r"(?P<month>[^\W\d_]{3,12})\.?"
_DAY_NAME = re.compile(
    rf"(?<![0-9:]){_DAY}[\s-]*(?:de\s+|of\s+)?{_NAME}[,\s-]*(?:de\s+|del\s+)?(?:{_YEAR}|(?P<short>(?<=[a-z]-)[0-9]{{2}})(?![0-9]))",
    re.IGNORECASE,
)
_NAME_DAY = re.compile(rf"(?<!\w){_NAME}\s*{_DAY},?\s+(?:at\s+)?{_YEAR}", re.IGNORECASE)
_EAST = re.compile(rf"{_YEAR}\s?[年년]\s?(?P<month>[01]?[0-9])\s?[月월]\s?(?P<day>[0-3]?[0-9])\s?[日일]")
_FORMS = (_YEAR_FIRST, _NUMBERS, _DAY_NAME, _NAME_DAY, _EAST)
_ISO = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_HINT = re.compile(r"(?:1[5-9]|20)[0-9]{2}|[0-9][/.-]\s?[0-9]|[a-z]-[0-9]{2}")  # what every date has
_TIME = re.compile(
    r"(?<![0-9:.])(?P<hour>[0-2]?[0-9])(?:[:h](?P<minute>[0-5][0-9])(?::(?P<second>[0-5][0-9])(?:[.,][0-9]+)?)?)?\s?"
    r"(?P<half>[ap]\.?\s?m\b\.?)?(?![0-9:])",
    re.IGNORECASE,
)
_OFFSET = re.compile(
    r"(?:(?P<zone>UTC|GMT)\s?)?(?P<sign>[+\-−])(?P<hours>[0-1][0-9])(?P<colon>:?)(?P<minutes>[0-5][0-9])?(?![0-9:])"
)
_UNIVERSAL = re.compile(r"\b(?:UTC|GMT)\b|(?<=[0-9])Z\b")
_WORD = re.compile(r"[^\W\d_]+")
_CENTURY = 69  # of two digits, 69 to 99 are 1969 to 1999 (POSIX)


def read_moment(text: str, *, day_first: bool | None = None) -> str | None:
    """The date, or date and time, that a short text says, as ISO 8601; None if it says none, or two, or more.

    `day_first` says how two numbers that could both be a month are read; None if it is not known.

    >>> read_moment("Sunday, 3 Dec 2017"), read_moment("2017-12-03 17:14 CST"), read_moment("3/4/2017")
    ('2017-12-03', '2017-12-03T17:14:00', None)
    """
    text = text.strip()
    return _moment(text, day_first) if len(text) <= _LONGEST and _HINT.search(text) else None


@lru_cache(maxsize=4096)
def _moment(text: str, day_first: bool | None) -> str | None:  # noqa: FBT001
    """As `read_moment`; cached, since a column is read several times until its kind is known."""
    if _ISO.match(text):
        with suppress(ValueError):
            moment = datetime.fromisoformat(text)
            return moment.isoformat() if len(text) > len("2017-12-03") else text
    day, rest = _day(text, day_first=day_first)
    if day is None:
        return None
    clock, rest = _clock(rest)
    if any(map(str.isdigit, rest)) or len(_WORD.findall(rest)) > _MOST_WORDS:
        return None
    return day + clock


def order_of(texts: Iterable[str]) -> bool | None:
    """Whether the day comes first in the dates of a column, by those where one is no month; None if unclear."""
    firsts = set()
    for text in texts:
        match = _NUMBERS.search(text)
        if match and (int(match["one"]) > 12) != (int(match["two"]) > 12):
            firsts.add(int(match["one"]) > 12)
    return firsts.pop() if len(firsts) == 1 else None


def _day(text: str, *, day_first: bool | None) -> tuple[str | None, str]:
    """The date in a text as ISO 8601, and the text around it."""
    for form in _FORMS:
        match = form.search(text)
        iso = _iso(match.groupdict(), day_first=day_first) if match else None
        if match and iso:
            return iso, f"{text[: match.start()]} {text[match.end() :]}"
    return None, ""


def _iso(parts: dict[str, str], *, day_first: bool | None) -> str | None:
    """The parts of a date as ISO 8601; None if there is no such day, or if day and month could change places."""
    short = int(parts.get("short") or 0)
    year = int(parts["year"]) if parts["year"] else short + (1900 if short >= _CENTURY else 2000)
    if "one" in parts:
        one, two = int(parts["one"]), int(parts["two"])
        if parts["mark"] == ".":
            day_first = True
        if day_first is None and one <= 12 and two <= 12 and one != two:
            return None
        day, month = (one, two) if (day_first and two <= 12) or one > 12 else (two, one)
    else:
        day, month = int(parts["day"]), month_number(parts["month"])
    with suppress(ValueError):
        return date(year, month, day).isoformat()
    return None


def _clock(text: str) -> tuple[str, str]:
    """The time in a text as the end of an ISO date, "" without one; and the text around it."""
    match = next((each for each in _TIME.finditer(text) if each["minute"] or each["half"]), None)
    if match is None:
        return "", text
    hour, minute, second = int(match["hour"]), int(match["minute"] or 0), int(match["second"] or 0)
    if match["half"]:
        if not 1 <= hour <= 12:
            return "", text
        hour = hour % 12 + 12 * (match["half"][0] in "pP")
    if hour > 23:
        return "", text
    rest = f"{text[: match.start()]} {text[match.end() :]}"
    offset = _OFFSET.search(text, match.end())
    zone = ""
    # "10:30-11:30" and "8pm-10pm" are two times: an offset follows UTC, has four digits, or follows seconds.
    if offset and (offset["zone"] or (offset["minutes"] and (match["second"] or not offset["colon"]))):
        zone = f"{'+' if offset['sign'] == '+' else '-'}{offset['hours']}:{offset['minutes'] or '00'}"
        rest = f"{text[: match.start()]} {text[match.end() : offset.start()]} {text[offset.end() :]}"
    elif _UNIVERSAL.search(text, match.end() - 1):
        zone = "+00:00"
    return f"T{hour:02}:{minute:02}:{second:02}{zone}", rest
