"""The key of a label: what makes two spellings one label."""

import re
import unicodedata
from functools import lru_cache
from typing import Any

from weblode.caches import bounded_cache, regex
from weblode.errors import require
from weblode.taxonomy.common import word_shares

JOINT = " & "  # between the things that a label names, in its key
LONGEST = 40  # characters of a label, and
MOST_WORDS = 5  # its words: the rest are headlines
_JOINTS = regex(r"\s*(?:&|\band\b|/|,|\+|\|)\s*", re.IGNORECASE)
_WORDS = regex(r"[^\W_]+(?:['’][^\W_]+)*")
_POSSESSIVE = regex(r"['’]s?$")
_INITIALS = regex(r"\b(?:[^\W\d_]\.){2,}|\b(?:[^\W\d_]\.)+[^\W\d_]\b")  # U.S., U.S
# Arrows, dots and dashes that decorate a label.
_ENDS = " \t\n\xa0\u00bb\u203a>:,|\u2022\u00b7\u2013\u2014*\u2026\u2192\u25bc\u25be+-"
_ALWAYS_PLURAL = frozenset(["news", "series", "species"])
# Words with a plural in -es: by their sound, where the singular may end in an e too (niche, shoe, but not axe and toe,
# which keep it), and others by the plural alone (lenses, buses, bonuses).
_WITH_ES = regex(r"(..+[xo]|.+(?:ch|sh|ss|zz|tz))es?|(.*lens|(?:.*[^a])?bus|.+[nprt]us)es")
# British spellings and what they are in America: the same words. By endings alone, timbre would be timber.
_OUR = "arm|behavi|col|endeav|fav|flav|harb|hon|hum|lab|neighb|od|parl|rig|rum|sav|splend|tum|vap|vig"
_SPELLINGS = (
    (regex(r"(?<=...)is(?=(?:e|ed|er|ing|ation)s?$)"), "iz"),
    (regex(rf"^({_OUR})our"), r"\1or"),
    (regex(r"^(theat|cent|fib|sab|calib|spect|lust|\w*met|lit)re(s?)$"), r"\1er\2"),
    (regex(r"ellery$"), "elry"),
    (regex(r"^(anal|catal|dial)ogue(s?)$"), r"\1og\2"),
)
_ARTICLE = "the"
_BEGINNING = 4  # letters of the shortest stem that may be the beginning of another
_WORD = 3  # letters of the shortest word in a compound one
_INITIALS_LEAST, _INITIALS_MOST = 2, 5  # letters of an initialism
_COUNT = regex(r"\s*\(\d[\d,.]*\)$")  # the number of things a label leads to, in brackets


def words(text: str) -> list[str]:
    """The words of a label, in lower case and normalised Unicode, without possessive endings and dots of initials.

    >>> words("Men’s & Boys' Wear"), words("U.S. News")
    (['men', 'boys', 'wear'], ['us', 'news'])
    """
    folded = unicodedata.normalize("NFKC", text).casefold()
    joined = _INITIALS.sub(lambda initials: initials[0].replace(".", "") + " ", folded)
    return [_POSSESSIVE.sub("", word) for word in _WORDS.findall(joined)]


@bounded_cache(4 * 2**20)
def key(text: str) -> str:
    """The key of a label: its words in the singular, with `&` between the things it names; "" without words.

    >>> key("Sports") == key("sport"), key("World News"), key("Food and Drinks") == key("food/drink"), key("U.S.")
    (True, 'world news', True, 'us')
    """
    parts = (" ".join(map(_stem, words(part))) for part in _JOINTS.split(text))
    return JOINT.join(part for part in parts if part)


@bounded_cache(4 * 2**20)
def letters(text: str) -> str:
    """The letters of a label without spaces and a first article, those of the things it names in order of the alphabet.

    >>> letters("Key Chains") == letters("Keychains"), letters("Shoes & Bags") == letters("bags/shoes")
    (True, True)
    >>> letters("The Alps") == letters("Alps"), letters("Jewellery") == letters("Jewelry")
    (True, True)
    """
    parts = [words(part) for part in _JOINTS.split(text)]
    if len(parts[0]) > 1 and parts[0][0] == _ARTICLE:
        parts[0] = parts[0][1:]
    return JOINT.join(sorted(map(_joined, filter(None, parts))))


def _joined(words_: list[str]) -> str:
    """The words of a thing without spaces, in the singular, as they are spelt in America."""
    whole = "".join(map(_american, words_))
    return whole if words_[-1] in _ALWAYS_PLURAL else _stem(whole)


def _american(word: str) -> str:
    """A word as it is spelt in America.

    >>> [_american(word) for word in ("personalised", "colours", "theatre", "catalogue", "exercise", "tour")]
    ['personalized', 'colors', 'theater', 'catalog', 'exercize', 'tour']
    """
    for british, american in _SPELLINGS:
        word = british.sub(american, word)
    return word


def _stem(word: str) -> str:
    """A word without the ending of its plural, the same for both; of two letters or fewer the word itself.

    >>> [_stem(word) for word in ("sports", "stories", "movies", "watches", "niche", "sizes", "heroes", "news", "us")]
    ['sport', 'story', 'movy', 'watch', 'nich', 'size', 'hero', 'news', 'us']
    """
    if len(word) <= 2 or word in _ALWAYS_PLURAL:
        return word
    if word.endswith("ies"):
        return word[:-3] + "y" if len(word) > 4 else word[:-1]
    if word.endswith("ie") and len(word) > 4:
        return word[:-2] + "y"
    if plural := _WITH_ES.fullmatch(word):
        word = plural[1] or plural[2]
    elif word.endswith("s") and not word.endswith(("ss", "us", "is", "lens")):
        word = word[:-1]
    return word[:-1] if word.endswith("zz") else word


@bounded_cache(4 * 2**20)
def root(one: str) -> str:
    """The Porter stems of the words of a key: what related words share, whether or not they mean the same.

    >>> root(key("Markets")) == root(key("Marketing")), key("Markets") == key("Marketing")
    (True, False)
    """
    whole = _ALWAYS_PLURAL
    return " ".join(word if len(word) <= 2 or word in whole else _stemmer().stemWord(word) for word in one.split(" "))


def is_longer_name(one: str, other: str) -> bool:
    """Whether one of two keys has all words of the other, by their stems or beginnings: `Ski Holidays` and `Skiing`.

    >>> is_longer_name("ski", "ski holiday"), is_longer_name("driver", "driving job")
    (True, True)
    >>> is_longer_name("beach holiday", "family holiday"), is_longer_name("car", "card")
    (False, False)
    """
    short, long = sorted(({root(word) for word in one.split() if word != "&"} for one in (one, other)), key=len)
    return bool(short) and all(any(_is_same_stem(word, each) for each in long) for word in short)


def is_initialism(one: str, other: str) -> bool:
    """Whether one of two labels is in capitals and has the first letters of the other's words, or letters of its word.

    >>> is_initialism("IT", "Information Technology"), is_initialism("Television", "TV"), is_initialism("TV", "Travel")
    (True, True, True)
    >>> is_initialism("Tv", "Television"), is_initialism("TV", "Video"), is_initialism("MEN", "Menswear")
    (False, False, False)
    """
    short, long = sorted((one, other), key=len)
    parts = words(long)
    if not (short.isalpha() and short.isupper() and _INITIALS_LEAST <= len(short) <= _INITIALS_MOST) or long.isupper():
        return False
    if len(parts) > 1:
        return short.casefold() == "".join(word[0] for word in parts)
    rest = iter("".join(parts))
    is_inside = len(short) == _INITIALS_LEAST and all(letter in rest for letter in short.casefold())
    return is_inside and long[0] == short[0]


def _is_same_stem(one: str, other: str) -> bool:
    """Whether two stems are the same, or one is the beginning of the other: of a word, or a word before another.

    >>> _is_same_stem("ski", "skip"), _is_same_stem("men", "menswear"), _is_same_stem("car", "carpet")
    (False, True, False)
    """
    short, long = sorted((one, other), key=len)
    if short == long or not long.startswith(short):
        return short == long
    rest = long[len(short) :].removeprefix("s")
    return len(short) >= _BEGINNING or (len(short) == _WORD and len(rest) >= _BEGINNING and root(rest) in word_shares())


@lru_cache(maxsize=1)
def _stemmer() -> Any:
    require("Stemmer", "weblode[graph]")
    from Stemmer import Stemmer

    return Stemmer("porter")


@bounded_cache(4 * 2**20)
def tidy(text: str) -> str:
    """A label without the arrows and the count at its end.

    >>> tidy("Shoes (25) »"), tidy("FTSE 100"), tidy("U.S.")
    ('Shoes', 'FTSE 100', 'U.S.')
    """
    return _COUNT.sub("", text.strip(_ENDS)).strip(_ENDS)


def is_label(label_key: str) -> bool:
    """Whether a key is short enough for a label, and more than a number."""
    plain = label_key.replace(JOINT, " ")
    return bool(plain) and len(plain.split()) <= MOST_WORDS and not plain.replace(" ", "").isdecimal()
