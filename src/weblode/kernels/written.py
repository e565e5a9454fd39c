"""Rows of columns as text in UTF-8, in CSV or as JSON lines. The compiled twin is in `_written.pyx`."""

from collections.abc import Callable, Sequence
from datetime import date
from json.encoder import encode_basestring
from typing import Any

CSV, JSON = 0, 1


def written(
    columns: Sequence[Sequence[Any]],
    before: Sequence[str],
    after: str,
    rows: tuple[int, int],
    form: int,
    other: Callable[[Any], str],
) -> bytes:
    """The rows from the first up to the second number, each the values of all columns with what stands before them.

    After each row comes `after`. A text has quotes, as CSV or JSON (`form`) has them; None is nothing in CSV and null
    in JSON; `other` writes all that is no text, number or date. Floats are finite.

    >>> written([("a", "b"), (1, None)], ["", ","], ";", (0, 2), CSV, repr)
    b'"a",1;"b",;'
    """
    texts = [[_value(value, form, other) for value in column[slice(*rows)]] for column in columns]
    pieces = [f"{start}{text}" for row in zip(*texts, strict=True) for start, text in zip(before, row, strict=True)]
    n = len(columns)
    lines = ("".join(pieces[i : i + n]) + after for i in range(0, len(pieces), n or 1))
    return "".join(lines).encode()


def _value(value: Any, form: int, other: Callable[[Any], str]) -> str:
    if value is None:
        return "null" if form == JSON else ""
    if isinstance(value, str):
        return encode_basestring(value) if form == JSON else '"' + value.replace('"', '""') + '"'
    if type(value) is date:
        return f'"{value.isoformat()}"' if form == JSON else value.isoformat()
    return repr(value) if type(value) in (int, float) else other(value)
