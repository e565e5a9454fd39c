"""Numbers that stand in words: counts ("1.2k views"), ratings ("4.5 out of 5"), durations ("1h 20min")."""

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from weblode.caches import regex
from weblode.values.dates import MONTH_STARTS, month_number
from weblode.values.locales import NOWHERE, Locale
from weblode.values.scales import SCALE_WORDS, scaled

_INTEGER = regex(r"-?(?:0|[1-9][0-9]{0,14})")
_DECIMAL = regex(r"-?(?:0|[1-9][0-9]{0,14})\.(?:[0-9]{1,2}|[0-9]{4,6})")  # three digits may be thousands
_COMMA_DECIMAL = regex(r"-?(?:0|[1-9][0-9]{0,14}),(?:[0-9]{1,2}|[0-9]{4,6})")
_BY_COMMA = regex(r"[1-9][0-9]{0,2}(?:,[0-9]{3})+(?:\.[0-9]+)?|[1-9][0-9]?(?:,[0-9]{2})+,[0-9]{3}(?:\.[0-9]+)?")
_BY_POINT = regex(r"[1-9][0-9]{0,2}(?:\.[0-9]{3})+(?:,[0-9]+)?")
_BY_SPACE = regex(r"[1-9][0-9]{0,2}(?:[ \u00a0\u202f\u2009][0-9]{3})+(?:,[0-9]+)?")
_DIGITS = 15  # a longer number is an identifier
_SPACED = regex(r"[ \u00a0\u202f\u2009]")

_LONGEST = 40  # characters of a count, rating or duration
_COUNT = regex(
    r"[(\[]?\s*(?P<number>-?[0-9](?:[0-9.,\u00a0\u202f\u2009 ]*[0-9])?)"
    r"(?P<factor>[kKMB](?![^\W\d_])|\s?(?:万|萬|億|亿|Tsd\.?|Mio\.?))?\+?"
    r"\s*(?P<unit>(?:%|[^\W\d_][^\d(),;:]{0,24})?)[)\]]?"
)
_FACTORS = {"k": 1e3, "m": 1e6, "b": 1e9, "万": 1e4, "萬": 1e4, "億": 1e8, "亿": 1e8, "tsd": 1e3, "mio": 1e6}
_MOST_WORDS = 2  # of the unit of a count
# Times of day and spans up to now; and "3m", which may be metres, minutes or millions.
_NO_UNIT = frozenset(
    "m€ k€ md€ am pm a.m. p.m. uhr h m b ago antes назад fa temu geleden sedan siden atrás önce 전 前".split()
)

_OF = "out of|von|sur|su|de|of|dari|из|van|av|z|ud af|fra|/"
OUT_OF = frozenset(word for words in _OF.split("|") for word in words.split())  # one is in every rating in words
_RATING = regex(
    rf"(?:[^\W\d_]+[:\s]+){{0,3}}(?P<number>[0-9]{{1,3}}(?:[.,][0-9]{{1,2}})?)\s*(?P<of>{_OF})\s*(?P<scale>5|10|100)(?:[.,]0)?"
    r"(?:\s*[^\W\d_]+){0,3}(?:\s*\(?[0-9.,]+\)?)?",
    re.IGNORECASE,
)
_EASTERN = regex(r"5つ星のうち\s?(?P<number>[0-5](?:\.[0-9])?)")
_STARS = regex(r"[★⭐✭✮✰☆½]{1,10}")
_STAR_WORDS = regex(
    r"(?:stars?|sterne?n?|étoiles?|estrellas?|estrelas?|stell[ae]|sterren|gwiazdek|звёзд|звезд)\b", re.I
)

_LARGEST = 2**53  # beyond it a float is no longer exact, and a database holds no integer of any size
_SECONDS = {
    86400: "d day days tag tage tagen jour jours día días dia dias giorno giorni dag dagen dni день дней дня",
    604800: "week weeks woche wochen semaine semaines semana semanas",
    3600: "h hr hrs hour hours std stunde stunden heure heures hora horas ora ore uur godz ч час часа часов",
    60: "m min mins minute minutes minuten minuto minutos minuti minuut мин минут минуты",
    1: "s sec secs second seconds sek sekunden secondes segundos secondi сек секунд",
}
_UNIT = {word: seconds for seconds, words in _SECONDS.items() for word in words.split()}
DURATION_WORDS = frozenset((*_UNIT, "p", "pt"))  # one is in every duration but times of a clock
_PART = regex(r"(?P<number>[0-9]{1,5}(?:[.,][0-9]{1,2})?)\s?(?P<unit>[^\W\d_]+)\.?")
_BETWEEN = regex(r"[\s,:]*(?:(?:and|und|et|y|e|en|i|и)\b)?\s*")
_ISO_DURATION = regex(
    r"P(?:(?P<d>[0-9]+)D)?(?:T(?:(?P<h>[0-9]+)H)?(?:(?P<m>[0-9]+)M)?(?:(?P<s>[0-9]+)(?:\.[0-9]+)?S)?)?"
)
_TIME_OF_DAY = regex("(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]")
_MORNING = 6  # few films, trips and races take so many hours
_CLOCK = regex(r"(?:(?P<h>[0-9]{1,3}):)?(?P<m>[0-9]{1,3}):(?P<s>[0-5][0-9])")


# Units, and the first letters of some, by which a number may be a time of day, a date, or so many thousands.
UNUSUAL_UNITS = (
    _NO_UNIT | MONTH_STARTS | {unicodedata.normalize(form, word)[:3] for word in SCALE_WORDS for form in ("NFC", "NFD")}
)


class Count(NamedTuple):
    """A number and the first letters of its unit, "" without one."""

    number: float
    unit: str


def read_number(text: str, locale: Locale = NOWHERE) -> float | None:
    """The number that a text is, as the page's language writes it; None if it can be read in two ways.

    >>> from weblode.values.locales import locale_of
    >>> read_number("1,234"), read_number("1.234"), read_number("1.234", locale_of("de"))
    (1234.0, None, 1234.0)
    """
    return _number(text, locale.decimal)


def _number(text: str, decimal: str) -> float | None:
    """As `read_number`, by the mark before decimals."""
    if sum(map(str.isdigit, text)) > _DIGITS or text == "-0":
        return None
    if _INTEGER.fullmatch(text) or _DECIMAL.fullmatch(text):
        return float(text)
    comma = decimal == ","
    if _BY_COMMA.fullmatch(text) and (not comma or text.count(",") > 1):
        return float(text.replace(",", ""))
    if comma and (_COMMA_DECIMAL.fullmatch(text) or _BY_POINT.fullmatch(text) or _BY_SPACE.fullmatch(text)):
        return float(_SPACED.sub("", text).replace(".", "").replace(",", "."))
    return None


def read_count(text: str, locale: Locale = NOWHERE) -> Count | None:
    """The number in a text that is a number with a unit; None if it is none, or a date or a time.

    >>> read_count("1.2k views"), read_count("(3,935,437)"), read_count("5 March"), read_count("10 pm")
    (Count(number=1200.0, unit='vie'), Count(number=3935437.0, unit=''), None, None)
    """
    whole = scaled(text, locale) if len(text) <= _LONGEST else None
    return None if whole is None else _count(whole, locale.decimal)


@lru_cache(maxsize=4096)
def _count(text: str, decimal: str) -> Count | None:
    """As `read_count`; cached, since a column is read several times until its kind is known."""
    match = _COUNT.fullmatch(text.strip())
    if not match:
        return None
    words = match["unit"].lower().split()
    if len(words) > _MOST_WORDS or any(word in _NO_UNIT or month_number(word) for word in words):
        return None
    if words and words[-1].endswith(("前", "전")):
        return None
    factor = _FACTORS[match["factor"].strip().rstrip(".").lower()] if match["factor"] else 1
    written = match["number"].strip()
    if factor != 1 and decimal != "." and written.count(",") == 1 and "." not in written:
        written = written.replace(",", ".")
    number = _number(written, decimal)
    if number is None or abs(number * factor) > _LARGEST:
        return None
    return Count(round(number * factor, 6), words[0][:3] if words else "")


class Rating(NamedTuple):
    """A rating and the best one possible, 0 if the text does not say it; `plain` if it may be another fraction."""

    number: float
    best: int
    plain: bool = False


def read_rating(text: str) -> Rating | None:
    """The rating that a short text is.

    >>> read_rating("4.5 out of 5 stars"), read_rating("★★★☆☆")
    (Rating(number=4.5, best=5, plain=False), Rating(number=3, best=5, plain=False))
    """
    text = text.strip()
    if len(text) > _LONGEST:
        return None
    if _STARS.fullmatch(text):
        number = sum(text.count(star) for star in "★⭐✭✮") + (0.5 if "½" in text else 0)
        return Rating(number, len(text) if "½" not in text else 0)
    if match := _EASTERN.match(text):
        return Rating(float(match["number"]), 5)
    match = _RATING.fullmatch(text) if "5" in text or "10" in text else None
    if not match:
        return None
    number, best = float(match["number"].replace(",", ".")), int(match["scale"])
    plain = match["of"].lower() != "out of" and match["number"].isdigit() and best != 5
    return Rating(number, best, plain) if number <= best else None


def is_stars(text: str) -> bool:
    """Whether a text counts stars in words: "4.5 stars"."""
    return bool(_STAR_WORDS.search(text))


def read_duration(text: str, *, clock: bool = False) -> int | None:
    """The seconds that a text of hours, minutes and seconds says; with `clock`, `3:45` too.

    >>> read_duration("1h 20min"), read_duration("PT1H20M"), read_duration("3:45"), read_duration("3:45", clock=True)
    (4800, 4800, None, 225)
    """
    text = text.strip()
    return _duration(text, clock) if 1 < len(text) <= _LONGEST else None


@lru_cache(maxsize=4096)
def _duration(text: str, clock: bool) -> int | None:  # noqa: FBT001
    """As `read_duration`; cached, as counts are."""
    if match := _ISO_DURATION.fullmatch(text):
        d, h, m, s = (int(part or 0) for part in match.groups())
        seconds = ((d * 24 + h) * 60 + m) * 60 + s
        return seconds if any(match.groups()) and seconds <= _LARGEST else None
    if match := _CLOCK.fullmatch(text):
        return (int(match["h"] or 0) * 60 + int(match["m"])) * 60 + int(match["s"]) if clock else None
    return _parts(text.lower())


def is_long_clock(text: str) -> bool:
    """Whether a text is surely a duration, not a time of day: it has seconds beside hours, or more than 24 minutes."""
    match = _CLOCK.fullmatch(text.strip())
    return match is not None and (match["h"] is not None or int(match["m"]) > 24)


def are_durations(texts: Iterable[str]) -> bool:
    """Whether some texts with colons are surely durations, as one of them shows.

    Hours, minutes and seconds of two digits each are times of day if most of the hours are from six to midnight.

    >>> are_durations(["4:30", "1:02:00"]), are_durations(["17:47:17", "09:05:40"]), are_durations(["4:30"])
    (True, False, False)
    """
    clocks = [each.strip() for each in texts if is_long_clock(each)]
    hours = [int(each[:2]) for each in clocks if _TIME_OF_DAY.fullmatch(each)]
    late = sum(each >= _MORNING for each in hours)
    return bool(clocks) and (len(hours) < len(clocks) or 2 * late <= len(hours))


def _parts(text: str) -> int | None:
    """The seconds of parts like "2 hours 5 min", largest unit first; None if anything else is in the text."""
    at, total, before, units = 0, 0.0, 10**9, []
    while at < len(text):
        match = _PART.match(text, at)
        seconds = _UNIT.get(match["unit"]) if match else None
        if not match or seconds is None or seconds >= before:
            return None
        total += float(match["number"].replace(",", ".")) * seconds
        units.append(match["unit"])
        before = seconds
        between = _BETWEEN.match(text, match.end())
        at = between.end() if between else match.end()
    alone = units[0] if len(units) == 1 else ""  # "5 m" are metres
    return round(total) if units and alone not in ("m", "s", "d") else None
