"""Loads rows into a database: all or nothing, and loading the same page twice is the same as once.

A page is compared by the digest of everything that would be written for it. If the database has that digest for the
page, nothing is written; if it has another one, the rows of the page are replaced.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import sqlalchemy as sql
from sqlalchemy.exc import SQLAlchemyError

from weblode.application.assign import Row as Assigned
from weblode.application.model import Application
from weblode.application.pieces import Extraction, Record
from weblode.application.scheme import Scheme, create, open_database, scheme
from weblode.errors import OntologyError

_BATCH = 5_000  # rows that are sent together

Row = dict[str, Any]


class LoadRows(NamedTuple):
    """A page as what is written for it: rows with their tables, without the page id, and a digest of it all."""

    page: str
    url: str | None
    kind: str
    records: int
    rows: list[tuple[str, Row]]
    digest: str


@dataclass
class Loaded:
    """Counts of a load so far."""

    pages: int = 0
    unchanged: int = 0
    replaced: int = 0
    rows: int = 0


@contextmanager
def open_loader(application: Application, address: str) -> Iterator["Loader"]:
    """A loader into the database at an address; the transaction is rolled back if the block raises."""
    database_scheme = scheme(application)
    engine = open_database(address)
    try:
        with engine.begin() as connection:
            create(database_scheme, connection)
            loader = Loader(database_scheme, application, connection)
            yield loader
            loader.flush()
    except (SQLAlchemyError, engine.dialect.loaded_dbapi.Error) as error:
        why = str(getattr(error, "orig", None) or error).strip().splitlines()[0]
        raise OntologyError(f"{engine.url.render_as_string()}: {why}; the database is unchanged") from error
    finally:
        engine.dispose()


@dataclass
class Loader:
    """Loads pages within one transaction."""

    scheme: Scheme
    application: Application
    connection: sql.Connection
    done: Loaded = field(default_factory=Loaded)
    _waiting: dict[str, list[Row]] = field(default_factory=dict)
    _count: int = 0

    def add(self, extraction: Extraction) -> None:
        """Load a page."""
        self.load(self.rows(extraction))

    def rows(self, extraction: Extraction) -> LoadRows:
        """What is to be written for a page; in whichever process."""
        tree = extraction.text.tree
        rows = list(self._rows(extraction))
        digest = _digest([extraction.kind, tree.url, *rows])
        return LoadRows(tree.page, tree.url, extraction.kind, len(extraction.records), rows, digest)

    def load(self, new: LoadRows) -> None:
        """Load the rows of a page."""
        digest, rows, pages = new.digest, new.rows, self.scheme.pages
        key = _digest([self.application.name, new.page])
        stored = self.connection.execute(sql.select(pages.c.id, pages.c.digest).where(pages.c.key == key)).one_or_none()
        self.done.pages += 1
        if stored is not None and stored.digest == digest:
            self.done.unchanged += 1
            return
        about = {"url": _plain(new.url), "kind": new.kind, "records": new.records, "digest": digest}
        if stored is None:
            about_page = {"key": key, "application": _plain(self.application.name), "page": _plain(new.page), **about}
            page = self.connection.execute(pages.insert().values(about_page).returning(pages.c.id)).scalar_one()
        else:
            page = stored.id
            self.done.replaced += 1
            self._remove(page)
            self.connection.execute(pages.update().where(pages.c.id == page).values(about))
        for table, row in rows:
            self._waiting.setdefault(table, []).append({"page": page, **row})
        self._count += len(rows)
        if self._count >= _BATCH:
            self.flush()

    def flush(self) -> None:
        """Send the waiting rows, tables above before those below."""
        for table in (*self.scheme.tables, self.scheme.values):
            if rows := self._waiting.pop(str(table.name), []):
                _insert(self.connection, table, rows)
                self.done.rows += len(rows)
        self._count = 0

    def _remove(self, page: int) -> None:
        self.flush()
        for table in (self.scheme.values, *reversed(self.scheme.tables)):
            self.connection.execute(table.delete().where(table.c.page == page))

    def _rows(self, extraction: Extraction) -> Iterator[tuple[str, Row]]:
        """The rows of a page, each with its table, without the page id."""
        starts = sorted(
            {record.span[0] for record in extraction.records}
            | {cell.entry.start for record in extraction.records for row in record.rows for cell in row.cells}
        )
        nodes = dict(zip(starts, extraction.text.nodes(starts), strict=True))
        for number, record in enumerate(extraction.records, 1):
            for row in record.rows:
                yield self.scheme.plans[row.table].name, self._row(row, record, number=number, nodes=nodes)
                yield from self._sources(row, number, nodes)

    def _row(self, row: Assigned, record: Record, *, number: int, nodes: Mapping[int, int]) -> Row:
        """A row of a table of the domain."""
        plan = self.scheme.plans[row.table]
        start, end = record.span
        if not row.table:
            key: Row = {"record": number, "node": nodes[start], "starts_at": start, "ends_at": end}
        elif plan.above:
            key = {"record": number, "number": row.number, "above": row.above}
        else:
            key = {"record": number, "number": row.number}
        key.update(dict.fromkeys((each.column for each in plan.fields), None))
        key.update((cell.field.column, cell.value) for cell in row.cells)
        return key

    def _sources(self, row: Assigned, number: int, nodes: Mapping[int, int]) -> Iterator[tuple[str, Row]]:
        """The rows that tell where the values of a row were read."""
        name, table = str(self.scheme.values.name), self.scheme.plans[row.table].name
        for cell in row.cells:
            yield (
                name,
                {
                    "record": number,
                    "table_name": table,
                    "number": row.number,
                    "column_name": cell.field.column,
                    "string": _plain(cell.entry.string),
                    "node": nodes[cell.entry.start],
                    "starts_at": cell.entry.start,
                    "ends_at": cell.entry.end,
                    "why": _plain(cell.why),
                },
            )


def _insert(connection: sql.Connection, table: sql.Table, rows: list[Row]) -> None:
    """Insert rows; into PostgreSQL by COPY, which is several times as fast as INSERT."""
    if connection.dialect.name != "postgresql":
        connection.execute(table.insert(), rows)
        return
    preparer = connection.dialect.identifier_preparer
    names = [column.name for column in table.columns]
    statement = f"COPY {preparer.format_table(table)} ({', '.join(map(preparer.quote, names))}) FROM STDIN"
    driver: Any = connection.connection.driver_connection
    with driver.cursor() as cursor, cursor.copy(statement) as copy:
        for row in rows:
            copy.write_row([row[name] for name in names])


def load(application: Application, extractions: Iterable[Extraction], address: str) -> Loaded:
    """Load pages into the database at an address, and return the counts."""
    with open_loader(application, address) as loader:
        for extraction in extractions:
            loader.add(extraction)
    return loader.done


def _plain(text: str | None) -> str | None:
    """A text without NULs, which PostgreSQL cannot store."""
    return text if text is None else text.replace("\0", "\N{REPLACEMENT CHARACTER}")


def _digest(data: list[Any] | Mapping[str, Any]) -> str:
    serialised = json.dumps(data, sort_keys=True, default=str)
    return hashlib.sha256(serialised.encode()).hexdigest()
