"""Currencies: how they are written beside an amount, and the code of ISO 4217 where there is one for the writing.

`$`, `¥`, `kr` and `Rs` are several currencies: the page's country decides, by its language tag or its domain. Where the
two contradict each other, or neither says anything, the writing stays as it is.
"""

import re

from weblode.caches import regex
from weblode.values.locales import NOWHERE, Locale

CODES = frozenset(
    "AED ARS AUD BDT BGN BHD BRL BYN CAD CHF CLP CNY COP CRC CZK DKK DOP EGP EUR GBP GEL GHS GTQ HKD HRK HUF IDR ILS "
    "INR ISK JOD JPY KES KRW KWD KZT LBP LKR MAD MDL MKD MXN MYR NGN NOK NPR NZD OMR PEN PHP PKR PLN PYG QAR RON RSD "
    "RUB SAR SEK SGD THB TND TRY TWD UAH USD UYU UZS VND XAF XOF ZAR DEM FRF ITL ESP".split()
)
_CODE_OF = {
    "€": "EUR", "£": "GBP", "₹": "INR", "₽": "RUB", "₩": "KRW", "₺": "TRY", "₴": "UAH", "₫": "VND", "฿": "THB",
    "₪": "ILS", "₦": "NGN", "₱": "PHP", "₸": "KZT", "₡": "CRC", "₲": "PYG", "₵": "GHS", "₾": "GEL", "₼": "AZN",
    "US$": "USD", "U.S.$": "USD", "C$": "CAD", "CA$": "CAD", "CAD$": "CAD", "CDN$": "CAD", "A$": "AUD", "AU$": "AUD",
    "AUD$": "AUD", "NZ$": "NZD", "HK$": "HKD", "S$": "SGD", "SG$": "SGD", "R$": "BRL", "MX$": "MXN", "NT$": "TWD",
    "USD$": "USD", "JP¥": "JPY", "CN¥": "CNY", "euro": "EUR", "euros": "EUR", "zł": "PLN", "zl": "PLN", "kč": "CZK",
    "ft": "HUF", "лв": "BGN", "руб": "RUB", "р": "RUB", "грн": "UAH", "tl": "TRY", "円": "JPY", "원": "KRW",
    "บาท": "THB", "đ": "VND", "rp": "IDR", "rm": "MYR", "sfr": "CHF", "lei": "RON", "dkr": "DKK", "nkr": "NOK",
    "skr": "SEK", "дин": "RSD", "rsd": "RSD", "৳": "BDT", "ر.س": "SAR", "د.إ": "AED", "ج.م": "EGP", "د.ك": "KWD",
    "ر.ق": "QAR",
}  # fmt: skip
_BY_PLACE = {
    "$": {
        "us": "USD", "ca": "CAD", "au": "AUD", "nz": "NZD", "mx": "MXN", "hk": "HKD", "sg": "SGD", "cl": "CLP",
        "ar": "ARS", "tw": "TWD", "uy": "UYU",
    },
    "¥": {"jp": "JPY", "cn": "CNY"},
    "元": {"cn": "CNY", "tw": "TWD", "hk": "HKD"},
    "kr": {"se": "SEK", "no": "NOK", "dk": "DKK", "is": "ISK", "fo": "DKK", "gl": "DKK"},
    "rs": {"in": "INR", "pk": "PKR", "lk": "LKR", "np": "NPR", "mu": "MUR"},
    "fr": {"ch": "CHF", "li": "CHF"},
    "₨": {"in": "INR", "pk": "PKR", "lk": "LKR", "np": "NPR", "mu": "MUR"},
    "﷼": {"sa": "SAR", "qa": "QAR", "om": "OMR", "ye": "YER", "ir": "IRR"},
    "ريال": {"sa": "SAR", "qa": "QAR", "om": "OMR", "ye": "YER"},
    "ریال": {"ir": "IRR"},
    "درهم": {"ae": "AED", "ma": "MAD"},
    "جنيه": {"eg": "EGP", "sd": "SDG"},
    "دينار": {"kw": "KWD", "jo": "JOD", "iq": "IQD", "bh": "BHD", "tn": "TND", "dz": "DZD", "ly": "LYD"},
}  # fmt: skip
# Other currencies than the usual one of a sign.
_ELSEWHERE = {"£": {"eg": "EGP", "lb": "LBP"}, "lei": {"md": "MDL"}, "р": {"by": "BYN"}, "руб": {"by": "BYN"}}
# Writings that are other words elsewhere: feet, Friday.
_ONLY_IN = {"Ft": {"hu"}, "Fr": {"ch", "li", "fr"}, "TL": {"tr"}, "RM": {"my", "ms"}, "lei": {"ro", "md"}}
_HOME = {"ja": "jp", "zh": "cn", "sv": "se", "nb": "no", "nn": "no", "no": "no", "da": "dk", "is": "is", "hi": "in"}

_SIGNS = "$€£¥₹₽₩₺₴₫฿₪₦₱₸₡₲₵₾₼￥＄৳₨﷼"
_BEFORE_SIGN = "US U.S. C CA CAD CDN A AU AUD NZ HK S SG R MX NT USD JP CN".split()
_WORDS = (
    "kr Kr KR Kč kč zł zl Ft lei лв руб р грн TL 円 元 원 บาท đ Rs RS Rp RM Fr SFr sFr euro Euro EURO euros Euros дин "
    "تومان ریال ريال درهم جنيه دينار"
)
_DOTTED = "ر.س د.إ ج.م د.ك ر.ق".split()  # Arabic abbreviations
_WRITINGS = sorted((*CODES, *_WORDS.split(), *map(re.escape, _DOTTED)), key=len, reverse=True)
CURRENCY = (
    rf"(?:(?<![\w.])(?:{'|'.join(map(re.escape, sorted(_BEFORE_SIGN, key=len, reverse=True)))})\s?)?[{_SIGNS}]"
    rf"|(?<![^\W\d_])(?:{'|'.join(_WRITINGS)})(?![^\W\d_])\.?"
)
_CURRENCY = regex(CURRENCY)
_SIGN = regex(f"[{_SIGNS}]")
_LETTERS = regex(r"[^\W\d_]+")
CURRENCY_WORDS = CODES | frozenset(_WORDS.split())


# Three digits after the point are thousandths of these: 1.250 dinars are one and a quarter.
THOUSANDTHS = frozenset("BHD JOD KWD LYD OMR TND".split())
DINAR = "دينار"  # of these countries, or of others whose dinars have no thousandths in use: 25.000 are many


def currency_code(written: str, locale: Locale = NOWHERE) -> str:
    """The ISO code of a currency as a page writes it; the sign itself where several currencies have it.

    >>> from weblode.values.locales import locale_of
    >>> [currency_code(sign) for sign in ("€", "US $", "$", "kr.")]
    ['EUR', 'USD', '$', 'kr']
    >>> currency_code("$", locale_of("en-CA")), currency_code("kr", locale_of("sv"))
    ('CAD', 'SEK')
    """
    sign = "".join(written.split()).rstrip(".").replace("￥", "¥").replace("＄", "$")
    if sign in CODES:
        return sign
    key = sign if sign in _CODE_OF or sign in _BY_PLACE else sign.lower()
    places = locale.places or ({_HOME[locale.language]} if locale.language in _HOME else set())
    if key in _BY_PLACE:
        codes = {_BY_PLACE[key].get(place, "") for place in places}
        return codes.pop() or sign if len(codes) == 1 else sign
    for place in places:
        if place in _ELSEWHERE.get(key, {}):
            return _ELSEWHERE[key][place]
    return _CODE_OF.get(key, sign)


def is_used(written: str, locale: Locale) -> bool:
    """Whether a writing means a currency on a page of this locale: `Ft` are feet but in Hungary."""
    only = _ONLY_IN.get(written.rstrip("."))
    return only is None or bool(only & {locale.language, *locale.places})


def is_currency(text: str) -> bool:
    """Whether a text is the sign or a word of a currency, or what stands before a sign: `US` of `US $5`."""
    return text in _BEFORE_SIGN or bool(_CURRENCY.fullmatch(text))


def has_currency(text: str) -> bool:
    """Whether a text has the sign or a word of a currency; fast, since it is asked of all short texts."""
    if _SIGN.search(text) or not CURRENCY_WORDS.isdisjoint(_LETTERS.findall(text)):
        return True
    return not text.isascii() and any(each in text for each in _DOTTED)
