"""CSV that is safe for spreadsheets."""

import csv
from io import StringIO

import pytest
from hypothesis import given

from formats.made import tables
from weblode.errors import TableError
from weblode.formats import read, write
from weblode.table import Table, concat

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
    with pytest.raises(TableError, match="only CSV and TSV are made safe for spreadsheets, not jsonl"):
        write(concat([]), tmp_path / "x.jsonl", csv_safe=True)
