"""When servers may be asked again: who asks for a rest has it, whatever page it was about (RFC 9110, 10.2.3).

A rest of up to MAX_REST seconds is waited for. Who asks for more is not waited for: until it is over, the pages of that
server are reported as not asked for, and the crawl goes on with the others.
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
STATUSES = (429, 503)


class Resting(IgnoreRequest):
    """A server has asked for a longer rest than we wait for."""


class Rests:
    """Until when each server (host and port) is left alone."""

    def __init__(self) -> None:
        self._ends: dict[str, tuple[float, float]] = {}  # by server when (`time.monotonic`), and the seconds asked for

    def note(self, server: str, seconds: float) -> None:
        """Take note that a server asks for a rest; of several the one that ends last holds."""
        self._ends[server] = max((time.monotonic() + seconds, seconds), self._ends.get(server, (0.0, 0.0)))

    def pause(self, server: str, seconds: float) -> None:
        """Take note that a server is to be left alone for as long as between any two requests."""
        self._ends[server] = max((time.monotonic() + seconds, 0.0), self._ends.get(server, (0.0, 0.0)))

    def left(self, server: str) -> float:
        """The seconds that a server still rests, 0 if it does not. Raises Resting if we do not wait for it."""
        end, asked = self._ends.get(server, (0.0, 0.0))
        left = max(0.0, end - time.monotonic())
        if left and asked > MAX_REST:
            raise Resting(f"not asked for: the server asked to be left alone for {asked:,.0f} s")
        return left

    async def over(self, server: str) -> None:
        """Wait until a server may be asked. Raises Resting if that takes too long."""
        while (left := self.left(server)) > 0:
            await asyncio.sleep(left)


class Considerate(HTTP11DownloadHandler):
    """Scrapy's connections, but not to a server that rests: checked last of all, when a request is about to be sent."""

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        self._turns: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def download_request(self, request: Request) -> Response:
        """The answer. Raises Resting if the server is not to be asked."""
        spider: Any = self._crawler.spider  # ours, which Scrapy's types cannot know
        server = server_of(request)
        if spider.rests.left(server):
            async with self._turns[server]:  # who has waited together must not go together
                await spider.rests.over(server)
                spider.rests.pause(server, spider.delay(request))
        return await super().download_request(request)


def server_of(request: Request) -> str:
    """The host and port that a request goes to."""
    return urlsplit(request.url).netloc


def rest(response: Response) -> float:
    """The seconds that a busy server asks to be left alone for, 0 if it does not say or says it in no known way."""
    if response.status not in STATUSES:
        return 0.0
    said = (response.headers.get("Retry-After") or b"").decode("latin-1").strip()
    if said.isdecimal():
        return float(said[:9])
    try:
        return max(0.0, parsedate_to_datetime(said).timestamp() - time.time())
    except (ValueError, OverflowError):
        return 0.0
