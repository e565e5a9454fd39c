"""What a view has found as files to save."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

from weblode.errors import WeblodeError
from weblode.formats import writer
from weblode.table import Table
from weblode.workbench.asked import Download

_TABLES = {
    "csv": "text/csv; charset=utf-8",
    "jsonl": "application/jsonl",
    "parquet": "application/vnd.apache.parquet",
}


def table_file(table: Table, stem: str, form: str) -> Download:
    """A table as csv, jsonl or parquet. Raises WeblodeError if another form is wanted."""
    if form not in _TABLES:
        raise WeblodeError(f"no format {form!r}; choose of json, {', '.join(_TABLES)}")
    with tempfile.TemporaryDirectory() as folder:  # parquet needs a file
        path = Path(folder) / f"{stem}.{form}"
        with writer(path, csv_safe=form == "csv") as out:  # who saves from a browser opens it in a spreadsheet
            out.add(table)
        return Download(path.read_bytes(), _TABLES[form], path.name)


def json_file(found: Any, name: str, *, indent: int | None = None) -> Download:
    """A value as JSON."""
    text = json.dumps(found, ensure_ascii=False, indent=indent) + "\n"
    return Download(text.encode("utf-8", "backslashreplace"), "application/json", name)
