"""Our middlewares for Scrapy: scope, robots.txt, retries, certificates, public hosts, redirects."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from typing import Any
from urllib.parse import urlsplit

from OpenSSL import SSL
from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.downloadermiddlewares.retry import RetryMiddleware
from scrapy.downloadermiddlewares.robotstxt import RobotsTxtMiddleware
from scrapy.exceptions import CannotResolveHostError, DownloadConnectionRefusedError, IgnoreRequest
from scrapy.http import Response
from scrapy.http.headers import Headers
from scrapy.robotstxt import RobotParser
from service_identity import CertificateError, VerificationError

from weblode.errors import SourceError, WeblodeError
from weblode.pages.links import normalise, why_outside
from weblode.pages.unpacking import inflate
from weblode.sources.archives import status_phrase
from weblode.sources.public import public_addresses
from weblode.sources.retry_after import MAX_REST, retry_after, server_of
from weblode.sources.store import Exchange, IndexEntry

RESTART = 3.0  # seconds
ROBOTS_SIZE = 500 * 1024  # bytes; RFC 9309, 2.5: a crawler must read at least this much


class NoRules(IgnoreRequest):
    """The robots.txt of a host could not be fetched; the cause says why."""


class KnownAnswers(IgnoreRequest):
    """A redirect leads to a page that is in the archive."""

    def __init__(self, entry: IndexEntry, trail: list[Exchange]) -> None:
        super().__init__(entry.final)
        self.entry = entry
        self.trail = trail


class NotPublic(IgnoreRequest):
    """A host has an address that is not public."""


class Untrusted(IgnoreRequest):
    """The certificate of a server is not trusted."""


class GivenUp(IgnoreRequest):
    """A server has not answered for several pages in a row."""


class Scope:
    """Drops requests for pages outside the crawl's sites, or in the archive already, and redirects to lost servers."""

    def __init__(self, crawler: Crawler) -> None:
        self._spider: Any = crawler.spider  # a PageSpider, which Scrapy's types do not say

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Scope:
        """The middleware for a crawler; called by Scrapy."""
        return cls(crawler)

    def process_request(self, request: Request) -> None:
        """Raise IgnoreRequest if a page, or the page it redirects to, must not be fetched; note who is asked."""
        if "trail" not in request.meta:
            return
        if reason := why_outside(request.url, self._spider.options.scope):
            raise IgnoreRequest(reason)
        entry = self._spider.stored_pages.get(normalise(request.url))
        if entry and request.meta["trail"]:
            raise KnownAnswers(entry, request.meta["trail"])
        server = server_of(request)
        request.meta["servers"].append(server)
        if request.meta["trail"] and (reason := self._spider.why_given_up(server)):
            raise GivenUp(reason)


class Public:
    """Finds out whether a host was refused because it is not public (`resolver.PublicResolver`)."""

    async def process_exception(self, request: Request, exception: Exception) -> None:
        """Raise NotPublic, which is not retried, if that is the reason. The host is looked up once more to find out."""
        if not isinstance(exception, CannotResolveHostError):
            return
        try:
            await asyncio.to_thread(public_addresses, _host(request), 0)
        except SourceError as error:
            raise NotPublic(str(error)) from error
        except (OSError, UnicodeError):
            return


class Certificates:
    """Finds out whether a connection failed because of the server's certificate."""

    def process_exception(self, request: Request, exception: Exception) -> None:  # noqa: ARG002
        """Raise Untrusted, which is not retried, if that is the reason."""
        failures = (failure.value for failure in getattr(exception.__cause__, "reasons", ()))
        for each in failures:
            if isinstance(each, VerificationError | CertificateError):
                raise Untrusted("it is for another host") from exception
            if isinstance(each, SSL.Error) and "certificate verify failed" in str(each):
                raise Untrusted("it has expired, or nobody whom we trust vouches for it") from exception


class Obedience(RobotsTxtMiddleware):
    """Scrapy's robots.txt middleware, with one request to a host at a time until its robots.txt is read.

    In Scrapy 2.19 all requests that wait for one robots.txt share a Deferred, whose result is gone after the first of
    them: the others pass unchecked. And where robots.txt cannot be fetched, Scrapy allows everything; RFC 9309,
    2.3.1.4, allows nothing then. That result is kept, so that a silent host is not waited for again with every page.
    """

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        self._locks: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._failures: dict[str, Exception] = {}

    async def robot_parser(self, request: Request) -> RobotParser | None:
        """The rules of the request's host. Raises NoRules if they cannot be fetched."""
        host = urlsplit(request.url).netloc
        async with self._locks[host]:
            parser = await super().robot_parser(request)
        if host in self._failures:
            raise NoRules from self._failures[host]
        return parser

    def _robots_error(self, exc: Exception, netloc: str) -> None:
        self._failures[netloc] = exc
        super()._robots_error(exc, netloc)


class Patience(RetryMiddleware):
    """Scrapy's retries, but none if the server asks for a longer rest than MAX_REST. The rest is always respected.

    A server that refuses connections gets a rest of RESTART seconds before each retry.
    """

    def process_response(self, request: Request, response: Response) -> Request | Response:  # type: ignore[override]
        """The answer, or the request to be retried."""
        if seconds := retry_after(response):
            spider: Any = self.crawler.spider  # a PageSpider, which Scrapy's types do not say
            spider.rests.record_rest(server_of(request), seconds)
        return response if seconds > MAX_REST else super().process_response(request, response)

    def process_exception(self, request: Request, exception: Exception) -> Request | Response | None:  # type: ignore[override]
        """The request to be retried; where a server refuses connections, after the time that one takes to start."""
        again = super().process_exception(request, exception)
        if again is not None and isinstance(exception, DownloadConnectionRefusedError):
            spider: Any = self.crawler.spider
            spider.rests.record_rest(server_of(request), RESTART)
        return again


def describe_answer(response: Response) -> str:
    """The status of an answer without a page, in words."""
    seconds = retry_after(response)
    request = f", and asks to come back in {seconds:,.0f} s" if seconds > MAX_REST else ""
    return f"answered {response.status} {status_phrase(response.status)}".rstrip() + request


class Robots:
    """Interprets the answer to a request for robots.txt by the standard (RFC 9309, 2.3.1)."""

    def process_response(self, request: Request, response: Response) -> Response:
        """The answer. Of a robots.txt, status 5xx and 429 allow nothing, other errors allow everything.

        A file that cannot be decompressed allows nothing.
        """
        if "trail" in request.meta:
            return response
        if response.status >= 500 or response.status == 429:
            raise IgnoreRequest(describe_answer(response))
        if response.status >= 400:
            return response.replace(body=b"")
        encoding = (response.headers.get("Content-Encoding") or b"").decode("latin-1")
        try:
            return response.replace(body=inflate(response.body, encoding, limit=ROBOTS_SIZE))
        except WeblodeError as error:
            raise IgnoreRequest(str(error)) from error


class Trail:
    """Collects the redirects that led to a page, for the archive, and applies the delay that its host asks for."""

    def __init__(self, crawler: Crawler) -> None:
        self._crawler: Any = crawler  # its spider is a PageSpider, which Scrapy's types do not say

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Trail:
        """The middleware of a crawler; called by Scrapy."""
        return cls(crawler)

    def process_request(self, request: Request) -> None:
        """Set the delay that robots.txt asks for, with each request: Scrapy forgets hosts that were idle."""
        downloader = self._crawler.engine.downloader
        slot = downloader.slots.get(downloader.get_slot_key(request))
        if slot:
            slot.delay = self._crawler.spider.delay(request)

    def process_response(self, request: Request, response: Response) -> Response:
        """The answer; a redirect is added to the trail."""
        if 300 <= response.status < 400 and "trail" in request.meta:
            request.meta["trail"].append(exchange(response.replace(request=request, body=b"")))
        return response


def _host(request: Request) -> str:
    return urlsplit(request.url).hostname or ""


def exchange(response: Response) -> Exchange:
    """An answer with its request, as stored in the archive; chunk frames are removed already."""
    headers = [pair for pair in _pairs(response.headers) if pair[0].lower() != "transfer-encoding"]
    request = _pairs(response.request.headers) if response.request else []
    return Exchange(response.url, tuple(request), response.status, tuple(headers), response.body)


def _pairs(headers: Headers) -> list[tuple[str, str]]:
    return [(name.decode("latin-1"), value.decode("latin-1")) for name, values in headers.items() for value in values]
