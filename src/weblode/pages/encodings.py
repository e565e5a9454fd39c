"""Bytes of a page as UTF-8: which encoding the page is in, and what to do when it declares the wrong one.

The order is the HTML standard's (byte order mark, HTTP header, `meta`), with detection and windows-1252 at its end. A
declaration is used only if the page decodes with it, and valid UTF-8 is never decoded as anything else: many pages
declare `iso-8859-1` but are UTF-8, and hardly any other text is valid UTF-8 by chance. Labels mean what they mean on
the web (WHATWG, Encoding Standard), mostly a larger set of characters than Python's codec of the same name has.
"""

import codecs
import re
import reprlib
from collections.abc import Iterator

from weblode import kernels
from weblode.caches import regex
from weblode.errors import SourceError

BYTE_ORDER_MARK = codecs.BOM_UTF8
_MARKS = ((BYTE_ORDER_MARK, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))

# East Asian encodings: the name of a codec, and the Python codec that covers what the web means by it.
_ASIAN = {
    "big5": "big5hkscs",
    "euc_jp": "euc_jp",
    "euc_kr": "cp949",
    "gbk": "gb18030",
    "iso2022_jp": "iso2022_jp_ext",
    "shift_jis": "cp932",
}
_CODECS = _ASIAN | {"iso8859-11": "cp874"}
# The narrower codec of each, for common characters only. In Shift_JIS two bytes of UTF-8 are never one character.
_ORDINARY = {"big5hkscs": "big5", "cp949": "euc_kr", "euc_jp": "euc_jp", "gb18030": "gb2312"}
_NO_TEXT = ("replacement", "x-user-defined")  # encodings of the web that say nothing about the text
# Codecs in which Python leaves some bytes undefined that are control characters on the web.
_WINDOWS = ("cp125", "cp874")

# Python has no codec for Japanese as the web has it. These also decode ① and ㈱, but lack some rare characters.
_NUMERALS = {"euc_jp": "euc_jis_2004", "iso2022_jp_ext": "iso2022_jp_2004"}

# No page uses the control characters of ISO 8859: these bytes are quotes and dashes in the Windows encodings.
_CONTROL = regex(rb"[\x80-\x9f]")
_SIBLINGS = {"iso8859-2": "cp1250", "iso8859-7": "cp1253", "iso8859-8": "cp1255", "iso8859-13": "cp1257"}

# Comments, scripts and styles, in which no tag counts; one that is never closed hides the rest of the page.
_HIDDEN = regex(rb"<!--(?:-?>|.*?(?:--!?>|\Z))|<(script|style)\b.*?(?:</\1|\Z)", re.DOTALL | re.IGNORECASE)
_META = regex(rb"<(?:meta(?=[\s/])|(/head|body)\b)", re.IGNORECASE)
_ATTRIBUTE = regex(rb"[\s/]*([^\s/>=]+)(?:\s*=\s*(?:\"([^\"]*)\"?|'([^']*)'?|([^\s>]*)))?")
_CONTENT = regex(rb"charset\s*=\s*[\"']?\s*([^\s;\"']+)", re.IGNORECASE)
_XML = regex(rb"<\?xml\s[^>]*?\bencoding\s*=\s*[\"']\s*([\w:.-]+)")
_TAG = regex(rb"<[a-z!/?]", re.IGNORECASE)
# One wide character may be a stray zero; a wide `<` and a wide letter after it are not.
_WIDE_TAG = regex(
    rb"(?:[\t\n\f\r ]\0)*<\0[a-z!/?]\0|(?P<big>(?:\0[\t\n\f\r ])*\0<\0[a-z!/?])",
    re.IGNORECASE,
)
# The standard looks at 1,024 bytes and restarts the parse at a later declaration; this gives the same in one pass.
_HEAD = 65536

# Fewer continuation bytes than this can be an accident: two Chinese characters in GBK may be UTF-8 as well.
_ENOUGH = 6
_FULL_WIDTH = regex("[\0-\x7f\u3000-\u30ff\u4e00-\u9fff\uac00-\ud7a3]*")
# A guess from fewer different bytes than this (an apostrophe, a pound sign) is no better than windows-1252.
_VARIETY = 5
_NARROW = bytes(range(128))


def to_utf8(data: bytes, charset: str | None = None) -> tuple[bytes, str]:
    """The page as valid UTF-8, and the encoding it was in. `charset` is the one in the HTTP header."""
    for mark, name in _MARKS:
        if data.startswith(mark):
            return _encode(data[len(mark) :].decode(name, "replace"), name)
    if b"\0" in data and (wide := _utf16(data, charset)):
        return _encode(data.decode(wide, "replace"), wide)
    if data.isascii() and b"\x1b" not in data:
        return data, "utf-8"
    extra, has_unlikely = kernels.fastest().utf8_signs(data)
    if extra < 0:
        return _decode_best(data, charset)
    # Valid UTF-8 perhaps only by chance: with few characters of several bytes, and some of two that are not Latin-1. A
    # single Greek or Cyrillic letter in UTF-8 under a wrong Asian declaration may be misread; © and é are not.
    if extra >= _ENOUGH or not (has_unlikely or data.isascii()):
        return data, "utf-8"
    for name in _declared_encodings(data, charset):
        if _is_asian(name, data):
            return _encode(_decode(data, name), name)
    return data, "utf-8"


def decode_as(data: bytes, label: str) -> tuple[str, str]:
    """The text of a page in the encoding that its user names, as on the web or in Python, and the codec for it.

    What cannot be decoded becomes U+FFFD. Raises SourceError if there is no such encoding.
    """
    try:
        name = codecs.lookup(label.strip()).name
    except LookupError:
        name = label
    if not name.startswith(("utf-16", "utf-32")):  # `_codec` is for labels found in bytes
        name = _codec(label) or _codec(name) or name
    try:
        return _decode(data, name), name
    except (LookupError, UnicodeError) as error:
        raise SourceError(f"no encoding {reprlib.repr(label)}; leave it out, or name one such as 'utf-8'") from error


def _encode(text: str, name: str) -> tuple[bytes, str]:
    return text.encode(errors="replace"), name


def _is_asian(name: str, data: bytes) -> bool:
    """Whether a page of doubtful UTF-8 is all common Chinese, Japanese or Korean characters in this encoding."""
    if data.isascii():
        _, errors, good = _decode_and_count(data, name)
        return name == "iso2022_jp_ext" and good > 0 and _fits(name, errors, good)
    return name in _ORDINARY and _FULL_WIDTH.fullmatch(data.decode(_ORDINARY[name], "replace")) is not None


def _decode_best(data: bytes, charset: str | None) -> tuple[bytes, str]:
    """A page that is not valid UTF-8, decoded with the first encoding that fits, else with the likeliest one."""
    text, errors, good = _decode_and_count(data, "utf-8")
    if len(data) - len(text) >= _ENOUGH and good >= 4 * errors:
        return _encode(text, "utf-8")
    fewest, likeliest = len(data), "cp1252"
    for name in _candidates(data, charset):
        text, errors, good = _decode_and_count(data, name)
        if _fits(name, errors, good):
            return _encode(text, name)
        if errors <= good and errors < fewest:
            fewest, likeliest = errors, name
    return _encode(_decode(data, likeliest), likeliest)


def _fits(name: str, errors: int, good: int) -> bool:
    """Whether an encoding gives so few errors that they may be stray bytes."""
    # Valid UTF-8 sequences are no accident, even among many errors.
    return errors <= (good if name == "utf-8" else max(good // 100, min(3, good // 2)))


def _decode_and_count(data: bytes, name: str) -> tuple[str, int, int]:
    """The decoded page, the number of errors replaced in it, and the number of its other non-ASCII characters."""
    text = _decode(data, name)
    beyond = len(text) - len(text.encode("ascii", "ignore"))
    # Pages that went through a wrong conversion have replacement characters of their own.
    errors = text.count("\ufffd") - (data.count("\ufffd".encode()) if name == "utf-8" else 0)
    return text, errors, beyond - errors


def _candidates(data: bytes, charset: str | None) -> Iterator[str]:
    """The encodings that a page may be in, declared ones first; detection is slowest and comes last."""
    yield from _declared_encodings(data, charset)
    yield "utf-8"
    name = _detect(data)
    if name and name.startswith("iso8859") and _CONTROL.search(data):
        name = _SIBLINGS.get(name)
    if name and (name in _ASIAN.values() or len(set(data.translate(None, _NARROW))) >= _VARIETY):
        yield name


def _detect(data: bytes) -> str | None:
    """The codec that a page is likely in by its bytes; None if nothing is likely, or without a detector.

    The detector comes with the extra `crawl`: pages of the web that are not in UTF-8 mostly declare what they are in.
    """
    try:
        from resiliparse.parse.encoding import detect_encoding
    except ModuleNotFoundError:
        return None
    name: str | None = detect_encoding(data)
    return _known_codec(name) if name else None


def _declared_encodings(data: bytes, charset: str | None) -> list[str]:
    """The encodings that the HTTP header and the page itself declare, in this order."""
    header = _codec(charset) if charset else None
    page = next((name for label in _labels(data[:_HEAD]) if (name := _codec(label))), None)
    return [name for name in (header, page) if name]


def _labels(head: bytes) -> Iterator[str]:
    """The encoding labels in a page's `meta` tags, then in its XML declaration; in time linear in the length."""
    visible = _HIDDEN.sub(b"", head)
    position = 0
    while (tag := _META.search(visible, position)) and not tag[1]:
        attributes, position = _attributes(visible, tag.end())
        if label := attributes.get(b"charset"):
            yield label.decode("ascii", "replace")
        elif attributes.get(b"http-equiv", b"").strip().lower() == b"content-type" and (
            content := _CONTENT.search(attributes.get(b"content", b""))
        ):
            yield content[1].decode("ascii", "replace")
    if xml := _XML.match(head):
        yield xml[1].decode("ascii", "replace")


def _attributes(head: bytes, position: int) -> tuple[dict[bytes, bytes], int]:
    """The attributes of the tag whose name ends at `position` (of each name the first), and where they end."""
    attributes: dict[bytes, bytes] = {}
    while match := _ATTRIBUTE.match(head, position):
        attributes.setdefault(match[1].lower(), match[2] or match[3] or match[4] or b"")
        position = match.end()
    return attributes, position


def _codec(label: str) -> str | None:
    """The codec for an encoding label of the web; None if the label is unknown."""
    import webencodings

    encoding = webencodings.lookup(label)
    return None if encoding is None or encoding.name in _NO_TEXT else _known_codec(encoding.codec_info.name)


def _known_codec(name: str) -> str:
    """The codec that covers what the web means by one."""
    # A declaration that was found byte by byte cannot be in UTF-16.
    return "utf-8" if name.startswith("utf-16") else _CODECS.get(name, name)


def _decode(data: bytes, name: str) -> str:
    """The page decoded as browsers decode it, with U+FFFD where they see an error too."""
    if name.startswith(_WINDOWS):
        table = bytes(range(256)).decode(name, "replace")
        controls = "".join(chr(n) if table[n] == "\ufffd" else table[n] for n in range(0x80, 0xA0))
        return codecs.charmap_decode(data, "replace", table[:0x80] + controls + table[0xA0:])[0]
    text = data.decode(name, "replace")
    if name not in _NUMERALS or "\ufffd" not in text:
        return text
    # The same characters under the escapes that the wider codec knows.
    escaped = data.replace(b"\x1b$B", b"\x1b$(Q").replace(b"\x1b(J", b"\x1b(B")
    wider = escaped.decode(_NUMERALS[name], "replace")
    return min(text, wider, key=lambda reading: reading.count("\ufffd"))


def _utf16(data: bytes, charset: str | None) -> str | None:
    """The UTF-16 byte order of a page without a byte order mark, by its zero bytes; None if it is not UTF-16."""
    head = data[:1024]
    if tag := _WIDE_TAG.match(head):
        return "utf-16-be" if tag["big"] else "utf-16-le"
    even, odd = head[::2].count(0), head[1::2].count(0)
    # In Latin text almost every other byte is zero; with many Chinese characters still one in ten.
    if max(even, odd) >= max(4, len(head) // 10) and 10 * min(even, odd) <= max(even, odd):
        return "utf-16-le" if odd > even else "utf-16-be"
    label = (charset or "").strip().lower()
    name = {"utf-16": "utf-16-le", "utf-16le": "utf-16-le", "utf-16be": "utf-16-be"}.get(label)
    if not name or head.isascii() or _TAG.search(head):
        return None
    return name if "<" in data[:_HEAD].decode(name, "replace") else None
