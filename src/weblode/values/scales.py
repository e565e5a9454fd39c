"""Words after a number that say how large it is: 12.5 lakh, 350 mil, 1,5 млн, 3만.

A price without such a word is wrong by powers of ten. Some words say different things in different languages (mil is a
thousand in Spanish and a million in Czech): the language of the page decides, and where that is not known, nobody does.
Nor is there a number where the word is not the end of it: 2 mil millones, 3만5000, 2 lakh 50 thousand.
"""

import re
import unicodedata
from decimal import Decimal

from weblode.caches import regex
from weblode.values.amounts import read_amount
from weblode.values.currencies import has_currency
from weblode.values.locales import NOWHERE, Locale

# Words that say the same in all languages that have them.
_WORDS = {
    10**3: (
        "thousand tausend duizend tusen tusind tuhat tuhatta tsd tys tysiąc tysiące tysięcy tisíc tisíce tisíců tisuća "
        "tisuće tisoč hiljada hiljade тыс тысяча тысячи тысяч тисяча тисячі тисяч хиляди хиљада хиљаде χιλιάδες "
        "ribu nghìn ngàn هزار ألف آلاف אלף אלפים ہزار हज़ार हजार হাজার"
    ),
    10**5: "lakh lakhs लाख লাখ লক্ষ ਲੱਖ લાખ லட்சம் లక్ష లక్షల ಲಕ್ಷ ലക്ഷം لاکھ",
    10**6: (
        "million millions millionen mio mln miljon millones millón milhão milhões milioni milione miljoen "
        "miljoner millioner miljoona miljoonaa millió milion miliony milionów milionů milión milióny miliónov "
        "milioane milijun milijuna milijuni milijon milijonov milions milió milyon "
        "млн миллион миллиона миллионов мільйон мільйона мільйони мільйонів милион милиона милиони εκατομμύρια εκατ "
        "juta triệu میلیون مليون ملايين מיליון ملین"
    ),
    10**7: "crore crores करोड़ কোটি कोटी ਕਰੋੜ કરોડ கோடி కోట్లు కోటి ಕೋಟಿ കോടി کروڑ",
    10**9: (
        "bn mrd mld mlrd milliard milliards milliarde milliarden milliarder milliárd miliarda miliardy miliardów "
        "miliard miliárd miliardi miliardo miliarde miljard miljarder miljardi miljardia milijarda milijarde milijardi "
        "milyar bilhão bilhões млрд миллиард миллиарда миллиардов мільярд мільярда мільярди мільярдів милиард "
        "милиарда милиарди δισεκατομμύρια δισ miliar tỷ tỉ میلیارد مليار مليارات מיליארד"
    ),
    10**12: "трлн триллион триллиона триллионов трильйон трильйона трильйонів trilhão trilhões triliun תריליון",
}
# Words that say this in some languages only, and elsewhere something else or nothing.
_INDIAN = "en hi ur bn mr gu ta te kn ml pa ne si as or"
_SCANDINAVIAN = "nb no nn da"
_BY_LANGUAGE = {
    "mil": {10**3: "es pt gl ca", 10**6: "cs sk pl ro hr sl", 1: f"sv {_SCANDINAVIAN}"},  # ten kilometres there
    "lac": {10**5: _INDIAN},
    "lacs": {10**5: _INDIAN},
    "miles": {10**3: "es gl"},
    "mila": {10**3: "it"},
    "mille": {10**3: "fr it"},
    "mii": {10**3: "ro"},
    "tis": {10**3: "cs sk"},
    "bin": {10**3: "tr"},
    "ezer": {10**3: "hu"},
    "rb": {10**3: "id"},
    "jt": {10**6: "id"},
    "tr": {10**6: "vi"},
    "mi": {10**6: "pt"},
    "bi": {10**9: "pt"},
    "tri": {10**12: "pt"},
    "mill": {10**6: f"es {_SCANDINAVIAN}"},
    "mia": {10**9: "de da"},
    "md": {10**9: "fr"},
    "mds": {10**9: "fr"},
    "mn": {10**6: "en"},  # minutes in French
    "tn": {10**12: "en"},
    "billion": {10**9: "en"},
    "billions": {10**9: "en"},
    "billionen": {10**12: "de"},
    "billioner": {10**12: _SCANDINAVIAN},
    "biljoen": {10**12: "nl"},
    "bilion": {10**12: "pl cs", 10**9: "ms"},
    "biliony": {10**12: "pl cs"},
    "bilionów": {10**12: "pl"},
    "bilionů": {10**12: "cs"},
    "trilion": {10**12: "ms"},
    "trilyon": {10**12: "tr"},
    "trillion": {10**12: "en"},
    "trillions": {10**12: "en"},
    "تریلیون": {10**12: "fa"},
    "تريليون": {10**12: "ar"},
    "ارب": {10**9: "ur"},
    # Large ones that mean different things even in one language, or hundreds that stand before others.
    **{word: {} for word in "hundred billón billones biliões bilioni bilione trillones بليون بیلیون अरब".split()},
}
# Arabic names, miles, lakes, Tennessee, ...; beside a currency they may be scales all the same.
_ELSEWHERE_NO_SCALE = frozenset("bin rb jt tr mi bi tri tis ezer lac lacs miles mill mia md mds tn".split())
_LOWER = frozenset("mn bn tn".split())  # in other letters something else, but beside a currency
_CRORE = "cr"  # beside rupees alone
# Words without a space around them, 0 for those that mean several things.
_JOINED = {
    "百": 100, "千": 10**3, "万": 10**4, "萬": 10**4, "億": 10**8, "亿": 10**8, "十万": 10**5, "百万": 10**6,
    "千万": 10**7, "十亿": 10**9, "百亿": 10**10, "千亿": 10**11, "十萬": 10**5, "百萬": 10**6, "千萬": 10**7,
    "兆": 0,
    "백": 100, "천": 10**3, "만": 10**4, "억": 10**8, "십만": 10**5, "백만": 10**6, "천만": 10**7, "조": 0,
    "พัน": 10**3, "หมื่น": 10**4, "แสน": 10**5, "ล้าน": 10**6, "พันล้าน": 10**9, "หมื่นล้าน": 10**10,
    "แสนล้าน": 10**11, "ล้านล้าน": 10**12,
}  # fmt: skip
# What may follow such a word without a space: other letters may make it the start of another word.
_UNITS = (
    "円 元 圆 圓 块 塊 人 次 名 件 个 個 回 票 份 本 部 冊 册 台 枚 点 字 起 以上 日元 美元 欧元 港元 港币 "
    "粉丝 播放 评论 阅读 浏览 关注 观看 フォロワー 再生 いいね ドル ユーロ ポイント 視聴 "
    "원 명 개 회 건 권 대 장 달러 유로 엔 위안 팔로워 구독자 조회 이상 "
    "บาท คน ครั้ง วิว ชิ้น ดอลลาร์ km views USD RMB"
).split()


def _nfc(text: str) -> str:
    return unicodedata.normalize("NFC", text)


def _either(words: list[str]) -> str:
    return "|".join(map(re.escape, sorted(map(_nfc, words), key=len, reverse=True)))


_FACTOR = {_nfc(word): factor for factor, words in _WORDS.items() for word in words.split()}
_OF_LANGUAGE = {_nfc(word): factors for word, factors in _BY_LANGUAGE.items()}
SCALE_WORDS = frozenset((*_FACTOR, *_OF_LANGUAGE, _CRORE))
_JOIN = {_nfc(word): factor for word, factor in _JOINED.items()}
_ANY_WORD, _ANY_JOINED = _either([*SCALE_WORDS]), _either([*_JOIN])
_FIRST = "".join(sorted({word[0] for word in (*SCALE_WORDS, *_JOIN)}))  # spares most texts the long list
_BETWEEN = r"(?:[ \u00a0\u202f\u2009]{0,3}|-)"
_SCALED = regex(
    rf"(?P<number>[0-9](?:[0-9.,'’\u00a0\u202f\u2009 ]*[0-9])?){_BETWEEN}(?=[{_FIRST}])"
    rf"(?:(?P<word>{_ANY_WORD})(?![^\W\d_])\.?|(?P<joined>{_ANY_JOINED})(?![克米瓦卡]))",
    re.IGNORECASE,
)
_ANOTHER = regex(rf"[\s-]*(?:d[eio]\s+)?(?:(?:{_ANY_WORD})(?![^\W\d_])|{_ANY_JOINED})", re.IGNORECASE)
_AND = regex("\\s+(?:y|e|and|et|und|и|\u0441)\\s")  # 2 millones y medio
_UNIT = regex(_either(_UNITS))
_DIGIT = regex("[0-9]")
_RUPEES = regex(r"₹|\b(?:Rs|INR)\b")
# Letters of Turkish and old print that a pattern without case takes for i and s, and `lower` does not.
_TO_LATIN = {0x130: "i", 0x131: "i", 0x17F: "s"}
_MOST = 10**15


def scaled(text: str, locale: Locale = NOWHERE) -> str | None:
    """The text with a number as large as the word after it says; None if that cannot be known, or there are several.

    >>> from weblode.values.locales import locale_of
    >>> scaled("₹12.5 Lakh"), scaled("R$ 350 mil", locale_of("pt-BR")), scaled("1,234만원"), scaled("350 mil")
    ('₹1250000', 'R$ 350000', '12340000원', None)
    """
    text = text if text.isascii() else _nfc(text)
    match = _SCALED.search(text)
    if match is None:
        return text
    rest = text[match.end() :]
    factor = _JOIN[match["joined"]] if match["joined"] else _factor(match["word"], text, locale)
    if factor == 1:
        return text
    written = read_amount(match["number"], decimal=_decimal(match["number"], locale))
    if not factor or written is None or _goes_on(rest, is_joined=bool(match["joined"])):
        return None
    number = Decimal(written) * factor
    if number >= _MOST or number != number.to_integral_value():
        return None
    return f"{text[: match.start()]}{int(number)}{rest}"


def _goes_on(rest: str, *, is_joined: bool) -> bool:
    """Whether what follows a scale may belong to the number, or makes the scale a part of another word."""
    if _DIGIT.search(rest) or _ANOTHER.match(rest) or _AND.match(rest):
        return True
    if unicodedata.category(rest[:1] or " ").startswith("M"):
        return True
    return is_joined and rest[:1].isalpha() and not _UNIT.match(rest)


def _decimal(number: str, locale: Locale) -> str:
    """The mark before decimals: a single comma is one but in English, as in 1,5 million."""
    if number.count(",") == 1 and "." not in number and len(number.rpartition(",")[2]) < 3:
        return ","
    return "." if re.fullmatch(r"[0-9]+\.[0-9]{1,2}", number) else locale.decimal


def _factor(written: str, text: str, locale: Locale) -> int:
    """How much larger a word makes a number: 1 if it is none of these here, 0 if that cannot be known."""
    word = written.translate(_TO_LATIN).lower()
    if word == _CRORE:
        return 10**7 if _RUPEES.search(text) else 1
    if word.startswith("lac") and _RUPEES.search(text):
        return 10**5
    if word in _LOWER and (written != word or word == "tn") and not has_currency(text):
        return 0
    if word not in _OF_LANGUAGE:
        return _FACTOR.get(word, 0)
    for factor, languages in _OF_LANGUAGE[word].items():
        if locale.language in languages.split():
            return factor
    if word.startswith("lac") and not locale.language:
        return 0
    return 1 if word in _ELSEWHERE_NO_SCALE and not has_currency(text) else 0
