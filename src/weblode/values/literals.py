"""Values of attributes as RDF literals: typed if there is only one way to read them, plain text otherwise.

A wrong type is worse than none, since nobody notices the error: `03/04/2017` stays text (March or April?), and so do
`1.234` (a thousand?), `007` and telephone numbers (not numbers) and `May 2017` (which day?).
"""

import re
from datetime import datetime, time, timedelta, timezone, tzinfo
from typing import NamedTuple

from weblode.caches import bounded_cache, regex
from weblode.values.prices import read_price

_LONGEST = 40  # the most characters of a date, price or number
_INTEGER = regex(r"-?(?:0|[1-9][0-9]{0,14})")
_DECIMAL = regex(r"-?(?:0|[1-9][0-9]{0,14})\.(?:[0-9]{1,2}|[0-9]{4,6})")  # three digits may be thousands
_ISO_DATE = regex(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_YEAR = regex(r"(?<![0-9])[12][0-9]{3}(?![0-9])")
_MONTH = regex(r"\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b", re.IGNORECASE)
_NUMERIC_DATE = regex(r"[0-9]{1,2}([/.-])[0-9]{1,2}\1[0-9]{4}")
_SIGNED_ZONE = regex(r"[A-Z]{2,} ?[+-][0-9]", re.IGNORECASE)  # GMT+3 is read both ways
_TIME = regex(r"[0-9]:[0-9]{2}")


class Value(NamedTuple):
    """A literal: its text, its XML Schema type ("" for plain text), and the currency of a price."""

    text: str
    type: str = ""
    currency: str = ""


@bounded_cache(2 * 2**20)
def value(text: str) -> Value:
    """The text as a date, a time, a price or a number if it is unambiguous; the plain text otherwise."""
    stripped = text.strip()
    if not 0 < len(stripped) <= _LONGEST or not any(map(str.isdigit, stripped)):
        return Value(text)
    if _INTEGER.fullmatch(stripped) and stripped != "-0":
        return Value(stripped, "integer")
    if _DECIMAL.fullmatch(stripped):
        return Value(stripped, "decimal")
    price = read_price(stripped)
    return Value(price[0], "decimal", price[1]) if price else _date(stripped) or Value(text)


def _date(text: str) -> Value | None:
    """A date, or a date with a time, if no part of it has to be guessed; None otherwise."""
    if not _YEAR.search(text) or _SIGNED_ZONE.search(text):
        return None
    if not (_ISO_DATE.match(text) or _MONTH.search(text) or _NUMERIC_DATE.match(text)):
        return None
    # A part that the text lacks comes from the default: if two readings with different defaults differ, a part would be
    # guessed. The same holds for the two orders of day and month.
    readings = {_read(text, datetime(2000, 1, 1), day_first=False), _read(text, datetime(2004, 12, 28), day_first=True)}
    moment = readings.pop()
    if readings or moment is None:
        return None
    if _TIME.search(text):
        return Value(moment.isoformat(), "dateTime")
    # A date would lose the time of "5 pm" without minutes, and "T10" is not a time of XML Schema.
    return None if moment.time() != time() or moment.tzinfo else Value(moment.date().isoformat(), "date")


def _read(text: str, default: datetime, *, day_first: bool) -> datetime | None:
    from dateutil import parser

    try:
        # An ISO date has one order; with `dayfirst`, dateutil would take its month for a day.
        order = day_first and not _ISO_DATE.match(text)
        moment: datetime = parser.parse(text, default=default, dayfirst=order, tzinfos=_zone)
    except (ValueError, OverflowError):
        return None
    return moment


def _zone(name: str | None, offset: int | None) -> tzinfo | None:
    """The time zone by its offset. Raises ValueError for a name: EST differs between New York and Sydney."""
    if name and name.upper() not in ("UTC", "Z", "GMT"):
        raise ValueError(f"the time zone {name} has no one meaning")
    return timezone(timedelta(seconds=offset or 0)) if name or offset is not None else None
