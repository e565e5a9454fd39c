"""Tables in Markdown (GitHub's), for people and language models. They are written, never read back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, datetime

from weblode.caches import regex
from weblode.errors import TableError
from weblode.table import Table, Value

# What would end a cell, begin markup, or be a tag; an underscore between letters is none.
_MARKUP = regex(r"[\\|`*<\[\]]|(?<![^\W_])_|_(?![^\W_])")
_LINE_END = regex(r"\r\n?|[\n\v\f\x1c-\x1e\x85\u2028\u2029]")


def header(names: Sequence[str]) -> list[str]:
    """The line of names and the rule below it."""
    return [line([escape(name) for name in names]), line(["---"] * len(names))]


def lines(table: Table) -> Iterator[str]:
    """One line per row."""
    for values in zip(*table.columns.values(), strict=True):
        yield line([cell(value) for value in values])


def parse(_: str) -> Table:
    """Nothing. Raises TableError, as Markdown does not tell a number from a text."""
    raise TableError("Markdown is written for people and not read back: write csv, jsonl, parquet or sqlite as well")


def escape(text: str) -> str:
    """A text as one cell: no markup, no tags, line ends as <br>.

    >>> print(escape("a|b\\n<i> snake_case *x*"))
    a\\|b<br>\\<i> snake_case \\*x\\*
    """
    return _LINE_END.sub("<br>", _MARKUP.sub(r"\\\g<0>", text.strip()))


def link(text: str, href: str) -> str:
    """A text as a link, or as it is without one."""
    target = href.replace("<", "%3C").replace(">", "%3E").replace("|", "%7C")
    return f"[{escape(text) or target}](<{_LINE_END.sub('', target)}>)" if href else escape(text)


def cell(value: Value) -> str:
    """A value as a cell; nothing for None."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    if isinstance(value, date):
        return value.isoformat(sep=" ") if isinstance(value, datetime) else value.isoformat()
    return escape(value) if isinstance(value, str) else "" if value is None else repr(value)


def line(cells: Sequence[str]) -> str:
    """A row of cells."""
    return f"| {' | '.join(cells)} |\n"
