"""Prices: how an amount of money is recognised in a text.

Three questions, from strict to lenient: what a text that is nothing but a price says (`read_price`), whether a text is
a price as shops write it (`is_price`), and whether a cell of a table has one (`has_price`).
"""

import re

_AMOUNT = re.compile(r"[0-9][0-9 .,'\u00a0\u202f]*")
_CURRENCY = re.compile(r"[A-Z]{3}|[A-Z]{0,3}[$€£¥₹₽₩₺₴₫฿]")
_PRICE = re.compile(r"(?:[$€£¥₹]|US\$|CHF|EUR|USD|GBP)\s?\d[\d.,\s]*|\d[\d.,\s]*\s?(?:[$€£¥₹]|EUR|USD|CHF|GBP|zł|Kč)")
_PRICED = re.compile(
    r"(?:[$€£¥]|\b(?:usd|eur|gbp|chf)\b).*\d|\d.*(?:[$€£¥]|\b(?:usd|eur|gbp|chf|euro)\b)", re.IGNORECASE
)


def read_price(text: str) -> tuple[str, str] | None:
    """The amount as a decimal number and the currency as written, if the text is nothing but a price.

    >>> read_price("€ 1.299,50"), read_price("3 for 2")
    (('1299.50', '€'), None)
    """
    amount = _AMOUNT.search(text)
    currency = text.replace(amount[0], "", 1).strip() if amount else ""
    if not amount or not _CURRENCY.fullmatch(currency):
        return None
    from price_parser import Price

    price = Price.fromstring(text)
    if price.amount is None or not price.currency:
        return None
    return f"{price.amount:f}", currency


def is_price(text: str) -> bool:
    """Whether a whole text is a price in one of the common currencies.

    >>> is_price("$4,500"), is_price("from $4,500")
    (True, False)
    """
    return bool(_PRICE.fullmatch(text))


def has_price(text: str) -> bool:
    """Whether a text has an amount and a currency, in either order.

    >>> has_price("from 12 EUR"), has_price("12 km")
    (True, False)
    """
    return bool(_PRICED.search(text))
