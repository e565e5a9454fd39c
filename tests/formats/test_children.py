"""Child tables: a file of their own beside the main one, or a further table of the database with a foreign key."""

import sqlite3
from contextlib import closing
from io import BytesIO

import pytest

from weblode import formats
from weblode.errors import TableError
from weblode.table import Table

POSTS = Table({"page": ["a", "a"], "node": [1, 9], "region": ["/x", "/x"], "record": [1, 2], "title": ["Rain", "Snow"]})
COMMENTS = Table(
    {
        "page": ["a"] * 3,
        "node": [2, 3, 10],
        "region": ["/x"] * 3,
        "parent": [1, 1, 2],
        "record": [1, 2, 3],
        "author": ["Ann", "Bob", None],
    }
)
REPLIES = Table({"page": ["a"], "node": [4], "region": ["/x"], "parent": [2], "record": [1], "author": ["Cid"]})


def write(path, posts=POSTS):
    with formats.writer(path) as out:
        out.add(posts)
        out.child("comments").add(COMMENTS)
        out.child("comments.replies", "comments").add(REPLIES)


@pytest.mark.parametrize("form", ["csv", "jsonl", "parquet", "sqlite"])
def test_child_tables_read_back_in_every_format(tmp_path, form):
    path = tmp_path / f"posts.{form}"
    write(path)
    assert formats.read(path) == POSTS
    assert formats.read(path, child="comments") == COMMENTS
    assert formats.read(path, child="comments.replies") == REPLIES
    files = {"posts", "posts.comments", "posts.comments.replies"} if form != "sqlite" else {"posts"}
    assert {each.name for each in tmp_path.iterdir()} == {f"{name}.{form}" for name in files}


def test_rows_of_a_database_refer_to_their_parents(tmp_path):
    write(tmp_path / "posts.db")
    with closing(sqlite3.connect(tmp_path / "posts.db")) as connection:
        connection.execute("PRAGMA foreign_keys = ON")
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        keys = connection.execute("PRAGMA foreign_key_list(records_comments__replies)").fetchall()
        assert {(key[2], key[3], key[4]) for key in keys} == {
            ("records_comments", "page", "page"),
            ("records_comments", "region", "region"),
            ("records_comments", "parent", "record"),
        }
        with pytest.raises(sqlite3.IntegrityError):
            connection.execute("INSERT INTO records_comments VALUES ('a', 5, '/x', 77, 4, 'Dan')")
        joined = (
            "SELECT title, author FROM records JOIN records_comments c "
            "ON (c.page, c.region, c.parent) = (records.page, records.region, records.record)"
        )
        assert connection.execute(joined).fetchall() == [("Rain", "Ann"), ("Rain", "Bob"), ("Snow", None)]


def test_rows_of_one_list_a_page_need_no_region_to_refer_to(tmp_path):
    write(tmp_path / "posts.db", Table({name: POSTS[name] for name in POSTS.names if name != "region"}))
    with closing(sqlite3.connect(tmp_path / "posts.db")) as connection:
        keys = connection.execute("PRAGMA foreign_key_list(records_comments)").fetchall()
        assert {(key[2], key[3], key[4]) for key in keys} == {
            ("records", "page", "page"),
            ("records", "parent", "record"),
        }
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []


def test_a_page_that_was_read_twice_is_written_without_the_key(tmp_path):
    twice = Table({name: values * 2 for name, values in POSTS.columns.items()})
    write(tmp_path / "posts.db", twice)
    assert formats.read(tmp_path / "posts.db") == twice
    assert formats.read(tmp_path / "posts.db", child="comments") == COMMENTS
    with closing(sqlite3.connect(tmp_path / "posts.db")) as connection:
        assert connection.execute("PRAGMA foreign_key_list(records_comments)").fetchall() == []


@pytest.mark.parametrize("form", ["csv", "sqlite"])
def test_no_file_appears_if_a_child_table_fails(tmp_path, form):
    def fail():
        with formats.writer(tmp_path / f"posts.{form}") as out:
            out.add(POSTS)
            out.child("comments").add(COMMENTS)
            out.child("comments").add(POSTS)

    with pytest.raises(TableError, match="do not continue"):
        fail()
    assert list(tmp_path.iterdir()) == []


def test_a_stream_holds_one_table():
    with formats.writer(BytesIO(), "csv") as out:
        out.add(POSTS)
        with pytest.raises(TableError, match="write to a file for the child table 'comments'"):
            out.child("comments")


def test_a_child_table_that_is_not_there_is_one_line(tmp_path):
    write(tmp_path / "posts.db")
    with pytest.raises(TableError, match="no table 'records_offers'"):
        formats.read(tmp_path / "posts.db", child="offers")


def test_formulas_are_quoted_in_child_tables_too(tmp_path):
    with formats.writer(tmp_path / "posts.csv", csv_safe=True) as out:
        out.add(POSTS)
        out.child("comments").add(Table({"page": ["a"], "node": [1], "author": ["=1+1"]}))
    assert formats.read(tmp_path / "posts.csv", child="comments")["author"] == ("'=1+1",)
