"""Files that are no pages: images, archives, programs, and other bytes that are no text."""

import re

from weblode.caches import regex

_SAMPLE = 64 * 1024  # bytes that are looked at
_BEGINNING = 1024  # bytes that are looked at first
_MOST = 0.02  # the share of control characters that a text may have; random bytes have 0.1
_CONTROLS = bytes({*range(32), 127} - set(b"\t\n\f\r\x1b"))  # ISO-2022 has escapes in its texts
_MARKUP = regex(
    rb"<(?:!doctype|\?xml|/?(?:html|head|body|title|meta|script|style|div|span|table|tr|td|th|ul|ol|li|br|h[1-6])\b)",
    re.IGNORECASE,
)
_SIGNATURES = {
    b"\x89PNG\r\n": "a PNG image",
    b"\xff\xd8\xff": "a JPEG image",
    b"GIF87a": "a GIF image",
    b"GIF89a": "a GIF image",
    b"\x00\x00\x01\x00": "an icon",
    b"%PDF-": "a PDF document",
    b"PK\x03\x04": "a ZIP archive or an office document",
    b"\x1f\x8b\x08": "a gzip archive",
    b"BZh": "a bzip2 archive",
    b"\xfd7zXZ\x00": "an xz archive",
    b"7z\xbc\xaf\x27\x1c": "a 7z archive",
    b"\x28\xb5\x2f\xfd": "a zstd archive",
    b"SQLite format 3\x00": "an SQLite database",
    b"PAR1": "a Parquet file",
    b"\x7fELF": "a program",
    b"OggS": "an Ogg file",
    b"ID3": "an MP3 file",
    b"wOFF": "a font",
    b"wOF2": "a font",
}
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")


def binary_kind(data: bytes) -> str:
    """What the bytes are if they are no page, such as "a PNG image"; "" for a page. Bytes with markup are a page.

    >>> binary_kind(b"GIF89a\\x01\\x00"), binary_kind(bytes(range(256))), binary_kind(b"<p>PNG</p>")
    ('a GIF image', 'binary data', '')
    """
    for signature, kind in _SIGNATURES.items():
        if data.startswith(signature):
            return kind
    if data[8:12] == b"WEBP" and data.startswith(b"RIFF"):
        return "a WebP image"
    if data[4:8] == b"ftyp":
        return "a video or image"
    if _MARKUP.search(data, 0, _BEGINNING):  # most pages: a look at their beginning spares the rest
        return ""
    sample = data[:_SAMPLE]
    controls = len(sample) - len(sample.translate(None, _CONTROLS))
    is_text = controls <= _MOST * len(sample) or sample.startswith(_UTF_16)
    return "" if is_text or _MARKUP.search(sample.replace(b"\0", b"")) else "binary data"
