"""The relational scheme of an application, with SQLAlchemy Core: for SQLite and PostgreSQL.

The key of a row is its page and its record, with a number where a record may have several rows. Besides the tables of
the domain there are two of our own: the pages that were loaded, and where each value was read.
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
    """The tables of an application: `tables` in the order of the layout, and our own."""

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
    """The table of where each value was read: node and characters of the page's text, and why it is in its field."""
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
    """The table of a plan; its key is page, record and, except for the entity's own table, a number."""
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


def ddl(database_scheme: Scheme, database: str = "sqlite") -> str:
    """The statements that create the tables, in the SQL dialect of a database: sqlite or postgresql."""
    dialect = {"sqlite": sqlite.dialect, "postgresql": postgresql.dialect}[database]()
    statements = (
        str(CreateTable(table).compile(dialect=dialect)).strip() for table in database_scheme.metadata.sorted_tables
    )
    return "".join(f"{statement};\n\n" for statement in statements)


def open_database(address: str) -> sql.Engine:
    """The database at an address: `sqlite:///rows.db`, `postgresql://user@host/name`, or the path of an SQLite file."""
    if "://" not in address:
        address = f"sqlite:///{address}"
    try:
        url = sql.make_url(address)
    except (ArgumentError, ValueError) as error:
        raise OntologyError(
            f"{address!r} is not a database address; write sqlite:///rows.db or postgresql://..."
        ) from error
    backend = url.drivername.partition("+")[0]
    if backend not in ("sqlite", "postgresql"):
        raise OntologyError(f"{backend!r} is not a supported database; use sqlite:///... or postgresql://...")
    try:
        return _transactional(sql.create_engine(url.set(drivername=_DRIVERS[backend])))
    except ModuleNotFoundError as error:
        raise OntologyError("PostgreSQL needs psycopg: pip install 'weblode[postgres]'") from error


def _transactional(engine: sql.Engine) -> sql.Engine:
    """The engine, configured so that SQLite creates tables inside the transaction and checks foreign keys."""
    if engine.dialect.name != "sqlite":
        return engine

    def connected(connection: Any, _: object) -> None:
        connection.isolation_level = None
        connection.execute("PRAGMA foreign_keys = ON")

    event.listen(engine, "connect", connected)
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
    return engine


def create(database_scheme: Scheme, connection: sql.Connection) -> None:
    """Create the missing tables; raises OntologyError if a table exists with other columns."""
    inspector = sql.inspect(connection)
    for table in database_scheme.metadata.sorted_tables:
        if not inspector.has_table(table.name):
            continue
        existing = {column["name"] for column in inspector.get_columns(table.name)}
        expected = {column.name for column in table.columns}
        if existing != expected:
            differ = ", ".join(sorted(str(name) for name in existing ^ expected)[:5])
            raise OntologyError(
                f"table {str(table.name)!r} exists with other columns (differ: {differ}); "
                "it was made from another ontology: use another database, or drop the table"
            )
    database_scheme.metadata.create_all(connection)
