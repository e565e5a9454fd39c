"""Bytes within a limit: read piece by piece, and unpacked no further than that.

All that is packed is unpacked here, so that a bomb costs no more than an honest page: answers by HTTP, archives (WARC),
the records of a run's own archive, and the content encodings within them.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable, Iterable, Iterator
from io import BufferedReader, BytesIO
from typing import IO

from weblode.errors import LimitError, SourceError

GZIP_MAGIC = b"\x1f\x8b"
ZSTD_MAGIC = (b"\x28\xb5\x2f\xfd", b"\x5d\x2a\x4d\x18")  # a frame; the dictionary frame of a .warc.zst
PIECE = 1 << 16

# The window sizes of zlib.decompressobj: 31 is gzip, 15 is zlib, -15 is bare deflate.
GZIP, ZLIB, BARE = 31, 15, -15


def bounded(chunks: Iterable[bytes], *, limit: int) -> bytes:
    """The chunks in one piece. Raises LimitError as soon as they are longer than the limit."""
    body = bytearray()
    for chunk in chunks:
        body += chunk
        if len(body) > limit:
            raise too_large(limit)
    return bytes(body)


def chunks(read: Callable[[int], bytes]) -> Iterator[bytes]:
    """What a function that reads a number of bytes gives, piece by piece."""
    return iter(lambda: read(PIECE), b"")


def too_large(limit: int, size: int | None = None) -> LimitError:
    """The error for a page of that size, or of a size not known but over the limit."""
    much = "more" if size is None else f"{size:,} bytes, more"
    return LimitError(f"{much} than the limit of {limit:,} bytes; raise it with --max-size")


def inflated(body: bytes, encoding: str, *, limit: int) -> bytes:
    """The body without its content encoding: gzip, deflate or none. Raises SourceError or LimitError.

    httpx would inflate whatever comes, and brotli as well if that is installed. What follows the first gzip member is
    ignored, as browsers do: millions of tiny members are a bomb too.
    """
    encoding = encoding.strip().lower()
    if encoding in ("", "identity") or not body:
        return body
    try:
        return _inflated([body], _window(body, encoding), limit=limit)
    except zlib.error as error:
        raise SourceError(f"the {encoding} data is damaged ({error})") from error
    except EOFError as error:
        raise SourceError(f"the {encoding} data is cut off") from error


def decoded(body: bytes, encoding: str, *, limit: int) -> bytes:
    """The body of an archived answer without its content encoding, which may also be br or zstd."""
    from fastwarc.stream_io import BrotliReader, ZstdReader

    encoding = encoding.strip().lower()
    reader = {"br": BrotliReader, "zstd": ZstdReader}.get(encoding)
    if reader is None:
        return inflated(body, encoding, limit=limit)
    try:
        return bounded(chunks(reader(BytesIO(body)).read), limit=limit)
    except OSError as error:
        raise SourceError(f"the {encoding} data is damaged ({error})") from error


def member(stream: IO[bytes], length: int, *, limit: int) -> bytes:
    """The gzip member that begins where a stream is and has a length there.

    Raises LimitError, zlib.error if it is damaged, and EOFError if it is cut off.
    """
    return _inflated(_pieces(stream, length), GZIP, limit=limit)


def unpacked(stream: BufferedReader) -> Callable[[int], bytes]:
    """The function that reads a stream, unpacked if it is gzip or zstd, and gives all there is before it fails.

    Neither keeps more of it than a piece and its window, which zstd has of 128 MiB at the most.
    """
    start = stream.peek(4)
    if start.startswith(GZIP_MAGIC):
        return gzip.GzipFile(fileobj=stream).read1
    if start.startswith(ZSTD_MAGIC):
        from fastwarc.stream_io import ZstdReader

        read: Callable[[int], bytes] = ZstdReader(stream).read
        return read
    return stream.read1


def _inflated(pieces: Iterable[bytes], window: int, *, limit: int) -> bytes:
    """What pieces hold that were packed by zlib, which stops at the limit. Raises LimitError, zlib.error, EOFError."""
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
