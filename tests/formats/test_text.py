"""CSV and JSON lines."""

import csv
import json
import time
from io import StringIO

import pytest
from hypothesis import given, settings

from formats.made import csv_of, one, tables
from weblode.errors import TableError
from weblode.formats import read, write
from weblode.table import Table


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
