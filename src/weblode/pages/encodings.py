"""Bytes of a page as UTF-8: which encoding it is in, and what to do when it says the wrong one.

The order is the HTML standard's (byte order mark, HTTP header, `meta`), with detection at its end. A declaration is
believed only if the page can be read by it, and valid UTF-8 is not read as anything else: pages say `iso-8859-1` over
UTF-8 every day, and hardly any other text is UTF-8 by chance.
"""

import codecs
import re

_MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_COMMENT = re.compile(rb"<!--.*?-->", re.DOTALL)
_WIDE_TAG = re.compile(rb"(?:[\t\n\f\r ]\0)*<\0|(?:\0[\t\n\f\r ])*\0<")
_DECLARED = re.compile(rb"<(?:meta|\?xml)\b[^>]*?(?:charset|encoding)\s*=\s*[\"']?\s*([\w:.-]+)", re.IGNORECASE)
# The standard looks at 1,024 bytes and lets a later declaration start the parse anew; this is the same in one go.
_HEAD = 8192
# Fewer continuation bytes than this can be an accident: two Chinese characters in GBK are UTF-8 as well.
_ENOUGH = 6
_ASIAN = frozenset({"big5", "euc_jp", "euc_kr", "cp949", "gb18030", "gbk", "iso2022_jp", "shift_jis", "cp932"})
# Not text, or dangerous: utf-7 hides markup in plain letters.
_NEVER = frozenset({"utf-7", "replacement", "x-user-defined"})


def to_utf8(data: bytes, charset: str | None = None) -> tuple[bytes, str]:
    """The page in UTF-8, always valid, and the encoding it was in. `charset` is what the HTTP header said."""
    for mark, name in _MARKS:
        if data.startswith(mark):
            return _transcode(data[len(mark) :], name)
    if b"\0" in data and (wide := _wide(data)):
        return _transcode(data, wide)
    if data.isascii() and b"\x1b" not in data:
        return data, "utf-8"
    try:
        extra = len(data) - len(data.decode())
    except UnicodeDecodeError:
        return _best(data, [*_declared(data, charset), *_detected(data)])
    # Plain UTF-8; only where a character or two speak for it may they be one of an encoding of Asia.
    asian = [name for name in _declared(data, charset) if name in _ASIAN] if extra < _ENOUGH else []
    return _best(data, [*asian, "utf-8"]) if asian else (data, "utf-8")


def _best(data: bytes, names: list[str]) -> tuple[bytes, str]:
    """The page by the first of the encodings that fits it, or by the one with the fewest errors."""
    best: tuple[int, str, str] | None = None
    for name in names:
        text = data.decode(name, "replace")
        errors = text.count("\ufffd")
        if best is None or errors < best[0]:
            best = errors, text, name
        if not errors:
            break
    assert best is not None
    return best[1].encode(errors="replace"), best[2]


def _declared(data: bytes, charset: str | None) -> list[str]:
    """The encodings that the HTTP header and the page itself declare, in this order."""
    found = _DECLARED.search(_COMMENT.sub(b"", data[:_HEAD]))
    labels = (charset, found and found[1].decode("ascii", "replace"))
    return [name for label in labels if label and (name := _codec(label))]


def _detected(data: bytes) -> list[str]:
    from resiliparse.parse.encoding import detect_encoding

    return [_codec(detect_encoding(data)) or "utf-8", "utf-8"]


def _codec(label: str) -> str | None:
    """The codec that a label of the web means, or None if it means none."""
    from resiliparse.parse.encoding import map_encoding_to_html5

    name = map_encoding_to_html5(label.strip().lower(), fallback_utf8=False)
    if name is None or name in _NEVER:
        return None
    # Bytes that a byte-wise scan could read a declaration from are not UTF-16.
    if name.startswith("utf-16"):
        return "utf-8"
    try:
        info = codecs.lookup(name)
    except LookupError:
        return None
    return info.name if getattr(info, "_is_text_encoding", True) else None


def _wide(data: bytes) -> str | None:
    """The UTF-16 that a page without a byte order mark is in, by where the zero bytes of its markup stand."""
    head = data[:1024]
    even, odd = head[::2].count(0), head[1::2].count(0)
    if not _WIDE_TAG.match(head) and abs(even - odd) <= len(head) // 8:
        return None
    return "utf-16-le" if odd > even else "utf-16-be"


def _transcode(data: bytes, name: str) -> tuple[bytes, str]:
    return data.decode(name, "replace").encode(errors="replace"), name
