"""What was read from pages, by their bytes and the rule: a page that has not changed is not parsed again.

A result depends on nothing but what its key is made of, so entries are right whenever they were written, and a file
that is lost or damaged costs time only.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from pathlib import Path
from types import TracebackType
from typing import Any

from weblode.limits import Limits
from weblode.pages.page import Page

VERSION = "3"  # of what results hold: another one makes all keys new
_BATCH = 100  # results that are written at once


class PageCache:
    """Results in a file, by key; with no path, none are stored. A context manager."""

    def __init__(self, path: str = "") -> None:
        self._connection = _connect(path) if path else None
        self._used: set[str] = set()
        self._unsaved = 0

    def __enter__(self) -> PageCache:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._connection is not None:
            self._connection.commit()
            self._connection.close()

    def get(self, key: str) -> Any:
        """The result of a key; None if there is none."""
        if self._connection is None:
            return None
        self._used.add(key)
        row = self._connection.execute("SELECT result FROM results WHERE key = ?", [key]).fetchone()
        return None if row is None else json.loads(row[0])

    def put(self, key: str, result: Any) -> None:
        """Store the result of a key, which JSON can hold."""
        if self._connection is None:
            return
        self._used.add(key)
        text = json.dumps(result, ensure_ascii=False)
        self._connection.execute("INSERT OR REPLACE INTO results VALUES (?, ?)", [key, text])
        self._unsaved += 1
        if self._unsaved >= _BATCH:
            self._connection.commit()
            self._unsaved = 0

    def remove_unused(self) -> None:
        """Remove what nobody has asked for since the file was opened."""
        if self._connection is None:
            return
        keys = {key for (key,) in self._connection.execute("SELECT key FROM results")}
        self._connection.executemany("DELETE FROM results WHERE key = ?", [(key,) for key in keys - self._used])


def _connect(path: str) -> sqlite3.Connection:
    """A connection to the file; a file that is damaged is begun anew."""
    try:
        return _open(path)
    except sqlite3.DatabaseError:
        Path(path).unlink(missing_ok=True)
        return _open(path)


def _open(path: str) -> sqlite3.Connection:
    connection = sqlite3.connect(path)
    try:
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute("CREATE TABLE IF NOT EXISTS results (key TEXT PRIMARY KEY, result TEXT) WITHOUT ROWID")
        connection.execute("SELECT count(*) FROM results").fetchone()
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def result_key(kind: str, rule: str, page: Page, limits: Limits, *, learns: bool) -> str:
    """The key of what a rule, given by its digest, reads from a page within limits; `learns` if it may learn again."""
    from weblode import __version__

    digest = hashlib.sha256()
    how = (VERSION, __version__, kind, rule, repr(limits), str(learns))
    for part in (*how, page.name, page.url or "", page.charset or ""):
        digest.update(part.encode(errors="surrogatepass") + b"\0")
    digest.update(page.data)
    return digest.hexdigest()


def digest_of(document: Any) -> str:
    """The digest of what JSON can hold, such as a rule."""
    return hashlib.sha256(json.dumps(document, sort_keys=True).encode()).hexdigest()
