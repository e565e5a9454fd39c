"""Which encoding a page is in."""

import codecs
import time

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


@pytest.mark.parametrize("charset", ["iso-8859-1", "gbk", "gb2312", "big5", "shift_jis", "euc-jp", "euc-kr", "koi8-r"])
@pytest.mark.parametrize("text", ["© 2024", "café", "a – b", "it’s", "Dvořák", "你好"])
def test_a_character_or_two_of_utf8_stay_so_under_any_declaration(charset, text):
    assert text in read(meta(charset, f"<p>{text}</p>").encode())


@pytest.mark.parametrize(
    ("charset", "text"), [("gbk", "联通"), ("gbk", "小学"), ("gb2312", "小路"), ("euc-kr", "호"), ("big5", "謝")]
)
def test_two_characters_of_a_declared_asian_encoding_are_not_taken_for_utf8(charset, text):
    assert text in read(meta(charset, f"<p>{text}").encode(charset))


@pytest.mark.parametrize(
    ("charset", "text"),
    [("gbk", "联通中国"), ("big5", "測試"), ("shift_jis", "日本"), ("euc-jp", "日本"), ("euc-kr", "한국")],
)
def test_a_stray_byte_does_not_refute_a_declaration(charset, text):
    assert text in read(meta(charset, f"<p>{text}").encode(charset) + b"\x81</p>")


def test_a_wrong_escape_does_not_refute_a_declaration():
    assert "日本" in read("<p>日本".encode("iso-2022-jp") + b"\x1b$B\x7f\x7f\x1b(B", "iso-2022-jp")


def test_a_declared_encoding_with_many_errors_is_read_if_none_is_better():
    page = meta("gbk", CHINESE * 5).encode("gbk") + b"<p>\xff</p>" * 10
    assert "你好" in read(page)


@pytest.mark.parametrize(
    ("byte", "sign"),
    [(b"\x92", "’"), (b"\x85", "…"), (b"\xe9", "é"), (b"\xa3", "£"), (b"\xae", "®"), (b"\x81", "\x81")],
)
def test_an_undeclared_sign_is_read_as_windows_1252(byte, sign):
    page = b"<p>It" + byte + b"s " + b"plain words " * 300
    assert to_utf8(page) == (page.replace(byte, sign.encode()), "cp1252")
    assert to_utf8(page, "utf-8")[1] == "cp1252"
    assert to_utf8(b"<p>It" + byte + b"s " + (b"plain words" + byte) * 200)[1] == "cp1252"


def test_undeclared_windows_1257_keeps_its_letters_and_quotes():
    text = "<p>Valstybė Šiaurės Europoje, „esanti“ rytinėje Baltijos jūros pakrantėje, į gražų mišką. "
    assert to_utf8((text * 20).encode("windows-1257")) == ((text * 20).encode(), "cp1257")


@pytest.mark.parametrize("charset", [None, "utf-8", "windows-1252", "gbk"])
def test_utf8_with_a_few_bad_or_cut_bytes_stays_utf8(charset):
    page = ("<p>" + GERMAN * 3).encode()
    for broken in (page + b"\xff\x92 end", page + "ö".encode()[:1], page[:20] + b"\xe9" + page[20:]):
        assert to_utf8(broken, charset) == (broken.decode(errors="replace").encode(), "utf-8")


def test_one_good_sign_of_utf8_outweighs_one_bad_byte():
    assert "© caf\ufffd!" in read("<p>© caf".encode() + b"\xe9!")


def test_declared_utf8_may_have_almost_as_many_errors_as_signs():
    page = (
        b"<meta charset=windows-1252>"
        + "Äpfel für schöne Größe ".encode() * 9
        + "Äpfel für schöne ".encode("windows-1252") * 9
    )
    assert to_utf8(page, "utf-8") == (page.decode(errors="replace").encode(), "utf-8")


def test_replacement_characters_of_the_page_itself_are_no_errors():
    page = ("\ufffd" * 30 + "Größe").encode() + b"\xff "
    assert to_utf8(page) == (page.decode(errors="replace").encode(), "utf-8")


def test_a_wrong_asian_declaration_with_many_errors_gives_way_to_detection():
    assert to_utf8((CHINESE * 5).encode("gbk"), "shift_jis") == ((CHINESE * 5).encode(), "gb18030")
    assert to_utf8((JAPANESE * 5).encode("shift_jis"), "euc-kr") == ((JAPANESE * 5).encode(), "cp932")


def test_escapes_of_something_else_stay_what_they_are():
    for data in (b"<p>\x1b[31mred\x1b[0m", b"<p>\x1b$Bz", b"<p>\x1b$B\x7f\x7f\x1b(B"):
        assert to_utf8(data, "iso-2022-jp") == (data, "utf-8")
    mostly_wrong = b'\x1b$B$"\x1b(B' + b"\x1b$B\x7f\x7f\x1b(B" * 20
    assert to_utf8(mostly_wrong, "iso-2022-jp") == (mostly_wrong, "utf-8")


@pytest.mark.parametrize(
    ("label", "data", "text"),
    [
        ("shift_jis", b"\x87\x40", "①"),
        ("euc-kr", "똠방각하".encode("cp949"), "똠방각하"),
        ("big5", "啫".encode("big5hkscs"), "啫"),
        ("gb2312", "镕".encode("gbk"), "镕"),
        ("gbk", "㐀".encode("gb18030"), "㐀"),
        ("iso-8859-11", b"\x85\xa1", "…ก"),
        ("windows-874", b"\x85\xa1", "…ก"),
        ("tis-620", b"\x93\xa1\x94", "“ก”"),
        ("euc-jp", b"\xad\xa1\xc6\xfc", "①日"),
        ("iso-2022-jp", b"\x1b$B\x2d\x21\x24\x22\x1b(Jx\x1b(B", "①あx"),
        ("iso-2022-jp", b"\x1b(I1\x1b(B", "ｱ"),
        ("x-mac-cyrillic", "Жюли".encode("mac_cyrillic"), "Жюли"),
        ("latin1", b"\x93x\x94", "“x”"),
        ("us-ascii", b"\x80", "€"),
        ("iso-8859-9", b"\x80\xf0", "€ğ"),
        ("windows-1252", b"\x81\x8d\x90\xe9", "\x81\x8d\x90é"),
        ("windows-1253", b"\x81\xeb\xd2", "\x81λ\ufffd"),
    ],
)
def test_a_label_means_what_it_means_on_the_web(label, data, text):
    assert to_utf8(b"<p>" + data + b"</p>", label)[0].decode() == f"<p>{text}</p>"


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


def test_utf16_without_a_mark_or_a_tag_is_recognised_by_its_zeros():
    text = "Plain words, then a tag. <p>Größe"
    for charset in ("utf-16-le", "utf-16-be"):
        assert to_utf8(text.encode(charset)) == (text.encode(), charset)


@pytest.mark.parametrize("charset", ["utf-16-le", "utf-16-be"])
def test_a_header_of_utf16_counts_for_chinese_text(charset):
    text = "你好，世界" * 30 + "<p>" + "里面有足够多的汉字" * 100
    assert to_utf8(text.encode(charset), charset.replace("16-", "16")) == (text.encode(), charset)
    assert to_utf8(text.encode("utf-16-le"), "utf-16") == (text.encode(), "utf-16-le")


@pytest.mark.parametrize("charset", [None, "utf-16", "utf-16be"])
@pytest.mark.parametrize("data", [b"\0<p>hello you", b"<\0p>hello you", b"<p>a\0", b"<p>a\0b\0c</p>", b"\0" * 80])
def test_stray_zeros_are_not_utf16(data, charset):
    assert to_utf8(data, charset) == (data, "utf-8")


@pytest.mark.parametrize("label", ["utf-16", "utf-16le", "utf-16be"])
def test_a_readable_declaration_of_utf16_is_not_believed(label):
    assert "Größe" in read(meta(label, GERMAN).encode("windows-1252"))
    assert "Größe" in read(GERMAN.encode("windows-1252"), label)


# In KOI8-R all of these bytes are letters of other kinds, so a wrongly found declaration shows.
@pytest.mark.parametrize(
    "decoy",
    [
        "<!-- <meta charset=koi8-r> -->",
        "<!-- a > b <meta charset=koi8-r> --!>",
        "<script>'<meta charset=koi8-r>'</script>",
        '<meta name="description" content="about charset=koi8-r">',
        "<meta data-charset=koi8-r>",
        "<meta content='text/html; charset=koi8-r'>",
        "<meta http-equiv=refresh content='0; charset=koi8-r'>",
        "<meta content='a > b charset=koi8-r'>",
        "<metadata charset=koi8-r>",
        "<p><?xml version='1.0' encoding='koi8-r'?>",
        "<meta charset=bogus>",
    ],
)
def test_a_declaration_counts_only_where_it_is_one(decoy):
    assert "Größe" in read((decoy + "<meta charset=windows-1252>" + GERMAN).encode("windows-1252"))
    assert to_utf8((decoy + "<p>Größe").encode("windows-1252"))[1] == "cp1252"


@pytest.mark.parametrize("end", ["</head>", "<BODY class=a>", "<!-- never closed"])
def test_a_declaration_after_the_head_does_not_count(end):
    assert to_utf8(f"{end}<meta charset=koi8-r><p>Größe".encode("windows-1252"))[1] == "cp1252"


@pytest.mark.parametrize(
    "declaration",
    [
        "<meta charset=koi8-r>",
        "<META\nCharset = 'KOI8-R' />",
        "<meta/charset=koi8-r>",
        '<meta http-equiv="Content-Type" content="text/html; charset=koi8-r">',
        "<meta content='text/html;charset = koi8-r' http-equiv='content-type'>",
        "<meta http-equiv=CONTENT-TYPE content=text/html;charset=koi8-r>",
        '<?xml version="1.0" encoding="koi8-r"?>',
        "<!--><meta charset=koi8-r>",
        "<!-- </head> --><meta name=a content='>'><meta charset=koi8-r>",
        "<title>a</title>" + "<link href=a>" * 4000 + "<meta charset=koi8-r>",
    ],
)
def test_every_form_of_a_declaration_is_found(declaration):
    assert to_utf8((declaration + "<p>Да").encode("koi8-r")) == ((declaration + "<p>Да").encode(), "koi8-r")


@pytest.mark.parametrize("piece", [b"<meta ", b"<!--", b"<script>", b"<meta '", b"<meta \"a'", b"<meta a= ", b"<?xml "])
def test_looking_for_a_declaration_takes_linear_time(piece):
    start = time.process_time()
    for opening in (b"", b"<?xml ", b"<meta http-equiv=content-type content='charset"):
        to_utf8(opening + piece * (65536 // len(piece)) + b"\xe9")
    assert time.process_time() - start < 1


@given(st.binary(max_size=300), st.none() | st.text(max_size=12))
@settings(max_examples=300, deadline=None)
def test_any_bytes_under_any_name_give_valid_utf8(data, charset):
    utf8, _ = to_utf8(data, charset)
    utf8.decode()
