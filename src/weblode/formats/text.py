"""Formats that are written line by line: CSV, TSV, JSON lines and Markdown.

CSV and JSON lines are written from columns, many rows at a time, by `kernels.written`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date, datetime
from itertools import chain, pairwise
from typing import NamedTuple

from weblode import kernels
from weblode.caches import regex
from weblode.errors import TableError
from weblode.formats import markdown
from weblode.formats.columns import from_columns, transposed
from weblode.kernels.written import CSV, JSON
from weblode.table import Table, Value

# The csv module of Python 3.11 cannot tell a quoted cell from a bare one, which is how "" differs from None
# and "1" from 1 here; hence a tokenizer of our own. No quantifier gives back: its time is linear.
_CELLS = {
    separator: regex(rf'(?:"([^"]*+(?:""[^"]*+)*+)"|((?!")[^{separator}\r\n]*+))({separator}|\r\n?|\n|\Z)')
    for separator in ",\t"
}
_UNPLAIN = regex(r'["\t\r\n]')
_WORDS = {",": "comma", "\t": "tab"}
_LINE_END = regex(r"\r\n?|\n")
_INT = regex(r"-?(?:0|[1-9][0-9]{0,18})")
_FLOAT = regex(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_BOOLS = {"true": True, "false": False}
_DATE = regex(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_TIME = regex(r"[0-9]{4}-[0-9]{2}-[0-9]{2}[ T][0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{6})?")
# OWASP, "CSV Injection": what a spreadsheet takes for a formula, the full-width forms too; white space before it is
# passed over by some.
_FORMULA = regex("[\t\r\n\0]|\\s*[=+@\uff1d\uff0b\uff0d\uff20-]")
# Digits with a sign compute nothing: they name no function, cell or program, and a quote would make text of a number.
_SIGNED = regex(r"[+-][0-9]+(?:[.,][0-9]+)*(?:[eE][+-]?[0-9]+)?%?")

_ROWS = 100  # that are written at once
_Cell = tuple[str | None, str]
Lines = Iterable[str] | Iterable[bytes]  # one or more at a time, in UTF-8 where they are bytes
PartLines = Callable[[Table, Mapping[str, int]], Lines]  # of a table that has some of a file's columns


class _Separated:
    """Cells with a separator between them, in lines; with `safe`, no text is a formula."""

    def __init__(self, separator: str, cell: Callable[[Value], str], *, safe: bool = False) -> None:
        self._separator, self._cell, self._safe = separator, cell, safe

    def header(self, names: Sequence[str]) -> list[str]:
        """The first line."""
        return [self._separator.join(map(self._cell, map(self._text, names))) + "\n"]

    def lines(self, table: Table, places: Mapping[str, int] | None = None) -> Lines:
        """One line a row; `places` has all columns of a file in which the table has only some, with their numbers."""
        # Most columns of a table of many pages have no value on one of them: they are part of the form of all lines.
        places = {name: i for i, name in enumerate(table.columns)} if places is None else places
        names = sorted(table.filled, key=places.__getitem__)
        if self._cell is _csv_cell and not self._safe:
            numbers = [0, *(places[name] for name in names), len(places) - 1]
            *before, after = [self._separator * (other - one) for one, other in pairwise(numbers)]
            return _written(table, names, before, after + "\n", CSV)
        form = [""] * len(places)
        for name in names:
            form[places[name]] = "%s"
        line = self._separator.join(form) + "\n"
        columns = (map(self._cell, map(self._text, table.columns[name])) for name in names)
        return (line % cells for cells in zip(*columns, strict=True))

    def _text(self, value: Value) -> Value:
        return without_formula(value) if self._safe and isinstance(value, str) else value

    def parse(self, text: str) -> Table:
        """The table in the text of a file; the first line has the names."""
        rows = _cell_rows(text, self._separator)
        _, header = next(rows, (0, []))
        cells = []
        for position, row in rows:
            if len(row) != len(header):
                raise TableError(
                    f"line {_line_number(text, position)} has {len(row)} cells, the header {len(header)}: "
                    f"put text with {_WORDS[self._separator]}s or line ends in double quotes"
                )
            cells.append(row)
        names = [_csv_text(cell) or "" for cell in header]
        columns = transposed(cells, len(names))
        return from_columns(names, list(map(_csv_values, names, columns)))


def without_formula(text: str) -> str:
    """The text, with a single quote before it if a spreadsheet would compute it.

    >>> without_formula("=1+1"), without_formula("-3.5"), without_formula("a")
    ("'=1+1", '-3.5', 'a')
    """
    return f"'{text}" if _FORMULA.match(text) and not _SIGNED.fullmatch(text) else text


def _csv_cell(value: Value) -> str:
    """Text in quotes, numbers, dates, true and false bare, nothing for None."""
    if isinstance(value, str):
        return '"' + value.replace('"', '""') + '"'
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, date):
        return value.isoformat(sep=" ") if isinstance(value, datetime) else value.isoformat()
    return "" if value is None else repr(value)


def _tsv_cell(value: Value) -> str:
    """As in CSV, but with quotes only where a text would otherwise be read as something else."""
    if not isinstance(value, str):
        return _csv_cell(value)
    plain = value and not _UNPLAIN.search(value) and isinstance(_bare_value(value), str)
    return value if plain else _csv_cell(value)


def _cell_rows(text: str, separator: str) -> Iterator[tuple[int, list[_Cell]]]:
    """Where each row starts and its cells, quoted or bare; blank lines are left out."""
    cell = _CELLS[separator]
    start = position = 0
    row: list[_Cell] = []
    while position < len(text) or row:
        match = cell.match(text, position)
        if match is None:
            raise TableError(
                f"line {_line_number(text, position)} has a quoted cell that is not closed before a "
                f"{_WORDS[separator]}, line end or the end of the file: double the quotes inside it"
            )
        row.append((match[1], match[2]))
        position = match.end()
        if match[3] != separator:
            if row != [(None, "")]:
                yield start, row
            start, row = position, []


def _line_number(text: str, position: int) -> int:
    """The number of the line, counted from 1, in which a position is."""
    return 1 + sum(1 for _ in _LINE_END.finditer(text, 0, position))


def _csv_values(name: str, cells: Sequence[_Cell]) -> list[Value]:
    """A column: numbers, bools or dates if all its cells are bare and such, else text."""
    if name != "page" and all(quoted is None for quoted, _ in cells):
        values = [_bare_value(bare) for _, bare in cells]
        kinds = set(map(type, values)) - {type(None)}
        if kinds <= {int, float} or kinds in ({bool}, {date}, {datetime}):
            return values
    return [_csv_text(cell) for cell in cells]


def _csv_text(cell: _Cell) -> str | None:
    """The text of a cell, None if there is nothing between the commas."""
    quoted, bare = cell
    return bare or None if quoted is None else quoted.replace('""', '"')


def _bare_value(text: str) -> Value:
    """What a bare cell says: nothing, a bool, a date, a number if one of 64 bits holds it, else the text itself."""
    if not text:
        return None
    if _INT.fullmatch(text) and -(2**63) <= int(text) < 2**63:
        return int(text)
    # An int of more than 64 bits is a serial number, not a float; and so, by the patterns, is 007.
    if _FLOAT.fullmatch(text) and not text.lstrip("-").isdigit() and abs(float(text)) != float("inf"):
        return float(text)
    with suppress(ValueError):
        if _DATE.fullmatch(text):
            return date.fromisoformat(text)
        if _TIME.fullmatch(text):
            return datetime.fromisoformat(text)
    return _BOOLS.get(text.lower(), text)


def _jsonl_header(_: Sequence[str]) -> list[str]:
    """No lines: every row has the names."""
    return []


def _jsonl_lines(table: Table) -> Iterator[bytes]:
    """One object a row; dates are texts of ISO 8601."""
    keys = [json.dumps(name, ensure_ascii=False) + ": " for name in table.columns]
    before = ["{" + keys[0], *(", " + key for key in keys[1:])]
    return _written(table, list(table.columns), before, "}\n", JSON)


def _written(table: Table, names: Sequence[str], before: Sequence[str], after: str, form: int) -> Iterator[bytes]:
    """The rows of some columns as bytes, several at a time; what stands before each column, and after each row."""
    columns, cell = [table.columns[name] for name in names], _csv_cell if form == CSV else _json_value
    for first in range(0, len(table), _ROWS):
        rows = (first, min(len(table), first + _ROWS))
        yield kernels.fastest().written(columns, before, after, rows, form, cell)


def _json_value(value: Value) -> str:
    return json.dumps(value, ensure_ascii=False, default=iso_text)


def iso_text(value: date) -> str:
    """A date or time as ISO 8601."""
    return value.isoformat()


def _parse_jsonl(text: str) -> Table:
    """The table in the text of a JSON lines file; names missing in a row are None."""
    # Not splitlines: it also splits at characters that JSON allows inside strings.
    rows = [_json_row(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    names = list(dict.fromkeys(chain.from_iterable(rows))) or ["page", "node"]
    return Table({name: [row.get(name) for row in rows] for name in names})


def _json_row(number: int, line: str) -> dict[str, Value]:
    """The object in a line."""
    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise TableError(f"line {number} is not JSON: {error}; write one object a line") from error
    if not isinstance(row, dict):
        raise TableError(f"line {number} holds a {type(row).__name__}: write one object a line")
    return row


class LineWriter(NamedTuple):
    """A format that is written line by line; with `part_lines`, of tables that lack some columns of the file too."""

    header: Callable[[Sequence[str]], Iterable[str]]
    lines: Callable[[Table], Lines]
    parse: Callable[[str], Table]
    part_lines: PartLines | None = None


_CSV, _SAFE_CSV = _Separated(",", _csv_cell), _Separated(",", _csv_cell, safe=True)
_TSV, _SAFE_TSV = _Separated("\t", _tsv_cell), _Separated("\t", _tsv_cell, safe=True)
FORMATS = {
    "csv": LineWriter(_CSV.header, _CSV.lines, _CSV.parse, _CSV.lines),
    "tsv": LineWriter(_TSV.header, _TSV.lines, _TSV.parse, _TSV.lines),
    "jsonl": LineWriter(_jsonl_header, _jsonl_lines, _parse_jsonl),
    "md": LineWriter(markdown.header, markdown.lines, markdown.parse),
}
# For spreadsheets: texts that would be formulas begin with a quote, and read back with it.
SAFE = {
    "csv": LineWriter(_SAFE_CSV.header, _SAFE_CSV.lines, _SAFE_CSV.parse, _SAFE_CSV.lines),
    "tsv": LineWriter(_SAFE_TSV.header, _SAFE_TSV.lines, _SAFE_TSV.parse, _SAFE_TSV.lines),
}
