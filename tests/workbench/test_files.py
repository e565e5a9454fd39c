"""Tables and JSON as files to save."""

import json

import pytest

from weblode.errors import WeblodeError
from weblode.formats import read
from weblode.table import Table
from weblode.workbench.files import json_file, table_file

TABLE = Table({"page": ["p"] * 3, "node": range(3), "name": ["Ada", "=1+1", None], "year": [1815, 2, 3]})


@pytest.mark.parametrize("form", ["jsonl", "parquet"])
def test_a_table_is_read_back_from_its_file(tmp_path, form):
    file = table_file(TABLE, "people", form)
    assert file.name == f"people.{form}"
    path = tmp_path / file.name
    path.write_bytes(file.data)
    assert list(read(path).rows()) == list(TABLE.rows())


def test_csv_is_safe_for_spreadsheets():
    file = table_file(TABLE, "people", "csv")
    assert file.kind == "text/csv; charset=utf-8"
    assert b"'=1+1" in file.data
    assert b'"=1+1' not in file.data


@pytest.mark.parametrize("form", ["exe", "", "CSV", "sqlite", "../x"])
def test_another_form_is_refused_with_those_that_there_are(form):
    with pytest.raises(WeblodeError, match="choose one of json, csv, jsonl, parquet"):
        table_file(TABLE, "people", form)


def test_the_same_table_is_the_same_bytes():
    assert table_file(TABLE, "a", "csv") == table_file(TABLE, "a", "csv")


def test_json_is_utf8_and_ends_its_last_line():
    file = json_file({"name": "Größe \udcff"}, "a.json", indent=1)
    assert file.data.decode() == '{\n "name": "Größe \\udcff"\n}\n'
    assert json.loads(file.data) == {"name": "Größe \udcff"}
