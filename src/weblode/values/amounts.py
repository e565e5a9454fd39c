"""Amounts as people write them: digits in groups, a decimal mark, raised cents.

A wrong number is worse than none: what could be read in two ways is not read, unless the page's language decides
(`1.299` is a thousand in German, and in English nobody knows).
"""

from weblode.caches import regex

_ODD_SPACES = regex(r"[\u00a0\u2007\u2009\u202f]")
_EMPTY_CENTS = regex(r"\s?[.,:]\s?[-–—]{1,2}$")  # 1.299,– and 12.- and 199:-
_CENTS_APART = regex(r"\s?([.,])\s?(?=[0-9]{1,2}$)")  # 19 .97
_MARK = regex(r"([ .,'’])")
_DIGITS = 15  # a longer number is an identifier
# A text that may be an amount.
AMOUNT = r"(?:[0-9](?:[0-9 .,'’\u00a0\u2007\u2009\u202f]*[0-9])?(?:\s?[.,:]\s?[-–—]{1,2}(?!\w))?|\.[0-9]{2}(?![0-9]))"


def read_amount(text: str, *, decimal: str = "") -> str | None:
    """The amount as a decimal number; None if it can be read in two ways, or not at all.

    `decimal` is the mark before decimals where the text was written, "." or ",", or "" if that is not known: then three
    digits after a single point are not read, and three after a comma are a thousand.

    >>> [read_amount(text) for text in ("1.299,50", "1 299", "19 97", "1,299", "1.299", "12,34,56")]
    ['1299.50', '1299', '19.97', '1299', None, None]
    """
    plain = _ODD_SPACES.sub(" ", text.strip())
    whole = _EMPTY_CENTS.sub("", plain)
    if len(plain) == 3 and plain[0] == "." and plain[1:].isdigit():
        return f"0{plain}"
    groups = _MARK.split(whole if whole != plain else _CENTS_APART.sub(r"\1", plain))
    digits, marks = groups[::2], groups[1::2]
    if sum(map(len, digits)) > _DIGITS or not all(each.isascii() and each.isdigit() for each in digits):
        return None
    if whole != plain:
        return _whole(digits, marks, "-")
    if not marks:
        return _whole(digits, marks, decimal)
    last, mark = digits[-1], marks[-1]
    if len(digits) == 2 and mark in ".," and digits[0] == "0" and len(last) >= 3:
        return f"0.{last}"
    if (len(last) < 3 and mark in ".,") or (len(last) == 2 and mark == " "):
        head = _whole(digits[:-1], marks[:-1], "-") if mark == " " or mark not in marks[:-1] else None
        return head and f"{head}.{last}"
    if len(digits) == 2 and mark == "." and 4 <= len(last) <= 6 and not digits[0].startswith("0"):
        return f"{digits[0]}.{last}"
    return _whole(digits, marks, decimal)


def _whole(digits: list[str], marks: list[str], decimal: str) -> str | None:
    """A whole number from its groups of digits; None if they are not groups of thousands with one mark."""
    if digits[0].startswith("0") and (marks or digits[0] != "0"):
        return None
    if not marks:
        return digits[0]
    mark, *rest = set(marks)
    by_twos = mark == "," and all(len(each) == 2 for each in digits[1:-1])  # 1,29,999 in India
    if rest or len(digits[-1]) != 3 or len(digits[0]) > 3:
        return None
    if not by_twos and not all(len(each) == 3 for each in digits[1:]):
        return None
    # Three digits after one mark may be decimals where that mark is the decimal one; nobody writes 1.299.000 so.
    if len(marks) == 1 and (mark == decimal or (mark == "." and not decimal)):
        return None
    return "".join(digits)
