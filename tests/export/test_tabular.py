"""Every result knows the way out: dictionaries, data frames, Arrow, files."""

import json
import sqlite3

import pyarrow
import pytest
from pyarrow import parquet

import weblode
from weblode import formats
from weblode.errors import TableError
from weblode.table import Table

TABLE = Table(
    {
        "page": ["a.html", "a.html", "b.html"],
        "node": [3, 7, 2],
        "title": ["One, “two”", None, "<b>"],
        "count": [1, None, 3],
        "price": [2.5, 3, None],
        "new": [True, None, False],
        "note": [None, None, None],
    }
)
ITEM = "<li><h3><a href=/{0}>Book {0}</a></h3> <p>A novel in {0} parts</p> <i>£{0}.50</i>"
SHOP = "<title>Shop</title><h1>Books</h1><ul>" + "".join(map(ITEM.format, range(1, 9))) + "</ul>"
TOWNS = "<table><tr><th>Town<th>People<tr><td>Bern<td>134,000<tr><td>Chur<td>38,000</table>"
RESULTS = {
    "Table": TABLE,
    "RecordList": weblode.records(SHOP)[0],
    "RecordLists": weblode.records(SHOP),
    "DataTable": weblode.tables(TOWNS)[0],
    "DataTables": weblode.tables(TOWNS),
    "Outline": weblode.outline(SHOP),
    "by a rule": weblode.learn(SHOP).apply(SHOP),
    "no lists": weblode.records("<p>nothing"),
    "no tables": weblode.tables("<p>nothing"),
}


@pytest.fixture(params=RESULTS)
def result(request):
    return RESULTS[request.param]


def test_the_rows_are_dictionaries(result):
    assert result.to_dicts() == list(result.as_table().rows())


def test_arrow_has_the_same_rows(result):
    arrow = result.to_arrow()
    assert arrow.to_pylist() == result.to_dicts()
    assert tuple(arrow.column_names) == result.as_table().names


def test_libraries_that_speak_arrow_take_the_result_itself(result):
    assert pyarrow.table(result).equals(result.to_arrow())
    assert pyarrow.RecordBatchReader.from_stream(result).read_all().to_pylist() == result.to_dicts()


def test_files_have_the_same_rows(result, tmp_path):
    table = result.as_table()
    result.to_csv(tmp_path / "rows.csv")
    result.to_parquet(tmp_path / "rows.parquet")
    result.to_sqlite(tmp_path / "rows.db")
    result.to_json(tmp_path / "rows.json")
    assert json.loads((tmp_path / "rows.json").read_text(encoding="utf-8")) == result.to_dicts()
    assert formats.read(tmp_path / "rows.csv").names == table.names
    assert parquet.read_table(tmp_path / "rows.parquet").to_pylist() == result.to_dicts()
    with sqlite3.connect(tmp_path / "rows.db") as connection:
        assert connection.execute("SELECT count(*) FROM " + result.sql_name).fetchone() == (len(table),)
    connection.close()


def test_a_file_of_json_lines_has_a_row_a_line(tmp_path):
    TABLE.to_json(str(tmp_path / "rows.jsonl"))
    assert formats.read(tmp_path / "rows.jsonl") == TABLE


def test_the_suffix_does_not_choose_the_format_that_the_method_names(tmp_path):
    TABLE.to_csv(tmp_path / "rows.txt")
    assert formats.read(tmp_path / "rows.txt", "csv") == TABLE


def test_excel_is_written_as_xlsx_or_refused_in_one_line(tmp_path):
    with pytest.raises(TableError, match=r"rows\.xls: an Excel file must be named \.xlsx"):
        TABLE.to_excel(tmp_path / "rows.xls")
    if ".xlsx" in formats.SUFFIXES:
        TABLE.to_excel(tmp_path / "rows.xlsx")
        assert (tmp_path / "rows.xlsx").read_bytes().startswith(b"PK")
    else:
        with pytest.raises(TableError, match=r"rows\.xlsx: Excel files cannot be written yet"):
            TABLE.to_excel(tmp_path / "rows.xlsx")


def test_a_file_that_cannot_be_written_is_said(tmp_path):
    for write in (TABLE.to_csv, TABLE.to_json, TABLE.to_parquet, TABLE.to_sqlite):
        with pytest.raises(TableError, match="gone"):
            write(tmp_path / "gone" / "rows")


def test_a_data_frame_of_pandas_keeps_the_types(result):
    pandas = pytest.importorskip("pandas", reason="pandas is not installed")
    frame = result.to_pandas()
    assert tuple(frame.columns) == result.as_table().names
    assert frame.astype(object).where(frame.notna(), None).to_dict("records") == result.to_dicts()
    assert str(TABLE.to_pandas()["count"].dtype) == "Int64"
    assert str(TABLE.to_pandas()["new"].dtype) == "boolean"
    assert str(TABLE.to_pandas()["price"].dtype) == "float64"
    assert len(pandas.DataFrame.from_arrow(result)) == len(frame)


def test_a_data_frame_of_polars_keeps_the_types(result):
    polars = pytest.importorskip("polars", reason="Polars is not installed")
    frame = result.to_polars()
    assert frame.to_dicts() == result.to_dicts()
    assert polars.DataFrame(result).equals(frame)
    assert str(TABLE.to_polars().schema["count"]) == "Int64"


def test_duckdb_reads_a_result_by_its_name():
    duckdb = pytest.importorskip("duckdb", reason="DuckDB is not installed")
    books = RESULTS["RecordLists"]
    assert duckdb.sql("SELECT count(*) FROM books").fetchall() == [(len(books[0].records),)]


# ---------------------------------------------------------------- what the rows are
def test_the_rows_of_a_list_are_its_records_with_their_fields():
    rows = weblode.records(SHOP).to_dicts()
    assert [row["title"] for row in rows] == [f"Book {n}" for n in range(1, 9)]
    assert [row["price (number)"] for row in rows] == [n + 0.5 for n in range(1, 9)]


def test_the_rows_of_several_lists_say_which_list_they_are_in():
    page = SHOP + "<ol>" + "".join(f"<li><a href=/n{n}>News of day {n}</a> <p>text {n}</p>" for n in range(6)) + "</ol>"
    lists = weblode.records(page, limit=2)
    rows = lists.to_dicts()
    assert len(lists) == 2
    assert len(rows) == sum(len(each.records) for each in lists)
    assert len({row["region"] for row in rows}) == 2


def test_the_rows_of_a_data_table_are_its_records_and_those_of_all_tables_their_values():
    towns = weblode.tables(TOWNS)
    assert [(row["Town"], row["People"]) for row in towns[0].to_dicts()] == [("Bern", "134,000"), ("Chur", "38,000")]
    assert [(row["table"], row["record"], row["field"], row["value"]) for row in towns.to_dicts()] == [
        (0, 1, "Town", "Bern"),
        (0, 1, "People", "134,000"),
        (0, 2, "Town", "Chur"),
        (0, 2, "People", "38,000"),
    ]


def test_the_rows_of_an_outline_are_its_lines():
    assert [row["label"] for row in weblode.outline(SHOP).to_dicts()][:2] == ["Shop", "Books"]


def test_results_are_like_a_list():
    page = SHOP + "<ol>" + "".join(f"<li><a href=/n{n}>News of day {n}</a> <p>text {n}</p>" for n in range(6)) + "</ol>"
    lists = weblode.records(page, limit=2)
    first, second = lists
    assert lists == [first, second] == list(lists)
    assert (lists[0], lists[-1], lists[:1]) == (first, second, [first])
    assert first in lists
    assert len(lists) == 2
    assert weblode.records("<p>nothing") == []
    assert not weblode.records("<p>nothing")
    assert lists != "lists"


def test_dates_are_written_as_in_json_lines(tmp_path):
    page = "".join(f"<li><a href=/{i}>Title {i}</a> <i>1{i} May 2017 10:30:00</i>" for i in range(6))
    books = weblode.records(f"<html lang=en><ul>{page}</ul>", limit=1, url="https://a.example/")
    books.to_json(tmp_path / "a.json")
    books.to_json(tmp_path / "a.jsonl")
    rows = [json.loads(line) for line in (tmp_path / "a.jsonl").read_text().splitlines()]
    assert json.loads((tmp_path / "a.json").read_text()) == rows
    assert (rows[0]["page_url"], rows[0]["date (time)"]) == ("https://a.example/", "2017-05-10T10:30:00")
    formats.write(books.as_table(), tmp_path / "a.md")
    assert "| 2017-05-10 10:30:00 |" in (tmp_path / "a.md").read_text()
