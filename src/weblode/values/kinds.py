"""The kind of a column's values (text, number, price, date, ...), and conversion to numbers, dates and seconds.

A column has a kind if nearly all of its values can be read so in one way. A wrong number is worse than none: a value
that cannot be read is None beside its text.
"""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from itertools import islice
from typing import NamedTuple, cast

from weblode import kernels
from weblode.caches import regex
from weblode.kernels import cells
from weblode.values.currencies import CURRENCY_WORDS, currency_code
from weblode.values.dates import AGO, MONTH_STARTS, PLAIN_MONTHS, is_relative, on_the_clock, order_of, read_moment
from weblode.values.locales import NOWHERE, Locale
from weblode.values.measures import (
    DURATION_WORDS,
    OUT_OF,
    UNUSUAL_UNITS,
    Count,
    Rating,
    are_durations,
    is_stars,
    read_count,
    read_duration,
    read_rating,
)
from weblode.values.native import FIRST, MARKS, as_read, has_other_digits, is_usual
from weblode.values.prices import find_price
from weblode.values.stars import STARRY

Typed = float | int | str | None
PLAIN = ("text", "url", "image")  # kinds whose values are not converted
KINDS = ("text", "number", "price", "date", "rating", "duration", "url", "image")
_URL = regex(r"(?:https?://|www\.)\S+", re.IGNORECASE)
_TELLING = regex(f"[{''.join(sorted(cells.TELLING))}]")  # what every value has that can be converted
_LONGEST = cells.LONGEST  # characters of one
_PLAIN = regex(r"[0-9]{1,9}|[0-9]{1,3}(?:,[0-9]{3})+")
_LOOKED_AT = FIRST  # values by which digits and dates of other countries are told
_FIRST = cells.FIRST  # values that are looked at first
_MOST, _PRICED = cells.SHARES[cells.DATE], cells.SHARES[cells.PRICE]
_FIRST_YEAR, _LAST_YEAR = 1900, 2100  # a column of such numbers with words are years
_LASTING = regex(r"duration|runtime|length", re.IGNORECASE)
_STARS = regex(r"[0-9](?:\.[0-9]{1,4})?|10")
_MACHINE_NUMBER = regex(r"[0-9]{1,12}(?:\.[0-9]{1,4})?")


class Column(NamedTuple):
    """What is known about the values of a column besides their text.

    `machine` has what the page says for machines about each value (`datetime`, `content`), "" for nothing, or is empty;
    `name` are the author's words for it, its class or itemprop.
    """

    locale: Locale = NOWHERE
    machine: Sequence[str] = ()
    name: str = ""


_UNKNOWN = Column()


def kind_of(values: Sequence[str | None], about: Column = _UNKNOWN) -> tuple[str, tuple[Typed, ...]]:
    """The kind of a column, and its values converted if it has numbers, dates or durations.

    >>> kind_of(["$5.00", None, "from $12.50"]), kind_of(["1.2k views", "310 views"])
    (('price', (5.0, None, 12.5)), ('number', (1200, 310)))
    """
    values = _as_read(values, about.locale)
    # Most columns are prose: a look at characters and words spares most readings.
    possible = _ANY if about.machine else kernels.fastest().hints(values, _hinting_words())
    if not possible:
        return "text", ()
    start, about_start = _start(values, about)
    is_address = possible & cells.ADDRESS and start and start[0][:1] in "hHwW" and _URL.fullmatch(start[0])
    if is_address and _mostly([_URL.fullmatch(each) for each in values if each]):
        return "url", ()
    if about.machine:
        if not any(about_start.machine) and not any(_readable(start)):
            return "text", ()
    elif possible & cells.NUMBER:
        numbers = kernels.fastest().whole_numbers(values)
        if numbers:
            return "number", numbers
        if all(map(_PLAIN.fullmatch, start)):
            return _as_numbers(values, about)
    for kind, bit in _HINTS.items():
        if not possible & bit:
            continue
        look = _dates_in_any_order if kind == "date" else _READERS[kind]
        if _some(look(start, about_start)):
            typed = _READERS[kind](values, about)
            if _is_kind(kind, values, typed):
                return kind, _converted(kind, typed)
    return "text", ()


def _as_read(values: Sequence[str | None], locale: Locale) -> Sequence[str | None]:
    """As `as_read`, which returns most columns as they are: those are told here."""
    n = 0
    if is_usual(locale):
        for value in values:
            if value:
                if (len(value) > 2 and value[2] in MARKS) or (not value.isascii() and has_other_digits(value)):
                    return as_read(values, locale)
                n += 1
                if n == _LOOKED_AT:
                    break
        return values
    return as_read(values, locale)


def _some(typed: list[Typed]) -> bool:
    """Whether one of the values could be read."""
    for each in typed:
        if each is not None:
            return True
    return False


_HINTS = {
    "price": cells.PRICE,
    "date": cells.DATE,
    "rating": cells.RATING,
    "duration": cells.DURATION,
    "number": cells.NUMBER,
}
_ANY = cells.ADDRESS | sum(_HINTS.values())


@cache
def _hinting_words() -> dict[str, int]:
    """What a text with one of these words, in lower case, may be."""
    bits: dict[str, int] = {}
    words = {cells.PRICE: CURRENCY_WORDS, cells.DATE: AGO, cells.RATING: OUT_OF, cells.DURATION: DURATION_WORDS}
    words[cells.MONTH] = MONTH_STARTS
    for bit, own_words in words.items():
        for word in own_words:
            bits[word.lower()] = bits.get(word.lower(), 0) | bit
    return bits


def _as_numbers(values: Sequence[str | None], about: Column) -> tuple[str, tuple[Typed, ...]]:
    """As `kind_of`, of a column that begins with plain numbers and so can have no other kind."""
    typed = _numbers(values, about)
    return ("number", _converted("number", typed)) if _is_kind("number", values, typed) else ("text", ())


def as_kind(values: Sequence[str | None], kind: str, about: Column = _UNKNOWN) -> tuple[Typed, ...]:
    """The values of a column converted to its kind, None where that fails; empty for text."""
    values = _as_read(values, about.locale)
    if kind == "number" and (numbers := kernels.fastest().whole_numbers(values)) is not None:
        return numbers
    return _converted(kind, _READERS[kind](values, about)) if kind in _READERS else ()


def currencies(values: Sequence[str | None], locale: Locale = NOWHERE) -> tuple[str | None, ...]:
    """The currency of each price: its ISO code, or the sign where several currencies have it; None without one."""
    prices = [find_price(each, locale) if each else None for each in as_read(values, locale)]
    codes = {written: currency_code(written, locale) for written in {each.currency for each in prices if each}}
    return tuple([codes[each.currency] if each else None for each in prices])


# What a reader gives for a price without one amount, or a date that depends on the day: it counts for the kind.
_UNREAD = ""
_Reader = Callable[[Sequence[str | None], Column], list[Typed]]


def _converted(kind: str, typed: list[Typed]) -> tuple[Typed, ...]:
    """The values of a column: whole numbers if all are, but for prices."""
    values = [None if each == _UNREAD else each for each in typed]
    if kind == "price":
        return tuple(values)
    some = False
    for each in values:
        if isinstance(each, float):
            some = True
            if not each.is_integer():
                return tuple(values)
    if not some:
        return tuple(values)
    return tuple([int(each) if isinstance(each, float) else each for each in values])


def _is_kind(kind: str, values: Sequence[str | None], typed: list[Typed]) -> bool:
    """Whether enough of the values could be converted."""
    n = hits = read = telling = converted = 0
    for each, value in zip(typed, values, strict=True):
        read += bool(each)
        if value:
            n += 1
            hits += each is not None
            if kind == "price" and _TELLING.search(value):
                telling += 1
                converted += each is not None
    if kind == "price":
        return converted >= _MOST * telling > 0 and hits >= _PRICED * n
    if kind == "date" and 2 * read < hits:  # "3 days ago" among dates
        return False
    return hits >= _MOST * n > 0


def _mostly(hits: Sequence[object]) -> bool:
    """Whether nearly all of the hits are true, and there is one."""
    n = 0
    for hit in hits:
        n += bool(hit)
    return n >= _MOST * len(hits) > 0


def _start(values: Sequence[str | None], about: Column) -> tuple[list[str], Column]:
    """The first values of a column that are not empty, and what is known about them."""
    if not about.machine:
        return list(islice(filter(None, values), _FIRST)), about
    start = list(islice(((each, i) for i, each in enumerate(values) if each), _FIRST))
    return [each for each, _ in start], about._replace(machine=[about.machine[i] for _, i in start])


def _readable(values: Sequence[str | None]) -> list[str]:
    return kernels.fastest().readable(values)


# ---------------------------------------------------------------- readers
def _numbers(values: Sequence[str | None], about: Column) -> list[Typed]:
    """Numbers, all of them with the same unit or none."""
    plain = kernels.fastest().plain_counts(values, UNUSUAL_UNITS, by_comma=about.locale.decimal != ",")
    counts = [
        Count._make(one) if one else read_count(each, about.locale) if each else None
        for one, each in zip(plain, _readable(values), strict=True)
    ]
    units = [each.unit for each in counts if each and each.unit]
    unit = Counter(units).most_common(1)[0][0] if units else ""
    if unit and all([_FIRST_YEAR <= each.number <= _LAST_YEAR for each in counts if each]):
        return [None] * len(values)  # 2024 Spring Term
    allowed = {unit} if unit == "%" else {"", unit}  # a share is no count
    return [each.number if each and each.unit in allowed else None for each in counts]


def _prices(values: Sequence[str | None], about: Column) -> list[Typed]:
    """Amounts of money; `_UNREAD` for ranges and what else has no one amount."""
    typed: list[Typed] = []
    for i, each in enumerate(_readable(values)):
        money = find_price(each, about.locale) if each else None
        machine = about.machine[i] if about.machine and money and money.amount is None else ""
        if machine and _MACHINE_NUMBER.fullmatch(machine):
            typed.append(float(machine))
        else:
            typed.append(None if money is None else float(money.amount) if money.amount else _UNREAD)
    return typed


def _dates(values: Sequence[str | None], about: Column) -> list[Typed]:
    """Dates, and dates with times, as ISO 8601: by what is said for machines, else by the text."""
    order = order_of([each for each in values if each and len(each) <= _LONGEST])
    return _dates_by(values, about, about.locale.day_first if order is None else order)


def _dates_in_any_order(values: Sequence[str | None], about: Column) -> list[Typed]:
    """Dates of the start of a column: whether the day comes first may be for later ones to tell."""
    day_first = True  # one in which the second number is no month is read all the same
    return _dates_by(values, about, day_first)


def _dates_by(values: Sequence[str | None], about: Column, day_first: bool | None) -> list[Typed]:  # noqa: FBT001
    """The same, with the day before the month or behind it; None for what could be both if that is not known."""
    plain = kernels.fastest().plain_dates(values, PLAIN_MONTHS, day_first=day_first)
    if not about.machine and None not in plain:
        return cast(list[Typed], plain)
    typed: list[Typed] = []
    for i, (each, short) in enumerate(zip(values, _readable(values), strict=True)):
        machine = read_moment(about.machine[i]) if each and about.machine and about.machine[i] else None
        moment = plain[i] or (read_moment(short, day_first=day_first) if short else None)
        moment = (on_the_clock(machine, moment) if moment else machine) if machine else moment
        typed.append(_UNREAD if moment is None and each and is_relative(each) else moment)
    return typed


def _ratings(values: Sequence[str | None], about: Column) -> list[Typed]:
    """Ratings, all with the same best one: "4.5 out of 5", "4/5", stars."""
    ratings = [_rating(each, about.locale) if each else None for each in _readable(values)]
    if about.machine and STARRY.search(about.name):
        machine = [Rating(float(each), 0) if _STARS.fullmatch(each) else None for each in about.machine]
        ratings = [one or other for one, other in zip(machine, ratings, strict=True)]
    bests = Counter([each.best for each in ratings if each and each.best])
    best = bests.most_common(1)[0][0] if bests else 0
    if all([each.plain for each in ratings if each]):  # 1/10, 2/10: pages, or days
        return [None] * len(values)
    return [each.number if each and each.best in (0, best) else None for each in ratings]


def _rating(text: str, locale: Locale) -> Rating | None:
    return _cached_rating(text, locale.language, locale.region, locale.domain)


@lru_cache(maxsize=4096)
def _cached_rating(text: str, *parts: str) -> Rating | None:
    if rating := read_rating(text):
        return rating
    count = read_count(text, Locale(*parts)) if is_stars(text) else None
    return Rating(count.number, 0) if count and count.number <= 10 else None


def _durations(values: Sequence[str | None], about: Column) -> list[Typed]:
    """Seconds; `3:45` only if another value or the column's name shows that it is no time of day."""
    readable = _readable(values)
    clock = bool(_LASTING.search(about.name)) or are_durations(filter(None, readable))
    return [read_duration(each, clock=clock) if each else None for each in readable]


_READERS: dict[str, _Reader] = {
    "price": _prices,
    "date": _dates,
    "rating": _ratings,
    "duration": _durations,
    "number": _numbers,
}
