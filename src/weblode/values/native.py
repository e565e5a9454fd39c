"""Numbers and dates as some countries write them, made those that all readers read.

Digits of other scripts (Arabic, Persian, Indic, Thai, full-width) become those of ASCII, and their marks between
thousands and before decimals go or become a point; dates by other calendars become common ones (see `calendars`).
Dates of two digits each are told apart by the year: in East Asia and Hungary it comes first (24.09.23 is a day of
2024), in Thailand, Iran and Taiwan it may be a year of another calendar, which is not read. Where the language of a
page is not known, a column in which the last numbers differ more than the first ones has years first, or so it seems:
such dates are not read either, a wrong one being worse than none.
"""

import re
import unicodedata
from collections.abc import Sequence
from itertools import islice

from weblode.caches import regex
from weblode.kernels import cells
from weblode.values.calendars import LANGUAGES, in_iso
from weblode.values.locales import Locale

FIRST = 3  # values that are looked at to tell whether a column is of this kind
_OTHER_DIGIT = regex(r"[^\D\x00-\x7f]")
MARKS = frozenset("/.-")
_SHORT = regex(
    r"(?<![0-9/.-])(?P<one>[0-9]{2})(?P<mark>[/.-])\s?(?P<two>[01]?[0-9])(?P=mark)\s?(?P<three>[0-3]?[0-9])"
    r"(?![0-9]|[/.-][0-9])\.?"
)
_ANY_SHORT = regex(r"(?<![0-9/.-])[0-9]{1,2}([/.-])\s?[0-9]{1,2}\1\s?[0-9]{2}(?![0-9]|[/.-][0-9])")
_CENTURY = 69  # of two digits, 69 to 99 are 1969 to 1999 (POSIX)
_YEAR_FIRST = frozenset("ja ko zh hu".split())
_YEAR_FIRST_BY_DASH = frozenset("sv lt".split())
_OTHER_CALENDARS = frozenset("th fa ps".split())
_THEIR_PLACES = frozenset("th ir af tw".split())
_UNUSUAL = LANGUAGES | _OTHER_CALENDARS | _YEAR_FIRST
# 05/20/21: the second number is no month, so the first one is no year.
_MONTH_FIRST = regex(
    r"(?<![0-9/.-])(?:0?[1-9]|1[0-2])([/-])\s?(?:1[3-9]|2[0-9]|3[01])\1\s?[0-9]{2}(?![0-9]|[/.-][0-9])"
)
_THOUSANDS = regex("(?<=[0-9])[\u066c\u060c](?=[0-9]{3}(?![0-9]))")  # Arabic marks: 1٬250٬000


def is_usual(locale: Locale) -> bool:
    """Whether `as_read` returns columns of ASCII characters that begin with no date of two digits each as they are."""
    return locale.language not in _UNUSUAL and _THEIR_PLACES.isdisjoint(locale.places)


def as_read(values: Sequence[str | None], locale: Locale) -> Sequence[str | None]:
    """The values of a column in ASCII digits, and dates of short years by whole ones, "" for those that none can tell.

    Most columns have neither and are returned as they are, after a look at their first values.

    >>> from weblode.values.locales import NOWHERE, locale_of
    >>> as_read(["१२.५ kg"], NOWHERE), as_read(["24.9.23"], locale_of("ko")), as_read(["23.9.24"], locale_of("de"))
    (['12.5 kg'], ['2024-09-23'], ['23.9.24'])
    """
    start = list(islice(filter(None, values), FIRST))
    if not all(map(str.isascii, start)) and any(map(has_other_digits, start)):
        values = [each and _in_ascii_digits(each) for each in values]
        start = list(islice(filter(None, values), FIRST))
    if locale.language in LANGUAGES and any(in_iso(each, locale) != each for each in start):
        return [in_iso(each, locale) if each and len(each) <= cells.LONGEST else each for each in values]
    if locale.language in _OTHER_CALENDARS or locale.places & _THEIR_PLACES:
        return _without_short_years(values) if any(map(_ANY_SHORT.search, start)) else values
    if not MARKS.isdisjoint([each[2:3] for each in start]) or (
        locale.language in _YEAR_FIRST and any(map(_SHORT.search, start))
    ):
        return _with_whole_years(values, locale)
    return values


def has_other_digits(text: str) -> bool:
    """Whether a short text has digits of another script."""
    return len(text) <= cells.LONGEST and _OTHER_DIGIT.search(text) is not None


def _in_ascii_digits(text: str) -> str:
    return text if text.isascii() else _THOUSANDS.sub("", text.translate(_DIGITS))


class _Digits(dict[int, int | str]):
    """What stands for each decimal digit of another script; other characters stand for themselves."""

    def __missing__(self, code: int) -> int | str:
        each = chr(code)
        return str(unicodedata.decimal(each)) if each.isdecimal() else code


_DIGITS = _Digits({0x066B: ".", 0xFF0C: ",", 0xFF0E: ".", 0xFF0F: "/", 0xFF1A: ":"})  # also marks of such numbers


def _with_whole_years(values: Sequence[str | None], locale: Locale) -> Sequence[str | None]:
    """The values with dates of two digits each by their years; as they are where the day comes first."""
    matches = [
        _SHORT.search(each) if each and len(each) <= cells.LONGEST and _has_two_marks(each) else None for each in values
    ]
    dates = [each for each in matches if each and 1 <= int(each["two"]) <= 12 and 1 <= int(each["three"]) <= 31]
    if not dates or len(dates) < sum(each is not None for each in matches):
        return values
    is_dashed = dates[0]["mark"] == "-" and locale.language in _YEAR_FIRST_BY_DASH
    firsts, lasts = ({each[part] for each in dates} for part in ("one", "three"))
    if any(_MONTH_FIRST.search(each) for each in values if each and len(each) <= cells.LONGEST):
        is_mixed = locale.language in _YEAR_FIRST or any(int(each) > 12 for each in firsts)
        return _without_short_years(values) if is_mixed else values
    if locale.language in _YEAR_FIRST or is_dashed:
        return [_SHORT.sub(_iso, each) if match and each else each for each, match in zip(values, matches, strict=True)]
    if locale.day_first is not None or len(lasts) <= len(firsts):
        return values
    return _without_short_years(values)


def _has_two_marks(text: str) -> bool:
    """Whether a text has a mark twice, as every date has: told several times as fast as where it stands."""
    return text.count("/") > 1 or text.count("-") > 1 or text.count(".") > 1


def _without_short_years(values: Sequence[str | None]) -> Sequence[str | None]:
    """The values, "" for dates whose years have two digits."""
    return ["" if each and len(each) <= cells.LONGEST and _ANY_SHORT.search(each) else each for each in values]


def _iso(match: re.Match[str]) -> str:
    year = int(match["one"])
    century = 19 if year >= _CENTURY else 20
    return f"{century}{year:02}-{int(match['two']):02}-{int(match['three']):02}"
