"""Rows in databases, in SQLite and in a PostgreSQL server of our own: the same rows, all or nothing, once."""

import time

import pytest
import sqlalchemy as sql
from records.pages import OBITUARIES

from application.made import SHOP, THREE, books, ontology, shop
from application.postgres import server
from bench.application import listing
from weblode.application import files, populate
from weblode.application.extract import extract
from weblode.application.populate import load
from weblode.application.scheme import open_database, scheme
from weblode.errors import OntologyError
from weblode.pages.html import parse


@pytest.fixture(scope="module")
def postgres():
    with server() as address:
        yield address


@pytest.fixture(params=["sqlite", "postgres"])
def address(request, tmp_path):
    """An empty database of each kind in turn."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/rows.db"
    return emptied(request.getfixturevalue("postgres"))


def emptied(address):
    """The address of a PostgreSQL database that holds nothing now."""
    engine = open_database(address)
    with engine.begin() as connection:
        connection.exec_driver_sql("DROP SCHEMA public CASCADE")
        connection.exec_driver_sql("CREATE SCHEMA public")
    engine.dispose()
    return address


def dump(address):
    """All tables of a database with their rows."""
    engine = open_database(address)
    with engine.connect() as connection:
        metadata = sql.MetaData()
        metadata.reflect(connection)
        tables = metadata.tables.items()
        rows = {name: sorted(map(str, connection.execute(sql.select(table)).all())) for name, table in tables}
    engine.dispose()
    return rows


def shown(address, statement):
    engine = open_database(address)
    with engine.connect() as connection:
        rows = [tuple(row) for row in connection.exec_driver_sql(statement)]
    engine.dispose()
    return rows


def found(*records, name="page.html"):
    return extract(books(*records, name=name), shop())


def test_the_obituaries_are_three_rows_with_names_ages_and_dates(address):
    page = extract(parse(OBITUARIES, page="obituaries.html"), files.load("obituaries"))
    load(page.application, [page], address)
    statement = (
        "SELECT deceased_name, age, CAST(death_date AS VARCHAR), CAST(funeral_date AS VARCHAR) FROM deceased_person"
    )
    assert shown(address, f"{statement} ORDER BY record") == [
        ("Lemar K. Adamson", 84, "1998-09-30", "1998-10-05"),
        ("Brian Fielding Frost", 41, "1998-09-30", "1998-10-06"),
        ("Leonard Kenneth Gunther", 82, "1998-09-30", "1998-10-06"),
    ]


def test_both_databases_hold_the_same_rows(postgres, tmp_path):
    pages = [found(*THREE), found(*THREE[:2], name="other.html")]
    addresses = [f"sqlite:///{tmp_path}/same.db", emptied(postgres)]
    for each in addresses:
        load(shop(), pages, each)
    one, two = map(dump, addresses)
    assert one == two
    assert sum(map(len, one.values())) > 20


def test_every_value_leads_back_to_its_page_node_and_characters(address):
    page = found(*THREE)
    load(shop(), [page], address)
    rows = shown(
        address,
        "SELECT p.page, v.table_name, v.column_name, v.string, v.node, v.starts_at, v.ends_at FROM weblode_value v "
        "JOIN weblode_page p ON p.id = v.page",
    )
    tree, text = page.text.tree, page.text.string
    assert len(rows) == 15
    for name, _, _, string, node, start, end in rows:
        assert name == "page.html"
        assert text[start:end] == string
        assert string in tree.string(node)


def test_tables_below_hang_on_those_above(address):
    load(shop(), [found(*THREE)], address)
    assert shown(address, "SELECT record, number, shelf FROM copy") == [(3, 1, 3)]
    assert shown(address, "SELECT record, number, above FROM lent") == [(3, 1, 1)]
    engine = open_database(address)
    with pytest.raises(sql.exc.IntegrityError), engine.begin() as connection:
        connection.exec_driver_sql("INSERT INTO author (page, record, number, author) VALUES (1, 99, 1, 'x')")
    engine.dispose()


def test_the_same_page_again_changes_nothing(address):
    assert load(shop(), [found(*THREE)], address).rows > 0
    before = dump(address)
    done = load(shop(), [found(*THREE)], address)
    assert (done.rows, done.unchanged) == (0, 1)
    assert dump(address) == before


def test_a_changed_page_replaces_its_rows_and_no_others(address):
    load(shop(), [found(*THREE), found(*THREE, name="other.html")], address)
    done = load(shop(), [found(*THREE[:2])], address)
    assert (done.replaced, done.unchanged) == (1, 0)
    assert shown(address, "SELECT page, COUNT(*) FROM book GROUP BY page ORDER BY page") == [(1, 2), (2, 3)]
    assert shown(address, "SELECT COUNT(*) FROM lent") == [(1,)]


def test_a_page_without_records_is_known_and_has_no_rows(address):
    load(shop(), [extract(books("nothing"), shop())], address)
    assert shown(address, "SELECT kind, records FROM weblode_page") == [("no records", 0)]


def test_a_page_that_comes_twice_in_a_load_is_loaded_once(address):
    done = load(shop(), [found(*THREE), found(*THREE)], address)
    assert (done.pages, done.unchanged) == (2, 1)
    assert shown(address, "SELECT COUNT(*) FROM book") == [(3,)]


class StopError(Exception):
    pass


def stopping(*pages):
    """Pages, and then a failure."""
    yield from pages
    raise StopError


@pytest.fixture(autouse=True)
def rows_are_sent_at_once(monkeypatch):
    monkeypatch.setattr(populate, "_BATCH", 1)


def test_a_failure_in_the_middle_leaves_the_database_as_it_was(address):
    load(shop(), [found(*THREE)], address)
    before = dump(address)
    with pytest.raises(StopError):
        load(shop(), stopping(found(*THREE[:2]), found(*THREE, name="new.html")), address)
    assert dump(address) == before


def test_a_failure_at_the_very_first_load_leaves_no_tables(address):
    with pytest.raises(StopError):
        load(shop(), stopping(found(*THREE)), address)
    assert dump(address) == {}


def test_what_the_database_refuses_is_one_line_and_undone(address, monkeypatch):
    load(shop(), [found(*THREE[:2])], address)
    before = dump(address)
    monkeypatch.setattr(populate, "_plain", lambda _: None)  # columns that must not be empty
    with pytest.raises(OntologyError, match="the database is unchanged") as error:
        load(shop(), [found(*THREE, name="new.html")], address)
    assert "\n" not in str(error.value)
    assert dump(address) == before


def test_a_table_of_another_ontology_is_not_touched(address):
    load(shop(), [found(*THREE)], address)
    other = ontology(SHOP.replace("Price", "Cost"))
    with pytest.raises(OntologyError, match=r"table 'book' exists with other columns \(differ: cost, price\)"):
        load(other, [], address)


HOSTILE = ['x"; DROP TABLE book; --', "'; DELETE FROM weblode_page; --", "a`b]c", "%s %(x)s :y ?", "n" * 10_000]


def test_a_hostile_name_of_an_ontology_is_only_text(address):
    application = ontology(SHOP.replace('name = "shop"', 'name = "a\\u0000b\'; DROP TABLE book; --"'))
    load(application, [extract(books(*THREE), application)], address)
    assert shown(address, "SELECT application FROM weblode_page") == [
        ("a\N{REPLACEMENT CHARACTER}b'; DROP TABLE book; --",)
    ]


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names_of_sets_are_quoted(address, name):
    key = name.replace("]", ")")  # brackets are for constraints
    quoted = '"' + key.replace('"', '\\"') + '"'
    hostile = SHOP.replace('"Book [0..1] costs Price [1..*]"', f"'''Book [0..1] costs {key} [1..*]'''")
    hostile = hostile.replace("[sets.Price]", f"[sets.{quoted}]")
    found_there = extract(books(*THREE), ontology(hostile))
    load(found_there.application, [found_there], address)
    load(found_there.application, [found_there], address)
    column = scheme(found_there.application).plans[0].fields[1].column
    rows = shown(address, f'SELECT "{column}" FROM book ORDER BY record'.replace("%", "%%"))
    assert rows == [(10.5,), (2000.0,), (7.0,)]


@pytest.mark.parametrize(
    "value", [*HOSTILE, "\\N", "tab\there", "back\\slash", "nul\0l", "ünï😀", "\\.", "{}", "' OR 1=1"]
)
def test_hostile_values_of_pages_are_kept_as_they_are(address, value):
    shown_as = value.replace('"', "'").replace("\t", " ").replace("\0", "\N{REPLACEMENT CHARACTER}")
    record = f'titled "{shown_as}" price $3, published 2001-01-01'.replace("&", "&amp;").replace("<", "&lt;")
    page = found(record, *THREE, name=f"page {value}.html")
    load(shop(), [page], address)
    titles = shown(address, "SELECT title FROM book WHERE record = 1")
    assert titles == [(shown_as.strip(" ,;:-"),)]
    assert load(shop(), [page], address).unchanged == 1


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("mysql://x/y", "'mysql' is not a supported database"),
        ("://x/y", "is not a database address"),
        ("/nowhere/at/all.db", "unable to open"),
        ("postgresql://u@127.0.0.1:1/x?connect_timeout=2", "the database is unchanged"),
    ],
)
def test_addresses_that_lead_nowhere_are_one_line(address, why):
    with pytest.raises(OntologyError, match=why) as error:
        load(shop(), [], address)
    assert "\n" not in str(error.value)


def test_a_password_is_not_printed():
    with pytest.raises(OntologyError) as error:
        load(shop(), [], "postgresql://u:secret@127.0.0.1:1/x?connect_timeout=2")
    assert "secret" not in str(error.value)


def test_a_file_that_is_no_database_is_left_alone(tmp_path):
    (tmp_path / "page.html").write_text("<p>" * 2000)
    with pytest.raises(OntologyError, match="not a database"):
        load(shop(), [], str(tmp_path / "page.html"))
    assert (tmp_path / "page.html").read_text() == "<p>" * 2000


def test_loading_is_fast(address, monkeypatch):
    monkeypatch.undo()
    page = listing(1000)
    began = time.process_time()
    done = load(page.application, [page], address)
    assert done.rows == 8000
    assert done.rows / (time.process_time() - began) >= (5_000 if address.startswith("sqlite") else 10_000)
