"""Pages of an earlier crawl, so that servers are asked only for what has changed since (RFC 9110, section 13).

A page that has an ETag or a time of its last change is requested with them; if the server answers 304, the page in the
archive of the earlier crawl is the answer.
"""

from __future__ import annotations

from weblode.limits import Limits
from weblode.sources.store import Exchange, load_exchange, read_index

NOT_MODIFIED = 304
_VALIDATORS = {"etag": "If-None-Match", "last-modified": "If-Modified-Since"}


class Revisits:
    """The pages of a directory's archive by address; none without a directory."""

    def __init__(self, directory: str, limits: Limits) -> None:
        self._directory, self._limits = directory, limits
        entries = read_index(directory).values() if directory else ()
        # A page that was redirected is requested as if it were new: the validators are those of another address.
        self._entries = {each.address: each for each in entries if not each.reason and each.final == each.address}

    def headers(self, address: str) -> dict[str, str]:
        """The headers that ask for a page only if it has changed; empty if it was not there, or cannot be compared."""
        exchange = self.exchange(address)
        pairs = exchange.headers if exchange else ()
        return {_VALIDATORS[name.lower()]: value for name, value in pairs if name.lower() in _VALIDATORS}

    def exchange(self, address: str) -> Exchange | None:
        """The earlier request for a page and its answer; None if there was none, or it cannot be read."""
        entry = self._entries.get(address)
        return load_exchange(self._directory, entry, self._limits) if entry else None
