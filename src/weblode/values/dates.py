"""Dates in a text: as written, and as ISO 8601.

Months are recognised by the first letters of their names in English, German, French, Spanish, Italian, Portuguese,
Dutch, Polish and Russian. Two numbers that could both be a month are read as day and month, except on American pages.
"""

import re
import unicodedata
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime
from email.utils import parsedate_to_datetime

_MONTHS = (
    "jan ene gen sty янв",
    "feb fev fév lut фев",
    "mar mär mrz maa мар",
    "apr avr abr kwi апр",
    "may mai mei mag maj мая май",
    "jun jui giu cze июн",
    "jul lug lip июл",
    "aug aou aoû ago sie авг",
    "sep set wrz сен",
    "oct okt ott out paź paz окт",
    "nov lis ноя",
    "dec dez dic déc gru дек",
)
_MONTH = {start: month for month, starts in enumerate(_MONTHS, 1) for start in starts.split()}
_NAME = r"(?P<month>[^\W\d_]{3,12})\.?"
_DAY = r"(?P<day>[0-3]?\d)(?:st|nd|rd|th|er|º|ª|\.)?"
_YEAR = r"(?P<year>(?:19|20)\d\d)(?!\d)"
_DATE = [
    re.compile(rf"(?<![\d/.-]){_YEAR}[-/.](?P<month>[01]?\d)[-/.](?P<day>[0-3]?\d)(?!\d)"),
    re.compile(rf"(?<!\d){_DAY}\s*(?:de\s+|of\s+)?{_NAME},?\s*(?:de\s+|,\s*)?{_YEAR}", re.I),
    re.compile(rf"(?<!\w){_NAME}\s+{_DAY},?\s+(?:at\s+)?{_YEAR}", re.I),
    re.compile(rf"(?<![\d/.-])(?P<one>[0-3]?\d)[/.-](?P<two>[0-3]?\d)[/.-]{_YEAR}"),
    re.compile(rf"{_YEAR}\s?[年년]\s?(?P<month>[01]?\d)\s?[月월]\s?(?P<day>[0-3]?\d)\s?[日일]"),
]
_YEARLY = re.compile(r"(?:19|20)\d\d")


@dataclass(frozen=True)
class Written:
    """A date in a text: its ISO form, the text as written, and where it starts."""

    iso: str
    text: str
    start: int


def dates(text: str, *, american: bool = False) -> list[Written]:
    """The dates in a text, in order.

    >>> [each.iso for each in dates("Updated 3 de maio de 2018; first Dec. 3, 2017")]
    ['2018-05-03', '2017-12-03']
    """
    if not _YEARLY.search(text):
        return []
    results: list[Written] = []
    for pattern in _DATE:
        for match in pattern.finditer(text):
            iso = _iso(match.groupdict(), american=american)
            if iso and not any(other.start <= match.start() < other.start + len(other.text) for other in results):
                results.append(Written(iso, match[0], match.start()))
    return sorted(results, key=lambda written: written.start)


def instant(text: str) -> str | None:
    """A machine-written date (ISO 8601, RFC 2822) as an ISO date; None if the text has no date.

    >>> instant("2017-12-03T17:14:36-05:00"), instant("Sun, 03 Dec 2017 22:14:36 GMT"), instant("20171203")
    ('2017-12-03', '2017-12-03', '2017-12-03')
    """
    text = text.strip()
    for parse in (datetime.fromisoformat, parsedate_to_datetime):
        with suppress(ValueError, TypeError, OverflowError, IndexError):
            return parse(text).date().isoformat()
    return next((each.iso for each in dates(text)), None)


def _iso(parts: dict[str, str], *, american: bool) -> str | None:
    year = int(parts["year"])
    if "one" in parts:
        one, two = int(parts["one"]), int(parts["two"])
        orders: Iterator[tuple[int, int]] = iter([(one, two), (two, one)] if american else [(two, one), (one, two)])
    else:
        orders = iter([(month_number(parts["month"]), int(parts["day"]))])
    for month, day in orders:
        with suppress(ValueError):
            return date(year, month, day).isoformat()
    return None


def month_number(name: str) -> int:
    """The number of a month from its name or its digits; 0 if the name is not a month."""
    if name.isdecimal():
        return int(name)
    name = unicodedata.normalize("NFC", name.lower())
    if name.startswith(("juil", "juill")):  # French July and June begin with the same three letters
        return 7
    return _MONTH.get(name[:3], 0)
