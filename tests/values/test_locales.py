"""Locales: what language and domain say about numbers and dates."""

from weblode.pages.html import parse
from weblode.values.locales import NOWHERE, Locale, locale_of, page_locale


def test_a_page_says_its_language_in_the_root_or_the_body_and_its_country_by_tag_and_host():
    assert page_locale(parse(b"<html lang=de-AT><p>a")) == Locale("de", "at", "")
    assert page_locale(parse(b"<body lang=fr><p>a", url="https://a.ch/")) == Locale("fr", "", "ch")
    assert page_locale(parse(b"<p>a", url="https://a.example/")) == NOWHERE
    assert page_locale(parse(b"<?xml version='1.0'?><a xml:lang='de'/>")) == NOWHERE


def test_a_tag_may_have_a_script_and_what_is_no_tag_is_none():
    assert locale_of("zh-Hant-TW") == Locale("zh", "tw", "")
    assert locale_of("{{lang}}", "http://[bad") == NOWHERE
    assert locale_of("en", "https://a.io/").domain == ""


def test_the_decimal_mark_is_that_of_the_language_but_for_some_countries():
    assert [locale_of(tag).decimal for tag in ("de", "fr", "en", "ja", "", "xx")] == [",", ",", ".", ".", "", ""]
    assert locale_of("de-CH").decimal == locale_of("es-MX").decimal == "."


def test_day_and_month_have_an_order_where_language_and_country_say_so():
    tags = ("de", "en-US", "en-GB", "en", "")
    assert [locale_of(tag).day_first for tag in tags] == [True, False, True, None, None]
    assert locale_of("en", "https://a.co.uk/").day_first
    assert locale_of("en-US", "https://a.de/").day_first is None
