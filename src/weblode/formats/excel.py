"""Excel workbooks, by XlsxWriter: row by row, so that memory does not grow with the table. They are not read back.

A text is always a cell of text, never a formula, a link or a number. The child tables are further sheets.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from weblode.caches import regex
from weblode.errors import TableError
from weblode.formats.columns import NamedBatches
from weblode.table import EXACT_INT, Table, Value

# The limits of the format itself.
_ROWS, _COLUMNS, _CHARACTERS, _NAME = 1_048_576, 16_384, 32_767, 31
_NOT_IN_NAMES = regex(r"[\[\]:*?/\\']")
_MOMENT = datetime(2000, 1, 1)  # of every workbook: the same table gives the same bytes


def store(path: Path, tables: Sequence[NamedBatches], main: str = "records") -> None:
    """Write tables to a workbook, a sheet each."""
    try:
        import xlsxwriter
    except ModuleNotFoundError as error:
        raise TableError("Excel needs XlsxWriter: pip install 'weblode[excel]'") from error

    with TemporaryDirectory(dir=path.parent, prefix=".weblode-") as folder:  # for the sheets until all are complete
        book = xlsxwriter.Workbook(path, {"constant_memory": True, "tmpdir": folder})
        try:
            book.set_properties({"created": _MOMENT})
            bold = book.add_format({"bold": True})
            taken: set[str] = set()
            for each in tables:
                _write(book.add_worksheet(sheet_name(each.name or main, taken)), each, bold)
        finally:
            book.close()


def sheet_name(name: str, taken: set[str]) -> str:
    """A name that Excel allows for a sheet and that is not taken yet; it is then.

    >>> taken = set()
    >>> sheet_name("Offers: a/b", taken), sheet_name("offers_ a_b", taken)
    ('Offers_ a_b', 'offers_ a_b 2')
    """
    plain = _NOT_IN_NAMES.sub("_", name).strip()[:_NAME] or "table"
    free, n = plain, 1
    while free.lower() in taken | {"history"}:  # a name that Excel keeps for itself
        n += 1
        free = f"{plain[: _NAME - 1 - len(str(n))]} {n}"
    taken.add(free.lower())
    return free


def _write(sheet: Any, table: NamedBatches, bold: Any) -> None:
    """Write the names and the rows of a table. Raises TableError if they are more than a sheet holds."""
    if len(table.types) > _COLUMNS:
        raise TableError(f"{len(table.types):,} columns, more than the {_COLUMNS:,} of an Excel sheet: write csv")
    sheet.freeze_panes(1, 0)
    for column, name in enumerate(table.types):
        sheet.write_string(0, column, name[:_CHARACTERS], bold)
    row = 1
    for batch in table.batches:
        if row + len(batch) > _ROWS:
            raise TableError(f"more rows than the {_ROWS:,} of an Excel sheet: write csv or parquet")
        for values in zip(*batch.columns.values(), strict=True):
            for column, value in enumerate(values):
                _write_cell(sheet, row, column, value)
            row += 1


def _write_cell(sheet: Any, row: int, column: int, value: Value) -> None:
    """Write a value, or nothing for None. An integer that a float cannot hold exactly becomes text."""
    if value is None:
        return
    if isinstance(value, bool):
        sheet.write_boolean(row, column, value)
    elif isinstance(value, str) or (isinstance(value, int) and abs(value) > EXACT_INT):
        sheet.write_string(row, column, _fitting(str(value)))
    elif isinstance(value, date):  # times too; as text, since Excel has none before 1900 and no format was asked for
        sheet.write_string(row, column, value.isoformat(sep=" ") if isinstance(value, datetime) else value.isoformat())
    else:
        sheet.write_number(row, column, value)


def _fitting(text: str) -> str:
    """The text, cut to what a cell holds: Excel counts in units of UTF-16."""
    if len(text) * 2 <= _CHARACTERS:
        return text
    units = text.encode("utf-16-le")
    if len(units) // 2 <= _CHARACTERS:
        return text
    return f"{units[: 2 * (_CHARACTERS - 1)].decode('utf-16-le', 'ignore')}…"


def load(_path: Path, _child: str = "", _main: str = "records") -> Table:
    """Nothing. Raises TableError, as workbooks are only written."""
    raise TableError("Excel workbooks are written and not read back: write csv, jsonl, parquet or sqlite as well")
