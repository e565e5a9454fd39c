"""Tables and JSON as files to download."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

from weblode.errors import WeblodeError
from weblode.formats import writer
from weblode.table import Table
from weblode.workbench.requests import Download

_TABLES = {
    "csv": "text/csv; charset=utf-8",
    "jsonl": "application/jsonl",
    "parquet": "application/vnd.apache.parquet",
}


def table_file(table: Table, stem: str, form: str) -> Download:
    """A table as csv, jsonl or parquet. Raises WeblodeError for any other form."""
    if form not in _TABLES:
        raise WeblodeError(f"there is no format {form!r}; choose one of json, {', '.join(_TABLES)}")
    with tempfile.TemporaryDirectory() as folder:  # parquet needs a file
        path = Path(folder) / f"{stem}.{form}"
        with writer(path, csv_safe=form == "csv") as out:  # files saved from a browser are opened in spreadsheets
            out.add(table)
        return Download(path.read_bytes(), _TABLES[form], path.name)


def json_file(data: Any, name: str, *, indent: int | None = None) -> Download:
    """A value as JSON."""
    text = json.dumps(data, ensure_ascii=False, indent=indent) + "\n"
    return Download(text.encode("utf-8", "backslashreplace"), "application/json", name)
