"""The web as a source of pages: a polite crawl that resumes where it was stopped.

Every page is written to the directory's archive (`store.py`) before it is returned. The same command resumes where it
was stopped, and a page that is in the archive is never fetched again. Scrapy fetches in a process of its own
(`spider.py`), which is started for the first address that is not in the archive.
"""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
import threading
import weakref
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import Any

from weblode import limits as bounds
from weblode import subprocesses
from weblode.errors import LimitError, SourceError, require
from weblode.files import acquire_lock
from weblode.limits import Limits
from weblode.pages import links
from weblode.pages.page import Page, Unread, unread_page
from weblode.sources import trust
from weblode.sources.store import IndexEntry, load_page, repair

LOCK = "crawl.lock"


@dataclass(frozen=True)
class CrawlOptions:
    """How a crawl behaves. The defaults are gentle to any server: one request at a time, one second between two.

    There is no throttling by latency: with one request at a time, a slow server gets fewer requests anyway.
    """

    delay: float = 1.0  # seconds between two requests to a host; more if its robots.txt asks for it, up to 30
    concurrency: int = 1  # requests to a host at a time; hosts do not wait for each other
    retries: int = 2  # more tries after silence, a broken connection, or status 408, 429, 500, 502, 503, 504, 522, 524
    max_pages: int = 1000  # addresses requested in total, over all runs in the directory
    robots: bool = True  # whether robots.txt is obeyed
    scope: tuple[str, ...] = ()  # sites to stay on (`links.why_outside`), also after redirects; empty for all sites
    before: str = ""  # the directory of an earlier crawl; what it has is requested only if it has changed since
    limits: Limits = bounds.DEFAULT  # `timeout` is for a whole answer; `time`, over redirects and retries, is not used

    @classmethod
    def from_dict(cls, fields: dict[str, Any]) -> CrawlOptions:
        """The options from the output of `dataclasses.asdict`, also after a round trip through JSON."""
        return cls(**fields | {"scope": tuple(fields["scope"]), "limits": Limits(**fields["limits"])})


DEFAULT = CrawlOptions()


class Crawl:
    """The live web, as a `Web`. A context manager; if it is not closed, it ends with the program.

    `retry=True` requests once more what failed in earlier runs. `tell` is called with messages about the progress.
    """

    def __init__(
        self,
        directory: str | os.PathLike[str],
        options: CrawlOptions = DEFAULT,
        *,
        retry: bool = False,
        tell: Callable[[str], None] = lambda _: None,
    ) -> None:
        require("scrapy", "weblode[crawl]")
        self.directory = os.fspath(directory)
        self.options = options
        self.repaired = ""  # message for the user about what was cut off an archive that a crash had damaged
        self._retry = retry
        self._tell = tell
        self._index: Index | None = None
        self._crawler: Crawler | None = None

    def __enter__(self) -> Crawl:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Wait for the requests under way, store their answers, and unlock the directory."""
        if self._crawler is not None:
            self._crawler.close()
        if self._index is not None:
            self._index.lock.close()
        self._crawler = self._index = None

    def homes(self, source: str) -> list[str]:
        """The normalised address of the source itself."""
        return [links.normalise(source) or source]

    def address(self, base: str, href: str) -> str | None:
        """Where a link leads to; relative to the final address of a page that was redirected."""
        entry = None if self._index is None else self._index.get(links.normalise(base) or base)
        return links.resolve(entry.final if entry and entry.final else base, href)

    def site(self, address: str) -> str:
        """The registrable domain of an address."""
        return links.site(address)

    def canonical(self, address: str) -> str | None:
        """The address itself if it is one on the web, else None."""
        return links.normalise(address)

    def pages(self, addresses: Iterable[str]) -> Iterator[Page | Unread]:
        """The pages at addresses, in that order; all are requested at once."""
        requests = [(address, links.normalise(address)) for address in addresses]
        index = self._open_index()
        scope = self.options.scope
        in_scope = dict.fromkeys(normal for _, normal in requests if normal and not links.why_outside(normal, scope))
        refused = self._ask(in_scope, index)
        for address, normal in requests:
            if normal is None:
                yield unread_page(address, SourceError("not the address of a page; it begins with http:// or https://"))
            elif normal not in in_scope:
                yield unread_page(address, SourceError(links.why_outside(normal, scope)))
            elif normal in refused:
                limit = f"the limit of {self.options.max_pages:,} pages for {self.directory} is reached"
                yield unread_page(address, LimitError(f"not fetched: {limit}; raise it with --max-pages"))
            else:
                yield self._answer(address, normal, index)

    def _open_index(self) -> Index:
        if self._index is None:
            self._index = Index(self.directory, retry=self._retry)
            self.repaired = self._index.repaired
        return self._index

    def _ask(self, addresses: Iterable[str], index: Index) -> set[str]:
        """Request the addresses that are not in the index; returns those beyond the limit on pages."""
        new = [address for address in addresses if index.wants(address)]
        room = max(self.options.max_pages - len(index), 0)
        if new[:room]:
            if self._crawler is None:
                self._crawler = Crawler(self.directory, self.options, index)
            self._crawler.ask(new[:room])
        return set(new[room:])

    def _answer(self, address: str, normal: str, index: Index) -> Page | Unread:
        self._tell(str(index))
        entry = index.wait(normal)
        page = load_page(self.directory, entry, self.options.limits)
        if isinstance(page, Unread):
            return page
        return Page(address, page.data, address, page.charset)


class Index:
    """The outcome of each requested address; addresses without an outcome yet are pending."""

    def __init__(self, directory: str, *, retry: bool) -> None:
        os.makedirs(directory, exist_ok=True)
        self.lock = acquire_lock(os.path.join(directory, LOCK))
        self._entries, self.repaired = repair(directory)
        self._failed = {address for address, entry in self._entries.items() if entry.reason}
        self._again = set(self._failed) if retry else set()
        self._finals = {entry.final: entry for entry in self._entries.values() if not entry.reason}
        self._pending: set[str] = set()
        self._changed = threading.Condition()
        self._broken = ""

    def __len__(self) -> int:
        return len(self._entries) + len(self._pending)

    def __str__(self) -> str:
        done = len(self._entries) - len(self._failed)
        return f"{done:,} pages, {len(self._pending):,} queued, {len(self._failed):,} failed"

    def get(self, address: str) -> IndexEntry | None:
        """The entry of an address, None if there is none; a page is also found by the address it redirected to."""
        return self._entries.get(address) or self._finals.get(address)

    def wants(self, address: str) -> bool:
        """Whether an address still has to be requested."""
        return address not in self._pending and (self.get(address) is None or address in self._again)

    def expect(self, addresses: Iterable[str]) -> None:
        """Mark addresses as pending: they are being fetched."""
        for address in addresses:
            self._again.discard(address)
            self._failed.discard(address)
            self._entries.pop(address, None)
            self._pending.add(address)

    def add(self, entry: IndexEntry) -> None:
        """Add the outcome of an address and wake those who wait."""
        with self._changed:
            self._pending.discard(entry.address)
            self._entries[entry.address] = entry
            if entry.reason:
                self._failed.add(entry.address)
            else:
                self._finals.setdefault(entry.final, entry)
            self._changed.notify_all()

    def stop(self, reason: str) -> None:
        """Record why no more answers come, and wake those who wait."""
        with self._changed:
            self._broken = reason
            self._changed.notify_all()

    def wait(self, address: str) -> IndexEntry:
        """The entry of an address, as soon as there is one. Raises SourceError if the crawler stopped before."""
        with self._changed:
            while address in self._pending and not self._broken:
                self._changed.wait()
            entry = self.get(address)
        if entry is None:
            raise SourceError(f"the crawler stopped before {address} was fetched: {self._broken}; run it again")
        return entry


class Crawler:
    """The process that fetches, and the thread that reads its answers."""

    def __init__(self, directory: str, options: CrawlOptions, index: Index) -> None:
        self._index = index
        environment = None if options.limits.insecure else trust.environment()
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115
        self._process: subprocess.Popen[bytes] = subprocesses.start(
            "weblode.sources.spider",
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            env=environment,
            pass_fds=[index.lock.fileno()],  # the directory stays locked until both processes have ended
            start_new_session=True,  # Ctrl-C goes to this process only; the other ends when its input does
        )
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()
        self._send([[os.path.abspath(directory), asdict(options)]])
        self._end = weakref.finalize(self, _finish, self._process)

    def ask(self, addresses: list[str]) -> None:
        """Send addresses to the process to be fetched."""
        self._index.expect(addresses)
        self._send(addresses)

    def close(self) -> None:
        """Wait until the process has finished the requests under way."""
        self._end()
        self._thread.join()
        self._errors.close()

    def _send(self, lines: list[Any]) -> None:
        assert self._process.stdin
        try:
            self._process.stdin.write("".join(json.dumps(line) + "\n" for line in lines).encode())
            self._process.stdin.flush()
        except BrokenPipeError:
            return  # `_listen` wakes those who wait

    def _listen(self) -> None:
        assert self._process.stdout
        with self._process.stdout as lines:
            for line in lines:
                self._index.add(IndexEntry(**json.loads(line)))
        self._errors.seek(0)
        errors = self._errors.read().decode(errors="replace").strip()
        self._index.stop(errors.rpartition("\n")[2] or f"exit status {self._process.wait()}")


def _finish(process: subprocess.Popen[bytes]) -> None:
    assert process.stdin
    with suppress(BrokenPipeError):
        process.stdin.close()
    process.wait()
