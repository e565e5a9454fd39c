"""Prices: how an amount of money is recognised in a text.

Two questions: what a text that is nothing but a price says (`read_price`), and what a short text around one price says
(`find_price`).
"""

import re
from typing import NamedTuple

from weblode.caches import bounded_cache, regex
from weblode.values.amounts import AMOUNT, read_amount
from weblode.values.currencies import CODES, CURRENCY, DINAR, THOUSANDTHS, currency_code, has_currency, is_used
from weblode.values.locales import NOWHERE, Locale
from weblode.values.scales import scaled

# A currency after an amount that has one before it is not the one of the next price: $1,299.00$999.00.
_ONLY_PRICE = regex(
    rf"(?P<before>{CURRENCY})?\s?(?P<amount>{AMOUNT})"
    rf"(?:\s?(?P<after>{CURRENCY})(?(before)(?!\s?[0-9])|))?"
)
# Most prices: $1,299.00 and $15. What `_find` says of them follows from a few rules less.
_USUAL = regex(r"([$£])((?:0|[1-9][0-9]{0,2}(?:,[0-9]{3}){0,3}|[1-9][0-9]{3,8})(?:\.[0-9]{2})?)")
_THREE_DIGITS = regex(r"(?:0|[1-9][0-9]{0,5})[.,][0-9]{3}")
_CENTS_AFTER = regex(r"(?<=[0-9])\s?€\s?([0-9]{2})$")  # in France, 19€99
# Currencies of countries that write 1,299.50, and of some that write 1.299,50.
_POINTED = frozenset("$£¥₹￥＄")
_LARGER = regex(r"\s[kKMB](?![\w'’-])")  # $1.5 M
_FRACTIONS = frozenset("½¼¾⅓⅔⅛")
_WORD = regex(r"[^\W\d_]+")
_LONGEST, _MOST_WORDS = 40, 4  # characters of a text that is about one price, and its words beside it
_BETWEEN = frozenset("- – — ~ / to bis à a až do до".split())


class Money(NamedTuple):
    """An amount as a decimal number, None if it cannot be read safely; and the currency as written."""

    amount: str | None
    currency: str


def read_price(text: str, locale: Locale = NOWHERE) -> tuple[str, str] | None:
    """The amount as a decimal number and the currency as written, if the text is nothing but a price.

    >>> read_price("€ 1.299,50"), read_price("$19 97"), read_price("3 for 2")
    (('1299.50', '€'), ('19.97', '$'), None)
    """
    match = _ONLY_PRICE.fullmatch(_CENTS_AFTER.sub(r" \1 €", text.strip()))
    currency = _currency(match, locale) if match else ""
    amount = _amount(match, currency, locale) if match and currency else None
    return (amount, currency) if amount else None


def find_price(text: str, locale: Locale = NOWHERE) -> Money | None:
    """The one price in a short text with a few words around it; None if there is none, or any other digit.

    A range, two prices, or an amount that can be read in two ways have a currency and no amount.

    >>> find_price("from $5"), find_price("$5 - $10"), find_price("$1,299.00$999.00"), find_price("3 for $2")
    (Money(amount='5', currency='$'), Money(amount=None, currency='$'), Money(amount=None, currency='$'), None)
    """
    if len(text) > _LONGEST:
        return None
    if match := _USUAL.fullmatch(text):
        return Money(match[2].replace(",", ""), match[1])
    return _find(text, locale.language, locale.region, locale.domain)


@bounded_cache(2**20)
def _find(text: str, *parts: str) -> Money | None:
    """As `find_price`; cached, since a column of prices is read for its kind, its numbers and its currencies."""
    if not has_currency(text):
        return None
    locale = Locale(*parts)
    whole = scaled(text, locale)
    text = _CENTS_AFTER.sub(r" \1 €", (text if whole is None else whole).strip())
    matches = list(_ONLY_PRICE.finditer(text))
    currencies = [_currency(each, locale) for each in matches]
    if not any(currencies):
        return None
    edges = [0, *(edge for each in matches for edge in each.span()), len(text)]
    around = " ".join([text[a:b] for a, b in zip(edges[::2], edges[1::2], strict=True)])
    if len(_WORD.findall(around)) > _MOST_WORDS:
        return None
    currency = next(filter(None, currencies))
    if len(matches) == 1:
        match = matches[0]
        return Money(None if whole is None or _is_cut(match) else _amount(match, currency, locale), currency)
    between = text[matches[0].end() : matches[1].start()].strip()
    return Money(None, currency) if len(matches) == 2 and (all(currencies) or between in _BETWEEN) else None


def _is_cut(match: re.Match[str]) -> bool:
    """Whether an amount may go on, or be another, beyond what was matched: $59. and $1.2M and $1.2 M and -$5."""
    before, after = match.string[: match.start()], match.string[match.end() :]
    unit = after[:1].isalpha() and after[:1].isascii() and match["after"] is None
    unit = unit or after[:1] in _FRACTIONS or (match["after"] is None and bool(_LARGER.match(after)))
    return unit or before.endswith(("-", "−", "–")) or (after in (".", ",") and not before)


def _currency(match: re.Match[str], locale: Locale) -> str:
    """The currency of a price as written, the code if there are a sign and a code; "" without one."""
    before, after = match["before"] or "", match["after"] or ""
    written = before or after
    if before and after:
        written = after if after in CODES else before if before in CODES or before == after else ""
    return written if written and is_used(written, locale) else ""


def _amount(match: re.Match[str], currency: str, locale: Locale) -> str | None:
    """The amount of a price, read as its currency and the page's language write it."""
    text = match["amount"]
    if _THREE_DIGITS.fullmatch(text):
        code = currency_code(currency, locale)
        if code == DINAR:
            return None
        if code in THOUSANDTHS and "." in text:
            return None if locale.decimal == "," else text
    if currency[-1] in _POINTED and currency != "R$":
        return read_amount(text, decimal=locale.decimal if "," not in text else "")
    return read_amount(text, decimal=locale.decimal or ("," if "," not in text else ""))
