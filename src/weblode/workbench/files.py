"""Tables and JSON as files to download."""

from __future__ import annotations

import io
import json
import tempfile
import zipfile
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from weblode.errors import WeblodeError
from weblode.formats import child_path, writer
from weblode.table import Table
from weblode.workbench.requests import Download

_TABLES = {
    "csv": "text/csv; charset=utf-8",
    "jsonl": "application/jsonl",
    "parquet": "application/vnd.apache.parquet",
}
_ZIP = "application/zip"


def table_file(table: Table, stem: str, form: str, children: Mapping[str, Table] = MappingProxyType({})) -> Download:
    """A table as csv, jsonl or parquet; with child tables, a ZIP archive of all. Raises WeblodeError for others."""
    if form not in _TABLES:
        raise WeblodeError(f"there is no format {form!r}; choose one of json, {', '.join(_TABLES)}")
    with tempfile.TemporaryDirectory() as folder:  # parquet needs a file
        path = Path(folder) / f"{stem}.{form}"
        with writer(path, csv_safe=form == "csv") as out:  # files saved from a browser are opened in spreadsheets
            out.add(table)
            for name, child in children.items():
                out.child(name).add(child)
        paths = [path, *(child_path(path, name) for name in children)]
        files = {each.name: each.read_bytes() for each in paths}
    if children:
        return Download(_zipped(files), _ZIP, f"{stem}.{form}.zip")
    return Download(files[path.name], _TABLES[form], path.name)


def _zipped(files: Mapping[str, bytes]) -> bytes:
    """A ZIP archive of files; the same files give the same bytes."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return data.getvalue()


def json_file(data: Any, name: str, *, indent: int | None = None) -> Download:
    """A value as JSON."""
    text = json.dumps(data, ensure_ascii=False, indent=indent) + "\n"
    return Download(text.encode("utf-8", "backslashreplace"), "application/json", name)
