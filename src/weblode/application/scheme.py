"""The relational scheme of an application, by SQLAlchemy Core: in SQLite, or in PostgreSQL by its address.

Every row knows its page and its record: they are its key, with a number where a record may have several rows. Three
tables of our own stand beside those of the domain: the pages that were loaded, and where each value was read.
"""

from dataclasses import dataclass
from typing import Any

import sqlalchemy as sql
from sqlalchemy import event
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import ArgumentError
from sqlalchemy.schema import CreateTable

from weblode.application.layout import PREFIX, TableField, TablePlan, layout
from weblode.application.model import Application
from weblode.errors import OntologyError

_KINDS = {
    "text": sql.Text,
    "integer": sql.BigInteger,
    "number": sql.Double,
    "date": sql.Date,
    "time": sql.Time,
    "year": sql.Integer,
    "phone": sql.Text,
}

_DRIVERS = {"sqlite": "sqlite", "postgresql": "postgresql+psycopg"}


@dataclass(frozen=True)
class Scheme:
    """The tables of an application: `tables` as the layout has them, and our own."""

    metadata: sql.MetaData
    plans: tuple[TablePlan, ...]
    tables: tuple[sql.Table, ...]
    pages: sql.Table
    values: sql.Table


def scheme(application: Application) -> Scheme:
    """The tables of an application."""
    metadata = sql.MetaData()
    plans = layout(application)
    pages = _pages(metadata)
    tables: list[sql.Table] = []
    for plan in plans:
        tables.append(_table(metadata, application, plan, before=tables))
    return Scheme(metadata, plans, tuple(tables), pages, _values(metadata))


def _name(name: str) -> sql.quoted_name:
    return sql.quoted_name(name, quote=True)


def _pages(metadata: sql.MetaData) -> sql.Table:
    return sql.Table(
        _name(f"{PREFIX}page"),
        metadata,
        sql.Column("id", sql.Integer, primary_key=True),
        sql.Column("key", sql.String(64), nullable=False, unique=True),  # a page's name may be too long for an index
        sql.Column("application", sql.Text, nullable=False),
        sql.Column("page", sql.Text, nullable=False),
        sql.Column("url", sql.Text),
        sql.Column("kind", sql.Text, nullable=False),
        sql.Column("records", sql.Integer, nullable=False),
        sql.Column("digest", sql.String(64), nullable=False),
    )


def _values(metadata: sql.MetaData) -> sql.Table:
    """Where each value was read: the node and the characters of the page's text, and why it is in its field."""
    return sql.Table(
        _name(f"{PREFIX}value"),
        metadata,
        sql.Column("page", sql.Integer, sql.ForeignKey(f"{PREFIX}page.id"), primary_key=True),
        sql.Column("record", sql.Integer, primary_key=True),
        sql.Column("table_name", sql.Text, primary_key=True),
        sql.Column("number", sql.Integer, primary_key=True),
        sql.Column("column_name", sql.Text, primary_key=True),
        sql.Column("string", sql.Text, nullable=False),
        sql.Column("node", sql.Integer, nullable=False),
        sql.Column("starts_at", sql.Integer, nullable=False),
        sql.Column("ends_at", sql.Integer, nullable=False),
        sql.Column("why", sql.Text, nullable=False),
    )


def _table(metadata: sql.MetaData, application: Application, plan: TablePlan, *, before: list[sql.Table]) -> sql.Table:
    """The table of a plan; its key is page, record and, but for the entity's own, a number."""
    columns: list[sql.Column[object] | sql.ForeignKeyConstraint] = [
        sql.Column("page", sql.Integer, primary_key=True),
        sql.Column("record", sql.Integer, primary_key=True, autoincrement=False),
    ]
    if plan.above < 0:
        columns += [sql.Column(name, sql.Integer, nullable=False) for name in ("node", "starts_at", "ends_at")]
        columns.append(sql.ForeignKeyConstraint(["page"], [f"{PREFIX}page.id"]))
    else:
        columns.append(sql.Column("number", sql.Integer, primary_key=True, autoincrement=False))
        above = before[plan.above]
        mine, theirs = ["page", "record"], [above.c.page, above.c.record]
        if plan.above > 0:
            columns.append(sql.Column("above", sql.Integer, nullable=False))
            mine, theirs = [*mine, "above"], [*theirs, above.c.number]
        columns.append(sql.ForeignKeyConstraint(mine, theirs))
    return sql.Table(_name(plan.name), metadata, *columns, *(_column(application, each) for each in plan.fields))


def _column(application: Application, each: TableField) -> "sql.Column[object]":
    return sql.Column(_name(each.column), _KINDS[application.sets[each.set].type]())


def ddl(found: Scheme, database: str = "sqlite") -> str:
    """The statements that create the tables, in the words of a database: sqlite or postgresql."""
    spoken = {"sqlite": sqlite.dialect, "postgresql": postgresql.dialect}[database]()
    statements = (str(CreateTable(table).compile(dialect=spoken)).strip() for table in found.metadata.sorted_tables)
    return "".join(f"{statement};\n\n" for statement in statements)


def opened(address: str) -> sql.Engine:
    """The database at an address: `sqlite:///rows.db`, `postgresql://user@host/name`, or a file's name for SQLite."""
    if "://" not in address:
        address = f"sqlite:///{address}"
    try:
        url = sql.make_url(address)
    except (ArgumentError, ValueError) as error:
        raise OntologyError(
            f"{address!r} is no database address; write sqlite:///rows.db or postgresql://..."
        ) from error
    backend = url.drivername.partition("+")[0]
    if backend not in ("sqlite", "postgresql"):
        raise OntologyError(f"{backend!r} is no database that can be loaded; use sqlite:///... or postgresql://...")
    try:
        return _transactional(sql.create_engine(url.set(drivername=_DRIVERS[backend])))
    except ModuleNotFoundError as error:
        raise OntologyError("PostgreSQL needs psycopg: pip install 'weblode[postgres]'") from error


def _transactional(engine: sql.Engine) -> sql.Engine:
    """The engine; SQLite's driver would otherwise create tables outside the transaction, and ignore foreign keys."""
    if engine.dialect.name != "sqlite":
        return engine

    def connected(connection: Any, _: object) -> None:
        connection.isolation_level = None
        connection.execute("PRAGMA foreign_keys = ON")

    event.listen(engine, "connect", connected)
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
    return engine


def create(found: Scheme, connection: sql.Connection) -> None:
    """Create what is missing; OntologyError if a table is there with other columns."""
    inspector = sql.inspect(connection)
    for table in found.metadata.sorted_tables:
        if not inspector.has_table(table.name):
            continue
        there = {column["name"] for column in inspector.get_columns(table.name)}
        wanted = {column.name for column in table.columns}
        if there != wanted:
            differ = ", ".join(sorted(str(name) for name in there ^ wanted)[:5])
            raise OntologyError(
                f"table {str(table.name)!r} is there with other columns (differ: {differ}); "
                "it was made from another ontology: use another database, or drop it"
            )
    found.metadata.create_all(connection)
