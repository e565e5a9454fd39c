"""The Arrow schema of each task's results: fixed, so that an engine knows it before the first page.

Every row begins with the page (its path or address), its address, its host and, if the page failed, the reason as
`error`; then all further columns are null. What pages differ in is a map: `fields` has texts by the name of their
column, `numbers` and `dates` what was read from them, under names such as `price (number)`.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from weblode.errors import WeblodeError, require

if TYPE_CHECKING:
    import pyarrow

TASKS = ("pages", "records", "apply", "tables", "outline", "details", "labels")
ABOUT = ("page", "url", "host", "error")  # the first columns of every task

_PAGE = "page string, url string, host string, error string"
# A row is a record; a page about one thing is one record. `list` names a list inside records, whose `parent` is the
# `record` that holds it.
_ROWS = (
    "template string, region string, list string, parent int, record int, node int, xpath string, text string, "
    "fields map, numbers numbers, dates map"
)
_COLUMNS = {
    "pages": "bytes long, encoding string, language string, title string, nodes int, texts int",
    "records": _ROWS,
    "apply": _ROWS,
    "details": _ROWS,
    "sites": _ROWS,  # of pages that come with the rules of their host, as engines bring them together
    "tables": (
        "table int, node int, caption string, orientation string, record int, field string, value string, "
        "number double, currency string, date string, time string, utc string, seconds double, link string"
    ),
    "outline": "row int, parent int, depth int, kind string, label string, href string, xpath string, node int",
    "labels": (
        "site string, row int, key string, label string, link string, position double, holds bool, xpath string, "
        "list int, list_xpath string, above strings, scripts strings, words strings"
    ),
}


@cache
def schema_of(task: str) -> pyarrow.Schema:
    """The schema of a task's results. Raises WeblodeError if there is no such task."""
    require("pyarrow", "weblode[arrow]")
    import pyarrow as pa

    if task not in _COLUMNS:
        raise WeblodeError(f"no task {task!r}: choose {', '.join(TASKS)}")
    types = {
        "string": pa.string(),
        "int": pa.int32(),
        "long": pa.int64(),
        "double": pa.float64(),
        "bool": pa.bool_(),
        "strings": pa.list_(pa.string()),
        "map": pa.map_(pa.string(), pa.string()),
        "numbers": pa.map_(pa.string(), pa.float64()),
    }
    columns = (each.split() for each in f"{_PAGE}, {_COLUMNS[task]}".split(", "))
    return pa.schema([pa.field(name, types[kind]) for name, kind in columns])
