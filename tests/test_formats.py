import csv
import gzip
import json
import math
import os
import sqlite3
import stat
import time
from io import BytesIO, StringIO
from itertools import pairwise

import pyarrow as pa
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from pyarrow import parquet

from weblode import formats
from weblode.errors import TableError
from weblode.formats import read, stored, write, writer
from weblode.table import EXACT_INT, Table, concat

FORMATS = ["csv", "jsonl", "parquet", "sqlite"]
AWKWARD = [
    "",
    " a ",
    "1",
    "1.0",
    "true",
    "null",
    '"',
    '""',
    ",",
    "\n",
    "\r",
    "\r\n",
    "\0",
    "\u2028",
    "\x85",
    "\ufeff",
]

texts = st.sampled_from(AWKWARD) | st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
names = texts.filter(lambda name: name and "\0" not in name and name.lower() not in ("page", "node"))
numbers = st.integers(-(2**63), 2**63 - 1)
reals = st.sampled_from([1e300, -0.0, 5e-324, 1e16, 3.0]) | st.floats(allow_nan=False, allow_infinity=False)


@st.composite
def tables(draw, min_rows=0):
    n = draw(st.integers(min_rows, 4))
    columns = {
        "page": draw(st.lists(texts, min_size=n, max_size=n)),
        "node": draw(st.lists(numbers, min_size=n, max_size=n)),
    }
    for name in draw(st.lists(names, max_size=4, unique_by=str.lower)):
        values = st.none() | draw(st.sampled_from([texts, numbers, reals, st.booleans(), st.none()]))
        columns[name] = draw(st.lists(values, min_size=n, max_size=n))
    return Table(columns)


def one(**columns):
    n = len(next(iter(columns.values()), ()))
    return Table({"page": ["a.html"] * n, "node": range(n), **columns})


def add_all(batches, path, format_name=None):
    with writer(path, format_name) as out:
        for batch in batches:
            out.add(batch)


def csv_of(tmp_path, text):
    path = tmp_path / "given.csv"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return read(path)


def signs(table):
    return [math.copysign(1, v) for name in table.names for v in table[name] if isinstance(v, float)]


@pytest.mark.parametrize("format_name", FORMATS)
@given(table=tables())
@example(table=Table({"page": AWKWARD, "node": range(len(AWKWARD)), "text": AWKWARD}))
@example(table=Table({"page": ["a"], "node": [0], 'q"u,o\nt e': [None], "rowid": [-1]}))
@settings(max_examples=100, deadline=None)
def test_what_was_written_reads_back_equal(tmp_path_factory, format_name, table):
    path = tmp_path_factory.mktemp("round") / "table"
    write(table, path, format_name)
    if format_name == "jsonl" and not len(table):
        table = Table({"page": (), "node": ()})
    back = read(path, format_name)
    assert back == table
    if format_name != "sqlite":
        assert signs(back) == signs(table)


@pytest.mark.parametrize("format_name", FORMATS)
@given(table=tables(min_rows=1), cuts=st.lists(st.integers(0, 4), max_size=3))
@settings(max_examples=50, deadline=None)
def test_batches_read_back_as_one_table(tmp_path_factory, format_name, table, cuts):
    path = tmp_path_factory.mktemp("batches") / "table"
    bounds = [0, *sorted(cuts), len(table)]
    parts = [Table({name: table[name][start:end] for name in table.names}) for start, end in pairwise(bounds)]
    add_all(parts, path, format_name)
    assert read(path, format_name) == table


@pytest.mark.parametrize("format_name", FORMATS)
def test_none_meets_any_type_and_int_meets_float(tmp_path, format_name):
    batches = [one(x=[None], y=[1]), one(x=[True], y=[None]), one(x=[None], y=[2.5]), one(x=[False], y=[3])]
    path = tmp_path / "table"
    add_all(batches, path, format_name)
    back = read(path, format_name)
    assert back == concat(batches)
    assert (back["x"], back["y"]) == ((None, True, None, False), (1.0, None, 2.5, 3.0))


@pytest.mark.parametrize("format_name", FORMATS)
@pytest.mark.parametrize(
    ("first", "second", "message"),
    [
        (one(x=["1"]), one(x=[1]), "column 'x' holds int in this table, but str in those before: convert"),
        (one(x=[1]), one(x=[True]), "column 'x' holds bool in this table, but int in those before"),
        (one(x=[EXACT_INT + 1]), one(x=[0.5]), r"holds float in this table, but int beyond 2\*\*53"),
        (one(x=[0.5]), one(x=[-EXACT_INT - 1]), r"holds int beyond 2\*\*53 in this table, but float"),
        (one(x=[1]), one(y=[1]), r"columns \['page', 'node', 'y'\] do not continue"),
        (one(x=[1], y=[1]), one(y=[1], x=[1]), "the same names in the same order"),
    ],
)
def test_batches_that_do_not_fit_are_refused(tmp_path, format_name, first, second, message):
    with pytest.raises(TableError, match=message):
        add_all([first, second], tmp_path / "table", format_name)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("format_name", FORMATS)
def test_wide_ints_meet_narrow_ones(tmp_path, format_name):
    batches = [one(x=[1]), one(x=[EXACT_INT + 1]), one(x=[2])]
    add_all(batches, tmp_path / "table", format_name)
    assert read(tmp_path / "table", format_name)["x"] == (1, EXACT_INT + 1, 2)


@pytest.mark.parametrize("format_name", FORMATS)
def test_a_writer_without_batches_writes_an_empty_table(tmp_path, format_name):
    with writer(tmp_path / "table", format_name):
        pass
    assert read(tmp_path / "table", format_name) == Table({"page": (), "node": ()})


@pytest.mark.parametrize("format_name", FORMATS)
@pytest.mark.parametrize("error", [KeyboardInterrupt, RuntimeError])
def test_a_failure_leaves_the_old_file_and_nothing_else(tmp_path, format_name, error):
    path = tmp_path / "table"
    path.write_bytes(b"old")

    def batches():
        yield one(x=[1])
        raise error

    with pytest.raises(error):
        add_all(batches(), path, format_name)
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("format_name", FORMATS)
def test_the_old_file_stays_until_the_writer_closes(tmp_path, format_name):
    path = tmp_path / "table"
    write(one(x=["old"]), path, format_name)
    with writer(path, format_name) as out:
        out.add(one(x=["new"]))
        assert read(path, format_name) == one(x=["old"])
    assert read(path, format_name) == one(x=["new"])
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("format_name", FORMATS)
def test_same_table_same_bytes(tmp_path, format_name):
    for name in ("one", "two"):
        write(one(x=[1, None], y=["a", "b"]), tmp_path / name, format_name)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no modes and few links")
def test_a_new_file_has_the_usual_mode_and_links_are_followed(tmp_path):
    (tmp_path / "plain").touch()
    (tmp_path / "link.csv").symlink_to(tmp_path / "real.csv")
    write(one(x=[1]), tmp_path / "link.csv")
    assert (tmp_path / "link.csv").is_symlink()
    modes = [stat.S_IMODE((tmp_path / name).stat().st_mode) for name in ("plain", "real.csv")]
    assert modes[0] == modes[1]


def test_many_batches_do_not_stay_in_memory(tmp_path, monkeypatch):
    monkeypatch.setattr(formats, "_SPOOL_BYTES", 1000)
    batches = [one(x=[i] * 10) for i in range(100)]
    with writer(tmp_path / "many.sqlite") as out:
        for batch in batches:
            out.add(batch)
        assert out._spool._rolled
    assert read(tmp_path / "many.sqlite") == concat(batches)


def test_small_batches_share_parquet_row_groups(tmp_path, monkeypatch):
    monkeypatch.setattr(stored, "_GROUP_ROWS", 40)
    add_all((one(x=[i]) for i in range(100)), tmp_path / "many.parquet")
    assert parquet.ParquetFile(tmp_path / "many.parquet").num_row_groups == 3


@pytest.mark.parametrize(
    ("suffix", "start"),
    [
        (".csv", b'"page","node"'),
        (".CSV", b'"page","node"'),
        (".jsonl", b'{"page": '),
        (".ndjson", b'{"page": '),
        (".parquet", b"PAR1"),
        (".sqlite", b"SQLite format 3"),
        (".sqlite3", b"SQLite format 3"),
        (".db", b"SQLite format 3"),
    ],
)
def test_the_format_is_guessed_from_the_suffix(tmp_path, suffix, start):
    path = tmp_path / f"table{suffix}"
    write(one(x=[1]), str(path))
    assert path.read_bytes().startswith(start)
    assert read(str(path)) == one(x=[1])


def test_unknown_formats_are_refused_with_the_known_ones(tmp_path):
    with pytest.raises(TableError, match=r"table.xlsx: pass format= one of csv, jsonl, parquet, sqlite, or .*\.db"):
        write(one(x=[1]), tmp_path / "table.xlsx")
    with pytest.raises(TableError, match="no known format"):
        read(tmp_path / "table.csv", "excel")


def test_a_stream_takes_text_formats_only():
    for format_name in (None, "parquet", "sqlite"):
        with pytest.raises(TableError, match=r"no known format for stream .* one of csv, jsonl, or a file"):
            write(one(x=[1]), BytesIO(), format_name)


@pytest.mark.parametrize("format_name", ["csv", "jsonl"])
def test_streams_of_bytes_and_text_get_what_a_file_gets(tmp_path, format_name):
    table = one(x=["é\n", None])
    write(table, tmp_path / "table", format_name)
    for stream in (BytesIO(), StringIO()):
        write(table, stream, format_name)
        got = stream.getvalue()
        assert (got.encode() if isinstance(got, str) else got) == (tmp_path / "table").read_bytes()


def test_a_compressed_stream_will_do(tmp_path):
    with gzip.open(tmp_path / "table.csv.gz", "wb") as stream:
        write(one(x=[1]), stream, "csv")
    with gzip.open(tmp_path / "table.csv.gz") as stream:
        assert stream.read() == b'"page","node","x"\n"a.html",0,1\n'


def test_a_stream_gets_each_batch_at_once():
    stream = StringIO()
    with writer(stream, "csv") as out:
        out.add(one(x=[1]))
        assert stream.getvalue() == '"page","node","x"\n"a.html",0,1\n'


def test_places_that_cannot_be_written_are_named(tmp_path):
    with pytest.raises(TableError, match=r"cannot write .*missing/table.csv: No such file"):
        write(one(x=[1]), tmp_path / "missing" / "table.csv")
    (tmp_path / "folder.csv").mkdir()
    with pytest.raises(TableError, match=r"folder.csv is not a regular file: choose"):
        write(one(x=[1]), tmp_path / "folder.csv")


@pytest.mark.skipif(not os.path.exists("/dev/null"), reason="a device of Unix")
def test_a_device_is_not_replaced():
    with pytest.raises(TableError, match="not a regular file"):
        write(one(x=[1]), "/dev/null", "csv")


@pytest.mark.parametrize("format_name", FORMATS)
def test_a_missing_file_is_named(tmp_path, format_name):
    with pytest.raises(TableError, match=r"cannot read .*nowhere: "):
        read(tmp_path / "nowhere", format_name)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("format_name", FORMATS)
def test_a_file_of_something_else_is_refused(tmp_path, format_name):
    (tmp_path / "table").write_bytes(b"\x89PNG\xff" * 300)
    with pytest.raises(TableError, match=r"cannot read .*table: "):
        read(tmp_path / "table", format_name)


def test_csv_quotes_text_and_nothing_else(tmp_path):
    write(one(s=['a"b', "", None], f=[1.0, None, 2.5], b=[True, False, None]), tmp_path / "t.csv")
    assert (tmp_path / "t.csv").read_bytes() == (
        b'"page","node","s","f","b"\n"a.html",0,"a""b",1.0,true\n"a.html",1,"",,false\n"a.html",2,,2.5,\n'
    )


@given(table=tables(min_rows=1))
@settings(max_examples=50, deadline=None)
def test_the_csv_module_reads_the_same_text(table):
    stream = StringIO(newline="")
    write(table, stream, "csv")
    rows = list(csv.reader(StringIO(stream.getvalue(), newline=""), strict=True))
    assert rows[0] == list(table.names)
    for row, (name, kind) in ((r, c) for r in range(len(table)) for c in enumerate(table.names)):
        value = table[kind][row]
        if value is None or isinstance(value, str):
            assert rows[row + 1][name] == (value or "")


def test_csv_of_other_tools_is_read(tmp_path):
    text = (
        "\ufeffpage,node,title,price,stock,zip,new,size,mixed,serial,gap\r\n"
        '1,4,"Emma, 1st",3,5,007,True,5" pipe,true,12345678901234567890,\r\n'
        "\r\n"
        "2,5,12,2.5,-6,10115,FALSE, big ,1,7,\r\n"
        "3,6,,,,,,,1e999,8,"
    )
    table = csv_of(tmp_path, text)
    assert table == Table(
        {
            "page": ["1", "2", "3"],
            "node": [4, 5, 6],
            "title": ["Emma, 1st", "12", None],
            "price": [3.0, 2.5, None],
            "stock": [5, -6, None],
            "zip": ["007", "10115", None],
            "new": [True, False, None],
            "size": ['5" pipe', " big ", None],
            "mixed": ["true", "1", "1e999"],
            "serial": ["12345678901234567890", "7", "8"],
            "gap": [None, None, None],
        }
    )


@given(table=tables())
@settings(max_examples=50, deadline=None)
def test_csv_written_by_the_csv_module_is_read(tmp_path_factory, table):
    path = tmp_path_factory.mktemp("foreign") / "t.csv"
    with path.open("w", newline="", encoding="utf-8") as stream:
        out = csv.writer(stream, quoting=csv.QUOTE_ALL)
        out.writerow(["page", "node"])
    with path.open("a", newline="", encoding="utf-8") as stream:
        csv.writer(stream, quoting=csv.QUOTE_NONNUMERIC).writerows(zip(table["page"], table["node"], strict=True))
    assert read(path) == Table({"page": table["page"], "node": table["node"]})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('page,node\na,1\nb\n"c\nd",4\n', "line 3 has 1 cells, the header 2: put text"),
        ('page,node\n"a\r\nb",1\rc,2,3\n', "line 4 has 3 cells"),
        ('page,node\n"a,1\nb,2\n', "line 2 has a quoted cell that is not closed.*double the quotes"),
        ('page,node\na,1\n"b"x,2\n', "line 3 has a quoted cell"),
        ('page,node\n"a",1\n"b" ,2\n', "line 3 has a quoted cell"),
        ("page\na\n", "no column 'node'"),
        ("", "no column 'page'"),
        ("page,node,x,x\na,1,2,3\n", r"column names \['x'\] are there more than once"),
        ("page,node,\na,1,2\n", "column name ''"),
        ("page,node\n,1\n", "column 'page', row 0: None"),
        ("page,node\na,one\n", "column 'node' holds str, it must hold int"),
        (b"page,node\n\xff,1\n", "can't decode byte 0xff"),
    ],
)
def test_malformed_csv_is_refused(tmp_path, text, message):
    with pytest.raises(TableError, match=f"cannot read .*given.csv: .*{message}"):
        csv_of(tmp_path, text)


@pytest.mark.parametrize("bad", ['"' + '""' * 500_000, '"' + 'a"",' * 250_000, '"' + "a" * 10**6 + '"x'])
def test_csv_time_is_linear_on_hostile_quotes(tmp_path, bad):
    start = time.process_time()
    with pytest.raises(TableError, match="line 2"):
        csv_of(tmp_path, "page,node\n" + bad)
    assert time.process_time() - start < 5


def test_jsonl_is_one_object_a_line_with_all_names(tmp_path):
    write(one(x=["é\n", None], y=[1.0, None]), tmp_path / "t.jsonl")
    assert (tmp_path / "t.jsonl").read_text("utf-8") == (
        '{"page": "a.html", "node": 0, "x": "é\\n", "y": 1.0}\n{"page": "a.html", "node": 1, "x": null, "y": null}\n'
    )


def test_an_empty_table_is_an_empty_jsonl_file(tmp_path):
    write(Table({"page": (), "node": (), "x": ()}), tmp_path / "t.jsonl")
    assert (tmp_path / "t.jsonl").read_bytes() == b""
    assert read(tmp_path / "t.jsonl") == Table({"page": (), "node": ()})


def test_names_missing_in_a_line_of_json_are_none(tmp_path):
    lines = [{"page": "a", "node": 1, "x": 1}, {"node": 2, "y": True, "page": "b"}]
    (tmp_path / "t.jsonl").write_text("\ufeff" + "\r\n\r\n".join(map(json.dumps, lines)), "utf-8")
    assert read(tmp_path / "t.jsonl") == Table({"page": ["a", "b"], "node": [1, 2], "x": [1, None], "y": [None, True]})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"page": "a", "node": 1}\n{"page"\n', "line 2 is not JSON: .*one object a line"),
        ("[" * 100_000, "line 1 is not JSON"),
        ("[1]\n", "line 1 holds a list"),
        ('{"page": "a"}\n', "no column 'node'"),
        ('{"page": "a", "node": 1, "x": NaN}\n', "nan is not finite; use None"),
        ('{"page": "a", "node": 1, "x": [1]}\n', r"\[1\] is a list"),
        ('{"page": "a", "node": 1, "x": "\\ud800"}\n', "lone surrogate"),
    ],
)
def test_malformed_jsonl_is_refused(tmp_path, text, message):
    (tmp_path / "t.jsonl").write_text(text, "utf-8")
    with pytest.raises(TableError, match=f"cannot read .*t.jsonl: .*{message}"):
        read(tmp_path / "t.jsonl")


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


def test_a_database_in_use_is_not_replaced(tmp_path):
    path = tmp_path / "t.db"
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("CREATE TABLE other (x)")
    with pytest.raises(TableError, match=r"t.db is in use by SQLite, see .*t.db-wal: close it"):
        write(one(x=[1]), path)
    connection.close()
    write(one(x=[1]), path)
    assert read(path) == one(x=[1])


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


# ---------------------------------------------------------------- CSV for spreadsheets
FORMULAS = [
    "=1+1",
    "+cmd|' /C calc'!A0",
    "-2+3",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    "\n=1",
    "\0=1",
    " =1+1",
    "\uff1d1",
    "\uff0b1",
    "\uff0d1",
    "\uff20x",
    "-",
    "+1 555 0100",
    "-1-1",
]
HARMLESS = ["", "a=b", "-3.5", "+1", "-1,234.50", "-5%", "-1e-5", "'=1", "1-2", "– dash", "3"]


def safe(table):
    stream = StringIO()
    write(table, stream, "csv", csv_safe=True)
    return stream.getvalue()


@pytest.mark.parametrize("text", FORMULAS)
def test_a_text_that_a_spreadsheet_would_compute_begins_with_a_quote_if_that_is_wanted(text):
    table = Table({"page": ["p"], "node": [0], "value": [text], text: ["x"]})
    header, row = csv.reader(StringIO(safe(table), newline=""))
    assert (header[3], row[2]) == (f"'{text}", f"'{text}")
    stream = StringIO()
    write(table, stream, "csv")
    assert stream.getvalue().count(f'"{text}"') == 2  # data stay as they are unless that is wanted


@pytest.mark.parametrize("text", HARMLESS)
def test_texts_that_compute_nothing_stay_as_they_are(text):
    [_, row] = csv.reader(StringIO(safe(Table({"page": ["p"], "node": [0], "value": [text]})), newline=""))
    assert row[2] == text


def test_numbers_of_a_safe_file_stay_numbers(tmp_path):
    table = Table({"page": ["p", "q"], "node": [-1, 3], "value": [-3.5, None]})
    write(table, tmp_path / "safe.csv", csv_safe=True)
    write(table, tmp_path / "plain.csv")
    assert (tmp_path / "safe.csv").read_bytes() == (tmp_path / "plain.csv").read_bytes()
    assert read(tmp_path / "safe.csv") == table


@given(tables())
def test_no_text_of_a_safe_file_begins_a_formula(table):
    for row in csv.reader(StringIO(safe(table), newline="")):
        for cell in row:
            computed = cell.lstrip()[:1] in set("=+-@\uff1d\uff0b\uff0d\uff20") or cell[:1] in set("\t\r\n\0")
            assert not computed or not set(cell) - set("+-0123456789.,eE%"), cell


def test_only_csv_has_a_safe_form(tmp_path):
    with pytest.raises(TableError, match="only CSV is made safe for spreadsheets, not jsonl"):
        write(concat([]), tmp_path / "x.jsonl", csv_safe=True)
