"""Which encoding a page is in."""

import codecs

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from weblode.pages.encodings import to_utf8
from weblode.pages.html import parse

GERMAN = "<title>Größe</title><p>Äpfel für 5 € – schön"
CHINESE = "<p>你好，世界。这是一个用来测试编码的网页，里面有足够多的汉字。"
JAPANESE = "<p>これは文字コードを調べるためのページです。日本語の文章が入っています。"


def meta(charset, text):
    return f'<meta charset="{charset}">' + text


def read(data, charset=None):
    return parse(data, charset=charset).text(0, line=" ")


@pytest.mark.parametrize(
    ("charset", "text"),
    [
        ("utf-8", GERMAN),
        ("windows-1252", GERMAN),
        ("iso-8859-15", GERMAN.replace("–", "-")),
        ("gbk", CHINESE),
        ("big5", "<p>這是一個測試網頁，用來檢查編碼。"),
        ("shift_jis", JAPANESE),
        ("euc-jp", JAPANESE),
        ("iso-2022-jp", JAPANESE),
        ("koi8-r", "<p>Пример страницы для проверки"),
        ("windows-1251", "<p>Пример страницы для проверки"),
    ],
)
def test_a_declared_encoding_is_used(charset, text):
    words = read(text.encode(), None)
    assert read(meta(charset, text).encode(charset)) == words
    assert read(text.encode(charset), charset) == words


@pytest.mark.parametrize("charset", ["iso-8859-1", "windows-1252", "gbk", "shift_jis", "us-ascii", "utf-16", "koi8-r"])
def test_utf8_is_recognised_whatever_the_page_says(charset):
    assert "Äpfel für 5 € – schön" in read(meta(charset, GERMAN).encode())
    assert "© 2024" in read(meta(charset, "<p>© 2024").encode()) or charset in ("gbk", "shift_jis")


def test_two_characters_of_a_declared_asian_encoding_are_not_taken_for_utf8():
    assert "联通" in read(meta("gbk", "<p>联通").encode("gbk"))


@pytest.mark.parametrize("charset", ["bogus", "utf-99", "", "base64", "rot13", "utf-7", "x-user-defined", "é"])
def test_an_unknown_declaration_is_passed_over(charset):
    assert "Größe" in read(meta(charset, GERMAN).encode("windows-1252"), charset)


def test_a_page_that_does_not_fit_its_declaration_is_read_by_the_detected_encoding():
    assert "你好" in read(meta("utf-8", CHINESE).encode("gbk"))
    assert "Пример" in read(meta("utf-8", "<p>Пример страницы для проверки, здесь много слов").encode("windows-1251"))


def test_the_header_wins_over_the_page_and_a_mark_over_both():
    page = meta("koi8-r", "<p>Пример страницы")
    assert "Пример страницы" in read(page.encode("windows-1251"), "windows-1251")
    assert "Пример страницы" in read(page.encode("utf-8-sig"), "windows-1251")
    assert "Пример страницы" in read(codecs.BOM_UTF16_LE + page.encode("utf-16-le"), "windows-1251")


@pytest.mark.parametrize("charset", ["utf-16-le", "utf-16-be"])
def test_utf16_is_recognised_with_and_without_a_mark(charset):
    for text in (GERMAN, CHINESE):
        mark = codecs.BOM_UTF16_LE if charset.endswith("le") else codecs.BOM_UTF16_BE
        assert read(mark + text.encode(charset)) == read(text.encode())
        assert to_utf8(mark + text.encode(charset))[1] == charset
        assert read(text.encode(charset)) == read(text.encode())


def test_a_declaration_inside_a_comment_does_not_count():
    assert "Größe" in read(b"<!-- <meta charset=koi8-r> -->" + GERMAN.encode("windows-1252"), "windows-1252")


@given(st.binary(max_size=300), st.none() | st.text(max_size=12))
@settings(max_examples=300, deadline=None)
def test_any_bytes_under_any_name_give_valid_utf8(data, charset):
    utf8, _ = to_utf8(data, charset)
    utf8.decode()
