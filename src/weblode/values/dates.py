"""Dates and times in texts: as ISO 8601, where there is one way to read them.

What a short text says as a whole (`read_moment`), which dates stand in a longer one (`find_dates`), and which day a
machine wrote (`read_day`). `03/04/2017` is read if the page's language or another date of the column says whether the
day comes first. A time is that of the clock, as written; its offset is kept if it is a number, UTC or GMT: CST is three
different ones. Months are recognised by the first letters of their names in English, German, French, Spanish, Italian,
Portuguese, Dutch, Polish and Russian.
"""

import re
import unicodedata
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, timezone
from functools import lru_cache

from weblode.caches import regex

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
MONTH_STARTS = frozenset(_MONTH)  # one begins the month in every date with a name
# Those that are the first letters of one month: French July and June begin with the same three.
PLAIN_MONTHS = {start: month for start, month in _MONTH.items() if start.isascii() and start != "jui"}
_LONGEST = 60  # characters of a text that is a date
_MOST_WORDS = 3  # words beside it: "posted on Monday"
_YEAR = r"(?P<year>(?:1[5-9]|20)[0-9]{2})(?![0-9])"
_NUMBERS = regex(
    rf"(?<![0-9/.-])(?P<one>[0-3]?[0-9])(?P<mark>[/.-])\s?(?P<two>[0-3]?[0-9])(?P=mark)\s?(?:{_YEAR}|['’]?(?P<short>[0-9]{{2}})(?![0-9/.-]))"
)
_YEAR_FIRST = regex(
    rf"(?<![0-9/.-]){_YEAR}(?P<mark>[-/.])\s?(?P<month>[01]?[0-9])(?P=mark)\s?(?P<day>[0-3]?[0-9])(?![0-9])\.?"
)
_DAY = r"(?P<day>[0-3]?[0-9])(?:st|nd|rd|th|er|º|ª|\.)?"
_NAME = r"(?P<month>[^\W\d_]{3,12})\.?"
_DAY_NAME = regex(
    rf"(?<![0-9:]){_DAY}[\s-]*(?:de\s+|of\s+)?{_NAME}[,\s-]*(?:de\s+|del\s+)?(?:{_YEAR}|(?P<short>(?<=[a-z]-)[0-9]{{2}})(?![0-9]))",
    re.IGNORECASE,
)
_NAME_DAY = regex(
    rf"(?<!\w){_NAME}\s*{_DAY},?\s+(?:at\s+)?(?:{_YEAR}|['’](?P<short>[0-9]{{2}})(?![0-9]))", re.IGNORECASE
)
_EAST = regex(rf"{_YEAR}\s?[年년]\s?(?P<month>[01]?[0-9])\s?[月월]\s?(?P<day>[0-3]?[0-9])\s?[日일]")
_FORMS = (_YEAR_FIRST, _NUMBERS, _DAY_NAME, _NAME_DAY, _EAST)
_NAMED_FORMS = _FORMS[2:]
_MARKED = regex(r"[0-9][/.-]\s?[0-9]")  # what every date in numbers has
_ISO = regex(r"(?!1[34]|2[45])[0-9]{4}-[0-9]{2}-[0-9]{2}")  # in 1402 and 2567 years are counted otherwise
_HINT = regex(r"(?:1[5-9]|20)[0-9]{2}|[0-9][/.-]\s?[0-9]|[a-z]-[0-9]{2}|\s['’][0-9]{2}\b")  # what every date has
_TIME = regex(
    r"(?<![0-9:.])(?P<hour>[0-2]?[0-9])(?:[:h](?P<minute>[0-5][0-9])(?::(?P<second>[0-5][0-9])(?:[.,][0-9]+)?)?)?\s?"
    r"(?P<half>[ap]\.?\s?m\b\.?)?(?![0-9:])",
    re.IGNORECASE,
)
_OFFSET = regex(
    r"(?:(?P<zone>UTC|GMT)\s?)?(?P<sign>[+\-−])(?P<hours>[0-1][0-9])(?P<colon>:?)(?P<minutes>[0-5][0-9])?(?![0-9:])"
)
_UNIVERSAL = regex(r"\b(?:UTC|GMT)\b|(?<=[0-9])Z\b")
_WORD = regex(r"[^\W\d_]+")
_DIGIT = regex("[0-9]")
_UNIT = r"\d{1,3}\s?[^\W\d_]+\.?(?:\s\d{1,2}\s?[^\W\d_]+\.?)?"  # 3 days; 1 h 20 min
_RELATIVE = regex(
    rf"(?:[^\W\d_]+:?\s)?(?:(?:{_UNIT}|an?\s[a-z]+)\s(?:ago|antes|назад|temu|geleden|fa|sedan|siden|atrás|önce)"
    rf"|(?:vor|il y a|hace|há|acum|před)\s(?:{_UNIT}|(?:eine[mr]|une?|uma?) \w+)|\d{{1,3}}\s?\w{{1,4}}[前전]"
    r"|yesterday|today|just now|gestern|heute|hier|aujourd[’']hui|ayer|hoy|ieri|oggi|ontem|hoje|вчера|сегодня"
    r"|昨天|今天|昨日|今日)"
    r"(?:,?\s(?:at\s|um\s|à\s)?\d{1,2}[:.h]\d{2}\s?(?:[ap]\.?m\.?|uhr)?)?"
)
# One of these words is in every text that says how long ago something was, or one of the characters after them.
AGO = frozenset(
    "ago antes назад temu geleden fa sedan siden atrás önce vor il hace há acum před yesterday today just gestern "
    "heute hier aujourd ayer hoy ieri oggi ontem hoje вчера сегодня 昨天 今天 昨日 今日".split()
)
_AGO_AFTER = regex("[前전]")
_FARTHEST, _QUARTER = timedelta(hours=14), timedelta(minutes=15)  # of clocks from UTC, and between them
_CENTURY = 69  # of two digits, 69 to 99 are 1969 to 1999 (POSIX)


def read_moment(text: str, *, day_first: bool | None = None) -> str | None:
    """The date, or date and time, that a short text says, as ISO 8601; None if it says none, or two, or more.

    `day_first` says how two numbers that could both be a month are read; None if it is not known.

    >>> read_moment("Sunday, 3 Dec 2017"), read_moment("2017-12-03 17:14 CST"), read_moment("3/4/2017")
    ('2017-12-03', '2017-12-03T17:14:00', None)
    """
    text = text.strip()
    if len(text) > _LONGEST:
        return None
    # Only where one of these marks is between two numbers, day and month may change places.
    return _moment(text, day_first if day_first is None or "/" in text or "-" in text else None)


@lru_cache(maxsize=4096)
def _moment(text: str, day_first: bool | None) -> str | None:  # noqa: FBT001
    """As `read_moment`; cached, since a column is read several times until its kind is known."""
    if not _HINT.search(text):
        return None
    if _ISO.match(text):
        with suppress(ValueError):
            moment = datetime.fromisoformat(text)
            return moment.isoformat() if len(text) > len("2017-12-03") else text
    day, rest = _day(text, day_first=day_first)
    if day is None:
        return None
    clock, rest = _clock(rest) if _DIGIT.search(rest) else ("", rest)
    if any(map(str.isdigit, rest)) or len(_WORD.findall(rest)) > _MOST_WORDS:
        return None
    return day + clock


@dataclass(frozen=True)
class WrittenDate:
    """A date in a text: its ISO form, the text as written, and where it starts."""

    iso: str
    text: str
    start: int


def may_be_date(text: str) -> bool:
    """Whether a text, or the end of one, has what every date has, in the digits of any country.

    >>> may_be_date("July 4, 2018"), may_be_date("Chapter 4, part 18")
    (True, False)
    """
    return not text.isascii() or _HINT.search(text) is not None


def find_dates(text: str, *, day_first: bool | None = None, century: int | None = None) -> list[WrittenDate]:
    """The dates in a text, in order, without times.

    `day_first` is as for `read_moment`. Years of two digits are read only if `century` is given: from this one on they
    are in the twentieth century.

    >>> [each.iso for each in find_dates("Updated 3 de maio de 2018; first Dec. 3, 2017")]
    ['2018-05-03', '2017-12-03']
    """
    dates: list[WrittenDate] = []
    for form in _FORMS if _HINT.search(text) else ():
        for match in form.finditer(text):
            parts = match.groupdict()
            if century is None and not parts["year"]:
                continue
            iso = _iso(parts, day_first=day_first, century=_CENTURY if century is None else century)
            if iso and not any(other.start <= match.start() < other.start + len(other.text) for other in dates):
                written = match[0].strip() if parts.get("mark") == "." else match[0].strip().rstrip(".")
                dates.append(WrittenDate(iso, written, match.start()))
    return sorted(dates, key=lambda each: each.start)


def read_day(text: str, *, day_first: bool | None = None) -> str | None:
    """The day that a machine wrote, with or without a time, as ISO 8601; None if the text has no date.

    >>> read_day("2017-12-03T17:14:36-05:00"), read_day("Sun, 03 Dec 2017 22:14:36 GMT"), read_day("20171203")
    ('2017-12-03', '2017-12-03', '2017-12-03')
    """
    text = text.strip()
    with suppress(ValueError):
        return datetime.fromisoformat(text).date().isoformat()
    return next((each.iso for each in find_dates(text, day_first=day_first)), None)


def on_the_clock(machine: str, text: str) -> str:
    """A moment that a machine wrote, by the clock of the page if its text has the same one, at most 14 hours apart.

    >>> on_the_clock("2016-12-03T23:25:55+00:00", "2016-12-04T00:25:00"), on_the_clock("2016-12-03", "2016-12-04")
    ('2016-12-04T00:25:55+01:00', '2016-12-03')
    """
    exact, written = datetime.fromisoformat(machine), datetime.fromisoformat(text)
    if exact.tzinfo is None or written.tzinfo or "T" not in text:
        return machine
    with suppress(OverflowError, ValueError):
        shift = written.replace(second=0) - exact.astimezone(UTC).replace(tzinfo=None, second=0, microsecond=0)
        if abs(shift) <= _FARTHEST and shift % _QUARTER == timedelta():
            return exact.astimezone(timezone(shift)).isoformat()
    return machine


def is_relative(text: str) -> bool:
    """Whether a short text says how long ago something was: only who knows when the page was made knows the date.

    >>> is_relative("3 days ago"), is_relative("vor 2 Stunden"), is_relative("3 days")
    (True, True, False)
    """
    return len(text) <= _LONGEST and _is_relative(text)


@lru_cache(maxsize=4096)
def _is_relative(text: str) -> bool:
    """As `is_relative`; cached, as moments are."""
    text = text.strip().lower()
    if AGO.isdisjoint(_WORD.findall(text)) and not _AGO_AFTER.search(text):  # ten times as fast
        return False
    return bool(_RELATIVE.fullmatch(text))


def order_of(texts: Iterable[str]) -> bool | None:
    """Whether the day comes first in the dates of a column, by those where one is no month; None if unclear."""
    firsts = set()
    for text in texts:
        marked = "/" in text or "-" in text or "." in text
        match = _NUMBERS.search(text) if marked and _MARKED.search(text) else None
        if match and (int(match["one"]) > 12) != (int(match["two"]) > 12):
            firsts.add(int(match["one"]) > 12)
    return firsts.pop() if len(firsts) == 1 else None


def _day(text: str, *, day_first: bool | None) -> tuple[str | None, str]:
    """The date in a text as ISO 8601, and the text around it."""
    for form in _FORMS if _MARKED.search(text) else _NAMED_FORMS:
        match = form.search(text)
        iso = _iso(match.groupdict(), day_first=day_first, century=_CENTURY) if match else None
        if match and iso:
            return iso, f"{text[: match.start()]} {text[match.end() :]}"
    return None, ""


def _iso(parts: dict[str, str], *, day_first: bool | None, century: int) -> str | None:
    """The parts of a date as ISO 8601; None if there is no such day, or if day and month could change places."""
    short = int(parts.get("short") or 0)
    year = int(parts["year"]) if parts["year"] else short + (1900 if short >= century else 2000)
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


def month_number(name: str) -> int:
    """The number of a month from its name or its digits; 0 if the name is not a month."""
    if name.isdecimal():
        return int(name)
    name = unicodedata.normalize("NFC", name.lower())
    if name.startswith(("juil", "juill")):  # French July and June begin with the same three letters
        return 7
    return _MONTH.get(name[:3], 0)
