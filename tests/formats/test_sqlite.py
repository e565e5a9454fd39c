"""SQLite databases that hold more than our tables."""

import sqlite3
import sys
from contextlib import closing

import children
import pytest

from formats.made import one
from formats.test_children import COMMENTS, POSTS
from weblode.errors import TableError
from weblode.formats import read, sqlite, write, writer
from weblode.table import Table


@pytest.fixture
def database(tmp_path):
    """A database with a table, an index, a trigger and a view of somebody else."""
    path = tmp_path / "my.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(
            """
            CREATE TABLE orders (id INTEGER PRIMARY KEY, what TEXT);
            CREATE TABLE log (line TEXT);
            CREATE INDEX by_what ON orders (what);
            CREATE TRIGGER watch AFTER INSERT ON orders BEGIN INSERT INTO log VALUES (new.what); END;
            CREATE VIEW latest AS SELECT * FROM orders ORDER BY id DESC;
            INSERT INTO orders VALUES (1, 'tea'), (2, 'salt');
            """
        )
    return path


def contents(path, *, without="records"):
    """The schema and the rows of a database, without our tables."""
    with closing(sqlite3.connect(path)) as connection:
        schema = connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_master").fetchall()
        names = [name for kind, name, *_ in schema if kind == "table" and not name.startswith(without)]
        rows = {name: connection.execute(f'SELECT * FROM "{name}"').fetchall() for name in names}
    return [row for row in schema if not row[2].startswith(without)], rows


def note_of(path, *tables, **children_by_name):
    with writer(path) as out:
        for table in tables:
            out.add(table)
        for name, child in children_by_name.items():
            out.child(name).add(child)
    return out.note


def test_our_table_is_added_to_a_database_and_all_else_stays(database):
    before = contents(database)
    assert note_of(database, one(x=[1, 2])) == "added the table records (2 rows); 2 other tables are unchanged"
    assert contents(database) == before
    assert read(database) == one(x=[1, 2])


def test_only_our_table_is_replaced(database):
    before = contents(database)
    write(one(x=[1, 2]), database)
    assert note_of(database, one(y=["a"])) == "replaced the table records (1 row); 2 other tables are unchanged"
    assert (contents(database), read(database)) == (before, one(y=["a"]))


def test_child_tables_of_an_earlier_run_go_with_their_records(database):
    before = contents(database)
    assert note_of(database, POSTS, comments=COMMENTS) == (
        "added the tables records (2 rows), records_comments (3 rows); 2 other tables are unchanged"
    )
    assert read(database, child="comments") == COMMENTS
    assert note_of(database, one(x=[1])) == (
        "replaced the table records (1 row); removed records_comments of an earlier run; 2 other tables are unchanged"
    )
    assert contents(database) == before


def test_a_table_whose_name_only_begins_like_ours_stays(database):
    with closing(sqlite3.connect(database)) as connection:
        connection.executescript("CREATE TABLE records_of_mine (x); CREATE TABLE recordsets (page, node);")
    write(one(x=[1]), database)
    write(one(x=[2]), database)
    assert {"records_of_mine", "recordsets"} <= set(contents(database, without="records_x")[1])


@pytest.mark.parametrize("statement", ["TABLE records (id, artist)", "VIEW Records AS SELECT 1 AS page, 2 AS node"])
def test_records_of_somebody_else_are_refused_before_any_work(database, statement):
    with closing(sqlite3.connect(database)) as connection:
        connection.executescript(f"CREATE {statement}")
    before = database.read_bytes()
    with pytest.raises(TableError, match=r"my.db: its (table|view) [Rr]ecords was not written by weblode: rename it"):
        note_of(database)
    assert database.read_bytes() == before


@pytest.mark.parametrize("data", [b"old", b"\x89PNG\xff" * 300, b"SQLite format 2\0" + bytes(90)])
def test_a_file_of_something_else_is_refused_in_one_line(tmp_path, data):
    (tmp_path / "my.db").write_bytes(data)
    with pytest.raises(TableError, match=r"^[^\n]*my.db is not an SQLite database: choose another file$"):
        write(one(x=[1]), tmp_path / "my.db")
    assert (tmp_path / "my.db").read_bytes() == data


def test_a_damaged_database_is_refused_in_one_line(tmp_path):
    data = b"SQLite format 3\0" + b"\xff" * 5000
    (tmp_path / "my.db").write_bytes(data)
    with pytest.raises(TableError, match=r"^[^\n]*my.db is not a sound SQLite database"):
        write(one(x=[1]), tmp_path / "my.db")
    assert (tmp_path / "my.db").read_bytes() == data


def test_an_empty_file_becomes_a_database(tmp_path):
    (tmp_path / "my.db").touch()
    assert note_of(tmp_path / "my.db", one(x=[1])) == ""
    assert read(tmp_path / "my.db") == one(x=[1])


def test_indexes_and_triggers_on_our_table_are_made_again_without_being_fired(database):
    write(one(x=[1]), database)
    with closing(sqlite3.connect(database)) as connection:
        connection.executescript(
            "CREATE INDEX by_x ON records (x);"
            "CREATE TRIGGER count_x AFTER INSERT ON records BEGIN INSERT INTO log VALUES ('x'); END;"
        )
    before = contents(database, without="nothing")
    write(one(x=[1]), database)
    after = contents(database, without="nothing")
    assert (sorted(after[0]), after[1]) == (sorted(before[0]), before[1])


def test_an_index_that_no_longer_fits_leaves_all_as_it_was(database):
    write(one(x=[1]), database)
    with closing(sqlite3.connect(database)) as connection:
        connection.executescript("CREATE INDEX by_x ON records (x)")
    with pytest.raises(TableError, match=r"its index by_x does not fit the new table .*; nothing was changed: drop it"):
        write(one(y=[1]), database)
    assert read(database) == one(x=[1])


def test_a_database_that_others_read_gets_our_table(database):
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("INSERT INTO orders VALUES (3, 'oil')")
        connection.commit()
        write(one(x=[1]), database)
        assert connection.execute("SELECT count(*) FROM orders, records").fetchall() == [(3,)]


@pytest.mark.parametrize("lock", ["IMMEDIATE", "EXCLUSIVE"])
def test_a_database_that_another_program_writes_to_is_one_line(database, monkeypatch, lock):
    connect = sqlite3.connect
    monkeypatch.setattr(sqlite.sqlite3, "connect", lambda path, **more: connect(path, timeout=0, **more))
    with closing(connect(database, isolation_level=None)) as connection:
        connection.execute(f"BEGIN {lock}")
        with pytest.raises(TableError, match=r"my.db: another program is writing to it: try again"):
            write(one(x=[1]), database)


@pytest.mark.parametrize("old", [False, True], ids=["added", "replaced"])
def test_a_crash_in_the_middle_leaves_the_database_as_it_was(database, old):
    if old:
        write(one(x=[1]), database)
    before = contents(database, without="nothing")
    program = """
import os, sys
from pathlib import Path
from weblode.formats import sqlite
from weblode.formats.columns import NamedBatches
from weblode.table import Table
def batches():
    for i in range(200):
        yield Table({"page": ["a" * 1000] * 100, "node": range(100)})
    os._exit(7)
sqlite.store_beside(Path(sys.argv[1]), [NamedBatches(batches(), {"page": "str", "node": "int"})])
"""
    assert children.run([sys.executable, "-c", program, str(database)]).returncode == 7
    assert contents(database, without="nothing") == before


def test_an_interrupt_in_the_middle_leaves_the_database_as_it_was(database):
    write(one(x=[1]), database)
    before = contents(database, without="nothing")

    def batches():
        yield Table({"page": ["a"], "node": [1]})
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        sqlite.store_beside(database, [sqlite.NamedBatches(batches(), {"page": "str", "node": "int"})])
    assert contents(database, without="nothing") == before


def test_child_tables_are_ours_also_with_the_address_of_the_page(tmp_path):
    path, url = tmp_path / "a.db", ["https://a.example/"]
    posts = Table({"page": ["p"], "node": [1], "page_url": url, "region": ["/html"], "record": [1]})
    comments = Table({"page": ["p"], "node": [2], "page_url": url, "region": ["/html"], "parent": [1], "record": [1]})
    for _ in range(2):
        with writer(path) as out:
            out.add(posts)
            out.child("comments").add(comments)
    assert sqlite.own_tables(path) == ["records", "records_comments"]
    assert len(read(path, child="comments")) == 1


def test_a_page_that_was_read_twice_leaves_a_sound_database(tmp_path):
    with writer(tmp_path / "a.db") as out:
        for _ in range(2):
            out.add(POSTS)
        out.child("comments").add(COMMENTS)
    with closing(sqlite3.connect(tmp_path / "a.db")) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
