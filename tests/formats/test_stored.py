"""Parquet and SQLite."""

import sqlite3
from datetime import date, datetime

import pyarrow as pa
import pytest
from pyarrow import parquet

from formats.made import one
from weblode.errors import TableError
from weblode.formats import read, write
from weblode.table import Table


def test_parquet_has_plain_types(tmp_path):
    write(one(s=[None], i=[1], f=[1.5], b=[True]), tmp_path / "t.parquet")
    kinds = [str(kind) for kind in parquet.read_schema(tmp_path / "t.parquet").types]
    assert kinds == ["string", "int64", "string", "int64", "double", "bool"]


@pytest.mark.parametrize(
    ("names", "values", "message"),
    [
        (["page", "node", "x"], [["a"], [1], [[1]]], r"\[1\] is a list"),
        (["page", "node", "x", "x"], [["a"], [1], [1], [1]], r"column names \['x'\]"),
        (["page"], [["a"]], "no column 'node'"),
        (
            ["page", "node", "x"],
            [["a"], [1], pa.array([1], pa.timestamp("ns"))],
            "numbers and bools|make it a str",
        ),
    ],
)
def test_parquet_that_makes_no_table_is_refused(tmp_path, names, values, message):
    parquet.write_table(pa.table([pa.array(column) for column in values], names=names), tmp_path / "t.parquet")
    with pytest.raises(TableError, match=f"cannot read .*t.parquet: .*(?:{message})"):
        read(tmp_path / "t.parquet")


def test_folders_that_look_like_partitions_add_no_columns(tmp_path):
    (tmp_path / "year=2020").mkdir()
    write(one(x=[1]), tmp_path / "year=2020" / "t.parquet")
    assert read(tmp_path / "year=2020" / "t.parquet").names == ("page", "node", "x")


def test_sqlite_declares_the_types(tmp_path):
    write(one(s=[None], i=[1], f=[1.5], b=[True]), tmp_path / "t.db")
    connection = sqlite3.connect(tmp_path / "t.db")
    declared = [row[2] for row in connection.execute("PRAGMA table_info(records)")]
    assert connection.execute("SELECT * FROM records").fetchall() == [("a.html", 0, None, 1, 1.5, 1)]
    connection.close()
    assert declared == ["TEXT", "INTEGER", "TEXT", "INTEGER", "REAL", "BOOLEAN"]


def test_dates_and_times_have_types_of_their_own(tmp_path):
    table = one(day=[date(2017, 5, 3)], time=[datetime(2017, 5, 3, 10, 30)])
    write(table, tmp_path / "t.parquet")
    assert [str(kind) for kind in parquet.read_schema(tmp_path / "t.parquet").types][2:] == [
        "date32[day]",
        "timestamp[us]",
    ]
    write(table, tmp_path / "t.db")
    connection = sqlite3.connect(tmp_path / "t.db")
    assert [row[2] for row in connection.execute("PRAGMA table_info(records)")][2:] == ["DATE", "TIMESTAMP"]
    rows = connection.execute("SELECT day, time, strftime('%Y-%H', time) FROM records").fetchall()
    connection.close()
    assert rows == [("2017-05-03", "2017-05-03 10:30:00", "2017-10")]


def test_a_column_declared_as_date_with_other_values_is_read_as_it_is(tmp_path):
    connection = sqlite3.connect(tmp_path / "t.db")
    connection.execute("CREATE TABLE records (page, node, x DATE, y timestamp)")
    connection.execute("INSERT INTO records VALUES ('a', 4, 'soon', 12)")
    connection.commit()
    connection.close()
    assert read(tmp_path / "t.db") == Table({"page": ["a"], "node": [4], "x": ["soon"], "y": [12]})


def test_sqlite_refuses_nul_in_names_and_too_many_columns(tmp_path):
    with pytest.raises(TableError, match=r"cannot write .*: SQLite has no NUL in column names, as in 'a\\x00b'"):
        write(Table({"page": ["a"], "node": [1], "a\0b": [1]}), tmp_path / "t.db")
    with pytest.raises(TableError, match="too many columns"):
        write(one(**{f"x{i}": [1] for i in range(3000)}), tmp_path / "t.db")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("format_name", ["csv", "jsonl", "parquet"])
def test_other_formats_hold_nul_in_names(tmp_path, format_name):
    table = Table({"page": ["a"], "node": [1], "a\0b": [1]})
    write(table, tmp_path / "t", format_name)
    assert read(tmp_path / "t", format_name) == table


def test_a_database_of_something_else_is_refused(tmp_path):
    connection = sqlite3.connect(tmp_path / "t.db")
    connection.execute("CREATE TABLE other (x)")
    connection.close()
    with pytest.raises(TableError, match=r"cannot read .*t.db: it has no table 'records'"):
        read(tmp_path / "t.db")


def test_records_of_another_tool_are_read_from_sqlite(tmp_path):
    connection = sqlite3.connect(tmp_path / "t #1?.db")
    connection.execute("CREATE TABLE records (x boolean, page, node, twice AS (2 * node))")
    connection.execute("INSERT INTO records VALUES (1, 'a', 4), (NULL, 'b', 5)")
    connection.commit()
    connection.close()
    table = read(tmp_path / "t #1?.db")
    assert table == Table({"page": ["a", "b"], "node": [4, 5], "x": [True, None], "twice": [8, 10]})
