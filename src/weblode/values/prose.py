"""Whether texts are prose: what explains a term, where a value would be the fact that it names."""

from collections.abc import Sequence

from weblode.caches import regex

_LONGEST = 100  # characters of a value; glossaries and lists of results have more, facts fewer
_LONGEST_UNCASED = 40  # the same in scripts without small letters, which say more in a character
_PHRASE = 3  # words of a phrase: "Print usage summary"; facts of so many words are names, or have numbers
_WORD = regex(r"[^\W\d_][\w’'-]*")
_NUMBER = regex(r"\d")


def mostly_prose(texts: Sequence[str]) -> bool:
    """Whether half of the descriptions of a definition list are prose.

    Read on the lists of manuals: options, parameters and terms are, facts about a thing are not.
    """
    return 2 * sum(map(is_prose, texts)) >= len(texts)


def is_prose(text: str) -> bool:
    """Whether a text is a sentence, or a phrase: three words, most in small letters, and few numbers among them.

    >>> is_prose("The number of open files"), is_prose("Warwick, RI 02886"), is_prose("2+ to 5 years")
    (True, False, False)
    """
    if len(text) > _LONGEST:
        return True
    words, parts = _WORD.findall(text), text.split()
    cased = [word for word in words if word[0].lower() != word[0].upper()]
    if 2 * len(cased) < len(words):
        return len(text) > _LONGEST_UNCASED
    small = sum(word[0].islower() for word in cased)
    numbers = sum(bool(_NUMBER.search(part)) for part in parts)
    return len(parts) >= _PHRASE and 2 * small >= len(parts) and 3 * numbers < len(parts)
