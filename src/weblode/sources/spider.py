"""The process that fetches for a crawl: addresses come in on standard input, lines of the index go to standard output.

Twisted's reactor cannot be started twice, and does not share a process well; so Scrapy has a process of its own for as
long as the crawl lasts. It outlives its parent: when its input ends, even by kill -9, it finishes the requests that
were sent, stores the answers and exits. So no page is requested twice.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import threading
import time
from collections import Counter, deque
from collections.abc import AsyncIterator, Coroutine
from dataclasses import replace
from datetime import UTC, datetime
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit

from scrapy import Request, Spider, signals
from scrapy.crawler import AsyncCrawlerProcess, Crawler
from scrapy.exceptions import (
    CannotResolveHostError,
    DownloadCancelledError,
    DownloadConnectionRefusedError,
    DownloadFailedError,
    DownloadTimeoutError,
    IgnoreRequest,
    ResponseDataLossError,
    StopDownload,
)
from scrapy.http import Response
from scrapy.http.headers import Headers
from scrapy.http.request import NO_CALLBACK
from twisted.internet.error import ConnectionClosed

from weblode.errors import LimitError, SourceError, WeblodeError
from weblode.limits import Limits
from weblode.pages.links import normalise
from weblode.pages.unpacking import inflate, too_large
from weblode.sources.crawl import CrawlOptions
from weblode.sources.fetch import PAGE_TYPES, content_type
from weblode.sources.middlewares import GivenUp, KnownAnswers, NoRules, NotPublic, Untrusted, describe_answer, exchange
from weblode.sources.retry_after import Rests, retry_after, server_of
from weblode.sources.revisits import NOT_MODIFIED, Revisits
from weblode.sources.store import Exchange, IndexEntry, PageStore, repair
from weblode.sources.trust import untrusted

DRAIN = 10.0  # seconds that requests which were sent get when the input has ended
BATCH = 0.02  # seconds within which finished pages share one sync to disk
MAX_IN_VAIN = 3  # pages in a row waited for in vain, after which a server gets no more requests
ANY_RESOLVER = "scrapy.resolver.CachingThreadedResolver"
PUBLIC_RESOLVER = "weblode.sources.resolver.PublicResolver"
MAX_CRAWL_DELAY = 30.0  # seconds; a robots.txt may ask for a day


class PageSpider(Spider):
    """Fetches each address from standard input, at most `concurrency` of a host at a time, and stores the answers."""

    name = "weblode"

    def __init__(self, directory: str, options: CrawlOptions) -> None:
        super().__init__()
        self.options = options
        self.crawl_delays: dict[str, float] = {}  # by host, where robots.txt asks for one
        self.rests = Rests()
        self.stored_pages = {entry.final: entry for entry in repair(directory)[0].values() if not entry.reason}
        self._store = PageStore(directory)
        self._revisits = Revisits(options.before, options.limits)
        self._waiting: dict[str, deque[str]] = {}  # by host
        self._running: Counter[str] = Counter()
        self._in_vain: Counter[str] = Counter()  # by server: pages in a row that were waited for in vain
        self._tasks: set[asyncio.Task[None]] = set()
        # By task that fetches a page: its server, and the trail in the `meta` of its requests, which tells them apart.
        self._fetching: dict[asyncio.Task[None], tuple[str, list[Exchange]]] = {}
        self._unreported: list[IndexEntry] = []

    @classmethod
    def from_crawler(cls, crawler: Crawler, *args: Any, **kwargs: Any) -> PageSpider:
        """The spider of a crawler; called by Scrapy."""
        spider = super().from_crawler(crawler, *args, **kwargs)
        crawler.signals.connect(spider.stop_unless_page, signals.headers_received)
        crawler.signals.connect(spider.note_crawl_delay, signals.robots_parsed)
        return spider

    async def start(self) -> AsyncIterator[Any]:
        """Fetch all addresses, then exit. Yields nothing: requests go to the engine directly, host by host in order."""
        lines: asyncio.Queue[str] = asyncio.Queue()
        _read_lines(lines)
        while line := await lines.get():
            address = json.loads(line)
            host = urlsplit(address).hostname or ""
            self._waiting.setdefault(host, deque()).append(address)
            self._fetch_next(host)
        self._waiting.clear()
        await self._drain()
        self._report()
        os._exit(0)  # requests still under way have used up their time
        yield

    async def _drain(self) -> None:
        """Wait for the answers to requests that were sent, DRAIN seconds at most; those not sent yet never are."""
        end = time.monotonic() + DRAIN
        while (tasks := self._tasks_under_way()) and time.monotonic() < end:
            await asyncio.wait(tasks, timeout=BATCH, return_when=asyncio.FIRST_COMPLETED)

    def _tasks_under_way(self) -> list[asyncio.Task[None]]:
        """The tasks whose request, and that for its robots.txt, does not wait in a queue of Scrapy for its turn."""
        queued = [request for slot in self.crawler.engine.downloader.slots.values() for request, _ in slot.queue]
        trails = {id(request.meta["trail"]) for request in queued if "trail" in request.meta}
        servers = {urlsplit(request.url).netloc for request in queued if "trail" not in request.meta}
        pages = self._fetching.items()
        return [task for task, (server, trail) in pages if server not in servers and id(trail) not in trails]

    def _fetch_next(self, host: str) -> None:
        while self._waiting.get(host) and self._running[host] < self.options.concurrency:
            self._running[host] += 1
            address, trail = self._waiting[host].popleft(), list[Exchange]()
            self._fetching[self._begin(self._fetch(host, address, trail))] = (urlsplit(address).netloc, trail)

    def _begin(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._on_task_done)
        return task

    def _on_task_done(self, task: asyncio.Task[None]) -> None:
        """End the process with a message if a task failed, as on a full disk: the parent would wait for ever."""
        self._tasks.discard(task)
        self._fetching.pop(task, None)
        if error := task.exception():
            print(f"{type(error).__name__}: {error}", file=sys.stderr, flush=True)
            os._exit(1)

    async def _fetch(self, host: str, address: str, trail: list[Exchange]) -> None:
        servers: list[str] = []  # that are asked, in order: `Scope` adds them
        meta = {"trail": trail, "servers": servers}
        request = Request(address, callback=NO_CALLBACK, headers=self._revisits.headers(address), meta=meta)
        own = server_of(request)
        if given_up := self.why_given_up(own):
            result: Response | BaseException = GivenUp(given_up)
        else:
            # Any exception becomes the reason why the page failed, and the other pages continue.
            [result] = await asyncio.gather(self.crawler.engine.download_async(request), return_exceptions=True)
            last = servers[-1] if servers else own
            in_vain = self._in_vain[last] + 1 if _is_in_vain(result) else 0
            self._in_vain[own] = 0  # if another one was asked last, this one has answered, with a redirect
            self._in_vain[last] = in_vain
        self._keep(address, result)
        self._running[host] -= 1
        self._fetch_next(host)

    def why_given_up(self, server: str) -> str:
        """Why a server gets no more requests; "" if it does."""
        if self._in_vain[server] < MAX_IN_VAIN:
            return ""
        return f"not asked for: the server did not answer for {MAX_IN_VAIN} pages in a row"

    def _keep(self, address: str, result: Response | BaseException) -> None:
        entry, exchanges = self._unchanged(address, result) or outcome(address, result, self.options.limits)
        stored = self._store.add(entry, exchanges)
        if not stored.reason:
            self.stored_pages[stored.final] = stored
        self._unreported.append(stored)
        if len(self._unreported) == 1:
            self._begin(self._report_soon())

    def _unchanged(self, address: str, result: Response | BaseException) -> tuple[IndexEntry, list[Exchange]] | None:
        """The entry of a page that has not changed since the earlier crawl, with the page of then; None for others."""
        if not isinstance(result, Response) or result.status != NOT_MODIFIED:
            return None
        earlier = self._revisits.exchange(address)
        if earlier is None:
            return None
        return IndexEntry(address, _now(), NOT_MODIFIED, final=address), [*result.meta["trail"], earlier]

    async def _report_soon(self) -> None:
        await asyncio.sleep(BATCH)
        self._report()

    def _report(self) -> None:
        """Sync to disk, then write the stored entries to standard output."""
        self._store.sync()
        lines = b"".join(entry.line() for entry in self._unreported)
        self._unreported.clear()
        try:
            sys.stdout.buffer.write(lines)
            sys.stdout.buffer.flush()
        except BrokenPipeError:  # the parent is gone, but the answers are stored
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

    def stop_unless_page(self, headers: Headers, request: Request) -> None:
        """Stop the download of an answer that is no page before its body is read."""
        kind, _ = content_type((headers.get("Content-Type") or b"").decode("latin-1"))
        if kind and kind not in PAGE_TYPES and "trail" in request.meta:
            raise StopDownload(fail=False)

    def delay(self, request: Request) -> float:
        """The seconds between two requests to a host."""
        return max(self.options.delay, self.crawl_delays.get(urlsplit(request.url).hostname or "", 0.0))

    def note_crawl_delay(self, robotparser: Any, request: Request) -> None:
        """Remember the delay that the robots.txt of a host asks for."""
        delay = robotparser.rp.crawl_delay(self.options.limits.user_agent) or 0.0
        self.crawl_delays[urlsplit(request.url).hostname or ""] = min(float(delay), MAX_CRAWL_DELAY)


def _read_lines(lines: asyncio.Queue[str]) -> None:
    """Put the lines of standard input into a queue as they come, and "" at the end."""
    loop = asyncio.get_running_loop()

    def read() -> None:
        for line in sys.stdin:
            loop.call_soon_threadsafe(lines.put_nowait, line)
        loop.call_soon_threadsafe(lines.put_nowait, "")

    threading.Thread(target=read, daemon=True).start()


def outcome(address: str, result: Response | BaseException, limits: Limits) -> tuple[IndexEntry, list[Exchange]]:
    """The index entry of an address, and the exchanges to write to the archive."""
    now = _now()
    if isinstance(result, KnownAnswers):
        return replace(result.entry, address=address, time=now), result.trail
    answer: dict[str, Any] = {}
    try:
        if isinstance(result, BaseException):
            raise failure(result, limits)
        answer = {"status": result.status, "final": normalise(result.url) or result.url}
        check_page(result, limits)
    except WeblodeError as error:
        entry = IndexEntry(address, now, reason=str(error), limit=isinstance(error, LimitError), **answer)
        if isinstance(result, Response) and result.status >= HTTPStatus.BAD_REQUEST:
            # What the server said is kept, so that a replay of the archive says the same.
            return entry, [*result.meta["trail"], exchange(result)]
        return entry, []
    return IndexEntry(address, now, **answer), [*result.meta["trail"], exchange(result)]


def _now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def check_page(response: Response, limits: Limits) -> None:
    """Raise SourceError or LimitError if an answer holds no page."""
    if not 200 <= response.status < 300:
        raise SourceError(describe_answer(response))
    kind, _ = content_type(_header(response, "Content-Type"))
    if kind and kind not in PAGE_TYPES:
        raise SourceError(f"is {kind}, not a page")
    inflate(response.body, _header(response, "Content-Encoding"), limit=limits.size)


def failure(error: BaseException, limits: Limits) -> WeblodeError:
    """Our error for an exception of Scrapy."""
    text = str(error) or type(error).__name__
    if isinstance(error, DownloadCancelledError):
        return too_large(limits.size)
    if isinstance(error, DownloadTimeoutError):
        return SourceError(f"no answer within {min(limits.timeout, limits.time):g} s; wait longer with --timeout")
    if isinstance(error, NoRules):
        cause = failure(error.__cause__ or error, limits)
        is_own = isinstance(error.__cause__, NotPublic | Untrusted)
        return cause if is_own else SourceError(f"robots.txt: {cause}")
    if isinstance(error, Untrusted):
        return untrusted(text)
    if isinstance(error, IgnoreRequest) and "redirections" in text:
        return SourceError(f"redirects more than {limits.redirects} times")
    if isinstance(error, IgnoreRequest):
        return SourceError("robots.txt forbids it" if "robots.txt" in text else text)
    words = next((words for kinds, words in _CONNECTION_ERRORS if isinstance(error, kinds)), "")
    return SourceError(words or f"cannot be fetched ({text})")


# Our words for these: Twisted's messages are object representations, or do not say what happened.
_CONNECTION_ERRORS: tuple[tuple[tuple[type[Exception], ...], str], ...] = (
    ((DownloadConnectionRefusedError,), "cannot be fetched (the server refuses connections)"),
    ((CannotResolveHostError,), "cannot be fetched (there is no such host)"),
    ((ResponseDataLossError,), "cannot be fetched (the answer is cut off)"),
    ((DownloadFailedError, ConnectionClosed), "cannot be fetched (the connection breaks off, or does not carry HTTP)"),
)


# Not of names that cannot be looked up: that takes no time, and may be over soon.
_NO_ANSWER = GivenUp, DownloadTimeoutError, DownloadConnectionRefusedError


def _is_in_vain(result: Response | BaseException) -> bool:
    """Whether a page was waited for in vain: the server timed out, is gone, or asked for a rest at the last try."""
    if isinstance(result, BaseException):
        return isinstance(result, _NO_ANSWER)
    return retry_after(result) > 0


def _header(response: Response, name: str) -> str:
    return (response.headers.get(name) or b"").decode("latin-1")


def settings(options: CrawlOptions) -> dict[str, Any]:
    """The settings of Scrapy."""
    limits = options.limits
    return {
        "CONCURRENT_REQUESTS": 1000,  # of all hosts
        "CONCURRENT_REQUESTS_PER_DOMAIN": options.concurrency,
        "DOWNLOAD_DELAY": options.delay,
        "DOWNLOAD_DELAY_JITTER": 0,
        "DOWNLOAD_MAXSIZE": limits.size,
        "DOWNLOAD_WARNSIZE": 0,
        "DOWNLOAD_HANDLERS": dict.fromkeys(("http", "https"), "weblode.sources.retry_after.PoliteDownloadHandler"),
        "DOWNLOAD_VERIFY_CERTIFICATES": not limits.insecure,
        "DOWNLOAD_TIMEOUT": min(limits.timeout, limits.time),
        "DOWNLOADER_MIDDLEWARES": {
            "weblode.sources.middlewares.Scope": 90,  # before robots.txt, which is then not requested
            "scrapy.downloadermiddlewares.robotstxt.RobotsTxtMiddleware": None,
            "weblode.sources.middlewares.Obedience": 100,
            "weblode.sources.middlewares.Robots": 540,  # outside retries: it sees the last answer only
            "scrapy.downloadermiddlewares.retry.RetryMiddleware": None,
            "weblode.sources.middlewares.Patience": 550,
            "weblode.sources.middlewares.Public": None
            if limits.private
            else 560,  # inside retries: a retry would change nothing
            "weblode.sources.middlewares.Certificates": 570,  # the same
            "weblode.sources.middlewares.Trail": 610,  # inside redirects: it sees them all
        },
        "DEFAULT_REQUEST_HEADERS": {
            "Accept": "text/html, application/xhtml+xml, application/xml;q=0.9, */*;q=0.5",
            "Accept-Encoding": "gzip, deflate",
        },
        "COMPRESSION_ENABLED": False,  # the archive stores what was sent; `inflate` decompresses within the limit
        "COOKIES_ENABLED": False,
        "HTTPPROXY_ENABLED": limits.private,  # a proxy resolves names itself, without our resolver
        "LOG_ENABLED": False,
        "METAREFRESH_ENABLED": False,
        "REDIRECT_MAX_TIMES": limits.redirects,
        "RETRY_TIMES": options.retries,
        "ROBOTSTXT_OBEY": options.robots,
        "TELNETCONSOLE_ENABLED": False,
        "TWISTED_DNS_RESOLVER": ANY_RESOLVER if limits.private else PUBLIC_RESOLVER,
        "USER_AGENT": limits.user_agent,
    }


def main() -> None:
    """Fetch until there are no more addresses. The first line of standard input has the directory and the options."""
    directory, fields = json.loads(sys.stdin.readline())
    options = CrawlOptions.from_dict(fields)
    process = AsyncCrawlerProcess(settings(options))
    process.crawl(PageSpider, directory=directory, options=options)
    process.start(install_signal_handlers=False)


if __name__ == "__main__":
    main()
