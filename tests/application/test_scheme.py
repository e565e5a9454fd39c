"""The tables of an application, and the databases that take them."""

import sqlite3

import pytest
import sqlalchemy as sql

from application.made import shop
from weblode.application import files
from weblode.application.scheme import create, ddl, open_database, scheme
from weblode.errors import OntologyError


@pytest.fixture
def engine(tmp_path):
    found = open_database(str(tmp_path / "rows.db"))
    yield found
    found.dispose()


def test_the_scheme_can_be_printed_and_a_database_takes_it():
    statements = ddl(scheme(shop()))
    sqlite3.connect(":memory:").executescript(statements)
    assert 'FOREIGN KEY(page, record, above) REFERENCES "copy" (page, record, number)' in statements
    assert "DOUBLE PRECISION" in ddl(scheme(shop()), "postgresql")


def test_tables_have_keys_by_page_and_record_and_a_number_where_there_may_be_several():
    keys = {str(table.name): [column.name for column in table.primary_key] for table in scheme(shop()).tables}
    assert keys == {
        "book": ["page", "record"],
        "author": ["page", "record", "number"],
        "copy": ["page", "record", "number"],
        "lent": ["page", "record", "number"],
    }


def test_columns_have_the_types_of_their_sets():
    book, _, copy, _ = scheme(shop()).tables
    found = {str(column.name): type(column.type) for table in (book, copy) for column in table.columns}
    assert (found["title"], found["price"], found["published"]) == (sql.Text, sql.Double, sql.Date)
    assert found["shelf"] is sql.BigInteger


@pytest.mark.parametrize("name", files.bundled())
def test_every_bundled_application_has_a_scheme_that_sqlite_takes(name):
    sqlite3.connect(":memory:").executescript(ddl(scheme(files.load(name))))


def test_tables_are_created_once_and_stay(engine):
    for _ in range(2):
        with engine.begin() as connection:
            create(scheme(shop()), connection)
    names = {"book", "author", "copy", "lent", "weblode_page", "weblode_value"}
    assert set(sql.inspect(engine).get_table_names()) == names


def test_a_table_with_other_columns_is_named_and_no_other_is_made(engine):
    with engine.begin() as connection:
        connection.exec_driver_sql("CREATE TABLE lent (page INTEGER, who TEXT)")
    with (
        pytest.raises(OntologyError, match=r"table 'lent' exists with other columns \(differ: above, .*who\)"),
        engine.begin() as connection,
    ):
        create(scheme(shop()), connection)
    assert sql.inspect(engine).get_table_names() == ["lent"]


class StopError(Exception):
    pass


def create_and_fail(connection):
    create(scheme(shop()), connection)
    raise StopError


def test_what_fails_after_the_tables_were_made_takes_them_back(engine):
    with pytest.raises(StopError), engine.begin() as connection:
        create_and_fail(connection)
    assert sql.inspect(engine).get_table_names() == []


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("rows.db", "sqlite:///rows.db"),
        ("sqlite:///rows.db", "sqlite:///rows.db"),
        ("postgresql://u:p@h/x", "postgresql+psycopg://u:***@h/x"),
        ("postgresql+asyncpg://h/x", "postgresql+psycopg://h/x"),
    ],
)
def test_an_address_is_that_of_a_driver_we_have(address, shown):
    assert str(open_database(address).url) == shown


@pytest.mark.parametrize(
    ("address", "why"),
    [("mysql://h/x", "'mysql' is not a supported"), ("postgresql://h:port/x", "is not a database address")],
)
def test_an_address_of_nothing_we_have_is_refused(address, why):
    with pytest.raises(OntologyError, match=why):
        open_database(address)
