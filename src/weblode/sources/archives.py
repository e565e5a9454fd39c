"""The pages of a WARC archive (ISO 28500), compressed or not."""

from __future__ import annotations

import warnings
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from io import BufferedReader, BytesIO, RawIOBase
from typing import IO, TYPE_CHECKING, Any

from weblode.caches import regex
from weblode.errors import SourceError, WeblodeError, require
from weblode.limits import Limits
from weblode.pages.page import Page, Unread, printable, unread_page
from weblode.pages.unpacking import chunks, decode, join_chunks, too_large, unpacking_reader
from weblode.sources.fetch import content_type

if TYPE_CHECKING:
    from fastwarc.warc import WarcRecord

ARCHIVE_SUFFIXES = (".warc", ".warc.gz", ".warc.zst")

_HTML = ("text/html", "application/xhtml+xml")
_XML = regex(r"(?:text|application)/(?:[\w.-]+\+)?xml")  # RFC 7303
_NOT_READ = ("application/mathml+xml", "application/xslt+xml")  # parts of pages, as images are
_GONE = ("404", "410")  # statuses of pages that are no more
CHUNK_HEADER = regex(rb"[ \t]*([0-9a-fA-F]{1,8})[^\r\n]*\r?\n")


def is_archive(path: str, stream: BufferedReader) -> bool:
    """Whether a file is an archive, by its name or its first bytes."""
    return path.lower().endswith(ARCHIVE_SUFFIXES) or stream.peek(6).startswith(b"WARC/1")


def archive_pages(
    path: str, stream: BufferedReader, limits: Limits, *, xml: bool = False, part: bool = False
) -> Iterator[Page | Unread]:
    """The pages of a WARC archive; the last is an Unread if the archive is cut off, damaged or has no pages.

    With `xml`, feeds and other XML documents are pages too. A `part` of an archive may be without pages.
    """
    from_stream, kinds = _reader()
    plain = _WatchedStream(unpacking_reader(stream))
    count = 0
    damage = ""
    try:
        for record in from_stream(plain, record_types=kinds, stream_detect=False):
            if _is_page(record, xml=xml):
                yield _record_page(path, record, limits)
                count += 1
    except (OSError, EOFError) as error:
        damage = str(error)
    if damage := damage or plain.damage():
        number = f"{count} page" if count == 1 else f"{count} pages"
        yield unread_page(path, SourceError(f"is cut off or damaged after {number} ({damage})"))
    elif not count and not part:
        yield unread_page(
            path,
            SourceError(f"no pages in this archive; HTML{' or XML' if xml else ''} answered with status 200 is a page"),
        )


def first_page(archive: bytes, limits: Limits) -> Page:
    """The page of the first answer in an archive, whatever its status and type.

    Raises SourceError, LimitError, or EOFError if the archive ends before the page does.
    """
    page = _first_answer(BytesIO(archive), limits)
    if page is None:
        raise SourceError("there is no answer in the archive")
    return page


def _first_answer(stream: IO[bytes], limits: Limits) -> Page | None:
    from_stream, kinds = _reader()
    record = next(iter(from_stream(stream, record_types=kinds)), None)
    if record is None:
        return None
    url = (record.headers.get("WARC-Target-URI") or "").strip("<>")
    return Page(url, _decode_record(record, limits), url or None, content_type(_header(record, "Content-Type"))[1])


@dataclass(frozen=True)
class ArchivePlace:
    """The position of an answer in an archive."""

    url: str
    offset: int
    location: str = ""  # where it redirects to, if it does
    refusal: str = ""  # the status of an answer that is no page, if it is one, in words

    @property
    def is_refused_for_now(self) -> bool:
        """Whether it is a refusal that does not say that the page is gone (404, 410)."""
        return bool(self.refusal) and not self.refusal.startswith(_GONE)


def places(path: str) -> Iterator[ArchivePlace]:
    """The places of the pages, redirects and refusals of an archive. Raises SourceError if it cannot be read."""
    from_stream, kinds = _reader()
    try:
        with open(path, "rb") as stream:
            for record in from_stream(stream, record_types=kinds):
                url = (record.headers.get("WARC-Target-URI") or "").strip("<>")
                location = _header(record, "Location") if record.http_headers is not None else ""
                status = (record.http_headers.status_code or 0) if record.http_headers is not None else 0
                if location and 300 <= status < 400:
                    yield ArchivePlace(url, record.stream_pos, location)
                elif status >= 400:
                    yield ArchivePlace(url, record.stream_pos, refusal=f"{status} {status_phrase(status)}".rstrip())
                elif _is_page(record):
                    yield ArchivePlace(url, record.stream_pos)
    except (OSError, EOFError) as error:
        raise SourceError(f"{printable(path)}: cannot be read as an archive ({error})") from error


def status_phrase(status: int) -> str:
    """The standard phrase of an HTTP status; "" if it has none."""
    from http import HTTPStatus

    return HTTPStatus(status).phrase if status in HTTPStatus._value2member_map_ else ""


def record_offsets(stream: BufferedReader) -> Iterator[int]:
    """The offsets of the records of an archive after the first, at which it can be cut; none if it is not packed so.

    An archive that is damaged can be cut up to there. One that is packed as a whole cannot be cut.
    """
    from_stream, _ = _reader()
    first = True
    try:
        for record in from_stream(stream, parse_http=False):
            if not first:
                yield record.stream_pos
            first = False
    except (OSError, EOFError):
        return


def page_at(path: str, place: ArchivePlace, limits: Limits) -> Page:
    """The page at a place of an archive. Raises SourceError, LimitError or EOFError."""
    with open(path, "rb") as stream:
        stream.seek(place.offset)
        page = _first_answer(stream, limits)
    if page is None or page.url != place.url:
        raise SourceError(f"{printable(path)} is not packed record by record; pack it anew with `warcio recompress`")
    return page


def _reader() -> tuple[Callable[..., Iterator[WarcRecord]], Any]:
    """fastwarc's iterator over the records of a stream, and the record types that hold pages."""
    require("fastwarc", "weblode[crawl]")
    with warnings.catch_warnings():
        # fastwarc 1.1.0 warns on import about deprecated classes of its own.
        warnings.simplefilter("ignore", DeprecationWarning)
        from fastwarc.warc import ArchiveIterator, WarcRecordType

    return ArchiveIterator, WarcRecordType.response | WarcRecordType.resource


class _WatchedStream(RawIOBase):
    """A stream that remembers its position and how it ended.

    An error of the underlying stream ends it, so that the pages before are still read: fastwarc would drop what it has
    buffered. fastwarc ends silently where an archive is cut off, even in the middle of a header, so the last bytes are
    checked here; and it panics without `tell`, which a pipe does not have.
    """

    def __init__(self, read: Callable[[int], bytes]) -> None:
        self._read = read
        self._position = 0
        self._tail = b""
        self._error = ""

    def read(self, size: int = -1) -> bytes:
        try:
            data = self._read(size)
        except (OSError, EOFError, zlib.error) as error:
            self._error, data = str(error), b""
        self._position += len(data)
        self._tail = (self._tail + data[-4:])[-4:]
        return data

    def tell(self) -> int:
        return self._position

    def damage(self) -> str:
        """What was wrong with the stream that has ended; "" if nothing."""
        if not self._error and self._tail not in (b"", b"\r\n\r\n"):  # ISO 28500: the end of every record
            return "the last record has no end"
        return self._error


def _header(record: WarcRecord, name: str) -> str:
    """An HTTP header of the page in a record, or the record's own header if it was not fetched by HTTP."""
    headers = record.headers if record.http_headers is None else record.http_headers
    return headers.get(name) or ""


def _is_page(record: WarcRecord, *, xml: bool = False) -> bool:
    """Whether a record holds HTML, or XML if asked for; archives also hold images, scripts and failed requests."""
    kind, _ = content_type(_header(record, "Content-Type"))
    succeeded = record.http_headers is None or record.http_headers.status_code == 200
    return succeeded and (kind in _HTML or (xml and kind not in _NOT_READ and _XML.fullmatch(kind) is not None))


def _record_page(path: str, record: WarcRecord, limits: Limits) -> Page | Unread:
    """The page of a record; an Unread if it cannot be decoded. Raises EOFError if the archive ends in it."""
    url = (record.headers.get("WARC-Target-URI") or "").strip("<>")
    _, charset = content_type(_header(record, "Content-Type"))
    try:
        return Page(f"{printable(path)}#{url}", _decode_record(record, limits), url or None, charset)
    except WeblodeError as error:
        return unread_page(f"{path}#{url}", error)


def _read_payload(record: WarcRecord, limits: Limits) -> bytes:
    size = record.content_length
    if size > limits.size:
        raise too_large(limits.size, size)
    payload = join_chunks(chunks(record.reader.read), limit=limits.size)
    if len(payload) < size:
        raise EOFError(f"the next has {len(payload):,} of {size:,} bytes")
    return payload


def _decode_record(record: WarcRecord, limits: Limits) -> bytes:
    """The page in a record, without its transfer and content encodings.

    fastwarc's auto_decode is not used: in 1.1.0 it silently ends the archive after the first payload that is both
    chunked and compressed. Some crawlers store the decoded page but keep the header, so a payload that cannot be
    decoded and looks like markup stays as it is.
    """
    payload = _read_payload(record, limits)
    if "chunked" in _header(record, "Transfer-Encoding").lower():
        payload = _remove_chunk_frames(payload)
    try:
        return decode(payload, _header(record, "Content-Encoding"), limit=limits.size)
    except SourceError:
        if payload.lstrip().startswith(b"<"):
            return payload
        raise


def _remove_chunk_frames(payload: bytes) -> bytes:
    """The payload without its chunk frames (RFC 9112, 7.1); unchanged if it has none."""
    body = bytearray()
    position = 0
    while (header := CHUNK_HEADER.match(payload, position)) and (size := int(header[1], 16)):
        body += payload[header.end() : header.end() + size]
        position = header.end() + size + 2
    return bytes(body) if position else payload
