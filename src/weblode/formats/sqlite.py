"""SQLite: our tables beside whatever else a database holds.

A database that exists stays as it is but for our tables: the main one, such as `records`, and `records_NAME` for child
tables. They are added or replaced in one transaction, so that a crash leaves the database as it was. A table of such a
name that weblode did not write is never touched.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import date, datetime
from pathlib import Path
from typing import Any

from weblode.errors import TableError
from weblode.formats.columns import NamedBatches, from_columns, transposed
from weblode.table import Table

_MAGIC = b"SQLite format 3\0"
_DECLARED = {
    "str": "TEXT",
    "int": "INTEGER",
    "float": "REAL",
    "bool": "BOOLEAN",
    "date": "DATE",  # as text of ISO 8601, which SQLite's own functions read
    "datetime": "TIMESTAMP",
}
_DATES: dict[str, Callable[[str], date]] = {"DATE": date.fromisoformat, "TIMESTAMP": datetime.fromisoformat}
_OWN_COLUMNS = ("page", "node")  # what every table of ours begins with
_BUSY = "another program is writing to it: try again when it has finished"
_CHILD_COLUMNS = (*_OWN_COLUMNS, "region", "parent", "record")


# ---------------------------------------------------------------- what is there
def is_database(path: Path) -> bool:
    """Whether there is a database to add tables to. Raises TableError if the file is something else."""
    if not path.is_file() or not path.stat().st_size:
        return False
    with path.open("rb") as stream:
        if stream.read(len(_MAGIC)) != _MAGIC:
            raise TableError(f"{path} is not an SQLite database: choose another file")
    return True


def own_tables(path: Path, main: str = "records") -> list[str]:
    """The tables of a database that we would replace, a main one and its child tables; empty without a database.

    Raises TableError if the file is not a database, or if the main table is there but not ours.
    """
    if not is_database(path):
        return []
    try:
        with _reading(path) as connection:
            return _own_tables(connection, main)
    except sqlite3.Error as error:
        if "locked" in str(error):
            raise TableError(f"{path}: {_BUSY}") from error
        raise TableError(f"{path} is not a sound SQLite database ({error}): choose another file") from error
    except TableError as error:
        raise TableError(f"{path}: {error}") from error


def _own_tables(connection: sqlite3.Connection, main: str) -> list[str]:
    """The main table and its child tables, by the columns that they begin with."""
    entries = connection.execute("SELECT name, type FROM sqlite_master WHERE type IN ('table', 'view') ORDER BY rowid")
    names = {name: kind for name, kind in entries if name.lower().startswith(main)}
    own = []
    for name, kind in names.items():
        rows = connection.execute("SELECT name FROM pragma_table_info(?)", [name])
        columns = tuple(column for (column,) in rows if column != "page_url")  # which is there if it is known
        is_main = name.lower() == main
        start = _OWN_COLUMNS if is_main else _CHILD_COLUMNS
        if kind == "table" and columns[: len(start)] == start and (is_main or name.startswith(f"{main}_")):
            own.append(name)
        elif is_main:
            raise TableError(f"its {kind} {name} was not written by weblode: rename it, or choose another file")
    return own


# ---------------------------------------------------------------- writing
def store_new(path: Path, tables: Sequence[NamedBatches], main: str = "records") -> None:
    """Write tables to an empty file, which is thrown away if that fails.

    The journal is in memory: without one, an index that cannot be made would stay in part.
    """
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = MEMORY")
        connection.execute("BEGIN")
        _create_all(connection, tables, main)
        connection.execute("COMMIT")


def store_beside(path: Path, tables: Sequence[NamedBatches], main: str = "records") -> str:
    """Add our tables to a database, or replace them, in one transaction; what was done, in words.

    Indexes and triggers that others made on our tables are made again. If one no longer fits, nothing is changed.
    """
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        try:
            connection.execute("BEGIN IMMEDIATE")
            old = _own_tables(connection, main)
            more = _extras(connection, old)
            for name in old:
                connection.execute(f"DROP TABLE {_quoted(name)}")
            counts = _create_all(connection, tables, main)
            for kind, name, statement in more:
                _restore(connection, kind, name, statement)
            [(everything,)] = connection.execute("SELECT count(*) FROM sqlite_master WHERE type = 'table'")
            connection.execute("COMMIT")
        except sqlite3.OperationalError as error:
            if "locked" in str(error):
                raise TableError(_BUSY) from error
            raise
    return _describe(counts, old, everything - len(counts))


def _describe(counts: dict[str, int], old: Sequence[str], others: int) -> str:
    """What was done, such as "replaced the table records (8 rows); 2 other tables are unchanged"."""
    parts = []
    for verb, names in (("replaced", old), ("added", [name for name in counts if name not in old])):
        written = [f"{name} ({counts[name]:,} row{'s'[: counts[name] != 1]})" for name in names if name in counts]
        if written:
            parts.append(f"{verb} the table{'s'[: len(written) > 1]} {', '.join(written)}")
    if gone := [name for name in old if name not in counts]:
        parts.append(f"removed {', '.join(gone)} of an earlier run")
    parts.append(f"{others:,} other table{'s are' if others != 1 else ' is'} unchanged")
    return "; ".join(parts)


def _extras(connection: sqlite3.Connection, names: Sequence[str]) -> list[tuple[str, str, str]]:
    """The indexes and triggers on some tables that we did not make: kind, name and statement."""
    rows = []
    for table in names:
        query = "SELECT type, name, sql FROM sqlite_master WHERE tbl_name = ? AND type != 'table' AND sql IS NOT NULL"
        rows += [row for row in connection.execute(query, [table]) if row[1] != _key_name(table)]
    return rows


def _restore(connection: sqlite3.Connection, kind: str, name: str, statement: str) -> None:
    """Make an index or a trigger again. Raises TableError if it does not fit the new table."""
    try:
        connection.execute(statement)
    except sqlite3.Error as error:
        raise TableError(
            f"its {kind} {name} does not fit the new table ({error}); nothing was changed: drop it first"
        ) from error


def _create_all(connection: sqlite3.Connection, tables: Sequence[NamedBatches], main: str) -> dict[str, int]:
    """Make the tables, each after the one that it refers to, and return the number of rows of each.

    A child table has a foreign key to its parent, unless that has two rows with the same key, as it has if a page was
    read twice.
    """
    counts = {}
    types = {each.name: each.types for each in tables}
    for each in tables:
        name, clauses = _table_name(each.name, main), []
        if each.name:
            above, region = _table_name(each.parent, main), "region, " if "region" in types[each.parent] else ""
            columns = f"(page, {region}record)"
            try:
                connection.execute(
                    f"CREATE UNIQUE INDEX IF NOT EXISTS {_quoted(_key_name(above))} ON {_quoted(above)} {columns}"
                )
                clauses = [f"FOREIGN KEY (page, {region}parent) REFERENCES {_quoted(above)} {columns}"]
            except sqlite3.IntegrityError:
                pass
        counts[name] = _create(connection, name, each, clauses)
    return counts


def _create(connection: sqlite3.Connection, name: str, table: NamedBatches, clauses: Sequence[str]) -> int:
    """Make a table with these columns and further clauses, insert the batches, and return the number of rows."""
    for column in table.types:
        if "\0" in column:
            raise TableError(f"SQLite has no NUL in column names, as in {column!r}: rename it")
    columns = [f"{_quoted(column)} {_DECLARED[kind]}" for column, kind in table.types.items()]
    connection.execute(f"CREATE TABLE {_quoted(name)} ({', '.join([*columns, *clauses])})")
    insert = f"INSERT INTO {_quoted(name)} VALUES ({', '.join('?' * len(table.types))})"
    n = 0
    for batch in table.batches:
        cells = [
            list(map(_text_of_date, values)) if table.types[column] in ("date", "datetime") else values
            for column, values in batch.columns.items()
        ]
        connection.executemany(insert, zip(*cells, strict=True))
        n += len(batch)
    return n


def _text_of_date(value: Any) -> str | None:
    """A date or time as SQLite writes it; None stays."""
    if value is None:
        return None
    return value.isoformat(sep=" ") if isinstance(value, datetime) else str(value)


def _table_name(name: str, main: str) -> str:
    """The name of a child table in SQLite, of the main one for "": "offers.comments" is in records_offers__comments."""
    return f"{main}_{name.replace('.', '__')}" if name else main


def _key_name(table: str) -> str:
    """The name of the index that we make for foreign keys to a table."""
    return f"{table} key"


def _quoted(name: str) -> str:
    return f'"{name.replace(chr(34), chr(34) * 2)}"'


# ---------------------------------------------------------------- reading
def load(path: Path, child: str = "", main: str = "records") -> Table:
    """The main table of an SQLite file, or the table of a child."""
    name = _table_name(child, main)
    with _reading(path) as connection:
        declared = dict(connection.execute("SELECT name, type FROM pragma_table_info(?)", [name]))
        if not declared:
            raise TableError(f"it has no table {name!r}: rename the one that holds them")
        # In the order written; ORDER BY rowid would mean a column of that name if there is one.
        cursor = connection.execute(f"SELECT * FROM {_quoted(name)}")
        names = [column[0] for column in cursor.description]
        columns = transposed(cursor.fetchall(), len(names))
    kinds = [declared.get(name, "") for name in names]
    return from_columns(names, list(map(_values, kinds, columns)))


@contextmanager
def _reading(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection that only reads, as SQLite would otherwise make the file that is not there."""
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
        yield connection


def _values(declared: str, values: Sequence[Any]) -> Sequence[Any]:
    """A column, with 0 and 1 as bools and ISO texts as dates if it was declared so, and if all are such."""
    if declared.upper() == "BOOLEAN":
        return [bool(value) if value in (0, 1) else value for value in values]
    parse = _DATES.get(declared.upper())
    try:
        return [value if value is None else parse(value) for value in values] if parse else values
    except (TypeError, ValueError):
        return values
