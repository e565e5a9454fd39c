"""Fetches single pages by HTTP: the bytes, the final address and the charset.

Every cost of a page is limited: bytes on the wire and after decompression, seconds of silence and in total, redirects.
Error messages do not name the page: the caller knows its name.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from weblode.errors import LimitError, SourceError, require
from weblode.limits import Limits
from weblode.pages.unpacking import inflate, join_chunks, too_large
from weblode.sources.trust import ssl_context, untrusted

if TYPE_CHECKING:
    from ssl import SSLContext

    import httpx

PAGE_TYPES = ("text/html", "application/xhtml+xml", "text/plain", "application/xml", "text/xml")
# What is read if its address is named, but not followed in a crawl.
FILE_TYPES = (*PAGE_TYPES, "application/rss+xml", "application/atom+xml", "application/rdf+xml", "application/json")


class FetchedPage(NamedTuple):
    """A fetched page."""

    data: bytes
    url: str  # after redirects
    charset: str | None


class Fetcher:
    """Fetches pages one after the other, over one client; a context manager."""

    def __init__(self, limits: Limits) -> None:
        require("httpx", "weblode[crawl]")
        import httpx  # slow to import, so only when an address is fetched

        self._limits = limits
        self._clock = Clock(limits.time)
        checks = ssl_context(insecure=limits.insecure)
        self._client = httpx.Client(
            headers={
                "User-Agent": limits.user_agent,
                "Accept": "text/html, application/xhtml+xml, application/xml;q=0.9, */*;q=0.5",
                "Accept-Encoding": "gzip, deflate",
            },
            timeout=min(limits.timeout, limits.time),
            verify=checks,
            transport=None if limits.private else _public_transport(checks),
            trust_env=limits.private,  # a proxy resolves names itself, perhaps to addresses we did not check
        )

    def __enter__(self) -> Fetcher:
        return self

    def __exit__(self, *_: object) -> None:
        self._client.close()

    def fetch(self, address: str, types: Collection[str] = FILE_TYPES) -> FetchedPage:
        """The page at an address, or a file of one of the media types. Raises SourceError or LimitError."""
        import httpx

        self._clock.start()
        try:
            return self._follow(address, types)
        except httpx.TimeoutException as error:
            self._clock.seconds_left()  # raises LimitError if the page took too long in total
            silence = f"{self._limits.timeout:g} s"
            raise SourceError(f"no answer within {silence}; wait longer with --timeout") from error
        except (httpx.InvalidURL, UnicodeError) as error:  # UnicodeError: a host name that IDNA refuses
            raise SourceError(f"not a usable address ({error})") from error
        except httpx.HTTPError as error:
            if reason := _certificate_fault(error):
                raise untrusted(reason) from error
            raise SourceError(f"cannot be fetched ({str(error) or type(error).__name__})") from error

    def _follow(self, address: str, types: Collection[str]) -> FetchedPage:
        """The answer after all redirects.

        Not left to httpx, which reads the whole bodies of the redirecting answers, however large.
        """
        request = self._request(address)
        for _ in range(self._limits.redirects + 1):
            response = self._client.send(request, stream=True, follow_redirects=False)
            with closing(response):
                if response.next_request is None:
                    return self._answer(response, types)
                request = response.next_request
        raise SourceError(f"redirects more than {self._limits.redirects} times, at last to {request.url}")

    def _request(self, address: str) -> httpx.Request:
        scheme = address.partition("://")[0]
        if scheme.lower() not in ("http", "https"):
            raise SourceError(f"{scheme}:// is not supported; an address begins with http:// or https://")
        request = self._client.build_request("GET", address, extensions={"trace": self._clock.watch})
        if not re.fullmatch(rb"[\w.:-]+", request.url.raw_host):
            raise SourceError("not a usable address (it has no host that can be looked up)")
        return request

    def _answer(self, response: httpx.Response, types: Collection[str]) -> FetchedPage:
        if not response.is_success:
            raise SourceError(f"answered {response.status_code} {response.reason_phrase}".rstrip())
        kind, charset = content_type(response.headers.get("content-type", ""))
        if kind and kind not in types:
            raise SourceError(f"is {kind}, not {'a page' if types is FILE_TYPES else ' or '.join(types)}")
        encoding = response.headers.get("content-encoding", "")
        data = inflate(self._body(response), encoding, limit=self._limits.size)
        url = response.url.copy_with(username=None, password=None)  # a password must not reach the results
        return FetchedPage(data, str(url), charset)

    def _body(self, response: httpx.Response) -> bytes:
        """The body as it came over the wire."""
        declared = response.headers.get("content-length", "")
        if declared.isdecimal() and int(declared) > self._limits.size:
            raise too_large(self._limits.size, int(declared))
        return join_chunks(self._clock.while_time_left(response.iter_raw()), limit=self._limits.size)


def _public_transport(checks: SSLContext) -> httpx.BaseTransport:
    from weblode.sources.guarded import PublicTransport  # imports httpx

    return PublicTransport(checks)


def _certificate_fault(error: BaseException) -> str:
    """What is wrong with a server's certificate if that caused an error; else ""."""
    from ssl import SSLCertVerificationError

    cause: BaseException | None = error
    while cause is not None and not isinstance(cause, SSLCertVerificationError):
        cause = cause.__cause__ or cause.__context__
    return "" if cause is None else cause.verify_message.rstrip(".")


class Clock:
    """The time left for a page.

    The timeouts of httpx are for a single read, so a server that sends a byte now and then could keep a request open
    for ever, even within the headers, where httpx does not return control. So the clock is checked before every read
    of the connection.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self.start()

    def start(self) -> None:
        """Start the time of a new page."""
        self._end = time.monotonic() + self._seconds

    def seconds_left(self, timeout: float | None = None) -> float:
        """The seconds left, at most the timeout. Raises LimitError if there are none."""
        seconds = self._end - time.monotonic()
        if seconds <= 0:
            raise LimitError(f"takes longer than the limit of {self._seconds:g} s; raise it with --max-time")
        return seconds if timeout is None else min(seconds, timeout)

    def while_time_left(self, chunks: Iterable[bytes]) -> Iterator[bytes]:
        """The chunks. Raises LimitError when there is no time left."""
        for chunk in chunks:
            self.seconds_left()
            yield chunk

    def watch(self, event: str, info: dict[str, Any]) -> None:
        """Check the time before each read of a new connection; httpx calls this as the "trace" of a request."""
        if event.endswith(("connect_tcp.complete", "start_tls.complete")):
            stream = info["return_value"]
            stream.read = partial(self._read, stream.read)

    def _read(self, read: Callable[..., bytes], size: int, timeout: float | None = None) -> bytes:
        return read(size, timeout=self.seconds_left(timeout))


def content_type(header: str) -> tuple[str, str | None]:
    """The media type in lower case ("" if none) and the charset of a Content-Type header.

    >>> content_type('Text/HTML; charset="utf-8"')
    ('text/html', 'utf-8')
    """
    charset = re.search(r"""charset\s*=\s*["']?\s*([^\s"';,]+)""", header, re.IGNORECASE)
    return re.split("[;,]", header)[0].strip().lower(), charset[1] if charset else None
