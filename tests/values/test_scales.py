"""Words that make numbers larger."""

# ruff: noqa: RUF001

import unicodedata

import pytest

from weblode.values.kinds import Column, currencies, kind_of
from weblode.values.locales import locale_of
from weblode.values.scales import SCALE_WORDS, scaled


@pytest.mark.parametrize(
    ("language", "texts", "amounts"),
    [
        ("en-IN", ["₹12.5 Lakh", "₹3.4 Cr"], (1250000.0, 34000000.0)),
        ("en", ["$1.5 million", "$2 billion"], (1500000.0, 2000000000.0)),
        ("de", ["1,5 Mio. €", "350.000 €"], (1500000.0, 350000.0)),
        ("id", ["Rp 1,5 juta", "Rp 350 ribu"], (1500000.0, 350000.0)),
        ("ru", ["1,5 млн ₽", "350 тыс. ₽"], (1500000.0, 350000.0)),
        ("es", ["1,5 mil €", "350 mil €"], (1500.0, 350000.0)),
        ("cs", ["1,5 mil. Kč", "2 mil. Kč"], (1500000.0, 2000000.0)),
        ("pt-BR", ["R$ 1,5 mi", "R$ 350 mil"], (1500000.0, 350000.0)),
        ("tr", ["1,5 milyon TL", "350 bin TL"], (1500000.0, 350000.0)),
        ("zh", ["￥1.2万起", "￥980"], (12000.0, 980.0)),
        ("fa", ["۱٫۵ میلیون تومان", "۳۵۰ هزار تومان"], (1500000.0, 350000.0)),
    ],
)
def test_a_price_is_as_large_as_its_word_says(language: str, texts: list[str], amounts: tuple[float, ...]) -> None:
    assert kind_of(texts, Column(locale_of(language))) == ("price", amounts)
    assert None not in currencies(texts, locale_of(language))


@pytest.mark.parametrize(
    ("language", "texts", "numbers"),
    [
        ("ko", ["1,234만원", "2.5억"], (12340000, 250000000)),
        ("vi", ["1,5 triệu", "350 nghìn"], (1500000, 350000)),
        ("th", ["1.5 ล้านบาท", "2 แสนบาท"], (1500000, 200000)),
        ("en", ["2 million users", "12 users"], (2000000, 12)),
        ("de", ["12 Tsd.", "3 Tsd."], (12000, 3000)),
    ],
)
def test_a_count_is_as_large_as_its_word_says(language: str, texts: list[str], numbers: tuple[int, ...]) -> None:
    assert kind_of(texts, Column(locale_of(language))) == ("number", numbers)


def test_what_a_word_means_is_for_the_language_to_decide() -> None:
    assert scaled("350 mil €") is None
    assert scaled("2 billion", locale_of("de")) is None
    assert kind_of(["350 mil €", "12 mil €"]) == ("text", ())
    assert kind_of(["€350 mil", "€12"])[1] == (None, 12.0)


def test_several_scaled_numbers_are_none() -> None:
    assert scaled("3억 5,000만원") is None
    assert scaled("1億2,000万円") is None


@pytest.mark.parametrize("text", ["5千克", "3 bins", "15 Lakers", "5 mi", "$6 CR", "7 min", "Model 3", "12 thousands"])
def test_other_words_stay(text: str) -> None:
    assert scaled(text, locale_of("en")) == text


def test_scale_words_are_written_in_lower_case() -> None:
    assert {each.lower() for each in SCALE_WORDS} == SCALE_WORDS


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("ko", "3만5000원"),
        ("ja", "1万2000円"),
        ("zh", "1万8元"),
        ("en", "$1 million 50"),
        ("ru", "2 млн 50 ₽"),
        ("bn", "৳ ২ লাখ ৫০ হাজার"),
        ("es", "US$ 2 mil millones"),
        ("es", "5 miles de millones"),
        ("en", "₹1 lakh crore"),
        ("vi", "1,5 nghìn tỷ"),
        ("en", "USD 1.5 thousand million"),
        ("ko", "3 만두"),
        ("th", "3 พันธุ์"),
        ("zh", "4千兆网口"),
        ("ja", "3兆円"),
        ("hi", "5 लाखों"),
        ("", "3 lacs"),
        ("en", "55101 MN"),
        ("en", "2 Bn"),
        ("fr", "€ 2 mi"),
        ("en", "$1.5 M"),
        ("en", "$1½ million"),
        ("en", "5 tn"),
        ("es", "2 millones y medio"),
        ("fr", "350 M€"),
    ],
)
def test_a_word_that_is_not_the_end_of_the_number_or_is_no_scale_leaves_none(language: str, text: str) -> None:
    assert not any(kind_of([text], Column(locale_of(language)))[1])


@pytest.mark.parametrize(
    ("language", "text", "number"),
    [
        ("pt-BR", "R$ 2,5 bilhões", 2_500_000_000),
        ("pt", unicodedata.normalize("NFD", "R$ 2 milhões"), 2_000_000),
        ("ar", unicodedata.normalize("NFD", "5 آلاف"), 5000),
        ("hi", "₹ 2 करोड़", 20_000_000),
        ("en", "$1.5 trillion", 1_500_000_000_000),
        ("en", "$1.5-million", 1_500_000),
        ("en", "$2 Bn", 2_000_000_000),
        ("it", "€ 350 mila", 350_000),
        ("id", "Rp 1,5 triliun", 1_500_000_000_000),
        ("nl", "€ 350 duizend", 350_000),
        ("sv", "kr 350 tusen", 350_000),
        ("ru", "350 тысяч", 350_000),
        ("ru", "5 миллиардов", 5_000_000_000),
        ("ro", "5 milioane", 5_000_000),
        ("ar", "5 آلاف", 5000),
        ("pl", "350 tysięcy", 350_000),
        ("tr", "2 MİLYON TL", 2_000_000),
        ("ko", "3천만원", 30_000_000),
        ("ko", "3백만원", 3_000_000),
        ("th", "1.5 พันล้านบาท", 1_500_000_000),
        ("zh", "1.2万次播放", 12_000),
        ("en", "₹3 lacs", 300_000),
        ("fr", "3 lacs", 3),  # lakes
        ("sv", "12 000 mil", 12_000),  # ten kilometres
    ],
)
def test_forms_and_languages_of_such_words(language: str, text: str, number: int) -> None:
    assert kind_of([text], Column(locale_of(language)))[1] == (number,)
