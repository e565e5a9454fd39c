"""Names made from texts: ids of concepts, and numbered names where a name is taken."""

import unicodedata
from collections.abc import Container

from weblode.caches import regex

_WORD = regex(r"[^\W\d_]+")


def concept_id(label: str) -> str:
    """The id of a concept with this label, before a number is added to one that is taken.

    >>> concept_id("World  News")
    'world-news'
    """
    return "-".join(label.casefold().split())


def unused_name(name: str, taken: Container[str], *, join: str = "-") -> str:
    """The name; with a number at its end if it is taken.

    >>> unused_name("world", {"world", "world-2"}), unused_name("title", {"title"}, join="_")
    ('world-3', 'title_2')
    """
    candidate, n = name, 1
    while candidate in taken:
        n += 1
        candidate = f"{name}{join}{n}"
    return candidate


def words(text: str) -> list[str]:
    """The words of a text, without digits; vowel signs and accents are letters, characters that nobody sees nothing.

    >>> words("File size (2019)"), words("缩\u2060略\u2060图"), words("कीमत रुपये")
    (['File', 'size'], ['缩略图'], ['कीमत', 'रुपये'])
    """
    if text.isascii():
        return _WORD.findall(text)
    kinds = map(unicodedata.category, text)
    letters = (each if kind[0] in "LM" else " " for each, kind in zip(text, kinds, strict=True) if kind != "Cf")
    return "".join(letters).split()
