"""Ratings that are shown as stars, without a text: in a label for screen readers, a class, or the width of a bar."""

import re
from collections.abc import Mapping

from weblode.caches import regex
from weblode.values.measures import is_stars, read_count, read_rating

# Class words of elements that may show stars.
STARRY = regex(r"(?:^|[\s_-])(?:stars?|ratings?|star-?rating)(?:$|[\s_-]|[0-9])", re.IGNORECASE)
_LABELS = ("aria-label", "title", "alt")
_NUMBERS = ("data-rating", "data-score", "data-stars", "data-value")
_NUMBER = regex(r"[0-5](?:\.[0-9]+)?")
_IN_CLASS = regex(
    r"(?:star|rating)s?(?:[_-]+[a-z]+)*[_-]*(?:(?P<whole>[0-5])(?:[_.-](?P<half>[05]))?|(?P<both>[1-4]5))"
)
_WORDS = {"one": "1", "two": "2", "three": "3", "four": "4", "five": "5"}
_WIDTH = regex(r"(?:^|[;\s])width\s*:\s*([0-9]{1,3}(?:\.[0-9]+)?)%")


def star_rating(attributes: Mapping[str, str]) -> tuple[str, str] | None:
    """What an element without text says about its stars, as the page writes it and as a number; None for nothing.

    >>> star_rating({"class": "star-rating Three"}), star_rating({"class": "stars", "title": "4.5 out of 5"})
    (('star-rating Three', '3'), ('4.5 out of 5', '4.5'))
    """
    for name in _LABELS:
        if number := _labelled(attributes.get(name, "")):
            return " ".join(attributes[name].split()), number
    for name in _NUMBERS:
        text = attributes.get(name, "").strip()
        if _NUMBER.fullmatch(text) and float(text) <= 5:
            return text, text
    words = " ".join(attributes.get("class", "").split())
    if number := _in_class(words.lower()):
        return words, number
    width = _WIDTH.search(attributes.get("style", ""))
    return (f"{width[1]}%", f"{round(float(width[1]) / 20, 2):g}") if width and float(width[1]) <= 100 else None


def _labelled(text: str) -> str:
    """The number of stars in a label, "" for none."""
    if not text:
        return ""
    rating = read_rating(text)
    count = read_count(text) if not rating and is_stars(text) else None
    number = rating.number if rating and not rating.plain else count.number if count else None
    return "" if number is None else f"{number:g}"


def _in_class(words: str) -> str:
    """The number of stars in a class attribute, "" for none."""
    parts = words.split()
    for word in parts:
        if match := _IN_CLASS.fullmatch(word) or _IN_CLASS.fullmatch(word.partition("-")[2]):
            return (
                f"{match['both'][0]}.5" if match["both"] else f"{match['whole']}{'.5' if match['half'] == '5' else ''}"
            )
    return next((_WORDS[word] for word in parts if word in _WORDS), "")
