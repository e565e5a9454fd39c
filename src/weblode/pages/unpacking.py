"""Reading and decompressing bytes, piece by piece, up to a limit.

All decompression happens here, so that a decompression bomb costs no more than an ordinary page: HTTP answers, archives
(WARC), the records of a run's own archive, and the content encodings within them.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Iterator
from io import BufferedReader, BytesIO
from typing import IO

from weblode.errors import LimitError, SourceError, require

GZIP_MAGIC = b"\x1f\x8b"
ZSTD_MAGIC = (b"\x28\xb5\x2f\xfd", b"\x5d\x2a\x4d\x18")  # a frame; the dictionary frame of a .warc.zst
PIECE = 1 << 16

# The window sizes of zlib.decompressobj: 31 is gzip, 15 is zlib, -15 is bare deflate.
GZIP, ZLIB, BARE = 31, 15, -15


def join_chunks(chunks: Iterable[bytes], *, limit: int) -> bytes:
    """The chunks joined. Raises LimitError as soon as they are longer than the limit."""
    body = bytearray()
    for chunk in chunks:
        body += chunk
        if len(body) > limit:
            raise too_large(limit)
    return bytes(body)


def chunks(read: Callable[[int], bytes]) -> Iterator[bytes]:
    """The bytes that a read function returns, piece by piece up to the end."""
    return iter(lambda: read(PIECE), b"")


def too_large(limit: int, size: int | None = None) -> LimitError:
    """The error for a page of that size; without a size, of an unknown size over the limit."""
    much = "more" if size is None else f"{size:,} bytes, more"
    return LimitError(f"{much} than the limit of {limit:,} bytes; raise it with --max-size")


def inflate(body: bytes, encoding: str, *, limit: int) -> bytes:
    """The body without its content encoding: gzip, deflate or none. Raises SourceError or LimitError.

    Not left to httpx, which inflates without a limit, and brotli as well if that is installed. What follows the first
    gzip member is ignored, as in browsers: millions of tiny members are a bomb too.
    """
    encoding = encoding.strip().lower()
    if encoding in ("", "identity") or not body:
        return body
    try:
        return _inflate([body], _window(body, encoding), limit=limit)
    except zlib.error as error:
        raise SourceError(f"the {encoding} data is damaged ({error})") from error
    except EOFError as error:
        raise SourceError(f"the {encoding} data is cut off") from error


def decode(body: bytes, encoding: str, *, limit: int) -> bytes:
    """The body of an archived answer without its content encoding, which may also be br or zstd."""
    require("fastwarc", "weblode[crawl]")
    from fastwarc.stream_io import BrotliReader, ZstdReader

    encoding = encoding.strip().lower()
    reader = {"br": BrotliReader, "zstd": ZstdReader}.get(encoding)
    if reader is None:
        return inflate(body, encoding, limit=limit)
    try:
        return join_chunks(chunks(reader(BytesIO(body)).read), limit=limit)
    except OSError as error:
        raise SourceError(f"the {encoding} data is damaged ({error})") from error


def read_member(stream: IO[bytes], length: int, *, limit: int) -> bytes:
    """The decompressed gzip member of `length` packed bytes at the current position of a stream.

    Raises LimitError, zlib.error if it is damaged, and EOFError if it is cut off.
    """
    return _inflate(_pieces(stream, length), GZIP, limit=limit)


def unpacking_reader(stream: BufferedReader) -> Callable[[int], bytes]:
    """A function that reads a stream, decompressed if it is gzip or zstd; it returns all data before a failure.

    Neither format keeps more in memory than a piece and its window, at most 128 MiB with zstd.
    """
    start = stream.peek(4)
    if start.startswith(GZIP_MAGIC):
        import gzip

        return gzip.GzipFile(fileobj=stream).read1
    if start.startswith(ZSTD_MAGIC):
        require("fastwarc", "weblode[crawl]")
        from fastwarc.stream_io import ZstdReader

        reader: Callable[[int], bytes] = ZstdReader(stream).read
        return reader
    return stream.read1


def _inflate(pieces: Iterable[bytes], window: int, *, limit: int) -> bytes:
    """The pieces decompressed by zlib, up to the limit. Raises LimitError, zlib.error, EOFError."""
    inflater = zlib.decompressobj(window)
    data = bytearray()
    for piece in pieces:
        data += inflater.decompress(piece, limit + 1 - len(data))
        if len(data) > limit:
            raise too_large(limit)
        if inflater.eof:
            return bytes(data)
    raise EOFError("it is cut off")


def _pieces(stream: IO[bytes], length: int) -> Iterator[bytes]:
    while length > 0 and (piece := stream.read(min(length, PIECE))):
        length -= len(piece)
        yield piece


def _window(body: bytes, encoding: str) -> int:
    """The window size for a content encoding. "deflate" means zlib, but some servers send bare deflate."""
    if encoding in ("gzip", "x-gzip"):
        return GZIP
    if encoding != "deflate":
        raise SourceError(f"comes encoded as {encoding}; known are gzip and deflate")
    is_zlib = body[0] & 15 == 8 and int.from_bytes(body[:2], "big") % 31 == 0
    return ZLIB if is_zlib else BARE
