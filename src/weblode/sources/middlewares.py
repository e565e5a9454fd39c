"""What Scrapy does to our requests and their answers beyond its own ways."""

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
from scrapy.exceptions import CannotResolveHostError, IgnoreRequest
from scrapy.http import Response
from scrapy.http.headers import Headers
from scrapy.robotstxt import RobotParser
from service_identity import CertificateError, VerificationError

from weblode.errors import SourceError, WeblodeError
from weblode.pages.links import normalise, why_outside
from weblode.pages.unpacking import inflate
from weblode.sources.public import addresses
from weblode.sources.rests import MAX_REST, rest, server_of
from weblode.sources.store import Exchange, IndexEntry, phrase

ROBOTS_SIZE = 500 * 1024  # bytes; RFC 9309, 2.5: a crawler must read at least so much of it


class NoRules(IgnoreRequest):
    """The robots.txt of a host cannot be had; the cause says why."""


class KnownAnswers(IgnoreRequest):
    """A redirect leads to a page that the archive has."""

    def __init__(self, entry: IndexEntry, trail: list[Exchange]) -> None:
        super().__init__(entry.final)
        self.entry = entry
        self.trail = trail


class NotPublic(IgnoreRequest):
    """A host has an address that is not public."""


class Untrusted(IgnoreRequest):
    """A server shows a certificate that we do not take."""


class Scope:
    """Keeps us off pages that are not of the crawl's sites, or that the archive has."""

    def __init__(self, crawler: Crawler) -> None:
        self._spider: Any = crawler.spider  # ours, which Scrapy's types cannot know

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Scope:
        """The scope of a crawler; Scrapy makes it so."""
        return cls(crawler)

    def process_request(self, request: Request) -> None:
        """Raise IgnoreRequest if a page, or where it redirects to, is not to be fetched."""
        if "trail" not in request.meta:
            return
        if reason := why_outside(request.url, self._spider.options.scope):
            raise IgnoreRequest(reason)
        known = self._spider.known.get(normalise(request.url))
        if known and request.meta["trail"]:
            raise KnownAnswers(known, request.meta["trail"])


class Public:
    """Tells why a host was not found, if it is because it must not be (`resolver.PublicResolver`)."""

    async def process_exception(self, request: Request, exception: Exception) -> None:
        """Raise NotPublic if that is why; so there is no retry. The host is looked up once more for its answer."""
        if not isinstance(exception, CannotResolveHostError):
            return
        try:
            await asyncio.to_thread(addresses, _host(request), 0)
        except SourceError as error:
            raise NotPublic(str(error)) from error
        except (OSError, UnicodeError):
            return


class Certificates:
    """Tells why there was no connection, if it is for the server's certificate."""

    def process_exception(self, request: Request, exception: Exception) -> None:  # noqa: ARG002
        """Raise Untrusted if that is why; so there is no retry."""
        failures = (failure.value for failure in getattr(exception.__cause__, "reasons", ()))
        for each in failures:
            if isinstance(each, VerificationError | CertificateError):
                raise Untrusted("it is for another host") from exception
            if isinstance(each, SSL.Error) and "certificate verify failed" in str(each):
                raise Untrusted("it has expired, or nobody whom we trust vouches for it") from exception


class Obedience(RobotsTxtMiddleware):
    """Scrapy's obedience to robots.txt, one request of a host at a time until that is read.

    In Scrapy 2.19 all that wait for one robots.txt share a Deferred, whose result is gone after the first of them:
    the others are let through unchecked. And where robots.txt cannot be had, all is allowed; RFC 9309, 2.3.1.4, has it
    the other way, and a host that is silent is not waited for again with every page.
    """

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        self._locks: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._failures: dict[str, Exception] = {}

    async def robot_parser(self, request: Request) -> RobotParser | None:
        """The rules of the request's host. Raises NoRules if they cannot be had."""
        host = urlsplit(request.url).netloc
        async with self._locks[host]:
            found = await super().robot_parser(request)
        if host in self._failures:
            raise NoRules from self._failures[host]
        return found

    def _robots_error(self, exc: Exception, netloc: str) -> None:
        self._failures[netloc] = exc
        super()._robots_error(exc, netloc)


class Patience(RetryMiddleware):
    """Scrapy's retries, none if the server asks for a longer rest than we wait for; it has its rest in any case."""

    def process_response(self, request: Request, response: Response) -> Request | Response:  # type: ignore[override]
        """The answer, or the request once more."""
        if asked := rest(response):
            spider: Any = self.crawler.spider  # ours, which Scrapy's types cannot know
            spider.rests.note(server_of(request), asked)
        return response if asked > MAX_REST else super().process_response(request, response)


def answered(response: Response) -> str:
    """What a server answered that gives no page."""
    wait = rest(response)
    asked = f", and asks to come back in {wait:,.0f} s" if wait > MAX_REST else ""
    return f"answered {response.status} {phrase(response.status)}".rstrip() + asked


class Robots:
    """Reads robots.txt as the standard has it (RFC 9309, 2.3.1)."""

    def process_response(self, request: Request, response: Response) -> Response:
        """The answer; of robots.txt what it means: a server in trouble allows nothing, one without it everything.

        One that has too many requests (429) is in trouble.
        """
        if "trail" in request.meta:
            return response
        if response.status >= 500 or response.status == 429:
            raise IgnoreRequest(answered(response))
        if response.status >= 400:
            return response.replace(body=b"")
        encoding = (response.headers.get("Content-Encoding") or b"").decode("latin-1")
        try:
            return response.replace(body=inflate(response.body, encoding, limit=ROBOTS_SIZE))
        except WeblodeError as error:
            raise IgnoreRequest(str(error)) from error


class Trail:
    """Keeps the redirects that led to a page, for the archive, and the delay that its host asks for."""

    def __init__(self, crawler: Crawler) -> None:
        self._crawler: Any = crawler  # its spider is ours, which Scrapy's types cannot know

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Trail:
        """The trail keeper of a crawler; Scrapy makes it so."""
        return cls(crawler)

    def process_request(self, request: Request) -> None:
        """Slow down as robots.txt asks. Scrapy forgets a host that was idle, so each request sees to it."""
        downloader = self._crawler.engine.downloader
        slot = downloader.slots.get(downloader.get_slot_key(request))
        if slot:
            slot.delay = self._crawler.spider.delay(request)

    def process_response(self, request: Request, response: Response) -> Response:
        """The answer, which is kept if it redirects."""
        if 300 <= response.status < 400 and "trail" in request.meta:
            request.meta["trail"].append(exchange(response.replace(request=request, body=b"")))
        return response


def _host(request: Request) -> str:
    return urlsplit(request.url).hostname or ""


def exchange(response: Response) -> Exchange:
    """An answer with its request, as the archive keeps them; the frames of chunks are gone already."""
    headers = [pair for pair in _pairs(response.headers) if pair[0].lower() != "transfer-encoding"]
    asked = _pairs(response.request.headers) if response.request else []
    return Exchange(response.url, tuple(asked), response.status, tuple(headers), response.body)


def _pairs(headers: Headers) -> list[tuple[str, str]]:
    return [(name.decode("latin-1"), value.decode("latin-1")) for name, values in headers.items() for value in values]
