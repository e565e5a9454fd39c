"""The history of a plan's records in an SQLite database, and the one moment at which a run takes effect.

The table `history` has a row for each state of a record, from `valid_from` to `valid_to`, which is NULL for the state
of now; the view `records` has those of now, `runs` a row for each run. A run is written in one transaction, together
with the contents of all files that it replaces and its report (`pending`), and the lines that it adds to others
(`pending_lines`); the files are written after it. So a killed run has either done nothing or is completed by the next.
"""

from __future__ import annotations

import errno
import json
import os
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from weblode.errors import WeblodeError
from weblode.files import move, replace_file
from weblode.values.names import unused_name

OWN = ("record_key", "valid_from", "valid_to")  # columns of the table `history` before those of the records
_PART = "new.part"  # a file before it gets its name
_REPORT = ""  # the path under which `pending` has the report of a run
_TABLES = (
    "CREATE TABLE IF NOT EXISTS runs (run INTEGER PRIMARY KEY, time TEXT, records INTEGER, new INTEGER, gone INTEGER, "
    "changed INTEGER, complete BOOLEAN, columns TEXT)",
    "CREATE TABLE IF NOT EXISTS history (record_key TEXT, valid_from TEXT, valid_to TEXT)",
    "CREATE INDEX IF NOT EXISTS history_now ON history (record_key) WHERE valid_to IS NULL",
    "CREATE TABLE IF NOT EXISTS pending (path TEXT PRIMARY KEY, data BLOB)",
    "CREATE TABLE IF NOT EXISTS pending_lines (path TEXT PRIMARY KEY, data BLOB)",
)


@dataclass(frozen=True)
class RunFacts:
    """What is told of a run in the table `runs`."""

    time: str
    records: int
    new: int = 0
    gone: int = 0
    changed: int = 0
    complete: bool = True


class RecordHistory:
    """The history in a database file, which is made if it is not there. A context manager."""

    def __init__(self, path: str | Path) -> None:
        self._path = str(path)
        try:
            self._connection = sqlite3.connect(self._path, isolation_level=None)
            for statement in _TABLES:
                self._connection.execute(statement)
        except sqlite3.Error as error:
            raise WeblodeError(f"{path}: cannot be used as the database of a plan ({error}); name another") from error

    def __enter__(self) -> RecordHistory:
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()

    @property
    def last_run(self) -> int:
        """The number of the last run; 0 before the first."""
        return int(self._connection.execute("SELECT coalesce(max(run), 0) FROM runs").fetchone()[0])

    def columns(self) -> list[str]:
        """The columns of the records in the last run."""
        row = self._connection.execute("SELECT columns FROM runs ORDER BY run DESC LIMIT 1").fetchone()
        return list(json.loads(row[0])) if row else []

    def current(self) -> dict[str, dict[str, Any]]:
        """The records of now, by key, in the order in which they came."""
        stored = self._stored_names(self.columns())
        names = ", ".join(_quoted(column) for column in stored.values())
        query = f"SELECT record_key{', ' if names else ''}{names} FROM history WHERE valid_to IS NULL ORDER BY rowid"
        with closing(self._connection.execute(query)) as rows:
            return {key: dict(zip(stored, values, strict=True)) for key, *values in rows}

    def store(
        self,
        facts: RunFacts,
        before: Mapping[str, Mapping[str, Any]],
        after: Mapping[str, Mapping[str, Any]],
        columns: Sequence[str],
        changed: Iterable[str],
        files: Mapping[str, bytes],
        report: bytes,
        added: Mapping[str, bytes] | None = None,
    ) -> int:
        """Add a run with the records of now, the files that it replaces and its report, in one transaction; its number.

        `changed` are the keys of records that are in both and differ. Records that are the same keep their row, with
        the place where they stand now. `added` are lines at the end of further files, that tell of this run alone.
        """
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            run = self._store(facts, before, after, columns, set(changed))
            rows = [(_REPORT, report), *files.items()]
            self._connection.executemany("INSERT OR REPLACE INTO pending VALUES (?, ?)", rows)
            lines = list((added or {}).items())
            self._connection.executemany("INSERT OR REPLACE INTO pending_lines VALUES (?, ?)", lines)
            self._connection.execute("COMMIT")
        except BaseException:
            self._connection.execute("ROLLBACK")
            raise
        return run

    def _store(
        self,
        facts: RunFacts,
        before: Mapping[str, Mapping[str, Any]],
        after: Mapping[str, Mapping[str, Any]],
        columns: Sequence[str],
        changed: set[str],
    ) -> int:
        stored = self._stored_names(columns, add=True)
        ended = [(facts.time, key) for key in before if key in changed or key not in after]
        end = "UPDATE history SET valid_to = ? WHERE record_key = ? AND valid_to IS NULL"
        self._connection.executemany(end, ended)
        names = "".join(f", {_quoted(column)}" for column in stored.values())
        insert = f"INSERT INTO history (record_key, valid_from{names}) VALUES (?, ?{', ?' * len(stored)})"
        begun = [
            (key, facts.time, *(row.get(name) for name in columns))
            for key, row in after.items()
            if key in changed or key not in before
        ]
        self._connection.executemany(insert, begun)
        if columns:
            changes = ", ".join(f"{_quoted(column)} = ?" for column in stored.values())
            update = f"UPDATE history SET {changes} WHERE record_key = ? AND valid_to IS NULL"
            same = [
                (*(row.get(name) for name in columns), key)
                for key, row in after.items()
                if key in before and key not in changed
            ]
            self._connection.executemany(update, same)
        self._connection.execute("DROP VIEW IF EXISTS records")
        view = f"SELECT record_key, valid_from{names} FROM history WHERE valid_to IS NULL"
        self._connection.execute(f"CREATE VIEW records AS {view}")
        about = (facts.time, facts.records, facts.new, facts.gone, facts.changed, facts.complete)
        query = "INSERT INTO runs (time, records, new, gone, changed, complete, columns) VALUES (?, ?, ?, ?, ?, ?, ?)"
        return int(self._connection.execute(query, [*about, json.dumps(list(columns))]).lastrowid or 0)

    def _stored_names(self, columns: Sequence[str], *, add: bool = False) -> dict[str, str]:
        """The column of the table `history` for each column of records; with `add`, those not there are added.

        SQLite compares names without case, and ours come first; so some have another name there.
        """
        rows = self._connection.execute("SELECT name FROM pragma_table_info('history')")
        there = {_folded(name) for (name,) in rows}
        stored: dict[str, str] = {}
        for name in columns:
            taken = {*OWN, *map(_folded, stored.values())}
            plain = name.replace("\0", " ")
            own = plain if _folded(plain) not in taken else unused_name(_folded(plain), taken, join="_")
            if add and _folded(own) not in there:
                self._connection.execute(f"ALTER TABLE history ADD COLUMN {_quoted(own)}")
            stored[name] = own
        return stored

    def unfinished(self) -> bytes:
        """The report of the last run if it was stored, but its end was not reached; else b""."""
        row = self._connection.execute("SELECT data FROM pending WHERE path = ?", [_REPORT]).fetchone()
        return bytes(row[0]) if row else b""

    def write_files(self, folder: Path, state: Path, *, again: bool = False) -> None:
        """Write the files of the last run, and add its lines to others; `again`, only to those that lack them.

        Their paths are relative to the folder. Each is written in the folder `state` first, where a killed run may
        leave it.
        """
        query = "SELECT path, data FROM pending WHERE path != ? ORDER BY path"
        for path, data in self._connection.execute(query, [_REPORT]).fetchall():
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            _replace(target, data, state / _PART)
        for path, data in self._connection.execute("SELECT path, data FROM pending_lines ORDER BY path").fetchall():
            target = folder / path
            old = target.read_bytes() if target.is_file() else b""
            if not (again and data in old):
                target.parent.mkdir(parents=True, exist_ok=True)
                _replace(target, old + data, state / _PART)

    def finish(self) -> None:
        """Note that the last run has reached its end: its files are written, and it was reported."""
        self._connection.execute("BEGIN IMMEDIATE")
        self._connection.execute("DELETE FROM pending_lines")
        self._connection.execute("DELETE FROM pending")
        self._connection.execute("COMMIT")


def _replace(target: Path, data: bytes, part: Path) -> None:
    """Replace a file by one that is written at another path first; the old one stays if that fails."""
    replace_file(part, data)
    with suppress(FileNotFoundError):
        part.chmod(target.stat().st_mode & 0o777)
    try:
        move(part, Path(os.path.realpath(target)))
    except OSError as error:
        if error.errno != errno.EXDEV:
            raise
        replace_file(target, data)


def _folded(name: str) -> str:
    """A name as SQLite compares it: letters of ASCII in lower case."""
    return "".join(char.lower() if char.isascii() else char for char in name)


def _quoted(name: str) -> str:
    return f'"{name.replace(chr(34), chr(34) * 2)}"'
