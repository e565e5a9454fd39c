"""Excel workbooks, read back from their XML."""

import tracemalloc
import zipfile
from xml.etree import ElementTree

import pytest

from formats.made import one
from formats.test_children import COMMENTS, POSTS
from weblode import formats
from weblode.errors import TableError
from weblode.formats import excel, read, write, writer

_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


def sheets(path):
    """The sheets of a workbook: by name, the type and text of each cell of each row. No cell may have a formula."""
    book = zipfile.ZipFile(path)
    names = [each.get("name") for each in ElementTree.fromstring(book.read("xl/workbook.xml")).iter(f"{_MAIN}sheet")]
    found = {}
    for number, name in enumerate(names, 1):
        text = book.read(f"xl/worksheets/sheet{number}.xml")
        assert b"<f>" not in text
        rows = ElementTree.fromstring(text).iter(f"{_MAIN}row")
        found[name] = [[(cell.get("t", "n"), "".join(cell.itertext())) for cell in row] for row in rows]
    return found


def test_texts_numbers_and_bools_have_their_types(tmp_path):
    write(one(s=["a", None], i=[1, 2], f=[1.5, None], b=[True, False]), tmp_path / "t.xlsx")
    assert sheets(tmp_path / "t.xlsx")["records"] == [
        [("inlineStr", name) for name in ("page", "node", "s", "i", "f", "b")],
        [("inlineStr", "a.html"), ("n", "0"), ("inlineStr", "a"), ("n", "1"), ("n", "1.5"), ("b", "1")],
        [("inlineStr", "a.html"), ("n", "1"), ("n", "2"), ("b", "0")],
    ]


@pytest.mark.parametrize(
    "text", ["=1+1", "+1", "-1", "@SUM(A1)", '=HYPERLINK("http://a.com")', "{=1}", "http://a.com/", "007", "true"]
)
def test_a_text_is_a_text_whatever_it_begins_with(tmp_path, text):
    write(one(**{"x": [text], text: ["name"]}), tmp_path / "t.xlsx")
    head, row = sheets(tmp_path / "t.xlsx")["records"]
    assert (head[3], row[2]) == (("inlineStr", text), ("inlineStr", text))


def test_a_number_that_excel_would_round_is_a_text(tmp_path):
    write(one(x=[2**53 + 1]), tmp_path / "t.xlsx")
    assert sheets(tmp_path / "t.xlsx")["records"][1][2] == ("inlineStr", str(2**53 + 1))


def test_a_text_that_is_too_long_is_cut_and_control_characters_do_no_harm(tmp_path):
    write(one(x=["a" * 40_000, "😀" * 20_000, "\0\x1b\ufffe"]), tmp_path / "t.xlsx")
    rows = sheets(tmp_path / "t.xlsx")["records"]
    assert (len(rows[1][2][1]), rows[1][2][1][-2:]) == (32_767, "a…")
    assert len(rows[2][2][1].encode("utf-16-le")) // 2 <= 32_767


def test_child_tables_are_sheets(tmp_path):
    with writer(tmp_path / "posts.xlsx") as out:
        out.add(POSTS)
        out.child("comments").add(COMMENTS)
    found = sheets(tmp_path / "posts.xlsx")
    assert {name: len(rows) for name, rows in found.items()} == {"records": 3, "comments": 4}


def test_same_table_same_workbook(tmp_path):
    for name in ("one.xlsx", "two.xlsx"):
        write(one(x=[1, None], y=["a", "b"]), tmp_path / name)
    assert (tmp_path / "one.xlsx").read_bytes() == (tmp_path / "two.xlsx").read_bytes()


def test_tables_larger_than_a_sheet_are_refused_and_nothing_is_left(tmp_path, monkeypatch):
    monkeypatch.setattr(excel, "_ROWS", 3)
    with pytest.raises(TableError, match="more rows than the 3 of an Excel sheet: write csv"):
        write(one(x=[1, 2, 3]), tmp_path / "t.xlsx")
    monkeypatch.setattr(excel, "_COLUMNS", 2)
    with pytest.raises(TableError, match="3 columns, more than the 2 of an Excel sheet"):
        write(one(x=[1]), tmp_path / "t.xlsx")
    assert list(tmp_path.iterdir()) == []


def test_memory_does_not_grow_with_the_rows(tmp_path, monkeypatch):
    monkeypatch.setattr(formats, "_SPOOL_BYTES", 1000)

    def peak(n):
        tracemalloc.start()
        with writer(tmp_path / f"{n}.xlsx") as out:
            for i in range(n):
                out.add(one(x=[f"{i} {j} " + "x" * 1000 for j in range(10)]))
        top = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return top

    peak(1)  # imports
    assert peak(200) < 1.5 * peak(20)


def test_workbooks_are_not_read(tmp_path):
    write(one(x=[1]), tmp_path / "t.xlsx")
    with pytest.raises(TableError, match=r"t.xlsx: Excel workbooks are written and not read back"):
        read(tmp_path / "t.xlsx")
