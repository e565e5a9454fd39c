"""Servers that ask for a rest (`Retry-After`, RFC 9110, 10.2.3) get no request before it is over, for any page.

A rest of up to MAX_REST seconds is waited for. A longer one is not: until it is over, the pages of that server are
reported as not asked for, and the crawl continues with the other servers.
"""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from email.utils import parsedate_to_datetime
from typing import Any
from urllib.parse import urlsplit

from scrapy import Request
from scrapy.core.downloader.handlers.http11 import HTTP11DownloadHandler
from scrapy.crawler import Crawler
from scrapy.exceptions import IgnoreRequest
from scrapy.http import Response

MAX_REST = 60.0  # seconds; a server may ask for a day
STATUSES = (429, 503)  # of answers whose Retry-After counts


class Resting(IgnoreRequest):
    """A server has asked for a rest longer than MAX_REST."""


class Rests:
    """Until when each server (host and port) gets no request."""

    def __init__(self) -> None:
        # By server: when its rest ends (`time.monotonic`), and the seconds it asked for.
        self._ends: dict[str, tuple[float, float]] = {}

    def record_rest(self, server: str, seconds: float) -> None:
        """Record that a server asks for a rest; of several rests the one that ends last counts."""
        self._ends[server] = max((time.monotonic() + seconds, seconds), self._ends.get(server, (0.0, 0.0)))

    def record_delay(self, server: str, seconds: float) -> None:
        """Record that a server gets no request for the usual delay between two requests."""
        self._ends[server] = max((time.monotonic() + seconds, 0.0), self._ends.get(server, (0.0, 0.0)))

    def seconds_left(self, server: str) -> float:
        """The seconds until a server may get a request. Raises Resting if it asked for more than MAX_REST."""
        end, requested = self._ends.get(server, (0.0, 0.0))
        seconds = max(0.0, end - time.monotonic())
        if seconds and requested > MAX_REST:
            raise Resting(f"not asked for: the server asked to be left alone for {requested:,.0f} s")
        return seconds

    async def wait_until_over(self, server: str) -> None:
        """Wait until a server may get a request. Raises Resting if it asked for more than MAX_REST."""
        while (seconds := self.seconds_left(server)) > 0:
            await asyncio.sleep(seconds)


class PoliteDownloadHandler(HTTP11DownloadHandler):
    """Scrapy's download handler, which sends nothing to a resting server: checked just before a request is sent."""

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        self._turns: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def download_request(self, request: Request) -> Response:
        """The answer to a request. Raises Resting if the server must not get one."""
        spider: Any = self._crawler.spider  # a PageSpider, which Scrapy's types do not say
        server = server_of(request)
        if spider.rests.seconds_left(server):
            async with self._turns[server]:  # requests that waited for the same rest are sent one after the other
                await spider.rests.wait_until_over(server)
                spider.rests.record_delay(server, spider.delay(request))
        return await super().download_request(request)


def server_of(request: Request) -> str:
    """The host and port that a request goes to."""
    return urlsplit(request.url).netloc


def retry_after(response: Response) -> float:
    """The seconds of rest that a busy server asks for; 0 if it asks for none or the header cannot be parsed."""
    if response.status not in STATUSES:
        return 0.0
    value = (response.headers.get("Retry-After") or b"").decode("latin-1").strip()
    if value.isdecimal():
        return float(value[:9])
    try:
        return max(0.0, parsedate_to_datetime(value).timestamp() - time.time())
    except (ValueError, OverflowError):
        return 0.0
